package block

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// Plain reads a plain-text document: a filing of the 1990s, a report, text taken from a PDF. A block is
// one line; Joined lines go on with the paragraph of the line before. White space carries meaning here:
// blank lines and indents part paragraphs, runs of blanks part columns.
func Plain(src []byte) *Doc {
	r := newReader(src)
	r.readPlain(0, len(r.scan.src))
	return r.finish()
}

// preformatted reads the contents of a pre element as plain text.
func (r *reader) preformatted(t Tag, next int) int {
	src := r.scan.src
	r.breakBlock()
	end := indexClose(src[next:], t.Name)
	if end < 0 {
		end = len(src) - next
	}
	if r.table() != nil {
		// Inside a cell only the text counts.
		return next
	}
	r.readPlain(next, next+end)
	return next + end
}

// line is one line of plain text, measured in columns.
type line struct {
	from, to    int   // in the source, ends trimmed
	left, right int32 // columns of the first and after the last visible character
	blank       bool
	table       int32 // the table it belongs to, or -1
	pageBreak   bool  // a page ends before it
	columns     int32 // gaps of two or more blanks inside it
	numbers     int32 // words with a digit behind such a gap, and dashes for zero
	markers     bool  // the <S> <C> line that gives the columns of a table
	capitals    bool
}

// longLine is the length from which a line cannot have been wrapped by hand.
const longLine = 160

// maxPlainLine bounds what is measured of a line; one paragraph on a line is never longer.
const maxPlainLine = 1 << 20

func (r *reader) readPlain(from, to int) {
	lines := r.splitLines(from, to)
	markTables(lines)
	wrapped, width := measure(lines)
	words := lexicon{src: r.scan.src[from:to]}
	var prev *line
	var first *line // the first line of the paragraph
	for i := range lines {
		l := &lines[i]
		switch {
		case l.pageBreak:
			r.breakPage()
			prev = nil
		}
		if l.blank {
			prev = nil
			continue
		}
		joined := wrapped && prev != nil && l.table < 0 && prev.table < 0 && joins(prev, l, first, width)
		if !joined {
			first = l
		}
		r.writeLine(l, prev, joined, width, &words)
		prev = l
	}
	r.closePlainTables(lines)
}

// splitLines measures every line of the range and takes the mark-up of submission files out of them.
func (r *reader) splitLines(from, to int) []line {
	src := r.scan.src
	lines := make([]line, 0, bytes.Count(src[from:to], []byte{'\n'})+1)
	inTable, tables := false, int32(len(r.doc.Tables))
	for at := from; at < to; {
		end := bytes.IndexByte(src[at:to], '\n')
		next := at + end + 1
		if end < 0 {
			end, next = to-at, to
		}
		l := line{from: at, to: min(at+end, at+maxPlainLine), table: -1}
		if l.to < at+end {
			next = l.to
		}
		if begins, ends := r.plainMarkup(&l); begins || ends {
			if begins && !inTable {
				r.doc.Tables = append(r.doc.Tables, Table{Source: Range{int32(at), int32(next)}, Parent: -1, Plain: true})
				inTable, tables = true, int32(len(r.doc.Tables))
			}
			if ends {
				inTable = false
			}
			l.blank = l.blank || !l.markers
		} else {
			r.measureLine(&l)
		}
		if inTable {
			l.table = tables - 1
		}
		lines = append(lines, l)
		at = next
	}
	return lines
}

// plainMarkup tells the lines that are tags of a submission file and acts on form feeds and page tags.
func (r *reader) plainMarkup(l *line) (begins, ends bool) {
	text := bytes.TrimLeft(r.scan.src[l.from:l.to], " \t\r")
	if len(text) > 0 && text[0] == '\f' {
		l.pageBreak = true
		l.from = l.to - len(text) + 1
		return false, false
	}
	if len(text) < 3 || text[0] != '<' {
		return false, false
	}
	upper := bytes.ToUpper(text[:min(len(text), 10)])
	switch {
	case bytes.HasPrefix(upper, []byte("<PAGE>")):
		l.pageBreak = true
		l.from = l.to - len(text) + len("<PAGE>")
	case bytes.HasPrefix(upper, []byte("<TABLE")):
		l.blank = true
		return true, false
	case bytes.HasPrefix(upper, []byte("</TABLE")):
		l.blank = true
		return false, true
	case bytes.HasPrefix(upper, []byte("<S>")):
		l.markers = true
	case bytes.HasPrefix(upper, []byte("<CAPTION>")):
		l.from = l.to - len(text) + len("<CAPTION>")
	case bytes.HasPrefix(upper, []byte("<TEXT>")), bytes.HasPrefix(upper, []byte("</TEXT>")), bytes.HasPrefix(upper, []byte("</DOCUMEN")):
		l.from = l.to
	}
	return false, false
}

