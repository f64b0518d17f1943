package structured

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// parser reads one value and writes it compactly. Strict, it is a JSON parser that accepts nothing else;
// lenient, it mends what can be mended in one way only. It never goes back.
type parser struct {
	text    string // up to the end of the reply, or to a fence that closes in the middle of a value
	pos     int
	lenient bool
	utf8    bool // the whole text is valid
	out     []byte
	frames  []frame
	keys    []member // of all open objects
	mends   []Mend
	habits  map[Kind]bool // kinds that are listed once
	cut     bool          // the text ended inside the value
	where   string        // pointer to the innermost container kept, once cut
	inner   bool          // an inner quotation mark was mended before: the text's marks are not to be trusted
	layout
}

// frame is a container that is open.
type frame struct {
	kind   byte // '{' or '['
	indent int  // of the line that it was opened on
	first  int  // of its keys
	last   string
	index  map[string]int // of its keys, once they are many
}

// layout follows lines, which tell a lost bracket from a text that was cut off.
type layout struct {
	line   int  // where the line begins
	indent int  // of the line
	fresh  bool // nothing but blanks between the line's beginning and here
	skewed bool // a bracket began a line indented other than the line that opened it
	brace  int  // after the first closing brace
	closed int  // after the last closing bracket
	square bool // that bracket began its line, indented as the line that opened it
}

func (p *parser) fail(at int, reason string) error { return &Unparsable{Offset: at, Reason: reason} }

// mend notes a mending, or refuses it where only JSON will do.
func (p *parser) mend(kind Kind, at int) error {
	if !p.lenient {
		return p.fail(at, "not valid JSON: "+string(kind))
	}
	if len(p.mends) >= MaxMends {
		return p.fail(at, "more than "+strconv.Itoa(MaxMends)+" places to mend")
	}
	p.mends = append(p.mends, Mend{kind, at})
	return nil
}

// mendOnce notes a habit of the writer at its first place.
func (p *parser) mendOnce(kind Kind, at int) error {
	if p.habits[kind] {
		return nil
	}
	if p.habits == nil {
		p.habits = map[Kind]bool{}
	}
	p.habits[kind] = true
	return p.mend(kind, at)
}

// root says that the bracket which closed the value cannot have been meant for a container within it: it
// closes the line's indent that the value began with, or there are no braces but those at the end.
func (p *parser) root() bool {
	return p.square && !p.skewed || p.brace > 0 && strings.Trim(p.text[p.brace:p.pos], "} \t\r\n") == ""
}

func (p *parser) end() bool { return p.pos >= len(p.text) }

// value reads a value. It is not kept where the text ended before it was complete.
func (p *parser) value() (kept bool, err error) {
	if err := p.space(); err != nil {
		return false, err
	}
	if p.end() {
		p.cut = true
		return false, nil
	}
	switch c := p.text[p.pos]; {
	case c == '{' || c == '[':
		return p.container(c)
	case c == '-' || ascii.IsDigit(c):
		return p.number()
	case p.quoteAt(p.pos) != noQuote:
		return p.str(false)
	case c == '_' || ascii.IsLetter(c):
		return p.word()
	}
	return false, p.fail(p.pos, "want a value, got "+p.seen(p.pos))
}

// container reads a list or an object with its members.
func (p *parser) container(open byte) (kept bool, err error) {
	if len(p.frames) >= MaxDepth {
		return false, p.fail(p.pos, "nested deeper than "+strconv.Itoa(MaxDepth))
	}
	p.frames = append(p.frames, frame{kind: open, indent: p.layout.indent, first: len(p.keys)})
	p.pos++
	start := len(p.out)
	p.out = append(p.out, open)
	if err := p.members(open + 2); err != nil {
		return false, err
	}
	p.out = append(p.out, open+2) // ']' and '}' are two after their partners in ASCII
	p.keys = p.keys[:p.frames[len(p.frames)-1].first]
	p.frames = p.frames[:len(p.frames)-1]
	if p.cut && len(p.out) == start+2 {
		p.out = p.out[:start]
		return false, nil // a list of which nothing was read is not an empty list
	}
	return true, nil
}

