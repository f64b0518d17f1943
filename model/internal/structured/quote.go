package structured

import (
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// quote is a kind of quotation mark that delimits strings.
type quote byte

const (
	noQuote quote = iota
	straight
	single
	curly
	curlySingle
)

// quotes are the marks by kind: how a string opens and closes, and what the habit is called.
var quotes = []struct {
	open, close string
	kind        Kind
}{
	noQuote:     {},
	straight:    {`"`, `"`, ""},
	single:      {`'`, `'`, SingleQuotes},
	curly:       {"“", "”", CurlyQuotes},
	curlySingle: {"‘", "’", CurlyQuotes},
}

func (q quote) width() int { return len(quotes[q].open) }

// closes is the width of the closing mark at the beginning of s, or 0.
func (q quote) closes(s string) int {
	if strings.HasPrefix(s, quotes[q].close) {
		return len(quotes[q].close)
	}
	return 0
}

// quoteAt is the mark that opens a string at i. A strict reader knows one.
func (p *parser) quoteAt(i int) quote {
	if i >= len(p.text) {
		return noQuote
	}
	switch c := p.text[i]; {
	case c == '"':
		return straight
	case !p.lenient:
		return noQuote
	case c == '\'':
		return single
	case c < utf8.RuneSelf:
		return noQuote
	case strings.HasPrefix(p.text[i:], "“"):
		return curly
	case strings.HasPrefix(p.text[i:], "‘"):
		return curlySingle
	}
	return noQuote
}

// role is what a quotation mark within a string does.
type role byte

const (
	ends     role = iota // ends its string
	within               // belongs to the string
	lost                 // is at the end of the text, where it could be either
	doubtful             // could be either; the reply cannot be read
)

// ahead is what comes after a quotation mark.
type ahead struct {
	structure bool // what follows could follow a string here
	line      bool // a line ends there, which nothing within a string does
	colon     bool // a colon follows: the mark might end a key
	twin      bool // blanks and another mark follow: a comma may be missing between them
	broken    bool // a comma or bracket follows, and after it something is missing
	end       bool // the text ends
}

// role decides on a mark of width w at i. Three things count: what follows must be able to follow a
// string at this place; a quotation that was opened within the string (depth above 1) may not be left
// open, unless a line ends right after the mark; and a mark that looks like the end of a key means that
// another mark is missing.
func (p *parser) role(i, w int, s *marks) role {
	a := p.ahead(i + w)
	switch {
	case a.end && (p.inner || s.seen):
		return lost
	case a.end:
		return ends
	case a.structure && (s.depth <= 1 || a.line && !s.suspect):
		return ends
	case a.structure, a.colon, a.twin, a.broken && s.depth <= 1:
		return doubtful
	}
	return within
}

// ahead looks at what comes after a string that would end at i.
func (p *parser) ahead(i int) (a ahead) {
	at, line := p.skip(i)
	a.line = line
	if at >= len(p.text) || strings.HasPrefix(p.text[at:], fenceMark) {
		a.end = true
		return a
	}
	if len(p.frames) == 0 {
		return a
	}
	object := p.frames[len(p.frames)-1].kind == '{'
	switch c := p.text[at]; {
	case c == ':':
		a.colon = true
	case c == ',':
		p.aheadComma(at, object, &a)
	case c == '}' && object, c == ']' && !object:
		p.aheadBracket(at, &a)
	case c == '}', c == ']':
		a.broken = true
	case object:
		a.structure = p.keyAhead(at, a.line)
	case p.quoteAt(at) != noQuote:
		a.structure, a.twin = a.line, at > i
	}
	return a
}

// aheadComma looks after the comma at a byte: a key must follow in an object, a value in a list.
func (p *parser) aheadComma(comma int, object bool, a *ahead) {
	at, line := p.skip(comma + 1)
	a.line = a.line || line
	switch {
	case at >= len(p.text) || strings.HasPrefix(p.text[at:], fenceMark), object && p.keyCut(at):
		a.end = true
	case object:
		a.structure = p.text[at] == '}' || p.keyAhead(at, true)
		a.broken = !a.structure && p.quoteAt(at) != noQuote
	default:
		a.structure = p.text[at] == ']' || p.valueAhead(at)
		a.broken = !a.structure
	}
}

// aheadBracket looks after the closing bracket at a byte: it must fit the container around.
func (p *parser) aheadBracket(bracket int, a *ahead) {
	at, line := p.skip(bracket + 1)
	a.line = a.line || line
	if len(p.frames) == 1 || at >= len(p.text) || line {
		a.structure = true
		return
	}
	around := p.frames[len(p.frames)-2].kind + 2
	c := p.text[at]
	a.structure = c == ',' || c == around || c == '{' || c == '[' || c == '`'
	a.broken = !a.structure
}

// marks counts the quotations within one string.
type marks struct {
	depth   int  // 1 with none open, the string's own mark being the first
	seen    bool // there were any
	suspect bool // one was opened where a string of its own could begin
	twins   bool // one was opened after the end of what the string's own mark opened
	line    bool // a line ended within the string
}

// count takes an inner mark of width w at i into account: one that follows a blank opens a quotation, one
// that is followed by a blank or a punctuation mark closes one. Where that is unclear it counts as
// opening, which makes the end of the string harder to accept.
func (p *parser) count(i, w, start int, q quote, s *marks) {
	s.seen = true
	left, right := p.text[i-1], byte(' ')
	if i+w < len(p.text) {
		right = p.text[i+w]
	}
	if (q == single || q == curlySingle) && letter(left) && letter(right) {
		return // an apostrophe
	}
	opened := i == start || strings.IndexByte(" \t\n([{", left) >= 0
	if !opened && strings.IndexByte(" \t\n.,;:!?)]}\"'-", right) >= 0 {
		s.depth--
		return
	}
	s.twins = s.twins || s.depth < 1
	s.depth++
	before := i
	for before > start && i-before < MaxLook && (p.text[before-1] == ' ' || p.text[before-1] == '\t') {
		before--
	}
	s.suspect = s.suspect || before == start || strings.IndexByte(",:[{", p.text[before-1]) >= 0
}

func letter(c byte) bool { return ascii.IsLetter(c) || c >= utf8.RuneSelf }
