package xbrl

import (
	"math/big"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/internal/ascii"
)

// amount is a decimal number as digits: those of whole, then those of part after the point.
type amount struct {
	whole, part []byte
	negative    bool
}

// readAmount reads the plain form that transforms give: digits, at most one point, perhaps a sign.
func readAmount(b []byte) (a amount, ok bool) {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		a.negative = b[0] == '-'
		b = b[1:]
	}
	point := len(b)
	for i, c := range b {
		switch {
		case c == '.' && point == len(b):
			point = i
		case !ascii.IsDigit(c):
			return a, false
		}
	}
	a.whole = b[:point]
	if point < len(b) {
		a.part = b[point+1:]
	}
	if len(a.whole)+len(a.part) == 0 || len(b) > maxDigits {
		return a, false
	}
	return a, true
}

// appendScaled writes the amount times ten to the scale, plainly and without needless zeros.
func (a amount) appendScaled(dst []byte, scale int) []byte {
	point := len(a.whole) + scale // where the point goes, counted in digits
	digit := func(i int) byte {
		switch {
		case i < 0 || i >= len(a.whole)+len(a.part):
			return '0'
		case i < len(a.whole):
			return a.whole[i]
		}
		return a.part[i-len(a.whole)]
	}
	first, last := min(0, point), max(len(a.whole)+len(a.part), point)
	for first < point-1 && digit(first) == '0' {
		first++
	}
	for last > point && digit(last-1) == '0' {
		last--
	}
	start := len(dst)
	if a.negative {
		dst = append(dst, '-')
	}
	if first >= point {
		dst = append(dst, '0')
		first = point
	}
	for i := first; i < last; i++ {
		if i == point {
			dst = append(dst, '.')
		}
		dst = append(dst, digit(i))
	}
	if a.negative && string(dst[start:]) == "-0" {
		return append(dst[:start], '0')
	}
	return dst
}

// toDecimal is a number in plain form as a decimal. Zeros at the end of a whole number go into the
// exponent no more than the writing says: 1000 is 1000, not 1e3.
func toDecimal(plain []byte) decimal.Decimal {
	var digits [20]byte
	short := digits[:0]
	exponent := 0
	for i, c := range plain {
		if c == '.' {
			exponent = i + 1 - len(plain)
			continue
		}
		short = append(short, c)
	}
	if len(short) <= 18 {
		n, _ := strconv.ParseInt(string(short), 10, 64)
		return decimal.New(n, int32(exponent))
	}
	n, _ := new(big.Int).SetString(string(short), 10)
	return decimal.NewFromBigInt(n, int32(exponent))
}
