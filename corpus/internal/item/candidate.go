package item

import (
	"bytes"
	"slices"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// maxCandidates bounds how many headings are weighed; real filings have a few hundred.
const maxCandidates = 50_000

// candidate is a block that begins with an item label.
type candidate struct {
	block    int
	label    label
	at       block.Span // the block
	titleAt  int32      // where its title begins
	nodes    []node     // the rows of the form that it can be the heading of
	covered  []int      // further rows that a combined heading names
	covers   int        // the last of them, or -1
	page     bool       // ends with a page number, or one follows it
	linked   bool
	contents bool // a row of a contents list
	chosen   bool
	rescued  bool // is out of the form's order
	filled   bool // weighs little, but is where its item is missing
	reason   string
}

// node is a candidate read as the heading of one row of the form.
type node struct {
	row   int
	terms terms
}

func (c *candidate) best() node {
	best := c.nodes[0]
	for _, n := range c.nodes[1:] {
		if n.terms.sum() > best.terms.sum() {
			best = n
		}
	}
	return best
}

// terms are the terms of a candidate as the heading of a row.
func (c *candidate) terms(row int) terms {
	for _, n := range c.nodes {
		if n.row == row {
			return n.terms
		}
	}
	return 0
}

// scanner reads the blocks of one document once.
type scanner struct {
	d       *block.Doc
	f       *Form
	year    int
	byKey   map[string][]int // the rows of each label
	indexed bool             // the headings are rows of a cross-reference index

	titles    [][][]byte // per row, its titles as plainTitle gives them
	listAtEnd int        // the block at which a contents list after the items begins, or 0
	unstyled  bool       // titles without any style are headings, because many are in the form's order
}

func newScanner(d *block.Doc, f *Form, year int) *scanner {
	s := &scanner{d: d, f: f, year: year, byKey: map[string][]int{}}
	for i := range f.rows {
		s.byKey[f.rows[i].label] = append(s.byKey[f.rows[i].label], i)
		if also := f.rows[i].also; also != "" {
			s.byKey[also] = append(s.byKey[also], i)
		}
	}
	return s
}

// candidates finds and weighs every block that begins with a label.
func (s *scanner) candidates() (found []candidate, parts []partMark) {
	romans := 0
	part := ""
	for i := range s.d.Blocks {
		b := &s.d.Blocks[i]
		if b.Style&block.Hidden != 0 {
			continue
		}
		if c, ok := s.trailingLabel(i, part); ok && len(found) < maxCandidates {
			if c.label.part != "" {
				part = c.label.part
			}
			found = append(found, c)
			continue
		}
		if !mayBeLabel(s.head(i)) {
			continue
		}
		if c, ok := s.brokenLabel(i, part); ok && len(found) < maxCandidates {
			found = append(found, c)
			continue
		}
		if p := partHeading(s.head(i), int(b.End-b.Start)); p != "" {
			part = p
			parts = append(parts, partMark{p, i})
			continue
		}
		l, ok := parseLabel(s.head(i))
		if !ok || len(found) == maxCandidates {
			continue
		}
		if l.roman {
			romans++
		}
		if l.part != "" {
			part = l.part
		}
		if c, ok := s.weigh(i, l, part); ok {
			found = append(found, c)
		}
	}
	if romans < minRomans {
		dropRomans(found)
	}
	return s.bareRows(found, parts), parts
}

// maxBareWord is the longest block that can be the word "Item" alone.
const maxBareWord = 10

// brokenLabel reads a label whose word is one block and whose number begins the next.
func (s *scanner) brokenLabel(i int, part string) (candidate, bool) {
	b := &s.d.Blocks[i]
	if b.End-b.Start > maxBareWord || i+1 == len(s.d.Blocks) {
		return candidate{}, false
	}
	if word := string(normalizeTitle(s.head(i))); word != "item" && word != "items" {
		return candidate{}, false
	}
	word := append(append([]byte(nil), s.head(i)...), ' ')
	l, ok := parseLabel(append(word, s.head(i+1)...))
	if !ok || l.end < len(word) {
		return candidate{}, false
	}
	l.end -= len(word)
	c, ok := s.weigh(i+1, l, part)
	c.block, c.at.Start = i, b.Start
	return c, ok
}

// trailingLabel reads a heading whose label follows its title: "BUSINESS (ITEM 1)", "Business - Part I, Item 1". The title may
// begin in the line before.
func (s *scanner) trailingLabel(i int, part string) (candidate, bool) {
	b := &s.d.Blocks[i]
	text, end := s.d.Text[b.Start:b.End], b.End
	if n := len(text); n > 4 && n <= shortBlock && ascii.HasPrefixFold(text[n-4:], "item") && i+1 < len(s.d.Blocks) {
		next := &s.d.Blocks[i+1] // the label is broken over two lines
		text = append(append(bytes.Clone(text), ' '), s.d.Of(next.Span)...)
		end = next.End
	}
	if len(text) > maxHeading || len(text) < len("(item 1)") {
		return candidate{}, false
	}
	open, marked := trailingItem(text)
	if open < 0 || s.inTable(i) && bytes.HasSuffix(bytes.TrimRight(text[:open], " "), []byte{'\t'}) {
		return candidate{}, false
	}
	l, ok := parseLabel(text[open:])
	if !ok || l.end < len(text)-open {
		return candidate{}, false
	}
	if l.part != "" {
		part = l.part
	}
	title := normalizeTitle(text[:open])
	for _, r := range s.rows(l) {
		first := s.trailingTitle(r, i, title)
		if !marked && (b.Style&block.Joined != 0 || !s.isTitled(r, plainTitle(text[:open]))) {
			continue
		}
		if first < 0 || !s.f.rows[r].mayStand(s.year) {
			continue
		}
		at := s.d.Blocks[first].Start
		c := candidate{block: first, label: l, at: block.Span{Start: at, End: end}, titleAt: at, covers: -1}
		t := termTitle | termShort | styleTerms(s.d.Blocks[first].Style) | s.partTerm(r, part)
		if hasCapitalLabel(text[open:]) {
			t |= termCapitals
		}
		c.nodes = []node{{r, t}}
		s.cover(&c, nil)
		return c, true
	}
	return candidate{}, false
}

// trailingItem is where the label at the end of a heading begins, or -1. It is marked in brackets, after a dash or a bar and
// in a cell of its own; otherwise blanks or a mark of punctuation come before it.
func trailingItem(text []byte) (at int, marked bool) {
	at = bytes.LastIndexAny(text, "iI")
	if at < 1 || !ascii.HasPrefixFold(text[at:], "item") {
		return -1, false
	}
	capital := ascii.IsUpper(text[at])
	at = partBefore(text, at)
	before := bytes.TrimRight(text[:at], " ")
	switch last := before[max(0, len(before)-1):]; {
	case len(last) == 0:
		return -1, false
	case last[0] == '(' && text[len(text)-1] == ')', last[0] == '[' && text[len(text)-1] == ']':
		return at, true
	case last[0] == '-', last[0] == '|', last[0] == '\t':
		return at, true
	case bytes.HasSuffix(before, []byte("–")), bytes.HasSuffix(before, []byte("—")):
		return at, true
	case capital && (ascii.IsLetter(last[0]) || bytes.ContainsAny(last, ".,:;/")):
		return at, false
	}
	return -1, false
}

// partBefore is where the part begins that a label names before the word "Item" at an offset, or the offset.
func partBefore(text []byte, item int) int {
	for at := item - 1; at >= max(0, item-maxPartPrefix); at-- {
		c := cursor{b: text, i: at}
		if (at == 0 || !ascii.IsAlnum(text[at-1])) && c.partPrefix() != "" && c.i == item {
			return at
		}
	}
	return item
}

// maxPartPrefix is the length of the longest "Part IV, Financial Information, " before a label.
const maxPartPrefix = 40

// trailingTitle is the block in which the title before a trailing label begins, or -1 if it is not the row's.
func (s *scanner) trailingTitle(r, i int, title []byte) int {
	if len(title) > 0 && s.f.rows[r].match(title) == full {
		return i
	}
	for k := i - 1; k >= max(0, i-2); k-- {
		b := &s.d.Blocks[k]
		if b.End-b.Start > shortBlock || b.Style&block.Hidden != 0 {
			break
		}
		title = append(normalizeTitle(s.d.Text[b.Start:b.End]), title...)
		if s.f.rows[r].match(title) == full {
			return k
		}
	}
	return -1
}

// minRomans is how many roman labels it takes to accept them: "Item X." alone is a common
// placeholder before the unnumbered section on executive officers.
const minRomans = 3

func dropRomans(found []candidate) {
	for i := range found {
		if found[i].label.roman {
			found[i].reason = "a lone roman numeral"
			for k := range found[i].nodes {
				found[i].nodes[k].terms |= termLoneRoman
			}
		}
	}
}

func (s *scanner) head(i int) []byte {
	b := &s.d.Blocks[i]
	return s.d.Text[b.Start:min(b.End, b.Start+maxHead)]
}

// partMark is a block that is the heading of a part.
type partMark struct {
	part  string
	block int
}

// maxPartHeading is the longest block that may be a part's heading.
const maxPartHeading = 90

func partHeading(head []byte, length int) string {
	if length > maxPartHeading {
		return ""
	}
	c := cursor{b: head}
	c.skipLead()
	part := c.part()
	if part == "" {
		return ""
	}
	c.partTail()
	if c.word("item") || ascii.IsLower(c.at(c.i)) {
		return ""
	}
	return part
}

// weigh makes a candidate of block i, if its label is one of the form.
func (s *scanner) weigh(i int, l label, part string) (candidate, bool) {
	b := &s.d.Blocks[i]
	c := candidate{block: i, label: l, at: b.Span, titleAt: b.Start + int32(l.end), covers: -1}
	rows := s.rows(l)
	if len(rows) == 0 {
		return c, false
	}
	head := s.head(i)
	rest := regulation(head[l.end:])
	c.titleAt = b.Start + int32(len(head)-len(rest))
	if officers(normalizeTitle(rest)) && !s.namesOfficers(rows) {
		return c, false
	}
	c.page = b.End-b.Start <= maxHead && endsWithPage(rest) // the cut of a longer block is not its end
	c.linked = b.Style&block.Linked != 0
	common := s.common(&c, rest)
	next := s.next(i)
	for _, r := range rows {
		own := s.titleTerms(r, rest, next)
		if s.f.rows[r].mayStand(s.year) || own&(termTitle|termNextTitle) != 0 {
			if l.paren && s.f.rows[r].label != l.numbers[0] {
				own |= termSubItem
			}
			c.nodes = append(c.nodes, node{r, common | own | s.partTerm(r, part)})
		}
	}
	if len(c.nodes) == 0 {
		return c, false
	}
	s.cover(&c, rest)
	return c, true
}

// namesOfficers reports whether one of the rows is the item on directors and executive officers.
func (s *scanner) namesOfficers(rows []int) bool {
	return slices.ContainsFunc(rows, func(r int) bool { return slices.Contains(s.f.rows[r].near, "directors") })
}

// regulation skips "of Regulation AB", which follows the number in the headings of asset-backed issuers.
func regulation(rest []byte) []byte {
	const phrase = "of regulation ab"
	if !ascii.HasPrefixFold(rest, phrase) {
		return rest
	}
	c := cursor{b: rest, i: len(phrase)}
	c.commas()
	return rest[c.i:]
}

// rows are the rows that a label can name. A letter in parentheses may only number sub-items:
// "Item 1(b)" was never Item 1B before there was one.
func (s *scanner) rows(l label) []int {
	rows := s.byKey[l.numbers[0]]
	if l.paren {
		n := l.numbers[0]
		rows = append(rows[:len(rows):len(rows)], s.byKey[n[:len(n)-1]]...)
	}
	return rows
}

// next is the text of the next visible block, if it is short enough for a title.
func (s *scanner) next(i int) []byte {
	for k := i + 1; k < len(s.d.Blocks) && k <= i+4; k++ {
		b := &s.d.Blocks[k]
		if b.Style&block.Hidden != 0 || s.isRule(k) {
			continue
		}
		if b.End-b.Start > maxNextTitle {
			return nil
		}
		return s.d.Text[b.Start:b.End]
	}
	return nil
}

// isRule reports whether a block is empty or the line of dashes with which plain text underlines a heading.
func (s *scanner) isRule(i int) bool { return len(bytes.Trim(s.head(i), "-=_~ ")) == 0 }

// maxNextTitle is the longest block that may hold the title of the label before it.
const maxNextTitle = 220

// cover finds the further rows that a combined heading names; a range names those between, too.
func (s *scanner) cover(c *candidate, rest []byte) {
	first := c.best().row
	numbers := c.label.numbers[1:]
	if len(numbers) == 0 && c.at.End-c.at.Start <= maxNextTitle {
		numbers = secondLabel(rest)
	}
	for _, n := range numbers {
		for _, r := range s.byKey[n] {
			if r > first && s.f.rows[r].part == s.f.rows[first].part {
				c.covered = append(c.covered, r)
				c.covers = max(c.covers, r)
			}
		}
	}
	if !c.label.through {
		return
	}
	c.covered = c.covered[:0]
	for r := first + 1; r <= c.covers; r++ {
		c.covered = append(c.covered, r)
	}
}

// secondLabel is the further label in "Item 1. Business and Item 2. Properties".
func secondLabel(rest []byte) []string {
	for from := 0; from < len(rest); {
		i := ascii.IndexFold(rest[from:], "item")
		if i < 0 {
			return nil
		}
		at := from + i
		from = at + 4
		if !joins(rest[:at]) {
			continue
		}
		if l, ok := parseLabel(rest[at:]); ok && l.marked {
			return l.numbers
		}
	}
	return nil
}

// joins reports whether text ends like the words between two headings in one block.
func joins(text []byte) bool {
	end := len(text)
	for end > 0 && (text[end-1] == ' ' || text[end-1] == '\t' || text[end-1] == '\v') {
		end--
	}
	if end == len(text) {
		return false
	}
	text = text[:end]
	if end >= 3 && ascii.HasPrefixFold(text[end-3:], "and") {
		return true
	}
	return end > 0 && (text[end-1] == '&' || text[end-1] == ';' || text[end-1] == '/')
}
