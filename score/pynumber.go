package score

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/assayhq/assay/internal/ascii"
)

// pyNumber is a number as the evaluator of TAT-QA, a program in Python, has it: whole numbers stay whole
// until they meet a fraction, and print without a point.
type pyNumber struct {
	whole    *big.Int // nil for a fraction
	fraction float64
}

func (n pyNumber) float() float64 {
	if n.whole == nil {
		return n.fraction
	}
	if n.whole.IsInt64() && n.whole.BitLen() <= 53 {
		return float64(n.whole.Int64())
	}
	f, _ := new(big.Float).SetInt(n.whole).Float64()
	return f
}

func (n pyNumber) times(m pyNumber) pyNumber {
	if m == one {
		return n
	}
	if n.whole != nil && m.whole != nil {
		return pyNumber{whole: new(big.Int).Mul(n.whole, m.whole)}
	}
	return pyNumber{fraction: n.float() * m.float()}
}

// rounded is round(n, places) of Python: exact, and to even.
func (n pyNumber) rounded(places int) pyNumber {
	if n.whole != nil {
		return n
	}
	f, _ := strconv.ParseFloat(strconv.FormatFloat(n.fraction, 'f', places, 64), 64)
	return pyNumber{fraction: f}
}

// String is str(n) of Python.
func (n pyNumber) String() string {
	if n.whole != nil {
		return n.whole.String()
	}
	abs := math.Abs(n.fraction)
	if abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.FormatFloat(n.fraction, 'e', -1, 64)
	}
	s := strconv.FormatFloat(n.fraction, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// fourPlaces is "%.4f" % f of Python.
func fourPlaces(f float64) string { return strconv.FormatFloat(f, 'f', 4, 64) }

func wholeNumber(n int64) pyNumber { return pyNumber{whole: big.NewInt(n)} }

// hundredth is what a percent sign multiplies by.
var hundredth = pyNumber{fraction: 0.01}

// scaleFactor is what a word for a scale multiplies by; a text without any multiplies by one.
func scaleFactor(word string) pyNumber {
	for _, w := range scaleFactors {
		if ascii.ContainsFold(word, w.word) {
			return w.factor
		}
	}
	return one
}

var scaleFactors = [...]struct {
	word   string
	factor pyNumber
}{
	{"hundred", wholeNumber(100)}, {"thousand", wholeNumber(1_000)}, {"million", wholeNumber(1_000_000)},
	{"billion", wholeNumber(1_000_000_000)}, {"percent", hundredth},
}

// one is what no scale multiplies by.
var one = wholeNumber(1)

// pyNumeric reports whether the evaluator takes a text for a number: its first word is one, without the
// marks around it, and its second, if there is one, a scale.
func pyNumeric(s string) bool {
	if !maybeNumber(s) {
		return false
	}
	rest := asciiDigits(s)
	first, rest := cleanWord(rest)
	if !pyFloat(first) {
		return false
	}
	second, _ := cleanWord(rest)
	if second == "" {
		return true
	}
	return scaleFactor(second) != one
}

// maybeNumber reports whether a text has what every number has: a digit of some script, or the i of
// infinity.
func maybeNumber(s string) bool {
	for i := range len(s) {
		if c := s[i]; ascii.IsDigit(c) || c >= 0x80 || c|0x20 == 'i' && i+2 < len(s) && strings.EqualFold(s[i:i+3], "inf") {
			return true
		}
	}
	return false
}

// cleanWord is the first word of a text that has more in it than marks, without them.
func cleanWord(s string) (word, rest string) {
	for {
		start, end := nextField([]byte(s), 0)
		if start == end {
			return "", ""
		}
		word, s = withoutMarks(s[start:end]), s[end:]
		if word != "" {
			return word, s
		}
	}
}

// numberMarks are what may be around the digits of a number.
const numberMarks = `'"\$€£¥%(),[]`

// withoutMarks is a text without the marks of numbers.
func withoutMarks(s string) string {
	if !strings.ContainsAny(s, numberMarks) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(numberMarks, r) {
			return -1
		}
		return r
	}, s)
}

// asciiDigits is a text with the digits of all scripts as those of ASCII, as Python reads them.
func asciiDigits(s string) string {
	for i := 0; ; i++ {
		if i == len(s) {
			return s
		}
		if s[i] >= 0x80 {
			break
		}
	}
	return strings.Map(func(r rune) rune {
		if r < 0x80 || !unicode.Is(unicode.Nd, r) {
			return r
		}
		zero := r
		for zero > r-9 && unicode.Is(unicode.Nd, zero-1) {
			zero--
		}
		return '0' + (r-zero)%10
	}, s)
}

