package text

import (
	"bytes"

	"github.com/assayhq/assay/internal/ascii"
)

// candidate decides about the punctuation at text[i]. cut is where the sentence ends, or -1; next is
// where to continue reading.
func (c *scanner) candidate(i int) (cut, next int) {
	m := c.readMark(i)
	if at := c.list.before(c.text, c.start, i); at > c.start {
		return at, at
	}
	switch {
	case m.next == c.end:
		return c.end, c.end
	case m.next == m.tail:
		if c.endsWithoutBlank(m) {
			return m.tail, m.tail
		}
	case c.ends(m):
		return m.tail, m.tail
	}
	c.leaveBrackets(i, m.tail)
	return -1, m.tail
}

// leaveBrackets closes what was closed in the punctuation text[i:end] that ended no sentence.
func (c *scanner) leaveBrackets(i, end int) {
	for ; i < end; i++ {
		switch c.text[i] {
		case ')', ']':
			c.close()
		case '(', '[':
			c.depth++
		case '"':
			c.quote = -1
		case 0xE2:
			if bytes.HasPrefix(c.text[i:], []byte("”")) {
				c.quote = -1
			}
		}
	}
}

// endsWithoutBlank reports whether a sentence ends where no blank follows: "operations.The Company". Only
// clear cases: a small letter or a closed quotation before it, a capital and a small letter after it, and
// no word that looks like an address.
func (c *scanner) endsWithoutBlank(m mark) bool {
	if m.at == c.start || m.tail+1 >= c.end || !ascii.IsLower(c.text[m.at-1]) {
		return false
	}
	if !ascii.IsUpper(c.text[m.tail]) || !ascii.IsLower(c.text[m.tail+1]) && c.text[m.tail+1] != ' ' {
		return false
	}
	start, word := wordBefore(c.text, c.start, m.at)
	if bytes.ContainsAny(word, "@/.") || classOf(word)&(never|sometimes) != 0 {
		return false
	}
	_, following := wordAfter(c.text, m.tail, c.end)
	return m.at-start > 2 && !bytes.ContainsAny(following, "@/.")
}

// ends reports whether the punctuation, followed by a blank, ends the sentence.
func (c *scanner) ends(m mark) bool {
	if !canFollow(c.text, m.next, c.end) || c.inParentheses(m.tail-1) || m.quote && c.sourceFollows(m.next) {
		return false
	}
	if m.loud {
		return !c.suffixFollows(m.next)
	}
	if m.dots >= 3 {
		return c.ellipsisEnds(m)
	}
	return c.fullStopEnds(m)
}

// canFollow reports whether a sentence may begin with the rune at text[i].
func canFollow(text []byte, i, end int) bool {
	switch text[i] {
	case ',', ';', ':', ')', ']', '}', '%', '=', '&':
		return false
	}
	if isLowerAt(text, i) {
		return i+1 < end && ascii.IsUpper(text[i+1])
	}
	return true
}

// sourceFollows reports whether text[i:] is the source of a quotation, followed by the full stop of the sentence:
// "… stairways" (Smith 55).
func (c *scanner) sourceFollows(i int) bool {
	if c.text[i] != '(' {
		return false
	}
	shut := closing(c.text, i, min(c.end, i+reach))
	return shut > 0 && shut+1 < c.end && c.text[shut+1] == '.' && c.text[shut-1] != '.'
}

// suffixFollows reports whether text[i:] begins with "Inc." or the like, which continues the name before it.
func (c *scanner) suffixFollows(i int) bool {
	n, word := wordAfter(c.text, i, c.end)
	return classOf(word)&suffix != 0 && n < c.end && (c.text[n] == '.' || c.text[n] == ',')
}

// leader is the most full stops that an ellipsis has; more are the leader of a table of contents.
const leader = 5

// ellipsisEnds: three dots are an omission within a sentence, four end it.
func (c *scanner) ellipsisEnds(m mark) bool {
	if m.dots == 3 && !m.quote || m.dots > leader {
		return false
	}
	if m.dots > 3 && !isWordByte(c.text[m.next]) && c.text[m.next] != '"' {
		return false
	}
	_, word := wordAfter(c.text, skipOpeners(c.text, m.next, c.end), c.end)
	return m.dots > 3 || classOf(word)&starter != 0 || m.quote
}

