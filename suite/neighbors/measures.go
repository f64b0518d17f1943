package neighbors

import (
	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/score"
)

// own are the measures of this suite, by their names.
var own = func() map[string]score.Measure {
	distanceOf := func(name, doc, caveat string) score.Measure {
		return score.Measure{Name: name, Doc: doc, Caveat: caveat, Unit: "distance", Better: score.Lower}
	}
	loss := score.Share(indexLoss, score.Lower,
		"What the index loses: hit@5 of an exact search less hit@5 of the engine.",
		"Below 0 where an engine misses hits that rank before a gold.")
	*loss.Low = -1
	byName := map[string]score.Measure{}
	for _, m := range []score.Measure{
		score.Share(self, score.Higher,
			"Whether a sentence that is searched for is found first itself: 1 or 0, between them where others are as near.",
			"Says that the index is sound and nothing of how good the embedding is. A sentence that is in the corpus "+
				"twice has an equal beside it."),
		score.Share(ownClass, score.Higher,
			"Whether the first hit has the text that is searched for: it, or a copy of it.",
			"Texts are equal but for case and blanks. Where it is high and self@1 is low, the corpus repeats itself."),
		score.Share(coverage, score.Higher,
			"Whether an anchor has neighbours to be found at all: 1 or 0.",
			"A property of the anchors, not of what searches. Measures of ranks are over the anchors that have them."),
		{Name: window, Unit: "sentences",
			Doc:    "How many sentences around the anchor were looked at for its neighbours.",
			Caveat: "A property of the anchors, not of what searches; it is neither good nor bad."},
		distanceOf(distance, "The median distance of the golds among the hits.",
			"Distances of two embedders cannot be compared. Golds that were not found have none."),
		distanceOf(others, "The median distance of the other sentences among the hits.",
			"Read it beside the distance of the golds: by itself it is neither good nor bad."),
		score.Share(auc, score.Higher,
			"Chance that a gold is nearer than another hit: 1 where distance tells them apart, 0.5 where it says nothing.",
			"Within the hits of one search: it says nothing of a threshold for all searches."),
		score.Share(tied, score.Lower,
			"Whether the last rank that counts is tied with hits that the engine would not name.",
			"Above 0, measures at the last ranks are not exact."),
		score.Share(repeated, score.Lower,
			"Whether what a sentence says, but for figures, dates and names, is among its hits once more: 1 or 0.",
			"A property of the corpus, as far as the search shows it: copies that are not among the hits are not seen."),
		score.Share(annRecall, score.Higher,
			"Share of the exact nearest neighbours that the engine found.",
			"Of the same vectors: it judges the index, not the embedding."),
		distanceOf(ratio, "The distances of the engine's hits, relative to those of the exact nearest: 1 where they are the same.",
			"Of the same vectors: it judges the index, not the embedding."),
		score.Share(exactHit, score.Higher,
			"hit@5 of an exact search over the same vectors.",
			"What no index over these vectors exceeds, but by luck."),
		loss,
		score.Share(vectorLoss, score.Lower,
			"What the vectors lose: 1 less hit@5 of an exact search.",
			"Golds are neighbours in the text, which need not be near in meaning: it is never 0."),
	} {
		byName[m.Name] = m
	}
	return byName
}()

// measureOf is a rank measure as the header of a run has it.
func measureOf(spec rank.Spec) score.Measure {
	better := score.Higher
	if spec.Lower {
		better = score.Lower
	}
	m := score.Share(spec.String(), better, spec.Doc, spec.Caveat)
	if spec.Endless {
		m.Low, m.High, m.Unit = nil, nil, "rank"
	}
	return m
}

// byClass is a rank measure for which a sentence of the same text as a gold is as good as the gold.
func byClass(spec rank.Spec) score.Measure {
	m := measureOf(spec)
	m.Name += classSuffix
	m.Doc = "As " + spec.String() + ", with a sentence of the same text as a gold as good as the gold."
	m.Caveat = "Copies count wherever they stand, in filings of other companies, too."
	return m
}

// measures are those of all scores, in their order.
func (s *scorer) measures() []score.Measure {
	all := []score.Measure{own[self], own[ownClass]}
	if s.Adapt {
		all = append(all, own[coverage], own[window])
	}
	for _, spec := range s.ranked {
		all = append(all, measureOf(spec))
	}
	for _, spec := range s.classed {
		all = append(all, byClass(spec))
	}
	all = append(all, own[distance], own[others], own[auc], own[tied], own[repeated])
	if s.Exact {
		all = append(all, own[annRecall], own[ratio], own[exactHit], own[indexLoss], own[vectorLoss])
	}
	return all
}
