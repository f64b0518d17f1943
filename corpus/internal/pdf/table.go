package pdf

import (
	"cmp"
	"slices"
	"unicode"
)

// Rules for tables.
const (
	minTableRows  = 2   // rows with cells side by side
	maxLabelRows  = 4   // rows in a row that are one cell
	maxListWords  = 6   // words after an enumerator from which a line is a paragraph
	rowPitch      = 3.6 // sizes of the type between rows of a table at most
	labelPitch    = 2.6 // and above a heading
	wrapPitch     = 1.6 // and between the lines of one cell
	alignSlack    = 0.8 // sizes of the type by which edges of a column's cells differ
	overlapShare  = 0.5 // of the narrower cell, where edges do not agree
	maxShortWords = 4   // words of a cell that need not have an aligned edge
	alignLookback = 3   // rows with which a row is compared
)

// tableRun is a range of a region's lines that is a table.
type tableRun struct {
	from, to int
	left     float32
	second   float32 // where the cells to the right of the labels begin
	cells    int     // rows with cells side by side
}

// findTables finds the tables among the lines of a region.
func findTables(lines []line) []tableRun {
	var out []tableRun
	for i := 0; i < len(lines); {
		if len(lines[i].segments) < 2 {
			i++
			continue
		}
		t := growTable(lines, i)
		if t.cells < minTableRows {
			i++
			continue
		}
		floor := 0
		if len(out) > 0 {
			floor = out[len(out)-1].to
		}
		t.addHeads(lines, floor)
		out = append(out, t)
		i = t.to
	}
	return out
}

// growTable follows a table down from its first row with cells.
func growTable(lines []line, from int) tableRun {
	t := tableRun{from: from, to: from + 1, left: lines[from].x0, second: lines[from].segments[1].x0, cells: 1}
	recent := []int{from}
	labels := 0
	for i := from + 1; i < len(lines); i++ {
		l := &lines[i]
		if lines[i-1].base-l.base > rowPitch*max(l.size, lines[i-1].size) {
			break
		}
		if len(l.segments) < 2 {
			labels++
			if labels > maxLabelRows || !t.isLabel(l, lines[i-1].base-l.base) {
				break
			}
			continue
		}
		if !slices.ContainsFunc(recent, func(k int) bool { return aligned(&lines[k], l) }) {
			break
		}
		labels = 0
		t.cells++
		t.to = i + 1
		t.left, t.second = min(t.left, l.x0), min(t.second, l.segments[1].x0)
		recent = append(recent, i)
		recent = recent[max(0, len(recent)-alignLookback):]
	}
	return t
}

// isLabel: a line of one cell that could be a row's label or a heading over its columns, so far below
// the line before it. Titles of another table are in the middle and keep more distance.
func (t *tableRun) isLabel(l *line, lead float32) bool {
	if l.marked && l.words > maxListWords {
		return false // a paragraph of a list that continues between its tables
	}
	slack := 2 * l.size
	if l.x0-t.left > maxIndent*l.size && lead > labelPitch*l.size {
		return false
	}
	return l.x1 <= t.second+slack || l.x0 >= t.second-slack
}

// addHeads adds the lines above that are over the columns of figures.
func (t *tableRun) addHeads(lines []line, floor int) {
	for n := 0; n < maxLabelRows && t.from > floor; n++ {
		above, top := &lines[t.from-1], &lines[t.from]
		if above.base-top.base > rowPitch*top.size/2 || above.x0 < t.second-2*above.size {
			return
		}
		t.from--
	}
}

// aligned reports whether at least half of the cells of two rows, except the first ones, are under each
// other.
func aligned(a, b *line) bool {
	if len(a.segments) > len(b.segments) {
		a, b = b, a
	}
	cells, others := a.segments[:min(len(a.segments), maxColumns)], b.segments[:min(len(b.segments), maxColumns)]
	n := 0
	for i := range cells {
		if i == 0 && len(cells) > 1 {
			continue
		}
		for k := range others {
			if sameColumn(&cells[i], &others[k]) {
				n++
				break
			}
		}
	}
	return n > 0 && 2*n >= len(cells)-1
}

func sameColumn(a, b *segment) bool {
	slack := alignSlack * max(a.size, b.size)
	if abs(a.x0-b.x0) <= slack || abs(a.x1-b.x1) <= slack || abs(a.x0+a.x1-b.x0-b.x1) <= 2*slack {
		return true
	}
	if a.words() > maxShortWords || b.words() > maxShortWords {
		return false
	}
	common := min(a.x1, b.x1) - max(a.x0, b.x0)
	if isFigure(a.text) && isFigure(b.text) {
		return common >= -2*slack // a year is above the currency signs as often as above the amounts
	}
	return common >= overlapShare*min(a.x1-a.x0, b.x1-b.x0)
}

// tableRow is one row of cells, wrapped ones put together.
type tableRow struct {
	cells  []segment
	base   float32 // of its last line
	size   float32
	figure bool // one of its cells is a figure
}

// tableRows turns the lines of a table into rows. A label that runs over several lines is one cell,
// and so is any other text; a figure is never joined to another.
func tableRows(lines []line, t tableRun, join func(*segment, *segment)) []tableRow {
	var rows []tableRow
	for i := t.from; i < t.to; i++ {
		l := &lines[i]
		if n := len(rows); n > 0 {
			prev := &rows[n-1]
			near := prev.base-l.base <= wrapPitch*max(prev.size, l.size)
			if near && prev.absorbs(l, t.second, join) {
				continue
			}
		}
		rows = append(rows, tableRow{slices.Clone(l.segments), l.base, l.size, hasFigure(l.segments)})
	}
	return rows
}

