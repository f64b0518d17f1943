package text

import (
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// wordBefore is the word that ends at text[end-1] and where it begins: back to a blank, an opening
// bracket, a quotation mark or a dash. Inner full stops belong to it ("U.S").
func wordBefore(text []byte, start, end int) (at int, word []byte) {
	at = end
	for at > start && end-at < lookBack {
		n := wordRuneBefore(text[start:at])
		if n == 0 {
			break
		}
		at -= n
	}
	return at, text[at:end]
}

// wordRuneBefore is the length of the last rune of text if it belongs to a word, else 0.
func wordRuneBefore(text []byte) int {
	c := text[len(text)-1]
	if c < utf8.RuneSelf {
		if ascii.IsAlnum(c) || c == '.' || c == '\'' || c == '&' || c == '/' || c == '@' {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeLastRune(text)
	if isBlank(r) || '\u2010' <= r && r <= '\u203a' && r != '’' || isBullet(r) {
		return 0
	}
	return n
}

// wordAfter is the word that begins at text[i] and the offset after it; a final full stop is not
// part of it, inner ones are.
func wordAfter(text []byte, i, end int) (after int, word []byte) {
	after = i
	limit := min(end, i+lookBack)
	for after < limit && (isWordByte(text[after]) || isInner(text, after, limit)) {
		if text[after] >= utf8.RuneSelf && blankOrDash(text, after) {
			break
		}
		after++
	}
	return after, text[i:after]
}

// isInner reports whether the mark at text[i] is between two letters of one word.
func isInner(text []byte, i, end int) bool {
	switch text[i] {
	case '.', '\'', '&', '/', '@':
		return i+1 < end && ascii.IsAlnum(text[i+1])
	}
	return false
}

func blankOrDash(text []byte, i int) bool {
	if !utf8.RuneStart(text[i]) {
		return false
	}
	r, _ := utf8.DecodeRune(text[i:])
	return isBlank(r) || '\u2010' <= r && r <= '\u203a' && r != '’'
}

// skipOpeners is the offset after opening quotes and brackets at text[i].
func skipOpeners(text []byte, i, end int) int {
	for i < end {
		switch c := text[i]; {
		case c == '(' || c == '[' || c == '"' || c == '\'':
			i++
		case c == 0xE2:
			r, n := utf8.DecodeRune(text[i:end])
			if r != '“' && r != '‘' {
				return i
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// startsNumber reports whether text[i:] begins with a number, perhaps after a bracket, a sign or a
// letter ("No. 1-5231", "No. #12", "No. A12-7", "No. XII").
func startsNumber(text []byte, i, end int) bool {
	for i < end && (text[i] == '(' || text[i] == '#' || text[i] == '[' || text[i] == '$') {
		i++
	}
	if i >= end {
		return false
	}
	if ascii.IsDigit(text[i]) {
		return true
	}
	_, word := wordAfter(text, i, end)
	if len(word) > 1 && isRoman(word) && ascii.IsUpper(text[i]) {
		return true
	}
	for _, c := range word {
		if ascii.IsDigit(c) {
			return true
		}
	}
	return false
}

// isAcronym reports whether a word is letters with full stops between them: U.S, F.D.I.C, Ph.D.
func isAcronym(word []byte) bool {
	letters, stops := 0, 0
	for _, c := range word {
		switch {
		case c == '.':
			stops++
			letters = 0
		case !ascii.IsLetter(c):
			return false
		default:
			letters++
			if letters > 3 {
				return false
			}
		}
	}
	return stops > 0 && letters > 0
}

// isClipped reports whether a capitalised word is too short of vowels to be anything but an
// abbreviation: Bldg, Mgmt. Words in capitals only are names ("FTC").
func isClipped(word []byte) bool {
	if len(word) < 2 || len(word) > 5 || !ascii.IsUpper(word[0]) || !ascii.IsLower(word[1]) {
		return false
	}
	for _, c := range word {
		switch ascii.ToLower(c) {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			return false
		}
		if !ascii.IsLetter(c) {
			return false
		}
	}
	return true
}

// isCapitalised reports whether a word has one capital, its first letter.
func isCapitalised(word []byte) bool { return ascii.IsUpper(word[0]) && !isCapitals(word) }

func isDigits(word []byte) bool {
	for _, c := range word {
		if !ascii.IsDigit(c) {
			return false
		}
	}
	return true
}

// isCapitals reports whether a word of more than one letter has capitals only, as headings do.
func isCapitals(word []byte) bool {
	for _, c := range word {
		if ascii.IsLower(c) {
			return false
		}
	}
	return len(word) > 1
}
