package item

import (
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// label is what a heading says before its title: "PART II, Items 7 and 7A."
type label struct {
	numbers []string // "7", "7A"; "2.02" in Form 8-K
	part    string   // "II", where the label names its part
	roman   bool     // the first number was a roman numeral
	paren   bool     // the first number's letter was in parentheses: "1(a)", perhaps only a sub-item
	through bool     // a range: "Items 10 through 14"
	marked  bool     // a separator follows the number
	end     int      // where the title begins
}

// maxLabelNumbers bounds a list such as "Items 10, 11, 12, 13 and 14".
const maxLabelNumbers = 8

// maxHead is how much of a block is looked at for label, title and signs of prose.
const maxHead = 400

// mayBeLabel reports quickly whether text can begin with a label at all.
func mayBeLabel(head []byte) bool {
	c := cursor{b: head}
	c.skipLead()
	c.openItem()
	switch c.at(c.i) | 0x20 {
	case 'i':
		return c.at(c.i+1)|0x20 == 't' || blank(head, c.i+1) > 0
	case 'p':
		return c.at(c.i+1)|0x20 == 'a' || blank(head, c.i+1) > 0
	case 't':
		return ascii.HasPrefixFold(head[c.i:], "table of contents")
	}
	return false
}

// parseLabel reads the label that text begins with.
func parseLabel(head []byte) (label, bool) {
	c := cursor{b: head}
	c.skipLead()
	if ascii.HasPrefixFold(c.b[c.i:], "table of contents") {
		c.i += len("table of contents")
		c.skipLead()
	}
	c.openItem()
	l := label{part: c.partPrefix()}
	if !c.word("item") {
		return l, false
	}
	if c.at(c.i)|0x20 == 's' {
		c.i++
	}
	c.numberWord()
	if c.at(c.i) == '(' && ascii.IsDigit(c.at(c.i+1)) {
		c.i++ // "Item (1)"
	}
	if !c.number(&l) {
		return l, false
	}
	c.list(&l)
	l.marked = c.separators()
	l.end = c.i
	return l, true
}

// openItem takes the bracket of "(Item 1) Business".
func (c *cursor) openItem() {
	if c.at(c.i) == '(' && ascii.HasPrefixFold(c.b[c.i:], "(item") {
		c.i++
	}
}

// numberWord takes "No.", "Number" or "#".
func (c *cursor) numberWord() {
	c.blanks()
	for _, w := range []string{"number", "nos", "no"} {
		if ascii.HasPrefixFold(c.b[c.i:], w) {
			c.i += len(w)
			if c.at(c.i) == '.' {
				c.i++
			}
			break
		}
	}
	c.blanks()
	if c.at(c.i) == '#' || c.at(c.i) == '.' || c.at(c.i) == ':' {
		c.i++
	}
	c.blanks()
}

// partPrefix takes "PART II", with the title of a part of Form 10-Q, where an item label follows.
func (c *cursor) partPrefix() string {
	from := c.i
	part := c.part()
	if part == "" {
		return ""
	}
	c.partTail()
	if probe := *c; probe.word("item") {
		return part
	}
	c.i = from
	return ""
}

func (c *cursor) partTail() {
	c.commas()
	for _, t := range []string{"financial information", "other information"} {
		if ascii.HasPrefixFold(c.b[c.i:], t) {
			c.i += len(t)
		}
	}
	c.commas()
}

func (c *cursor) commas() {
	for {
		c.separators()
		if c.at(c.i) != ',' {
			return
		}
		c.i++
	}
}

// part takes "PART II".
func (c *cursor) part() string {
	from := c.i
	if !c.word("part") || !c.blanks() {
		c.i = from
		return ""
	}
	n, _ := c.numeral()
	if n == 0 {
		n = c.spelled()
	}
	if n < 1 || n > 4 || ascii.IsAlnum(c.at(c.i)) {
		c.i = from
		return ""
	}
	return [...]string{"I", "II", "III", "IV"}[n-1]
}

// number takes one item number with its letter, and adds it to the label.
func (c *cursor) number(l *label) bool {
	from := c.i
	n, roman := c.numeral()
	if n == 0 {
		n = c.spelled()
	}
	if n == 0 {
		return false
	}
	text := strconv.Itoa(n)
	if event := c.event(); event != "" && !roman {
		text += event
	} else {
		letter, paren := c.letter()
		text += letter
		if len(l.numbers) == 0 {
			l.paren = paren
		}
	}
	if next := c.at(c.i); ascii.IsDigit(next) || ascii.IsLower(next) || roman && ascii.IsUpper(next) {
		c.i = from
		return false
	}
	if len(l.numbers) == 0 {
		l.roman = roman
	}
	l.numbers = append(l.numbers, text)
	return true
}

// event takes the second half of a number of Form 8-K: ".02".
func (c *cursor) event() string {
	if c.at(c.i) != '.' || !ascii.IsDigit(c.at(c.i+1)) || !ascii.IsDigit(c.at(c.i+2)) || ascii.IsDigit(c.at(c.i+3)) {
		return ""
	}
	c.i += 3
	return string(c.b[c.i-3 : c.i])
}

// letter takes the letter of a number: "7A", "7-A", "7 A.", "7(a)", "9A(T)".
func (c *cursor) letter() (letter string, paren bool) {
	from := c.i
	c.blanks()
	if c.at(c.i) == '(' && ascii.IsLetter(c.at(c.i+1)) && c.at(c.i+2) == ')' && c.at(c.i+1)|0x20 != 't' {
		letter = strings.ToUpper(string(c.b[c.i+1]))
		c.i += 3
		return letter, true
	}
	spaced := c.i > from
	if !spaced {
		if c.at(c.i) == '.' {
			c.i++
		}
		c.i += dash(c.b, c.i)
	}
	b, next := c.at(c.i), c.at(c.i+1)
	if next|0x20 == 't' && !ascii.IsAlnum(c.at(c.i+2)) {
		next = ' '
	}
	if b|0x20 < 'a' || b|0x20 > 'e' || ascii.IsAlnum(next) || spaced && !c.hasSpacedLetter() {
		c.i = from
		return "", false
	}
	c.i++
	c.temporary()
	return strings.ToUpper(string(b)), false
}

// hasSpacedLetter reports whether the letter at the cursor, which a blank keeps from its number, belongs to
// the number anyway: "1 A." and "1 A Risk Factors" do, the article in "1 A brief history" does not.
func (c *cursor) hasSpacedLetter() bool {
	probe := cursor{c.b, c.i + 1}
	switch probe.at(probe.i) {
	case '.', ':', ';', ')', '(':
		return true
	}
	if dash(c.b, probe.i) > 0 {
		return true
	}
	if !probe.blanks() {
		return probe.i == len(c.b)
	}
	return ascii.IsUpper(c.at(c.i)) && (probe.i == len(c.b) || ascii.IsUpper(probe.at(probe.i)) || dash(c.b, probe.i) > 0)
}

// temporary takes the mark of an item that small companies answered for a transition period: "(T)".
func (c *cursor) temporary() {
	probe := *c
	probe.blanks()
	switch {
	case probe.at(probe.i) == '(' && probe.at(probe.i+1)|0x20 == 't' && probe.at(probe.i+2) == ')':
		c.i = probe.i + 3
	case c.at(c.i)|0x20 == 't' && !ascii.IsAlnum(c.at(c.i+1)):
		c.i++
	}
}

// list takes the further numbers of "Items 10, 11 and 12" or "Items 1 through 4".
func (c *cursor) list(l *label) {
	for len(l.numbers) < maxLabelNumbers {
		from := c.i
		through, ok := c.joiner()
		if ok {
			ok = c.furtherNumber(l, through)
		}
		if !ok {
			c.i = from
			return
		}
		l.through = l.through || through
	}
}

func (c *cursor) furtherNumber(l *label, through bool) bool {
	if c.word("item") {
		if c.at(c.i)|0x20 == 's' {
			c.i++
		}
		c.blanks()
	}
	digits := ascii.IsDigit(c.at(c.i))
	if !digits && !l.roman {
		return false
	}
	first := l.numbers[0]
	if !c.number(l) {
		return false
	}
	last := l.numbers[len(l.numbers)-1]
	if len(last) > 3 && len(first) <= 3 || through && leading(last) <= leading(first) {
		l.numbers = l.numbers[:len(l.numbers)-1]
		return false
	}
	return true
}

// leading is the whole number that an item number begins with.
func leading(number string) int {
	n := 0
	for i := 0; i < len(number) && ascii.IsDigit(number[i]); i++ {
		n = n*10 + int(number[i]-'0')
	}
	return n
}

// joiner takes what joins two numbers, and reports whether it makes a range.
func (c *cursor) joiner() (through, ok bool) {
	stopped := c.at(c.i) == '.' // "Items 1. and 2."
	if stopped {
		c.i++
	}
	c.blanks()
	if c.at(c.i) == ',' || c.at(c.i) == '&' || c.at(c.i) == '/' {
		c.i++
		ok = true
		c.blanks()
	} else if w := dash(c.b, c.i); w > 0 && !stopped {
		c.i += w
		through, ok = true, true
	}
	for _, w := range []string{"and", "through", "thru", "to"} {
		if ascii.HasPrefixFold(c.b[c.i:], w) && !ascii.IsAlnum(c.at(c.i+len(w))) {
			c.i += len(w)
			through = through || w[0] == 't'
			ok = true
			break
		}
	}
	c.blanks()
	return through, ok
}
