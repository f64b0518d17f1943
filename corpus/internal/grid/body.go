package grid

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// body makes the grid's rows: sections by indent, wrapped labels, headers that come again, figures.
func (r *reader) body(g *Grid) {
	r.rowKinds()
	g.Rows = r.rows.take(len(r.lines))
	r.stack, r.wrapped = r.stack[:0], r.wrapped[:0]
	r.over = over{}
	r.openCorner(g.Bands[0])
	data := false
	for i := range r.lines {
		l, row := &r.lines[i], &g.Rows[i]
		if l.kind == HeaderRow && data && r.lines[i-1].kind != HeaderRow && len(g.Bands) < maxBands {
			r.newBand(g, i)
		}
		*row = Row{Span: spanOf(l.items), Kind: l.kind, Band: int32(len(g.Bands) - 1), Index: l.index}
		switch l.kind {
		case WrappedRow:
			if len(r.wrapped) < maxWrapped {
				r.wrapped = append(r.wrapped, Label{l.items[0].Span, len(r.wrapped) > 0})
			}
		case sectionRow:
			row.Path = r.openSection(i)
		case DataRow:
			data = true
			r.data(g, l, row)
		}
	}
	fillBetween(g.Rows)
}

// rowKinds settles the kind of every row below the first header.
func (r *reader) rowKinds() {
	last := len(r.lines) - 1
	for last > 0 && r.lines[last].numbers == 0 {
		last--
	}
	for i := range r.lines {
		l := &r.lines[i]
		if l.kind != BlankRow || len(l.items) == 0 {
			continue
		}
		switch {
		case r.isNote(l, i > last):
			l.kind = NoteRow
		case l.numbers > 0:
			l.kind = DataRow
		case r.isHeaderBelow(l):
			l.kind = HeaderRow
		case r.hasValues(l):
			l.kind = DataRow
		case i > last:
			l.kind = r.trailing(l)
		case r.wraps(i):
			l.kind = WrappedRow
		case len(l.items) == 1 && r.isUnitOnly(&l.items[0]) && r.text(&l.items[0])[0] == '(':
			l.kind = titleRow
		default:
			l.kind = sectionRow
		}
	}
}

// isNote reports whether a row is a footnote: a mark and words.
func (r *reader) isNote(l *line, below bool) bool {
	first := &l.items[0]
	if len(l.items) == 2 && l.items[1].content.Form == figure.WordCell {
		switch {
		case first.content.Form == figure.MarkCell, first.content.Bare:
			return true
		}
	}
	if len(l.items) != 1 || first.content.Form != figure.WordCell {
		return false
	}
	text := r.text(first)
	const long = 120
	marked := figure.FootnoteLength(text) > 0
	return below && (text[0] == '*' || text[0] == '(' && marked) || marked && len(text) > long
}

// trailing is the kind of a row of words below the last figures.
func (r *reader) trailing(l *line) RowKind {
	const prose = 60
	if l.items[0].End-l.items[0].Start > prose {
		return NoteRow
	}
	return sectionRow
}

// hasValues reports whether a row without figures has words or years in columns of figures, beside a label.
func (r *reader) hasValues(l *line) bool {
	if l.label < 0 {
		return false
	}
	for j := range l.items {
		if l.items[j].col >= 0 {
			return true
		}
	}
	return false
}

// wraps reports whether the label of a row continues in the next one: nothing ends it here, and the next
// begins in lower case, or this one is open at its end.
func (r *reader) wraps(i int) bool {
	l := &r.lines[i]
	if i+1 >= len(r.lines) || l.label != 0 || l.items[0].content.Form != figure.WordCell {
		return false
	}
	next := &r.lines[i+1]
	if len(next.items) == 0 || next.items[0].content.Form != figure.WordCell || next.label != 0 {
		return false
	}
	text, then := r.text(&l.items[0]), r.text(&next.items[0])
	if text[len(text)-1] == ':' {
		return false
	}
	if c := then[0]; ascii.IsLower(c) {
		return !bytes.HasPrefix(then, []byte("of which"))
	}
	if r.plain && r.hangs(i) {
		return true
	}
	return endsOpen(text) || bytes.Count(text, []byte{'('}) > bytes.Count(text, []byte{')'})
}

