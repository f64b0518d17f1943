package token

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unicode/utf8"
)

// charsmap is Precompiled: SentencePiece's rules for characters, as it compiles them: a double array over bytes whose
// values are places in a list of texts that end with a zero.
type charsmap struct {
	units []uint32
	texts []byte
	plain [utf8.RuneSelf]bool // ASCII that no rule is about
}

var errCharsmap = errors.New("its charsmap is no double array with texts after it; the file is damaged")

// parseCharsmap reads one. A value that points past the texts means an empty text.
func parseCharsmap(data []byte) (*charsmap, error) {
	if len(data) == 0 {
		return &charsmap{}, nil
	}
	if len(data) < 4 {
		return nil, errCharsmap
	}
	size := binary.LittleEndian.Uint32(data)
	data = data[4:]
	if uint64(size) > uint64(len(data)) || size < 4 {
		return nil, errCharsmap
	}
	c := &charsmap{units: make([]uint32, size/4), texts: bytes.Clone(data[size/4*4:])}
	for i := range c.units {
		c.units[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	if !utf8.Valid(c.texts) {
		return nil, errCharsmap
	}
	for b := range c.plain {
		_, ruled := c.find([]byte{byte(b)})
		c.plain[b] = !ruled
	}
	return c, nil
}

// find is the text that the shortest rule for the beginning of a part gives; the rule stands for all of the part.
func (c *charsmap) find(part []byte) ([]byte, bool) {
	if len(c.units) == 0 {
		return nil, false
	}
	at := offset(c.units[0])
	for _, b := range part {
		if b == 0 {
			return nil, false
		}
		at ^= uint32(b)
		if at >= uint32(len(c.units)) || c.units[at]&(1<<31|0xFF) != uint32(b) {
			return nil, false
		}
		unit := c.units[at]
		at ^= offset(unit)
		if unit>>8&1 == 0 {
			continue
		}
		if at >= uint32(len(c.units)) {
			return nil, false
		}
		value := c.units[at] &^ (1 << 31)
		if value > uint32(len(c.texts)) {
			return nil, true
		}
		text := c.texts[value:]
		if end := bytes.IndexByte(text, 0); end >= 0 {
			text = text[:end]
		}
		return text, true
	}
	return nil, false
}

// offset is how far the children of a unit are.
func offset(unit uint32) uint32 { return unit >> 10 << (unit & (1 << 9) >> 6) }

// maxRuled is the size of a cluster from which on the library looks at its characters one by one.
const maxRuled = 6

func (c *charsmap) apply(w *work) {
	if c.untouched(w) {
		return
	}
	to, ruled := w.runes[:0], false
	for at := 0; at < len(w.text); {
		b := w.text[at]
		if b < utf8.RuneSelf && c.plain[b] && (at+1 == len(w.text) || w.text[at+1] < utf8.RuneSelf && b != '\r') {
			to = append(to, change{rune(b), 0})
			at++
			continue
		}
		part := w.text[at : at+w.t.cluster(w.text[at:])]
		at += len(part)
		if len(part) < maxRuled {
			if text, ok := c.find(part); ok && len(to)+len(text)+len(w.text)-at <= w.capacity {
				to, ruled = replaceChars(to, part, text), true
				continue
			}
		}
		for len(part) > 0 {
			r, size := utf8.DecodeRune(part)
			if text, ok := c.find(part[:size]); ok && len(to)+len(text)+len(w.text)-at <= w.capacity {
				to, ruled = replaceChars(to, part[:size], text), true
			} else {
				to = append(to, change{r, 0})
			}
			part = part[size:]
		}
	}
	w.runes = to
	if !ruled {
		return
	}
	w.begin(0)
	for _, c := range to {
		w.put(c.r, c.delta)
	}
	w.commit()
}

// untouched reports whether the stretch is ASCII that no rule is about.
func (c *charsmap) untouched(w *work) bool {
	for _, b := range w.text {
		if b >= utf8.RuneSelf || !c.plain[b] {
			return false
		}
	}
	return true
}

// replaceChars appends new characters for old ones. The count of what is too much or missing goes to the last ones
// that there are, which may be those of a rule before: so does the library.
func replaceChars(to []change, old, text []byte) []change {
	for _, r := range asString(text) {
		to = append(to, change{r, 0})
	}
	diff := utf8.RuneCount(text) - utf8.RuneCount(old)
	for i := len(to) - 1; diff > 0 && i >= 0; i-- {
		to[i].delta = 1
		diff--
	}
	if diff < 0 && len(to) > 0 {
		to[len(to)-1].delta += diff
	}
	return to
}
