package figure

import (
	"regexp"

	"github.com/shopspring/decimal"
)

// Reason names what is wrong with an answer.
type Reason string

// The reasons, empty for a right answer.
const (
	noReason     Reason = ""
	wrongSign    Reason = "sign"
	wrongScale   Reason = "scale"
	wrongUnit    Reason = "unit"
	Rounding     Reason = "rounding"
	yearAsAnswer Reason = "year_as_answer"
	Other        Reason = "other"
)

// Match is the verdict on one figure against another.
type Match struct {
	Right  bool
	Reason Reason // why not
	Gold   Amount
	Got    Amount
}

// Compare reports whether got is a right rendering of gold.
//
// Both sides are values with the precision that their digits show: the coarser one decides, so 0.15
// is right for 0.1523 and 15.9 % is wrong for 15.2 %. Scales and percent signs are part of the
// value. A side without a unit takes the other's; where gold or the question says percent, 15.2 and
// 0.152 may both mean 15.2 %. A wrong sign, scale or unit is never right.
func Compare(gold, got Amount, hints ...Hint) Match {
	m := Match{Gold: gold, Got: got}
	m.Reason = reasonFor(gold, got, merge(hints))
	m.Right = m.Reason == noReason
	return m
}

func reasonFor(gold, got Amount, h Hint) Reason {
	if !gold.numeric() || !got.numeric() {
		return comparePeriods(gold, got)
	}
	shifts, compatible := readings(gold, got, h)
	p := pair{gold, got, h.Rounded, h.Rises, h.about.paid}
	if compatible && p.anyEqual(shifts, false) {
		return noReason
	}
	switch {
	case got.Kind == Year && gold.Kind != Year:
		return yearAsAnswer
	case !compatible:
		return wrongUnit
	case p.anyEqual(shifts, true):
		return wrongSign
	case p.offByPower(shifts):
		return wrongScale
	case gold.Kind == Year && got.Kind == Year:
		return Other
	case p.offByRounding(shifts, 1):
		return Rounding
	case p.offByRounding(shifts, -1):
		return wrongSign
	default:
		return Other
	}
}

// pair is what is compared.
type pair struct {
	gold, got Amount
	rounded   bool // the question says to how many digits, so that the gold may have lost most of its own
	rises     bool // the question asks for an increase
	paid      bool // the question asks for a payment
}

// numeric reports whether an amount has a value to compare.
func (a Amount) numeric() bool { return a.IsAmount() || a.Kind == Year }

// comparePeriods compares what has no value: dates and periods by what they say, the rest never.
func comparePeriods(gold, got Amount) Reason {
	switch {
	case gold.Period.IsZero() || got.Period.IsZero():
		if got.Kind == Year || got.Kind == kindDate || got.Kind == kindPeriod {
			return yearAsAnswer
		}
		return Other
	case gold.Period.calendar() == got.Period.calendar():
		return noReason
	default:
		return Other
	}
}

// shift is a pair of powers of ten under which two values are compared.
type shift struct{ gold, got int }

// readings lists the powers of ten under which gold and got are commensurable, and whether their
// units allow it at all.
func readings(gold, got Amount, h Hint) ([]shift, bool) {
	a, b := familyOf(gold), familyOf(got)
	plain := a == anyUnit || b == anyUnit
	switch {
	case a == ratios && b == ratios:
		return []shift{{0, 0}}, true
	case a == ratios && b == anyUnit && !got.hasScaleWord():
		return []shift{{0, 0}, {0, -2}}, true
	case a == anyUnit && b == ratios && !gold.hasScaleWord() && (h.Percent || h.Scale == 0):
		return h.plainGold(gold), true
	case a == ratios || b == ratios:
		return nil, false
	case !plain && !sameUnit(gold, got):
		return nil, false
	case gold.hasScaleWord() == got.hasScaleWord():
		return h.fractions(gold, got), true
	default:
		return h.unscaled(gold, got), true
	}
}

// family groups the units that are comparable.
type family uint8

const (
	anyUnit family = iota // says nothing of its unit
	ratios                // percent, points, basis points and multiples
	sums                  // of money, per share or not
	counts                // of something named
)