// pyFloat reports whether float(s) of Python is a number.
func pyFloat(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	if strings.EqualFold(s, "inf") || strings.EqualFold(s, "infinity") {
		return true
	}
	s, before := skipDigits(s)
	after := false
	if s != "" && s[0] == '.' {
		s, after = skipDigits(s[1:])
	}
	if !before && !after {
		return false
	}
	if s == "" || s[0]|0x20 != 'e' {
		return s == ""
	}
	if s = s[1:]; s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	s, exponent := skipDigits(s)
	return exponent && s == ""
}

// skipDigits passes over digits, with single underscores between them.
func skipDigits(s string) (rest string, any bool) {
	i := 0
	for i < len(s) && (ascii.IsDigit(s[i]) || i > 0 && s[i] == '_' && s[i-1] != '_' && i+1 < len(s) &&
		ascii.IsDigit(s[i+1])) {
		i++
	}
	return s[i:], i > 0
}

// readPyNumber is the number that the evaluator reads in a text: the first digits, with their sign, times
// the scale after any, negative in parentheses, a hundredth before a percent sign. It reads none in
// digits that begin with a point.
func readPyNumber(s string) (pyNumber, bool) {
	s = asciiDigits(s)
	digits := firstDigits(withoutMarks(s))
	if digits == "" || len(digits) > maxNumeral {
		return pyNumber{}, false
	}
	var n pyNumber
	if strings.Contains(digits, ".") {
		n.fraction, _ = strconv.ParseFloat(digits, 64)
	} else {
		n.whole, _ = new(big.Int).SetString(digits, 10)
	}
	n = n.times(scaleAfter(s))
	if bracketedNumber(s) {
		n = n.times(wholeNumber(-1))
	}
	if percentSign(s) {
		n = n.times(hundredth)
	}
	return n.rounded(4), true
}

// firstDigits is the first number of a text, if digits come before its point.
func firstDigits(s string) string {
	for i := range len(s) {
		start := i
		if (s[i] == '-' || s[i] == '+') && i+1 < len(s) {
			i++
		}
		switch {
		case ascii.IsDigit(s[i]):
			end := digitsEnd(s, i)
			if end+1 < len(s) && s[end] == '.' && ascii.IsDigit(s[end+1]) {
				end = digitsEnd(s, end+1)
			}
			return s[start:end]
		case s[i] == '.' && i+1 < len(s) && ascii.IsDigit(s[i+1]):
			return ""
		}
	}
	return ""
}

func digitsEnd(s string, i int) int {
	for i < len(s) && ascii.IsDigit(s[i]) {
		i++
	}
	return i
}

// scaleAfter is the scale of the first letters after digits or points, with a blank between them
// or none.
func scaleAfter(s string) pyNumber {
	for i := 0; i < len(s); i++ {
		if !ascii.IsDigit(s[i]) && s[i] != '.' {
			continue
		}
		at := i + 1
		if at < len(s) {
			at += blankAt([]byte(s[at:min(at+4, len(s))]), 0)
		}
		end := at
		for end < len(s) && ascii.IsLetter(s[end]) {
			end++
		}
		if end > at {
			return scaleFactor(s[at:end])
		}
	}
	return one
}

// bracketedNumber reports whether parentheses are around nothing but digits, points, percent signs and
// blanks.
func bracketedNumber(s string) bool {
	for open := strings.IndexByte(s, '('); open >= 0; {
		inner := s[open+1:]
		end := strings.IndexFunc(inner, func(r rune) bool { return !isNumberRune(r) && r != '%' })
		if end > 0 && inner[end] == ')' {
			return true
		}
		next := strings.IndexByte(inner, '(')
		if next < 0 {
			return false
		}
		open += 1 + next
	}
	return false
}

// percentSign reports whether a percent sign follows a digit, a point or a blank.
func percentSign(s string) bool {
	var before rune
	for _, r := range strings.TrimFunc(s, isBlankRune) {
		if r == '%' && isNumberRune(before) {
			return true
		}
		before = r
	}
	return false
}

func isNumberRune(r rune) bool { return ascii.IsDigit(r) || r == '.' || isBlankRune(r) }
