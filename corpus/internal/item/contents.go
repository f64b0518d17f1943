package item

import (
	"bytes"
	"slices"
	"sort"
)

// A contents list is a run of labels in the form's order, close together, whose items are headed
// elsewhere.
const (
	minContentsRun = 5
	contentsGap    = 700 // bytes from one row of a list to the next
	denseGap       = 220 // the same for lists without links or page numbers
	rowBlocks      = 3   // blocks after the label that may hold the rest of its row
)

const inContents = "a row of a contents list"

// markContents finds the contents lists and excludes their rows.
func (s *scanner) markContents(cs []candidate) {
	s.followedByPages(cs)
	seen := elsewhere(cs)
	headed := false // a heading that is not in a list came before
	for from := 0; from < len(cs); {
		to := runEnd(cs, from)
		switch {
		case to-from < minContentsRun:
			for i := from; i < to; i++ {
				headed = headed || cs[i].best().terms.sum() >= minWeight
			}
		case !headed && s.titlesFollow(cs[from:to], false):
			markRun(cs, from, to, false)
		case !headed && to == len(cs) && s.titlesFollow(cs[from:to], true):
			markRun(cs, from, to, false)
			s.listAtEnd = cs[from].block
		default:
			headed = true
			judgeRun(cs, from, to, seen)
		}
		from = to
	}
	s.markSameTable(cs)
}

// titlesFollow reports whether most items of a list are headed, in its order, by their titles alone: after a list at the
// front, or before one at the end. A list with ranges of pages is an index, unless nearly all are headed so.
func (s *scanner) titlesFollow(cs []candidate, atEnd bool) bool {
	found, at, end := 0, cs[len(cs)-1].block+1, len(s.d.Blocks)
	if atEnd {
		at, end = 0, cs[0].block
	}
	ranged := false
	s.unstyled = true
	for k := range cs {
		ranges, _ := trailingPages(s.d.Of(cs[k].at))
		ranged = ranged || slices.ContainsFunc(ranges, func(r pageRange) bool { return r.to > r.from })
		for i := at; i < end; i++ {
			if s.isTitle(i, cs[k].best().row) {
				found, at = found+1, i+1
				break
			}
		}
	}
	s.unstyled = found*4 >= len(cs)*3 && (!ranged || found*10 >= len(cs)*9)
	return s.unstyled
}

// markSameTable excludes rows that the table of a contents list holds far from the others, such as that of an item
// whose statements are listed one by one.
func (s *scanner) markSameTable(cs []candidate) {
	tables := map[int32]bool{}
	for i := range cs {
		if cs[i].contents {
			tables[s.d.Blocks[cs[i].block].Table] = true
		}
	}
	for i := range cs {
		if t := s.d.Blocks[cs[i].block].Table; t >= 0 && tables[t] && !cs[i].contents && cs[i].looksListed() {
			cs[i].contents, cs[i].reason = true, inContents
		}
	}
}

// followedByPages finds the page number of a row in the blocks after its label.
func (s *scanner) followedByPages(cs []candidate) {
	for i := range cs {
		c := &cs[i]
		limit := len(s.d.Blocks)
		if i+1 < len(cs) {
			limit = cs[i+1].block
		}
		for k := c.block + 1; k < limit && k <= c.block+rowBlocks && !c.page; k++ {
			b := s.d.Blocks[k]
			if b.End-b.Start > denseGap {
				break
			}
			text := s.d.Text[b.Start:b.End]
			c.page = isPageOnly(text) && !s.endsPage(k) || k == c.block+1 && hasLeader(text) && endsWithPage(text)
		}
	}
}

// hasLeader reports whether a line has the row of dots that leads to a page number.
func hasLeader(line []byte) bool {
	return bytes.Contains(line, []byte("....")) || bytes.Contains(line, []byte(". . ."))
}

// endsPage reports whether a block is the last one of its page: a number there is the page's own.
func (s *scanner) endsPage(i int) bool {
	return i+1 < len(s.d.Blocks) && s.d.Blocks[i+1].Page != s.d.Blocks[i].Page
}

// runEnd is where the run that begins at from ends: at a label that goes back or is far away.
func runEnd(cs []candidate, from int) int {
	row := cs[from].best().row
	for i := from + 1; i < len(cs); i++ {
		next := cs[i].nextRow(row)
		if next < 0 || cs[i].at.Start-cs[i-1].at.Start > contentsGap {
			return i
		}
		row = max(next, cs[i].covers)
	}
	return len(cs)
}

// nextRow is the best row after the given one that a candidate can be the heading of, or -1.
func (c *candidate) nextRow(after int) int {
	best, sum := -1, float32(0)
	for _, n := range c.nodes {
		if n.row > after && (best < 0 || n.terms.sum() > sum) {
			best, sum = n.row, n.terms.sum()
		}
	}
	return best
}

func (c *candidate) looksListed() bool { return c.page || c.linked }

// elsewhere lists, per row of the form, the candidates without the looks of a contents row.
func elsewhere(cs []candidate) map[int][]int {
	seen := map[int][]int{}
	for i := range cs {
		if n := cs[i].best(); n.terms.sum() > 0 && (!cs[i].page || cs[i].at.End-cs[i].at.Start > denseGap) {
			for r := n.row; r <= max(n.row, cs[i].covers); r++ {
				seen[r] = append(seen[r], i)
			}
		}
	}
	return seen
}

// judgeRun marks the run as a contents list if it is one.
func judgeRun(cs []candidate, from, to int, seen map[int][]int) {
	n := to - from
	evident, again, later := 0, 0, 0
	gaps := make([]int, 0, n)
	for i := from; i < to; i++ {
		if cs[i].looksListed() {
			evident++
		}
		a, l := recurs(seen[cs[i].best().row], from, to)
		again += a
		later += l
		if i > from {
			gaps = append(gaps, int(cs[i].at.Start-cs[i-1].at.Start))
		}
	}
	sort.Ints(gaps)
	switch {
	case evident*2 >= n && again*5 >= n*2:
		markRun(cs, from, to, true)
	case gaps[len(gaps)/2] < denseGap && later*2 >= n:
		markRun(cs, from, to, false)
	case n >= indexMinRows && again*5 < n: // an index, whose rows may be links
		for i := from; i < to; i++ {
			for k := range cs[i].nodes {
				cs[i].nodes[k].terms &^= termLinked
			}
		}
	}
}

// recurs says, as 0 or 1, whether one of the indices lies outside the run, and whether one lies after it.
func recurs(indices []int, from, to int) (again, later int) {
	if len(indices) == 0 {
		return 0, 0
	}
	if indices[len(indices)-1] >= to {
		return 1, 1
	}
	if indices[0] < from {
		return 1, 0
	}
	return 0, 0
}

// markRun excludes the rows; those at its edges that show no sign of a list only lose weight.
func markRun(cs []candidate, from, to int, byEvidence bool) {
	first, last := from, to
	if byEvidence {
		for first < to && !cs[first].looksListed() {
			first++
		}
		for last > first && !cs[last-1].looksListed() {
			last--
		}
	}
	for i := from; i < to; i++ {
		if i >= first && i < last {
			cs[i].contents, cs[i].reason = true, inContents
			continue
		}
		for k := range cs[i].nodes {
			cs[i].nodes[k].terms |= termContentsEdge
		}
	}
}