func familyOf(a Amount) family {
	switch a.Kind {
	case Percent, Points, BasisPoints, Multiple:
		return ratios
	case Money, PerShare:
		return sums
	}
	if a.Unit != "" {
		return counts
	}
	return anyUnit
}

// sameUnit compares units; a sum that leaves out "per share" is still that sum.
func sameUnit(a, b Amount) bool {
	if a.Unit == b.Unit {
		return true
	}
	of, per := a.Unit.split()
	of2, per2 := b.Unit.split()
	return (of == of2 || of == "" || of2 == "") && (per == "" || per2 == "" || per == per2)
}

// hasScaleWord reports whether the scale is written out beside the digits: million, bn.
func (a Amount) hasScaleWord() bool { return a.Scale-unitPower(a.Kind, a.Unit) >= 3 }

// largestFraction bounds the bare numbers that may be the fraction of a percentage.
var largestFraction = decimal.NewFromInt(10)

// plainGold compares a bare gold with a percentage. The gold is a fraction, or itself in percent if the
// question asks for that, or if there is none, and the gold is not below one.
func (h Hint) plainGold(gold Amount) []shift {
	if h.about.bps {
		return []shift{{0, 0}, {-4, 0}}
	}
	if h.about.ratio || h.Asked && (!h.Percent || gold.Value.Abs().LessThan(decimal.NewFromInt(1))) {
		return []shift{{0, 0}}
	}
	return []shift{{0, 0}, {-2, 0}}
}

// fractions compares two numbers without percent signs, one of which may be the other's fraction
// when the question asks for a percentage.
func (h Hint) fractions(gold, got Amount) []shift {
	out := []shift{{0, 0}}
	if familyOf(gold) == sums && gold.Scale < 0 && familyOf(got) == anyUnit {
		return append(out, shift{-gold.Scale, 0}) // a bare number for cents is one of cents
	}
	if familyOf(got) == sums && got.Scale <= 0 && familyOf(gold) == anyUnit && centsAsked.MatchString(h.about.text) {
		return append(out, shift{0, 2}) // cents for a bare number of them
	}
	if h.Scale > 0 && !gold.hasScaleWord() && got.Scale <= 0 && (got.Kind == Money || h.Scale >= 6) {
		out = append(out, shift{h.Scale, 0}) // $5,466,312,000 for 5466 in millions
	}
	if !h.Percent || h.about.ratio || gold.hasScaleWord() || familyOf(gold) == sums || familyOf(got) == sums {
		return out
	}
	if gold.Value.Abs().LessThan(largestFraction) {
		out = append(out, shift{2, 0})
	}
	if got.Value.Abs().LessThan(largestFraction) {
		out = append(out, shift{0, 2})
	}
	return out
}

// unscaled compares a number that has its scale written out with one that has not. The bare one is complete, or in
// the unit that the question names. A bare gold without a unit in the question may be in the answer's, if the
// answer repeats its digits and they are too many to agree by chance.
func (h Hint) unscaled(gold, got Amount) []shift {
	s := &h.about
	switch {
	case h.Scale > 0 && got.hasScaleWord():
		return []shift{{h.Scale, 0}}
	case h.Scale > 0:
		return []shift{{0, 0}, {0, h.Scale}}
	case got.bare() && got.significant() >= fewDigits && gold.hasScaleWord() && !h.about.days && !h.about.ratio:
		return []shift{{0, 0}, {0, gold.Scale}} // as it is printed, in a table in thousands
	case h.Each && gold.Value.Abs().LessThan(mostPerShare):
	case s.counts || s.ratio || s.days || s.percent:
	case got.hasScaleWord() && gold.significant() >= fewDigits && got.significant() >= fewDigits:
		return []shift{{0, 0}, {got.Scale, 0}}
	case gold.Kind == Number && gold.hasScaleWord() && got.bare():
		return []shift{{0, 0}, {0, gold.Scale}} // as it is printed, in a table in thousands
	}
	return []shift{{0, 0}}
}

var centsAsked = regexp.MustCompile(`\bcents\b`)

