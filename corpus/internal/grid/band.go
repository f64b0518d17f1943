package grid

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
)

// maxBands bounds how often a table may name its columns again; further headers name nothing.
const maxBands = 64

// banding is a band of headers while it is built.
type banding struct {
	columns []Column
	ends    []covered
	heads   []head  // the header cells of the current row
	best    []int32 // for each column the index of the one above it, or -1
}

// covered is the range of columns that the last piece of a column's header covers.
type covered struct {
	first, last int32
	open        bool // a unit phrase whose bracket closes in the next piece
}

// head is one header cell.
type head struct {
	it          *item
	first, last int32 // the columns below it
	unit        bool  // it only says the unit
}

// band makes columns of the header rows from … to of the table. Where base is given, the columns continue
// its paths.
func (r *reader) band(from, to int, base []Column) []Column {
	b := r.newBanding(min(to-from, maxHeaders) + 1)
	var stub label.Period
	r.corner = section{}
	r.levels = r.levels[:0]
	for i := from; i < min(to, from+maxHeaders); i++ {
		l := &r.lines[i]
		if l.kind == titleRow || l.kind == BlankRow {
			continue
		}
		if l.label >= 0 {
			it := &l.items[l.label]
			if base == nil {
				r.aboveLabels = it.Span
			}
			stub.Add(r.text(it))
			if label.IsDate(r.text(it)) {
				r.corner = section{label: []Label{{it.Span, false}}, indent: r.indentOf(it) - dateRank}
			}
		}
		r.assignHeads(l, b)
		for c := range b.columns {
			if b.best[c] >= 0 {
				r.addHeader(&b.columns[c], &b.heads[b.best[c]], &b.ends[c])
			}
		}
	}
	for c := range b.columns {
		if base != nil {
			b.columns[c].Path = append(b.columns[c].Path, base[c].Path...)
		}
		r.settle(&b.columns[c], stub)
	}
	r.corner.period = stub
	return b.columns
}

// newBanding allocates for columns whose paths have at most the given number of pieces.
func (r *reader) newBanding(depth int) *banding {
	n := len(r.cols)
	b := &banding{columns: make([]Column, n), ends: make([]covered, n), best: make([]int32, n)}
	paths := r.spans.take(n * depth)
	for c := range b.columns {
		b.columns[c].Path = paths[c*depth : c*depth : (c+1)*depth]
		b.ends[c] = covered{-1, -1, false}
	}
	return b
}

// assignHeads finds for each column the header cell of one row that is above it.
func (r *reader) assignHeads(l *line, b *banding) {
	b.heads = b.heads[:0]
	for c := range b.best {
		b.best[c] = -1
	}
	for j := range l.items {
		it := &l.items[j]
		if int32(j) == l.label && it.hi <= r.zone || it.content.Form == figure.MarkCell {
			continue
		}
		h := head{it: it, unit: r.isUnitOnly(it)}
		h.first, h.last = r.reach(it)
		b.heads = append(b.heads, h)
		for c := h.first; c <= h.last; c++ {
			if best := b.best[c]; best < 0 || r.overlap(c, it) > r.overlap(c, b.heads[best].it) {
				b.best[c] = int32(len(b.heads) - 1)
			}
		}
	}
	if r.plain && r.allDated(b.heads) {
		r.spread(b)
	}
}

// allDated reports whether a row of headers names only dates or units.
func (r *reader) allDated(heads []head) bool {
	for i := range heads {
		if text := r.text(heads[i].it); !heads[i].unit && heads[i].it.content.Form != figure.YearCell && !label.IsDate(text) {
			return false
		}
	}
	return true
}

// spread widens dates that are centred over several columns of plain text without a rule below them to
// show how many: each reaches half way to its neighbours, the outer ones as far outwards.
func (r *reader) spread(b *banding) {
	n := len(b.heads)
	if n == 0 || n >= len(r.cols) {
		return
	}
	for i := range b.heads {
		h := &b.heads[i]
		lo, hi := int32(0), int32(maxColumns)
		middle := h.it.lo + h.it.hi
		if i > 0 {
			lo = (middle + b.heads[i-1].it.lo + b.heads[i-1].it.hi) / 4
			hi = middle - lo
		}
		if i+1 < n {
			hi = (middle + b.heads[i+1].it.lo + b.heads[i+1].it.hi) / 4
			if i == 0 {
				lo = middle - hi
			}
		}
		h.first, h.last = int32(len(r.cols)), -1
		for c := range r.cols {
			if at := (r.cols[c].lo + r.cols[c].hi) / 2; at >= lo && at < hi {
				h.first, h.last = min(h.first, int32(c)), int32(c)
				b.best[c] = int32(i)
			}
		}
	}
}

