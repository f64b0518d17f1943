package block

import (
	"bytes"
	"strconv"
)

// looks is what one element's own attributes say of its appearance.
type looks struct {
	set, clear Style
	indent     int32 // points added on the left
	textIndent int32 // points the first line is moved by
	hasText    bool  // textIndent was given
	size       int32 // type size in tenths of a point, 0 not given
	raised     bool  // superscript
	inline     bool  // a block element told to flow with the text
	glyphs     bool  // a symbol font
	breakPage  pageBreak
}

// pageBreak says on which side of an element the page ends.
type pageBreak uint8

const (
	breakBefore pageBreak = 1 << iota
	breakAfter
)

// styleCache keeps what each style attribute means: a filing repeats a few hundred of them tens of
// thousands of times.
type styleCache map[string]looks

// maxStyles bounds the cache against a page that makes every style different.
const maxStyles = 4096

func (c styleCache) of(css []byte) looks {
	if l, ok := c[string(css)]; ok {
		return l
	}
	l := parseStyle(css)
	if len(c) < maxStyles && len(css) < 1024 {
		c[string(css)] = l
	}
	return l
}

// parseStyle reads the declarations of a style attribute that this package has a use for.
func parseStyle(css []byte) (l looks) {
	for len(css) > 0 {
		var decl []byte
		if semi := bytes.IndexByte(css, ';'); semi >= 0 {
			decl, css = css[:semi], css[semi+1:]
		} else {
			decl, css = css, nil
		}
		colon := bytes.IndexByte(decl, ':')
		if colon < 0 {
			continue
		}
		name := bytes.ToLower(bytes.TrimSpace(decl[:colon]))
		value := bytes.ToLower(bytes.TrimSpace(decl[colon+1:]))
		l.declare(string(name), value)
	}
	return l
}

func (l *looks) declare(name string, value []byte) {
	switch name {
	case "font-weight":
		l.toggle(Bold, isHeavy(value))
	case "font-style":
		l.toggle(Italic, has(value, "italic") || has(value, "oblique"))
	case "font-size":
		l.size = 10 * points(value)
	case "font", "font-family":
		l.font(name, value)
	case "text-decoration", "text-decoration-line":
		l.toggle(Underlined, has(value, "underline"))
	case "text-align":
		l.toggle(Centered, has(value, "center"))
	case "display":
		l.toggle(Hidden, has(value, "none"))
		l.inline = bytes.Equal(value, []byte("inline"))
	case "vertical-align":
		l.raised = has(value, "super")
	case "top":
		// Generators raise footnote marks by moving them up a few points.
		l.raised = l.raised || len(value) > 1 && value[0] == '-'
	case "text-indent":
		l.textIndent, l.hasText = points(value), true
	case "padding-left", "margin-left":
		l.indent += points(value)
	case "padding", "margin":
		if sides := bytes.Fields(value); len(sides) == 4 {
			l.indent += points(sides[3])
		}
	case "page-break-before", "break-before":
		if has(value, "always") || has(value, "page") {
			l.breakPage |= breakBefore
		}
	case "page-break-after", "break-after":
		if has(value, "always") || has(value, "page") {
			l.breakPage |= breakAfter
		}
	}
}

func (l *looks) toggle(s Style, on bool) {
	if on {
		l.set |= s
	} else {
		l.clear |= s
	}
}

func (l *looks) font(name string, value []byte) {
	l.glyphs = has(value, "wingdings") || has(value, "webdings")
	if name != "font" {
		return
	}
	for field := range bytes.FieldsSeq(value) {
		switch {
		case bytes.Equal(field, []byte("bold")) || bytes.Equal(field, []byte("700")):
			l.set |= Bold
		case bytes.Equal(field, []byte("italic")):
			l.set |= Italic
		case bytes.Contains(field, []byte("pt")) || bytes.Contains(field, []byte("px")):
			l.size = 10 * points(field)
		}
	}
}

func isHeavy(value []byte) bool {
	if has(value, "bold") {
		return true
	}
	n, err := strconv.Atoi(string(value))
	return err == nil && n >= 600
}

