package analysis

import (
	"slices"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// splitByTag are the columns of a run with each measure split by the values of a tag, where the run says that
// no number may mix them: hit@5 becomes "hit@5 filtered" and "hit@5 open". Without such a tag they stay.
func splitByTag(c *ledger.Columns, tag string) *ledger.Columns {
	at := slices.IndexFunc(c.Groups, func(g *ledger.Group) bool { return g.Tag == tag })
	if tag == "" || at < 0 {
		return c
	}
	parts := *c
	parts.Measures = nil
	parts.Groups = slices.Delete(slices.Clone(c.Groups), at, at+1)
	of := c.Groups[at]
	for value, name := range of.Values {
		for _, m := range c.Measures {
			if part := partOf(m, of, int32(value)); part != nil {
				part.Name = m.Name + " " + name
				parts.Measures = append(parts.Measures, part)
			}
		}
	}
	return &parts
}

// partOf is a measure over the attempts at cases with one value of a tag, as if the others had never been
// made; nil if there are none.
func partOf(m *ledger.Column, of *ledger.Group, value int32) *ledger.Column {
	part := &ledger.Column{Values: m.Values, Outcomes: slices.Clone(m.Outcomes)}
	some := false
	for i := range part.Outcomes {
		if of.Of[i] != value {
			part.Outcomes[i] = 0
		} else if m.Outcomes.At(i) != score.Outcome("") {
			some = true
		}
	}
	if !some {
		return nil
	}
	return part
}
