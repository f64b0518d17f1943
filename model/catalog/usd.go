package catalog

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// USD is an exact amount in units of 1e-12 dollars, up to about 9.2 million dollars. The smallest listed
// price (half of 0.01 dollars per million tokens) is 5,000 of them a token, so sums over any number of
// calls are exact.
type USD int64

const (
	// Dollar is one dollar.
	Dollar USD = 1_000_000_000_000
	// maxUSD is the largest amount; what is above is refused as too large to be true.
	maxUSD USD = math.MaxInt64

	perDollarDigits = 12
)

// Float64 is the amount in dollars, for charts and JSON; not for sums.
func (u USD) Float64() float64 { return float64(u) / float64(Dollar) }

// String is the exact amount, "0.0123", without trailing zeros and with at least two decimals.
func (u USD) String() string {
	sign, n := "", uint64(u)
	if u < 0 {
		sign, n = "-", -n
	}
	frac := strings.TrimRight(fmt.Sprintf("%012d", n%uint64(Dollar)), "0")
	for len(frac) < 2 {
		frac += "0"
	}
	return fmt.Sprintf("%s%d.%s", sign, n/uint64(Dollar), frac)
}

// Plus is the sum, and false where it would exceed what USD can hold.
func (u USD) Plus(v USD) (USD, bool) {
	sum := u + v
	return sum, (v >= 0) == (sum >= u)
}

// times is n units at u each, and false on overflow or negative operands.
func (u USD) times(n int64) (USD, bool) {
	if u < 0 || n < 0 {
		return 0, false
	}
	hi, lo := bits.Mul64(uint64(u), uint64(n))
	return USD(lo), hi == 0 && lo <= uint64(maxUSD)
}

// parseUSD reads a plain decimal number of dollars, "12.5".
func parseUSD(s string) (USD, error) { return parseScaled(s, perDollarDigits) }

var errAmount = errors.New("not a plain decimal number such as 12.5")

// parseScaled reads a decimal as an integer of 10^-digits, exactly or not at all.
func parseScaled(s string, digits int) (USD, error) {
	whole, frac, dotted := strings.Cut(s, ".")
	if whole == "" || dotted && frac == "" || len(whole) > 18 {
		return 0, errAmount
	}
	if len(frac) > digits {
		return 0, fmt.Errorf("more than %d decimals cannot be held exactly", digits)
	}
	var n USD
	for i := range len(whole) + digits {
		digit := byte('0')
		switch {
		case i < len(whole):
			digit = whole[i]
		case i-len(whole) < len(frac):
			digit = frac[i-len(whole)]
		}
		if !ascii.IsDigit(digit) {
			return 0, errAmount
		}
		if n > (maxUSD-9)/10 {
			return 0, errors.New("too large an amount")
		}
		n = n*10 + USD(digit-'0')
	}
	return n, nil
}
