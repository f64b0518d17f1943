package finqa

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// Limits of a number as it is written.
const (
	maxDigits   = 300
	maxExponent = 300
)

// constant begins the names of FinQA's constants; one of them is no number.
const constant, minusOne = "const_", "m1"

// readNumber reads a number as programs and cells of tables write it: 5829, 1,697.5, .450, -4363, 6.9%,
// const_100, const_m1, 1e6.
func readNumber(s string) (*big.Rat, bool) {
	if rest, is := strings.CutPrefix(s, constant); is {
		if rest == minusOne {
			return big.NewRat(-1, 1), true
		}
		return readDecimal(rest)
	}
	rest, percent := strings.CutSuffix(s, "%")
	r, ok := readDecimal(strings.TrimSpace(rest))
	if ok && percent {
		r.Quo(r, big.NewRat(100, 1))
	}
	return r, ok
}

// readDecimal reads digits with a sign, a point, an exponent and commas between groups of three.
func readDecimal(s string) (*big.Rat, bool) {
	if len(s) == 0 || len(s) > maxDigits {
		return nil, false
	}
	body := s
	if body[0] == '-' || body[0] == '+' {
		body = body[1:]
	}
	mantissa := body
	if at := strings.IndexAny(body, "eE"); at >= 0 {
		mantissa = body[:at]
		if e, err := strconv.Atoi(body[at+1:]); err != nil || e > maxExponent || e < -maxExponent {
			return nil, false
		}
	}
	whole, part, _ := strings.Cut(mantissa, ".")
	if !grouped(whole) || !digits(part) || whole == "" && part == "" {
		return nil, false
	}
	return new(big.Rat).SetString(strings.ReplaceAll(s, ",", ""))
}

// grouped reports whether a whole number is digits, with commas nowhere or after each three from its end.
func grouped(s string) bool {
	groups := strings.Split(s, ",")
	for i, g := range groups {
		if !digits(g) || i > 0 && len(g) != 3 || i == 0 && len(groups) > 1 && (g == "" || len(g) > 3) {
			return false
		}
	}
	return true
}

func digits(s string) bool {
	for i := range len(s) {
		if !ascii.IsDigit(s[i]) {
			return false
		}
	}
	return true
}
