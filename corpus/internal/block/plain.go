package block

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// Plain reads a plain-text document: a filing of the 1990s, a report, text taken from a PDF. A block is
// one line; Joined lines continue the paragraph of the line before. White space carries meaning here:
// blank lines and indents separate paragraphs, runs of blanks separate columns.
func Plain(src []byte) *Doc {
	d, _ := Read(src, false, nil)
	return d
}

// preformatted reads the contents of a pre element as plain text.
func (r *reader) preformatted(t *Tag, next int) int {
	src := r.scan.src
	r.breakBlock()
	if r.table() != nil {
		// Inside a cell only the text counts.
		return next
	}
	end := -1
	if !r.unclosed[elPre] {
		end = indexClose(src[next:], t.Name)
	}
	if end < 0 {
		r.unclosed[elPre] = true
		end = len(src) - next
	}
	r.readPlain(next, next+end)
	return next + end
}

func (r *reader) readPlain(from, to int) {
	block, table := len(r.doc.Blocks), len(r.doc.Tables)
	lines := r.splitLines(from, to)
	if r.refused != nil {
		return
	}
	wrapped := measure(lines)
	r.doc.Blocks = slices.Grow(r.doc.Blocks, len(lines)/2)
	r.blockSize = slices.Grow(r.blockSize, len(lines)/2)
	r.markPipes(lines)
	markTables(lines)
	words := lexicon{src: r.scan.src[from:to]}
	var prev, first *line // the line before, the first line of its paragraph
	for i := range lines {
		if !r.bound() {
			return
		}
		l := &lines[i]
		if l.pageBreak {
			r.breakPage()
			prev = nil
		}
		r.newPlain = r.newPlain || l.opens
		if l.blank {
			prev = nil
			continue
		}
		if prev != nil && i+1 < len(lines) && l.underlines(prev, &lines[i+1]) {
			continue
		}
		if l.pipe == pipeRow {
			r.writePipeRow(l)
			prev = l
		}
		if l.pipe != noPipe {
			continue
		}
		if l.tags {
			r.block = counters{start: int32(len(r.w.text))}
			r.copyLine(l)
			continue
		}
		var next *line
		if i+1 < len(lines) {
			next = &lines[i+1]
		}
		joined := wrapped && prev != nil && l.table == noTable && prev.table == noTable &&
			continuesParagraph(prev, l, next, first)
		if !joined {
			first = l
		}
		r.writeLine(l, prev, joined, &words)
		prev = l
	}
	r.closePlainTables(block, table)
}

// splitLines measures every line of the range and takes the mark-up of submission files out of them.
func (r *reader) splitLines(from, to int) []line {
	src := r.scan.src
	n := bytes.Count(src[from:to], []byte{'\n'}) + 1
	if r.grow != nil {
		if r.refused = r.grow(int64(n) * lineBytes); r.refused != nil {
			return nil
		}
	}
	lines := make([]line, 0, n)
	tagged := false // inside a table that a tag announced
	for at := from; at < to; {
		end := bytes.IndexByte(src[at:to], '\n')
		next := at + end + 1
		if end < 0 {
			end, next = to-at, to
		}
		l := line{from: at, to: at + end, table: noTable}
		r.plainMarkup(&l)
		if r.beginsTable(&l, to) {
			l.opens, tagged = !tagged, true
		}
		r.measureLine(&l)
		if tagged {
			l.table = inTable
			tagged = !endsTable(src[at:l.to])
		}
		lines = append(lines, l)
		at = next
	}
	return lines
}

// plainMarkup takes the tags of submission files and form feeds off the start of a line.
func (r *reader) plainMarkup(l *line) {
	text := trimBlanks(r.scan.src[l.from:l.to])
	for len(text) > 0 && text[0] == '\f' {
		l.pageBreak = true
		text = trimBlanks(text[1:])
		l.from = l.to - len(text)
	}
	if len(text) < 3 || text[0] != '<' {
		return
	}
	switch {
	case opensWith(text, "<page>"):
		l.pageBreak = true
		l.from = l.to - len(text) + len("<page>")
	case opensWith(text, "<s>"):
		l.markers = true
	case opensWith(text, "<caption>"):
		l.from = l.to - len(text) + len("<caption>")
	case opensWith(text, "<text>"), opensWith(text, "</text>"), opensWith(text, "</document>"):
		l.from = l.to
	}
}

func trimBlanks(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t' || b[0] == '\r' || b[0] == '\v') {
		b = b[1:]
	}
	return b
}

// opensWith compares without case; the tag is in lower case.
func opensWith(b []byte, tag string) bool { return len(b) >= len(tag) && equalFold(b[:len(tag)], tag) }

// beginsTable reports whether a line opens a table that ends before the next one begins; one that does not
// would run on to the end of the document. Text after the tag is kept.
func (r *reader) beginsTable(l *line, to int) bool {
	text := trimBlanks(r.scan.src[l.from:l.to])
	if !opensWith(text, "<table") {
		return false
	}
	if end := bytes.IndexByte(text, '>'); end >= 0 {
		l.from = l.to - len(text) + end + 1
	}
	for rest := r.scan.src[l.from:to]; ; rest = rest[1:] {
		lt := bytes.IndexByte(rest, '<')
		if lt < 0 {
			return false
		}
		rest = rest[lt:]
		if opensWith(rest, "</table") {
			return true
		}
		if opensWith(rest, "<table") {
			return false
		}
	}
}

