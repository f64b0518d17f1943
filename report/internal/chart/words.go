package chart

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tidy is a name as a picture can show it: valid text on one line, without marks that control how others
// are shown.
func tidy(s string) string {
	if len(s) > maxName {
		s = s[:maxName] + "…"
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError:
			return '\uFFFD'
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || !unicode.IsGraphic(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

// maxName is how much of a name is looked at.
const maxName = 4096

// maxTip is how many characters a tooltip or a description has.
const maxTip = 600

// limited is the beginning of a long text.
func limited(s string) string {
	n := 0
	for at := range s {
		n++
		if n > maxTip {
			return s[:at] + "…"
		}
	}
	return s
}

// maxMarks is how many combining marks one letter keeps; stacks of them reach into other lines.
const maxMarks = 2

// shorten is as much of a text as fits a width, with an ellipsis where something is left out.
func shorten(s string, width, factor float64) string {
	left, marks := width/factor-runeWidth('…'), 0
	if textWidth(s) <= width/factor+0.01 {
		left = math.Inf(1)
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.Is(unicode.M, r) {
			marks++
			if marks > maxMarks {
				continue
			}
		} else {
			marks = 0
		}
		left -= runeWidth(r)
		if left < 0 {
			return strings.TrimRight(b.String(), " ") + "…"
		}
		b.WriteRune(r)
	}
	return b.String()
}

// textWidth estimates how wide a text of ordinary size is, a little too wide rather than too narrow: fonts
// differ and nothing can be measured here.
func textWidth(s string) float64 {
	width := 0.0
	for _, r := range s {
		width += runeWidth(r)
	}
	return width
}

func runeWidth(r rune) float64 {
	switch {
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
		return 0
	case strings.ContainsRune("iljtfI.,:;'!|() []", r):
		return 4.2
	case strings.ContainsRune("mwMW@%—", r):
		return 11
	case r >= 0x1100 && !unicode.Is(unicode.Latin, r):
		return 12.5
	case unicode.IsUpper(r):
		return 8.6
	}
	return 7
}

// escape writes text so that it stays text in XML and in HTML.
func escape(b *strings.Builder, s string) {
	for _, r := range s {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&#34;")
		case '\'':
			b.WriteString("&#39;")
		default:
			b.WriteRune(r)
		}
	}
}
