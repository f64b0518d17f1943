package grid

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// notedScale is a footnote that states the unit of what bears its mark: "(a) In thousands."
type notedScale struct {
	mark  []byte
	power int8
}

// notedScales gives the columns and rows that bear such a mark the scale of their footnote. It wins over
// the table's own, as it is nearer.
func (r *reader) notedScales(g *Grid) {
	notes := r.scaleNotes(g)
	if len(notes) == 0 {
		return
	}
	for i := range g.Rows {
		row := &g.Rows[i]
		if row.Kind != DataRow {
			continue
		}
		for k := range row.Values {
			v := &row.Values[k]
			for _, n := range notes {
				if v.takesScale() && (r.bearsMark(row.Path, n.mark) || r.bearsMark(g.Column(row, v).Path, n.mark)) {
					v.Scale, v.scales = n.power, false
					if n.power == 0 && v.Unit == label.NoUnit && v.Currency == "" {
						v.Unit = label.Count
					}
				}
			}
		}
	}
}

func (v *Value) takesScale() bool {
	return v.scales && (v.Unit == label.NoUnit || v.Unit == label.Money || v.Unit == label.Shares)
}

// scaleNotes are the footnotes just below a table that begin with a unit.
func (r *reader) scaleNotes(g *Grid) (notes []notedScale) {
	const below = 8 // blocks
	from := r.d.Tables[g.Table].Blocks.End
	for i := from; i < from+below && int(i) < len(r.d.Blocks); i++ {
		text := r.d.Of(r.d.Blocks[i].Span)
		if len(text) == 0 || text[0] != '(' || r.d.Blocks[i].Table >= 0 {
			break
		}
		n := figure.FootnoteLength(text)
		rest := bytes.TrimLeft(text[n:], " \t")
		const longest = 24 // of "In thousands", to where it ends
		if s, ok := label.FindScaling(rest[:min(len(rest), longest)]); ok && s.Stated && s.Start < 4 && n > 0 {
			notes = append(notes, notedScale{text[:n], s.Power()})
		} else if n > 0 && (ascii.HasPrefixFold(rest, "not in ") || ascii.HasPrefixFold(rest, "actual ")) {
			notes = append(notes, notedScale{text[:n], 0})
		}
	}
	return notes
}

// bearsMark reports whether the last label of a path ends with a footnote's mark.
func (r *reader) bearsMark(path []Label, mark []byte) bool {
	return len(path) > 0 && bytes.HasSuffix(r.d.Of(path[len(path)-1].Span), mark)
}
