package token

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// normalizer rewrites the stretch in hand, as the library does it: not only the same text, but the same way back.
type normalizer interface{ apply(w *work) }

// sequence applies normalizers one after the other.
type sequence []normalizer

func (s sequence) apply(w *work) {
	for _, n := range s {
		n.apply(w)
	}
}

// bertText is BertNormalizer.
type bertText struct{ clean, chinese, accents, lower bool }

func (b bertText) apply(w *work) {
	if b.quick(w) {
		return
	}
	if b.clean {
		filter(w, func(r rune) bool {
			return r != 0 && r != utf8.RuneError && (w.t.of(r)&isControl == 0 || r == '\t' || r == '\n' || r == '\r')
		})
		w.begin(0)
		eachRune(w, func(r rune) {
			if w.t.of(r)&isSpace != 0 {
				r = ' '
			}
			w.put(r, 0)
		})
		w.commit()
	}
	if b.chinese {
		spaceCJK(w)
	}
	if b.accents {
		form{}.apply(w)
		filter(w, func(r rune) bool { return w.t.of(r)&isAccent == 0 })
	}
	if b.lower {
		lowercase{}.apply(w)
	}
}

// asciiLower is the lower case of each ASCII character, and 255 for those that cleaning takes away.
var asciiLower = func() (to [utf8.RuneSelf]byte) {
	for i := range to {
		b := byte(i)
		switch {
		case b == '\t' || b == '\n' || b == '\r':
			b = ' '
		case b < ' ' || b == 0x7F:
			b = 255
		case ascii.IsUpper(b):
			b += 'a' - 'A'
		}
		to[i] = b
	}
	return to
}()

