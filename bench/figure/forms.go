package main

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/figure"
)

// form is a way to make an answer out of a gold. It returns the empty string where it does not apply.
type form struct {
	name  string
	right bool
	make  func(g, other *gold) string
}

var forms = []form{
	{"as printed", true, func(g, _ *gold) string { return g.printed() }},
	{"in a sentence", true, func(g, _ *gold) string { return "The answer is " + g.printed() + "." }},
	{"in a sentence with a year", true, func(g, _ *gold) string { return "In fiscal 2017, the result was " + g.printed() + "." }},
	{"behind FINAL:", true, func(g, _ *gold) string {
		return "REASONING: the table has 12 rows, of which 3 count: 45.6 + 7.8 = 53.4.\nFINAL: " + g.printed()
	}},
	{"approximately", true, func(g, _ *gold) string { return "approximately " + g.printed() }},
	{"in bold", true, func(g, _ *gold) string { return "**" + g.printed() + "**" }},
	{"$ and commas", true, withCommas},
	{"a zero more", true, zeroMore},
	{"rounded to 3 digits", true, rounded},
	{"negative in parentheses", true, inParentheses},
	{"with a true minus sign", true, trueMinus},
	{"as percent, in words", true, inPercent},
	{"as fraction", true, asFraction},
	{"as basis points", true, asPoints},
	{"percent of a fraction asked for in percent", true, func(g, _ *gold) string {
		if !g.askedInPercent() {
			return ""
		}
		return g.amount.Value.Shift(2).String() + "%"
	}},
	{"in the next scale", true, func(g, _ *gold) string { return g.inScale(g.amount.Scale+3, 3) }},
	{"in the scale before", true, func(g, _ *gold) string { return g.inScale(g.amount.Scale-3, 0) }},
	{"written out", true, func(g, _ *gold) string { return g.inScale(0, 0) }},
	{"with dollars in words", true, dollarWords},
	{"with a currency code", true, currencyCode},
	{"scale as a letter", true, scaleLetter},
	{"thousands apart by blanks", true, blanks},
	{"scientific", true, scientific},
	{"negative in words", true, func(g, _ *gold) string { return g.negative("negative ", "") }},
	{"negative as a decrease", true, func(g, _ *gold) string { return g.negative("a decrease of ", "") }},
	{"negative, the decrease behind", true, func(g, _ *gold) string { return g.negative("a ", " decrease") }},
	{"percentage points", true, func(g, _ *gold) string {
		if g.amount.Kind != figure.Percent {
			return ""
		}
		return g.amount.Value.Shift(2).StringFixed(int32(g.amount.Decimals)) + " percentage points"
	}},
	{"as a multiple", true, func(g, _ *gold) string {
		if a := &g.amount; a.Kind != figure.Number || a.Unit != "" || a.Scale != 0 || a.Decimals == 0 ||
			figure.ReadQuestion(g.question).Scale > 0 {
			return ""
		}
		return g.printed() + "x"
	}},
	{"in LaTeX", true, func(g, _ *gold) string { return `\boxed{` + strings.ReplaceAll(g.printed(), "%", `\%`) + "}" }},
	{"behind its working", true, func(g, _ *gold) string { return "(45.6 - 12.3) / 7 = " + g.printed() }},
	{"with a mark of its source", true, func(g, _ *gold) string { return g.printed() + " [1]" }},
	{"with its source in words", true, func(g, _ *gold) string { return g.printed() + " (Note 12, page 45 of the 2019 10-K)" }},

	{"sign", false, func(g, _ *gold) string { return g.render(g.amount.Value.Neg()) }},
	{"5 % too high", false, func(g, _ *gold) string { return g.render(g.amount.Value.Mul(decimal.RequireFromString("1.05"))) }},
	{"5 % too low", false, func(g, _ *gold) string { return g.render(g.amount.Value.Mul(decimal.RequireFromString("0.95"))) }},
	{"zero", false, func(*gold, *gold) string { return "0" }},
	{"another gold", false, anotherGold},
	{"times 1000", false, func(g, _ *gold) string { return g.render(g.amount.Value.Shift(3)) }},
	{"a thousandth", false, func(g, _ *gold) string { return g.render(g.amount.Value.Shift(-3)) }},
	{"a year", false, aYear},
	{"fraction with a percent sign", false, func(g, _ *gold) string {
		if g.amount.Kind != figure.Percent && !g.askedInPercent() {
			return ""
		}
		return g.amount.Value.String() + "%"
	}},
	{"percent sign on a sum", false, func(g, _ *gold) string {
		if g.amount.Kind != figure.Money && g.amount.Scale < 3 {
			return ""
		}
		return g.amount.Value.Shift(int32(-g.amount.Scale)).String() + "%"
	}},
	{"percent sign where nobody asks for one", false, func(g, _ *gold) string {
		if a := &g.amount; a.Kind != figure.Number || a.Scale != 0 || figure.ReadQuestion(g.question).Percent ||
			a.Value.Abs().LessThan(decimal.NewFromInt(10)) {
			return ""
		}
		return g.amount.Value.String() + "%"
	}},
	{"another currency", false, func(g, _ *gold) string {
		if g.amount.Unit != "USD" || !strings.Contains(g.printed(), "$") {
			return ""
		}
		return strings.Replace(g.printed(), "$", "€", 1)
	}},
	{"the next scale, same digits", false, func(g, _ *gold) string {
		if g.amount.Scale < 3 || g.amount.Scale > 9 {
			return ""
		}
		return g.shown(g.amount.Value, g.amount.Scale) + scaleWords[g.amount.Scale+3]
	}},
	{"basis points for percent", false, func(g, _ *gold) string {
		if g.amount.Kind != figure.Percent {
			return ""
		}
		return g.amount.Value.Shift(2).String() + " bps"
	}},
	{"times ten", false, func(g, _ *gold) string { return g.render(g.amount.Value.Shift(1)) }},
	{"a tenth", false, func(g, _ *gold) string { return g.render(g.amount.Value.Shift(-1)) }},
	{"two digits changed about", false, transposed},
	{"a range that begins with it", false, func(g, _ *gold) string {
		if g.amount.Value.Sign() < 0 {
			return ""
		}
		return g.printed() + " to " + g.render(g.amount.Value.Mul(decimal.New(2, 0)))
	}},
	{"the first of a ratio", false, func(g, _ *gold) string {
		if a := &g.amount; a.Kind != figure.Number || a.Scale != 0 || a.Value.Sign() < 0 || strings.ContainsAny(g.printed(), " ,") {
			return ""
		}
		return g.printed() + ":7"
	}},
	{"fiscal year", false, func(g, _ *gold) string {
		if aYear(g, nil) == "" {
			return ""
		}
		return "FY2017"
	}},
	{"a decrease where an increase is asked for", false, func(g, _ *gold) string {
		if g.amount.Value.Sign() < 0 || !figure.ReadQuestion(g.question).Rises {
			return ""
		}
		return "a decrease of " + g.printed()
	}},
	{"millions for a sum per share", false, func(g, _ *gold) string {
		a, asked := &g.amount, figure.ReadQuestion(g.question)
		if a.Scale != 0 || a.Kind == figure.Percent || a.Value.Sign() < 0 || !asked.Each || asked.Scale > 0 || a.Decimals == 0 {
			return ""
		}
		return "$" + a.Value.String() + " million"
	}},
	{"truncated, not rounded", false, truncated},
	{"last digit off by two", false, func(g, _ *gold) string {
		last := decimal.New(2, int32(g.amount.Scale-g.amount.Decimals))
		if g.amount.Value.Abs().LessThan(last.Mul(decimal.NewFromInt(5))) {
			return ""
		}
		return g.fixed(g.amount.Value.Add(last), g.amount.Decimals)
	}},
}

