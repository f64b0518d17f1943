package token

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// form is NFD, NFC, NFKD or NFKC. What is put together and taken apart comes from x/text, for those characters that
// the library knows; the order and the composing are done here, because x/text's own would break up long runs of
// marks, and because the way back is needed.
type form struct{ compat, compose bool }

func (f form) apply(w *work) {
	known := isNormal
	if f.compat {
		known |= isCompat
	}
	if !w.touches(known) {
		return
	}
	w.runes = w.decompose(w.runes[:0], known)
	if f.compose {
		w.runes = w.recompose(w.runes)
	}
	w.begin(0)
	for _, c := range w.runes {
		w.put(c.r, c.delta)
	}
	w.commit()
}

// touches reports whether a character of a class is in the stretch.
func (w *work) touches(c class) bool {
	for i := 0; i < len(w.text); {
		if w.text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(w.text[i:])
		if w.t.of(r)&c != 0 {
			return true
		}
		i += size
	}
	return false
}

// decompose takes the stretch apart, marks in their order.
func (w *work) decompose(to []change, known class) []change {
	pending := 0 // where the marks begin that are not sorted yet
	add := func(r rune, delta int) {
		if w.ccc(r) > 0 {
			to = append(to, change{r, delta})
			return
		}
		w.sortMarks(to[pending:])
		to = append(to, change{r, delta})
		pending = len(to)
	}
	for i := 0; i < len(w.text); {
		r, size := utf8.DecodeRune(w.text[i:])
		if r < utf8.RuneSelf || w.t.of(r)&known == 0 {
			add(r, 0)
			i += size
			continue
		}
		properties := norm.NFD.Properties(w.text[i : i+size])
		if known&isCompat != 0 {
			properties = norm.NFKD.Properties(w.text[i : i+size])
		}
		i += size
		if 0xAC00 <= r && r <= 0xD7A3 {
			w.sortMarks(to[pending:])
			to = appendHangul(to, r)
			pending = len(to)
			continue
		}
		decomposed := properties.Decomposition()
		if len(decomposed) == 0 {
			add(r, 0)
		}
		delta := 0
		for len(decomposed) > 0 {
			d, n := utf8.DecodeRune(decomposed)
			decomposed = decomposed[n:]
			add(d, delta)
			delta = 1
		}
	}
	w.sortMarks(to[pending:])
	return to
}

// ccc is the combining class of a character.
func (w *work) ccc(r rune) uint8 {
	if r < 0x300 || w.t.of(r)&isNormal == 0 {
		return 0
	}
	var b [utf8.UTFMax]byte
	return norm.NFD.Properties(b[:utf8.EncodeRune(b[:], r)]).CCC()
}

// sortMarks puts marks into the order of their classes; those of one class stay as they are.
func (w *work) sortMarks(marks []change) {
	if len(marks) < 2 {
		return
	}
	if len(marks) < 16 {
		slices.SortStableFunc(marks, func(a, b change) int { return int(w.ccc(a.r)) - int(w.ccc(b.r)) })
		return
	}
	var at [256]int // by counting: a text can be all marks
	for _, m := range marks {
		at[w.ccc(m.r)]++
	}
	sum := 0
	for class, n := range at {
		at[class] = sum
		sum += n
	}
	for _, m := range slices.Clone(marks) {
		class := w.ccc(m.r)
		marks[at[class]] = m
		at[class]++
	}
}

// Hangul syllables are put together by counting.
const (
	hangulS, hangulL, hangulV, hangulT = 0xAC00, 0x1100, 0x1161, 0x11A7
	countV, countT, countS             = 21, 28, 19 * 21 * 28
)

func appendHangul(to []change, r rune) []change {
	s := r - hangulS
	to = append(to, change{hangulL + s/(countV*countT), 0}, change{hangulV + s%(countV*countT)/countT, 1})
	if t := s % countT; t > 0 {
		to = append(to, change{hangulT + t, 1})
	}
	return to
}

// recompose puts together what was taken apart, in place. A mark is blocked by one of its own class, or a higher one,
// that is between it and the character it would go with.
func (w *work) recompose(in []change) []change {
	out := in[:0]
	starter := -1 // in out
	var last uint8
	blocked := false // marks follow the starter; last is the class of the last of them
	for _, c := range in {
		class := w.ccc(c.r)
		if starter >= 0 && (!blocked || last < class) {
			if r, ok := w.pair(out[starter].r, c.r); ok {
				out[starter] = change{r, out[starter].delta + c.delta - 1}
				continue
			}
		}
		if class == 0 {
			starter, blocked = len(out), false
		} else if starter >= 0 {
			blocked, last = true, class
		}
		out = append(out, c)
	}
	return out
}

// pair is the character that two make together.
func (w *work) pair(a, b rune) (rune, bool) {
	if b < 0x300 || w.t.of(b)&isNormal == 0 {
		return 0, false
	}
	switch {
	case hangulL <= a && a < hangulL+19 && hangulV <= b && b < hangulV+countV:
		return hangulS + ((a-hangulL)*countV+b-hangulV)*countT, true
	case hangulS <= a && a < hangulS+countS && (a-hangulS)%countT == 0 && hangulT < b && b < hangulT+countT:
		return a + b - hangulT, true
	}
	var pair [2 * utf8.UTFMax]byte
	n := utf8.EncodeRune(pair[:], a)
	n += utf8.EncodeRune(pair[n:], b)
	if norm.NFC.Properties(pair[utf8.RuneLen(a):n]).BoundaryBefore() {
		return 0, false
	}
	var room [2 * utf8.UTFMax]byte
	made := norm.NFC.Append(room[:0], pair[:n]...)
	r, size := utf8.DecodeRune(made)
	return r, size == len(made) && w.t.of(r)&isNormal != 0
}
