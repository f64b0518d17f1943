package item

import (
	"bytes"

	"github.com/assayhq/assay/internal/ascii"
)

// maxTitle bounds what of a title is compared.
const maxTitle = 160

// normalizeTitle is text as far as titles are compared: its letters and digits alone, in lower case. Without
// the blanks, "R ISK F ACTORS" and "Management ’ s" read as they were meant.
func normalizeTitle(text []byte) []byte {
	out := make([]byte, 0, min(len(text), maxTitle))
	for _, b := range text {
		if !ascii.IsAlnum(b) {
			continue
		}
		if ascii.IsUpper(b) {
			b |= 0x20
		}
		if out = append(out, b); len(out) == maxTitle {
			break
		}
	}
	return out
}

// match says how well a title, reduced to its letters, fits an item.
type match uint8

const (
	foreign match = iota
	near          // holds a word that is typical of the item
	full          // begins as the item's title does
)

// nearLetters is how far into a title a typical word is looked for.
const nearLetters = 70

// vacant are titles that filers give to an item that they leave out.
var vacant = []string{
	"intentionallyomitted", "intentionallyleftblank", "omitted", "notapplicable", "reserved", "removedandreserved",
	"notused", "notrequired",
}

func isVacant(title []byte) bool {
	for _, v := range vacant {
		if bytes.HasPrefix(title, []byte(v)) {
			return true
		}
	}
	return false
}

func (r *row) match(title []byte) match {
	for _, article := range []string{"", "the", "our"} {
		rest, ok := bytes.CutPrefix(title, []byte(article))
		if !ok {
			continue
		}
		for _, k := range r.keys {
			if bytes.HasPrefix(rest, []byte(k)) {
				return full
			}
		}
	}
	if isVacant(title) {
		return near
	}
	head := title[:min(len(title), nearLetters)]
	for _, k := range r.near {
		if bytes.Contains(head, []byte(k)) {
			return near
		}
	}
	return foreign
}

// sureTitle is how many letters of an item's own title leave no doubt.
const sureTitle = 16

// hasTitle reports whether a title is the item's own, not merely one that filers give it.
func (r *row) hasTitle(title []byte) bool {
	for _, t := range r.titles {
		own := normalizeTitle([]byte(t.text))
		if commonPrefix(title, own) >= min(len(own), sureTitle) {
			return true
		}
	}
	return false
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