var scaleWords = map[int]string{3: " thousand", 6: " million", 9: " billion", 12: " trillion"}

// shown prints a value in a scale, with all of its digits.
func (g *gold) shown(v decimal.Decimal, scale int) string { return v.Shift(int32(-scale)).String() }

// render prints a value in the notation of the gold.
func (g *gold) render(v decimal.Decimal) string {
	if g.amount.Kind == figure.Percent {
		return v.Shift(2).String() + "%"
	}
	return g.shown(v, g.amount.Scale) + scaleWords[g.amount.Scale]
}

// askedInPercent reports whether the gold is a fraction that the question asks for in percent.
func (g *gold) askedInPercent() bool {
	a := &g.amount
	return a.Kind == figure.Number && a.Unit == "" && a.Scale == 0 && a.Decimals > 0 &&
		a.Value.Abs().LessThan(decimal.NewFromInt(1)) && figure.ReadQuestion(g.question).Percent
}

// fixed is render with so many decimals.
func (g *gold) fixed(v decimal.Decimal, places int) string {
	if g.amount.Kind == figure.Percent {
		return v.Shift(2).StringFixed(int32(places)) + "%"
	}
	return v.Shift(int32(-g.amount.Scale)).StringFixed(int32(places)) + scaleWords[g.amount.Scale]
}

