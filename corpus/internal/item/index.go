package item

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// A filing with a cross-reference index keeps its own order and lists the items of the form in one
// table, with the printed pages that answer them.
const (
	indexMedian  = 1500 // the median size below which the found items are rows rather than text
	indexMinRows = 8
	indexShare   = 8 // the rows hold less than one part in so many of the document
)

// index gives each row of a cross-reference index its status and the pages that it names.
func (s *scanner) index(r *Result) {
	r.Kind = Index
	pages := printedPages(s.d)
	var claims []claim
	for i := range r.Items {
		it := &r.Items[i]
		if len(it.Spans) == 0 || it.ID == ExecutiveOfficers || it.ID == AfterItems {
			continue
		}
		row := s.rowExtent(it.Spans[0])
		ranges := s.rowPages(row)
		s.indexRow(it, row, ranges, r.Back.End)
		for _, pr := range ranges {
			if c, ok := s.claim(it, row, pr, pages); ok {
				claims = append(claims, c)
			}
		}
	}
	if startsOnly(claims) {
		s.extend(claims, r.Front.End)
	} else {
		cutAtOthers(claims, r.Back.Start)
	}
	s.cutLastRow(r)
	for i := range claims {
		if c := &claims[i]; c.text.End > c.text.Start {
			c.item.Attached = append(c.item.Attached, c.text)
		}
	}
	for i := range r.Items {
		it := &r.Items[i]
		it.Attached = union(it.Attached)
		if it.Status == IndexOnly && len(it.Attached) > 0 {
			it.Rule += fmt.Sprintf("; attached: %d stretches of the pages that it names", len(it.Attached))
		}
	}
}

// cutLastRow ends the last item of an index with its row, where text follows that is no item's own: it belongs to
// whatever items name its pages.
func (s *scanner) cutLastRow(r *Result) {
	var last *block.Span
	for i := range r.Items {
		it := &r.Items[i]
		for k := range it.Spans {
			if last == nil || it.Spans[k].End > last.End {
				last = &it.Spans[k]
			}
		}
		if last != nil && it.ID == AfterItems {
			return
		}
	}
	if last == nil {
		return
	}
	row := s.rowExtent(*last)
	if next := s.blockAt(row.End); row.End > last.Start && s.startOf(next) < last.End {
		last.End = s.startOf(next)
		r.Back.Start = last.End
	}
}

// claim is a range of pages that a row of the index names.
type claim struct {
	item     *Item
	pages    pageRange
	text     block.Span
	lastPage int32 // where the last page begins
	titled   bool  // the text begins with the item's own title
	exact    bool  // a title or a link of the index says where on the first page the text begins
}

// claim finds the text of a range of pages. It begins where the index links to, or at the item's title on the first
// page, or else with that page.
func (s *scanner) claim(it *Item, row block.Span, r pageRange, pages printed) (claim, bool) {
	c := claim{item: it, pages: r}
	found := false
	for n := r.from; n <= r.to; n++ {
		page, ok := pages.numbers[printedPage{r.prefix, n}]
		if !ok {
			continue
		}
		if !found {
			c.text, found = page, true
			at, titled := s.linkOf(row, r, page), s.titleIn(s.f.rowOf(it.ID), page)
			switch {
			case at >= 0:
				c.text.Start, c.exact = at, true
			case titled >= 0:
				c.text.Start, c.exact = titled, true
			}
			c.titled = titled >= 0 && titled <= c.text.Start+shortBlock
		}
		if n == r.from || page.Start >= c.lastPage {
			c.lastPage = page.Start
			c.text.End = max(c.text.End, page.End)
		}
	}
	return c, found
}

// linkOf is where a row's link on the first number of a range leads to, if that is on its page, or -1.
func (s *scanner) linkOf(row block.Span, r pageRange, page block.Span) int32 {
	for i := range s.d.Links {
		l := &s.d.Links[i]
		if l.Start < row.Start || l.End > row.End {
			continue
		}
		if text, _ := trailingPages(s.d.Of(l.Span)); len(text) == 0 || text[0].prefix != r.prefix || text[0].from != r.from {
			continue
		}
		if k := s.linkTarget(l.Span); k >= 0 && k < len(s.d.Blocks) {
			if at := s.d.Blocks[k].Start; at >= page.Start && at < page.End {
				return at
			}
		}
	}
	return -1
}

