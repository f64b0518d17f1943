package bm25

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
	"github.com/assayhq/assay/text"
)

// The classes of the bytes of a normal text.
const (
	other uint8 = iota
	letter
	digit
	wide // part of a character outside ASCII
)

var classes = func() (t [256]uint8) {
	for c := range t {
		switch b := byte(c); {
		case ascii.IsLower(b):
			t[c] = letter
		case ascii.IsDigit(b):
			t[c] = digit
		case b >= utf8.RuneSelf:
			t[c] = wide
		}
	}
	return t
}()

// formSuffixes are what follows the figure in names of forms, other than single letters: 10-KSB, 10-KT, 10-QSB.
var formSuffixes = []string{"ksb", "ksb40", "kt", "ktsb", "k405", "qsb", "qt"}

// cutFilings is the analyzer of that name. It cuts the text's normal form, in which letters are lower-case and
// dashes are hyphens, because people type "10-k" and "u.s." in lower case, too.
func cutFilings(s *scratch, source []byte, emit func([]byte)) {
	s.normal = text.AppendNormal(s.normal[:0], source)
	t := s.normal
	for i := 0; i < len(t); {
		switch classes[t[i]] {
		case other:
			if t[i] == '.' && classAt(t, i+1) == digit && (i == 0 || t[i-1] != '.') {
				i = s.word(t, i+1, append(s.key[:0], "0."...), emit)
				continue
			}
			i++
		case letter:
			j := i + 1
			for j < len(t) && classes[t[j]] == letter {
				j++
			}
			if j == len(t) || t[j] == ' ' {
				emit(t[i:j])
				i = j
				continue
			}
			i = s.word(t, i, s.key[:0], emit)
		default:
			i = s.word(t, i, s.key[:0], emit)
		}
	}
}

// word is a term being read.
type word struct {
	key             []byte
	letters, digits int
	part            int  // letters and digits since the last mark
	fraction        bool // a decimal point was in it
	acronym         bool // single letters with stops between them
	grouped         bool // a comma was in it
}

// word reads the term that begins at t[i], after what key holds, and gives the offset after it.
func (s *scratch) word(t []byte, i int, key []byte, emit func([]byte)) int {
	w := word{key: key, acronym: true, fraction: len(key) > 0}
	for i < len(t) {
		n := w.take(t, i)
		if n == 0 {
			if n = w.join(t, i); n == 0 {
				break
			}
		}
		i += n
	}
	end := i
	switch {
	case len(w.key) == 0:
		return i + s.single(t, i, emit)
	case w.possessive(t, i):
		end = i + 2
	case w.clause(t, i):
		w.key = append(w.key, t[i+1])
		end = i + 3
	}
	s.key = w.key
	emit(w.key)
	return end
}

// single is a character that is a term of its own, or none at all.
func (s *scratch) single(t []byte, i int, emit func([]byte)) int {
	r, n := utf8.DecodeRune(t[i:])
	if ideograph(r) {
		emit(t[i : i+n])
	}
	return n
}

// ideograph reports whether a character of a script without blanks between words is a term.
func ideograph(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana)
}

// take reads one character of a term; it is 0 if there is none at t[i].
func (w *word) take(t []byte, i int) int {
	n := 1
	switch classes[t[i]] {
	case letter:
		w.letters++
	case digit:
		w.digits++
	case wide:
		var r rune
		if r, n = utf8.DecodeRune(t[i:]); ideograph(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return 0
		}
		w.letters++
	default:
		return 0
	}
	w.part++
	if w.part > 1 {
		w.acronym = false
	}
	if len(w.key) < maxTerm {
		w.key = append(w.key, t[i:i+n]...)
	}
	return n
}

// clause reports whether a letter in brackets follows that belongs to a short number: 401(k), 13(d).
func (w *word) clause(t []byte, i int) bool {
	return w.letters == 0 && w.digits > 0 && w.digits <= 4 && !w.fraction && !w.grouped &&
		i+2 < len(t) && t[i] == '(' && classes[t[i+1]] == letter && t[i+2] == ')'
}

// join is 1 if the mark at t[i] holds two parts of one term together, else 0.
func (w *word) join(t []byte, i int) int {
	if len(w.key) == 0 || i+1 >= len(t) || classes[t[i+1]] == other {
		return 0
	}
	joined := false
	switch t[i] {
	case ',':
		if joined = w.letters == 0 && !w.fraction && thousand(t, i+1); joined {
			w.grouped = true
		}
	case '.':
		joined = w.joinStop(t, i)
	case '\'':
		joined = w.letters > 0 && !w.possessive(t, i) && classes[t[i+1]] != digit
	case '&':
		if joined = w.digits == 0 && w.letters <= 3 && countLetters(t, i+1) > 0 && countLetters(t, i+1) <= 2; joined {
			w.key = append(w.key, '&')
		}
	case '-':
		joined = w.joinHyphen(t, i)
	}
	if joined {
		w.part = 0
		return 1
	}
	return 0
}

func (w *word) joinStop(t []byte, i int) bool {
	if classAt(t, i-1) == digit && classAt(t, i+1) == digit {
		w.fraction = true
		w.key = append(w.key, '.')
		return true
	}
	return w.acronym && w.digits == 0 && countLetters(t, i+1) == 1 && classAt(t, i+2) == other
}

// joinHyphen holds together the names of forms and rules and what is electronic; the hyphen is left out, so
// that 10-K and 10K, e-mail and email meet.
func (w *word) joinHyphen(t []byte, i int) bool {
	n := countLetters(t, i+1)
	rest := i + 1 + n
	for rest < len(t) && classes[t[rest]] == digit {
		rest++
	}
	ends := classAt(t, rest) == other
	switch {
	case w.letters == 0 && w.digits <= 2 && !w.fraction:
		return ends && (n == 1 || slices.Contains(formSuffixes, string(t[i+1:rest])))
	case n == 0: // digits follow a letter, or a figure with a letter
		ends = ends || countLetters(t, rest) == 1 && classAt(t, rest+1) == other
		return ends && rest-i <= 4 && (w.letters == 1 && w.digits == 0 || classes[w.key[0]] == digit && w.letters > 0 &&
			!w.fraction)
	}
	return string(w.key) == "e" && n > 2
}

// possessive reports whether an 's ends the term at t[i].
func (w *word) possessive(t []byte, i int) bool {
	return i+1 < len(t) && t[i] == '\'' && t[i+1] == 's' && classAt(t, i+2) == other
}

// thousand reports whether there are exactly three digits at t[i].
func thousand(t []byte, i int) bool {
	return classAt(t, i) == digit && classAt(t, i+1) == digit && classAt(t, i+2) == digit && classAt(t, i+3) != digit
}

// countLetters is how many ASCII letters there are at t[i]; more than a few are not counted.
func countLetters(t []byte, i int) int {
	n := 0
	for n < 8 && classAt(t, i+n) == letter {
		n++
	}
	return n
}

// classAt is the class of the byte at t[i]; outside the text there is nothing.
func classAt(t []byte, i int) uint8 {
	if i < 0 || i >= len(t) {
		return other
	}
	return classes[t[i]]
}
