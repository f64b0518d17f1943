package figure

import (
	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/internal/ascii"
)

// lexBody reads the number whose first digit is at i. Loose lets a comma be the decimal mark and a
// plain blank separate thousands, which in prose are more often the end of one number and the start
// of another.
func lexBody(t string, i int, loose bool) body {
	b := body{start: i}
	if i > 0 && t[i-1] == '.' && (i < 2 || !ascii.IsAlnum(t[i-2]) && t[i-2] != '.') {
		b.start = i - 1
		b.end = digitsEnd(t, i)
		b.digits, b.decimals = b.end-i, b.end-i
	} else {
		b.end = digitsEnd(t, i)
		b.digits = b.end - i
		b.groups(t, loose)
	}
	b.tooLong = b.digits > maxDigits
	if !b.tooLong {
		b.scientific(t)
		b.fractionAfter(t)
	}
	return b
}

// groups reads thousands separators and decimals after the first run of digits.
func (b *body) groups(t string, loose bool) {
	lead := b.digits
	n := separatorAt(t, b.end, loose)
	if n > 0 && lead <= 3 && t[b.start] != '0' {
		b.thousands(t, n)
	}
	if b.end >= len(t) {
		return
	}
	c := t[b.end]
	if c == '.' && !b.dotted(t) || c == ',' && (b.dotted(t) || !b.grouped && (loose || b.continental(t))) {
		b.decimal(t)
	}
}

// continental reports whether the comma at the end of b must be a decimal mark: one or two
// digits follow it
func (b *body) continental(t string) bool {
	end := digitsEnd(t, b.end+1)
	if run := end - b.end - 1; run == 0 || run > 2 {
		return false
	}
	if p := skipBlanks(t, end); p < len(t) && t[p] == '%' {
		return true
	}
	unit, _ := signBefore(t, backBlanks(t, b.start))
	return unit == "EUR" || unit == "BRL"
}

// dotted reports whether full stops separate the thousands, as in 1.234.567,89.
func (b *body) dotted(t string) bool {
	for i := b.start; b.grouped && i < b.end; i++ {
		if !ascii.IsDigit(t[i]) {
			return t[i] == '.'
		}
	}
	return false
}

// thousands reads groups of three digits that are joined by one and the same separator, or the
// Indian groups of two before a last one of three.
func (b *body) thousands(t string, n int) {
	sep := t[b.end : b.end+n]
	end, digits, groups := b.end, b.digits, 0
	for end+n < len(t) && t[end:end+n] == sep {
		run := digitsEnd(t, end+n) - end - n
		if run != 3 && !(run == 2 && sep == "," && indianAt(t, end+n)) {
			break
		}
		end, digits, groups = end+n+run, digits+run, groups+1
	}
	if groups == 0 || sep == "." && !european(t, end, groups) {
		return
	}
	b.end, b.digits, b.grouped = end, digits, true
}

// indianAt reports whether the two digits at i continue as 12,345 or 12,34,567 does.
func indianAt(t string, i int) bool {
	for range maxDigits / 3 {
		end := digitsEnd(t, i)
		switch {
		case end-i == 3:
			return true
		case end-i != 2 || end >= len(t) || t[end] != ',':
			return false
		}
		i = end + 1
	}
	return false
}

// european reports whether full stops must separate thousands: 1.234.567 or 1.234,5, where
// 1.234 alone is a decimal.
func european(t string, end, groups int) bool {
	if groups > 1 {
		return true
	}
	if end+1 >= len(t) || t[end] != ',' {
		return false
	}
	run := digitsEnd(t, end+1) - end - 1
	return run == 1 || run == 2
}

// separatorAt is the length of a thousands separator at i that is followed by a digit.
func separatorAt(t string, i int, loose bool) int {
	if i >= len(t) {
		return 0
	}
	n := 0
	switch c := t[i]; {
	case c == ',' || c == '.' || c == '\'':
		n = 1
	case c == ' ':
		if loose {
			n = 1
		}
	case c >= 0x80:
		n = blankAt(t, i)
		if n == 0 && i+2 < len(t) && t[i:i+3] == "’" {
			n = 3
		}
	}
	if n == 0 || i+n >= len(t) || !ascii.IsDigit(t[i+n]) {
		return 0
	}
	return n
}