// minStarts is how many rows with one page each make an index that names only where items begin.
const minStarts = 5

// startsOnly reports whether the index names only the page on which each item begins.
func startsOnly(claims []claim) bool {
	for _, c := range claims {
		if c.pages.to > c.pages.from {
			return false
		}
	}
	return len(claims) >= minStarts
}

// extend ends each item where the next one in the document begins. An item that follows in the form and begins without
// its own title, as market risk within the discussion does, is a part of the one before.
func (s *scanner) extend(claims []claim, front int32) {
	order := make([]*claim, len(claims))
	for i := range claims {
		order[i] = &claims[i]
	}
	slices.SortStableFunc(order, func(a, b *claim) int { return cmp.Compare(a.text.Start, b.text.Start) })
	for i, c := range order {
		if i > 0 && !c.titled && s.follows(c.item, order[i-1].item) {
			if own, ok := s.ownSection(c); ok {
				c.text = own
				continue
			}
		}
		end := int32(len(s.d.Text))
		if c.text.Start < front {
			end = s.pageStart(front)
		}
		for _, next := range order[i+1:] {
			if next.text.Start == c.text.Start || !next.titled && s.follows(next.item, c.item) {
				continue
			}
			end = min(end, next.text.Start)
			break
		}
		c.text.End = max(c.text.Start, end)
	}
}

// ownSection is the section on a page whose heading has words of the item's title, where the item is a part of another.
func (s *scanner) ownSection(c *claim) (block.Span, bool) {
	row := s.f.rowOf(c.item.ID)
	for i := s.blockAt(c.text.Start); i < len(s.d.Blocks) && s.d.Blocks[i].Start < c.text.End; i++ {
		b := &s.d.Blocks[i]
		title := normalizeTitle(s.head(i))
		if b.End-b.Start > shortBlock || b.Table >= 0 || s.headingStyle(i) == 0 || row.match(title) == foreign {
			continue
		}
		if own, ok := s.subsection(block.Span{Start: b.Start, End: int32(len(s.d.Text))}, title); ok {
			return own, true
		}
	}
	return block.Span{}, false
}

// follows reports whether an item is the next one in the form after another.
func (s *scanner) follows(next, it *Item) bool {
	for i := 1; i < len(s.f.rows); i++ {
		if s.f.rows[i].id == next.ID {
			return s.f.rows[i-1].id == it.ID
		}
	}
	return false
}

// pageStart is where the page begins that holds an offset.
func (s *scanner) pageStart(at int32) int32 {
	i := min(s.blockAt(at), len(s.d.Blocks)-1)
	for i > 0 && s.d.Blocks[i-1].Page == s.d.Blocks[i].Page {
		i--
	}
	return s.d.Blocks[i].Start
}

// cutAtOthers ends a range on its last page where another item or the signatures begin there. It leaves a single page
// whole if nothing says where on it the item begins.
func cutAtOthers(claims []claim, signatures int32) {
	for i := range claims {
		c := &claims[i]
		if signatures > max(c.lastPage, c.text.Start) {
			c.text.End = min(c.text.End, signatures)
		}
		if !c.exact && c.text.Start >= c.lastPage {
			continue
		}
		for k := range claims {
			if at := claims[k].text.Start; claims[k].item != c.item && claims[k].exact && at > max(c.lastPage, c.text.Start) && at < c.text.End {
				c.text.End = at
			}
		}
	}
}

// union joins spans that touch or overlap.
func union(spans []block.Span) []block.Span {
	slices.SortFunc(spans, func(a, b block.Span) int { return cmp.Compare(a.Start, b.Start) })
	out := spans[:0]
	for _, sp := range spans {
		if k := len(out) - 1; k >= 0 && sp.Start <= out[k].End+2 {
			out[k].End = max(out[k].End, sp.End)
			continue
		}
		out = append(out, sp)
	}
	return out
}

// titleIn finds the heading that has the title of a row, or -1.
func (s *scanner) titleIn(row *row, page block.Span) int32 {
	for i := s.blockAt(page.Start); i < len(s.d.Blocks) && s.d.Blocks[i].Start < page.End; i++ {
		b := &s.d.Blocks[i]
		text := s.head(i)
		if b.Style&(block.Bold|block.Heading) == 0 {
			text = firstSentence(text) // a title in capitals may run into its text
		}
		if len(text) > shortBlock || b.Style&block.Hidden != 0 || hasLower(text) && b.Style&(block.Bold|block.Heading) == 0 {
			continue
		}
		if row.hasTitle(normalizeTitle(text)) {
			return b.Start
		}
	}
	return -1
}

