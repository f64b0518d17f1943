// Package figure turns text into exact amounts and compares them.
//
// Find reads every figure of a text from left to right: sums of money, percentages, multiples,
// per-share values, plain and spelled numbers, each with its sign, its unit, the scale that the
// words beside it give, the precision that its digits show and its place in the text. Parse
// reads a string that is one figure, in the notation of a table cell. Compare reports whether one
// figure is a correct rendering of another, and names what is wrong when it is not.
//
// What only looks like a figure has a Kind of its own: years, dates and fiscal
// periods, the numbers of notes, items and pages, telephone and file numbers, list and footnote
// onlyMarks. Values are decimals, never floats. The package refuses to guess what the text does not
// say: the unit of a table or the currency of a filing comes from the caller, as a Context.
package figure

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"
)

// Kind says what a number in a text is.
type Kind uint8

// The kinds up to Multiple are amounts; those from Absence on are not.
const (
	None          Kind = iota
	Number             // a count or quantity: 1,234 or twenty-five
	Money              // $1.2 billion
	PerShare           // $1.23 per diluted share
	Percent            // 15.2 %, of value 0.152
	Points             // 3 percentage points, of value 0.03
	BasisPoints        // 25 basis points, of value 0.0025
	Multiple           // 1.5x
	Absence            // no, none: a word that says zero
	Year               // a bare calendar year
	kindDate           // a day or a month
	kindPeriod         // a stretch of time: fiscal 2023, Q3, nine months ended …
	kindReference      // Note 12, Item 7, page 23, Rule 10
	kindFootnote       // (1) after a word or figure
	kindListMark       // 1. or (1) in front of text
	kindOrdinal        // 3rd
	kindClock          // 5:00 p.m.
	kindPhone          // (555) 010-0199
	kindCode           // 10-K, H100, 001-12345
)

var kindNames = [...]string{
	"none", "number", "money", "per-share", "percent", "points", "basis-points", "multiple",
	"absence", "year", "date", "period", "reference", "footnote", "list-mark", "ordinal", "clock", "phone", "code",
}

// String is the name of the kind as it is printed.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "none"
}

// IsAmount reports whether the number is a figure, and not a date, a label or a code.
func (k Kind) IsAmount() bool { return k >= Number && k <= Multiple }

// Sign is how a text shows the sign of a number.
type Sign uint8

// A number without any mark has no sign shown and is positive.
const (
	unsigned    Sign = iota
	Minus            // -5, −5
	parentheses      // (5), in accounting notation
	plus             // +5
)

var signNames = [...]string{"", "minus", "parentheses", "plus"}

// String is the name of the sign, empty for an unsigned number.
func (s Sign) String() string { return signNames[s&3] }

// Approx says how the words around a number qualify it.
type Approx uint8

// The qualifications, from none to the open bounds.
const (
	exact      Approx = iota
	about             // approximately, about, ~
	justUnder         // roundingTolerance, almost
	moreThan          // over, more than, exceeding
	atLeast           // at least, no less than
	lessThan          // under, less than
	atMost            // up to, at most
	approxSize        // not a qualification
)

var approxNames = [approxSize]string{"", "about", "just under", "more than", "at least", "less than", "at most"}

// String is the name of the qualification, empty for an exact number.
func (a Approx) String() string {
	if a < approxSize {
		return approxNames[a]
	}
	return ""
}

// Bound says which end of a range a number is.
type Bound uint8

// The low end of a range is always followed by its high end.
const (
	Single Bound = iota
	lowEnd
	highEnd
)

var boundNames = [...]string{"", "low", "high", ""}

// String is "low" or "high", empty for a number on its own.
func (b Bound) String() string { return boundNames[b&3] }

// Extent is a half-open range of bytes of the text that was read.
type Extent struct{ Start, End int }

// Amount is one number of a text. For amounts, Value = sign × Digits × 10^Scale, exactly. What
// is no amount has no value, except that a year has its own.
type Amount struct {
	Kind     Kind
	Value    decimal.Decimal // signed and scaled; 15.2 % is 0.152
	Unit     Unit
	Scale    int    // power of ten: 6 for millions, -2 for percent
	Decimals int    // decimals shown
	Digits   string // bare digits as they are shown, with separators
	Sign     Sign
	Approx   Approx
	Bound    Bound
	Spelled  bool   // in words
	Falls    bool   // the words around it say that something fell by it: "decreased 5 %"
	Label    string // why it is no amount: "note", "item", "phone"
	Period   Period // of years, dates and periods
	Extent          // the whole expression, with currency, scale and unit words
	Bare     Extent // the digits alone
}

// IsAmount reports whether a is a figure, and not a date, a label or a code.
func (a Amount) IsAmount() bool { return a.Kind.IsAmount() }

// String prints an amount so that Parse reads the same kind, value, unit and precision.
func (a Amount) String() string {
	switch {
	case a.Kind == Year, a.Kind == kindDate, a.Kind == kindPeriod:
		return a.Period.String()
	case !a.IsAmount():
		return strings.TrimSpace(a.Label + " " + a.Digits)
	}
	var b strings.Builder
	if a.Value.Sign() < 0 || (a.Sign == Minus && a.Value.IsZero()) {
		b.WriteByte('-')
	}
	currency, per := a.Unit.split()
	if isCode(currency) {
		b.WriteString(string(currency) + " ")
		currency = ""
	}
	word, rest := scaleWord(a.Scale - unitPower(a.Kind, a.Unit))
	b.WriteString(a.plainDigits(rest))
	b.WriteString(word)
	if currency == UnitTimes && rest != 0 {
		currency = "times"
	}
	writeUnit(&b, currency, per)
	return b.String()
}

// plainDigits prints the unscaled magnitude with the decimals shown: with commas, which also keep a
// count from being read as a year, or with an exponent where no word says the scale.
func (a Amount) plainDigits(exponent int) string {
	digits := a.Value.Abs().Shift(int32(-a.Scale)).StringFixed(int32(max(a.Decimals, 0)))
	if exponent != 0 {
		return fmt.Sprintf("%se%+d", digits, exponent)
	}
	whole, rest, _ := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest == "" {
		return whole
	}
	return whole + "." + rest
}

func writeUnit(b *strings.Builder, unit, per Unit) {
	switch unit {
	case "":
	case UnitPercent:
		b.WriteByte('%')
	case UnitTimes:
		b.WriteByte('x')
	case UnitBasisPoint:
		b.WriteString(" bps")
	case UnitPoint:
		b.WriteString(" percentage points")
	default:
		b.WriteString(" " + string(unit))
	}
	if per != "" {
		b.WriteString(" per " + string(per))
	}
}
