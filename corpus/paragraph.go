package corpus

import (
	"bytes"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/block"
	"github.com/assayhq/assay/corpus/grid"
)

// The kinds of paragraph, as they stand in the store.
const (
	kindHeading   = "heading"
	kindText      = "text"
	kindListItem  = "list_item"
	kindTableRow  = "table_row"
	kindFurniture = "furniture"
	kindSignature = "signature"
)

// paragraph is what a reader would call one: blocks of the text that belong together, furniture between
// them left out.
type paragraph struct {
	kind   string
	pieces []block.Span // of Doc.Text, in order
	first  int          // its first block
	table  int32        // the table that it is a row of, or -1
	row    int32        // the row of that table
}

// layout makes paragraphs of the blocks of one document.
type layout struct {
	doc       *block.Doc
	grids     []grid.Grid
	furniture []bool
	pieces    []block.Span // memory of the paragraphs' pieces
}

func newLayout(doc *block.Doc) *layout {
	return &layout{doc: doc, grids: grid.All(doc), furniture: furniture(doc)}
}

// paragraphs are those of one span of the text, appended to dst.
func (l *layout) paragraphs(dst []paragraph, span block.Span) []paragraph {
	blocks := l.doc.Blocks
	first := sort.Search(len(blocks), func(i int) bool { return blocks[i].End > span.Start })
	for i := first; i < len(blocks) && blocks[i].Start < span.End; {
		b := &blocks[i]
		switch {
		case b.Style&block.Hidden != 0:
			i++
		case l.furniture[i]:
			dst = append(dst, l.single(i, span, kindFurniture))
			i++
		case b.Table >= 0 && l.isTable(b.Table):
			dst = append(dst, l.tableRow(i, span))
			i++
		default:
			var p paragraph
			p, i = l.prose(i, span)
			dst = append(dst, p)
		}
	}
	return dst
}

// isTable tells tables proper from those that only lay out prose.
func (l *layout) isTable(table int32) bool {
	switch l.grids[table].Kind {
	case grid.Heading, grid.List, grid.Paragraphs, grid.Blank:
		return false
	}
	return true
}

func (l *layout) single(i int, within block.Span, kind string) paragraph {
	start := len(l.pieces)
	l.pieces = append(l.pieces, clip(l.doc.Blocks[i].Span, within))
	return paragraph{kind: kind, pieces: l.pieces[start:len(l.pieces):len(l.pieces)], first: i, table: -1}
}

func (l *layout) tableRow(i int, within block.Span) paragraph {
	b := &l.doc.Blocks[i]
	kind := kindTableRow
	if l.grids[b.Table].Kind == grid.Signatures {
		kind = kindSignature
	}
	p := l.single(i, within, kind)
	p.table, p.row = b.Table, b.Row
	return p
}

// prose gathers the blocks of one paragraph from block i on: the lines that go on with it, and, behind a
// page break, the rest of a sentence that the page cut. It returns the block to go on with.
func (l *layout) prose(i int, within block.Span) (paragraph, int) {
	blocks, start := l.doc.Blocks, len(l.pieces)
	p := paragraph{first: i, table: -1}
	for {
		piece := blocks[i].Span
		next := i + 1
		for next < len(blocks) && blocks[next].Style&block.Joined != 0 && !l.furniture[next] && blocks[next].Start < within.End {
			piece.End = blocks[next].End
			next++
		}
		l.pieces = append(l.pieces, clip(piece, within))
		i = next
		more, ok := l.continuation(i, within)
		if !ok {
			break
		}
		i = more
	}
	p.pieces = l.pieces[start:len(l.pieces):len(l.pieces)]
	p.kind = l.kindOf(&p)
	return p, i
}

// leastCut is the length from which a block without an end can be the first part of a paragraph that
// goes on in the next block, where no page break stands between the two.
const leastCut = 60