// measureLine finds the visible part of a line, its columns and what they hold.
func (r *reader) measureLine(l *line) {
	src := r.scan.src
	var col, gap int32
	seen, wordHasDigit, wordLen, afterGap := false, false, 0, false
	start, end := l.from, l.from
	lowers, uppers := 0, 0
	endWord := func() {
		if afterGap && (wordHasDigit || wordLen == 1 && (src[end-1] == '-' || src[end-1] == '%')) {
			l.numbers++
		}
		wordHasDigit, wordLen, afterGap = false, 0, false
	}
	for i := l.from; i < l.to; {
		c := src[i]
		n := 1
		if c >= utf8.RuneSelf {
			var ru rune
			if ru, n = decodeByte(src[i:l.to]); isBlank(ru) || isInvisible(ru) {
				c = ' '
			}
		}
		switch {
		case c == '\t':
			gap += 8 - (col+gap)%8
		case c == ' ' || c < 0x20:
			gap++
		default:
			if !seen {
				l.left, start, seen = gap, i, true
			} else if gap > 0 {
				endWord()
				if gap >= 2 {
					l.columns++
					afterGap = true
				}
			}
			col += gap + 1
			gap = 0
			wordLen++
			wordHasDigit = wordHasDigit || '0' <= c && c <= '9'
			if 'a' <= c && c <= 'z' {
				lowers++
			} else if 'A' <= c && c <= 'Z' {
				uppers++
			}
			end = i + n
		}
		i += n
	}
	if seen {
		endWord()
	}
	l.from, l.to, l.right = start, end, col
	l.blank = !seen && !l.markers
	l.capitals = uppers > 2 && lowers == 0
}

// measure tells whether lines were wrapped by hand, and at which column.
func measure(lines []line) (wrapped bool, width int32) {
	var long, all int
	var rights []int32
	for _, l := range lines {
		if l.blank || l.table >= 0 {
			continue
		}
		n := l.to - l.from
		all += n
		if n > longLine {
			long += n
		}
		if n > 40 {
			rights = append(rights, l.right)
		}
	}
	if all == 0 || long*10 > all*3 || len(rights) == 0 {
		return false, 80
	}
	slices.Sort(rights)
	return true, rights[len(rights)*9/10]
}

// markTables finds the tables that no tag announces: at least two lines near each other with two
// figures in columns of their own.
func markTables(lines []line) {
	const apart = 3 // lines without figures between two with them
	for i := 0; i < len(lines); i++ {
		if !lines[i].tabular() {
			continue
		}
		last, rows := i, 1
		for k := i + 1; k < len(lines) && k <= last+apart+1; k++ {
			if lines[k].table >= 0 || lines[k].pageBreak {
				break
			}
			if lines[k].tabular() {
				last = k
				rows++
			}
		}
		if rows >= 2 {
			for k := i; k <= last; k++ {
				lines[k].table = untagged
			}
		}
		i = last
	}
}

// untagged stands in line.table for a table that is not numbered yet.
const untagged = -2

func (l *line) tabular() bool {
	return l.table == -1 && !l.blank && l.columns >= 1 && (l.numbers >= 2 || l.numbers == 1 && l.columns >= 2)
}

// joins tells whether a line goes on with the paragraph of the line before it.
func joins(prev, l, first *line, width int32) bool {
	switch {
	case prev.capitals != l.capitals && (prev.right < width*4/5 || l.capitals):
		return false
	case prev.right < width*13/20:
		return false // the next word would have fitted: the paragraph ended
	case l.columns > 0 && l.numbers > 0 && l.columns >= 2:
		return false
	case l.left > 12 && l.centred(width):
		return false
	case l.left > prev.left+1:
		// Deeper than the line before: the second line of a hanging indent, or a new paragraph.
		return prev == first && l.left < prev.left+12 && prev.right > width*17/20
	}
	return true
}

func (l *line) centred(width int32) bool {
	d := l.left - (width - l.right)
	return l.left >= 8 && d >= -6 && d <= 6
}

// writeLine makes a block of one line.
func (r *reader) writeLine(l, prev *line, joined bool, width int32, words *lexicon) {
	w := &r.w
	if joined {
		r.joinLine(prev, l, words)
	}
	start := int32(len(w.text))
	switch {
	case l.table != -1:
		r.openPlainTable(l)
		w.copyColumns(l.from, l.to)
	default:
		w.copyPlainLine(&r.scan, l.from, l.to)
	}
	if !w.endBlock(start) {
		return
	}
	look := counters{visible: 1, indent: l.left}
	if l.centred(width) {
		look.any |= Centered
	}
	if l.markers {
		look.any |= Hidden
	}
	row := int32(0)
	if l.table >= 0 {
		row = r.doc.Tables[l.table].Rows
		r.doc.Tables[l.table].Rows++
	}
	table := l.table
	r.addBlock(Span{start, int32(len(w.text) - 1)}, look, table, row)
	if joined {
		r.doc.Blocks[len(r.doc.Blocks)-1].Style |= Joined
	}
	r.block = counters{start: int32(len(w.text))}
}