// members reads up to the closing bracket or the end of the text.
func (p *parser) members(closer byte) error {
	for n := 0; ; n++ {
		if err := p.space(); err != nil || p.end() {
			p.cut = err == nil
			return err
		}
		if p.text[p.pos] == closer && n == 0 {
			p.close()
			return nil
		}
		kept, err := p.member(n, closer)
		if err != nil {
			return err
		}
		if p.cut {
			p.note(n, kept, closer)
			return nil
		}
		more, err := p.separator(closer)
		if err != nil || p.cut || !more {
			return err
		}
	}
}

// member reads one value, with its key in an object, and takes back what is not kept.
func (p *parser) member(n int, closer byte) (kept bool, err error) {
	start, at := len(p.out), p.pos
	if n > 0 {
		p.out = append(p.out, ',')
	}
	keyStart := len(p.out)
	if closer == '}' {
		if kept, err = p.key(); err != nil || !kept {
			p.out = p.out[:start]
			return false, err
		}
	}
	keyEnd := len(p.out)
	if closer == '}' {
		p.out = append(p.out, ':')
	}
	if kept, err = p.value(); err != nil || !kept {
		p.out = p.out[:start]
		return false, err
	}
	if closer == '}' {
		return p.unique(at, start, keyStart, keyEnd)
	}
	return true, nil
}

// note builds the pointer to the innermost container that was kept, from the inside out.
func (p *parser) note(n int, kept bool, closer byte) {
	if !kept {
		p.where = ""
		return
	}
	segment := strconv.Itoa(n)
	if closer == '}' {
		segment = escapePointer(p.frames[len(p.frames)-1].last)
	}
	p.where = "/" + segment + p.where
}

// separator reads what is between two members, or the closing bracket.
func (p *parser) separator(closer byte) (more bool, err error) {
	end := p.pos
	if err := p.space(); err != nil || p.end() {
		p.cut = err == nil
		return false, err
	}
	switch p.text[p.pos] {
	case closer:
		p.close()
		return false, nil
	case ',':
	default:
		return true, p.noComma(end)
	}
	comma := p.pos
	p.pos++
	if err := p.space(); err != nil || p.end() {
		p.cut = err == nil
		return false, err
	}
	if p.text[p.pos] != closer {
		return true, nil
	}
	err = p.mend(TrailingComma, comma)
	p.close()
	return false, err
}

// noComma mends a comma that is not there, where lines, brackets or a key leave no doubt that one member
// ended and another begins.
func (p *parser) noComma(end int) error {
	sure := false
	between := strings.IndexByte(p.text[end:p.pos], '\n') >= 0
	if p.lenient && p.frames[len(p.frames)-1].kind == '{' {
		sure = p.keyAhead(p.pos, between)
	} else if p.lenient {
		sure = alike(p.text[end-1], p.text[p.pos], between)
	}
	if !sure {
		return p.fail(p.pos, "want a comma or a closing bracket, got "+p.seen(p.pos))
	}
	return p.mend(MissingComma, end)
}

// alike says whether a list may go on without a comma after one byte and before another: from object to
// object, or from string to string over a line's end. Between numbers a line break may have come into one.
func alike(last, next byte, between bool) bool {
	switch next {
	case '{', '[':
		return last == next+2
	case '"', '\'':
		return last == next && between
	}
	return false
}

// close takes a closing bracket and compares its line with the line of its partner.
func (p *parser) close() {
	open := p.frames[len(p.frames)-1]
	p.square = p.fresh && p.layout.indent == open.indent
	p.skewed = p.skewed || p.fresh && !p.square
	p.pos++
	p.closed = p.pos
	if p.brace == 0 && open.kind == '{' {
		p.brace = p.pos
	}
	p.fresh = false
}

// seen names what is at an offset, for a reason.
func (p *parser) seen(at int) string {
	if at >= len(p.text) {
		return "the end"
	}
	r, _ := utf8.DecodeRuneInString(p.text[at:])
	return strconv.QuoteRune(r)
}

// maxExcerpt keeps reasons short: replies are long and not for logs.
const maxExcerpt = 24

func excerpt(s string) string {
	for i, r := range s {
		if r == '\n' || i >= maxExcerpt {
			s = s[:i] + "…"
			break
		}
	}
	return strconv.Quote(s)
}