// indexRow sets the status of an item that is a row of an index.
func (s *scanner) indexRow(it *Item, row block.Span, ranges []pageRange, end int32) {
	answer := s.d.Text[row.Start:row.End]
	switch note := s.footnote(row, end); {
	case len(ranges) > 0:
		it.Status = IndexOnly
		it.Rule += fmt.Sprintf("; a row of a cross-reference index, %d page ranges", len(ranges))
	case defers(answer), defers(note):
		it.Status = ByReference
		it.Rule += "; a row of a cross-reference index that refers to another document"
	case ascii.ContainsFold(answer, "not applicable"), ascii.ContainsFold(answer, "none"),
		ascii.ContainsFold(answer, "reserved"), ascii.ContainsFold(answer, "not required"):
		it.Status = ReservedOrNone
		it.Rule += "; a row of a cross-reference index, answered without content"
	default:
		it.Status = IndexOnly
		it.Rule += "; a row of a cross-reference index without pages"
	}
}

// isIndex reports whether the chosen headings are rows of one index.
func (s *scanner) isIndex(cs []candidate, secs []section) bool {
	if !s.f.annual() && !s.f.quarterly() {
		return false
	}
	rows, paged, total := 0, 0, 0
	var sizes []int
	for k, sec := range secs {
		if sec.row < 0 || sec.candidate < 0 {
			continue
		}
		rows++
		if k+1 < len(secs) {
			sizes = append(sizes, int(sec.end-sec.start))
			total += int(sec.end - sec.start)
		}
		if cs[sec.candidate].page {
			paged++
		}
	}
	if rows < indexMinRows || paged*4 < rows || total*indexShare > len(s.d.Text) {
		return false
	}
	sort.Ints(sizes)
	return len(sizes) > 0 && sizes[len(sizes)/2] < indexMedian
}

// maxIndexRow is the longest text of one row of the index.
const maxIndexRow = 2500

// rowExtent is an item's row: the part of its section in the same table as its heading.
func (s *scanner) rowExtent(sec block.Span) block.Span {
	from := s.blockAt(sec.Start)
	end := sec.Start
	for i := from; i < len(s.d.Blocks); i++ {
		b := &s.d.Blocks[i]
		if b.Start >= min(sec.End, sec.Start+maxIndexRow) || b.Table != s.d.Blocks[from].Table || i > from && s.afterIndex(i) {
			break
		}
		end = b.End
	}
	return block.Span{Start: sec.Start, End: end}
}

// afterIndex reports whether a block is below the last row of an index: its footnotes, the signatures.
func (s *scanner) afterIndex(i int) bool {
	head := s.head(i)
	return len(head) > 3 && head[0] == '(' && head[2] == ')' || ascii.HasPrefixFold(head, "signature")
}

// blockAt is the first block that does not begin before the given offset.
func (s *scanner) blockAt(at int32) int {
	return sort.Search(len(s.d.Blocks), func(i int) bool { return s.d.Blocks[i].Start >= at })
}

// rowPages reads the page numbers in the blocks of one index row, those of sub-rows included.
func (s *scanner) rowPages(row block.Span) []pageRange {
	var out []pageRange
	for i := s.blockAt(row.Start); i < len(s.d.Blocks) && s.d.Blocks[i].Start < row.End; i++ {
		b := &s.d.Blocks[i]
		if b.Style&block.Hidden != 0 {
			continue
		}
		text := s.d.Text[b.Start:b.End]
		if mark := footnoteMark(text); mark > 0 {
			text = text[:len(text)-3]
		}
		ranges, _ := trailingPages(text)
		if len(out) < maxRanges {
			out = append(out, ranges...)
		}
	}
	return out
}

// footnoteMark is the letter of a footnote mark such as "(b)" at the end of text, or 0.
func footnoteMark(text []byte) byte {
	n := len(text)
	if n < 4 || text[n-1] != ')' || text[n-3] != '(' || !ascii.IsLower(text[n-2]) && !ascii.IsDigit(text[n-2]) {
		return 0
	}
	return text[n-2]
}

// footnoteReach is how many blocks after a row its footnote is looked for.
const footnoteReach = 120

