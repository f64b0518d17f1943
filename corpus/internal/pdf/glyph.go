package pdf

import (
	"strings"
	"unicode"
)

// softHyphen is what PDFium says in place of a hyphen that ends a line inside a word; discretionary
// is Unicode's own character for it, which some files carry.
const (
	softHyphen    = '\u0002'
	discretionary = '\u00ad'
)

func isBlank(r rune) bool {
	return r <= ' ' && r != softHyphen || r == '\u00a0' || r == 0x3000 || r >= 0x2000 && r <= 0x200a || r == 0x202f
}

// isInvisible are characters without a shape: controls, directions, joiners, noncharacters.
func isInvisible(r rune) bool {
	switch {
	case r == softHyphen || r == discretionary:
		return false
	case r < 0 || r > unicode.MaxRune || r&0xfffe == 0xfffe:
		return true
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)
}

// spelling is how a character is written in text where that is not the character itself.
type spelling struct {
	r    rune
	text string
	doc  string
}

var spellings = [...]spelling{
	{0xfb00, "ff", "ligature"},
	{0xfb01, "fi", "ligature"},
	{0xfb02, "fl", "ligature"},
	{0xfb03, "ffi", "ligature"},
	{0xfb04, "ffl", "ligature"},
	{0xfb05, "st", "ligature"},
	{0xfb06, "st", "ligature"},
	{0xf0b7, "•", "bullet of a symbol font"},
	{0xf0a7, "▪", "square bullet of a symbol font"},
	{0xf0a8, "☐", "empty box of a symbol font"},
	{0xf078, "☒", "crossed box of a symbol font"},
	{0xf06f, "☐", "empty box of a symbol font"},
	{0xf0fe, "☒", "ticked box of a symbol font"},
	{0xf0fd, "☒", "crossed box of a symbol font"},
	{0xf0fc, "✓", "tick of a symbol font"},
}

func appendRune(b []byte, r rune) []byte {
	if r >= 0xf000 {
		for i := range spellings {
			if spellings[i].r == r {
				return append(b, spellings[i].text...)
			}
		}
	}
	return append(b, string(r)...)
}

// clean makes a label of the file printable.
func clean(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if isInvisible(r) || r == softHyphen || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s))
}

func isBullet(r rune) bool {
	return strings.ContainsRune("•◦▪■●○‣·∙–—-*►➢➤❖✓☐☒□", r)
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}

// isListBullet: a lone bullet that is not also a dash or an operator.
func isListBullet(text []byte) bool {
	switch string(text) {
	case "•", "◦", "▪", "■", "●", "○", "‣", "➢", "➤", "❖", "✓":
		return true
	}
	return false
}
