package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// bytestring is what text comes as: documents are bytes, questions and answers strings.
type bytestring interface{ ~string | ~[]byte }

// decode is the rune at s[i] and its length.
func decode[T bytestring](s T, i int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
}

// Words appends the spans of the words as the rouge_score package counts them: runs of a to z and 0
// to 9 after lower-casing. Every other character, accented letters included, separates.
func Words[T bytestring](dst []Span, s T) []Span {
	start := -1
	for i := 0; i < len(s); {
		inWord, n, breaks := rougeClass(s, i)
		if inWord && start < 0 {
			start = i
		}
		i += n
		if start >= 0 && (!inWord || breaks) {
			end := i
			if !inWord {
				end -= n
			}
			dst = append(dst, Span{start, end})
			start = -1
		}
	}
	if start >= 0 {
		dst = append(dst, Span{start, len(s)})
	}
	return dst
}

// rougeClass reports whether lower-casing makes an ASCII letter or digit of the character at s[i], and the
// length of the character. Two characters outside ASCII have an ASCII lower case: the Kelvin sign,
// and the dotted capital I, whose dot becomes a character of its own and breaks the word.
func rougeClass[T bytestring](s T, i int) (inWord bool, n int, breaks bool) {
	if c := s[i]; c < utf8.RuneSelf {
		return ascii.IsAlnum(c), 1, false
	}
	r, n := decode(s, i)
	return r == '\u212a' || r == '\u0130', n, r == '\u0130'
}

// WordCount is the number of words as a reader counts them: pieces between blanks with a letter or a
// digit.
func WordCount[T bytestring](s T) int {
	count := 0
	counted := uint8(0) // 1 within a piece that has been counted
	for i := 0; i < len(s); {
		var class uint8
		if c := s[i]; c < utf8.RuneSelf {
			class = asciiWords[c]
			i++
		} else {
			r, n := decode(s, i)
			switch {
			case isBlank(r):
				class = wordBlank
			case unicode.IsLetter(r) || unicode.IsDigit(r):
				class = wordMark
			}
			i += n
		}
		// Without branches, because where words end cannot be predicted.
		mark := class & wordMark
		count += int(mark &^ counted)
		counted = (counted | mark) &^ (class >> 1)
	}
	return count
}

// What a character is to WordCount, as bits: what makes a piece a word, a blank between pieces, or neither.
const (
	wordMark  = 1
	wordBlank = 2
)

var asciiWords = func() (t [utf8.RuneSelf]uint8) {
	for c := range rune(utf8.RuneSelf) {
		switch {
		case isBlank(c):
			t[c] = wordBlank
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			t[c] = wordMark
		}
	}
	return t
}()

// TokenKind is whether a token is a word or a number.
type TokenKind uint8

// The kinds of tokens. What has both letters and digits ("10-K", "Q4", "10b5-1") is a word.
const (
	Word TokenKind = iota
	Number
)

// Token is a word or number of a text. Punctuation, currency and percent signs are none.
type Token struct {
	Span
	Kind TokenKind
}

// Tokens appends the words and numbers of a text, without cutting what belongs together: 1,234.5,
// U.S., AT&T, company's, amazon.com, 10-K, COVID-19. Other hyphens separate.
func Tokens[T bytestring](dst []Token, s T) []Token {
	for i := 0; i < len(s); {
		r, n := decode(s, i)
		if !isTokenRune(r) {
			i += n
			continue
		}
		token := readToken(s, i)
		dst = append(dst, token)
		i = token.End
	}
	return dst
}

