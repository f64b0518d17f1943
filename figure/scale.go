package figure

import "github.com/assayhq/assay/internal/ascii"

// scaleRow is a word or letter that multiplies the number before it.
type scaleRow struct {
	Text  string
	Power int
	Near  nearness
}

// nearness is how much evidence a scale word needs: letters alone are too often something else.
type nearness uint8

const (
	anywhere nearness = iota // after a blank or a hyphen, or glued
	glued                    // directly after the digits
	sum                      // directly after the digits of a sum of money
)

// scaleRows are of the short scale, as in every American filing. A capital K, M or B without a currency is a form or a
// company: 10K, 3M. "mm" and "mil" a blank away are lengths.
var scaleRows = []scaleRow{
	{"thousand", 3, anywhere}, {"thousands", 3, anywhere}, {"million", 6, anywhere}, {"millions", 6, anywhere},
	{"billion", 9, anywhere}, {"billions", 9, anywhere}, {"trillion", 12, anywhere}, {"hundred", 2, anywhere},
	{"mln", 6, anywhere}, {"mn", 6, anywhere}, {"bln", 9, anywhere}, {"bn", 9, anywhere}, {"tn", 12, glued},
	{"mm", 6, glued}, {"mil", 6, glued}, {"mio", 6, anywhere}, {"mrd", 9, anywhere}, {"crore", 7, anywhere},
	{"lakh", 5, anywhere}, {"k", 3, glued}, {"m", 6, glued}, {"b", 9, glued}, {"t", 12, sum},
}

// scaleAt reads the scale after the digits that end at e: its power and where it ends, or the end
// of the digits when there is none. Money says that a currency was seen: then letters are
// scales, and a blank may be before them.
func scaleAt(t string, e int, money bool) (power, end int) {
	w := skipBlanks(t, e)
	if w == e && w < len(t) && t[w] == '-' {
		w++
	}
	if w >= len(t) || !ascii.IsLetter(t[w]) {
		return 0, e
	}
	stop := wordEnd(t, w)
	word := t[w:stop]
	if stop < len(t) && (ascii.IsDigit(t[stop]) || stop-w == 1 && t[stop] == '-' && stop+1 < len(t) && ascii.IsDigit(t[stop+1])) {
		return 0, e
	}
	sure := money && t[w-1] != '-' || word == "MM"
	for i := range scaleRows {
		r := &scaleRows[i]
		if equalFold(word, r.Text) && r.fits(word, w == e, sure || w == e && hasPoint(t, e)) {
			return r.Power, stop
		}
	}
	return 0, e
}

// hasPoint reports whether the digits that end at e have a decimal point: 1.5M is no company.
func hasPoint(t string, e int) bool {
	for i := e - 1; i >= 0 && i > e-5; i-- {
		if t[i] == '.' {
			return true
		}
		if !ascii.IsDigit(t[i]) {
			return false
		}
	}
	return false
}

// fits reports whether a scale word is near enough to its number to be believed.
func (r *scaleRow) fits(word string, attached, money bool) bool {
	switch {
	case r.Near == anywhere || money:
		return true
	case r.Near == sum || !attached:
		return false
	default:
		return word != "K" && word != "M" && word != "B"
	}
}

// scaleWord is the word for a power of ten, with the blank before it; rest is what no word says.
func scaleWord(power int) (word string, rest int) {
	switch power {
	case 3:
		return " thousand", 0
	case 6:
		return " million", 0
	case 9:
		return " billion", 0
	case 12:
		return " trillion", 0
	default:
		return "", power
	}
}

// ScalePower is the power of ten that a word states, in any case, singular or plural, or 0: 6 for "millions", "mm"
// and "mn". Single letters, as in "$B", are for the caller to believe.
func ScalePower(word string) int {
	if n := len(word); n > 3 && word[n-1]|0x20 == 's' {
		word = word[:n-1]
	}
	for i := range scaleRows {
		if r := &scaleRows[i]; r.Near != sum && r.Power > 2 && equalFold(word, r.Text) {
			return r.Power
		}
	}
	return 0
}
