package token

import "unicode/utf8"

// model turns a piece of the text in hand into tokens.
type model interface {
	encode(w *work, p piece)
}

// wordPiece is WordPiece: the longest token that a word begins with, and again in what is left. A word that cannot
// be spelled is one unknown token.
type wordPiece struct {
	vocab  *vocab
	inside string // what tokens that do not begin a word begin with: ##
	begun  uint64 // its hash
	most   int    // characters of a word
	unk    uint32
}

func newWordPiece(v *vocab, inside string, most int, unk uint32) *wordPiece {
	m := &wordPiece{vocab: v, inside: inside, begun: hashSeed, most: most, unk: unk}
	for i := range len(inside) {
		m.begun = hashByte(m.begun, inside[i])
	}
	return m
}

func (m *wordPiece) encode(w *work, p piece) {
	word := w.text[p.start:p.end]
	if len(word) > m.most && utf8.RuneCount(word) > m.most {
		w.emit(m.unk, p.start, p.end)
		return
	}
	s := w.out
	n := len(s.ids)
	for at := 0; at < len(word); {
		id, size := m.longest(w, word[at:], at > 0)
		if size == 0 {
			s.ids, s.spans, s.words = s.ids[:n], s.spans[:n], s.words[:n]
			w.emit(m.unk, p.start, p.end)
			return
		}
		w.emit(id, p.start+int32(at), p.start+int32(at+size))
		at += size
	}
}

// longest finds the longest token that a text begins with. The hashes of all its beginnings are made in one pass.
func (m *wordPiece) longest(w *work, text []byte, inside bool) (id uint32, size int) {
	h, prefix := uint64(hashSeed), ""
	if inside {
		h, prefix = m.begun, m.inside
	}
	text = text[:max(min(len(text), m.vocab.widest-len(prefix)), 0)]
	if cap(w.hashes) < len(text) {
		w.hashes = make([]uint64, max(len(text), 128))
	}
	hashes := w.hashes[:len(text)]
	for i, b := range text {
		h = hashByte(h, b)
		hashes[i] = h
	}
	for size = len(text); size > 0; size-- {
		if size < len(text) && !utf8.RuneStart(text[size]) {
			continue
		}
		if id, ok := m.vocab.findAfter(prefix, text[:size], hashDone(hashes[size-1])); ok {
			return id, size
		}
	}
	return 0, 0
}
