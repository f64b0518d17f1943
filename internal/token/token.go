// Package token turns a text, or a pair of texts, into the ids that a transformer encoder was trained on, from the
// files that come with the encoder: tokenizer.json of the tokenizers library, or vocab.txt, vocab.json with
// merges.txt, or a SentencePiece model. It does what that library does, to the id, on any text: its normal forms and
// classes of characters are those that were measured in it (unicode.txt), whatever version of Unicode Go has.
//
// It refuses files whose parts it does not know, since ids that are nearly right are wrong, and settings that make
// ids random. It has no engine for regular expressions: the patterns of encoders in use are written out by hand. It
// is linear in the text, whatever its content; bytes that are no UTF-8 count as U+FFFD.
package token

import (
	"encoding/hex"
	"strings"
)

// MaxText is how many bytes of a text are read. What follows is as if it had been cut by Options.MaxLength.
const MaxText = 256 << 20

// Strategy says which of two texts is cut where both together are too long.
type Strategy uint8

// The strategies of the library.
const (
	LongestFirst Strategy = iota
	OnlyFirst
	OnlySecond
)

// Options are what is asked of an encoding. The zero value asks for everything.
type Options struct {
	MaxLength int      // ids in all, special ones among them; 0 is no limit
	NoSpecial bool     // leave out what is put before, between and after the texts
	Strategy  Strategy // for pairs
}

// Encoding is what became of a text. All slices have the length of IDs.
type Encoding struct {
	IDs       []int32
	Types     []uint8 // which text of a pair, as the model was trained to see it
	Special   []bool  // put there by the tokenizer, not by the text
	Offsets   []Span  // where in its text a token is; empty for special ones
	Words     []int32 // number of the word, or piece, that the token is of; -1 for special ones
	Truncated bool    // tokens were left out
}

// Tokenizer knows a vocabulary and the rules of a model. It can be used by many goroutines.
type Tokenizer struct {
	vocab      *vocab
	added      map[uint32]added
	addedID    map[string]uint32
	plain      *finder // looked for in the text as it is
	normal     *finder // and after normalizing
	normalizer normalizer
	cutter     pretokenizer
	model      model
	finish     finish
	left       bool // what is too long is cut at its beginning
	limit      int
	hash       [32]byte
}

// Vocab is the number above all ids.
func (t *Tokenizer) Vocab() int {
	top := len(t.vocab.start)
	for id := range t.added {
		top = max(top, int(id)+1)
	}
	return top
}

// ID is that of a token.
func (t *Tokenizer) ID(token string) (int32, bool) {
	if id, ok := t.addedID[token]; ok {
		return int32(id), true
	}
	id, ok := t.vocab.id(token)
	return int32(id), ok
}

// Token is the text of an id, as the vocabulary writes it; empty where the id has none.
func (t *Tokenizer) Token(id int32) string {
	if id < 0 {
		return ""
	}
	if a, ok := t.added[uint32(id)]; ok {
		return a.Content
	}
	return strings.Clone(t.vocab.text(uint32(id)))
}

// Limit is the length that the files ask to cut to; 0 if they ask for none. Encode cuts only on request.
func (t *Tokenizer) Limit() int { return t.limit }

// Hash says which files the tokenizer was read from.
func (t *Tokenizer) Hash() string { return hex.EncodeToString(t.hash[:]) }

// Encode is the encoding of one text.
func (t *Tokenizer) Encode(text string, o Options) Encoding {
	var e Encoding
	t.EncodeInto(&e, text, o)
	return e
}

// EncodePair is that of two.
func (t *Tokenizer) EncodePair(a, b string, o Options) Encoding {
	var e Encoding
	t.EncodePairInto(&e, a, b, o)
	return e
}

