package label

import "github.com/assayhq/assay/internal/ascii"

// words walks over the words of a label without allocating: runs of letters in lower case, numbers, and
// the signs that matter for units. Everything else separates.
type words struct {
	b      []byte
	p      int
	at     int // where the current word begins
	low    [24]byte
	n      int  // length of the word, cut off at the buffer's size
	number bool // it is digits
	value  int  // of a number of at most four digits
}

// word is the current word in lower case; nothing for a number.
func (w *words) word() []byte { return w.low[:w.n] }

func (w *words) next() bool {
	for w.p < len(w.b) && !wordByte(w.b[w.p]) {
		w.p++
	}
	if w.p >= len(w.b) {
		return false
	}
	w.at = w.p
	w.number, w.value, w.n = false, 0, 0
	switch c := w.b[w.p]; {
	case ascii.IsDigit(c):
		w.digits()
	case ascii.IsLetter(c):
		n := 0
		for w.p < len(w.b) && (ascii.IsLetter(w.b[w.p]) || w.b[w.p] >= 0xC3 && w.b[w.p] < 0xE0) {
			if n < len(w.low) {
				w.low[n] = w.b[w.p] | 0x20
				n++
			}
			w.p++
		}
		w.n = n
	default:
		w.low[0] = c
		w.n = 1
		w.p++
	}
	return true
}

// mayScale reports whether the current word begins as those do that state a scale: "thousands", "mm", "crore".
func (w *words) mayScale() bool {
	const short = 4
	switch second := w.low[1]; w.low[0] {
	case 't':
		return second == 'h' || second == 'r'
	case 'd':
		return second == 'o'
	case 'm', 'b':
		return second == 'i' || w.n <= short
	case 'c':
		return second == 'r'
	case 'k', 'l':
		return true
	}
	return false
}

func wordByte(c byte) bool {
	return ascii.IsLetter(c) || ascii.IsDigit(c) || c == '%' || c == '$' || c == '(' || c == ')' || c == ';'
}

// digits reads "2023", "1,234.5" and the like as one word.
func (w *words) digits() {
	w.number = true
	n := 0
	for w.p < len(w.b) {
		c := w.b[w.p]
		if ascii.IsDigit(c) {
			w.value = w.value*10 + int(c-'0')
			n++
		} else if !((c == ',' || c == '.') && w.p+1 < len(w.b) && ascii.IsDigit(w.b[w.p+1])) {
			break
		} else {
			n = 9
		}
		w.p++
		if n > 4 {
			w.value = 0
		}
	}
}

// year is the calendar year that the current word is, or 0.
func (w *words) year() int {
	if w.number && w.value >= 1900 && w.value <= 2100 {
		return w.value
	}
	return 0
}