// fewDigits are those that a figure of an unstated scale must show to be told from another.
const fewDigits = 3

// mostPerShare bounds the golds that are taken for a sum per share because the question speaks of one.
var mostPerShare = decimal.NewFromInt(1000)

// significant is how many digits an amount shows, without the zeros before them.
func (a Amount) significant() int {
	n := len(a.Value.Coefficient().String()) + int(a.Value.Exponent()) - a.lastPlace()
	if a.Value.IsZero() {
		n = 1
	}
	return n
}

func (p *pair) anyEqual(shifts []shift, anySign bool) bool {
	for _, s := range shifts {
		if p.equal(s, anySign) {
			return true
		}
	}
	return false
}

// Relative differences that no rounding excuses: digits that show little decide little. Where the
// answer is rounded more than the gold, a single digit may be off by a tenth; where the gold is,
// the answer must be nearer than the five percent of a plausible mistake.
var (
	coarseAnswer = decimal.New(5, -2)
	coarseGold   = decimal.New(4, -2)
)

// equal compares two values under a shift, at the precision of the coarser one.
func (p *pair) equal(s shift, anySign bool) bool {
	gold, got := &p.gold, &p.got
	a, b := gold.Value.Shift(int32(s.gold)), got.Value.Shift(int32(s.got))
	if a.IsZero() || b.IsZero() {
		return a.IsZero() && b.IsZero() && !anySign
	}
	fell := got.Falls && got.Sign == unsigned || p.paid && got.Sign == parentheses
	switch {
	case !anySign && fell && p.rises && a.IsPositive() && !gold.Falls:
		b = b.Neg()
	case anySign || fell || gold.Falls && gold.Sign == unsigned:
		a, b = a.Abs(), b.Abs()
	}
	if a.Sign() != b.Sign() {
		return false
	}
	goldLast, gotLast := gold.lastPlace()+s.gold, got.lastPlace()+s.got
	last, most := goldLast, coarseGold
	if gotLast > goldLast {
		last, most = gotLast, coarseAnswer
	}
	diff := a.Sub(b).Abs()
	if p.rounded && gotLast <= goldLast {
		return !diff.GreaterThan(decimal.New(5, int32(last-1)))
	}
	larger := decimal.Max(a.Abs(), b.Abs())
	return !diff.GreaterThan(decimal.New(5, int32(last-1))) && !diff.GreaterThan(larger.Mul(most))
}

// lastPlace is the power of ten of the last digit shown.
func (a Amount) lastPlace() int { return a.Scale - a.Decimals }

// offByPower reports whether the answer is right but for a power of ten.
func (p *pair) offByPower(shifts []shift) bool {
	for _, s := range shifts {
		for _, k := range [...]int{2, 3, 6, 9, 12} {
			if p.equal(shift{s.gold + k, s.got}, true) || p.equal(shift{s.gold, s.got + k}, true) {
				return true
			}
		}
	}
	return false
}

// How far an answer may be off to be called badly rounded: in any case, and if it is by one in the last
// digit that the coarser side shows.
var (
	roundingTolerance       = decimal.New(1, -2)
	coarseRoundingTolerance = decimal.New(1, -1)
)

// offByRounding reports whether an answer is off by a rounding, if it is taken times a sign.
func (p *pair) offByRounding(shifts []shift, sign int64) bool {
	for _, s := range shifts {
		a, b := p.gold.Value.Shift(int32(s.gold)), p.got.Value.Shift(int32(s.got)).Mul(decimal.NewFromInt(sign))
		if a.IsZero() || a.Sign() != b.Sign() {
			continue
		}
		last := max(p.gold.lastPlace()+s.gold, p.got.lastPlace()+s.got)
		diff := a.Sub(b).Abs()
		most := decimal.Max(a.Abs().Mul(roundingTolerance), decimal.New(5, int32(last-1)))
		oneDigit := decimal.Min(a.Abs().Mul(coarseRoundingTolerance), decimal.New(1, int32(last)))
		if !diff.GreaterThan(decimal.Max(most, oneDigit)) {
			return true
		}
	}
	return false
}
