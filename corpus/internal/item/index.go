package item

import (
	"fmt"
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

// index recognises such filings and attaches the pages that each row names.
func (s *scanner) index(r *Result) {
	r.Kind = Index
	pages := printedPages(s.d)
	for i := range r.Items {
		if it := &r.Items[i]; len(it.Spans) > 0 && it.ID != ExecutiveOfficers && it.ID != AfterItems {
			s.indexRow(it, pages, r.Back.End)
		}
	}
	s.narrow(r, pages)
}

// narrow cuts attached pages at headings: the first page of an item begins at its title, and
// its last page ends at the title of another item. Pages without such headings are not cut.
func (s *scanner) narrow(r *Result, pages printed) {
	var titles []int32 // the offsets of items' titles on the first of their pages
	for i := range r.Items {
		it := &r.Items[i]
		if len(it.Attached) == 0 {
			continue
		}
		first := &it.Attached[0]
		if at := s.titleIn(s.f.rowOf(it.ID), block.Span{Start: first.Start, End: pages.pageEnd(first.Start)}); at > first.Start {
			first.Start = at
			titles = append(titles, at)
		}
	}
	for i := range r.Items {
		it := &r.Items[i]
		if len(it.Attached) == 0 {
			continue
		}
		last := &it.Attached[len(it.Attached)-1]
		page := pages.lastPage(*last)
		for _, at := range titles {
			if at > max(page, last.Start) && at < last.End {
				last.End = at
			}
		}
	}
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
		if row.hasTitle(letters(text)) {
			return b.Start
		}
	}
	return -1
}

// indexRow sets status and attached text of an item that is a row of an index.
func (s *scanner) indexRow(it *Item, pages printed, end int32) {
	row := s.rowExtent(it.Spans[0])
	ranges := s.rowPages(row)
	answer := s.d.Text[row.Start:row.End]
	switch note := s.footnote(row, end); {
	case len(ranges) > 0:
		it.Status = IndexOnly
		it.Attached = pages.spans(ranges)
		it.Rule += fmt.Sprintf("; a row of a cross-reference index, %d stretches for its %d page ranges",
			len(it.Attached), len(ranges))
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
	if s.f.Name != "10-K" && s.f.Name != "10-Q" {
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
	for i := range pages {
		for _, n := range read[i] {
			if n.confirmed(read, i) {
				p.add(n, pages[i])
				break
			}
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

// pageEnd is where the page that begins at the given offset ends.
func (p printed) pageEnd(start int32) int32 {
	for _, s := range p.numbers {
		if s.Start == start {
			return s.End
		}
	}
	return start
}

// lastPage is where the last page of a span begins.
func (p printed) lastPage(stretch block.Span) int32 {
	for _, s := range p.numbers {
		if s.End == stretch.End {
			return s.Start
		}
	}
	return stretch.End
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
	text := d.Text[b.Start:b.End]
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

// spans are the spans of the given pages, neighbouring ones joined.
func (p printed) spans(ranges []pageRange) []block.Span {
	var out []block.Span
	for _, r := range ranges {
		for n := r.from; n <= r.to; n++ {
			s, ok := p.numbers[printedPage{r.prefix, n}]
			if !ok {
				continue
			}
			if k := len(out) - 1; k >= 0 && s.Start >= out[k].Start && s.Start-out[k].End <= 2 {
				out[k].End = max(out[k].End, s.End)
				continue
			}
			out = append(out, s)
		}
	}
	return out
}
