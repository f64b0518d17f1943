package grid

import (
	"sort"

	"github.com/assayhq/assay/figure"
)

// columns finds the columns of figures: runs of grid columns that the cells of the table's rows of
// figures cover. A "$" in a column of its own and a number that spans two thus fall together without a
// look at the header, whose spans often miss the figures by a column. Where the run holds two cells of
// one row, it is split again.
func (r *reader) columns() {
	const passes = 16
	r.zone = r.labelZone()
	r.cover()
	r.cluster()
	for range passes {
		if !r.splitColumns() {
			break
		}
		r.cluster()
	}
	if r.plain {
		r.mergeRagged()
	}
	r.count()
	r.dropLabels()
	if r.plain {
		r.widen()
	}
	r.assign()
	r.markFootnotes()
}

// labelZone is the grid column where labels begin: the leftmost of the table.
func (r *reader) labelZone() int32 {
	zone := int32(maxColumns)
	for i := range r.lines {
		if l := &r.lines[i]; len(l.items) > 0 && l.numbers > 0 {
			zone = min(zone, l.items[0].lo)
		}
	}
	return zone
}

// isLabel reports whether the first cell of a row is its label: words at the left, or a year there.
func (r *reader) isLabel(it *item) bool {
	switch it.content.Form {
	case figure.WordCell, figure.MarkCell, figure.PrefixCell, figure.SuffixCell:
		return true
	case figure.YearCell:
		return it.lo <= r.zone
	}
	return false
}

// cover counts for each grid column the cells that cover it and for each edge those that cross it.
func (r *reader) cover() {
	r.width = 1
	for i := range r.lines {
		for j := range r.lines[i].items {
			r.width = max(r.width, r.lines[i].items[j].hi)
		}
	}
	r.cross = zeroed(r.cross, int(r.width)+2)
	r.splitVotes = zeroed(r.splitVotes, int(r.width)+2)
	r.depth = zeroed(r.depth, int(r.width)+2)
	r.splits = zeroed(r.splits, int(r.width)+2)
	r.eachFigure(func(it *item) {
		// Edges strictly inside the cell; edge e lies left of column e.
		r.cross[it.lo+1]++
		r.cross[it.hi]--
		r.depth[it.lo]++
		r.depth[it.hi]--
	})
	for e := int32(1); e <= r.width; e++ {
		r.cross[e] += r.cross[e-1]
		r.depth[e] += r.depth[e-1]
	}
}

// eachFigure visits the cells of the rows of figures, but for the rows' labels.
func (r *reader) eachFigure(visit func(*item)) {
	for i := range r.lines {
		l := &r.lines[i]
		if l.numbers == 0 {
			continue
		}
		for j := range l.items {
			it := &l.items[j]
			label := (j == 0 || j == 1 && l.items[0].rows > 1) && r.isLabel(it)
			if isValue(it.content.Form) && !label || it.content.Form == figure.MarkCell && j > 0 {
				visit(it)
			}
		}
	}
}

// splitColumns marks one edge in each column that holds two cells of a row, if more rows want it than cells
// cross it. It reports whether there was any.
func (r *reader) splitColumns() bool {
	clear(r.splitVotes)
	found := false
	for i := range r.lines {
		l := &r.lines[i]
		if l.numbers == 0 {
			continue
		}
		for j := 1; j < len(l.items); j++ {
			a, b := &l.items[j-1], &l.items[j]
			if j == 1 && r.isLabel(a) || a.hi > b.lo || r.find(a.lo, a.hi) != r.find(b.lo, b.hi) ||
				b.content.Bare || b.content.Form == figure.MarkCell {
				continue
			}
			r.splitVotes[a.hi]++
			r.splitVotes[b.lo+1]--
			found = true
		}
	}
	if !found {
		return false
	}
	for e := int32(1); e <= r.width; e++ {
		r.splitVotes[e] += r.splitVotes[e-1]
	}
	found = false
	for i := range r.cols {
		best := int32(0)
		for e := r.cols[i].lo + 1; e < r.cols[i].hi; e++ {
			surplus := r.splitVotes[e] - r.cross[e]
			if r.splits[e] == 0 && surplus > 0 && (best == 0 || surplus > r.splitVotes[best]-r.cross[best]) {
				best = e
			}
		}
		if best > 0 {
			r.splits[best] = 1
			found = true
		}
	}
	return found
}

