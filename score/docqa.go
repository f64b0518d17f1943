package score

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

// docqa is the rule by which answers to document questions used to be scored, kept to compare with old
// figures: the first number after the last "FINAL:", else the last number of all, right within half
// a unit or two percent.
func docqa(in *Input) Score {
	got, answered := legacyNumber(in.Answer)
	return in.best(func(gold string) Score {
		want, ok := legacyNumber(gold)
		if !ok {
			return Not("", Skipped, "the gold has no number")
		}
		if !answered {
			return unread(in, want.text, "there is no number in the answer")
		}
		diff := math.Abs(want.value - got.value)
		tolerance := max(0.5, 0.02*max(math.Abs(want.value), math.Abs(got.value)))
		out := Of("", indicator(diff <= tolerance))
		out.Expected, out.Extracted = want.text, got.text
		out.Explanation = fmt.Sprintf("off by %.6g, %.6g allowed", diff, tolerance)
		return out
	})
}

// legacyNumeral is a number as the old rule saw it.
type legacyNumeral struct {
	text  string
	value float64
}

// legacyNumber is the number that the old rule read: digits with a point and a minus sign, cut at commas.
func legacyNumber(s string) (legacyNumeral, bool) {
	if at := strings.LastIndex(s, finalTag); at >= 0 {
		if n, _, ok := nextNumeral(s, at+len(finalTag)); ok {
			return n, true
		}
	}
	last, found := legacyNumeral{}, false
	for i := 0; i < len(s); {
		n, end, ok := nextNumeral(s, i)
		if !ok {
			break
		}
		last, found, i = n, true, end
	}
	return last, found
}

// maxNumeral is how many digits a number of the old rule may have; longer runs of digits are none.
const maxNumeral = 300

// nextNumeral is the first number at or after s[i] and where it ends.
func nextNumeral(s string, i int) (n legacyNumeral, end int, ok bool) {
	for i < len(s) {
		if !ascii.IsDigit(s[i]) {
			i++
			continue
		}
		start := i
		if start > 0 && s[start-1] == '-' {
			start--
		}
		for i < len(s) && ascii.IsDigit(s[i]) {
			i++
		}
		if i+1 < len(s) && s[i] == '.' && ascii.IsDigit(s[i+1]) {
			for i++; i < len(s) && ascii.IsDigit(s[i]); i++ {
			}
		}
		if i-start > maxNumeral {
			continue
		}
		value, err := strconv.ParseFloat(s[start:i], 64)
		if err == nil {
			return legacyNumeral{s[start:i], value}, i, true
		}
	}
	return legacyNumeral{}, i, false
}