// EncodeInto is Encode into memory that is there.
func (t *Tokenizer) EncodeInto(e *Encoding, text string, o Options) {
	w := works.Get().(*work)
	defer w.release()
	w.own(t)
	e.reset()
	e.Truncated = t.stream(w, 0, text, o, true)
	t.finish.put(t, w, e, o, t.finish.single, 1, []string{text})
}

// EncodePairInto is EncodePair into memory that is there.
func (t *Tokenizer) EncodePairInto(e *Encoding, a, b string, o Options) {
	w := works.Get().(*work)
	defer w.release()
	w.own(t)
	e.reset()
	cutA := t.stream(w, 0, a, o, false)
	cutB := t.stream(w, 1, b, o, false)
	e.Truncated = cutA || cutB
	t.finish.put(t, w, e, o, t.finish.pair, 2, []string{a, b})
}

// own forgets what was remembered for another tokenizer.
func (w *work) own(t *Tokenizer) {
	if w.owner != t {
		w.owner, w.words, w.kept = t, nil, 0
	}
}

func (e *Encoding) reset() {
	e.IDs, e.Types, e.Special = e.IDs[:0], e.Types[:0], e.Special[:0]
	e.Offsets, e.Words = e.Offsets[:0], e.Words[:0]
	e.Truncated = false
}

// stream turns a text into tokens; if it is alone, up to one more than are wanted.
func (t *Tokenizer) stream(w *work, which int, text string, o Options, alone bool) (cut bool) {
	w.out = &w.streams[which]
	w.out.reset()
	if cut = len(text) > MaxText; cut {
		text = text[:MaxText]
	}
	w.full = -1
	if o.MaxLength > 0 && !t.left && alone { // of two, which is longer decides
		w.full = t.finish.most(o, t.finish.single) + 1
	}
	w.divided = t.plain.find(w.t, asBytes(text), w.divided[:0])
	for _, f := range w.divided {
		if f.id >= 0 {
			w.out.note(text[f.start:f.end])
			w.token(f.id, Span{f.start, f.end})
		} else if f.start < f.end && !w.isFull() {
			w.load(text[f.start:f.end], f.start)
			t.stretch(w)
		}
	}
	return cut
}

// isFull reports whether there are more tokens than will be kept.
func (w *work) isFull() bool { return w.full >= 0 && len(w.out.ids) >= w.full }

// token is an added one.
func (w *work) token(id int32, at Span) {
	s := w.out
	s.ids, s.spans, s.words = append(s.ids, id), append(s.spans, at), append(s.words, s.word)
	s.word++
}

// stretch normalizes the one in hand, and looks for the tokens that are to be found then.
func (t *Tokenizer) stretch(w *work) {
	if t.normalizer != nil {
		t.normalizer.apply(w)
	}
	if t.normal == nil {
		t.words(w)
		return
	}
	w.parts = t.normal.find(w.t, w.text, w.parts[:0])
	if len(w.parts) == 1 && w.parts[0].id < 0 {
		t.words(w)
		return
	}
	w.align()
	w.whole, w.wholePos = append(w.whole[:0], w.text...), append(w.wholePos[:0], w.pos...)
	for _, f := range w.parts {
		if f.id >= 0 {
			w.out.note(asString(w.whole[f.start:f.end]))
			w.token(f.id, Span{w.wholePos[f.start].Start, w.wholePos[f.end-1].End})
			continue
		}
		w.text, w.pos, w.flat = append(w.text[:0], w.whole[f.start:f.end]...), append(w.pos[:0], w.wholePos[f.start:f.end]...), false
		t.words(w)
	}
}

// words cuts the stretch in hand, and has the model spell the pieces.
func (t *Tokenizer) words(w *work) {
	if len(w.text) == 0 {
		return
	}
	w.pieces = append(w.pieces[:0], piece{0, int32(len(w.text))})
	if t.cutter != nil {
		t.cutter.cut(w)
	}
	for _, p := range w.pieces {
		if w.isFull() {
			return
		}
		t.model.encode(w, p)
		w.out.word++
	}
}
