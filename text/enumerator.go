package text

import (
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// kind is how a list numbers its items.
type kind uint8

const (
	unnumbered kind = iota
	bullet
	number // 1. 2. 3.
	letter // a. b. c.
)

// enumerator is the label that opens a sentence, and so what the next item of its list looks like.
type enumerator struct {
	kind  kind
	glyph rune // of a bullet
	value int  // of a number or letter
	upper bool
	paren bool // opened by a parenthesis
	stop  bool // followed by a full stop
	shut  bool // followed by a closing parenthesis
}

// longestNumber is the most digits an enumerator has; four are a year.
const longestNumber = 3

func isBullet(r rune) bool {
	switch r {
	case '•', '‣', '⁃', '▪', '▫', '■', '□', '●', '○', '◦', '◆', '◇', '►', '▸', '➢', '➤', '✓',
		'\uf0b7', '\uf0a7', '·', '∙', '*':
		return true
	}
	return false
}

// skipEnumerator notes what numbers the sentence at c.start and returns the offset after it, so
// that "1. Summary of the matter" is not cut in two.
func (c *scanner) skipEnumerator() int {
	c.list = enumerator{}
	i := c.start
	if r, n := utf8.DecodeRune(c.text[i:c.end]); isBullet(r) {
		c.list = enumerator{kind: bullet, glyph: r}
		i = skipBlanks(c.text, i+n, c.end)
	}
	e, after := readEnumerator(c.text, i, c.end)
	if after == i {
		return i
	}
	if c.list.kind != bullet {
		c.list = e
	}
	return after
}

// readEnumerator reads "1.", "1.)", "(a)", "iv." or "B." at text[i]; after is i if there is none.
func readEnumerator(text []byte, i, end int) (e enumerator, after int) {
	j := i
	if j < end && text[j] == '(' {
		e.paren = true
		j++
	}
	word := j
	for j < end && j-word <= 5 && ascii.IsAlnum(text[j]) {
		j++
	}
	if !e.read(text[word:j]) {
		return enumerator{}, i
	}
	suffix := j
	for j < end && j-suffix < 2 && (text[j] == '.' || text[j] == ')') {
		j++
	}
	if j == suffix || e.paren && text[suffix] != ')' || j < end && blankLen(text, j) == 0 {
		return enumerator{}, i
	}
	e.stop = text[suffix] == '.'
	e.shut = text[j-1] == ')'
	return e, j
}

// read takes the number or letter of an enumerator. A roman numeral is accepted as a label, but its
// successor is not looked for.
func (e *enumerator) read(word []byte) bool {
	switch {
	case len(word) == 0:
		return false
	case ascii.IsDigit(word[0]):
		e.kind = number
		return len(word) <= longestNumber && readNumber(word, &e.value)
	case len(word) == 1:
		e.kind, e.upper = letter, ascii.IsUpper(word[0])
		e.value = int(ascii.ToLower(word[0])-'a') + 1
		return true
	}
	return isRoman(word)
}

func readNumber(word []byte, value *int) bool {
	*value = 0
	for _, c := range word {
		if !ascii.IsDigit(c) {
			return false
		}
		*value = *value*10 + int(c-'0')
	}
	return true
}

func isRoman(word []byte) bool {
	for _, c := range word {
		switch ascii.ToLower(c) {
		case 'i', 'v', 'x':
		default:
			return false
		}
	}
	return len(word) <= 5
}

// before is where the next item of the list begins if its enumerator ends at text[i], the first
// byte of a suffix: "1) Pumps 2) Valves" is cut before the "2". Otherwise it is -1.
func (e *enumerator) before(text []byte, start, i int) int {
	if e.kind != number && e.kind != letter {
		return -1
	}
	word := i
	for word > start && i-word <= longestNumber && ascii.IsAlnum(text[word-1]) {
		word--
	}
	at := word
	if e.paren && word > start && text[word-1] == '(' {
		at--
	}
	if at == start || blankLen(text, at-1) == 0 {
		return -1
	}
	next, after := readEnumerator(text, at, len(text))
	next.value--
	if after == at || next != *e || e.upper && e.stop {
		return -1
	}
	_, previous := wordBefore(text, start, trimBlanks(text, start, at))
	if class := classOf(previous); class&numbered != 0 || class&label != 0 && isUpperAt(previous, 0) {
		return -1
	}
	content := skipBlanks(text, after, len(text))
	if content == len(text) || content == after || !isUpperAt(text, content) {
		return -1
	}
	return at
}
