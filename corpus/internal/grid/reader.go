package grid

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// item is one filled cell of a row with the signs beside it and its grid columns.
type item struct {
	block.Span // all of its text
	content    figure.Cell
	lo, hi     int32 // grid columns, or columns of characters in plain text
	sign       int32 // plain text: where the number's "$" is, or 0
	cell       int32
	rows       int32 // rows that it spans
	col        int32 // column of figures that it falls into, or -1
	style      block.Style
}

// line is one row of the source while it is read.
type line struct {
	items   []item
	index   int32 // row of the block.Table
	kind    RowKind
	numbers int32 // amounts and nils
	years   int32
	label   int32 // index of its label in items, or -1
	over    int32 // index of a label before its own that spans rows, or -1
}

// reader holds what is used again from table to table.
type reader struct {
	d            *block.Doc
	table        int32
	plain        bool
	items        []item
	lines        []line
	cross        []int32 // cells that cross a column edge
	depth        []int32 // cells that cover a grid column
	splitVotes   []int32 // rows that have two cells of one column on both sides of an edge
	splits       []int32 // edges where a column was split
	cols         []cluster
	zone         int32 // grid column where the figures begin
	width        int32
	money        bool // a currency sign is somewhere in the table
	code         figure.Unit
	spans        arena[Label]
	values       arena[Value]
	rows         arena[Row]
	stack        []section
	grids        []Grid // those read before
	last         *Grid  // the numeric grid before this one, for tables that continue on the next page
	wrapped      []Label
	joined       []byte
	aboveLabels  block.Span    // the last words above the labels of the table's rows
	levels       []levelTraits // of the band that is read
	corner       section       // the date in the corner of the last band of headers
	over         over
	commas, bare int // figures above 999 with and without a comma
	unitColumn   unitColumn
}

// unitColumn is the grid columns of a column that states the unit of each row, below the header "Unit".
type unitColumn struct{ lo, hi int32 }

// find takes in a header.
func (u *unitColumn) find(it *item, text []byte) {
	for _, header := range [...]string{"unit", "units", "uom", "unit of measure"} {
		if len(text) == len(header) && ascii.HasPrefixFold(text, header) {
			*u = unitColumn{it.lo, it.hi}
		}
	}
}

func (u *unitColumn) holds(it *item) bool { return it.lo < u.hi && it.hi > u.lo && it.lo > 0 }

// cluster is one column of figures while it is found.
type cluster struct {
	lo, hi  int32
	numbers int32
	texts   int32
	years   int32
	bare    int32 // "(1)" and other footnote marks
}

// arena hands out slices from chunks, so that a table's slices cost no allocation each. Chunks grow, because many
// documents have only a small table or two.
type arena[T any] struct{ chunk []T }

func (a *arena[T]) take(n int) []T {
	const first, largest = 32, 2048
	if n > cap(a.chunk)-len(a.chunk) {
		a.chunk = make([]T, 0, max(n, min(max(first, 2*cap(a.chunk)), largest)))
	}
	from := len(a.chunk)
	a.chunk = a.chunk[:from+n]
	return a.chunk[from : from+n : from+n]
}

// keep copies a slice into the arena.
func (a *arena[T]) keep(s []T) []T {
	if len(s) == 0 {
		return nil
	}
	out := a.take(len(s))
	copy(out, s)
	return out
}

// All reads every table of a document, in their order. A unit that a table does not state is inherited
// from the statement or the notes that it is in.
func All(d *block.Doc) []Grid {
	out := make([]Grid, len(d.Tables))
	r := reader{d: d, grids: out}
	for i := range d.Tables {
		r.read(&out[i], int32(i))
	}
	r.inherit(out)
	return out
}

