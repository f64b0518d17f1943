package grid

import (
	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// headers finds the rows above the first figures and makes the first band of columns of them.
func (r *reader) headers(g *Grid) {
	g.Width = len(r.cols)
	first := r.firstData()
	end := 0
	for i := 0; i < first; i++ {
		if r.aboveFigures(&r.lines[i]) {
			end = i + 1
		}
	}
	if end > 0 && end < first && r.continuesCorner(&r.lines[end-1], &r.lines[end]) {
		end++
	}
	for i := range r.lines[:end] {
		l := &r.lines[i]
		switch {
		case len(l.items) == 0:
			l.kind = BlankRow
		case r.isTitle(l):
			l.kind = titleRow
		default:
			l.kind = HeaderRow
		}
	}
	g.Bands = append(g.Bands, r.band(0, end, nil))
}

// continuesCorner reports whether the corner of a header continues in the next row: "Years ended" above "June 30,".
func (r *reader) continuesCorner(l, next *line) bool {
	if l.label < 0 || next.label != 0 || len(next.items) != 1 {
		return false
	}
	return label.IsDate(r.text(&next.items[0])) && endsOpen(r.text(&l.items[l.label]))
}

// firstData is the index of the first row with figures below the header.
func (r *reader) firstData() int {
	for i := range r.lines {
		if r.isData(&r.lines[i]) {
			return i
		}
	}
	return len(r.lines)
}

// isData reports whether a row holds figures: an amount beside a label, or amounts alone that no header
// would print. Percentages and bare integers without a label may head the columns of a sensitivity table.
func (r *reader) isData(l *line) bool {
	if l.numbers == 0 {
		return false
	}
	if l.label >= 0 {
		return true
	}
	for i := range l.items {
		c := &l.items[i].content
		if c.Form == figure.NilCell || c.Form == figure.NumberCell && (c.Currency != "" || c.Grouped || c.Exp < 0) {
			return true
		}
	}
	return false
}

// aboveFigures reports whether a row has cells above columns of figures.
func (r *reader) aboveFigures(l *line) bool {
	for i := range l.items {
		it := &l.items[i]
		if it.col >= 0 || it.hi > r.zone && len(l.items) > 1 {
			return true
		}
	}
	return false
}

// isTitle reports whether a row is one text that begins with the labels and reaches over the figures, or
// only states the unit.
func (r *reader) isTitle(l *line) bool {
	if len(l.items) != 1 {
		return false
	}
	it := &l.items[0]
	return it.col < 0 && (it.hi > r.zone || r.plain && l.label < 0) || r.isUnitOnly(it)
}

// isUnitOnly reports whether an item only states a unit: "(in millions)".
func (r *reader) isUnitOnly(it *item) bool {
	const longest, bracketed = 90, 200
	text := r.text(it)
	limit := longest
	if len(text) > 0 && text[0] == '(' && text[len(text)-1] == ')' {
		limit = bracketed
	}
	if len(text) > limit || it.content.Form != figure.WordCell {
		return false
	}
	if ascii.HasPrefixFold(text, "shares") {
		return false // "Shares (millions)" names a column, too
	}
	s, ok := label.FindScaling(text)
	return ok && s.Stated && s.Start < 24
}

// isHeaderBelow reports whether a row within the body names the columns again: it has no figures, and years,
// dates or words above columns.
func (r *reader) isHeaderBelow(l *line) bool {
	if l.numbers > 0 || len(l.items) == 0 {
		return false
	}
	heads, dates, texts := 0, 0, 0
	for j := range l.items {
		it := &l.items[j]
		if it.col < 0 {
			continue
		}
		heads++
		switch text := r.text(it); {
		case it.content.Form == figure.YearCell || it.content.Form == figure.WordCell && label.IsDate(text):
			dates++
		case it.content.Form == figure.WordCell && !isNotAvailable(text):
			texts++
		}
	}
	if heads == 0 || dates+texts < heads {
		return false
	}
	if l.label < 0 {
		return dates == heads || heads > 1 || len(r.cols) == 1
	}
	head := r.text(&l.items[l.label])
	if label.IsDate(head) && heads > 1 && heads == len(r.cols) {
		return true // "December 31, 2014 | Level 1 | Level 2 | Total"
	}
	return dates == heads && (heads > 1 || len(r.cols) == 1) && (label.IsDate(head) || statesScale(head))
}

func statesScale(text []byte) bool {
	_, ok := label.FindScaling(text)
	return ok
}

// isNotAvailable reports whether a text says that there is no figure.
func isNotAvailable(text []byte) bool {
	switch string(text) {
	case "N/A", "n/a", "NA", "N.A.", "n.a.", "NM", "nm", "N/M", "n/m", "N.M.", "n.m.", "NMF", "NR", "none", "None":
		return true
	}
	return false
}

// spanOf is the text from the first to the last item of a row.
func spanOf(items []item) block.Span {
	if len(items) == 0 {
		return block.Span{}
	}
	return block.Span{Start: items[0].Start, End: items[len(items)-1].End}
}
