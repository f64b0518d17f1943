package figure

import (
	"math/big"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/internal/ascii"
)

// Limits of what is read as one number. Longer runs are codes, whatever is around them.
const (
	maxDigits   = 40 // digits of one number
	maxExponent = 30 // of scientific notation
	maxGap      = 16 // bytes of white space between the parts of an expression
)

// wordEnd is the end of the letters that start at i.
func wordEnd(t string, i int) int {
	for i < len(t) && ascii.IsLetter(t[i]) {
		i++
	}
	return i
}

// wordStart is the start of the letters that end at p.
func wordStart(t string, p int) int {
	for p > 0 && ascii.IsLetter(t[p-1]) {
		p--
	}
	return p
}

// digitsEnd is the end of the digits that start at i.
func digitsEnd(t string, i int) int {
	for i < len(t) && ascii.IsDigit(t[i]) {
		i++
	}
	return i
}

// equalFold compares ASCII letters without regard to case; lower must be in lower case.
func equalFold(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range len(s) {
		if ascii.ToLower(s[i]) != lower[i] {
			return false
		}
	}
	return true
}

// phraseAt reads a phrase at i, without regard to case, in which every blank matches a run of
// blanks; it must not end inside a word.
func phraseAt(t string, i int, phrase string) (end int, ok bool) {
	for k := 0; k < len(phrase); k++ {
		c := phrase[k]
		if c == ' ' {
			next := skipBlanks(t, i)
			if next == i {
				if i >= len(t) || t[i] != '-' {
					return 0, false
				}
				next++
			}
			i = next
			continue
		}
		if i >= len(t) || ascii.ToLower(t[i]) != ascii.ToLower(c) {
			return 0, false
		}
		i++
	}
	if i < len(t) && ascii.IsAlnum(t[i]) && ascii.IsLetter(phrase[len(phrase)-1]) {
		return 0, false
	}
	return i, true
}

// blankAt is the length of the blank at i: a space, a non-breaking or a thin one.
func blankAt(t string, i int) int {
	switch c := t[i]; {
	case c == ' ':
		return 1
	case c == 0xC2 && i+1 < len(t) && t[i+1] == 0xA0:
		return 2
	case c == 0xE2 && i+2 < len(t) && t[i+1] == 0x80 && (t[i+2]-0x80 <= 0x0B || t[i+2] == 0xAF):
		return 3
	}
	return 0
}

// skipBlanks is the end of the blanks at i. A line may break inside an expression, a cell may not.
func skipBlanks(t string, i int) int {
	if i >= len(t) || t[i] > ' ' && t[i] < 0x80 {
		return i
	}
	start, lines := i, 0
	for i < len(t) && i-start < maxGap {
		if n := blankAt(t, i); n > 0 {
			i += n
			continue
		}
		if t[i] != '\n' && t[i] != '\r' {
			break
		}
		if t[i] == '\n' {
			if lines++; lines > 1 {
				return start
			}
		}
		i++
	}
	return i
}

// backBlanks is the start of the blanks that end at p.
func backBlanks(t string, p int) int {
	end, lines := p, 0
	for p > 0 && end-p < maxGap {
		switch c := t[p-1]; {
		case c == ' ' || c == '\r':
			p--
		case c == '\n':
			if lines++; lines > 1 {
				return end
			}
			p--
		case c == 0xA0 && p > 1 && t[p-2] == 0xC2:
			p -= 2
		case p > 2 && c >= 0x80 && t[p-3] == 0xE2 && blankAt(t, p-3) == 3:
			p -= 3
		default:
			return p
		}
	}
	return p
}

// dashAt is the length of the hyphen, minus or dash at i, and whether it is long: a dash that
// means zero in a table and is never a sign in prose.
func dashAt(t string, i int) (n int, long bool) {
	switch {
	case i >= len(t):
		return 0, false
	case t[i] == '-':
		return 1, false
	case t[i] != 0xE2 || i+2 >= len(t):
		return 0, false
	case t[i+1] == 0x88 && t[i+2] == 0x92: // minus
		return 3, false
	case t[i+1] == 0x80 && t[i+2]-0x90 <= 3: // hyphens, figure dash, en dash
		return 3, false
	case t[i+1] == 0x80 && (t[i+2] == 0x94 || t[i+2] == 0x95): // em dash, bar
		return 3, true
	}
	return 0, false
}

// dashBefore is the length of the dash that ends at p.
func dashBefore(t string, p int) (n int, long bool) {
	if p > 0 && t[p-1] == '-' {
		return 1, false
	}
	if p > 2 && t[p-3] == 0xE2 {
		return dashAt(t, p-3)
	}
	return 0, false
}

// body is the digits of one number as printed.
type body struct {
	start, end int
	digits     int // all digits, separators left out
	decimals   int
	exponent   int  // of scientific notation
	grouped    bool // has thousands separators
	tooLong    bool
	fraction   decimal.Decimal // a fraction after the digits
	integerEnd int             // where the digits before the fraction end
}

// plain reports whether the number is only a run of digits.
func (b *body) plain() bool {
	return b.digits == b.end-b.start && b.exponent == 0 && !b.grouped && b.fraction.IsZero()
}

// integer is the value of a plain run of digits that is short enough, or -1.
func (b *body) integer(t string) int {
	if !b.plain() || b.digits > 9 {
		return -1
	}
	v := 0
	for _, c := range []byte(t[b.start:b.end]) {
		v = v*10 + int(c-'0')
	}
	return v
}

// coefficient is the digits as a whole number, for at most 18 of them, without a fraction after them.
func (b *body) coefficient(t string) (v int64) {
	for i := b.start; i < b.end && t[i]|0x20 != 'e' && (b.integerEnd == 0 || i < b.integerEnd); i++ {
		if ascii.IsDigit(t[i]) {
			v = v*10 + int64(t[i]-'0')
		}
	}
	return v
}

// value is the exact number that the digits write, fraction included, times a power of ten.
func (b *body) value(t string, scale int, negative bool) decimal.Decimal {
	exp := int32(scale - b.decimals)
	if b.digits > 18 {
		return b.longValue(t, exp, negative)
	}
	v := b.coefficient(t)
	if negative {
		v = -v
	}
	n := decimal.New(v, exp)
	if b.fraction.IsZero() {
		return n
	}
	f := b.fraction.Shift(int32(scale))
	if negative {
		return n.Sub(f)
	}
	return n.Add(f)
}

// longValue is the value of more digits than an int64 holds.
func (b *body) longValue(t string, exp int32, negative bool) decimal.Decimal {
	var digits []byte
	for i := b.start; i < b.end && t[i]|0x20 != 'e'; i++ {
		if ascii.IsDigit(t[i]) {
			digits = append(digits, t[i])
		}
	}
	v, _ := new(big.Int).SetString(string(digits), 10)
	if negative {
		v.Neg(v)
	}
	return decimal.NewFromBigInt(v, exp)
}