// fullStopEnds decides about one full stop by the word before it and the word after it.
func (c *scanner) fullStopEnds(m mark) bool {
	start, word := wordBefore(c.text, c.start, m.at)
	if len(word) == 0 || m.quote && c.text[m.at-1] != '.' && len(word) > 1 {
		return !c.suffixFollows(m.next)
	}
	class := classOf(word)
	_, following := wordAfter(c.text, skipOpeners(c.text, m.next, c.end), c.end)
	switch {
	case c.isLabelled(start, word):
		return c.labelEnds(m, start)
	case c.citesInQuote():
		return false
	case class&never != 0:
		return false
	case class&numbered != 0 && startsNumber(c.text, m.next, c.end):
		return false
	case len(word) == 1 && ascii.IsLetter(word[0]):
		return c.initialEnds(start, word, following)
	case class&(sometimes|citation) != 0 || isAcronym(word) || isClipped(word):
		return c.abbreviationEnds(m, word, class, following)
	case isDigits(word):
		return !c.splitDecimal(m, start)
	case ascii.IsDigit(c.text[m.next]) && ascii.IsUpper(word[0]):
		return !c.numberBefore(start)
	}
	return !c.suffixFollows(m.next)
}

// numberBefore reports whether the word before text[start:] is a number: "16 Wall. 36" is a citation
// of a book that need not be in any table.
func (c *scanner) numberBefore(start int) bool {
	_, previous := wordBefore(c.text, c.start, trimBlanks(c.text, c.start, start))
	return len(previous) > 0 && isDigits(previous)
}

// abbreviationEnds: an abbreviation ends the sentence only if what follows clearly begins one.
func (c *scanner) abbreviationEnds(m mark, word []byte, class class, following []byte) bool {
	if len(following) == 0 || !isUpperAt(following, 0) || c.suffixFollows(m.next) {
		return false
	}
	if class&suffix != 0 && classOf(following)&person != 0 {
		return true
	}
	if c.text[m.next] == '(' && !c.wholeInParentheses(m.next) {
		return false
	}
	if classOf(following)&starter != 0 {
		return !c.isAbbreviated(m.next, following) && !isCapitals(following)
	}
	if m.next < c.end && !isWordByte(c.text[m.next]) {
		return class&citation == 0 && c.text[m.next] != '(' && c.text[m.next] != '['
	}
	if class&suffix == 0 && (class&sometimes == 0 || bytes.IndexByte(word, '.') >= 0) {
		return false
	}
	return c.subjectFollows(m.next, following, class)
}

// wholeInParentheses reports whether the parenthesis at text[i] holds a sentence with its full stop,
// not the short form of the name before it.
func (c *scanner) wholeInParentheses(i int) bool {
	shut := closing(c.text, i, min(c.end, i+reach))
	return shut > 0 && (c.text[shut-1] == '.' || shut+1 == c.end)
}

// isAbbreviated reports whether the starter at text[i] is none: "No. 7", "A. Smith".
func (c *scanner) isAbbreviated(i int, word []byte) bool {
	after := i + len(word)
	if after >= c.end || c.text[after] != '.' {
		return false
	}
	return len(word) == 1 || classOf(word)&(numbered|never) != 0
}

// subjectFollows reports whether the capitalised word at text[i] begins a sentence rather than continuing a name: a verb
// after it makes it a subject, a comma an adverb. After a company name any word in small letters is enough
// ("Inc. Competitive products are"), because what is named after a company is capitalised throughout.
func (c *scanner) subjectFollows(i int, word []byte, class class) bool {
	i += len(word)
	if i < c.end && c.text[i] == ',' {
		return bytes.HasSuffix(word, []byte("ly"))
	}
	_, second := wordAfter(c.text, skipBlanks(c.text, i, c.end), c.end)
	if len(second) == 0 || !ascii.IsLower(second[0]) {
		return false
	}
	known := classOf(second)
	return known&auxiliary != 0 || class&suffix != 0 && known&(connector|onward) == 0
}

// initialEnds: a single letter is an initial unless it belongs to a label ("Exhibit A.") or to
// running text ("you and I."), and a sentence clearly follows.
func (c *scanner) initialEnds(start int, letter, following []byte) bool {
	before := trimBlanks(c.text, c.start, start)
	if before > c.start && (c.text[before-1] == '-' || c.text[before-1] == '+') {
		return true
	}
	if len(following) < 2 && !bytes.Equal(following, []byte("A")) || classOf(following)&starter == 0 {
		return false
	}
	_, previous := wordBefore(c.text, c.start, trimBlanks(c.text, c.start, start))
	if len(previous) == 0 {
		return false
	}
	return classOf(previous)&label != 0 || ascii.IsLower(previous[0])
}

// splitDecimal reports whether the stop is a decimal point that a typesetter put a blank after:
// "$ 1. 2".
func (c *scanner) splitDecimal(m mark, start int) bool {
	if !ascii.IsDigit(c.text[m.next]) {
		return false
	}
	before := trimBlanks(c.text, c.start, start)
	return before > c.start && c.text[before-1] == '$'
}
