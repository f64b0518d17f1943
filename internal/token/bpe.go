package token

import (
	"unicode/utf8"
)

// bpe is BPE: the characters of a piece, of which the pair that was merged first in training is merged first, and
// so on, until no pair is left.
type bpe struct {
	vocab        *vocab
	merges       merges
	inside       string // before every character but the first
	ending       string // after the last
	ignoreMerges bool   // pieces that are tokens are not looked into
	fuse         bool   // unknown characters in a row are one
	unk          uint32
	hasUnk       bool
	bytes        *[256]uint32
	single       [utf8.RuneSelf * 4]uint32 // ids of the first characters, plus 1
}

// merges find the rank of a pair, and what it becomes.
type merges struct {
	slots []mergeSlot
	made  []uint32 // by rank
}

type mergeSlot struct {
	pair uint64 // plus 1
	rank uint32
}

func newMerges(n int) merges {
	size := 16
	for size < n*2 {
		size *= 2
	}
	return merges{slots: make([]mergeSlot, size), made: make([]uint32, 0, n)}
}

func (m *merges) slot(a, b uint32) *mergeSlot {
	pair := (uint64(a)<<32 | uint64(b)) + 1
	h := pair * 0x9E3779B97F4A7C15
	for at := h >> 20 & uint64(len(m.slots)-1); ; at = (at + 1) & uint64(len(m.slots)-1) {
		if s := &m.slots[at]; s.pair == pair || s.pair == 0 {
			return s
		}
	}
}

// add is the next merge. A pair that is there already gets the later rank, as in the library.
func (m *merges) add(a, b, made uint32) {
	s := m.slot(a, b)
	s.pair, s.rank = (uint64(a)<<32|uint64(b))+1, uint32(len(m.made))
	m.made = append(m.made, made)
}

func (m *merges) find(a, b uint32) (rank uint32, ok bool) {
	s := m.slot(a, b)
	return s.rank, s.pair != 0
}

// symbol is a part of a piece on its way to become a token.
type symbol struct {
	id, size   uint32 // size 0 is one that was merged into the one before
	prev, next int32
}

// Limits of what is kept of pieces that were merged before.
const (
	keptPiece   = 64      // bytes
	keptSymbols = 1 << 16 // of all
)

func (m *bpe) encode(w *work, p piece) {
	text := w.text[p.start:p.end]
	if m.ignoreMerges {
		if id, ok := m.vocab.id(asString(text)); ok {
			w.emit(id, p.start, p.end)
			return
		}
	}
	symbols, before := w.words[asString(text)]
	if !before {
		symbols = m.merge(w, text)
		if len(text) <= keptPiece {
			w.keep(string(text), symbols)
		}
	}
	at := p.start
	for _, s := range symbols {
		end := min(at+int32(s.size), p.end)
		w.emit(s.id, at, end)
		at = end
	}
}

// keep remembers what became of a piece.
func (w *work) keep(text string, symbols []symbol) {
	if w.kept += len(symbols) + 1; w.words == nil || w.kept > keptSymbols {
		w.words, w.kept = map[string][]symbol{}, len(symbols)+1
	}
	w.words[text] = append(make([]symbol, 0, len(symbols)), symbols...)
}

// merge spells a piece.
func (m *bpe) merge(w *work, text []byte) []symbol {
	w.symbols = w.symbols[:0]
	m.spell(w, text)
	s := w.symbols
	for i := range s {
		s[i].prev, s[i].next = int32(i-1), int32(i+1)
	}
	w.heap = w.heap[:0]
	for i := 1; i < len(s); i++ {
		w.offer(m, int32(i-1), int32(i))
	}
	for len(w.heap) > 0 {
		top := w.pop()
		at := int32(top & 0xFFFFFFFF)
		m.join(w, at, m.merges.made[top>>32])
	}
	n := 0
	for _, one := range s {
		if one.size > 0 {
			s[n] = one
			n++
		}
	}
	return s[:n]
}

// join merges a symbol with the next, if it still becomes what the queue says.
func (m *bpe) join(w *work, at int32, made uint32) {
	s := w.symbols
	next := s[at].next
	if s[at].size == 0 || int(next) >= len(s) {
		return
	}
	rank, ok := m.merges.find(s[at].id, s[next].id)
	if !ok || m.merges.made[rank] != made {
		return
	}
	s[at].id = made
	s[at].size += s[next].size
	s[at].next = s[next].next
	s[next].size = 0
	if after := s[at].next; int(after) < len(s) {
		s[after].prev = at
		w.offer(m, at, after)
	}
	if before := s[at].prev; before >= 0 {
		w.offer(m, before, at)
	}
}

// offer puts a pair into the queue, if it can be merged: by rank, then from the left.
func (w *work) offer(m *bpe, left, right int32) {
	if rank, ok := m.merges.find(w.symbols[left].id, w.symbols[right].id); ok {
		w.push(uint64(rank)<<32 | uint64(left))
	}
}

// push and pop are those of a binary heap.
func (w *work) push(key uint64) {
	h := append(w.heap, key)
	at := len(h) - 1
	for at > 0 && h[(at-1)/2] > key {
		h[at] = h[(at-1)/2]
		at = (at - 1) / 2
	}
	h[at] = key
	w.heap = h
}

func (w *work) pop() uint64 {
	h := w.heap
	top, key := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	at := 0
	for 2*at+1 < len(h) {
		child := 2*at + 1
		if child+1 < len(h) && h[child+1] < h[child] {
			child++
		}
		if h[child] >= key {
			break
		}
		h[at] = h[child]
		at = child
	}
	if len(h) > 0 {
		h[at] = key
	}
	w.heap = h
	return top
}

// spell turns the characters of a piece into symbols. Of unknown ones the last is held back, to be fused with the
// next; characters that fall back to bytes go before it. The order is the library's.
func (m *bpe) spell(w *work, text []byte) {
	held := uint32(0) // bytes of the unknown symbol that is held back
	release := func() {
		if held > 0 {
			w.symbols = append(w.symbols, symbol{id: m.unk, size: held})
			held = 0
		}
	}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		id, ok := m.character(w, r, text[at:at+size], at == 0, at+size == len(text))
		if ok {
			release()
			w.symbols = append(w.symbols, symbol{id: id, size: uint32(size)})
		} else if m.bytes == nil || !known(m.bytes, w.buffer) {
			if held > 0 && !m.fuse {
				release()
			}
			if m.hasUnk {
				held += uint32(size)
			}
		} else {
			for _, b := range w.buffer {
				w.symbols = append(w.symbols, symbol{id: m.bytes[b] - 1, size: 1})
			}
		}
		at += size
	}
	release()
}

// character is the id of one, and leaves in the buffer what it was looked up by.
func (m *bpe) character(w *work, r rune, text []byte, first, last bool) (uint32, bool) {
	if m.inside == "" && m.ending == "" {
		if int(r) < len(m.single) {
			if m.single[r] != 0 {
				return m.single[r] - 1, true
			}
			w.buffer = append(w.buffer[:0], text...)
			return 0, false
		}
	}
	w.buffer = w.buffer[:0]
	if !first {
		w.buffer = append(w.buffer, m.inside...)
	}
	w.buffer = append(w.buffer, text...)
	if last {
		w.buffer = append(w.buffer, m.ending...)
	}
	return m.vocab.id(asString(w.buffer))
}

// prepare looks up the first characters once.
func (m *bpe) prepare() {
	for r := range rune(len(m.single)) {
		if id, ok := m.vocab.id(string(r)); ok {
			m.single[r] = id + 1
		}
	}
}
