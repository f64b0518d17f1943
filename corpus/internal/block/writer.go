package block

import "unicode/utf8"

// separator is what is owed between the last visible character and the next one. A larger one swallows
// a smaller one.
type separator uint8

const (
	nothing    separator = iota
	blank                // ' ' between words
	newPara              // '\v' between paragraphs of a cell
	newCell              // '\t' between cells of a row
	startBlock           // nothing: the block before has ended with '\n' already
)

// writer builds Doc.Text and its mapping to the source. White space is written late, when the next
// visible character comes, so that nothing has to be removed again.
type writer struct {
	src  []byte
	text []byte
	runs []run
	owed separator
}

// plainByte marks the ASCII bytes that are copied as they are; white space, "&", "<", controls and
// everything beyond ASCII need a look.
var plainByte = func() (t [256]bool) {
	for c := 0x21; c < 0x7F; c++ {
		t[c] = c != '&' && c != '<'
	}
	return t
}()

// copySource appends src[from:to], which holds no tags, with references decoded and white space
// collapsed.
func (w *writer) copySource(from, to int) {
	src := w.src
	for i := from; i < to; {
		c := src[i]
		switch {
		case plainByte[c]:
			i = w.copyPlain(i, to)
		case c <= ' ':
			if isSpace(c) || c == '\v' {
				w.owe(blank)
			}
			i++
		default:
			r, length := decode(src[i:to])
			w.rune(r, i)
			i += length
		}
	}
}

// copyMapped does the same for text whose characters look different from what is written: those of a
// symbol font, those of a footnote mark.
func (w *writer) copyMapped(from, to int, shown func(rune) rune) {
	for i := from; i < to; {
		r, length := decode(w.src[i:to])
		w.rune(shown(r), i)
		i += length
	}
}

// copyPlain copies the words that begin at i as long as they are plain and separated by single blanks.
func (w *writer) copyPlain(i, to int) int {
	src := w.src[:to]
	end := i + 1
	for {
		for end < to && plainByte[src[end]] {
			end++
		}
		if end+1 >= to || src[end] != ' ' || !plainByte[src[end+1]] {
			break
		}
		end += 2
	}
	if w.owed != nothing {
		w.separate(i)
	}
	w.mapTo(i)
	w.text = append(w.text, src[i:end]...)
	return end
}

// rune appends one decoded character of the given source byte.
func (w *writer) rune(r rune, at int) {
	switch {
	case isBlank(r):
		w.owe(blank)
		return
	case isInvisible(r):
		return
	case r >= 0xF000 && r <= 0xF0FF:
		// The private range that word processors use for symbol fonts, mostly for bullets.
		r = symbolGlyph(r - 0xF000)
	}
	w.separate(at)
	w.mapTo(at)
	w.text = utf8.AppendRune(w.text, r)
}

func (w *writer) owe(s separator) { w.owed = max(w.owed, s) }

// separate writes the white space owed before the visible character at the given source byte.
func (w *writer) separate(at int) {
	if w.owed == nothing {
		return
	}
	if c := [...]byte{0, ' ', '\v', '\t', 0}[w.owed]; c != 0 {
		w.mapTo(max(at-1, 0))
		w.text = append(w.text, c)
	}
	w.owed = nothing
}

// mapTo records that the next byte written comes from the given place of the source.
func (w *writer) mapTo(source int) {
	if n := len(w.runs); n > 0 {
		last := w.runs[n-1]
		if int(last.Source)+len(w.text)-int(last.At) == source {
			return
		}
	}
	w.runs = append(w.runs, run{int32(len(w.text)), int32(source)})
}

// endBlock closes the block begun at start and reports whether it has text.
func (w *writer) endBlock(start int32) bool {
	w.owed = startBlock
	if int(start) == len(w.text) {
		return false
	}
	w.text = append(w.text, '\n')
	return true
}

// cutRuns forgets where the bytes that were removed came from.
func (w *writer) cutRuns() {
	n := len(w.runs)
	for n > 0 && int(w.runs[n-1].At) >= len(w.text) {
		n--
	}
	w.runs = w.runs[:n]
	w.owed = startBlock
}
