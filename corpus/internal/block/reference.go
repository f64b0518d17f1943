package block

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// maxReference is the longest character reference, "&CounterClockwiseContourIntegral;".
const maxReference = 34

// cp1252 is what Windows writes in the range that Latin-1 leaves to controls; old filings use it both
// as raw bytes and, wrongly, as numeric references.
var cp1252 = [32]rune{
	'€', '\uFFFD', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\uFFFD', 'Ž', '\uFFFD',
	'\uFFFD', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\uFFFD', 'ž', 'Ÿ',
}

// reference decodes the character reference at the start of b ("&" first). It returns the length in
// the source, 0 where b opens with none and the "&" is text. A few references encode two runes; the
// second is then 0 or a combining mark that filings have no use for, and is dropped.
func reference(b []byte) (r rune, length int) {
	if len(b) < 3 {
		return 0, 0
	}
	if b[1] == '#' {
		return numericReference(b)
	}
	end := 1
	for end < len(b) && end < maxReference && ascii.IsAlnum(b[end]) {
		end++
	}
	if end == 1 {
		return 0, 0
	}
	closed := end < len(b) && b[end] == ';'
	if r := namedReference(string(b[1:end])); r != 0 {
		if closed {
			return r, end + 1
		}
		return r, end
	}
	if closed {
		end++
	}
	text := string(b[:end])
	decoded := html.UnescapeString(text)
	if decoded == text {
		return 0, 0
	}
	r, size := utf8.DecodeRuneInString(decoded)
	if rest := decoded[size:]; rest != "" && strings.HasSuffix(text, rest) {
		// An old name without ";" may be glued to more letters ("&ampLtd"): only the name was decoded.
		return r, len(text) - len(rest)
	}
	return r, len(text)
}

// namedReference decodes the names that make up nearly all of the references in filings.
func namedReference(name string) rune {
	switch name {
	case "nbsp":
		return ' '
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "quot":
		return '"'
	case "apos":
		return '\''
	case "rsquo":
		return '’'
	case "lsquo":
		return '‘'
	case "rdquo":
		return '”'
	case "ldquo":
		return '“'
	case "mdash":
		return '—'
	case "ndash":
		return '–'
	case "bull":
		return '•'
	}
	return 0
}

func numericReference(b []byte) (r rune, length int) {
	i, base := 2, rune(10)
	if b[i] == 'x' || b[i] == 'X' {
		i, base = 3, 16
	}
	start := i
	for ; i < len(b) && i < start+8; i++ {
		d := digit(b[i])
		if d < 0 || d >= base {
			break
		}
		r = r*base + d
	}
	if i == start {
		return 0, 0
	}
	if i < len(b) && b[i] == ';' {
		i++
	}
	switch {
	case 0x80 <= r && r < 0xA0:
		r = cp1252[r-0x80]
	case r == 0 || !utf8.ValidRune(r):
		r = utf8.RuneError
	}
	return r, i
}

func digit(c byte) rune {
	switch {
	case ascii.IsDigit(c):
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// decode reads one character of text: a reference, a character beyond ASCII, a byte.
func decode(b []byte) (r rune, length int) {
	switch c := b[0]; {
	case c == '&':
		if r, n := reference(b); n > 0 {
			return r, n
		}
		return '&', 1
	case c >= utf8.RuneSelf:
		return decodeByte(b)
	default:
		return rune(c), 1
	}
}

// decodeByte reads one character of the source that is not ASCII: UTF-8 where it is valid, else the
// single byte as Windows-1252. Files mix the two.
func decodeByte(b []byte) (r rune, length int) {
	r, length = utf8.DecodeRune(b)
	switch {
	case 0x80 <= r && r < 0xA0:
		// Windows-1252 taken for Latin-1 on its way to UTF-8.
		return cp1252[r-0x80], length
	case r != utf8.RuneError || length > 1:
		return r, length
	case b[0] < 0xA0:
		return cp1252[b[0]-0x80], 1
	}
	return rune(b[0]), 1
}

// isBlank reports whether a page shows r as white space.
func isBlank(r rune) bool {
	switch {
	case r == ' ' || r == 0xA0 || 0x2000 <= r && r <= 0x200A:
		return true
	case r == 0x1680 || r == 0x2028 || r == 0x2029 || r == 0x202F || r == 0x205F || r == 0x3000:
		return true
	}
	return r == '\t' || r == '\n' || r == '\r' || r == '\f' || r == '\v' || r == 0x85
}

// isInvisible reports whether a page does not show r at all: soft hyphens, zero-width
// marks and joiners, byte-order marks, controls.
func isInvisible(r rune) bool {
	switch {
	case r < 0x20 || 0x7F <= r && r < 0xA0 || r == 0xAD || r == 0xFEFF:
		return true
	case 0x200B <= r && r <= 0x200F || 0x202A <= r && r <= 0x202E || 0x2060 <= r && r <= 0x2064:
		return true
	}
	return false
}
