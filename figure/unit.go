package figure

import "strings"

// Unit is what an amount counts: a currency by its ISO code, one of the constants below, a plural
// noun such as "shares", or one of these per something: "USD/share".
type Unit string

// The units of ratios.
const (
	unitNone       Unit = ""
	UnitPercent    Unit = "percent"
	UnitPoint      Unit = "points"
	UnitBasisPoint Unit = "bps"
	UnitTimes      Unit = "x"
	UnitShares     Unit = "shares"
)

// split cuts "USD/share" into its parts.
func (u Unit) split() (of, per Unit) {
	i := strings.IndexByte(string(u), '/')
	if i < 0 {
		return u, ""
	}
	return u[:i], u[i+1:]
}

// Currency is the ISO code of a sum of money, or the empty string.
func (u Unit) Currency() string {
	if of, _ := u.split(); isCode(of) {
		return string(of)
	}
	return ""
}

// isCode reports whether a unit is a currency: three capitals, as no other unit is.
func isCode(u Unit) bool {
	if len(u) != 3 {
		return false
	}
	for i := range 3 {
		if u[i] < 'A' || u[i] > 'Z' {
			return false
		}
	}
	return true
}

// unitPower is the power of ten that a unit itself stands for.
func unitPower(k Kind, u Unit) int {
	switch {
	case k == Percent, k == Points:
		return -2
	case k == BasisPoints:
		return -4
	default:
		return 0
	}
}

// ratioWord is a word or sign behind a number that makes it a ratio.
type ratioWord struct {
	Text string
	Kind Kind
	Unit Unit
	Doc  string
}

var ratioWords = []ratioWord{
	{"%", Percent, UnitPercent, "per hundred"},
	{"percentage points", Points, UnitPoint, "a difference of two percentages"},
	{"percentage point", Points, UnitPoint, "a difference of two percentages"},
	{"percent", Percent, UnitPercent, "per hundred, in words"},
	{"per cent", Percent, UnitPercent, "per hundred, British spelling"},
	{"per centum", Percent, UnitPercent, "per hundred, in statutes and old indentures"},
	{"pct", Percent, UnitPercent, "per hundred, in analysts' notes"},
	{"ppts", Points, UnitPoint, "percentage points, in analysts' notes"},
	{"ppt", Points, UnitPoint, "percentage points, in analysts' notes"},
	{"pps", Points, UnitPoint, "percentage points, in analysts' notes"},
	{"pp", Points, UnitPoint, "percentage points, in analysts' notes"},
	{"basis points", BasisPoints, UnitBasisPoint, "hundredths of a percent"},
	{"basis point", BasisPoints, UnitBasisPoint, "hundredths of a percent"},
	{"bps", BasisPoints, UnitBasisPoint, "hundredths of a percent"},
	{"bp", BasisPoints, UnitBasisPoint, "hundredths of a percent"},
	{"times", Multiple, UnitTimes, "3.5 times; a verb of repetition reads the same"},
}

// noun is a plural, with its singular, that a number may count.
type noun struct {
	One, Many string
	Unit      Unit
}

// nouns are those whose presence tells a count from a sum of money or from a year.
var nouns = []noun{
	{"share", "shares", UnitShares},
	{"warrant", "warrants", "warrants"},
	{"option", "options", "options"},
	{"unit", "units", "units"},
	{"year", "years", "years"},
	{"yr", "yrs", "years"},
	{"month", "months", "months"},
	{"week", "weeks", "weeks"},
	{"day", "days", "days"},
	{"hour", "hours", "hours"},
	{"quarter", "quarters", "quarters"},
	{"employee", "employees", "employees"},
	{"associate", "associates", "employees"},
	{"store", "stores", "stores"},
	{"segment", "segments", "segments"},
	{"country", "countries", "countries"},
	{"state", "states", "states"},
	{"customer", "customers", "customers"},
	{"patent", "patents", "patents"},
	{"barrel", "barrels", "barrels"},
	{"ounce", "ounces", "ounces"},
	{"acre", "acres", "acres"},
	{"square foot", "square feet", "square feet"},
	{"gallon", "gallons", "gallons"},
	{"ton", "tons", "tons"},
	{"tonne", "tonnes", "tonnes"},
	{"mile", "miles", "miles"},
	{"megawatt", "megawatts", "megawatts"},
}

// perWord is what a sum may be divided by.
type perWord struct {
	Text string
	Unit Unit
	Doc  string
}

var perWords = []perWord{
	{"share", "share", "per-share values"},
	{"diluted share", "share", "earnings per share, diluted"},
	{"basic share", "share", "earnings per share, basic"},
	{"common share", "share", ""},
	{"ordinary share", "share", ""},
	{"preferred share", "share", ""},
	{"diluted common share", "share", ""},
	{"basic common share", "share", ""},
	{"share diluted", "share", ""},
	{"warrant", "warrant", ""},
	{"unit", "unit", "limited partnerships report per unit"},
	{"common unit", "unit", "limited partnerships report per unit"},
	{"ADS", "ADS", "American depositary share"},
	{"barrel", "barrel", "energy prices"},
	{"bbl", "barrel", "energy prices"},
	{"boe", "boe", "barrel of oil equivalent"},
	{"Mcf", "Mcf", "thousand cubic feet of gas"},
	{"MMBtu", "MMBtu", "energy prices"},
	{"MWh", "MWh", "energy prices"},
	{"kWh", "kWh", "energy prices"},
	{"ounce", "ounce", "metal prices"},
	{"oz", "ounce", "metal prices"},
	{"lb", "pound", "metal prices"},
	{"sh", "share", "in analysts' notes"},
	{"pound", "pound", "metal prices; here a weight, never the currency"},
	{"gallon", "gallon", "energy prices"},
	{"ton", "ton", "bulk prices"},
	{"tonne", "tonne", "bulk prices"},
	{"square foot", "square foot", "rents"},
	{"hour", "hour", "wages"},
}