// footnote is the text of the footnote that a row of the index ends with.
func (s *scanner) footnote(row block.Span, end int32) []byte {
	mark := footnoteMark(s.d.Text[row.Start:row.End])
	from := s.blockAt(row.End)
	if mark == 0 {
		return nil
	}
	for i := from; i < len(s.d.Blocks) && i < from+footnoteReach; i++ {
		b := &s.d.Blocks[i]
		text := s.d.Text[b.Start:b.End]
		if b.Start < end && len(text) > 20 && text[0] == '(' && text[1] == mark && text[2] == ')' {
			return text
		}
	}
	return nil
}

// printed is where each printed page of a document is.
type printed struct {
	numbers map[printedPage]block.Span
}

type printedPage struct {
	prefix byte
	number int
}

// printedPages reads the printed number of each page from its foot or head. One that no neighbour
// confirms is ignored.
func printedPages(d *block.Doc) printed {
	var pages []block.Span
	var read [][]printedPage
	for from := 0; from < len(d.Blocks); {
		to := from
		for to < len(d.Blocks) && d.Blocks[to].Page == d.Blocks[from].Page {
			to++
		}
		pages = append(pages, block.Span{Start: d.Blocks[from].Start, End: d.Blocks[to-1].End})
		read = append(read, pageNumbers(d, from, to))
		from = to
	}
	p := printed{map[printedPage]block.Span{}}
	numbers := make([]printedPage, len(pages))
	for i := range pages {
		if k := slices.IndexFunc(read[i], func(n printedPage) bool { return n.confirmed(read, i) }); k >= 0 {
			numbers[i] = read[i][k]
			p.add(numbers[i], pages[i])
		}
	}
	for i := 1; i < len(pages); i++ { // a page without a number, such as one with a title, has the next one
		n := printedPage{numbers[i-1].prefix, numbers[i-1].number + 1}
		if _, ok := p.numbers[n]; !ok && n.number > 1 && numbers[i].number == 0 {
			p.add(n, pages[i])
		}
	}
	return p
}

// add gives a printed page its text; a page with two breaks has several spans.
func (p printed) add(n printedPage, s block.Span) {
	if old, ok := p.numbers[n]; ok {
		if s.Start-old.End > 2 {
			return
		}
		s.Start = old.Start
	}
	p.numbers[n] = s
}

// confirmed reports whether a page nearby has the number that n implies for it.
func (n printedPage) confirmed(read [][]printedPage, at int) bool {
	for _, step := range []int{-1, 1, -2, 2} {
		if at+step < 0 || at+step >= len(read) {
			continue
		}
		for _, m := range read[at+step] {
			if m.prefix == n.prefix && (m.number-n.number == step || m.number-n.number == step/2 && step%2 == 0) {
				return true
			}
		}
	}
	return false
}

// footBlocks is how many blocks from a page's end, or from its start, may have its number.
const footBlocks = 3

// pageNumbers are the numbers that a page may have, the likeliest first.
func pageNumbers(d *block.Doc, from, to int) []printedPage {
	var out []printedPage
	seen := 0
	for i := to - 1; i >= from && seen < footBlocks; i-- {
		seen += readNumber(d, i, &out)
	}
	seen = 0
	for i := from; i < to && seen < footBlocks; i++ {
		seen += readNumber(d, i, &out)
	}
	return out
}

// readNumber reads the page number that block i ends or begins with; it returns 1 for a visible block.
func readNumber(d *block.Doc, i int, out *[]printedPage) int {
	b := &d.Blocks[i]
	if b.Style&block.Hidden != 0 || b.End == b.Start {
		return 0
	}
	if b.End-b.Start > shortBlock {
		return 1
	}
	text := bytes.Trim(d.Text[b.Start:b.End], "-–— ")
	if page, all, ok := bytes.Cut(text, []byte(" of ")); ok && isPageOnly(all) { // "Page 3 of 40"
		text = page
	}
	if ranges, _ := trailingPages(text); len(ranges) == 1 && ranges[0].from == ranges[0].to {
		*out = append(*out, printedPage{ranges[0].prefix, ranges[0].from})
		return 1
	}
	c := cursor{b: text}
	c.blanks()
	if prefix, n, ok := c.pageNumber(); ok {
		*out = append(*out, printedPage{prefix, n})
	}
	return 1
}
