package token

import (
	"slices"
	"sync"
	"unicode/utf8"
)

// Span is a stretch of a text, in bytes.
type Span struct{ Start, End int32 }

// work is what the encoding of a text needs beside the tokenizer: buffers that are used again and again. One
// goroutine uses it at a time.
type work struct {
	t    *classTable
	full int // tokens after which nothing more is wanted

	// The stretch of text in hand. pos is where each byte comes from; while the stretch is flat it is the text's own
	// bytes, one for one, from base on, and pos says nothing.
	text     []byte
	pos      []Span
	flat     bool
	base     int32
	capacity int // bytes that the stretch can grow to

	next    []byte // the same while it is being rewritten
	nextPos []Span
	at      int // byte of text that the next character replaces

	whole          []byte // a stretch out of which added tokens are cut
	wholePos       []Span
	divided, parts []found

	pieces, other []piece // pre-tokens
	matches       []match
	runes         []change
	out           *stream

	path    []node   // of unigram
	symbols []symbol // of BPE
	heap    []uint64
	owner   *Tokenizer          // whose pieces those are:
	words   map[string][]symbol // pieces that BPE has merged before
	kept    int                 // symbols in words
	hashes  []uint64            // of WordPiece
	buffer  []byte

	streams [2]stream
}

// piece is a stretch of work.text.
type piece struct{ start, end int32 }

// stream is what became of one text.
type stream struct {
	ids   []int32
	spans []Span
	words []int32
	word  int32
	ends  []ends // of tokens that stand for what the text says, where space is at them; in order
}

// ends is how many characters of space a token begins and ends with.
type ends struct{ token, ahead, behind int32 }

// note keeps the ends of the next token, whose text after normalizing this is.
func (s *stream) note(text string) {
	if ahead, behind := trimmed(text); ahead+behind > 0 {
		s.ends = append(s.ends, ends{int32(len(s.ids)), int32(ahead), int32(behind)})
	}
}

// reverse turns the tokens around from one on.
func (s *stream) reverse(from, noted int) {
	slices.Reverse(s.ids[from:])
	slices.Reverse(s.spans[from:])
	slices.Reverse(s.ends[noted:])
	for i := range s.ends[noted:] {
		e := &s.ends[noted+i]
		e.token = int32(from+len(s.ids)-1) - e.token
	}
}

func (s *stream) reset() {
	s.ids, s.spans = s.ids[:0], s.spans[:0]
	s.words, s.word = s.words[:0], 0
	s.ends = s.ends[:0]
}

// keepAtMost bounds the memory, in elements of a buffer, that waits for the next text.
const keepAtMost = 1 << 20

var works = sync.Pool{New: func() any { return &work{t: table()} }}

// release puts the buffers back, unless one long text blew them up.
func (w *work) release() {
	if max(cap(w.text), cap(w.next), cap(w.pos), cap(w.nextPos), cap(w.whole), cap(w.runes), cap(w.matches),
		cap(w.path), cap(w.symbols), cap(w.heap), cap(w.pieces), cap(w.streams[0].ids), cap(w.streams[1].ids)) <= keepAtMost {
		works.Put(w)
	}
}

// growth is how much longer a text can get by being normalized: rules of a hostile file could go on for ever, and
// those of models in use make at most some 20 bytes of one. What would not fit stays as it is.
const growth = 64

// load takes a stretch of text in hand. Bytes that are no UTF-8 become U+FFFD, as in Go.
func (w *work) load(text string, base int32) {
	w.capacity = growth*len(text) + 1<<12
	w.text, w.base, w.flat = append(w.text[:0], text...), base, utf8.ValidString(text)
	if w.flat {
		return
	}
	w.text, w.pos = w.text[:0], w.pos[:0]
	for i, r := range text {
		size := utf8.RuneLen(r)
		from := 1
		if r != utf8.RuneError || len(text) >= i+3 && text[i:i+3] == "\uFFFD" {
			from = size
		}
		w.text = utf8.AppendRune(w.text, r)
		for range size {
			w.pos = append(w.pos, Span{base + int32(i), base + int32(i+from)})
		}
	}
}

// span is where the bytes of a token come from. Half a character comes from the whole of it.
func (w *work) span(start, end int32) Span {
	if start >= end {
		if !w.flat && int(start) < len(w.pos) {
			return Span{w.pos[start].Start, w.pos[start].Start}
		}
		return Span{w.base, w.base}
	}
	if !w.flat {
		return Span{w.pos[start].Start, max(w.pos[start].Start, w.pos[end-1].End)}
	}
	for start > 0 && !utf8.RuneStart(w.text[start]) {
		start--
	}
	for int(end) < len(w.text) && !utf8.RuneStart(w.text[end]) {
		end++
	}
	return Span{w.base + start, w.base + end}
}

// align gives every byte its place, which is what rewriting starts from.
func (w *work) align() {
	if w.flat {
		w.pos, w.flat = w.alignOf(w.pos[:0], 0, int32(len(w.text))), false
	}
}

// alignOf appends the places of bytes that are the text's own.
func (w *work) alignOf(to []Span, start, end int32) []Span {
	for i := start; i < end; {
		size := int32(1)
		if w.text[i] >= utf8.RuneSelf {
			_, n := utf8.DecodeRune(w.text[i:])
			size = int32(n)
		}
		for range size {
			to = append(to, Span{w.base + i, w.base + i + size})
		}
		i += size
	}
	return to
}

// ascii reports whether the stretch is.
func (w *work) ascii() bool {
	for _, b := range w.text {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// change is a character of the new text: delta 0 replaces one of the old, above 0 is added after it, and below 0
// replaces one and takes as many more away. The library keeps the way back to the text by these.
type change struct {
	r     rune
	delta int
}

// begin starts to rewrite the stretch, skipping its first bytes.
func (w *work) begin(skip int) {
	w.align()
	w.next, w.nextPos, w.at = w.next[:0], w.nextPos[:0], skip
}

// put adds a character to the new text.
func (w *work) put(r rune, delta int) {
	n := len(w.next)
	w.next = utf8.AppendRune(w.next, r)
	place := w.origin(delta)
	for range len(w.next) - n {
		w.nextPos = append(w.nextPos, place)
	}
}

// origin is where a character that is put comes from, and moves on in the old text.
func (w *work) origin(delta int) Span {
	if len(w.pos) == 0 {
		return Span{w.base, w.base}
	}
	if delta > 0 {
		return w.pos[min(max(w.at-1, 0), len(w.pos)-1)]
	}
	place := w.pos[min(w.at, len(w.pos)-1)]
	for ; delta <= 0 && w.at < len(w.text); delta++ {
		_, size := utf8.DecodeRune(w.text[w.at:])
		w.at += size
	}
	return place
}

// commit takes the new text in hand.
func (w *work) commit() {
	w.text, w.next = w.next, w.text
	w.pos, w.nextPos = w.nextPos, w.pos
}

// emit is a token of the piece in hand.
func (w *work) emit(id uint32, start, end int32) {
	s := w.out
	s.ids = append(s.ids, int32(id))
	s.spans = append(s.spans, w.span(start, end))
	s.words = append(s.words, s.word)
}