func has(value []byte, word string) bool { return bytes.Contains(value, []byte(word)) }

// points reads a CSS length as whole points; percent of an assumed 500-point column.
func points(value []byte) int32 {
	end := 0
	for end < len(value) && (value[end] == '-' || value[end] == '.' || '0' <= value[end] && value[end] <= '9') {
		end++
	}
	n, err := strconv.ParseFloat(string(value[:end]), 64)
	if err != nil {
		return 0
	}
	switch unit := value[end:]; {
	case has(unit, "px"):
		n *= 0.75
	case has(unit, "em"):
		n *= 10
	case has(unit, "in"):
		n *= 72
	case has(unit, "%"):
		n *= 5
	}
	return int32(max(-1000, min(1000, n)))
}

// fontElement reads the attributes of <font>.
func fontElement(a Attr, l *looks) {
	switch {
	case equalFold(a.Name, "size") && len(a.Value) > 0:
		sizes := [...]int32{80, 80, 100, 120, 140, 180, 240, 360}
		if n, err := strconv.Atoi(string(bytes.TrimSpace(a.Value))); err == nil {
			if a.Value[0] == '+' || a.Value[0] == '-' {
				n += 3
			}
			l.size = sizes[max(1, min(7, n))]
		}
	case equalFold(a.Name, "face"):
		l.glyphs = has(bytes.ToLower(a.Value), "wingdings")
	}
}

// dingbat shows a character of the Wingdings font as what a reader sees.
func dingbat(r rune) rune {
	switch r {
	case 'l', 'n', 'u', 'v', 'w', '§', '·', 'Ÿ', 'Ø', '•':
		return '•'
	case 'ü', 'û', 'P':
		return '✓'
	case 'þ', 'ý', 'x', 'R', 'S', 'T':
		return '☒'
	case 'o', 'q', 'r', '¨':
		return '☐'
	}
	return r
}

// symbolGlyph shows a character of a symbol font that was written in the private range.
func symbolGlyph(r rune) rune {
	switch r {
	case 0xB7, 0xA7, 0xD8, 0x6E, 0x6C, 0x76:
		return '•'
	case 0xFC:
		return '✓'
	case 0xFE, 0xFD:
		return '☒'
	case 0xA8, 0x6F:
		return '☐'
	}
	return '•'
}

var superscripts = [10]rune{'⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'}

// raise writes the digits of a footnote mark as superscripts, so that "2,310" with a raised 1 behind it
// does not become 23,101.
func raise(r rune) rune {
	if '0' <= r && r <= '9' {
		return superscripts[r-'0']
	}
	return r
}

// counters tells how much of a block wears which style.
type counters struct {
	start, visible            int32
	bold, italic, under, link int32
	any                       Style // of its text that is not counted, at least some wears it
	item                      bool  // it is the first block of a list item
	indent, size              int32
}

func (c *counters) add(s Style, n int32) {
	c.visible += n
	if s == 0 {
		return
	}
	if s&Bold != 0 {
		c.bold += n
	}
	if s&Italic != 0 {
		c.italic += n
	}
	if s&Underlined != 0 {
		c.under += n
	}
	if s&Linked != 0 {
		c.link += n
	}
	c.any |= s & (Centered | Heading | Hidden)
}

// join takes in the counters of a later part of the same block.
func (c *counters) join(part counters) {
	if c.visible == 0 {
		start := c.start
		*c = part
		c.start = start
		return
	}
	c.visible += part.visible
	c.bold += part.bold
	c.italic += part.italic
	c.under += part.under
	c.link += part.link
	c.any |= part.any
}

// style is what holds for at least four fifths of the block, half of it for links.
func (c *counters) style() Style {
	s, most := c.any, c.visible-c.visible/5
	if c.bold >= most {
		s |= Bold
	}
	if c.italic >= most {
		s |= Italic
	}
	if c.under >= most {
		s |= Underlined
	}
	if c.link*2 > c.visible {
		s |= Linked
	}
	if c.item {
		s |= ListItem
	}
	return s
}
