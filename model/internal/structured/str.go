package structured

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// plain are the bytes that a string copies without a thought.
var plain = func() (t [256]bool) {
	for c := 0x20; c < 256; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// quoted is a string that is being read.
type quoted struct {
	quote
	marks
	key   bool
	start int // after the mark that opens it
	from  int // what is before has been written
}

// write puts a text in the place of the w bytes at i, after all that came before them.
func (p *parser) write(s *quoted, i, w int, as string) {
	p.out = append(p.out, p.text[s.from:i]...)
	p.out = append(p.out, as...)
	s.from = i + w
}

// str reads a string, or a key. It is not kept where the text ended within it.
func (p *parser) str(key bool) (kept bool, err error) {
	q := p.quoteAt(p.pos)
	if q != straight {
		if err := p.mendOnce(quotes[q].kind, p.pos); err != nil {
			return false, err
		}
	}
	p.out = append(p.out, '"')
	i := p.pos + q.width()
	s := quoted{quote: q, marks: marks{depth: 1}, key: key, start: i, from: i}
	for {
		if q == straight && p.utf8 {
			for i < len(p.text) && plain[p.text[i]] {
				i++
			}
		}
		if i >= len(p.text) {
			p.pos, p.cut = i, true
			return false, nil
		}
		next, done, err := p.special(i, &s)
		if err != nil || p.cut {
			return false, err
		}
		if done {
			p.write(&s, i, 0, `"`)
			p.pos = next
			return true, nil
		}
		i = next
	}
}

// special reads one character that may not be plain, and says where the next one is and whether it
// ends the string.
func (p *parser) special(i int, s *quoted) (next int, done bool, err error) {
	if w := s.closes(p.text[i:]); w > 0 {
		done, err = p.mark(i, w, s)
		if !done && err == nil && p.text[i] == '"' {
			p.write(s, i, w, `\"`)
		}
		return i + w, done, err
	}
	w := 1
	switch c := p.text[i]; {
	case c == '"':
		p.write(s, i, w, `\"`)
	case c == '\\':
		w, err = p.escaped(i, s)
	case c < 0x20:
		err = p.control(i, s)
	case c >= utf8.RuneSelf && !p.utf8:
		w, err = p.encoded(i, s)
	}
	return i + w, false, err
}

// escaped reads an escape and returns its width.
func (p *parser) escaped(i int, s *quoted) (w int, err error) {
	w, as, err := p.escape(i)
	if as != "" {
		p.write(s, i, w, as)
	}
	return w, err
}

// control reads a control character, which JSON requires to be escaped.
func (p *parser) control(i int, s *quoted) error {
	p.write(s, i, 1, controls(p.text[i]))
	if p.text[i] == '\n' {
		s.line = true
		if s.seen {
			return p.fail(i, "a line ends in a string that holds quotation marks: one may be missing")
		}
	}
	return p.note1(Control, i, s.start)
}

// encoded reads a character of a text that is not all UTF-8 and returns its width.
func (p *parser) encoded(i int, s *quoted) (w int, err error) {
	w, as, kind := foreign(p.text[i:])
	if kind == "" {
		return w, nil
	}
	p.write(s, i, w, as)
	return w, p.mend(kind, i)
}

// mark decides on a quotation mark within a string.
func (p *parser) mark(i, w int, s *quoted) (done bool, err error) {
	if !p.lenient {
		return true, nil
	}
	if s.key {
		return p.keyMark(i, w)
	}
	switch p.role(i, w, &s.marks) {
	case ends:
		return true, nil
	case lost:
		p.pos, p.cut = len(p.text), true
		return false, nil
	case doubtful:
		return false, p.fail(i, "a quotation mark that may end its string or belong to it")
	}
	if s.line {
		return false, p.fail(i, "a quotation mark in a string that goes over a line's end: one may be missing")
	}
	p.inner = true
	p.count(i, w, s.start, s.quote, &s.marks)
	if s.twins && p.frames[len(p.frames)-1].kind == '[' {
		return false, p.fail(i, "a quotation mark that may begin the next item of the list")
	}
	return false, p.note1(InnerQuote, i, s.start)
}

// keyMark ends a key: keys hold no quotation marks.
func (p *parser) keyMark(i, w int) (done bool, err error) {
	at, _ := p.skip(i + w)
	if at < len(p.text) && p.text[at] != ':' {
		return false, p.fail(i, "a quotation mark in a key: one may be missing")
	}
	return true, nil
}

// note1 notes a mending in the string that begins at start, once for each string and kind.
func (p *parser) note1(kind Kind, at, start int) error {
	for n := len(p.mends) - 1; n >= 0 && p.mends[n].Offset >= start; n-- {
		if p.mends[n].Kind == kind {
			return nil
		}
	}
	return p.mend(kind, at)
}

// controls is the escape of a control character.
func controls(c byte) string {
	switch c {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	const hex = "0123456789abcdef"
	return `\u00` + string([]byte{hex[c>>4], hex[c&15]})
}

// windows1252 are the bytes that texts from that encoding hold where UTF-8 was promised. Dashes,
// quotation marks, the ellipsis and the euro sign cannot be anything else to a reader.
var windows1252 = map[byte]string{
	0x80: "€", 0x85: "…", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—",
}

// foreign reads a character of a text that is not all UTF-8: its width, what is written for it, and the
// mending unless it is sound.
func foreign(s string) (w int, as string, kind Kind) {
	if r, n := utf8.DecodeRuneInString(s); r != utf8.RuneError || n > 1 {
		return n, "", ""
	}
	if as, ok := windows1252[s[0]]; ok {
		return 1, as, Windows1252
	}
	return 1, "\ufffd", InvalidUTF8
}

// escape reads an escape: its width, and what is written for it unless it stays as it is.
func (p *parser) escape(i int) (w int, as string, err error) {
	if i+1 >= len(p.text) {
		p.pos, p.cut = len(p.text), true
		return 1, "", nil
	}
	switch c := p.text[i+1]; {
	case c == '"' || c == '\\' || c == '/' || c == 'b' || c == 'f' || c == 'n' || c == 'r' || c == 't':
		return 2, "", nil
	case c == 'u':
		return p.unicodeEscape(i)
	case c == '\'' || markdownEscape(c):
		return 2, string(c), p.mend(Escape, i)
	case ascii.IsLetter(c) && c != 'x' && c != 'U' || c >= '1' && c <= '9' || brackets(c):
		return 1, `\\`, p.mend(Escape, i)
	default:
		return 0, "", p.fail(i, "an escape that JSON does not have: "+excerpt(p.text[i:min(len(p.text), i+6)]))
	}
}

// markdownEscape are the marks that Markdown and JavaScript agree to read without their backslash.
// Brackets are not among them: in a formula their backslash has a meaning, and it stays.
func markdownEscape(c byte) bool {
	switch c {
	case '$', '%', '&', '#', '_', '*', '~', '-', '.', '!', '`', '+', '>', '<', '=', '|', ':', ';', ',', '?', '@', '^':
		return true
	}
	return false
}

func brackets(c byte) bool {
	return c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}'
}

// unicodeEscape reads \uXXXX, and a pair of surrogates as one; half a pair becomes U+FFFD.
func (p *parser) unicodeEscape(i int) (w int, as string, err error) {
	unit, ok := hex4(p.text[i:])
	if !ok {
		if cutEscape(p.text[i:]) {
			p.pos, p.cut = len(p.text), true
			return 1, "", nil
		}
		return 0, "", p.fail(i, "an escape without four hexadecimal digits")
	}
	if unit < 0xd800 || unit > 0xdfff {
		return 6, "", nil
	}
	if low, ok := hex4(p.text[min(len(p.text), i+6):]); ok && unit < 0xdc00 && low >= 0xdc00 && low <= 0xdfff {
		return 12, "", nil
	}
	if unit < 0xdc00 && cutEscape(p.text[i+6:]) {
		p.pos, p.cut = len(p.text), true // its other half was cut off
		return 6, "", nil
	}
	return 6, `\ufffd`, p.mend(LoneSurrogate, i)
}

// cutEscape says whether s is all that is left of an escape that the end of the text cut off.
func cutEscape(s string) bool {
	return len(s) < 6 && strings.HasPrefix(`\u`, s[:min(len(s), 2)]) && strings.IndexByte(s, '"') < 0
}

// hex4 is the code unit of the escape at the beginning of s.
func hex4(s string) (unit uint64, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for _, c := range []byte(s[2:6]) {
		if !(ascii.IsDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f') {
			return 0, false
		}
	}
	unit, err := strconv.ParseUint(s[2:6], 16, 32)
	return unit, err == nil
}
