package corpus

import (
	"bytes"
	"regexp"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/grid"
	"github.com/assayhq/assay/internal/ascii"
)

// The kinds of paragraph, as the store has them.
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

// isTable reports whether a table is one, and not only a layout of prose.
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

// prose gathers the blocks of one paragraph from block i on: the lines that continue it and, after a
// page break, the rest of a sentence that the page cut. It returns the block to go on with.
func (l *layout) prose(i int, within block.Span) (paragraph, int) {
	blocks, start := l.doc.Blocks, len(l.pieces)
	p := paragraph{first: i, table: -1}
	hung := false
	for {
		piece := blocks[i].Span
		next := i + 1
		for next < len(blocks) && blocks[next].Style&block.Joined != 0 && !l.furniture[next] &&
			blocks[next].Start < within.End {
			piece.End = blocks[next].End
			next++
		}
		l.pieces = append(l.pieces, clip(piece, within))
		more, ok := l.continuation(start, i, next, within)
		hangs := ok && more == next && l.hangs(start, i, next)
		if hangs || hung && isNumbered(l.doc.Of(l.pieces[start])) {
			// A page number at the end of a line is not in the text that goes on below it.
			at := &l.pieces[len(l.pieces)-1]
			at.End = min(at.End, blocks[i].Start+int32(len(l.text(i))))
		}
		hung = hangs
		i = next
		if !ok || len(l.pieces)-start == maxPieces {
			break
		}
		i = more
	}
	p.pieces = l.pieces[start:len(l.pieces):len(l.pieces)]
	p.kind = l.kindOf(&p, i)
	return p, i
}

const (
	leastCut   = 60  // bytes from which a text that ends with a comma can be half of a sentence
	leastWords = 3   // words before the rest of a sentence, where its first half does not ask for more
	maxLabel   = 160 // bytes of a row's name with its figures, each in a block of its own
	maxPieces  = 500 // of a paragraph: sentences are mapped back to them one by one
	lookBack   = 300 // bytes in which a bracket can be open
)

// Emphasis that headings have and the text below them does not.
const emphasis = block.Bold | block.Underlined | block.Centered | block.Italic | block.Large

