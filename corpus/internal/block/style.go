package block

import (
	"bytes"
	"strconv"

	"github.com/assayhq/assay/internal/ascii"
)

// looks is the appearance that one element's own attributes give it.
type looks struct {
	set, clear Style
	indent     int32 // points added on the left
	textIndent int32 // points the first line is moved by
	hasText    bool  // textIndent was given
	size       int32 // type size in tenths of a point, 0 not given
	raised     bool  // superscript
	inline     bool  // a block element that flows with the text
	hasFont    bool  // a font was named
	glyphs     bool  // it is one of symbols
	cols, rows int32 // a cell's spans, 0 not given
	low, clips bool  // a point or two high; hides what overflows
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

// maxStyles bounds the cache against a page in which every style is different.
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

// parseStyle reads the declarations of a style attribute that this package uses.
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
		var name [maxProperty]byte
		l.declare(lowerInto(name[:], bytes.TrimSpace(decl[:colon])), bytes.TrimSpace(decl[colon+1:]))
	}
	if l.low && l.clips {
		// The captions that one generator puts into a table for screen readers.
		l.set |= Hidden
	}
	return l
}

// maxProperty is longer than any property that is looked at.
const maxProperty = 32

// lowerInto is b in lower case, as far as it fits.
func lowerInto(buffer, b []byte) []byte {
	n := min(len(buffer), len(b))
	for i, c := range b[:n] {
		buffer[i] = ascii.ToLower(c)
	}
	return buffer[:n]
}

func (l *looks) declare(name, value []byte) {
	switch string(name) {
	case "font-weight":
		l.toggle(Bold, isHeavy(value))
	case "font-style":
		l.toggle(Italic, has(value, "italic") || has(value, "oblique"))
	case "font-size":
		l.size = 10 * points(value)
	case "font", "font-family":
		l.font(len(name) == len("font"), value)
	case "text-decoration", "text-decoration-line":
		l.toggle(Underlined, has(value, "underline"))
	case "text-align":
		l.toggle(Centered, has(value, "center"))
	case "display":
		l.toggle(Hidden, has(value, "none"))
		l.inline = equalFold(value, "inline")
	case "height":
		l.low = len(value) > 2 && value[0] >= '0' && value[0] <= '2' && (value[1] == 'p' || value[1] == '.')
	case "overflow":
		l.clips = equalFold(value, "hidden")
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

// font reads a font family or, where all is true, a whole font declaration.
func (l *looks) font(all bool, value []byte) {
	l.hasFont, l.glyphs = true, has(value, "wingdings") || has(value, "webdings")
	if !all {
		return
	}
	for field := range bytes.FieldsSeq(value) {
		switch {
		case equalFold(field, "bold") || equalFold(field, "700"):
			l.set |= Bold
		case equalFold(field, "italic"):
			l.set |= Italic
		case has(field, "pt") || has(field, "px"):
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

// has reports whether the value contains a word, given in lower case, in any case.
func has(value []byte, word string) bool {
	for i := 0; i+len(word) <= len(value); i++ {
		if equalFold(value[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// points reads a CSS length as whole points; percent of an assumed 500-point column.
func points(value []byte) int32 {
	end := 0
	for end < len(value) && (value[end] == '-' || value[end] == '.' || ascii.IsDigit(value[end])) {
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
		l.hasFont, l.glyphs = true, has(a.Value, "wingdings") || has(a.Value, "webdings")
	}
}

// dingbat shows a character of the Wingdings font as what a reader sees.
func dingbat(r rune) rune {
	switch r {
	case 'l', 'n', 'u', 'v', 'w', '§', '·', 'Ÿ', 'Ø', '•':
		return '•'
	case 'ü', 'P':
		return '✓'
	case 'û', 'O':
		return '✗'
	case 'þ', 'R':
		return '☑'
	case 'ý', 'x', 'S', 'T':
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
	case 0xFB:
		return '✗'
	case 0xFE:
		return '☑'
	case 0xFD:
		return '☒'
	case 0xA8, 0x6F:
		return '☐'
	}
	return '•'
}

var superscripts = [10]rune{'⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'}

// superscript writes the digits of a footnote mark as superscripts, so that "2,310" followed by a raised 1
// does not become 23,101.
func superscript(r rune) rune {
	if ascii.IsDigit(r) {
		return superscripts[r-'0']
	}
	return r
}
