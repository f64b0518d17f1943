package chart

import (
	"math"
	"strconv"
	"strings"
)

// Number writes a value as reports show it: whole numbers as they are, three decimals near one, fewer the
// larger it is, and never more than a reader can use.
func Number(v float64) string {
	switch size := math.Abs(v); {
	case v == math.Trunc(v) && size < 1e6:
		return grouped(strconv.FormatFloat(v+0, 'f', 0, 64))
	case size < 0.001 || size >= 1e6:
		return minus(strconv.FormatFloat(v, 'g', 3, 64))
	case size < 10:
		return minus(strconv.FormatFloat(v, 'f', 3, 64))
	case size < 1000:
		return minus(strconv.FormatFloat(v, 'f', 2, 64))
	default:
		whole, part, _ := strings.Cut(strconv.FormatFloat(v, 'f', 1, 64), ".")
		return grouped(whole) + "." + part
	}
}

// Signed writes a difference: with its sign, even if it is positive.
func Signed(v float64) string {
	if v > 0 {
		return "+" + Number(v)
	}
	return Number(v)
}

// Between writes an interval.
func Between(low, high float64) string { return Number(low) + " to " + Number(high) }

// Count writes a whole number with its thousands apart.
func Count[N int | int64](n N) string { return grouped(strconv.FormatInt(int64(n), 10)) }

// Share writes a part of a whole as a percentage, "–" of nothing. What is not all is never written as 100 %,
// and what is there never as 0.
func Share(part, whole int) string {
	if whole <= 0 {
		return "–"
	}
	v := 100 * float64(part) / float64(whole)
	switch {
	case part == 0 || part == whole:
		return strconv.FormatFloat(v, 'f', 0, 64) + " %"
	case v < 0.05:
		return "< 0.1 %"
	case v > 99.95:
		return "> 99.9 %"
	}
	return strconv.FormatFloat(v, 'f', 1, 64) + " %"
}

// grouped sets commas between the thousands of a whole number.
func grouped(digits string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		sign, digits = "−", rest
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// minus is a number with the sign that is as wide as a digit.
func minus(number string) string {
	if rest, ok := strings.CutPrefix(number, "-"); ok {
		return "−" + rest
	}
	return number
}