// inScale prints the gold in another scale, if it has one at all.
func (g *gold) inScale(scale, least int) string {
	if g.amount.Scale < 3 || g.amount.Scale > 9 || scale < least || scale == g.amount.Scale {
		return ""
	}
	sign := ""
	if g.amount.Value.Sign() < 0 {
		sign = "-"
	}
	if g.inDollars() {
		sign += "$"
	}
	return sign + commas(g.shown(g.amount.Value.Abs(), scale)) + scaleWords[scale]
}

// inDollars reports whether nothing says that the gold is in another currency.
func (g *gold) inDollars() bool {
	return g.amount.Unit == "" || strings.HasPrefix(string(g.amount.Unit), "USD")
}

func withCommas(g, _ *gold) string {
	a := &g.amount
	if a.Kind == figure.Percent || a.Value.Sign() < 0 || a.Scale < 0 || !g.inDollars() {
		return ""
	}
	return "$" + commas(a.Value.Shift(int32(-a.Scale)).StringFixed(int32(a.Decimals))) + scaleWords[a.Scale]
}

func zeroMore(g, _ *gold) string {
	a := &g.amount
	shift, unit := a.Scale, scaleWords[a.Scale]
	if a.Kind == figure.Percent {
		shift, unit = -2, "%"
	}
	if a.Decimals == 0 {
		return ""
	}
	return a.Value.Shift(int32(-shift)).StringFixed(int32(a.Decimals+1)) + unit
}

// rounded shows fewer digits than the gold does: what a careful analyst writes.
func rounded(g, _ *gold) string {
	if v, places, ok := g.threeDigits(decimal.Decimal.Round); ok {
		return g.fixed(v, places)
	}
	return ""
}

func truncated(g, _ *gold) string {
	v, places, ok := g.threeDigits(decimal.Decimal.RoundDown)
	half := decimal.New(5, int32(g.amount.Scale-places-1))
	if !ok || !g.amount.Value.Sub(v).Abs().GreaterThan(half) {
		return ""
	}
	return g.fixed(v, places)
}

// threeDigits is the value cut to three digits, if that takes decimals off it, and the decimals left.
func (g *gold) threeDigits(cut func(decimal.Decimal, int32) decimal.Decimal) (v decimal.Decimal, places int, ok bool) {
	a := &g.amount
	if v = a.Value.Shift(int32(-a.Scale)); v.IsZero() {
		return v, 0, false
	}
	places = 3 - (len(v.Abs().Coefficient().String()) + int(v.Exponent()))
	if places < 0 || places >= a.Decimals {
		return v, 0, false
	}
	return cut(v, int32(places)).Shift(int32(a.Scale)), places, true
}

func inParentheses(g, _ *gold) string {
	a := &g.amount
	if a.Value.Sign() >= 0 {
		return ""
	}
	if a.Kind == figure.Percent {
		return "(" + a.Value.Abs().Shift(2).StringFixed(int32(a.Decimals)) + "%)"
	}
	return "(" + commas(a.Value.Abs().Shift(int32(-a.Scale)).StringFixed(int32(a.Decimals))) + ")" + scaleWords[a.Scale]
}

func trueMinus(g, _ *gold) string {
	if g.amount.Value.Sign() >= 0 {
		return ""
	}
	return strings.Replace(g.render(g.amount.Value), "-", "−", 1)
}