func hasFigure(segments []segment) bool {
	return slices.ContainsFunc(segments, func(s segment) bool { return isFigure(s.text) })
}

// absorbs joins the line to the row above if it continues cells of it.
func (r *tableRow) absorbs(l *line, second float32, join func(*segment, *segment)) bool {
	if len(l.segments) > maxColumns || len(r.cells) > maxColumns {
		return false
	}
	head := &l.segments[0]
	wrapped := l.startsLow || r.cells[0].hyphen
	isLabel := head.x0 < second && len(r.cells) > 0 && r.cells[0].x0 < second
	switch {
	case isLabel && len(r.cells) == 1 && wrapped && !l.endsColon(&r.cells[0]):
		// The label began above the line of its figures.
		join(&r.cells[0], head)
		r.cells = append(r.cells, l.segments[1:]...)
		r.figure = r.figure || hasFigure(l.segments[1:])
	case isLabel && len(l.segments) == 1 && wrapped && !isFigure(head.text):
		join(&r.cells[0], head)
	case !isLabel && r.cells[0].x0 < second-r.size && !hasFigure(l.segments) && r.covers(l) && r.wraps(l):
		for i := range l.segments {
			join(r.under(&l.segments[i]), &l.segments[i])
		}
	case !isLabel && r.cells[0].x0 < second && r.base-l.base < maxOffset*r.size && r.isFree(l):
		// A cell that was set a little lower than the rest of its row.
		r.cells = append(r.cells, l.segments...)
		slices.SortStableFunc(r.cells, func(a, b segment) int { return cmp.Compare(a.x0, b.x0) })
		return true
	default:
		return false
	}
	r.base, r.size = l.base, max(r.size, l.size)
	return true
}

func (l *line) endsColon(s *segment) bool { return len(s.text) > 0 && s.text[len(s.text)-1] == ':' }

// maxOffset is by how much, in sizes of the type, a cell may be below its row.
const maxOffset = 1

// isFree: the row has nothing where the line's cells are.
func (r *tableRow) isFree(l *line) bool {
	return !slices.ContainsFunc(l.segments, func(s segment) bool { return r.under(&s) != nil })
}

// covers: each cell of the line is under a cell of words in the row.
func (r *tableRow) covers(l *line) bool {
	for i := range l.segments {
		if c := r.under(&l.segments[i]); c == nil || isFigure(c.text) {
			return false
		}
	}
	return true
}

// wraps: a lone cell continues below one that was too wide for its column; of several, one has to begin
// in mid-sentence.
func (r *tableRow) wraps(l *line) bool {
	for i := range l.segments {
		if unicode.IsLower(l.segments[i].firstRune()) {
			return true
		}
	}
	s := &l.segments[0]
	above := r.under(s)
	return len(l.segments) == 1 && above.words() >= minWrapWords && above.x1-above.x0 >= s.x1-s.x0
}

// minWrapWords: shorter cells do not wrap.
const minWrapWords = 4

func (r *tableRow) under(s *segment) *segment {
	for i := range r.cells {
		if c := &r.cells[i]; min(c.x1, s.x1) > max(c.x0, s.x0) {
			return c
		}
	}
	return nil
}

// columnRange is the horizontal extent of a table's column.
type columnRange struct{ left, right float32 }

// columnsOf finds a table's columns. Narrow cells come first; a wide one that covers several columns
// spans them. Neighbours that no row separates are then one column: a year and the amounts below it
// need not overlap.
func columnsOf(rows []tableRow) []columnRange {
	var cells []*segment
	for i := range rows {
		for k := range rows[i].cells {
			cells = append(cells, &rows[i].cells[k])
		}
	}
	slices.SortStableFunc(cells, func(a, b *segment) int { return cmp.Compare(a.x1-a.x0, b.x1-b.x0) })
	var cols []columnRange
	for _, c := range cells {
		if len(cols) < maxColumns {
			cols = addColumn(cols, c)
		}
	}
	for k := 0; k+1 < len(cols); {
		if cols[k+1].left-cols[k].right < columnGap*rows[0].size && !separatedInRow(rows, cols, k) {
			cols[k].right = cols[k+1].right
			cols = slices.Delete(cols, k+1, k+2)
		} else {
			k++
		}
	}
	return cols
}

func addColumn(cols []columnRange, c *segment) []columnRange {
	from, n := columnAt(cols, c)
	switch n {
	case 0:
		return slices.Insert(cols, from, columnRange{c.x0, c.x1})
	case 1:
		col := &cols[from]
		if from == 0 || cols[from-1].right < c.x0 {
			col.left = min(col.left, c.x0)
		}
		if from == len(cols)-1 || cols[from+1].left > c.x1 {
			col.right = max(col.right, c.x1)
		}
	}
	return cols
}

// separatedInRow: some row has one cell in column k and another in the next.
func separatedInRow(rows []tableRow, cols []columnRange, k int) bool {
	for i := range rows {
		left, right := false, false
		for j := range rows[i].cells {
			from, n := columnAt(cols, &rows[i].cells[j])
			left = left || n > 0 && from <= k && from+n-1 == k
			right = right || n > 0 && from == k+1
		}
		if left && right {
			return true
		}
	}
	return false
}

// maxColumns bounds the columns of a table; cells beyond fall into the nearest.
const maxColumns = 64

// columnGap is the largest gap, in sizes of the type, between parts of one column.
const columnGap = 3

// columnAt gives the first column that a cell overlaps and how many it does; with none, the place
// where its own would be.
func columnAt(cols []columnRange, c *segment) (from, n int) {
	for from < len(cols) && cols[from].right <= c.x0 {
		from++
	}
	for k := from; k < len(cols) && cols[k].left < c.x1; k++ {
		n++
	}
	return from, n
}