// continuation tells whether the text before block i goes on at block i or behind the furniture that
// follows: no sentence ended, and the next text begins in lower case.
func (l *layout) continuation(i int, within block.Span) (next int, ok bool) {
	blocks := l.doc.Blocks
	before := l.pieces[len(l.pieces)-1]
	if endsSentence(l.doc.Of(before)) {
		return 0, false
	}
	crossed := false
	for i < len(blocks) && blocks[i].Start < within.End && (l.furniture[i] || blocks[i].Style&block.Hidden != 0) {
		crossed = true
		i++
	}
	if i >= len(blocks) || blocks[i].Start >= within.End {
		return 0, false
	}
	b := &blocks[i]
	if b.Table >= 0 || b.Style&(block.ListItem|block.Heading) != 0 {
		return 0, false
	}
	crossed = crossed || b.Style&block.PageBreak != 0
	if !crossed && before.End-before.Start < leastCut {
		return 0, false
	}
	if r, _ := utf8.DecodeRune(l.doc.Text[b.Start:b.End]); !unicode.IsLower(r) {
		// A name or a month may open the next page; the words before it say that more must come.
		const emphasis = block.Bold | block.Underlined | block.Centered | block.Italic
		return i, crossed && b.Style&emphasis == 0 && endsOpen(l.doc.Of(before))
	}
	// "a." or "ii)" begins a list item, not the rest of a sentence.
	text := l.doc.Of(b.Span)
	return i, len(text) > 3 && text[1] != '.' && text[1] != ')' && text[2] != ')' && text[2] != '.'
}

// endsOpen tells text that cannot be the end of anything: its last word wants another.
func endsOpen(text []byte) bool {
	text = bytes.TrimRight(text, " ")
	if len(text) < leastCut {
		return false
	}
	last := text[bytes.LastIndexByte(text, ' ')+1:]
	switch string(last) {
	case "a", "an", "the", "of", "in", "and", "or", "to", "for", "by", "with", "on", "at", "as", "from", "our", "its", "their", "is", "are", "was", "were":
		return true
	}
	return text[len(text)-1] == ','
}

// endsSentence tells text that ends as sentences, headings with a colon and list entries do.
func endsSentence(text []byte) bool {
	text = bytes.TrimRight(text, " \t\v\"')]”’")
	if len(text) == 0 {
		return true
	}
	switch r, _ := utf8.DecodeLastRune(text); r {
	case '.', '!', '?', ':', ';', '…':
		return true
	}
	return false
}

const (
	maxHeading      = 200 // bytes of a heading
	maxHeadingWords = 25
)

// kindOf tells headings and list items from text by their looks.
func (l *layout) kindOf(p *paragraph) string {
	b := &l.doc.Blocks[p.first]
	text := l.doc.Of(p.pieces[0])
	if b.Style&block.ListItem != 0 || startsWithBullet(text) {
		return kindListItem
	}
	if len(p.pieces) > 1 || len(text) > maxHeading || len(bytes.Fields(text)) > maxHeadingWords || !hasLetter(text) {
		return kindText
	}
	if b.Style&(block.Heading|block.Bold|block.Underlined) != 0 {
		return kindHeading
	}
	if endsSentence(text) && !bytes.HasSuffix(text, []byte(".")) {
		return kindText
	}
	ended := bytes.HasSuffix(text, []byte("."))
	if !ended && b.Style&(block.Italic|block.Centered) != 0 || isCapitals(text) {
		return kindHeading
	}
	return kindText
}

func startsWithBullet(text []byte) bool {
	r, n := utf8.DecodeRune(text)
	switch r {
	case '•', '▪', '◦', '●', '○', '■', '□', '►', '‣', '–', '—', '*':
		return n < len(text) && (text[n] == ' ' || text[n] == '\t' || text[n] == '\v')
	}
	return r == '-' && len(text) > 2 && text[1] == ' '
}

// isCapitals holds where every letter is a capital and there are a few of them.
func isCapitals(text []byte) bool {
	letters := 0
	for _, r := range string(text) {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			letters++
		}
	}
	return letters > 3
}

func hasLetter(text []byte) bool {
	return bytes.IndexFunc(text, unicode.IsLetter) >= 0
}

func clip(s, within block.Span) block.Span {
	return block.Span{Start: max(s.Start, within.Start), End: min(s.End, within.End)}
}