func zeroed(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// cluster collects the columns: runs of covered grid columns, cut where they were split.
func (r *reader) cluster() {
	r.cols = r.cols[:0]
	open := false
	for c := int32(0); c < r.width; c++ {
		switch {
		case r.depth[c] == 0:
			open = false
		case !open || r.cross[c] == 0 || r.splits[c] != 0:
			r.cols = append(r.cols, cluster{lo: c, hi: c + 1})
			open = true
		default:
			r.cols[len(r.cols)-1].hi = c + 1
		}
	}
}

// mergeRagged joins neighbouring columns of plain text that no row fills both of: short figures that
// are printed a little beside the long ones of their column.
func (r *reader) mergeRagged() {
	const gap = 4 // columns of characters
	if len(r.cols) < 2 {
		return
	}
	both := zeroed(r.splitVotes, len(r.cols)+1)
	for i := range r.lines {
		last := -2
		for j := range r.lines[i].items {
			it := &r.lines[i].items[j]
			if !it.content.Form.IsFigure() {
				continue
			}
			c := r.find(it.lo, it.hi)
			if c == last+1 {
				both[c]++
			}
			last = c
		}
	}
	kept := 0
	for c := 1; c < len(r.cols); c++ {
		if both[c] == 0 && r.cols[c].lo-r.cols[kept].hi <= gap {
			r.cols[kept].hi = r.cols[c].hi
			continue
		}
		kept++
		r.cols[kept] = r.cols[c]
	}
	r.cols = r.cols[:min(kept+1, len(r.cols))]
}

// count tallies what the columns hold.
func (r *reader) count() {
	r.eachFigure(func(it *item) {
		c := r.find(it.lo, it.hi)
		if c < 0 {
			return
		}
		switch it.content.Form {
		case figure.NumberCell, figure.NilCell:
			r.cols[c].numbers++
			if it.content.Bare {
				r.cols[c].bare++
			}
		case figure.YearCell:
			r.cols[c].years++
		case figure.MarkCell:
			r.cols[c].bare++
		default:
			r.cols[c].texts++
		}
	})
}

// find is the column that covers most of a range of grid columns, or the nearest, or -1.
func (r *reader) find(lo, hi int32) int {
	n := len(r.cols)
	i := sort.Search(n, func(i int) bool { return r.cols[i].hi > lo })
	if i == n {
		return n - 1
	}
	if r.cols[i].lo >= hi && i > 0 && lo-r.cols[i-1].hi < r.cols[i].lo-hi {
		return i - 1
	}
	if i+1 < n && r.cols[i+1].lo < hi && r.cols[i+1].hi <= hi &&
		r.cols[i].hi-lo < min(r.cols[i+1].hi, hi)-r.cols[i+1].lo && r.cols[i].lo < lo {
		return i + 1
	}
	return i
}

// dropLabels takes a first column away that holds labels, whose figures only count or date the rows, or
// that is where the labels of most rows are.
func (r *reader) dropLabels() {
	const most = 8
	for n := 0; n < most && len(r.cols) > 1; n++ {
		c := &r.cols[0]
		if !(c.lo <= r.zone && c.numbers*4 <= c.years+c.texts) && r.labelsOver(c) <= 2*(c.numbers+c.years+c.texts) {
			return
		}
		r.cols = r.cols[:copy(r.cols, r.cols[1:])]
	}
}

// labelsOver counts the rows of figures whose labels reach over a column.
func (r *reader) labelsOver(c *cluster) (n int32) {
	for i := range r.lines {
		if l := &r.lines[i]; l.numbers > 0 {
			if it := &l.items[0]; r.isLabel(it) && it.lo <= c.lo && it.hi > c.lo {
				n++
			}
		}
	}
	return n
}

// assign sets each cell's column and each row's label. Cells left of the first column are labels.
func (r *reader) assign() {
	first := r.width
	if len(r.cols) > 0 {
		first = r.cols[0].lo
	}
	above := true // no figures yet: a cell over them is a header, where below it would be a section
	for i := range r.lines {
		l := &r.lines[i]
		above = above && l.numbers == 0
		for j := range l.items {
			it := &l.items[j]
			over := r.centred(it, first) || above && !r.plain && it.hi > first
			if it.lo < first && (it.lo <= r.zone || it.hi <= first || j == 0 && r.isLabel(it) && !over) {
				if l.label < 0 {
					l.label = int32(j)
				} else if l.items[l.label].rows > 1 && l.over < 0 {
					l.over, l.label = l.label, int32(j)
				} else if label := &l.items[l.label]; it.content.Form == figure.WordCell && label.content.Form == figure.WordCell {
					label.End, label.hi = it.End, it.hi // one label in two cells
				}
				continue
			}
			it.col = int32(r.find(it.lo, it.hi))
		}
	}
	r.zone = first
}

// widen lets columns of plain text reach to the signs of their numbers, which headers cover too.
func (r *reader) widen() {
	if len(r.cols) == 0 {
		return
	}
	r.eachFigure(func(it *item) {
		if it.sign == 0 {
			return
		}
		c := r.find(it.lo, it.hi)
		if it.sign < r.cols[c].lo && (c == 0 && it.sign > r.zone+signReach || c > 0 && it.sign > r.cols[c-1].hi) {
			r.cols[c].lo = it.sign
		}
	})
}

// centred reports whether a line of plain text is above the figures rather than among the labels.
func (r *reader) centred(it *item, first int32) bool {
	return r.plain && it.hi > first && (it.lo+it.hi)/2 >= first
}

// hasHead reports whether words above the first figures are of this column and no other.
func (r *reader) hasHead(col int32) bool {
	c := &r.cols[col]
	for i := range r.lines {
		l := &r.lines[i]
		if l.numbers > 0 {
			break
		}
		for j := range l.items {
			if it := &l.items[j]; it.lo < c.hi && it.hi > c.lo && (col == 0 || it.lo >= r.cols[col-1].hi) &&
				(int(col) == len(r.cols)-1 || it.hi <= r.cols[col+1].lo) {
				return true
			}
		}
	}
	return false
}

// markFootnotes settles what "(1)" is: beside a number in the same column, or in a column without a header that
// holds nothing else, it marks a footnote; on its own it is minus one.
func (r *reader) markFootnotes() {
	for i := range r.lines {
		l := &r.lines[i]
		for j := 1; j < len(l.items); j++ {
			it, before := &l.items[j], &l.items[j-1]
			if !it.content.Bare && it.content.Form != figure.MarkCell || it.col < 0 {
				continue
			}
			c := &r.cols[it.col]
			if c.bare == c.numbers+c.texts && !r.hasHead(it.col) || it.col == before.col && before.content.Form.IsFigure() {
				it.content = figure.Cell{Form: figure.MarkCell}
				if before.content.Form.IsFigure() && before.col >= 0 {
					before.End = it.End
				}
			}
		}
	}
}
