package token

import (
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// splitter finds the next piece of a text: how many bytes of it the pattern takes. Each is a regular expression of
// models in use, written out: one pass, and nothing to go back over.
type splitter func(w *work, text []byte) int

func (s splitter) find(w *work, start, end int32, to []match) []match {
	for start < end {
		n := int32(max(s(w, w.text[start:end]), 1))
		to = append(to, match{start, start + n, true})
		start += n
	}
	return to
}

// splitters are the patterns that are known, as files write them.
var splitters = []struct {
	model   string
	pattern string
	find    splitter
}{
	{"GPT-2, RoBERTa", `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`, gpt2},
	{"GPT-4, Llama 3", `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*` +
		`|\s*[\r\n]+|\s+(?!\S)|\s+`, func(w *work, text []byte) int { return gpt4(w, text, 3) }},
	{"Qwen 2 and 3", `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*` +
		`|\s*[\r\n]+|\s+(?!\S)|\s+`, func(w *work, text []byte) int { return gpt4(w, text, 1) }},
}

const isOther = isLetter | isNumber | isBlank

// gpt2 takes an English ending, or a run of letters, digits or signs with the space before it, or white space up to
// the space that belongs to the next run.
func gpt2(w *work, text []byte) int {
	if n := ending(text, false); n > 0 {
		return n
	}
	at := 0
	if text[0] == ' ' && len(text) > 1 {
		at = 1
	}
	r, _ := utf8.DecodeRune(text[at:])
	switch c := w.t.of(r); {
	case c&isLetter != 0:
		return at + w.run(text[at:], isLetter, isLetter, -1)
	case c&isNumber != 0:
		return at + w.run(text[at:], isNumber, isNumber, -1)
	case c&isBlank == 0:
		return at + w.run(text[at:], isOther, 0, -1)
	}
	return w.blanks(text, w.run(text, isBlank, isBlank, -1))
}

// gpt4 takes the same, but digits in groups, any one sign before letters, and line ends by themselves.
func gpt4(w *work, text []byte, digits int) int {
	if n := ending(text, true); n > 0 {
		return n
	}
	r, size := utf8.DecodeRune(text)
	c := w.t.of(r)
	if c&isLetter != 0 {
		return w.run(text, isLetter, isLetter, -1)
	}
	if c&isNumber != 0 {
		return w.run(text, isNumber, isNumber, digits)
	}
	if r != '\r' && r != '\n' && len(text) > size {
		if next, _ := utf8.DecodeRune(text[size:]); w.t.of(next)&isLetter != 0 {
			return size + w.run(text[size:], isLetter, isLetter, -1)
		}
	}
	at := 0
	if r == ' ' {
		at = 1
	}
	if signs := w.run(text[at:], isOther, 0, -1); signs > 0 {
		for at += signs; at < len(text) && (text[at] == '\r' || text[at] == '\n'); at++ {
		}
		return at
	}
	blank := w.run(text, isBlank, isBlank, -1)
	for i := blank; i > 0; i-- {
		if text[i-1] == '\r' || text[i-1] == '\n' {
			return i
		}
	}
	return w.blanks(text, blank)
}

// blanks is how much of so many bytes of white space is taken: the last character goes with what follows, if
// anything does.
func (w *work) blanks(text []byte, n int) int {
	if n == len(text) {
		return n
	}
	if _, last := utf8.DecodeLastRune(text[:n]); last < n {
		return n - last
	}
	return n
}

// run is the size of the characters in a row whose class, out of some, is the one asked for; at most so many.
func (w *work) run(text []byte, of, want class, most int) int {
	at := 0
	for at < len(text) && most != 0 {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[at:])
		}
		if w.t.of(r)&of != want {
			break
		}
		at += size
		most--
	}
	return at
}

// ending is the size of 's, 't, 're, 've, 'm, 'll or 'd; in any case if so asked, for which the long s is an s.
func ending(text []byte, anyCase bool) int {
	if len(text) < 2 || text[0] != '\'' {
		return 0
	}
	lower := func(i int) byte {
		if i >= len(text) {
			return 0
		}
		b := text[i]
		if anyCase && ascii.IsUpper(b) {
			b += 'a' - 'A'
		}
		return b
	}
	switch lower(1) {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v':
		if lower(2) == 'e' {
			return 3
		}
	case 'l':
		if lower(2) == 'l' {
			return 3
		}
	}
	if anyCase && len(text) >= 3 && text[1] == 0xC5 && text[2] == 0xBF { // U+017F
		return 3
	}
	return 0
}
