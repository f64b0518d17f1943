package figure

import (
	"strings"

	"github.com/assayhq/assay/internal/ascii"
)

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
		if !ascii.IsUpper(u[i]) {
			return false
		}
	}
	return true
}

// unitPower is the power of ten that is part of a unit: -2 for percent.
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

// ratioWord is a word or sign after a number that makes it a ratio.
type ratioWord struct {
	Text string
	Kind Kind
	Unit Unit
}

var ratioWords = []ratioWord{
	{"% points", Points, UnitPoint}, {"%", Percent, UnitPercent}, {"p.p.", Points, UnitPoint},
	{"percentage points", Points, UnitPoint}, {"percentage point", Points, UnitPoint},
	{"percent", Percent, UnitPercent}, {"per cent", Percent, UnitPercent}, {"per centum", Percent, UnitPercent},
	{"pct", Percent, UnitPercent}, {"ppts", Points, UnitPoint}, {"ppt", Points, UnitPoint},
	{"pps", Points, UnitPoint}, {"pp", Points, UnitPoint}, {"basis points", BasisPoints, UnitBasisPoint},
	{"basis point", BasisPoints, UnitBasisPoint}, {"bps", BasisPoints, UnitBasisPoint},
	{"bp", BasisPoints, UnitBasisPoint}, {"times", Multiple, UnitTimes},
}

// noun is a plural, with its singular, that a number may count.
type noun struct {
	One, Many string
	Unit      Unit
}

// nouns are those that show a count where a sum of money or a year would be possible.
var nouns = []noun{
	{"share", "shares", UnitShares}, {"warrant", "warrants", "warrants"}, {"option", "options", "options"},
	{"unit", "units", "units"}, {"year", "years", "years"}, {"yr", "yrs", "years"}, {"month", "months", "months"},
	{"week", "weeks", "weeks"}, {"day", "days", "days"}, {"hour", "hours", "hours"},
	{"quarter", "quarters", "quarters"}, {"employee", "employees", "employees"},
	{"associate", "associates", "employees"}, {"store", "stores", "stores"}, {"segment", "segments", "segments"},
	{"country", "countries", "countries"}, {"state", "states", "states"}, {"customer", "customers", "customers"},
	{"patent", "patents", "patents"}, {"barrel", "barrels", "barrels"}, {"ounce", "ounces", "ounces"},
	{"acre", "acres", "acres"}, {"square foot", "square feet", "square feet"}, {"gallon", "gallons", "gallons"},
	{"ton", "tons", "tons"}, {"metric ton", "metric tons", "tonnes"}, {"tonne", "tonnes", "tonnes"}, {"mile", "miles", "miles"},
	{"megawatt", "megawatts", "megawatts"},
}

// perWord is what a sum may be divided by.
type perWord struct {
	Text string
	Unit Unit
}

// perWords are the divisors of prices. A pound is a weight here, never the currency.
var perWords = []perWord{
	{"share", "share"}, {"diluted share", "share"}, {"basic share", "share"}, {"common share", "share"},
	{"ordinary share", "share"}, {"preferred share", "share"}, {"diluted common share", "share"},
	{"basic common share", "share"}, {"share diluted", "share"}, {"warrant", "warrant"}, {"unit", "unit"},
	{"common unit", "unit"}, {"ADS", "ADS"}, {"barrel", "barrel"}, {"bbl", "barrel"}, {"boe", "boe"}, {"Mcf", "Mcf"},
	{"MMBtu", "MMBtu"}, {"MWh", "MWh"}, {"kWh", "kWh"}, {"ounce", "ounce"}, {"oz", "ounce"}, {"lb", "pound"},
	{"sh", "share"}, {"pound", "pound"}, {"gallon", "gallon"}, {"ton", "ton"}, {"tonne", "tonne"},
	{"square foot", "square foot"}, {"hour", "hour"},
}
