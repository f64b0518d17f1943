package analysis

import (
	"slices"
	"strings"

	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/score"
)

// Meaning is what is known of a measure apart from its numbers.
type Meaning struct {
	Name      string
	Doc       string
	Caveats   string
	Low, High float64 // the range of its values
	Better    score.Direction
}

// suites are the measures that suites make without a scorer and without a ranking's judgments.
var suites = []Meaning{
	{Name: "self@1", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Whether a sentence that is searched for is found first itself: 1 or 0, between them where others are as near.",
		Caveats: "Says that the index is sound and nothing of how good the embedding is. A sentence that stands in the corpus twice has an equal beside it."},
	{Name: "self@1.class", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Whether the first hit has the text that is searched for: it, or a copy of it.",
		Caveats: "Texts are equal but for case and blanks. Where it is high and self@1 is low, the corpus repeats itself."},
	{Name: "coverage", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Whether an anchor has neighbours to be found at all: 1 or 0.",
		Caveats: "A property of the anchors, not of what searches. Measures of ranks are over the anchors that have them."},
	{Name: "hit@5.class", Low: 0, High: 1, Better: score.Higher,
		Doc:     "As hit@5, with a sentence of the same text as a gold as good as the gold.",
		Caveats: "Copies count wherever they stand, in filings of other companies, too."},
	{Name: "mrr@30.class", Low: 0, High: 1, Better: score.Higher,
		Doc:     "As mrr@30, with a sentence of the same text as a gold as good as the gold.",
		Caveats: "Copies count wherever they stand, in filings of other companies, too."},
	{Name: "distance.auc", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Chance that a gold is nearer than another hit: 1 where distance tells them apart, 0.5 where it says nothing.",
		Caveats: "Within the hits of one search: it says nothing of a threshold for all searches."},
	{Name: "tied", Low: 0, High: 1, Better: score.Lower,
		Doc:     "Whether the last rank that counts is tied with hits that the engine would not name.",
		Caveats: "Above 0, measures at the last ranks are not exact."},
	{Name: "boilerplate", Low: 0, High: 1, Better: score.Lower,
		Doc:     "Whether what a sentence says, but for figures, dates and names, stands among its hits once more: 1 or 0.",
		Caveats: "A property of the corpus, as far as the search shows it: copies that are not among the hits are not seen."},
	{Name: "ann.recall", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Share of the exact nearest neighbours that the engine found.",
		Caveats: "Of the same vectors: it judges the index, not the embedding."},
	{Name: "exact.hit@5", Low: 0, High: 1, Better: score.Higher,
		Doc:     "hit@5 of an exact search over the same vectors.",
		Caveats: "What no index over these vectors exceeds, but by luck."},
	{Name: "loss.index@5", Low: -1, High: 1, Better: score.Lower,
		Doc:     "What the index loses: hit@5 of an exact search less hit@5 of the engine.",
		Caveats: "Below 0 where an engine misses what stands before a gold."},
	{Name: "extracted", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Whether there is a figure in an answer whose gold is one: 1 or 0.",
		Caveats: "Says that something could be compared, not that it was right. Cases whose gold is no figure are skipped."},
	{Name: "final.tag", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Whether the answer has a line that begins with FINAL: and says something there: 1 or 0.",
		Caveats: "Whether the model kept to the form that it was asked for. Without the tag scorers look for the figure in all of the answer."},
	{Name: "perfect", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Whether the figure is right and has the gold's digits, unrounded: 1 or 0.",
		Caveats: "Rounding that the headline allows is not perfect. Cases whose gold is no figure are skipped."},
	{Name: "evidence.recall", Low: 0, High: 1, Better: score.Higher,
		Doc:     "The share of the gold pages or sentences that are among the evidence.",
		Caveats: "Of what the mode showed to the model, k sentences with those around them. Cases without gold evidence are skipped, and so are modes that search nothing."},
	{Name: "loss.vector@5", Low: 0, High: 1, Better: score.Lower,
		Doc:     "What the vectors lose: 1 less hit@5 of an exact search.",
		Caveats: "Golds are neighbours in the text, which need not be near in meaning: it is never 0."},
}

// amounts are words in the names of measures that have no upper end.
var amounts = []string{"distance", "seconds", "latency", "cost"}

func isAmount(name string) bool {
	return slices.ContainsFunc(amounts, func(word string) bool { return strings.Contains(name, word) })
}

// Row is what the tables say of a measure: that of scorers, that of rank measures, or that of suites; nil if
// none has it. The name must be the row's own: what a ledger holds under another name was made by something
// else. A measure whose values have no upper end has no row. A measure that is told apart by a tag has the
// tag's value behind a blank.
func Row(name string) *Meaning {
	if base, _, ok := strings.Cut(name, " "); ok {
		m := Row(base)
		if m != nil {
			own := *m
			own.Name = name
			m = &own
		}
		return m
	}
	for i := range score.Scorers {
		if s := &score.Scorers[i]; s.Name == name {
			return &Meaning{s.Name, s.Doc, s.Caveats, s.Low, s.High, s.Better}
		}
	}
	for i := range suites {
		if suites[i].Name == name {
			return &suites[i]
		}
	}
	if s := ranked(name); s != nil && !s.Endless {
		return &Meaning{name, s.Doc, s.Caveat, 0, 1, score.Higher}
	}
	return nil
}

// ranked is a rank measure by its own name, or nil.
func ranked(name string) *rank.Spec {
	s, err := rank.Parse(name)
	if err != nil || s.String() != name {
		return nil
	}
	return &s
}

// better says which values of a measure are the better ones. Those of no row are better higher, unless the
// name says that they count what nobody wants.
func better(row *Meaning, name string) score.Direction {
	name, _, _ = strings.Cut(name, " ")
	if row != nil {
		return row.Better
	}
	if s := ranked(name); s != nil && s.Lower {
		return score.Lower
	}
	for _, word := range unwanted {
		if strings.Contains(strings.ToLower(name), word) {
			return score.Lower
		}
	}
	return score.Higher
}

// unwanted are parts of names of measures whose low values are the better ones.
var unwanted = []string{"distance", "hallucin", "error", "seconds", "latency", "cost", "noise"}
