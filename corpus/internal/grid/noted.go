package grid

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// notedScale is a footnote that states the unit of what bears its mark: "(a) In thousands."
type notedScale struct {
	mark     []byte
	power    int8
	ofShares bool // it names shares: "(1) Number of shares in thousands."
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
				if v.takesScale() && (!n.ofShares || v.Unit == label.Shares) &&
					(r.bearsMark(row.Path, n.mark) || r.bearsMark(g.Column(row, v).Path, n.mark)) {
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
		const longest, whole = 24, 60 // of "In thousands", to where it ends; of "Number of shares in thousands."
		if len(rest) > whole {
			rest = rest[:longest]
		}
		if s, ok := label.FindScaling(rest); ok && s.Stated && n > 0 && (s.Start < 4 || s.SharesOnly) {
			notes = append(notes, notedScale{text[:n], s.Power(), s.SharesOnly})
		} else if n > 0 && (ascii.HasPrefixFold(rest, "not in ") || ascii.HasPrefixFold(rest, "actual ")) {
			notes = append(notes, notedScale{mark: text[:n]})
		}
	}
	return notes
}

// bearsMark reports whether the last label of a path ends with a footnote's mark, raised or not.
func (r *reader) bearsMark(path []Label, mark []byte) bool {
	if len(path) == 0 {
		return false
	}
	text := r.d.Of(path[len(path)-1].Span)
	at := bytes.LastIndexAny(text, "([")
	return at >= 0 && string(lowered(text[at:])) == string(lowered(mark))
}

// lowered is a footnote's mark with its raised digits as plain ones.
func lowered(mark []byte) []byte {
	return bytes.Map(func(c rune) rune {
		switch {
		case c == '¹':
			return '1'
		case c == '²' || c == '³':
			return c - '²' + '2'
		case c >= '⁰' && c <= '⁹':
			return c - '⁰' + '0'
		}
		return c
	}, mark)
}
