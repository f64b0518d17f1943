package token

import (
	"bytes"
	"unicode/utf8"
)

// pretokenizer cuts each of the pieces in hand into smaller ones.
type pretokenizer interface{ cut(w *work) }

// cuts applies pre-tokenizers one after the other.
type cuts []pretokenizer

func (c cuts) cut(w *work) {
	for _, p := range c {
		p.cut(w)
	}
}

// keepPiece adds a piece to the new ones, unless nothing is in it.
func (w *work) keepPiece(start, end int32) {
	if start < end {
		w.other = append(w.other, piece{start, end})
	}
}

// cutPieces has each piece cut, and takes the new ones in hand.
func (w *work) cutPieces(cut func(piece)) {
	w.other = w.other[:0]
	for _, p := range w.pieces {
		cut(p)
	}
	w.pieces, w.other = w.other, w.pieces
}

// bertCut is BertPreTokenizer: words without the white space between them, punctuation character by character.
type bertCut struct{}

func (bertCut) cut(w *work) {
	w.cutPieces(func(p piece) {
		from := p.start
		for at := p.start; at < p.end; {
			r, size := rune(w.text[at]), int32(1)
			if r >= utf8.RuneSelf {
				var n int
				r, n = utf8.DecodeRune(w.text[at:p.end])
				size = int32(n)
			}
			c := w.t.of(r)
			if c&(isSpace|isPunctuation) == 0 {
				at += size
				continue
			}
			w.keepPiece(from, at)
			if c&isSpace == 0 {
				w.keepPiece(at, at+size)
			}
			at += size
			from = at
		}
		w.keepPiece(from, p.end)
	})
}

// wordCut is Whitespace: runs of word characters and runs of what is neither a word nor white space.
type wordCut struct{}

func (wordCut) cut(w *work) {
	w.cutPieces(func(p piece) {
		from, kind := p.start, isSpace
		for at := p.start; at < p.end; {
			r, size := utf8.DecodeRune(w.text[at:p.end])
			if c := w.t.of(r) & (isSpace | isWord); c != kind {
				if kind&isSpace == 0 {
					w.keepPiece(from, at)
				}
				from, kind = at, c
			}
			at += int32(size)
		}
		if kind&isSpace == 0 {
			w.keepPiece(from, p.end)
		}
	})
}

// behavior is what becomes of the matches of a pattern.
type behavior uint8

const (
	removed behavior = iota
	isolated
	mergedWithPrevious
	mergedWithNext
	contiguous
)

// behaviors are their names in files.
var behaviors = map[string]behavior{
	"Removed": removed, "Isolated": isolated, "MergedWithPrevious": mergedWithPrevious,
	"MergedWithNext": mergedWithNext, "Contiguous": contiguous,
}

// patternCut is Split, and the pre-tokenizers that are one with a pattern of their own.
type patternCut struct {
	pattern pattern
	does    behavior
	invert  bool
}

func (c patternCut) cut(w *work) {
	w.cutPieces(func(p piece) {
		w.matches = c.pattern.find(w, p.start, p.end, w.matches[:0])
		if c.invert {
			for i := range w.matches {
				w.matches[i].found = !w.matches[i].found
			}
		}
		c.keep(w)
	})
}

// keep turns the matches into pieces.
func (c patternCut) keep(w *work) {
	first := len(w.other)
	before := false // the match before was found
	for i, m := range w.matches {
		merge := false
		switch c.does {
		case removed:
			if m.found {
				continue
			}
		case contiguous:
			merge = i > 0 && m.found == before
		case mergedWithPrevious:
			merge = m.found && !before
		case mergedWithNext:
			merge = !m.found && before
		}
		before = m.found
		if merge && len(w.other) > first {
			w.other[len(w.other)-1].end = m.end
			continue
		}
		w.keepPiece(m.start, m.end)
	}
}

// metaspace is Metaspace: spaces become visible, one is put before the text, and each begins a piece.
type metaspace struct {
	mark   string
	always bool // before every piece
	first  bool // before the text
	split  bool
}

func (m metaspace) cut(w *work) {
	w.align()
	w.next, w.nextPos, w.other = w.next[:0], w.nextPos[:0], w.other[:0]
	for _, p := range w.pieces {
		text, from := w.text[p.start:p.end], int32(len(w.next))
		marked := text[0] == ' ' || bytes.HasPrefix(text, []byte(m.mark))
		if !marked && (m.always || m.first && w.pos[p.start].Start == 0) {
			w.copyPlace(m.mark, w.pos[p.start])
		}
		for i := range text {
			at := p.start + int32(i)
			switch {
			case text[i] == ' ':
				from = m.begin(w, from)
				w.copyPlace(m.mark, w.pos[at])
				continue
			case text[i] == m.mark[0] && bytes.HasPrefix(text[i:], []byte(m.mark)):
				from = m.begin(w, from)
			}
			w.next, w.nextPos = append(w.next, text[i]), append(w.nextPos, w.pos[at])
		}
		w.keepPiece(from, int32(len(w.next)))
	}
	w.commit()
	w.pieces, w.other = w.other, w.pieces
}

// begin ends the piece that was begun, if pieces are wanted.
func (m metaspace) begin(w *work, from int32) int32 {
	if !m.split {
		return from
	}
	w.keepPiece(from, int32(len(w.next)))
	return int32(len(w.next))
}

// copyPlace adds a text that comes from one place.
func (w *work) copyPlace(text string, place Span) {
	w.next = append(w.next, text...)
	for range len(text) {
		w.nextPos = append(w.nextPos, place)
	}
}

// byteCut is ByteLevel: GPT-2's pieces, their bytes as characters that can be seen.
type byteCut struct{ space, split bool }

func (b byteCut) cut(w *work) {
	w.align()
	if b.space {
		w.leadingSpaces()
	}
	if b.split {
		patternCut{pattern: splitter(gpt2), does: isolated}.cut(w)
	}
	if 2*len(w.text) > w.capacity {
		return
	}
	w.next, w.nextPos, w.other = w.next[:0], w.nextPos[:0], w.other[:0]
	for _, p := range w.pieces {
		from := int32(len(w.next))
		w.mapBytes(p.start, p.end)
		w.keepPiece(from, int32(len(w.next)))
	}
	w.commit()
	w.pieces, w.other = w.other, w.pieces
}

// leadingSpaces puts a space before the pieces that do not begin with one.
func (w *work) leadingSpaces() {
	w.next, w.nextPos, w.other = w.next[:0], w.nextPos[:0], w.other[:0]
	for _, p := range w.pieces {
		from := int32(len(w.next))
		if w.text[p.start] != ' ' {
			w.copyPlace(" ", w.pos[p.start])
		}
		w.next, w.nextPos = append(w.next, w.text[p.start:p.end]...), append(w.nextPos, w.pos[p.start:p.end]...)
		w.keepPiece(from, int32(len(w.next)))
	}
	w.commit()
	w.pieces, w.other = w.other, w.pieces
}