func inPercent(g, _ *gold) string {
	if g.amount.Kind != figure.Percent {
		return ""
	}
	return g.amount.Value.Shift(2).StringFixed(int32(g.amount.Decimals)) + " percent"
}

func asFraction(g, _ *gold) string {
	if g.amount.Kind != figure.Percent {
		return ""
	}
	return g.amount.Value.String()
}

func asPoints(g, _ *gold) string {
	if g.amount.Kind != figure.Percent {
		return ""
	}
	return g.amount.Value.Shift(4).String() + " basis points"
}

func dollarWords(g, _ *gold) string {
	a := &g.amount
	if a.Kind != figure.Money || a.Value.Sign() < 0 || a.Scale < 0 || !g.inDollars() {
		return ""
	}
	return commas(a.Value.Shift(int32(-a.Scale)).StringFixed(int32(a.Decimals))) + scaleWords[a.Scale] + " dollars"
}

func anotherGold(g, other *gold) string {
	if other.amount.Value.Equal(g.amount.Value) {
		return ""
	}
	return other.render(other.amount.Value)
}

func aYear(g, _ *gold) string {
	if v := g.amount.Value; v.GreaterThan(decimal.NewFromInt(1900)) && v.LessThan(decimal.NewFromInt(2100)) {
		return ""
	}
	return "2017"
}

// commas groups the digits before the decimal point.
func commas(s string) string {
	whole, rest, point := strings.Cut(s, ".")
	minus := strings.HasPrefix(whole, "-")
	whole = strings.TrimPrefix(whole, "-")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if minus {
		whole = "-" + whole
	}
	if point {
		return whole + "." + rest
	}
	return whole
}

// negative says a negative gold's size in words that make it negative.
func (g *gold) negative(before, behind string) string {
	if g.amount.Value.Sign() >= 0 {
		return ""
	}
	return before + g.render(g.amount.Value.Neg()) + behind
}

func currencyCode(g, _ *gold) string {
	a := &g.amount
	if a.Kind == figure.Percent || a.Value.Sign() < 0 || a.Scale < 0 || !g.inDollars() {
		return ""
	}
	return "USD " + commas(a.Value.Shift(int32(-a.Scale)).StringFixed(int32(a.Decimals))) + scaleWords[a.Scale]
}

// scaleLetter is 1.2B for 1.2 billion.
func scaleLetter(g, _ *gold) string {
	letter := map[int]string{3: "k", 6: "M", 9: "B"}[g.amount.Scale]
	if letter == "" || g.amount.Value.Sign() < 0 || !g.inDollars() {
		return ""
	}
	return "$" + g.shown(g.amount.Value, g.amount.Scale) + letter
}

// blanks groups thousands as the standards of measures do, with narrow blanks.
func blanks(g, _ *gold) string {
	text := commas(g.shown(g.amount.Value, g.amount.Scale))
	if g.amount.Kind == figure.Percent || !strings.Contains(text, ",") {
		return ""
	}
	return strings.ReplaceAll(text, ",", "\u202f") + scaleWords[g.amount.Scale]
}

// scientific is 1.234e+06 for 1234000.
func scientific(g, _ *gold) string {
	v := g.amount.Value
	digits := v.Abs().Coefficient().String()
	if g.amount.Kind != figure.Number || g.amount.Unit != "" || g.amount.Scale != 0 || v.Sign() <= 0 ||
		len(digits) < 3 || strings.TrimRight(digits, "0") == digits[:1] {
		return ""
	}
	return fmt.Sprintf("%s.%se%+03d", digits[:1], digits[1:], int(v.Exponent())+len(digits)-1)
}

// transposed has the first two digits changed about, as copying goes wrong.
func transposed(g, _ *gold) string {
	text := []byte(g.render(g.amount.Value))
	for i := 0; i+1 < len(text); i++ {
		a, b := text[i], text[i+1]
		if a < '1' || a > '9' {
			continue
		}
		if b < '0' || b > '9' || a == b {
			return ""
		}
		text[i], text[i+1] = b, a
		return string(text)
	}
	return ""
}
