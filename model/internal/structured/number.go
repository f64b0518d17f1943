package structured

import (
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// number reads a JSON number and keeps its bytes. One at the very end may have lost its last digits.
func (p *parser) number() (kept bool, err error) {
	start := p.pos
	end := numberEnd(p.text, start)
	if end == len(p.text) {
		p.pos, p.cut = end, true
		return false, p.unlessPrefix(start)
	}
	if end == start || !p.delimited(end) {
		return false, p.fail(start, "not a JSON number: "+excerpt(p.text[start:]))
	}
	p.pos = end
	p.out = append(p.out, p.text[start:end]...)
	return true, nil
}

// unlessPrefix refuses what is at the end of the text and is not how a number begins.
func (p *parser) unlessPrefix(start int) error {
	rest := p.text[start:]
	if numberEnd(rest+"0", 0) != len(rest)+1 {
		return p.fail(start, "not a JSON number: "+excerpt(rest))
	}
	return nil
}

// numberEnd is the offset after a JSON number at s[i]; i if there is none. What ends the text within a
// number ends the number there.
func numberEnd(s string, i int) int {
	start := i
	if i < len(s) && s[i] == '-' {
		i++
	}
	digits := func() bool {
		from := i
		for i < len(s) && ascii.IsDigit(s[i]) {
			i++
		}
		return i > from || i == len(s)
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return start
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return start
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return start
		}
	}
	return i
}

// delimited says whether a number or word may end here.
func (p *parser) delimited(end int) bool {
	if end >= len(p.text) {
		return true
	}
	switch c := p.text[end]; c {
	case ' ', '\t', '\n', '\r', ',', ']', '}':
		return true
	case '/', '#':
		return p.lenient
	default:
		return p.lenient && c >= utf8.RuneSelf && oddSpace(p.text[end:]) > 0
	}
}

// words are the spellings of literals that leave no doubt. NaN, Infinity and undefined are not among
// them: JSON has no value that says the same, and null would say something else.
var words = []struct {
	word, json string
	python     bool
}{
	{"true", "true", false},
	{"false", "false", false},
	{"null", "null", false},
	{"True", "true", true},
	{"False", "false", true},
	{"None", "null", true},
}

// word reads a literal.
func (p *parser) word() (kept bool, err error) {
	start, end := p.pos, p.pos
	for end < len(p.text) && wordByte(p.text[end]) {
		end++
	}
	found := p.text[start:end]
	for _, w := range words {
		if found == w.word && p.delimited(end) {
			p.pos = end
			p.out = append(p.out, w.json...)
			if w.python {
				return true, p.mend(PythonLiteral, start)
			}
			return true, nil
		}
		if end == len(p.text) && strings.HasPrefix(w.word, found) {
			p.pos, p.cut = end, true
			return false, nil
		}
	}
	return false, p.fail(start, "a word that is neither a literal nor in quotation marks: "+excerpt(p.text[start:]))
}

func wordByte(c byte) bool {
	return c == '_' || ascii.IsAlnum(c)
}
