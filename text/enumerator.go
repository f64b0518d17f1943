package text

import (
	"bytes"
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
	roman  // ii. iii. iv.
)

// enumerator is the label that opens a sentence, and so what the next item of its list looks like.
type enumerator struct {
	kind  kind
	glyph rune // of a bullet
	value int  // of a number, letter or numeral
	group int  // the number before a letter: 4 in "4g."
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
	section := i
	for bytes.HasPrefix(c.text[section:c.end], sectionSign) {
		section = skipBlanks(c.text, section+len(sectionSign), c.end)
	}
	e, after := readEnumerator(c.text, section, c.end)
	if after == section {
		return i
	}
	if c.list.kind != bullet {
		c.list = e
	}
	return after
}

var sectionSign = []byte("§")

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
	if e.kind == number {
		j = e.skipSections(text, j, end)
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

// skipSections skips the further numbers of "2.1." or "10.4.3)", whose successors are not looked for.
func (e *enumerator) skipSections(text []byte, j, end int) int {
	for j+1 < end && text[j] == '.' && ascii.IsDigit(text[j+1]) {
		for j++; j < end && ascii.IsDigit(text[j]); j++ {
		}
		e.kind = unnumbered
	}
	return j
}

// read takes the number, letter or small roman numeral of an enumerator. A large numeral is accepted as a label, but its
// successor is not looked for.
func (e *enumerator) read(word []byte) bool {
	switch {
	case len(word) == 0:
		return false
	case ascii.IsDigit(word[0]):
		e.kind = number
		if last := word[len(word)-1]; len(word) > 1 && ascii.IsLetter(last) {
			e.kind, e.upper = letter, ascii.IsUpper(last)
			e.value = int(ascii.ToLower(last)-'a') + 1
			word = word[:len(word)-1]
			return len(word) <= longestNumber && readNumber(word, &e.group)
		}
		return len(word) <= longestNumber && readNumber(word, &e.value)
	case len(word) == 1:
		e.kind, e.upper = letter, ascii.IsUpper(word[0])
		e.value = int(ascii.ToLower(word[0])-'a') + 1
		return true
	}
	if isRoman(word) && ascii.IsLower(word[0]) {
		e.kind, e.value = roman, romanValue(word)
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

// romanValue is the value of a numeral of the letters i, v and x.
func romanValue(word []byte) int {
	value, last := 0, 0
	for i := len(word) - 1; i >= 0; i-- {
		digit := 1
		switch ascii.ToLower(word[i]) {
		case 'v':
			digit = 5
		case 'x':
			digit = 10
		}
		if digit < last {
			value -= digit
		} else {
			value += digit
			last = digit
		}
	}
	return value
}

// asRoman reads the letters i, v and x as numerals.
func (e enumerator) asRoman() enumerator {
	if e.kind != letter || e.upper || e.group > 0 {
		return e
	}
	switch e.value {
	case 'i' - 'a' + 1:
		e.kind, e.value = roman, 1
	case 'v' - 'a' + 1:
		e.kind, e.value = roman, 5
	case 'x' - 'a' + 1:
		e.kind, e.value = roman, 10
	}
	return e
}

// precedes reports whether next is the number, letter or numeral after e, written like it.
func (e enumerator) precedes(next enumerator) bool {
	if e.kind != next.kind {
		e, next = e.asRoman(), next.asRoman()
	}
	next.value--
	return next == e
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
	if e.kind != number && e.kind != letter && e.kind != roman {
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
	if after == at || !e.precedes(next) || e.upper && e.stop {
		return -1
	}
	end := trimBlanks(text, start, at)
	_, previous := wordBefore(text, start, end)
	if next.kind == roman && (text[end-1] == ';' || text[end-1] == ',' || classOf(previous)&connector != 0) {
		return -1
	}
	if class := classOf(previous); class&numbered != 0 || class&label != 0 && isUpperAt(previous, 0) {
		return -1
	}
	content := skipBlanks(text, after, len(text))
	if content == len(text) || content == after || !isUpperAt(text, content) {
		return -1
	}
	return at
}
