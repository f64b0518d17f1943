package text

import "github.com/assayhq/assay/internal/ascii"

// foldRune is what a lower-case rune outside ASCII is written as in normal text, if it is known.
func foldRune(r rune) (string, bool) {
	switch {
	case '\u00df' <= r && r <= '\u017f':
		plain := latin[r-'\u00df']
		return plain, plain != ""
	case '\uff01' <= r && r <= '\uff5e':
		c := ascii.ToLower(byte(r - '\uff01' + '!'))
		return asciiBytes[c : c+1], true
	}
	for _, f := range folds {
		if f.from <= r && r <= f.to {
			return f.plain, true
		}
	}
	return "", false
}

// asciiBytes is every ASCII character at its own place.
const asciiBytes = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17" +
	"\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`" +
	"abcdefghijklmnopqrstuvwxyz{|}~\x7f"

// folds are the runes that are written as other characters, except Latin letters with accents.
var folds = []struct {
	from, to rune
	plain    string
}{
	{'\u2018', '\u201b', "'"}, {'\u2032', '\u2032', "'"}, {'\u2035', '\u2035', "'"},
	{'\u00b4', '\u00b4', "'"}, {'\u02b9', '\u02bc', "'"},
	{'\u201c', '\u201f', "\""}, {'\u2033', '\u2033', "\""}, {'\u2036', '\u2036', "\""},
	{'\u00ab', '\u00ab', "\""}, {'\u00bb', '\u00bb', "\""},
	{'\u2026', '\u2026', "..."}, {'\u2024', '\u2024', "."}, {'\u2025', '\u2025', ".."},
	{'\ufb00', '\ufb00', "ff"}, {'\ufb01', '\ufb01', "fi"}, {'\ufb02', '\ufb02', "fl"},
	{'\ufb03', '\ufb03', "ffi"}, {'\ufb04', '\ufb04', "ffl"}, {'\ufb05', '\ufb06', "st"},
	{'\u00b9', '\u00b9', "1"}, {'\u00b2', '\u00b2', "2"}, {'\u00b3', '\u00b3', "3"},
	{'\u2070', '\u2070', "0"}, {'\u2074', '\u2074', "4"}, {'\u2075', '\u2075', "5"}, {'\u2076', '\u2076', "6"},
	{'\u2077', '\u2077', "7"}, {'\u2078', '\u2078', "8"}, {'\u2079', '\u2079', "9"},
	{'\u00bd', '\u00bd', "1/2"}, {'\u00bc', '\u00bc', "1/4"}, {'\u00be', '\u00be', "3/4"},
	{'\u2153', '\u2153', "1/3"}, {'\u2154', '\u2154', "2/3"}, {'\u215b', '\u215b', "1/8"},
	{'\u2044', '\u2044', "/"}, {'\u2116', '\u2116', "no"}, {'\u00aa', '\u00aa', "a"}, {'\u00ba', '\u00ba', "o"},
	{'\u00b5', '\u00b5', "\u03bc"},
}

// latin is U+00DF to U+017F without accents, in lower case; empty where a letter is kept.
var latin = [...]string{
	"ss", "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i", // ß à … ï
	"d", "n", "o", "o", "o", "o", "o", "", "o", "u", "u", "u", "u", "y", "th", "y", // ð ñ … ÷ ø … þ ÿ
	"a", "a", "a", "a", "a", "a", "c", "c", "c", "c", "c", "c", "c", "c", "d", "d", // Ā … ď
	"d", "d", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "g", "g", "g", "g", // Đ … ğ
	"g", "g", "g", "g", "h", "h", "h", "h", "i", "i", "i", "i", "i", "i", "i", "i", // Ġ … į
	"i", "i", "ij", "ij", "j", "j", "k", "k", "k", "l", "l", "l", "l", "l", "l", "l", // İ … Ŀ
	"l", "l", "l", "n", "n", "n", "n", "n", "n", "n", "n", "n", "o", "o", "o", "o", // ŀ … ŏ
	"o", "o", "oe", "oe", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "s", "s", // Ő … ş
	"s", "s", "t", "t", "t", "t", "t", "t", "u", "u", "u", "u", "u", "u", "u", "u", // Š … ů
	"u", "u", "u", "u", "w", "w", "y", "y", "y", "z", "z", "z", "z", "z", "z", "s", // Ű … ſ
}
