package structured

import (
	"strings"
	"unicode/utf8"
)

// fenceMark opens and closes a code fence.
const fenceMark = "```"

// space passes blanks and, lenient, comments. A fence that closes in the middle of a value ends the text:
// the model stopped there.
func (p *parser) space() error {
	p.fresh = false
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; c {
		case '\n':
			p.line, p.fresh = p.pos+1, true
			p.pos++
		case ' ', '\t', '\r':
			p.pos++
		default:
			passed, err := p.odd(c)
			if err != nil {
				return err
			}
			if passed {
				continue
			}
			if p.fresh {
				p.layout.indent = p.pos - p.line
			}
			return nil
		}
	}
	return nil
}

// odd passes what only a lenient reader takes for a blank.
func (p *parser) odd(c byte) (passed bool, err error) {
	if !p.lenient || c != '/' && c != '#' && c != '`' && c < utf8.RuneSelf {
		return false, nil
	}
	if c == '`' {
		if passed = strings.HasPrefix(p.text[p.pos:], fenceMark); passed {
			p.text = p.text[:p.pos]
		}
		return passed, nil
	}
	if n := oddSpace(p.text[p.pos:]); n > 0 {
		err = p.mendOnce(OddSpace, p.pos)
		p.pos += n
		return true, err
	}
	if n := comment(p.text[p.pos:]); n > 0 {
		err = p.mend(Comment, p.pos)
		p.pos += n
		return true, err
	}
	return false, nil
}

// comment is the length of a comment at the beginning of s, its line break not included; one that is
// never closed reaches to the end.
func comment(s string) int {
	ender := "\n"
	switch {
	case strings.HasPrefix(s, "/*"):
		if n := strings.Index(s[2:], "*/"); n >= 0 {
			return n + 4
		}
		return len(s)
	case !strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "#"):
		return 0
	}
	if n := strings.Index(s, ender); n >= 0 {
		return n
	}
	return len(s)
}

// oddSpace is the length of a character at the beginning of s that looks like a blank or like nothing.
func oddSpace(s string) int {
	switch r, n := utf8.DecodeRuneInString(s); r {
	case '\u00a0', '\u200b', '\u2028', '\u2029', '\u202f', '\u3000', '\ufeff':
		return n
	}
	return 0
}

// skip is the offset after blanks and comments at i, and whether a line ended among them. It looks no
// further than MaxLook.
func (p *parser) skip(i int) (end int, line bool) {
	limit := min(len(p.text), i+MaxLook)
	for i < limit {
		switch c := p.text[i]; {
		case c == '\n':
			line = true
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		default:
			n := oddSpace(p.text[i:limit])
			if n == 0 {
				n = comment(p.text[i:limit])
			}
			if n == 0 {
				return i, line
			}
			i += n
		}
	}
	return i, line
}

// keyAhead says whether a key and its colon stand at i; a bare one counts only if bare is set.
func (p *parser) keyAhead(i int, bare bool) bool {
	limit := min(len(p.text), i+MaxLook)
	if i >= limit {
		return false
	}
	end := i
	if q := p.quoteAt(i); q != noQuote {
		end = p.keyEnd(i+q.width(), limit, q)
	} else if bare {
		for end < limit && wordByte(p.text[end]) {
			end++
		}
	}
	if end <= i {
		return false
	}
	end, _ = p.skip(end)
	return end < len(p.text) && p.text[end] == ':'
}

// keyCut says whether the text ends within a key that begins at i, or right after it.
func (p *parser) keyCut(i int) bool {
	q := p.quoteAt(i)
	if q == noQuote || len(p.text)-i >= MaxLook {
		return false
	}
	end := p.keyEnd(i+q.width(), len(p.text), q)
	return end < 0 && strings.IndexByte(p.text[i:], '\n') < 0 || end >= 0 &&
		strings.TrimLeft(p.text[end:], " \t\r\n") == ""
}

// keyEnd is the offset after the quotation mark that ends a key, or -1.
func (p *parser) keyEnd(i, limit int, q quote) int {
	for i < limit {
		switch n := q.closes(p.text[i:]); {
		case n > 0:
			return i + n
		case p.text[i] == '\n':
			return -1
		case p.text[i] == '\\':
			i++
		}
		i++
	}
	return -1
}

// valueAhead says whether a value begins at i: a quotation mark, a bracket, or a whole number or word.
func (p *parser) valueAhead(i int) bool {
	if i >= len(p.text) {
		return false
	}
	c := p.text[i]
	if c == '{' || c == '[' || p.quoteAt(i) != noQuote {
		return true
	}
	end := numberEnd(p.text, i)
	for _, w := range words {
		if end == i && strings.HasPrefix(p.text[i:], w.word) {
			end = i + len(w.word)
		} else if strings.HasPrefix(w.word, p.text[i:]) {
			return true
		}
	}
	if end == i {
		return false
	}
	end, _ = p.skip(end)
	return end >= len(p.text) || strings.IndexByte(",]}", p.text[end]) >= 0
}
