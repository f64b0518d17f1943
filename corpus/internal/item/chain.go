package item

// minWeight is what a candidate must weigh to be a heading at all.
const minWeight = 0.25

// link is a candidate in a chain, read as one row; before is the link it follows, or -1.
type link struct {
	candidate, row, before int
	total                  float32
}

// chain is the heaviest sequence of candidates in which the form's items follow each other in order.
// Of copies that weigh the same, such as running page headers, it takes the first.
func chain(cs []candidate, rows int) []link {
	links := make([]link, 0, len(cs))
	best := make([]int, rows) // per row, the heaviest chain that ends with it, as an index of links
	for i := range best {
		best[i] = -1
	}
	for i := range cs {
		if cs[i].contents {
			continue
		}
		from := len(links)
		for _, n := range cs[i].nodes {
			if w := n.terms.sum(); w >= minWeight {
				l := link{i, n.row, bestLink(links, best[:n.row]), w}
				if l.before >= 0 {
					l.total += links[l.before].total
				}
				links = append(links, l)
			}
		}
		for k := from; k < len(links); k++ {
			if r := links[k].row; best[r] < 0 || links[k].total > links[best[r]].total+epsilon {
				best[r] = k
			}
		}
	}
	return unwind(links, bestLink(links, best))
}

// epsilon keeps the order of additions from deciding between equal weights.
const epsilon = 1e-3

func bestLink(links []link, best []int) int {
	top := -1
	for _, k := range best {
		if k >= 0 && (top < 0 || links[k].total > links[top].total+epsilon) {
			top = k
		}
	}
	return top
}

func unwind(links []link, last int) []link {
	n := 0
	for k := last; k >= 0; k = links[k].before {
		n++
	}
	out := make([]link, n)
	for k := last; k >= 0; k = links[k].before {
		n--
		out[n] = links[k]
	}
	return out
}

// gapTerms speak against a candidate even where it is exactly where an item is missing.
const gapTerms = termProse | termCitation | termLower | termLeadIn | termLong | termPage | termLinked |
	termContinued | termLoneRoman

// fill adds weak candidates that stand between the headings of the items before and after theirs: a
// title that the filer got wrong does not hide an item whose place is vacant.
func fill(cs []candidate, links []link) []link {
	out := make([]link, 0, len(links)+4)
	for k, l := range links {
		out = append(out, l)
		if k+1 == len(links) {
			break
		}
		row := l.row
		for i := l.candidate + 1; i < links[k+1].candidate; i++ {
			c := &cs[i]
			next := c.nextRow(row)
			if c.contents || !c.label.marked || next < 0 || next >= links[k+1].row || c.terms(next)&gapTerms != 0 {
				continue
			}
			row = next
			c.filled = true
			out = append(out, link{candidate: i, row: row, before: -1, total: c.terms(row).sum()})
		}
	}
	return out
}

// sameHeading is how much less an earlier copy of a heading may weigh and still be where the item begins.
const sameHeading = 0.75

// copyTerms speak against taking an earlier copy of a heading.
const copyTerms = gapTerms | termContentsEdge | termPartDiffers | termNoTitle

// advance moves each link to the first copy of its heading: what repeats at the top of later pages, often in
// heavier type, is their running title, and what repeats above a list of exhibits is a reference.
func advance(cs []candidate, links []link) {
	from := 0
	for k := range links {
		l := &links[k]
		least := cs[l.candidate].terms(l.row).sum() - sameHeading
		for i := from; i < l.candidate; i++ {
			t := cs[i].terms(l.row)
			if !cs[i].contents && t != 0 && t&copyTerms == 0 && t.sum() >= least {
				l.candidate = i
				break
			}
		}
		for l.candidate > from && copyAbove(cs, l.candidate, l.row) {
			l.candidate--
		}
		from = l.candidate + 1
	}
}

// copyAbove reports whether the block right above a heading is the same heading.
func copyAbove(cs []candidate, i, row int) bool {
	above := &cs[i-1]
	t := above.terms(row)
	return above.block+1 == cs[i].block && !above.contents && t&termTitle != 0 && t&(termLeadIn|termProse|termCitation) == 0
}

// minRescue is what a heading must weigh to be believed outside the form's order.
const minRescue = 4

// rescue adds headings of missing items that stand out of the form's order: some filers put Items 1B,
// 2 and 3 after Item 9. Only a heading that bears its item's title and looks like one is believed.
func (s *scanner) rescue(cs []candidate, links []link) []link {
	taken := make([]bool, len(s.f.rows))
	for _, l := range links {
		taken[l.row] = true
	}
	for i := range cs {
		n := cs[i].best()
		if cs[i].contents || taken[n.row] || n.terms.sum() < minRescue || !s.unmistakable(n.terms) {
			continue
		}
		taken[n.row] = true
		cs[i].rescued = true
		links = append(links, link{candidate: i, row: n.row, before: -1, total: n.terms.sum()})
	}
	return links
}

func (s *scanner) unmistakable(t terms) bool {
	styled := t&(termBold|termHeading|termSetApart|termCapitals) != 0
	return styled && t&(termTitle|termNextTitle) != 0 && t&termShort != 0 &&
		t&(termPage|termLinked|termLeadIn|termContinued) == 0
}