// read fills one grid.
func (r *reader) read(g *Grid, table int32) {
	t := &r.d.Tables[table]
	g.Table, g.doc = table, r.d
	r.table, r.plain = table, t.Plain
	r.items, r.lines = r.items[:0], r.lines[:0]
	r.money, r.code = false, ""
	r.commas, r.bare, r.unitColumn = 0, 0, unitColumn{}
	if t.Plain {
		r.splitLines(t)
	} else {
		r.splitCells(t)
	}
	if c := r.survey(); !r.isNumeric(&c) {
		r.layout(g, &c)
		return
	}
	r.columns()
	if len(r.cols) == 0 {
		r.layout(g, &layoutCounts{rows: len(r.lines)})
		return
	}
	g.Kind = Numeric
	r.aboveLabels = block.Span{}
	r.headers(g)
	g.aboveLabels = r.aboveLabels
	r.continueTable(g)
	r.body(g)
	r.notedScales(g)
	r.findUnit(g)
	r.caption(g)
	if r.money && g.Scaling.Currency == "" {
		g.Scaling.Currency = r.code
	}
	g.printsMoney = r.money
	r.last = g
}

// splitCells makes items of a table's cells. Cells come row by row.
func (r *reader) splitCells(t *block.Table) {
	cells := r.d.Cells[t.Cells.Start:t.Cells.End]
	for i := 0; i < len(cells); {
		row := cells[i].Row
		from := len(r.items)
		for ; i < len(cells) && cells[i].Row == row; i++ {
			if c := &cells[i]; c.End > c.Start {
				r.addCell(c, t.Cells.Start+int32(i), from)
			}
		}
		r.addLine(row, from)
	}
}

// addCell appends one filled cell to the row that began at from, or merges it into the cell before.
func (r *reader) addCell(c *block.Cell, index int32, from int) {
	it := item{Span: trim(r.d.Text, c.Span), cell: index, rows: c.RowSpan, col: -1, style: c.Style}
	if it.Start == it.End {
		return
	}
	it.lo = min(max(c.Col, 0), maxColumns-1)
	it.hi = max(min(it.lo+max(min(c.ColSpan, maxColumns), 1), maxColumns), it.lo+1)
	it.content = figure.ReadCell(r.d.Of(it.Span))
	if it.content.Form == figure.WordCell {
		r.readVariant(&it)
	}
	if it.content.Form == figure.NumberCell && (it.content.Coef == 0 && isZeros(r.text(&it)) || isYearOf(&it.content, r.text(&it))) {
		it.content = figure.Cell{Form: figure.WordCell} // "$000" is a unit, and "2024 £m" a header
	}
	r.add(it, from)
}

// isZeros reports whether a text ends with the three zeros of a unit: "(US$000)".
func isZeros(text []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(text, ")"), []byte("000")) && bytes.IndexByte(text, '.') < 0
}

// isYearOf reports whether a number is a year before the unit of the figures below it: "2024 £m".
func isYearOf(c *figure.Cell, text []byte) bool {
	const digits, earliest, latest = 4, 1980, 2100
	return c.Currency != "" && c.Coef >= earliest && c.Coef <= latest && c.Exp == 0 && len(text) > digits+1 &&
		ascii.IsDigit(text[0]) && text[digits] == ' '
}

// readVariant reads a cell of words as a figure with a footnote's mark, with blanks between its thousands, or to one:
// "1,116 (2)", "53 773", "1.8 to 1".
func (r *reader) readVariant(it *item) {
	const longest = 32
	text := r.text(it)
	if len(text) > longest {
		return
	}
	for _, toOne := range [...]string{" to 1", ":1", ": 1", " : 1", "-to-1", " to 1.0", ":1.0", " to 1.00", ":1.00"} {
		before, ok := bytes.CutSuffix(text, []byte(toOne))
		if !ok {
			continue
		}
		if c := figure.ReadCell(before); c.Form == figure.NumberCell && c.Currency == "" {
			c.Kind = figure.Multiple
			it.content = c
		}
		return
	}
	if i := bytes.LastIndexByte(text, '('); i > 1 && figure.FootnoteLength(text[i:]) == len(text)-i {
		before := bytes.TrimRight(text[:i], " \u00a0")
		if c := figure.ReadCell(before); c.Form == figure.NumberCell {
			it.content = c
			it.End = it.Start + int32(len(before))
		}
		return
	}
	if joined := joinThousands(text); joined != nil {
		if c := figure.ReadCell(joined); c.Form == figure.NumberCell {
			it.content = c
		}
	}
}