// joinLine turns the line break before l into a blank, or into nothing where a word was divided.
func (r *reader) joinLine(prev, l *line, words *lexicon) {
	w := &r.w
	n := len(w.text)
	if n < 3 || len(r.doc.Blocks) == 0 || w.text[n-1] != '\n' {
		return
	}
	w.text[n-1] = ' '
	if w.text[n-2] != '-' || !isLetter(w.text[n-3]) {
		return
	}
	src := r.scan.src
	last := lastWord(src[prev.from:prev.to])
	next := firstWord(src[l.from:l.to])
	if len(next) == 0 || next[0] < 'a' || next[0] > 'z' {
		return
	}
	block := &r.doc.Blocks[len(r.doc.Blocks)-1]
	w.text = w.text[:n-1]
	if words.divided(last, next) {
		w.text = w.text[:n-2]
		block.End--
	}
	w.owed = startBlock
}

// openPlainTable begins the table of a line that no tag announced.
func (r *reader) openPlainTable(l *line) {
	if l.table != untagged {
		return
	}
	n := len(r.doc.Blocks)
	if n > 0 {
		if last := r.doc.Blocks[n-1].Table; last >= 0 && r.doc.Tables[last].Plain && !r.newPage &&
			r.doc.Tables[last].Source.Start < 0 {
			l.table = last
			return
		}
	}
	r.doc.Tables = append(r.doc.Tables, Table{Source: Range{-1, -1}, Parent: -1, Plain: true})
	l.table = int32(len(r.doc.Tables) - 1)
}

// closePlainTables settles the spans of the tables from the blocks that name them.
func (r *reader) closePlainTables(lines []line) {
	for i := range r.doc.Blocks {
		b := &r.doc.Blocks[i]
		if b.Table < 0 || !r.doc.Tables[b.Table].Plain {
			continue
		}
		t := &r.doc.Tables[b.Table]
		if t.Blocks.End == 0 {
			t.Blocks.Start, t.Start = int32(i), b.Start
		}
		t.Blocks.End, t.End = int32(i+1), b.End
	}
	d := Doc{Text: r.w.text, runs: r.w.runs, source: r.scan.src}
	for i := range r.doc.Tables {
		if t := &r.doc.Tables[i]; t.Plain && t.Blocks.End > 0 {
			t.Source = d.SourceRange(t.Span)
		}
	}
}

// copyPlainLine copies a line of prose without the tags that stand in it.
func (w *writer) copyPlainLine(s *scanner, from, to int) {
	for at := from; at < to; {
		lt := bytes.IndexByte(w.src[at:to], '<')
		if lt < 0 {
			w.copySource(at, to, nil)
			return
		}
		w.copySource(at, at+lt, nil)
		at += lt
		_, next, ok := s.tag(at)
		if !ok && next == at+1 || next > to {
			w.copySource(at, at+1, nil)
			next = at + 1
		}
		at = next
	}
}

// copyColumns copies a line of a table with its blanks, so that columns stay where they are.
func (w *writer) copyColumns(from, to int) {
	var col int
	for i := from; i < to; {
		r, n := rune(w.src[i]), 1
		switch {
		case w.src[i] == '&':
			if ref, length := reference(w.src[i:to]); length > 0 {
				r, n = ref, length
			}
		case w.src[i] >= utf8.RuneSelf:
			r, n = decodeByte(w.src[i:to])
		}
		width := 1
		if r == '\t' {
			width = 8 - col%8
		}
		if isBlank(r) {
			r = ' '
		}
		if !isInvisible(r) {
			w.owed = nothing
			for range width {
				w.mapTo(i)
				w.text = utf8.AppendRune(w.text, r)
			}
			col += width
		}
		i += n
	}
}

// lexicon is the set of words of a document, gathered when the first divided word asks for it.
type lexicon struct {
	src   []byte
	words map[string]struct{}
}

// divided tells whether a hyphen at a line's end only divides a word: the whole word stands elsewhere in
// the document. "long-" and "term" stay hyphenated, "manage-" and "ment" do not.
func (x *lexicon) divided(last, next []byte) bool {
	if x.words == nil {
		x.gather()
	}
	word := bytes.ToLower(append(bytes.Clone(bytes.TrimSuffix(last, []byte{'-'})), next...))
	_, whole := x.words[string(word)]
	return whole
}

func (x *lexicon) gather() {
	x.words = make(map[string]struct{}, 4096)
	for at := 0; at < len(x.src); {
		for at < len(x.src) && !isLetter(x.src[at]) {
			at++
		}
		start := at
		for at < len(x.src) && isLetter(x.src[at]) {
			at++
		}
		if n := at - start; n >= 4 && n <= 30 {
			word := bytes.ToLower(x.src[start:at])
			if _, ok := x.words[string(word)]; !ok {
				x.words[string(word)] = struct{}{}
			}
		}
	}
}

func lastWord(b []byte) []byte {
	i := len(b)
	for i > 0 && (isLetter(b[i-1]) || b[i-1] == '-') {
		i--
	}
	return b[i:]
}

func firstWord(b []byte) []byte {
	i := 0
	for i < len(b) && isLetter(b[i]) {
		i++
	}
	return b[:i]
}
