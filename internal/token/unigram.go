package token

import (
	"slices"
	"unicode/utf8"
)

// unigram is Unigram: of all the ways to spell a piece the one whose scores have the highest sum. Of equal ones it is
// the first found, from the left and by shorter tokens.
type unigram struct {
	vocab *vocab
	trie  *trie
	score []float64
	unk   uint32
	none  float64      // score of a character that no token is
	bytes *[256]uint32 // ids of bytes, where characters that are unknown fall back to them
}

// node is the best way to a place of a piece.
type node struct {
	score float64
	from  int32 // where its last token begins; -1 if there is no way yet
	id    uint32
}

// unkPenalty is what an unknown character has less than the rarest token.
const unkPenalty = 10

func (m *unigram) encode(w *work, p piece) {
	text := w.text[p.start:p.end]
	m.forward(w, text)
	path, end := w.path, int32(len(text))
	s := w.out
	last, noted := len(s.ids), len(s.ends)
	for end > 0 {
		n := path[end]
		from := n.from
		if n.id == m.unk {
			for from > 0 && path[from].id == m.unk {
				from = path[from].from
			}
			m.unknown(w, p, from, end)
		} else {
			w.emit(n.id, p.start+from, p.start+end)
		}
		end = from
	}
	s.reverse(last, noted)
}

// forward finds the best way to each place.
func (m *unigram) forward(w *work, text []byte) {
	w.path = slices.Grow(w.path[:0], len(text)+1)[:len(text)+1]
	path := w.path
	for i := range path {
		path[i].from = -1
	}
	path[0] = node{}
	for at := 0; at < len(text); {
		here, width, single := path[at].score, 1, false
		if text[at] >= utf8.RuneSelf {
			_, width = utf8.DecodeRune(text[at:])
		}
		state := uint32(0)
		for i := at; i < len(text); i++ {
			if state = m.trie.step(state, text[i]); state == 0 {
				break
			}
			if m.trie.id[state] == 0 {
				continue
			}
			id := m.trie.id[state] - 1
			path[i+1].offer(here+m.score[id], at, id)
			single = single || i+1-at == width
		}
		if !single {
			path[at+width].offer(here+m.none, at, m.unk)
		}
		at += width
	}
}

func (n *node) offer(score float64, from int, id uint32) {
	if n.from < 0 || score > n.score {
		*n = node{score, int32(from), id}
	}
}

// unknown is a run of characters that no token is: together they may be one, or bytes. Tokens go out from the last
// to the first.
func (m *unigram) unknown(w *work, p piece, from, end int32) {
	text := w.text[p.start+from : p.start+end]
	if id, ok := m.vocab.id(asString(text)); ok {
		w.emit(id, p.start+from, p.start+end)
		return
	}
	if m.bytes == nil || !known(m.bytes, text) {
		w.out.note(asString(text))
		w.emit(m.unk, p.start+from, p.start+end)
		return
	}
	for _, b := range slices.Backward(text) {
		w.emit(m.bytes[b]-1, p.start+from, p.start+end)
	}
}

// known reports whether there is a token for each byte.
func known(ids *[256]uint32, text []byte) bool {
	for _, b := range text {
		if ids[b] == 0 {
			return false
		}
	}
	return true
}
