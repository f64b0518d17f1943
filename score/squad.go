package score

import (
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// F1 is the token F1 of the SQuAD script, version 2: lower case, without ASCII punctuation and English
// articles, tokens between blanks, each counted as often as both sides have it. If one side has no
// token, it is 1 when neither has and else 0.
func F1(gold, answer string) PRF {
	s := getScratch(len(gold) + len(answer))
	defer s.giveBack(len(gold) + len(answer))
	s.gold = s.squadTokens(s.gold[:0], gold)
	s.answer = s.squadTokens(s.answer[:0], answer)
	if len(s.gold) == 0 && len(s.answer) == 0 {
		return PRF{1, 1, 1}
	}
	return overlap(s.common(len(s.vocab.ends)), len(s.answer), len(s.gold))
}

// common counts the tokens that gold and answer share, of so many kinds.
func (s *scratch) common(kinds int) int {
	counts := s.cleared(kinds)
	for _, id := range s.gold {
		counts[id]++
	}
	n := 0
	for _, id := range s.answer {
		if counts[id] > 0 {
			counts[id]--
			n++
		}
	}
	return n
}

// squadNormal is a text as the SQuAD script compares it: lower case, without ASCII punctuation and
// English articles, one blank between tokens.
func squadNormal(text string) string {
	s := getScratch(len(text))
	defer s.giveBack(len(text))
	s.buf = appendSquad(s.buf[:0], text)
	out := make([]byte, 0, len(s.buf))
	eachField(s.buf, func(token []byte) {
		if len(out) > 0 {
			out = append(out, ' ')
		}
		out = append(out, token...)
	})
	return string(out)
}

func (s *scratch) squadTokens(dst []int32, text string) []int32 {
	s.buf = appendSquad(s.buf[:0], text)
	for i := 0; i < len(s.buf); {
		start, end := nextField(s.buf, i)
		if end > start {
			dst = append(dst, s.vocab.id(s.buf[start:end]))
		}
		i = end
	}
	return dst
}

// appendSquad appends a text in lower case, without ASCII punctuation, a blank in place of each article.
// A word that may be an article ends at anything but letters and digits, as it does for a regular
// expression of Python.
func appendSquad(dst []byte, text string) []byte {
	word := len(dst) // where the current word began
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			switch asciiClass[c] {
			case punctuation:
			case alphanumeric:
				dst = append(dst, c|asciiLower[c])
			default:
				dst = append(withoutArticle(dst, word), c)
				word = len(dst)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		i += n
		if r == 'İ' {
			dst = append(dst, 'i')
			dst = append(withoutArticle(dst, word), "\u0307"...)
			word = len(dst)
			continue
		}
		if r = unicode.ToLower(r); unicode.IsLetter(r) || unicode.IsNumber(r) {
			dst = utf8.AppendRune(dst, r)
			continue
		}
		dst = utf8.AppendRune(withoutArticle(dst, word), r)
		word = len(dst)
	}
	return withoutArticle(dst, word)
}

// withoutArticle replaces the word at the end of dst by a blank if it is an article.
func withoutArticle(dst []byte, word int) []byte {
	if len(dst)-word > len("the") {
		return dst
	}
	switch string(dst[word:]) {
	case "a", "an", "the":
		return append(dst[:word], ' ')
	}
	return dst
}

// The classes of ASCII characters in the SQuAD script.
const (
	otherASCII = iota
	alphanumeric
	punctuation
)

var asciiClass, asciiLower = classifyASCII()

func classifyASCII() (class, lower [utf8.RuneSelf]byte) {
	for c := range class {
		switch b := byte(c); {
		case ascii.IsUpper(b):
			class[c], lower[c] = alphanumeric, 0x20
		case ascii.IsAlnum(b):
			class[c] = alphanumeric
		case '!' <= b && b <= '~':
			class[c] = punctuation
		}
	}
	return class, lower
}

// nextField is the first stretch without blanks at or after i; both are the end of the text if there is
// none. Blanks are Python's: all of Unicode's and the separators of ASCII.
func nextField(text []byte, i int) (start, end int) {
	for i < len(text) {
		n := blankAt(text, i)
		if n == 0 {
			break
		}
		i += n
	}
	start = i
	for i < len(text) && (visible(text[i]) || blankAt(text, i) == 0) {
		i++
	}
	return start, i
}

// eachField calls do with every stretch without blanks.
func eachField(text []byte, do func([]byte)) {
	for i := 0; i < len(text); {
		start, end := nextField(text, i)
		if end > start {
			do(text[start:end])
		}
		i = end
	}
}

// visible reports whether a byte is an ASCII character that is no blank, as most are.
func visible(c byte) bool { return ' ' < c && c < utf8.RuneSelf }

// blankAt is the width of the blank at text[i], or 0.
func blankAt(text []byte, i int) int {
	c := text[i]
	switch {
	case c == ' ' || '\t' <= c && c <= '\r' || 0x1c <= c && c <= 0x1f:
		return 1
	case c < 0xc2 || c > 0xe3: // no blank begins so
		return 0
	}
	if r, n := utf8.DecodeRune(text[i:]); unicode.IsSpace(r) {
		return n
	}
	return 0
}

// isBlankRune reports whether Python takes a rune for a blank.
func isBlankRune(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

func squadF1(in *Input) Score {
	return bestF(in, func(gold, answer string) (PRF, error) { return F1(gold, answer), nil })
}

func squadExact(in *Input) Score {
	answer := squadNormal(in.Answer)
	return in.best(func(gold string) Score {
		normal := squadNormal(gold)
		out := Of("", indicator(normal == answer))
		out.Expected, out.Extracted = Shown(normal), Shown(answer)
		return out
	})
}
