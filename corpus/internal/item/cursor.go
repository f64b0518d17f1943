package item

import (
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// cursor reads text from left to right. Its methods consume something and report whether it was there;
// if not, the cursor does not move.
type cursor struct {
	b []byte
	i int
}

func (c *cursor) at(i int) byte {
	if i < 0 || i >= len(c.b) {
		return 0
	}
	return c.b[i]
}

// blank is the width of the white space at i: ASCII, the Unicode spaces that filings use, and the
// zero-width and soft-hyphen marks that some of them put inside labels.
func blank(b []byte, i int) int {
	if i >= len(b) {
		return 0
	}
	switch b[i] {
	case ' ', '\t', '\v', '\n', '\r', '\f':
		return 1
	}
	if b[i] < 0x80 {
		return 0
	}
	r, w := utf8.DecodeRune(b[i:])
	switch {
	case r == 0xA0, r == 0xAD, r >= 0x2000 && r <= 0x200F, r == 0x202F, r == 0x205F, r == 0x2060, r == 0x3000, r == 0xFEFF:
		return w
	}
	return 0
}

func (c *cursor) blanks() bool {
	from := c.i
	for w := blank(c.b, c.i); w > 0; w = blank(c.b, c.i) {
		c.i += w
	}
	return c.i > from
}

// word takes the lower-case ASCII word w, in any case and perhaps spaced out ("I T E M").
func (c *cursor) word(w string) bool {
	from := c.i
	for k := 0; k < len(w); k++ {
		if k > 0 {
			c.blanks()
		}
		if c.at(c.i)|0x20 != w[k] {
			c.i = from
			return false
		}
		c.i++
	}
	return true
}

// dash is the width of a hyphen or dash at i.
func dash(b []byte, i int) int {
	if i >= len(b) {
		return 0
	}
	if b[i] == '-' {
		return 1
	}
	if b[i] == 0xE2 && i+2 < len(b) && b[i+1] == 0x80 && b[i+2] >= 0x90 && b[i+2] <= 0x95 {
		return 3
	}
	if b[i] == 0xE2 && i+2 < len(b) && b[i+1] == 0x88 && b[i+2] == 0x92 {
		return 3
	}
	return 0
}

// separators takes the marks between number and title.
func (c *cursor) separators() bool {
	from := c.i
	marked := false
	for {
		if w := dash(c.b, c.i); w > 0 {
			c.i += w
			marked = true
			continue
		}
		switch c.at(c.i) {
		case '.', ':', ';', ')', ']', '*', '|':
			c.i++
			marked = true
			continue
		}
		if c.blanks() {
			continue
		}
		if !marked && c.i > from {
			return false
		}
		return marked
	}
}

// skipLead skips what may precede a label: blanks, bullets, an opening bracket.
func (c *cursor) skipLead() {
	for c.i < len(c.b) {
		if c.blanks() {
			continue
		}
		switch c.b[c.i] {
		case '*', '[', '|', '_', '-':
			c.i++
			continue
		}
		if w := bullet(c.b, c.i); w > 0 {
			c.i += w
			continue
		}
		return
	}
}

// bullet is the width of a bullet glyph at i.
func bullet(b []byte, i int) int {
	for _, g := range []string{"•", "·", "●", "▪"} {
		if len(b)-i >= len(g) && string(b[i:i+len(g)]) == g {
			return len(g)
		}
	}
	return 0
}

// numeral takes digits or a roman numeral of up to twenty.
func (c *cursor) numeral() (n int, roman bool) {
	if ascii.IsDigit(c.at(c.i)) {
		from := c.i
		for ascii.IsDigit(c.at(c.i)) && c.i-from < 5 {
			n = n*10 + int(c.b[c.i]-'0')
			c.i++
		}
		return n, false
	}
	from := c.i
	for c.i-from < 6 && c.i < len(c.b) && strings.IndexByte("IVXivx", c.b[c.i]) >= 0 {
		c.i++
	}
	n = romanValue(c.b[from:c.i])
	if n == 0 {
		c.i = from
	}
	return n, n > 0
}

var numberWords = []string{
	"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
	"fifteen", "sixteen",
}

// spelled takes a number of up to sixteen in words, of which a letter may follow: "Nine", "NINE-A", "OneB".
func (c *cursor) spelled() int {
	for n, w := range numberWords {
		end := c.i + len(w)
		if !ascii.HasPrefixFold(c.b[c.i:], w) {
			continue
		}
		if next := c.at(end) | 0x20; !ascii.IsLetter(next) || next <= 'e' && !ascii.IsAlnum(c.at(end+1)) {
			c.i = end
			return n + 1
		}
	}
	return 0
}

func romanValue(b []byte) int {
	n, last := 0, 0
	for i := len(b) - 1; i >= 0; i-- {
		v := 10
		switch b[i] | 0x20 {
		case 'i':
			v = 1
		case 'v':
			v = 5
		}
		if v < last {
			n -= v
		} else {
			n += v
			last = v
		}
	}
	return n
}