// decimal reads the decimal mark at the end of b and the digits after it.
func (b *body) decimal(t string) {
	end := digitsEnd(t, b.end+1)
	run := end - b.end - 1
	if run == 0 {
		return
	}
	b.end, b.digits, b.decimals = end, b.digits+run, run
}

// scientific reads an exponent: 5e-05.
func (b *body) scientific(t string) {
	i := b.end
	if i+1 >= len(t) || t[i]|0x20 != 'e' || b.grouped {
		return
	}
	negative := t[i+1] == '-'
	if negative || t[i+1] == '+' {
		i++
	} else if b.decimals == 0 {
		return // 5E10 without a sign is a code
	}
	end := digitsEnd(t, i+1)
	if end == i+1 || end > i+4 || end < len(t) && ascii.IsAlnum(t[end]) {
		return
	}
	v := 0
	for _, c := range []byte(t[i+1 : end]) {
		v = v*10 + int(c-'0')
	}
	if v > maxExponent {
		return
	}
	if negative {
		v = -v
	}
	b.end, b.exponent = end, v
}

// fractionRow is a fraction with a character of its own, as old coupons and prices have them.
type fractionRow struct {
	Text  string
	Value decimal.Decimal
}

var fractionRows = []fractionRow{
	{"½", decimal.New(5, -1)},
	{"¼", decimal.New(25, -2)},
	{"¾", decimal.New(75, -2)},
	{"⅛", decimal.New(125, -3)},
	{"⅜", decimal.New(375, -3)},
	{"⅝", decimal.New(625, -3)},
	{"⅞", decimal.New(875, -3)},
}

// fractionAt reads a fraction character at i.
func fractionAt(t string, i int) *fractionRow {
	if i >= len(t) || t[i] != 0xC2 && t[i] != 0xE2 {
		return nil
	}
	for k := range fractionRows {
		r := &fractionRows[k]
		if len(t)-i >= len(r.Text) && t[i:i+len(r.Text)] == r.Text {
			return r
		}
	}
	return nil
}

// fractionAfter reads a fraction, 1/2, or one after a whole number: 7½, 7 1/2 or 7-1/2. Only fractions that end in
// decimals are read, because values are exact.
func (b *body) fractionAfter(t string) {
	if b.decimals > 0 || b.exponent != 0 {
		return
	}
	if b.end < len(t) && t[b.end] == '/' {
		if f, end := slashFraction(t, b.start); end > b.start {
			b.integerEnd, b.end, b.fraction = -1, end, f
		}
		return
	}
	i := skipBlanks(t, b.end)
	if r := fractionAt(t, i); r != nil {
		b.integerEnd, b.end, b.fraction = b.end, i+len(r.Text), r.Value
		return
	}
	if i == b.end && i < len(t) && t[i] == '-' {
		i++
	}
	if i == b.end || i >= len(t) || !ascii.IsDigit(t[i]) {
		return
	}
	if f, end := slashFraction(t, i); end > i && b.digits <= 3 {
		b.integerEnd, b.end, b.fraction = b.end, end, f
	}
}

// slashFraction reads a proper fraction over a power of two: 3/8.
func slashFraction(t string, i int) (decimal.Decimal, int) {
	mid := digitsEnd(t, i)
	if mid == i || mid-i > 2 || mid >= len(t) || t[mid] != '/' {
		return decimal.Decimal{}, i
	}
	end := digitsEnd(t, mid+1)
	if end == mid+1 || end-mid > 3 || end < len(t) && (ascii.IsAlnum(t[end]) || t[end] == '/') {
		return decimal.Decimal{}, i
	}
	over, under := smallInt(t[i:mid]), smallInt(t[mid+1:end])
	places := fractionPlaces(under)
	if places == 0 || over >= under || over == 0 {
		return decimal.Decimal{}, i
	}
	unit := decimal.New(1, 0).DivRound(decimal.New(int64(under), 0), int32(places))
	return unit.Mul(decimal.New(int64(over), 0)), end
}

// fractionPlaces is the number of decimals that a fraction over n has, 0 when it never ends or is
// no usual denominator.
func fractionPlaces(n int) int {
	switch n {
	case 2:
		return 1
	case 4:
		return 2
	case 8:
		return 3
	case 16:
		return 4
	case 32:
		return 5
	case 64:
		return 6
	default:
		return 0
	}
}

func smallInt(digits string) int {
	v := 0
	for _, c := range []byte(digits) {
		v = v*10 + int(c-'0')
	}
	return v
}