// joinThousands is a text with commas for the blanks before three digits: "53 773". It is nil where there are none.
func joinThousands(text []byte) (joined []byte) {
	from := 0
	for i := 1; i+3 < len(text); i++ {
		if !ascii.IsDigit(text[i-1]) {
			continue
		}
		n := blankLength(text[i:])
		if n > 0 && startsThousand(text[i+n:]) {
			joined = append(append(joined, text[from:i]...), ',')
			from = i + n
		}
	}
	if joined == nil {
		return nil
	}
	return append(joined, text[from:]...)
}

// blankLength is the length of the blank that opens b, or 0.
func blankLength(b []byte) int {
	for _, blank := range [...]string{" ", "\u00a0", "\u202f", "\u2009"} {
		if len(b) >= len(blank) && string(b[:len(blank)]) == blank {
			return len(blank)
		}
	}
	return 0
}

// startsThousand reports whether b opens with three digits and no fourth.
func startsThousand(b []byte) bool {
	const group = 3
	for i := range group {
		if i >= len(b) || !ascii.IsDigit(b[i]) {
			return false
		}
	}
	return len(b) == group || !ascii.IsAlnum(b[group])
}

// How many empty grid columns, or columns of characters, may be between a number and its signs: text
// made from pages prints "$" at the left of its column, however wide that is.
const (
	signReach   = 12
	signsInText = 48
	markReach   = 3
)

// add appends an item to the row that began at from, after merging what belongs together: "$" and "("
// with the number to their right, ")" and "%" with the number to their left.
func (r *reader) add(it item, from int) {
	reach := int32(signReach)
	if r.plain {
		reach = signsInText
	}
	if n := len(r.items); n > from {
		before := &r.items[n-1]
		gap := it.lo - before.hi
		switch {
		case n-1 == from && before.content.Form == figure.PrefixCell && isCode(r.text(before)):
			// The label of a row in a table by currencies: "SEK".
		case r.unitColumn.holds(before):
		case before.content.Form == figure.PrefixCell && it.content.Form.IsFigure() && gap <= reach:
			before.prefixed(it)
			return
		case before.content.Form == figure.PrefixCell && it.content.Form == figure.PrefixCell && gap <= markReach &&
			(before.content.Currency == "" || it.content.Currency == ""): // not the headers "RMB" and "US$"
			before.content.Open = before.content.Open || it.content.Open
			if before.content.Currency == "" {
				before.content.Currency = it.content.Currency
			}
			before.End, before.hi = it.End, it.hi
			return
		case gap == 0 && r.continues(before, &it):
			return
		case it.content.Form == figure.SuffixCell && before.content.Form == figure.YearCell:
			it.content = figure.Cell{Form: figure.WordCell} // the headers "2024" and "%"
		case it.content.Form == figure.SuffixCell && before.content.Form.IsFigure() && gap <= markReach:
			before.suffixed(it)
			return
		case it.content.Form == figure.MarkCell && before.content.Form.IsFigure() && gap <= markReach:
			before.End, before.hi = it.End, it.hi
			return
		}
	}
	r.items = append(r.items, it)
}

// continues joins the decimals of a number whose integer is in the cell before: "(13" and ".8)".
func (r *reader) continues(before, it *item) bool {
	const hundreds = 999
	b := &before.content
	if it.content.Form != figure.NumberCell || r.text(it)[0] != '.' || b.Form != figure.NumberCell || b.Exp != 0 ||
		b.Currency != "" || b.Coef > hundreds || b.Coef < -hundreds {
		return false
	}
	joined := figure.ReadCell(append(append([]byte(nil), r.text(before)...), r.text(it)...))
	if joined.Form != figure.NumberCell {
		return false
	}
	before.End, before.hi, before.content = it.End, it.hi, joined
	return true
}

// prefixed turns a "$" or "(" into the number that follows it.
func (it *item) prefixed(number item) {
	sign := it.content
	it.End, it.hi = number.End, number.hi
	it.cell, it.content = number.cell, number.content
	it.content.Prefix(sign)
	it.rows, it.style = number.rows, number.style
	if number.cell < 0 {
		it.sign, it.lo = it.lo, number.lo // in plain text digits are below digits, and "$" anywhere before them
	}
}

