package score

import (
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// bleuTokens appends the tokens of a text as sacreBLEU's tokenizer 13a cuts it: the rules of mteval-v13a,
// one after the other, because each sees what the one before it has done.
func (s *scratch) bleuTokens(dst []int32, text string) []int32 {
	text = strings.TrimRightFunc(text, isBlankRune)
	if strings.Contains(text, "<skipped>") {
		text = strings.ReplaceAll(text, "<skipped>", "")
	}
	if strings.Contains(text, "-\n") {
		text = strings.ReplaceAll(text, "-\n", "")
	}
	if strings.IndexByte(text, '&') >= 0 {
		text = unescaped(text)
	}
	s.buf = appendSigns(s.buf[:0], text)
	s.spare = appendAfterOther(s.spare[:0], s.buf)
	s.buf = appendBeforeOther(s.buf[:0], s.spare)
	for i := 0; i < len(s.buf); {
		start, end := nextField(s.buf, i)
		dst = s.dashed(dst, s.buf[start:end])
		i = end
	}
	return dst
}

// unescaped replaces the four entities that mteval knows, one kind after the other.
func unescaped(text string) string {
	for _, entity := range [...][2]string{{"&quot;", `"`}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}} {
		text = strings.ReplaceAll(text, entity[0], entity[1])
	}
	return text
}

// bleuSign marks the ASCII characters that are a token each: all but letters, digits and ' , - .
var bleuSign = bleuSigns()

func bleuSigns() (table [256]bool) {
	for c := byte('!'); c <= '~'; c++ {
		table[c] = asciiClass[c] == punctuation && strings.IndexByte("',-.", c) < 0
	}
	return table
}

// appendSigns appends a text between blanks, with blanks around every sign.
func appendSigns(dst []byte, text string) []byte {
	dst = append(dst, ' ')
	for i := range len(text) {
		if c := text[i]; bleuSign[c] {
			dst = append(dst, ' ', c, ' ')
		} else {
			dst = append(dst, c)
		}
	}
	return append(dst, ' ')
}

func isStop(c byte) bool { return c == '.' || c == ',' }

// appendAfterOther puts blanks around full stops and commas after anything but a digit.
func appendAfterOther(dst, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		c := text[i]
		dst = append(dst, c)
		if !ascii.IsDigit(c) && i+1 < len(text) && isStop(text[i+1]) {
			i++
			dst = append(dst, ' ', text[i], ' ')
		}
	}
	return dst
}

// appendBeforeOther puts blanks around full stops and commas before anything but a digit.
func appendBeforeOther(dst, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if isStop(c) && i+1 < len(text) && !ascii.IsDigit(text[i+1]) {
			i++
			dst = append(dst, ' ', c, ' ', text[i])
			continue
		}
		dst = append(dst, c)
	}
	return dst
}

// dashed appends what is between two blanks, cut around hyphens after digits.
func (s *scratch) dashed(dst []int32, field []byte) []int32 {
	start := 0
	for i := 1; i < len(field); i++ {
		if field[i] != '-' || !ascii.IsDigit(field[i-1]) {
			continue
		}
		dst = append(dst, s.vocab.id(field[start:i]), s.vocab.id(field[i:i+1]))
		start = i + 1
	}
	if start < len(field) {
		dst = append(dst, s.vocab.id(field[start:]))
	}
	return dst
}
