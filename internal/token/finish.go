package token

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"
)

// finish is what is done with the tokens of one text or two: they are cut to length, and special tokens are put
// around them.
type finish struct {
	single, pair []step
	trims        []trim
}

// step puts one special token, or the tokens of a text.
type step struct {
	text int // 0 or 1; -1 is a special token
	id   int32
	kind uint8
}

// trim takes the space out of the offsets of tokens that begin or end with it. Whether the space before the first
// word was put there by the tokenizer is for it to say.
type trim struct{ space bool }

// plainFinish is that of a model without special tokens.
func plainFinish() finish {
	return finish{single: []step{{text: 0}}, pair: []step{{text: 0}, {text: 1, kind: 1}}}
}

// specials are the special tokens among steps.
func specials(steps []step) int {
	n := 0
	for _, s := range steps {
		if s.text < 0 {
			n++
		}
	}
	return n
}

// most is the number of tokens that the texts can have.
func (f *finish) most(o Options, steps []step) int {
	if o.NoSpecial {
		return o.MaxLength
	}
	return max(o.MaxLength-specials(steps), 0)
}

// put makes the encoding.
func (f *finish) put(t *Tokenizer, w *work, e *Encoding, o Options, steps []step, texts int, raw []string) {
	keep := [2]int{len(w.streams[0].ids), 0}
	if texts == 2 {
		keep[1] = len(w.streams[1].ids)
	}
	if o.MaxLength > 0 {
		e.Truncated = shorten(&keep, f.most(o, steps), texts, o.Strategy) || e.Truncated
	}
	for _, s := range steps {
		if s.text < 0 {
			if !o.NoSpecial {
				e.add(s.id, s.kind, true, Span{}, -1)
			}
			continue
		}
		stream := &w.streams[s.text]
		from, to := 0, keep[s.text]
		if t.left {
			from, to = len(stream.ids)-to, len(stream.ids)
		}
		for i := from; i < to; i++ {
			at := stream.spans[i]
			for _, trim := range f.trims {
				ahead, behind := t.ends(stream, int32(i))
				at = trim.apply(at, ahead, behind, i == from, raw[s.text])
			}
			e.add(stream.ids[i], s.kind, false, at, stream.words[i])
		}
	}
}

func (e *Encoding) add(id int32, kind uint8, special bool, at Span, word int32) {
	e.IDs = append(e.IDs, id)
	e.Types = append(e.Types, kind)
	e.Special = append(e.Special, special)
	e.Offsets = append(e.Offsets, at)
	e.Words = append(e.Words, word)
}

// shorten says how many tokens of each text are kept. Where the text that is to be cut is too short for it, the
// library refuses; here it goes, and then the other is cut too, because an encoder has no more places.
func shorten(keep *[2]int, most, texts int, by Strategy) bool {
	a, b := keep[0], keep[1]
	if a+b <= most {
		return false
	}
	switch {
	case texts == 1:
		keep[0] = most
	case by == OnlyFirst:
		keep[0] = max(most-b, 0)
		keep[1] = min(b, most)
	case by == OnlySecond:
		keep[1] = max(most-a, 0)
		keep[0] = min(a, most)
	default:
		short, long := min(a, b), 0
		long = short
		if short <= most {
			long = max(short, most-short)
		}
		if short+long > most {
			short = most / 2
			long = short + most%2
		}
		keep[0], keep[1] = short, long
		if a > b {
			keep[0], keep[1] = long, short
		}
	}
	return true
}

// ends is how many characters of space a token begins and ends with: as the vocabulary writes it, or the text where
// it stands for that.
func (t *Tokenizer) ends(s *stream, i int32) (ahead, behind int32) {
	id := uint32(s.ids[i])
	_, itself := t.added[id]
	if u, ok := t.model.(*unigram); !itself && !(ok && id == u.unk) {
		a, b := trimmed(t.vocab.text(id))
		return int32(a), int32(b)
	}
	at, found := slices.BinarySearchFunc(s.ends, i, func(e ends, i int32) int { return cmp.Compare(e.token, i) })
	if !found {
		return 0, 0
	}
	return s.ends[at].ahead, s.ends[at].behind
}

// apply trims the offsets of a token.
func (t trim) apply(at Span, ahead, behind int32, first bool, text string) Span {
	if (first || at.Start == 0) && t.space && ahead == 1 {
		ahead = 0
	}
	for ; ahead > 0 && at.Start < at.End; ahead-- {
		_, size := utf8.DecodeRuneInString(text[at.Start:at.End])
		at.Start += int32(size)
	}
	for ; behind > 0 && at.Start < at.End; behind-- {
		_, size := utf8.DecodeLastRuneInString(text[at.Start:at.End])
		at.End -= int32(size)
	}
	return at
}

// trimmed is how many characters of space a token begins and ends with.
func trimmed(token string) (ahead, behind int) {
	for _, r := range token {
		if !isTrimmed(r) {
			break
		}
		ahead++
	}
	for len(token) > 0 {
		r, n := utf8.DecodeLastRuneInString(token)
		if !isTrimmed(r) {
			break
		}
		behind++
		token = token[:len(token)-n]
	}
	return ahead, behind
}

// isTrimmed reports whether a character is space, or stands for it among GPT-2's bytes.
func isTrimmed(r rune) bool { return r == byteRunes[' '] || unicode.IsSpace(r) }