// suffixed takes a ")" or "%" into the number before it.
func (it *item) suffixed(sign item) {
	it.End, it.hi = sign.End, sign.hi
	it.content.Suffix(sign.content)
}

// isCode reports whether a text is a currency's code rather than a sign.
func isCode(text []byte) bool {
	const length = 3
	return len(text) == length && ascii.IsLetter(text[0]) && ascii.IsLetter(text[1]) && ascii.IsLetter(text[2])
}

// addLine closes the row whose items began at from.
func (r *reader) addLine(index int32, from int) {
	l := line{items: r.items[from:len(r.items):len(r.items)], index: index, label: -1, over: -1}
	for i := range l.items {
		switch it := &l.items[i]; it.content.Form {
		case figure.NumberCell, figure.NilCell:
			l.numbers++
			switch {
			case it.content.Grouped:
				r.commas++
			case it.content.Exp == 0 && (it.content.Coef > 999 || it.content.Coef < -999):
				r.bare++
			}
			if it.content.Currency != "" {
				r.money = true
				if r.code == "" {
					r.code = it.content.Currency
				}
			}
		case figure.YearCell:
			l.years++
		case figure.WordCell:
			if len(r.lines) < maxHeaders {
				r.unitColumn.find(it, r.text(it))
			}
		}
	}
	r.lines = append(r.lines, l)
}

// trim takes blanks off both ends of a span.
func trim(text []byte, s block.Span) block.Span {
	for s.Start < s.End && ascii.IsSpace(text[s.Start]) {
		s.Start++
	}
	for s.Start < s.End && ascii.IsSpace(text[s.End-1]) {
		s.End--
	}
	return s
}

// isNumeric reports whether the table holds figures rather than layout: at least four amounts, or two of
// which one carries a sign, that make up a fifth of its filled cells.
func (r *reader) isNumeric(c *layoutCounts) bool {
	const enough, share, prose = 4, 5, 400
	if c.isContents() || c.signed || c.exhibits > 1 && c.exhibits*2 >= c.rows {
		return false
	}
	filled, beside, numbers, years := 0, 0, 0, 0 // beside: in rows of numbers
	long, marked := 0, 0
	for i := range r.lines {
		l := &r.lines[i]
		filled += len(l.items)
		if l.numbers > 0 {
			beside += len(l.items)
		}
		years += int(l.years)
		for j := range l.items {
			it := &l.items[j]
			if it.End-it.Start > prose {
				long++
			}
			switch {
			case it.content.Form == figure.NilCell && len(l.items) > 1:
				numbers++
			case it.content.Form == figure.NumberCell && !listMark(l, j):
				numbers++
				if carriesSign(&it.content) || it.content.Grouped || it.content.Exp < 0 || it.content.Coef <= -100 {
					marked++
				}
			case it.content.Form == figure.WordCell:
				if _, ok := figure.ReadCellRange(r.text(it)); ok {
					numbers++
					marked++
				}
			}
		}
	}
	switch {
	case numbers*share < filled || numbers == 0:
		return false
	case numbers >= enough:
		return (marked > 0 || long == 0) && (marked > 0 || numbers*2 >= beside || years > 0)
	}
	return long == 0 && (marked > 1 || numbers > 1 && years > 1)
}

// carriesSign reports whether a number carries a currency or a percent sign.
func carriesSign(c *figure.Cell) bool { return c.Currency != "" || c.Kind == figure.Percent }

// listMark reports whether a number only counts a list: the first cell of a row, a bare small integer with
// words after it.
func listMark(l *line, j int) bool {
	c := &l.items[j].content
	if j != 0 || len(l.items) < 2 || carriesSign(c) || c.Grouped {
		return false
	}
	return l.items[1].content.Form == figure.WordCell && l.items[1].End-l.items[1].Start > 12
}

// text is an item's text.
func (r *reader) text(it *item) []byte { return r.d.Text[it.Start:it.End] }
