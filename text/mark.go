package text

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// mark is a run of sentence punctuation with the quotes, brackets and references attached to it.
type mark struct {
	at    int  // its first byte
	dots  int  // full stops in it, spaced or not; an ellipsis sign counts as three
	loud  bool // an exclamation or question mark is in it
	quote bool // a quotation ends with it
	tail  int  // the offset after it, its closing quotes and brackets, and its footnote references
	next  int  // the first visible byte after tail, or the end of the line
}

// readMark reads the punctuation at text[i] and everything that belongs to it.
func (c *scanner) readMark(i int) mark {
	if text := c.text; i+2 < c.end && text[i] == '.' && text[i+1] == ' ' && text[i+2] != '.' { // nearly all marks
		return mark{at: i, dots: 1, tail: i + 1, next: skipBlanks(text, i+1, c.end)}
	}
	m := mark{at: i}
	j := c.readStops(i, &m)
	if m.dots > 3 && i > c.start && isWordByte(c.text[i-1]) && i+1 < j && c.text[i+1] == ' ' && c.opensSpaced(j) {
		m.dots = 1
		j = i + 1
	}
	for j < c.end {
		n := closerLen(c.text, j, c.end)
		if n == 0 && m.quoted(c.text, j) {
			n = 1
		}
		if n == 0 {
			break
		}
		m.quote = m.quote || c.text[j] != ')' && c.text[j] != ']'
		j += n
		if j < c.end && c.text[j] == '.' && !m.quote {
			j++ // "(… in the U.S.)." has two
		}
	}
	m.tail = skipReference(c.text, j, c.end)
	if m.tail == i+1 && m.dots == 1 {
		m.tail = plainReference(c.text, c.start, i, c.end)
	}
	m.next = skipBlanks(c.text, m.tail, c.end)
	return m
}

// readStops reads full stops, marks and ellipses, spaced ones as well (". . .").
func (c *scanner) readStops(i int, m *mark) int {
	text, end := c.text, c.end
	for i < end {
		switch {
		case text[i] == '.':
			m.dots++
			i++
		case text[i] == '!' || text[i] == '?':
			m.loud = true
			i++
		case bytes.HasPrefix(text[i:end], ellipsisSign):
			m.dots += 3
			i += len(ellipsisSign)
		default:
			return i
		}
		if i+1 < end && text[i] == ' ' && text[i+1] == '.' && (i+2 == end || !ascii.IsAlnum(text[i+2])) {
			i++
		}
	}
	return i
}

// opensSpaced reports whether a sentence begins after a spaced ellipsis that ends at text[i]. Then
// the ellipsis is its first word: "… ended. . . . The rest …".
func (c *scanner) opensSpaced(i int) bool {
	next := skipBlanks(c.text, i, c.end)
	return next > i && next < c.end && isUpperAt(c.text, next)
}

var ellipsisSign = []byte("…")

// closerLen is the length of the closing quote or bracket at text[i], or 0.
func closerLen(text []byte, i, end int) int {
	switch c := text[i]; {
	case c == ')' || c == ']' || c == '}':
		return 1
	case c == '"' || c == '\'':
		if i+1 == end || !isWordByte(text[i+1]) || referenceSign(text[i+1:end]) > 0 {
			return 1
		}
	case c == 0xE2:
		r, n := utf8.DecodeRune(text[i:end])
		if r == '”' || r == '’' {
			return n
		}
	case c == 0xC2:
		r, n := utf8.DecodeRune(text[i:end])
		if r == '»' {
			return n
		}
	}
	return 0
}

// quoted reports whether text[i:] is a quotation mark after a blank that a typesetter left,
// as in `'the people.' " Id.`: it closes the quotation before it.
func (m *mark) quoted(text []byte, i int) bool {
	return m.quote && text[i] == ' ' && i+1 < len(text) && text[i+1] == '"' &&
		(i+2 == len(text) || blankLen(text, i+2) > 0)
}

// skipReference is the offset after the footnote references glued to a full stop: [12], (3), [*], (a), *, † and
// superscripts.
func skipReference(text []byte, i, end int) int {
	for i < end {
		n := bracketedReference(text[i:end])
		if n == 0 {
			n = referenceSign(text[i:end])
		}
		if n == 0 && text[i] == ',' && i+1 < end && referenceSign(text[i+1:end]) > 1 {
			n = 1 // "¹,²"
		}
		if n == 0 {
			return i
		}
		i += n
	}
	return i
}

// plainReference is the offset after a footnote number that lost its raised position, after an ordinary word and its full
// stop at text[at], and before a capital: "rose.1 Volume".
func plainReference(text []byte, start, at, end int) int {
	i := at + 1
	for i < end && i-at <= 2 && ascii.IsDigit(text[i]) {
		i++
	}
	if i == at+1 || at < start+3 || i >= end || blankLen(text, i) == 0 || !ascii.IsLower(text[at-1]) {
		return at + 1
	}
	if next := skipBlanks(text, i, end); next == end || !ascii.IsUpper(text[next]) {
		return at + 1
	}
	if _, word := wordBefore(text, start, at); len(word) < 3 || classOf(word) != 0 || bytes.ContainsAny(word, "./@") {
		return at + 1
	}
	return i
}

func bracketedReference(text []byte) int {
	if text[0] != '[' && text[0] != '(' {
		return 0
	}
	j := 1
	for j < len(text) && j <= longestNumber && (ascii.IsDigit(text[j]) || text[j] == '*') {
		j++
	}
	if j == 1 && len(text) > 2 && ascii.IsLower(text[1]) {
		j++
	}
	if j == 1 || j == len(text) || text[j] != ']' && text[j] != ')' {
		return 0
	}
	return j + 1
}

// referenceSign is the length of the sign of a footnote that text begins with, or 0.
func referenceSign(text []byte) int {
	switch text[0] {
	case '*':
		return 1
	case 0xC2, 0xE2:
		switch r, n := utf8.DecodeRune(text); r {
		case '¹', '²', '³', '⁰', '†', '‡':
			return n
		default:
			if '⁴' <= r && r <= '⁹' {
				return n
			}
		}
	}
	return 0
}