// continuation reports whether the paragraph that began at piece start, and whose last block is last, goes on
// at block i or after the furniture there: no sentence ended, and the next text does not begin one.
func (l *layout) continuation(start, last, i int, within block.Span) (next int, ok bool) {
	blocks := l.doc.Blocks
	so := l.doc.Of(l.pieces[len(l.pieces)-1])
	label := len(l.pieces)-1 == start && isListLabel(so)
	abbreviated := endsAbbreviated(so)
	if endsSentence(so) && !label && !abbreviated {
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
	b, before := &blocks[i], &blocks[last]
	if !crossed && l.hangs(start, last, i) {
		return i, true
	}
	if b.Style&(block.ListItem|block.Heading) != 0 || b.Table >= 0 && (b.Table != before.Table || b.Row != before.Row) {
		return 0, false
	}
	crossed = crossed || b.Style&block.PageBreak != 0
	text := l.doc.Of(b.Span)
	if isColumns(so) || isColumns(text) {
		return 0, false // a row of a table without markup
	}
	alike := (b.Style^before.Style)&emphasis == 0
	switch {
	case label:
		return i, !crossed && (alike || b.Table >= 0) && isLabelledText(b, text)
	case abbreviated:
		return i, alike && (crossed || ascii.IsDigit(text[0]))
	case !hasLetter(text):
		return i, !crossed && alike && b.Table < 0 && l.pieces[len(l.pieces)-1].End-l.pieces[start].Start < maxLabel
	case alike && bracketOpen(so) && closesBracket(text):
		return i, true
	case startsLower(text):
		if !crossed && (bytes.HasSuffix(so, []byte("; and")) || bytes.HasSuffix(so, []byte("; or"))) {
			return 0, false // the last but one of a list
		}
		return i, crossed || alike && (endsOpen(so) || l.words(start) >= leastWords || b.Table >= 0)
	}
	listed := before.Style&block.ListItem != 0 || startsWithBullet(l.doc.Of(l.pieces[start]))
	if crossed && alike && !listed && b.Style&emphasis == 0 && isCutOff(so) && l.isSentence(i) &&
		!isAnswer(text) && !startsWithBullet(text) && !listStart.Match(text) {
		return i, true
	}
	// A name or a month may open the next page; the words before it say that more must come.
	return i, endsOpen(so) && alike && !isContinuation(text) && (crossed && b.Style&emphasis == 0 || so[len(so)-1] != ',')
}

// hangs reports whether block i is the next line of a text in a plain-text table that is none: a list of exhibits, whose
// numbers stand in columns of their own before texts of several lines.
func (l *layout) hangs(start, last, i int) bool {
	b, before := &l.doc.Blocks[i], &l.doc.Blocks[last]
	if i != last+1 || b.Table < 0 || b.Table != before.Table || !l.doc.Tables[b.Table].Plain {
		return false
	}
	text, line := l.text(i), l.text(last)
	if !hasLetter(line) || len(line) < int(before.End-before.Start) && !isNumbered(l.doc.Of(l.pieces[start])) {
		return false // the number may be an age or an amount
	}
	if isColumns(text) || listStart.Match(text) && !initial.Match(text) || labelColumn.Match(text) {
		return false
	}
	column, slack := before.Indent, int32(1)
	if len(l.pieces)-1 == start {
		at := int32(lastColumn(line))
		column += at
		if slack = 3; at == 0 {
			slack = maxIndent
		}
	}
	if b.Indent < column-slack || b.Indent > column+slack {
		return false
	}
	return startsLower(text) || endsOpen(line) || l.isFull(last, bytes.IndexByte(append(text[:len(text):len(text)], ' '), ' '))
}

// maxIndent is how far the first line of a paragraph is moved in or out.
const maxIndent = 12

// text is the text of a line of a plain-text table without the page number in a column at its end.
func (l *layout) text(i int) []byte {
	text := l.doc.Of(l.doc.Blocks[i].Span)
	if gap := bytes.LastIndex(text, []byte("   ")); gap >= 0 {
		if _, ok := loneNumber(text[gap:]); ok {
			return bytes.TrimRight(text[:gap], " ")
		}
	}
	return text
}

// isNumbered reports whether a line begins with a word that has a digit or is in brackets, as entries of a list do.
func isNumbered(line []byte) bool {
	word, _, _ := bytes.Cut(line, []byte(" "))
	return bytes.ContainsAny(word, "0123456789(")
}

// lastColumn is where the text of a line begins that has a label, or columns, before it.
func lastColumn(line []byte) int {
	at := 0
	if gap := bytes.LastIndex(line, []byte("   ")); gap >= 0 {
		at = gap + 3
	}
	if m := listStart.FindIndex(line[at:]); m != nil {
		at += m[1]
	}
	return utf8.RuneCount(line[:at])
}

// isFull reports whether a word would not have fitted into the line of a plain-text table.
func (l *layout) isFull(i, word int) bool {
	right := func(i int) int { return int(l.doc.Blocks[i].Indent) + len(l.text(i)) }
	most := 0
	for k := max(0, i-widthLines); k < min(len(l.doc.Blocks), i+widthLines); k++ {
		most = max(most, right(k))
	}
	return right(i)+1+word > most
}

// widthLines is how many lines on either side tell how wide the text of a line is.
const widthLines = 8

// A line that begins with an initial may go on with a name; one with two blanks after its first word has a column there.
var (
	initial     = regexp.MustCompile(`^[A-Z]\. [A-Z]`)
	labelColumn = regexp.MustCompile(`^\S{1,10}  `)
)

var listStart = regexp.MustCompile(`^(\(?(\d{1,3}[a-z]?|[a-zA-Z]|[ivx]{2,5})[.)]+|\*{1,3}|†|‡)\s+`)

// isSentence reports whether the paragraph that begins with block i ends as sentences do.
func (l *layout) isSentence(i int) bool {
	for i+1 < len(l.doc.Blocks) && l.doc.Blocks[i+1].Style&block.Joined != 0 {
		i++
	}
	return endsSentence(l.doc.Of(l.doc.Blocks[i].Span))
}

// isCutOff reports whether text is the beginning of a sentence that a page may have cut before a name or a figure.
func isCutOff(text []byte) bool {
	last := text[len(text)-1]
	return len(text) >= leastCut && isMostlyLower(text) && (ascii.IsLetter(last) || last == '&' || last == ',')
}

// words counts the words of the paragraph that began at piece start, as far as they matter.
func (l *layout) words(start int) (n int) {
	for _, s := range l.pieces[start:] {
		if n += bytes.Count(l.doc.Of(s), []byte{' '}) + 1; n >= leastWords {
			break
		}
	}
	return n
}

// isListLabel reports whether text is the label of a list item or footnote, in a block or cell of its own: "(1)", "4g.", "b)".
func isListLabel(text []byte) bool { return len(text) <= 8 && listLabel.Match(text) }

var listLabel = regexp.MustCompile(`^(\(?(\d{1,3}[a-z]?|[a-zA-Z]|[ivx]{2,5})[.)]+|\*{1,3}|†|‡)\s*$`)

// leastLabelled is how long a text is that a label belongs to without a full stop; shorter ones are titles and names.
const leastLabelled = 80

// isLabelledText reports whether the label before it belongs to a text, and not to a title, which is a heading without it.
func isLabelledText(b *block.Block, text []byte) bool {
	r, _ := utf8.DecodeRune(text)
	if !unicode.IsLetter(r) && r != '“' && r != '"' || b.Style&(block.Bold|block.Underlined|block.Centered) != 0 {
		return false
	}
	return len(text) >= leastLabelled || endsSentence(text)
}

// isColumns reports whether runs of blanks separate columns in a text.
func isColumns(text []byte) bool { return bytes.Contains(text, []byte("   ")) }

// startsLower reports whether text begins as the rest of a sentence does: in lower case, but neither with the
// sign of a list item, as "a." or "ii)", nor with a name such as iPad.
func startsLower(text []byte) bool {
	r, n := utf8.DecodeRune(text)
	if !unicode.IsLower(r) || len(text) <= 3 || startsWithBullet(text) {
		return false
	}
	second, _ := utf8.DecodeRune(text[n:])
	return !unicode.IsUpper(second) && text[1] != '.' && text[1] != ')' && text[2] != ')' && text[2] != '.'
}

// bracketOpen reports whether text ends within a bracket.
func bracketOpen(text []byte) bool {
	text = text[max(0, len(text)-lookBack):]
	open := bytes.LastIndexByte(text, '(')
	return open >= 0 && bytes.IndexByte(text[open:], ')') < 0
}

// closesBracket reports whether text closes a bracket that it did not open.
func closesBracket(text []byte) bool {
	text = text[:min(len(text), lookBack)]
	shut := bytes.IndexByte(text, ')')
	return shut >= 0 && bytes.IndexByte(text[:shut], '(') < 0
}

// endsOpen reports whether text cannot end there: its last word needs another.
func endsOpen(text []byte) bool {
	text = bytes.TrimRight(text, " ")
	if len(text) == 0 {
		return false
	}
	last := text[bytes.LastIndexByte(text, ' ')+1:]
	switch string(last) {
	case "A": // as in Class A
		return false
	}
	switch string(bytes.ToLower(last)) {
	case "a", "an", "the", "of", "in", "and", "or", "to", "for", "by", "with", "on", "at", "as", "from",
		"our", "its", "their", "is", "are", "was", "were", "since", "between", "than", "under", "into", "during", "including",
		"that", "which", "against":
		return true
	}
	return len(text) >= leastCut && text[len(text)-1] == ','
}

// endsAbbreviated reports whether text ends with an abbreviation that a number or name follows: "Registration No.".
func endsAbbreviated(text []byte) bool {
	if bytes.IndexByte(text, ' ') < 0 {
		return false // an answer: "No."
	}
	switch string(bytes.ToLower(text[bytes.LastIndexAny(text, " /(")+1:])) {
	case "no.", "nos.", "mr.", "ms.", "mrs.", "dr.", "messrs.", "st.", "vs.", "v.", "pte.", "pty.", "ex.", "sec.", "e.g.", "i.e.", "cf.":
		return true
	}
	return false
}

// endsSentence reports whether text ends as sentences, headings with a colon and list entries do.
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

// kindOf distinguishes headings, list items and text by their looks and by what follows at block next.
func (l *layout) kindOf(p *paragraph, next int) string {
	b := &l.doc.Blocks[p.first]
	text := l.doc.Of(p.pieces[0])
	if b.Style&block.ListItem != 0 || startsWithBullet(text) && hasLetter(text) || l.isListed(p, text) {
		return kindListItem
	}
	if isSigned(text) {
		return kindSignature
	}
	if len(p.pieces) > 1 && !isLabelled(text) ||
		len(text) > maxHeading || len(bytes.Fields(text)) > maxHeadingWords || !hasLetter(text) {
		return kindText
	}
	if b.Style&(block.Heading|block.Bold|block.Underlined) != 0 {
		return kindHeading
	}
	if endsSentence(text) && !bytes.HasSuffix(text, []byte(".")) {
		return kindText
	}
	ended := bytes.HasSuffix(text, []byte("."))
	switch {
	case isCapitals(text), !ended && b.Style&(block.Italic|block.Centered) != 0, !ended && isLabelled(text):
		return kindHeading
	case !ended && b.Table < 0 && isTitle(text) && l.isProse(next):
		return kindHeading
	}
	return kindText
}

// isSigned reports whether text is a conformed signature.
func isSigned(text []byte) bool {
	return len(text) > 2 && text[0] == '/' && text[1]|0x20 == 's' && text[2] == '/'
}

// isListed reports whether text is an item of a list without bullets: it begins in lower case, after the colon that
// opens the list or the semicolon that ends the item before.
func (l *layout) isListed(p *paragraph, text []byte) bool {
	if p.first == 0 || !startsLower(text) {
		return false
	}
	k := p.first - 1
	for k > 0 && l.furniture[k] {
		k--
	}
	before := bytes.TrimRight(l.doc.Of(l.doc.Blocks[k].Span), " ")
	for _, end := range []string{":", ";", "; and", "; or", ", and", ", or"} {
		if bytes.HasSuffix(before, []byte(end)) {
			return true
		}
	}
	return bytes.HasSuffix(text, []byte(";"))
}

// isLabelled reports whether text is a heading that the form or the statements number: Item 7, Note 12, Part II.
func isLabelled(text []byte) bool {
	label, rest, ok := bytes.Cut(text, []byte(" "))
	if !ok || len(rest) == 0 || isColumns(text) {
		return false
	}
	switch string(bytes.ToLower(label)) {
	case "item", "items", "note":
		return ascii.IsDigit(rest[0])
	case "part":
		return len(bytes.Trim(rest, "IV")) == 0
	}
	return false
}

const (
	maxTitle      = 100 // bytes of a heading that only its capitals show to be one
	maxTitleWords = 14
	leastProse    = 80 // bytes of the text below it
)

// isTitle reports whether every longer word of a line begins with a capital.
func isTitle(text []byte) bool {
	words := bytes.Fields(text)
	if len(text) > maxTitle || len(words) > maxTitleWords || isColumns(text) || bytes.ContainsAny(text, "\t\v@") {
		return false
	}
	capitals := 0
	for i, w := range words {
		r, _ := utf8.DecodeRune(bytes.TrimLeft(w, "(\"“‘'"))
		switch {
		case unicode.IsUpper(r):
			capitals++
		case unicode.IsLower(r) && (i == 0 || len(w) > 5):
			return false
		case unicode.IsDigit(r) && i > 0 && len(w) != 4:
			return false // an amount or a day: a row or a date
		}
	}
	last := text[len(text)-1]
	return capitals*2 >= len(words) && capitals > 0 && last != ',' && !endsOpen(text)
}

// isProse reports whether block i begins a paragraph that a heading can be above.
func (l *layout) isProse(i int) bool {
	blocks := l.doc.Blocks
	for i < len(blocks) && l.furniture[i] {
		i++
	}
	if i >= len(blocks) || blocks[i].Table >= 0 {
		return false
	}
	text := l.doc.Of(blocks[i].Span)
	r, _ := utf8.DecodeRune(bytes.TrimLeft(text, "(\"“‘'"))
	joined := i+1 < len(blocks) && blocks[i+1].Style&block.Joined != 0
	return (len(text) >= leastProse || joined) && unicode.IsUpper(r) && !isColumns(text)
}

func startsWithBullet(text []byte) bool {
	r, n := utf8.DecodeRune(text)
	switch r {
	case '•', '▪', '◦', '●', '○', '■', '□', '►', '‣', '–', '—', '*', '·', '¡', '§', '➢', '✓', 'o':
		return n < len(text) && (text[n] == ' ' || text[n] == '\t' || text[n] == '\v')
	}
	return r == '-' && len(text) > 2 && text[1] == ' '
}

// isCapitals reports whether every letter is a capital and there are a few of them.
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
