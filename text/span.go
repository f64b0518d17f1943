// Package text turns paragraphs into sentences, words and tokens, texts into a normal form and hashes for
// comparison, and a quotation into the place in its source. Results are spans: byte offsets into the text
// that was given, so that a sentence can be shown in its document.
//
// It knows English business prose: company filings, court matters, accounting cross-references. It
// refuses to guess at layout: the caller finds the paragraphs and removes table rows, page furniture
// and markup. Any bytes are accepted, valid UTF-8 or not, and no input makes the splitter slower than
// linear in its length.
package text

import (
	"unicode"
	"unicode/utf8"
)

// Span is a half-open range of byte offsets.
type Span struct{ Start, End int }

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// isBlank reports whether a rune is white space. The zero-width runes count as well: a sentence must
// not begin or end with something invisible.
func isBlank(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r == ' ' || '\t' <= r && r <= '\r'
	case r == '\u200b' || r == '\u2060' || r == '\ufeff':
		return true
	}
	return unicode.IsSpace(r)
}

// blankLen is the length of the blank rune at text[i], or 0.
func blankLen(text []byte, i int) int {
	c := text[i]
	if c < utf8.RuneSelf {
		if isBlank(rune(c)) {
			return 1
		}
		return 0
	}
	if c < 0xC2 || c > 0xEF {
		return 0
	}
	r, n := utf8.DecodeRune(text[i:])
	if r != utf8.RuneError && isBlank(r) {
		return n
	}
	return 0
}

// skipBlanks is the first offset in [i, end) that is not blank, or end.
func skipBlanks(text []byte, i, end int) int {
	for i < end {
		n := blankLen(text, i)
		if n == 0 {
			break
		}
		i += n
	}
	return min(i, end)
}

// trimBlanks is the offset after the last rune of text[start:end] that is not blank, or start.
func trimBlanks(text []byte, start, end int) int {
	for end > start {
		r, n := utf8.DecodeLastRune(text[start:end])
		if r == utf8.RuneError || !isBlank(r) {
			break
		}
		end -= n
	}
	return end
}
