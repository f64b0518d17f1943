package analysis

import (
	"slices"
	"strings"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/score"
)

// MeasureOf is what the header of a run says of a measure. Of a measure that is told apart by a tag, as in
// "hit@5 filtered", the header has the part before the blank. What the header does not have is a measure without a
// range of which higher is better. Headers of runs of older versions say nothing of measures.
func MeasureOf(h *ledger.Header, name string) score.Measure {
	base, _, _ := strings.Cut(name, " ")
	var m score.Measure
	if h.Measures == nil {
		m = oldMeasure(base)
	}
	for i := range h.Measures {
		if h.Measures[i].Name == name || h.Measures[i].Name == base {
			m = h.Measures[i]
		}
	}
	m.Name = name
	return m
}

// oldMeasure is what is known of a measure whose run's header says nothing of measures. It is for runs of versions
// before 2026-11-22 only, and knows the measures that those made: the scorers, the rank measures and those of
// oldSuiteMeasures by their names, any other by a word in its name. Nothing is to be added here.
func oldMeasure(name string) score.Measure {
	for i := range score.Scorers {
		if s := &score.Scorers[i]; s.Name == name {
			return s.Measure()
		}
	}
	for i := range oldSuiteMeasures {
		if oldSuiteMeasures[i].Name == name {
			return oldSuiteMeasures[i]
		}
	}
	var m score.Measure
	if spec, err := rank.Parse(name); err == nil && spec.String() == name {
		if !spec.Endless {
			return score.Share(name, score.Higher, spec.Doc, spec.Caveat)
		}
		if spec.Lower {
			m.Better = score.Lower
		}
	}
	for _, word := range []string{"distance", "seconds", "latency", "cost"} {
		if strings.Contains(name, word) {
			m.Unit = word
		}
	}
	unwanted := []string{"distance", "hallucin", "error", "seconds", "latency", "cost", "noise"}
	if slices.ContainsFunc(unwanted, func(word string) bool { return strings.Contains(strings.ToLower(name), word) }) {
		m.Better = score.Lower
	}
	return m
}

// oldSuiteMeasures are the measures that suites made by themselves.
var oldSuiteMeasures = []score.Measure{
	score.Share("self@1", score.Higher,
		"Whether a sentence that is searched for is found first itself: 1 or 0, between them where others are as near.",
		"Says that the index is sound and nothing of how good the embedding is. A sentence that is in the corpus twice "+
			"has an equal beside it."),
	score.Share("self@1.class", score.Higher,
		"Whether the first hit has the text that is searched for: it, or a copy of it.",
		"Texts are equal but for case and blanks. Where it is high and self@1 is low, the corpus repeats itself."),
	score.Share("coverage", score.Higher,
		"Whether an anchor has neighbours to be found at all: 1 or 0.",
		"A property of the anchors, not of what searches. Measures of ranks are over the anchors that have them."),
	score.Share("hit@5.class", score.Higher,
		"As hit@5, with a sentence of the same text as a gold as good as the gold.",
		"Copies count wherever they stand, in filings of other companies, too."),
	score.Share("mrr@30.class", score.Higher,
		"As mrr@30, with a sentence of the same text as a gold as good as the gold.",
		"Copies count wherever they stand, in filings of other companies, too."),
	score.Share("distance.auc", score.Higher,
		"Chance that a gold is nearer than another hit: 1 where distance tells them apart, 0.5 where it says nothing.",
		"Within the hits of one search: it says nothing of a threshold for all searches."),
	score.Share("tied", score.Lower,
		"Whether the last rank that counts is tied with hits that the engine would not name.",
		"Above 0, measures at the last ranks are not exact."),
	score.Share("boilerplate", score.Lower,
		"Whether what a sentence says, but for figures, dates and names, is among its hits once more: 1 or 0.",
		"A property of the corpus, as far as the search shows it: copies that are not among the hits are not seen."),
	score.Share("ann.recall", score.Higher,
		"Share of the exact nearest neighbours that the engine found.",
		"Of the same vectors: it judges the index, not the embedding."),
	score.Share("exact.hit@5", score.Higher,
		"hit@5 of an exact search over the same vectors.",
		"What no index over these vectors exceeds, but by luck."),
	oldLoss(score.Share("loss.index@5", score.Lower,
		"What the index loses: hit@5 of an exact search less hit@5 of the engine.",
		"Below 0 where an engine misses hits that rank before a gold.")),
	score.Share("extracted", score.Higher,
		"Whether there is a figure in an answer whose gold is one: 1 or 0.",
		"Says that something could be compared, not that it was right. Cases whose gold is no figure are skipped."),
	score.Share("final.tag", score.Higher,
		"Whether the answer has a line that begins with FINAL: and says something there: 1 or 0.",
		"Whether the model kept to the form that it was asked for. Without the tag scorers look for the figure in all of the answer."),
	score.Share("perfect", score.Higher,
		"Whether the figure is right and has the gold's digits, unrounded: 1 or 0.",
		"Rounding that the headline allows is not perfect. Cases whose gold is no figure are skipped."),
	score.Share("evidence.recall", score.Higher,
		"The share of the gold pages or sentences that are among the evidence.",
		"Of what the mode showed to the model, k sentences with those around them. Cases without gold evidence are "+
			"skipped, and so are modes that search nothing."),
	score.Share("loss.vector@5", score.Lower,
		"What the vectors lose: 1 less hit@5 of an exact search.",
		"Golds are neighbours in the text, which need not be near in meaning: it is never 0."),
}

// oldLoss is a measure from -1 to 1.
func oldLoss(m score.Measure) score.Measure {
	*m.Low = -1
	return m
}
