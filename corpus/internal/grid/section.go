package grid

import (
	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// section is a label without figures whose rows follow.
type section struct {
	label  []Label
	indent int32
	flat   bool // its rows are not indented below it
	fresh  bool // no row has followed yet
	traits label.Traits
	period label.Period
}

// openSection closes the sections that a new one ends and opens it.
func (r *reader) openSection(i int) []Label {
	l := &r.lines[i]
	it := &l.items[0]
	if ascii.HasPrefixFold(r.text(it), "commitments and contingen") {
		// A line of the balance sheet that never has figures, and no section.
		r.closeSections(r.indentOf(it))
		return r.path(l)
	}
	indent := r.indentOf(it) - r.rank(i)
	for n := len(r.stack); n > 0 && (r.stack[n-1].indent >= indent || n >= maxDepth); n-- {
		r.stack = r.stack[:n-1]
	}
	text := r.text(it)
	s := section{indent: indent, fresh: true, traits: label.TraitsOf(text)}
	s.label = append(s.label, r.wrapped...)
	s.label = r.spans.keep(append(s.label, Label{it.Span, len(r.wrapped) > 0}))
	r.wrapped = r.wrapped[:0]
	if label.IsDate(text) {
		s.period.Add(text)
	}
	r.stack = append(r.stack, s)
	return r.path(nil)
}

// rank is how far a section without rows of its own is above the sections that follow it at the same
// indent: "ASSETS" above "Current assets:". A date is above any other.
func (r *reader) rank(i int) int32 {
	it := &r.lines[i].items[0]
	if text := r.text(it); it.content.Form == figure.YearCell || label.IsDate(text) {
		return dateRank
	}
	indent, rank := r.indentOf(it), int32(0)
	for k := i + 1; k < len(r.lines) && rank < dateRank-1; k++ {
		l := &r.lines[k]
		if l.kind == BlankRow {
			continue
		}
		if l.kind != sectionRow || r.indentOf(&l.items[0]) != indent {
			break
		}
		rank++
	}
	return rank
}

// indentUnit is what one point or one column of characters counts, so that ranks fit between indents.
const indentUnit = 8

// dateRank is the rank of a section that is a date.
const dateRank = indentUnit - 1

// indentOf is how far a label is indented: its own indent, and the column where it begins.
func (r *reader) indentOf(it *item) int32 {
	if r.plain {
		return it.lo * indentUnit
	}
	const perColumn = 8 // points; old pages indent labels by an empty cell
	indent := it.lo * perColumn
	if it.cell >= 0 {
		// Hanging indents and paddings differ by a point or two where nothing is meant.
		const grain = 4
		indent += (r.d.Cells[it.cell].Indent + grain/2) / grain * grain
	}
	return indent * indentUnit
}

// over is a label that spans several rows, which have labels of their own.
type over struct {
	block.Span
	lo, from, until int32 // its grid column and its rows
}

// see notes the label of a row that spans further ones.
func (o *over) see(l *line) {
	at := l.over
	if at < 0 {
		at = l.label
	}
	if at >= 0 && l.items[at].rows > 1 {
		it := &l.items[at]
		*o = over{it.Span, it.lo, l.index, l.index + it.rows}
	}
}

// above reports whether the label covers a row beside its own.
func (o *over) above(l *line) bool {
	if l.index >= o.until || l.index < o.from || o.Start == o.End {
		return false
	}
	return l.label < 0 || l.items[l.label].lo > o.lo
}

// path is the labels of the open sections, and the row's own.
func (r *reader) path(l *line) []Label {
	n := len(r.wrapped) + 1
	for i := range r.stack {
		n += len(r.stack[i].label)
	}
	if l != nil && l.label >= 0 {
		n++
	}
	out := r.spans.take(n)[:0]
	for i := range r.stack {
		out = append(out, r.stack[i].label...)
	}
	if l != nil && r.over.above(l) {
		out = append(out, Label{r.over.Span, false})
	}
	out = append(out, r.wrapped...)
	if l != nil && l.label >= 0 {
		out = append(out, Label{r.labelSpan(&l.items[l.label]), len(r.wrapped) > 0})
	}
	r.wrapped = r.wrapped[:0]
	return out
}

// labelSpan is a label without the dots that lead to its figures and without the colon at its end.
func (r *reader) labelSpan(it *item) block.Span {
	s := it.Span
	for s.End > s.Start+1 {
		c := r.d.Text[s.End-1]
		if c != '.' && c != ' ' || c == '.' && !isLeader(r.d.Text[s.Start:s.End]) {
			break
		}
		s.End--
	}
	return s
}

// isLeader reports whether the dots at the end of a text are a leader rather than an abbreviation.
func isLeader(b []byte) bool {
	n := len(b)
	return n > 2 && b[n-1] == '.' && (b[n-2] == '.' || b[n-2] == ' ')
}

// under is what the open sections say of a row's figures, the innermost first, and sets its period.
func (r *reader) under(row *Row) label.Traits {
	var t label.Traits
	for i := range r.stack {
		s := &r.stack[i]
		t.Enter(s.traits)
		if s.period.Year != 0 {
			row.Period = s.period
		}
	}
	return t
}

// closeSections ends the sections that a row at the given indent is not in.
func (r *reader) closeSections(indent int32) {
	for n := len(r.stack); n > 0; n-- {
		s := &r.stack[n-1]
		if s.fresh {
			// A first row that is no deeper shows that this table does not indent.
			s.fresh, s.flat = false, indent <= s.indent
			if s.flat {
				s.indent = indent
			}
		}
		if s.indent < indent || s.flat && s.indent <= indent {
			break
		}
		r.stack = r.stack[:n-1]
	}
	for i := range r.stack {
		r.stack[i].fresh = false
	}
}

// endsSection reports whether a row ends the section whose figures it adds up.
func endsSection(label []byte) bool {
	return ascii.HasPrefixFold(label, "total") || ascii.HasPrefixFold(label, "net cash") || ascii.HasPrefixFold(label, "cash provided") ||
		ascii.HasPrefixFold(label, "cash used")
}

// closeFlat ends the innermost section whose rows are not indented.
func (r *reader) closeFlat(indent int32) {
	if n := len(r.stack); n > 0 && r.stack[n-1].flat && r.stack[n-1].indent >= indent {
		r.stack = r.stack[:n-1]
	}
}