// reach is the range of columns below an item: all that it overlaps, or the nearest.
func (r *reader) reach(it *item) (first, last int32) {
	first = int32(r.find(it.lo, it.hi))
	for first > 0 && r.cols[first-1].hi > it.lo {
		first--
	}
	last = first
	for last+1 < int32(len(r.cols)) && r.cols[last+1].lo < it.hi {
		last++
	}
	return first, last
}

// overlap is the number of grid columns that an item and a column share.
func (r *reader) overlap(c int32, it *item) int32 {
	return min(r.cols[c].hi, it.hi) - max(r.cols[c].lo, it.lo)
}

// addHeader appends one piece to a column's path. Pieces that cover the same columns one below the other
// are lines of one label; a piece that covers fewer is the next level.
func (r *reader) addHeader(c *Column, h *head, end *covered) {
	text := r.text(h.it)
	if end.open {
		end.open = bytes.IndexByte(text, ')') < 0
		return
	}
	if h.unit && end.first >= 0 {
		c.Traits.TakeScale(label.TraitsOf(text))
		end.open = bytes.IndexByte(text, '(') >= 0 && bytes.IndexByte(text, ')') < 0
		return
	}
	same := end.first == h.first && end.last == h.last
	c.Path = append(c.Path, Label{h.it.Span, same && len(c.Path) > 0})
	*end = covered{h.first, h.last, false}
}

// settle reads the period and the traits out of a column's path, level by level.
func (r *reader) settle(c *Column, stub label.Period) {
	c.Period = stub
	c.Period.Year = 0 // a year in the corner is that of the rows below it
	for i := 0; i < len(c.Path); {
		from := i
		r.joined = append(r.joined[:0], r.d.Of(c.Path[i].Span)...)
		for i++; i < len(c.Path) && c.Path[i].Continues; i++ {
			r.joined = append(append(r.joined, ' '), r.d.Of(c.Path[i].Span)...)
		}
		c.Period.Add(r.joined)
		t := r.traitsOf(from, c.Path[from:i])
		c.opening = c.opening || t.Opening
		c.Traits.Below(t, i == len(c.Path))
	}
	if c.Period.Year == 0 {
		c.Period = label.Period{}
	}
}

// levelTraits are those of a piece of header at a level, which the next columns below it share.
type levelTraits struct {
	of     block.Span
	traits label.Traits
}

// traitsOf are the traits of the joined text of pieces at a level.
func (r *reader) traitsOf(level int, pieces []Label) label.Traits {
	for len(r.levels) <= level {
		r.levels = append(r.levels, levelTraits{})
	}
	l := &r.levels[level]
	if len(pieces) > 1 || l.of != pieces[0].Span {
		*l = levelTraits{traits: label.TraitsOf(r.joined)}
		if len(pieces) == 1 {
			l.of = pieces[0].Span
		}
	}
	return l.traits
}

// newBand names the columns again at a header within the body. A single date above all columns only
// takes the place of the date before.
func (r *reader) newBand(g *Grid, i int) {
	to := i
	for to < len(r.lines) && r.lines[to].kind == HeaderRow {
		to++
	}
	heads := 0
	for k := i; k < to; k++ {
		for j := range r.lines[k].items {
			if r.lines[k].items[j].col >= 0 {
				heads++
			}
		}
	}
	var base []Column
	if heads == 1 && len(r.cols) > 1 {
		base = withoutSharedDates(r, g.Bands[len(g.Bands)-1])
	}
	g.Bands = append(g.Bands, r.band(i, to, base))
	r.stack = r.stack[:0]
	r.openCorner(g.Bands[len(g.Bands)-1])
}

// openCorner makes a section of a date in the corner of a header whose columns name no year.
func (r *reader) openCorner(columns []Column) {
	if r.corner.period.Year == 0 || len(r.corner.label) == 0 {
		return
	}
	for c := range columns {
		if columns[c].Period.Year != 0 {
			return
		}
	}
	r.corner.label = r.spans.keep(r.corner.label)
	r.stack = append(r.stack, r.corner)
}

// withoutSharedDates copies the paths of columns without the dates that all of them share.
func withoutSharedDates(r *reader, from []Column) []Column {
	out := make([]Column, len(from))
	var shared []Label
	for _, p := range from[0].Path {
		if label.IsDate(r.d.Of(p.Span)) && inAll(from, p) {
			shared = append(shared, p)
		}
	}
	for c := range from {
		for _, p := range from[c].Path {
			if !contains(shared, p) {
				out[c].Path = append(out[c].Path, p)
			}
		}
	}
	return out
}

// inAll reports whether a piece of header is above every column.
func inAll(columns []Column, p Label) bool {
	for c := range columns {
		if !contains(columns[c].Path, p) {
			return false
		}
	}
	return true
}

func contains(path []Label, p Label) bool {
	for _, q := range path {
		if q.Span == p.Span {
			return true
		}
	}
	return false
}
