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
	if !canFollow(c.text, m.next, c.end) || c.sectionFollows(m.next) || c.inParentheses(m.tail-1) || m.quote && c.sourceFollows(m.next) {
		return false
	}
	if m.loud {
		return !c.suffixFollows(m.next) && !c.brandContinues(m)
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
	case '+', '*': // the mark of an exhibit, at the end of its line
		return i+1 < end
	}
	if isLowerAt(text, i) {
		return i+1 < end && ascii.IsUpper(text[i+1]) || isLetterBullet(text, i, end)
	}
	return true
}

// isLetterBullet reports whether text[i:] is the letter o that a round bullet became, before a capital.
func isLetterBullet(text []byte, i, end int) bool {
	return text[i] == 'o' && i+2 < end && blankLen(text, i+1) > 0 && ascii.IsUpper(text[skipBlanks(text, i+1, end-1)])
}

// sectionFollows reports whether text[i:] is the number of a section in a citation ("id. § 78"). In a text whose sentences
// begin with such numbers it is the next of them.
func (c *scanner) sectionFollows(i int) bool {
	return bytes.HasPrefix(c.text[i:c.end], sectionSign) && !bytes.HasPrefix(c.text[c.start:c.end], sectionSign)
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

// brandContinues reports whether the exclamation mark belongs to a name: a capitalised word within the sentence has it,
// and another one that begins no sentence follows ("to Zest! Foods").
func (c *scanner) brandContinues(m mark) bool {
	if c.text[m.at] != '!' || m.tail != m.at+1 {
		return false
	}
	start, word := wordBefore(c.text, c.start, m.at)
	after, following := wordAfter(c.text, m.next, c.end)
	if len(word) == 0 || !ascii.IsUpper(word[0]) || isCapitals(word) || len(following) < 2 || !isUpperAt(following, 0) ||
		classOf(following)&(starter|person) != 0 {
		return false
	}
	if start == c.start { // "Zest! Foods is …"
		_, second := wordAfter(c.text, skipBlanks(c.text, after, c.end), c.end)
		return classOf(second)&auxiliary != 0 || len(second) > 0 && isUpperAt(second, 0)
	}
	_, previous := wordBefore(c.text, c.start, trimBlanks(c.text, c.start, start))
	return len(previous) > 0 && (ascii.IsLower(previous[0]) || classOf(previous)&starter != 0)
}

// leader is the most full stops that an ellipsis has; more are the leader of a table of contents.
const leader = 5

// ellipsisEnds: three dots are an omission within a sentence, four end it.
func (c *scanner) ellipsisEnds(m mark) bool {
	if m.dots > leader {
		return false
	}
	if m.dots > 3 && !isWordByte(c.text[m.next]) && c.text[m.next] != '"' {
		return false
	}
	_, word := wordAfter(c.text, skipOpeners(c.text, m.next, c.end), c.end)
	if m.dots == 3 && !m.quote { // "37.3%... It was"
		return classOf(word)&subject != 0 && len(word) > 1 && ascii.IsUpper(word[0]) && c.text[m.at-1] != ' '
	}
	return m.dots > 3 || classOf(word)&starter != 0 || m.quote
}

// fullStopEnds decides about one full stop by the word before it and the word after it.
func (c *scanner) fullStopEnds(m mark) bool {
	start, word := wordBefore(c.text, c.start, m.at)
	if len(word) == 0 || m.quote && c.text[m.at-1] != '.' && len(word) > 1 {
		return !c.suffixFollows(m.next)
	}
	class := classOf(word)
	if slash := bytes.LastIndexByte(word, '/'); class == 0 && slash >= 0 {
		class = classOf(word[slash+1:]) // "the Tampa/St. Petersburg area"
	}
	_, following := wordAfter(c.text, skipOpeners(c.text, m.next, c.end), c.end)
	switch {
	case c.isLabelled(start, word):
		return c.labelEnds(m, start)
	case c.citesInQuote():
		return false
	case class&never != 0 && !(len(word) == 1 && ascii.IsUpper(word[0])): // "V." is an initial or volts
		return false
	case start == c.start && string(word) == "No" && len(following) > 0 && isUpperAt(following, 0) &&
		c.unitEnds(m.next, following): // an answer
		return true
	case class&numbered != 0 && (startsNumber(c.text, m.next, c.end) || c.letterFollows(word, m.next)):
		return false
	case len(word) == 1 && ascii.IsLetter(word[0]):
		return c.initialEnds(start, m.next, following)
	case class&reference != 0:
		return c.text[m.next] != '(' || c.wholeInParentheses(m.next)
	case class&(sometimes|citation) != 0 ||
		class&(numbered|month) == numbered && len(word) > 2 && isCapitalised(word) ||
		isAcronym(word) || isClipped(word):
		return c.abbreviationEnds(m, word, class, following)
	case isDigits(word):
		return !c.splitDecimal(m, start)
	case ascii.IsDigit(c.text[m.next]) && ascii.IsUpper(word[0]):
		return !c.numberBefore(start)
	}
	return !c.suffixFollows(m.next)
}

// letterFollows reports whether the abbreviated label takes the single capital letter at text[i]: "Reg. S", "Ex. A".
// "I" is the pronoun, and after a label in small letters "A" is the article ("a work of art. A …").
func (c *scanner) letterFollows(name []byte, i int) bool {
	after, letter := wordAfter(c.text, i, c.end)
	if len(letter) != 1 || !ascii.IsUpper(letter[0]) || after < c.end && c.text[after] == '-' {
		return false
	}
	return letter[0] != 'I' && (letter[0] != 'A' || ascii.IsUpper(name[0])) && len(name) > 1 && !bytes.EqualFold(name, []byte("no"))
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
	if class&(suffix|degree) != 0 && classOf(following)&person != 0 {
		return true
	}
	if class&(suffix|company) != 0 && classOf(following)&form != 0 {
		return false
	}
	if class&suffix != 0 && classOf(following)&subject != 0 && isCapitals(word) && isCapitals(following) {
		return !c.isAbbreviated(m.next, following)
	}
	if class&(suffix|company) != 0 && isWordByte(c.text[m.next]) &&
		(c.namedBefore(m.at-len(word), following) || c.companyFollows(m.next)) {
		return true
	}
	if c.text[m.next] == '(' && !c.wholeInParentheses(m.next) {
		return false
	}
	if classOf(following)&starter != 0 {
		return !c.isAbbreviated(m.next, following) &&
			(!isCapitals(following) || classOf(following)&subject != 0 && isCapitals(word))
	}
	if m.next < c.end && !isWordByte(c.text[m.next]) {
		return class&citation == 0 && c.text[m.next] != '(' && c.text[m.next] != '['
	}
	if class&measure != 0 && ascii.IsUpper(word[0]) { // "A.M." may be initials
		class &^= measure
	}
	if c.isPlace(m.at-len(word), word) {
		class |= measure
	}
	if class&(suffix|measure) == 0 && (class&sometimes == 0 || bytes.IndexByte(word, '.') >= 0) {
		return false
	}
	return c.subjectFollows(m.next, following, class)
}

// isPlace reports whether the abbreviation at text[at:] is the state of a town: "Larkspur, N.M.".
func (c *scanner) isPlace(at int, word []byte) bool {
	before := trimBlanks(c.text, c.start, at)
	if before == c.start || c.text[before-1] != ',' || !isAcronym(word) || string(word) == "U.S" {
		return false
	}
	_, town := wordBefore(c.text, c.start, before-1)
	return len(town) > 0 && isUpperAt(town, 0)
}

// namedBefore reports whether the company name before its last word at text[at:] has the word that follows, which then is
// the subject of the next sentence: "We own 40% of Larkmoor Co. Larkmoor makes valves."
func (c *scanner) namedBefore(at int, following []byte) bool {
	if len(following) < 3 {
		return false
	}
	for n := range 5 {
		var previous []byte
		at = trimBlanks(c.text, c.start, at)
		if n == 0 && at > c.start && c.text[at-1] == ',' {
			at--
		}
		at, previous = wordBefore(c.text, c.start, at)
		if len(previous) == 0 || !isUpperAt(previous, 0) && previous[0] != '&' {
			return false
		}
		if bytes.Equal(previous, following) {
			return true
		}
	}
	return false
}

// companyFollows reports whether text[i:] begins with another company's name and a word in small letters.
func (c *scanner) companyFollows(i int) bool {
	for n := range 5 {
		after, word := wordAfter(c.text, i, c.end)
		if len(word) == 0 || !isUpperAt(word, 0) {
			return false
		}
		class := classOf(word)
		i = after
		for i < c.end && (c.text[i] == '.' || c.text[i] == ',') {
			i++
		}
		next := skipBlanks(c.text, i, c.end)
		if class&(suffix|company) != 0 && n > 0 && next < c.end && ascii.IsLower(c.text[next]) {
			_, verb := wordAfter(c.text, next, c.end)
			return classOf(verb)&(connector|onward)&^auxiliary == 0 || classOf(verb)&auxiliary != 0
		}
		if i > after && class&(suffix|company) == 0 {
			return false
		}
		i = next
	}
	return false
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
	return len(word) == 1 || classOf(word)&numbered != 0
}

// subjectFollows reports whether the capitalised word at text[i] begins a sentence rather than continuing a name: a verb
// after it makes it a subject, a comma an adverb. After a company name any word in small letters is enough
// ("Inc. Competitive products are"), because what is named after a company is capitalised throughout.
func (c *scanner) subjectFollows(i int, word []byte, class class) bool {
	i += len(word)
	if i < c.end && (c.text[i] == ',' || c.text[i] == ':') {
		return c.text[i] == ':' || bytes.HasSuffix(word, []byte("ly"))
	}
	_, second := wordAfter(c.text, skipBlanks(c.text, i, c.end), c.end)
	if len(second) == 0 {
		return false
	}
	known := classOf(second)
	if !ascii.IsLower(second[0]) {
		return class&suffix != 0 && isCapitals(word) && isCapitals(second) && known&auxiliary != 0
	}
	if class&measure != 0 && (isCapitals(word) || isTime(word, second)) {
		return false
	}
	return known&auxiliary != 0 || class&(suffix|measure) != 0 && known&(connector|onward) == 0
}

// isTime reports whether a word after an hour says more about it: "p.m. Eastern time", "a.m. Monday through …".
func isTime(word, second []byte) bool {
	switch string(second) {
	case "time", "daylight", "standard", "local", "prevailing", "summer":
		return true
	}
	return bytes.HasSuffix(word, []byte("day")) || classOf(word)&numbered != 0
}

// initialEnds: a single letter is an initial unless it belongs to a label ("Exhibit A."), a number ("3.3 V.") or to
// running text ("you and I."), and a sentence clearly follows.
func (c *scanner) initialEnds(start, next int, following []byte) bool {
	before := trimBlanks(c.text, c.start, start)
	if before > c.start+1 && (c.text[before-1] == '-' || c.text[before-1] == '+') &&
		(before == start || ascii.IsDigit(c.text[before-2])) { // "A-.", "10- K."
		return true
	}
	_, previous := wordBefore(c.text, c.start, before)
	if len(previous) > 1 && bytes.Equal(previous, following) { // "Fund V. Fund VI is …"
		return true
	}
	previous = bytes.TrimSuffix(previous, []byte(".")) // "App. B."
	if len(previous) > 0 && ascii.IsDigit(previous[0]) && !bytes.ContainsRune([]byte("NSEW"), rune(c.text[start])) &&
		c.unitEnds(next, following) {
		return true
	}
	known := classOf(following)
	if len(previous) == 0 || known&starter == 0 || c.isAbbreviated(next, following) {
		return false
	}
	if len(following) < 2 && !bytes.Equal(following, []byte("A")) {
		return false
	}
	if classOf(previous)&(label|numbered) != 0 || ascii.IsLower(previous[0]) || ascii.IsDigit(previous[0]) {
		return true
	}
	// After a name ("Vitamin D. It …") only what cannot be a surname; "J. R. The" does not occur.
	return known&subject != 0 && len(previous) > 1 && !isCapitals(following) && ascii.IsLower(previous[len(previous)-1])
}

// unitEnds reports whether the words from text[i] on are a sentence after a number and its unit: "at 40 V. Current is …",
// but not "5 F. Supp.".
func (c *scanner) unitEnds(i int, following []byte) bool {
	after := i + len(following)
	if len(following) < 3 || after >= c.end || c.text[after] == '.' {
		return false
	}
	_, second := wordAfter(c.text, skipBlanks(c.text, after, c.end), c.end)
	return len(second) > 0 && ascii.IsLower(second[0])
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