// quick does the whole of it for text, most by far, in which characters are replaced one for one by some of the
// same size. It takes nothing in hand that it cannot finish.
func (b bertText) quick(w *work) bool {
	if !b.clean || !b.lower || !b.accents {
		return b.untouched(w)
	}
	if cap(w.next) < len(w.text) {
		w.next = make([]byte, 0, len(w.text)+len(w.text)/4)
	}
	to := w.next[:len(w.text)]
	for i := 0; i < len(w.text); {
		if c := w.text[i]; c < utf8.RuneSelf {
			if to[i] = asciiLower[c]; to[i] == 255 {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(w.text[i:])
		if r == utf8.RuneError || w.t.of(r)&(isControl|isSpace|isAccent|isNormal|isUpper) != 0 || b.chinese && w.t.of(r)&isCJK != 0 {
			return false
		}
		i += copy(to[i:], w.text[i:i+size])
	}
	w.text, w.next = to, w.text
	return true
}

// untouched reports whether there is nothing to do at all.
func (b bertText) untouched(w *work) bool {
	var touch class
	for _, c := range []struct {
		on   bool
		bits class
	}{{b.clean, isControl | isSpace}, {b.chinese, isCJK}, {b.accents, isAccent | isNormal}, {b.lower, isUpper}} {
		if c.on {
			touch |= c.bits
		}
	}
	for _, r := range asString(w.text) {
		if w.t.of(r)&touch != 0 && r != ' ' || b.clean && (r == utf8.RuneError || r == 0) {
			return false
		}
	}
	return true
}

// spaceCJK puts spaces around the characters of Chinese.
func spaceCJK(w *work) {
	w.begin(0)
	eachRune(w, func(r rune) {
		if w.t.of(r)&isCJK == 0 {
			w.put(r, 0)
			return
		}
		w.put(' ', 0)
		w.put(r, 1)
		w.put(' ', 1)
	})
	w.commit()
}

// eachRune goes through the stretch in hand.
func eachRune(w *work, do func(rune)) {
	for _, r := range asString(w.text) {
		do(r)
	}
}

// filter takes characters away. Those that go are counted with the one before them.
func filter(w *work, keep func(rune) bool) {
	skip, first := 0, -1
	for i, r := range asString(w.text) {
		if keep(r) {
			first = i
			break
		}
		skip = i + utf8.RuneLen(r)
	}
	w.begin(skip)
	if first >= 0 {
		last, removed := rune(-1), 0
		for _, r := range asString(w.text[first:]) {
			switch {
			case !keep(r):
				removed++
				continue
			case last >= 0:
				w.put(last, -removed)
			}
			last, removed = r, 0
		}
		w.put(last, -removed)
	}
	w.commit()
}

// lowercase is Lowercase: character by character, without regard to its context.
type lowercase struct{}

func (lowercase) apply(w *work) {
	if w.ascii() {
		for i, b := range w.text {
			if ascii.IsUpper(b) {
				w.text[i] = b + 'a' - 'A'
			}
		}
		return
	}
	w.begin(0)
	eachRune(w, func(r rune) {
		if w.t.of(r)&isUpper == 0 {
			w.put(r, 0)
			return
		}
		if several, ok := w.t.spread[r]; ok {
			for i, d := range several {
				w.put(d, min(i, 1))
			}
			return
		}
		w.put(w.t.lower[r], 0)
	})
	w.commit()
}

// strip is Strip: white space at the ends.
type strip struct{ left, right bool }

func (s strip) apply(w *work) {
	from, to := 0, len(w.text)
	if s.left {
		from = len(w.text) - len(bytes.TrimLeftFunc(w.text, unicode.IsSpace))
	}
	if s.right {
		to = max(from, len(bytes.TrimRightFunc(w.text, unicode.IsSpace)))
	}
	if from == 0 && to == len(w.text) {
		return
	}
	w.align()
	w.next, w.nextPos = append(w.next[:0], w.text[from:to]...), append(w.nextPos[:0], w.pos[from:to]...)
	w.commit()
}

// stripAccents is StripAccents.
type stripAccents struct{}

func (stripAccents) apply(w *work) {
	if !w.ascii() {
		filter(w, func(r rune) bool { return w.t.of(r)&isMark == 0 })
	}
}

// prepend is Prepend.
type prepend string

func (p prepend) apply(w *work) {
	if len(w.text) > 0 {
		w.prepend(string(p))
	}
}

// prepend puts a text before the one in hand. The first character of what was there takes the place of its end.
func (w *work) prepend(text string) {
	w.align()
	_, first := utf8.DecodeRune(w.text)
	head, tail := w.pos[0], w.pos[first-1]
	w.next, w.nextPos = append(append(w.next[:0], text...), w.text...), w.nextPos[:0]
	for i := range text {
		place := tail
		if i == 0 {
			place = head
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		for range size {
			w.nextPos = append(w.nextPos, place)
		}
	}
	for range first {
		w.nextPos = append(w.nextPos, tail)
	}
	w.nextPos = append(w.nextPos, w.pos[first:]...)
	w.commit()
}

// nmt is Nmt: what SentencePiece's nmt rules take away and count as space.
type nmt struct{}

func (nmt) apply(w *work) {
	filter(w, func(r rune) bool {
		switch {
		case 1 <= r && r <= 8, r == 0xB, 0xE <= r && r <= 0x1F, r == 0x7F, r == 0x8F, r == 0x9F:
			return false
		}
		return true
	})
	w.begin(0)
	eachRune(w, func(r rune) {
		switch r {
		case '\t', '\n', '\f', '\r', 0x1680, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD:
			r = ' '
		}
		w.put(r, 0)
	})
	w.commit()
}

// byteMap is ByteLevel: each byte becomes a character that can be seen, those of byteRunes.
type byteMap struct{}

// byteRunes are GPT-2's characters for bytes: the printable ones of Latin-1 stand for themselves, the others are
// counted from U+0100 on.
var byteRunes = func() (to [256]rune) {
	next := rune(256)
	for b := range rune(256) {
		if '!' <= b && b <= '~' || 0xA1 <= b && b <= 0xAC || 0xAE <= b {
			to[b] = b
			continue
		}
		to[b] = next
		next++
	}
	return to
}()

func (byteMap) apply(w *work) {
	if 2*len(w.text) > w.capacity {
		return
	}
	w.align()
	w.next, w.nextPos = w.next[:0], w.nextPos[:0]
	w.mapBytes(0, int32(len(w.text)))
	w.commit()
}

// mapBytes appends the characters for some bytes to the new text.
func (w *work) mapBytes(start, end int32) {
	for i := start; i < end; i++ {
		n := len(w.next)
		w.next = utf8.AppendRune(w.next, byteRunes[w.text[i]])
		for range len(w.next) - n {
			w.nextPos = append(w.nextPos, w.pos[i])
		}
	}
}