func isTokenRune(r rune) bool {
	if r < utf8.RuneSelf {
		return ascii.IsAlnum(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// readToken reads the token that begins at s[i].
func readToken[T bytestring](s T, start int) Token {
	i, digits, letters := start, 0, 0
	for i < len(s) {
		r, n := decode(s, i)
		switch {
		case r < utf8.RuneSelf && ascii.IsDigit(byte(r)):
			digits++
		case isTokenRune(r):
			letters++
		default:
			joined := joins(s, start, i, n, letters > 0)
			if joined == 0 {
				return endToken(s, start, i, digits, letters)
			}
			n = joined
		}
		i += n
	}
	return endToken(s, start, i, digits, letters)
}

// endToken closes a token; an acronym keeps its last full stop.
func endToken[T bytestring](s T, start, end, digits, letters int) Token {
	if digits > 0 && letters == 0 {
		return Token{Span{start, end}, Number}
	}
	if end < len(s) && s[end] == '.' && end-start >= 3 && s[end-2] == '.' && end-start == 2*letters-1 {
		end++
	}
	return Token{Span{start, end}, Word}
}

// joins is the length of the mark at s[i], n bytes long, if it holds two parts of one token
// together, else 0.
func joins[T bytestring](s T, start, i, n int, letters bool) int {
	if i+n >= len(s) {
		return 0
	}
	before, after := s[i-1], s[i+n]
	joined := false
	switch r, _ := decode(s, i); r {
	case ',':
		joined = !letters && isThousand(s, i+1)
	case '.':
		joined = ascii.IsDigit(before) && ascii.IsDigit(after) || ascii.IsLower(before) && ascii.IsLower(after) ||
			ascii.IsLetter(before) && ascii.IsLetter(after) && i-start == singleLetters(s, start, i)
	case '\'', '’':
		joined = ascii.IsLetter(before) && ascii.IsLetter(after)
	case '&':
		joined = ascii.IsUpper(before) && ascii.IsUpper(after)
	case '-':
		joined = joinsHyphen(s, start, i, letters)
	}
	if joined {
		return n
	}
	return 0
}

// isThousand reports whether s[i:] begins with exactly three digits.
func isThousand[T bytestring](s T, i int) bool {
	j := i
	for j < len(s) && j < i+4 && ascii.IsDigit(s[j]) {
		j++
	}
	return j == i+3
}

// singleLetters is how many bytes of s[start:i] are single letters with full stops between them.
func singleLetters[T bytestring](s T, start, i int) int {
	for j := start; j < i; j++ {
		if (j-start)%2 == 0 != ascii.IsLetter(s[j]) {
			return 0
		}
	}
	return i - start
}

// joinsHyphen: form names and the like are one word: a figure and one capital letter, or letters and
// a figure.
func joinsHyphen[T bytestring](s T, start, i int, letters bool) bool {
	if ascii.IsDigit(s[i+1]) {
		return letters
	}
	return ascii.IsDigit(s[i-1]) && ascii.IsUpper(s[i+1]) && (i+2 == len(s) || !isWordByte(s[i+2]))
}

// AppendKey appends the form in which tokens are compared: lower case, without the full
// stops of an acronym, the commas of a number, or a possessive: "U.S." and "US" are both "us".
func AppendKey[T bytestring](dst []byte, s T, token Token) []byte {
	end := token.End
	if n := possessiveLen(s, token); n > 0 {
		end -= n
	}
	acronym := token.Kind == Word && end-token.Start > 2 && singleLetters(s, token.Start, end) > 0
	for i := token.Start; i < end; {
		r, n := decode(s, i)
		switch {
		case token.Kind == Number && r == ',' || acronym && r == '.':
		case r < utf8.RuneSelf:
			dst = append(dst, ascii.ToLower(byte(r)))
		case r == utf8.RuneError:
			dst = append(dst, s[i])
		default:
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
		i += n
	}
	return dst
}

// possessiveLen is the length of the 's that ends a token, or 0.
func possessiveLen[T bytestring](s T, token Token) int {
	end := token.End
	if token.Len() > 2 && ascii.ToLower(s[end-1]) == 's' && s[end-2] == '\'' {
		return 2
	}
	if token.Len() > 4 && ascii.ToLower(s[end-1]) == 's' && string(s[end-4:end-1]) == "’" {
		return 4
	}
	return 0
}