// endsTable reports whether a line contains the end of a table.
func endsTable(text []byte) bool {
	for {
		lt := bytes.IndexByte(text, '<')
		if lt < 0 {
			return false
		}
		text = text[lt:]
		if opensWith(text, "</table") {
			return true
		}
		text = text[1:]
	}
}

// writeLine makes a block of one line.
func (r *reader) writeLine(l, prev *line, joined bool, words *lexicon) {
	w := &r.w
	if joined {
		r.joinLine(prev, l, words)
	}
	start := int32(len(w.text))
	r.block = counters{start: start}
	w.owed = startBlock
	if l.markers {
		w.copyColumns(l.from, l.to)
		r.count(r.top(), 1)
		r.block.hidden = r.block.visible
	} else {
		r.copyLine(l)
	}
	w.trimEnd(start)
	if !w.endBlock(start) {
		return
	}
	look := r.block
	look.indent = l.left
	if !joined && l.table == noTable && l.centred() {
		look.centered = look.visible
	}
	table, row := int32(noTable), int32(0)
	if l.table != noTable {
		table, row = r.nextPlainRow()
	}
	r.addBlock(Span{start, int32(len(w.text) - 1)}, &look, table, row)
	if joined {
		r.doc.Blocks[len(r.doc.Blocks)-1].Style |= Joined
	}
	r.block = counters{start: int32(len(w.text))}
}

// copyLine copies a line without its tags; those that change its look, and links, work
// as they do elsewhere.
func (r *reader) copyLine(l *line) {
	if o := r.top(); l.clean && (l.gaps == 0 || l.table != noTable) && !o.raised && !o.glyphs {
		r.w.owed = nothing
		r.w.mapTo(l.from)
		r.w.text = append(r.w.text, r.scan.src[l.from:l.to]...)
		r.count(o, int32(l.to-l.from))
		return
	}
	if bytes.IndexByte(r.scan.src[l.from:l.to], '<') < 0 {
		r.copyPart(l, l.from, l.to)
		return
	}
	r.inLine = true
	defer func() { r.inLine = false }()
	scan := scanner{src: r.scan.src[:l.to]}
	for at := l.from; at < l.to; {
		lt := bytes.IndexByte(scan.src[at:], '<')
		if lt < 0 {
			r.copyPart(l, at, l.to)
			return
		}
		r.copyPart(l, at, at+lt)
		at += lt
		tag, next, ok := scan.tag(at)
		switch e, k := elementOf(tag.Name); {
		case !ok && next == at+1:
			r.copyPart(l, at, next)
		case ok && k == inline && tag.Close:
			r.close(e, k)
		case ok && k == inline:
			r.open(e, k, &tag)
		}
		at = next
	}
}

func (r *reader) copyPart(l *line, from, to int) {
	if l.table == noTable {
		r.text(from, to)
		return
	}
	before := len(r.w.text)
	for before == int(r.block.start) && from < to && isSeparator(r.w.src[from]) {
		from++ // blanks after tags that the line opens with
	}
	r.w.copyColumns(from, to)
	if n := int32(len(r.w.text) - before); n > 0 {
		r.count(r.top(), n)
	}
}

// joinLine turns the line break before l into a blank, or into nothing where a word was divided.
func (r *reader) joinLine(prev, l *line, words *lexicon) {
	w := &r.w
	n := len(w.text)
	if n < 3 || len(r.doc.Blocks) == 0 || w.text[n-1] != '\n' {
		return
	}
	w.text[n-1] = ' '
	if w.text[n-2] != '-' || !ascii.IsLetter(w.text[n-3]) {
		return
	}
	src := r.scan.src
	last := lastWord(src[prev.from:prev.to])
	next := firstWord(src[l.from:l.to])
	if len(next) == 0 || !ascii.IsLower(next[0]) {
		return
	}
	w.text = w.text[:n-1]
	if words.divided(last, next) {
		w.text = w.text[:n-2]
		r.doc.Blocks[len(r.doc.Blocks)-1].End--
	}
	w.cutRuns()
}

// copyColumns copies part of a line of a table with its blanks, so that columns stay where they are.
func (w *writer) copyColumns(from, to int) {
	w.owed = nothing
	col := 0
	for i := from; i < to; {
		if n := columnsRun(w.src[i:to]); n > 0 {
			w.mapTo(i)
			w.text = append(w.text, w.src[i:i+n]...)
			col += n
			i += n
			continue
		}
		r, n := decode(w.src[i:to])
		width := 1
		switch {
		case r == '\t':
			width = 8 - col%8
			r = ' '
		case isBlank(r):
			r = ' '
		case isInvisible(r):
			width = 0
		}
		for range width {
			w.mapTo(i)
			w.text = utf8.AppendRune(w.text, r)
		}
		col += width
		i += n
	}
}

// trimEnd takes back the blanks at the end of a line of a table.
func (w *writer) trimEnd(start int32) {
	n := len(w.text)
	for n > int(start) && w.text[n-1] == ' ' {
		n--
	}
	if n < len(w.text) {
		w.text = w.text[:n]
		w.cutRuns()
	}
}

// columnsRun is how many characters b opens with that are one column wide and copied as they are.
func columnsRun(b []byte) int {
	n := 0
	for n < len(b) && (plainByte[b[n]] || b[n] == ' ') {
		n++
	}
	return n
}
