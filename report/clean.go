package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Visible is a text in which what would steer a terminal, or turn what is read around, can be seen: control
// characters and marks of direction become signs for them. Line breaks and tabs become blanks.
func Visible(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	blank := false
	for _, r := range s {
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			blank = true
			continue
		}
		if blank && b.Len() > 0 {
			b.WriteByte(' ')
		}
		blank = false
		sign(&b, r)
	}
	return b.String()
}

// plain reports whether a text is shown as it is.
func plain(s string) bool {
	for i, r := range s {
		switch {
		case r == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' '):
			return false
		case r == utf8.RuneError || hidden(r):
			return false
		}
	}
	return true
}

// hidden reports whether a character has no sign of its own, and may have an effect.
func hidden(r rune) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return true
	case r < 0x300 || r == zwnj || r == zwj:
		return false
	}
	return r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef ||
		unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}

// The joiners are part of words in several scripts, and of emoji.
const (
	zwnj = 0x200c
	zwj  = 0x200d
)

func sign(b *strings.Builder, r rune) {
	switch {
	case !hidden(r):
		b.WriteRune(r)
	case r < 0x20:
		b.WriteRune('\u2400' + r)
	case r == 0x7f:
		b.WriteRune('\u2421')
	default:
		fmt.Fprintf(b, "<U+%04X>", r)
	}
}

// columnsOf is how many columns a terminal gives a text that is visible.
func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		n += columnsOfRune(r)
	}
	return n
}

func columnsOfRune(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case r == zwnj || r == zwj || unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// longWord is a word that is cut rather than left out.
const longWord = 16

// Shorten is a visible text of at most n columns, with a sign where it is cut: after a word, if one ends there.
func Shorten(s string, n int) string {
	s = Visible(s)
	if len(s) <= n {
		return s
	}
	used, cut := 0, 0
	for at, r := range s {
		c := columnsOfRune(r)
		if used+c > n {
			if word := strings.LastIndexByte(s[:cut], ' '); word > cut-longWord && word > n/2 {
				cut = word
			}
			return s[:cut] + "…"
		}
		used += c
		if used < n {
			cut = at + utf8.RuneLen(r)
		}
	}
	return s
}

// markdown is a text that Markdown shows as it is, in a table, a list or a line of its own: no markup, no
// link, no mention of anybody, no mathematics.
func markdown(s string) string {
	s = Visible(s)
	var b strings.Builder
	b.Grow(len(s) + 16)
	for at, r := range s {
		switch {
		case strings.ContainsRune("\\*_[]`|~#", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case at == 0 && (r == '-' || r == '+' || r == '='):
			b.WriteByte('\\')
			b.WriteRune(r)
		case strings.HasPrefix(s[at:], "://") || r == '.' && www(s[:at]):
			b.WriteRune(r)
			b.WriteString("&#8203;") // no blank, and no link
		case r == '@':
			b.WriteString("@&#8203;")
		case (r == '.' || r == ')') && digits(s[:at]) && (at+1 == len(s) || s[at+1] == ' '):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteString(entity(r))
		}
	}
	return b.String()
}

// www reports whether the text before a point makes a link of it.
func www(s string) bool {
	return len(s) >= 3 && strings.EqualFold(s[len(s)-3:], "www")
}

// digits reports whether a text is a number such as lists have before their items.
func digits(s string) bool {
	return s != "" && len(s) <= 9 && strings.Trim(s, "0123456789") == ""
}

func entity(r rune) string {
	switch r {
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '&':
		return "&amp;"
	case '$':
		return "&#36;"
	}
	return string(r)
}

// cell is a text that no spreadsheet takes for a formula, and that steers no terminal: an apostrophe goes
// before what begins like a formula, and control characters become signs. Numbers that we write ourselves do
// not go through it.
func cell(s string) string {
	if s == "" {
		return s
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return r
		case r < 0x20:
			return '\u2400' + r
		case r >= 0x7f && r < 0xa0:
			return '\u2421'
		}
		return r
	}, s)
	if strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}