// hangs reports whether the row below is the deeper second line of a label, and not the first of the rows
// of a section: the row after it is indented no deeper than this one.
func (r *reader) hangs(i int) bool {
	const deepest = 4
	at, below := r.lines[i].items[0].lo, r.lines[i+1].items[0].lo
	if below <= at || below > at+deepest || r.lines[i+1].numbers == 0 {
		return false
	}
	const ahead = 8 // lines
	for _, l := range r.lines[i+2 : min(i+2+ahead, len(r.lines))] {
		if len(l.items) > 0 && l.label == 0 {
			return l.items[0].lo <= at
		}
	}
	return true
}

// endsOpen reports whether a label cannot be complete: it ends with a comma, a hyphen or a small word.
func endsOpen(text []byte) bool {
	switch text[len(text)-1] {
	case ',', '-', '/', '(':
		return true
	}
	i := bytes.LastIndexByte(text, ' ')
	switch string(text[i+1:]) {
	case "of", "and", "for", "to", "ended", "ending", "in", "the", "on", "from", "by", "with", "or", "net", "at":
		return i >= 0
	}
	return false
}

// data fills a row of figures.
func (r *reader) data(g *Grid, l *line, row *Row) {
	columns := g.Bands[row.Band]
	r.joined = r.joined[:0]
	for _, w := range r.wrapped {
		r.joined = append(append(r.joined, r.d.Of(w.Span)...), ' ')
	}
	indent, closing := int32(0), false
	if l.label >= 0 {
		it := &l.items[l.label]
		indent = r.indentOf(it)
		first := len(r.stack) > 0 && r.stack[len(r.stack)-1].fresh
		r.closeSections(indent)
		closing = !first && endsSection(r.text(it))
		r.joined = append(r.joined, r.text(it)...)
	}
	if n := len(r.stack); l.label < 0 && n > 1 && !r.stack[n-1].fresh {
		r.stack = r.stack[:n-1] // a sum without a name ends the innermost section
	}
	r.over.see(l)
	row.Path = r.path(l)
	of := label.TraitsOf(r.joined)
	under := r.under(row)
	for j := range l.items {
		if it := &l.items[j]; r.unitColumn.holds(it) && !it.content.Form.IsFigure() {
			of.TakeUnit(label.TraitsOf(r.text(it)))
		}
	}
	g.hinted = g.hinted || of.Hint != label.NoUnit
	g.stocked = g.stocked || of.Stock || under.Stock
	g.ownScales = g.ownScales || of.Scaled || under.Scaled
	n := 0
	for j := range l.items {
		if it := &l.items[j]; it.col >= 0 && isValue(it.content.Form) {
			n++
		}
	}
	row.Values = r.values.take(n)[:0]
	for j := range l.items {
		if it := &l.items[j]; it.col >= 0 && isValue(it.content.Form) {
			row.Values = append(row.Values, r.value(it, &columns[it.col].Traits, of, under))
			g.hinted = g.hinted || columns[it.col].Hint == label.Shares
		}
	}
	if closing {
		r.closeFlat(indent)
	}
	if p, ok := label.BalanceDate(r.joined); ok {
		row.Period = p
	} else {
		row.opening = of.Opening
	}
}

// fillBetween gives the rows between two dated balances the period that ends with the lower one.
func fillBetween(rows []Row) {
	first := 0
	for first < len(rows) && (rows[first].Kind != DataRow || rows[first].Period.Day == 0) {
		first++
	}
	var below label.Period
	for i := len(rows) - 1; i > first; i-- {
		r := &rows[i]
		switch {
		case r.Kind != DataRow:
		case r.Period.Year != 0:
			below = r.Period
		case below.Day != 0:
			const year = 12
			r.Period = below
			r.Period.Months = year
		}
	}
}

func isValue(k figure.CellForm) bool { return k.IsFigure() || k == figure.WordCell }
