package tally

import (
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
	{Name: "coverage", Low: 0, High: 1, Better: score.Higher,
		Doc:     "Share of what should be there that is: of the anchors' neighbours, those that the index holds.",
		Caveats: "What is not in the index cannot be found: below 1 it bounds every other measure of retrieval."},
}

// Row is what the tables say of a measure: that of scorers, that of rank measures, or that of suites; nil if
// none has it. The name must be the row's own: what a ledger holds under another name was made by something
// else. A measure whose values have no upper end has no row.
func Row(name string) *Meaning {
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
