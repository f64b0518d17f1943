package text

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// isLabelled reports whether the word at text[start:] is the number of a label: Item 7, Note 12,
// Part II, Exhibit A, Section 4.2.
func (c *scanner) isLabelled(start int, word []byte) bool {
	if !isOrdinal(word) || start == c.start {
		return false
	}
	at, previous := wordBefore(c.text, c.start, trimBlanks(c.text, c.start, start))
	class := classOf(bytes.TrimSuffix(previous, []byte("."))) // "Sec. 5."
	return class&label != 0 || class&heading != 0 && at == c.start
}

// isOrdinal reports whether a word is a number or numeral of a label: 7, 7A, 12, 4.2, II, B.
func isOrdinal(word []byte) bool {
	if len(word) == 0 || len(word) > 7 {
		return false
	}
	if ascii.IsDigit(word[0]) {
		return true
	}
	return isRoman(word) && ascii.IsUpper(word[0]) || len(word) == 1 && ascii.IsUpper(word[0])
}

// labelEnds decides about the full stop after the label's number at text[number:].
func (c *scanner) labelEnds(m mark, number int) bool {
	if m.quote {
		return true
	}
	at, name := wordBefore(c.text, c.start, trimBlanks(c.text, c.start, number))
	class := classOf(bytes.TrimSuffix(name, []byte(".")))
	if class&heading != 0 && c.opensSentence(at) {
		return false
	}
	if c.quote >= 0 {
		c.quoteLabel = true
	}
	if c.citesInQuote() {
		return false
	}
	if isDash(c.text, m.next) {
		return false
	}
	next := skipOpeners(c.text, m.next, c.end)
	_, following := wordAfter(c.text, next, c.end)
	if isRoman(following) && len(following) > 1 || class&heading == 0 {
		return class&heading == 0
	}
	if bytes.Equal(following, name) {
		return c.numberFollows(next + len(following))
	}
	if classOf(following)&heading != 0 && c.numberFollows(next+len(following)) {
		return false
	}
	return !c.titleFollows(next, name)
}

// opensSentence reports whether text[at:] is the beginning of the sentence but for brackets, quotes
// and a "Part II," before it.
func (c *scanner) opensSentence(at int) bool {
	start := skipOpeners(c.text, c.start, at)
	if start == at {
		return true
	}
	after, first := wordAfter(c.text, start, at)
	if classOf(first)&heading == 0 {
		return false
	}
	after = skipBlanks(c.text, after, at)
	after, number := wordAfter(c.text, after, at)
	if !isOrdinal(number) {
		return false
	}
	for after < at && (c.text[after] == ',' || c.text[after] == '.' || blankLen(c.text, after) > 0) {
		after++
	}
	return after >= at
}

// isDash reports whether text[i:] begins with a dash.
func isDash(text []byte, i int) bool {
	r, _ := utf8.DecodeRune(text[i:])
	return r == '-' || '\u2010' <= r && r <= '\u2015'
}

func (c *scanner) numberFollows(i int) bool {
	i = skipBlanks(c.text, i, c.end)
	_, word := wordAfter(c.text, i, c.end)
	return isOrdinal(word)
}

// citesInQuote reports whether the scanner is in a quotation that cites an item or note, closes
// within reach, and is followed by the rest of the sentence around it.
func (c *scanner) citesInQuote() bool {
	if c.quote < 0 || !c.quoteLabel {
		return false
	}
	after := quoteEnd(c.text, c.quote, min(c.end, c.quote+reach))
	if after < 0 {
		return false
	}
	next := skipBlanks(c.text, after, c.end)
	if next == c.end {
		return true
	}
	return isLowerAt(c.text, next) || !isWordByte(c.text[next])
}

// quoteEnd is the offset after the quotation that opens at text[i], or -1 if it is open at end.
func quoteEnd(text []byte, i, end int) int {
	for i++; i < end; i++ {
		switch text[i] {
		case '"':
			return i + 1
		case 0xE2:
			if r, n := utf8.DecodeRune(text[i:end]); r == '”' {
				return i + n
			}
		}
	}
	return -1
}

// titleFollows reports whether text[i:] begins with the title of an item or note that the sentence
// continues after.
func (c *scanner) titleFollows(i int, name []byte) bool {
	if after := matchAny(c.text, i, c.end, c.titles); after >= 0 {
		return !c.verbAt(after)
	}
	common := noteTitles
	if ascii.ToLower(name[0]) == 'i' {
		common = itemTitles
	}
	if after := matchAny(c.text, i, c.end, common); after >= 0 {
		return !c.verbAt(after)
	}
	return c.looksLikeTitle(i)
}

// verbAt reports whether text[i:] begins with an auxiliary: then the words before it are a subject.
func (c *scanner) verbAt(i int) bool {
	_, word := wordAfter(c.text, skipBlanks(c.text, i, c.end), c.end)
	return len(word) > 0 && ascii.IsLower(word[0]) && classOf(word)&auxiliary != 0
}

// looksLikeTitle reports whether text[i:] begins with at least two capitalised words, the first of them
// no sentence starter, and what follows them continues the sentence around.
func (c *scanner) looksLikeTitle(i int) bool {
	_, first := wordAfter(c.text, i, c.end)
	if classOf(first)&starter != 0 {
		return false
	}
	capitals, small := 0, false
	for limit := i + reach; i < c.end && i < limit; {
		after, word := wordAfter(c.text, i, c.end)
		if len(word) == 0 {
			return capitals > 1 && isTitleEnd(c.text, i, c.end)
		}
		if !isUpperAt(word, 0) && classOf(word)&connector == 0 {
			return capitals > 1 && (small || classOf(word)&onward != 0)
		}
		small = !isUpperAt(word, 0)
		if !small {
			capitals++
		}
		i = skipBlanks(c.text, after, c.end)
	}
	return false
}

// isTitleEnd reports whether the mark at text[i] can end a cited title.
func isTitleEnd(text []byte, i, end int) bool {
	switch text[i] {
	case ',', ';', ')', '"', '-':
		return true
	case '.':
		return i+1 == end || blankLen(text, i+1) > 0
	}
	return text[i] == 0xE2
}
