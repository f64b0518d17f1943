// Package label turns the words of a table's labels, headers and unit lines into what they say of its figures: their unit,
// their scale, their period. It knows nothing of rows and columns.
package label

import (
	"bytes"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// Traits is what the words of a label or header say about the figures beside or below it.
type Traits struct {
	Unit   Unit
	Weak   Unit // only where the figure looks like it: with decimals and without a currency
	Scale  int8
	units  bool // a number of units: awards where it heads a column, restaurants where it labels a row
	counts bool // its last word is of things that are counted: "Total stores"
	Money  bool // its words are those of money, and of nothing else
	Scaled bool // the label states a scale of its own: "Subscribers (in thousands)"

	Currency figure.Unit // that the label states: "Revenue (USD Mil)"
}

// Words that bear on units, as bits. The table of words is below, in wordMeaning.
const (
	meanPer uint64 = 1 << iota
	meanShare
	meanShares
	meanPercent
	meanRate
	meanRatio
	meanYears
	meanLife
	meanNumber
	meanCounted
	meanPar
	meanAuthorized
	meanPrice
	meanAverage
	meanValue
	meanMoney
	meanPoints
	meanTimes
	meanArea
	meanUsed
	meanExcess
	meanStock
	meanLong
	meanIn
	meanActivity
	meanEPS
	meanUnits
	meanExchange
	meanDeal
	meanDebt
	meanThings
	meanTurns
	meanFiled
	meanExtreme
	meanDays
	meanClose
	meanOther // what is of, from or to things that are counted is no count of them
)

// meanNoShares are the words that make a label with "shares" one of something else.
const meanNoShares = meanMoney | meanValue | meanPrice | meanLife | meanRate | meanActivity

// wordMeaning is the meaning of one lower-case word.
func wordMeaning(word []byte) uint64 {
	switch string(word) {
	case "per":
		return meanPer
	case "share", "unit", "ads", "option", "warrant", "rsu", "psu", "award", "adr":
		return meanShare
	case "shares", "rsus", "psus", "msus", "dsus", "sars", "options", "warrants", "awards", "psas", "rsas":
		return meanShares
	case "units":
		return meanUnits
	case "percent", "percentage", "pct", "%":
		return meanPercent
	case "rate", "rates", "yield", "yields", "volatility", "wacc":
		return meanRate
	case "ratio", "ratios", "multiple":
		return meanRatio
	case "years":
		return meanYears
	case "life", "lives", "term":
		return meanLife
	case "number":
		return meanNumber
	case "age", "ages", "employees", "headcount", "quantity", "stores", "associates", "restaurants", "locations":
		return meanCounted
	case "branches", "claims", "subscribers", "connections", "users", "vessels", "wells", "dealers", "hotels",
		"passengers", "barrels", "tons", "gwh", "mwh", "clubs", "warehouses":
		return meanThings
	case "turns":
		return meanTurns
	case "filed", "resolved", "unresolved", "pending", "opened", "dismissed", "drilled":
		return meanFiled
	case "high", "low":
		return meanExtreme
	case "days":
		return meanDays
	case "of", "from", "to", "with", "by", "sales", "revenue", "revenues", "charges":
		return meanOther
	case "par", "stated":
		return meanPar
	case "authorized", "issued", "outstanding":
		return meanAuthorized
	case "price":
		return meanPrice
	case "weighted", "average":
		return meanAverage
	case "value":
		return meanValue
	case "amount", "amounts", "cost", "expense", "proceeds", "payments", "cash", "tax", "taxes", "repurchase",
		"repurchases", "repurchased", "issuance", "purchase", "purchases", "income", "gain", "loss", "earnings", "intrinsic",
		"dollars", "dividends", "compensation", "withheld", "issue", "retired", "retirement", "treasury", "unearned", "$":
		return meanMoney
	case "points":
		return meanPoints
	case "times":
		return meanTimes
	case "square", "sq":
		return meanArea
	case "used", "computing", "computation", "calculation", "calculating", "calculated", "computed", "excluded",
		"denominator", "numerator", "purposes":
		return meanUsed
	case "excess":
		return meanExcess
	case "exercise", "exercised", "upon", "conversion", "converted", "settlement":
		return meanActivity
	case "eps":
		return meanEPS
	case "exchange":
		return meanExchange
	case "contracts", "swaps", "swap", "derivatives", "hedges", "locks":
		return meanDeal
	case "loan", "loans", "debt", "notes", "borrowings":
		return meanDebt
	case "stock":
		return meanStock
	case "long", "short", "near", "medium", "finite", "indefinite":
		return meanLong
	case ")":
		return meanClose
	case "in", "(":
		return meanIn
	}
	return 0
}

// maxSign is the longest label that may be the sign of a currency and nothing else.
const maxSign = 5

// TraitsOf reads a label. Numbers in it matter: "5.25% notes" is no percentage, and "dividends of $0.88
// per share" is an amount.
func TraitsOf(text []byte) Traits {
	var t Traits
	var seen uint64
	var last uint64 // meaning of the word before
	lastNumber, priced, numbers := false, false, 0
	cents, count := false, 0
	aside := false // in brackets: "Patents (5-year useful life)"
	first := uint64(0)
	w := words{b: text}
	for i := 0; w.next(); i++ {
		if w.number {
			if w.year() == 0 {
				numbers++
			}
			lastNumber = true
			priced = priced || last == meanMoney
			last = 0
			continue
		}
		m := wordMeaning(w.word())
		if string(w.word()) == "except" || string(w.word()) == "excluding" && i > 0 {
			break // what is excepted from the unit says nothing of these figures
		}
		switch w.word()[0] {
		case '(':
			aside = i > 0
		case ')':
			aside = false
		}
		switch {
		case m == meanPercent && lastNumber, m == meanPer && priced, m == meanLife && (last == meanLong || aside),
			m == meanYears && last != meanIn:
			m = 0
		}
		if m == 0 && last == meanPer && !timeWord(w.word()) {
			m = meanShare
		}
		if last == meanPer && m&(meanShare|meanShares) != 0 && !(aside && sumFollows(text[w.p:])) {
			t.Unit = PerShare
		}
		cents = cents || w.n > 3 && (string(w.word()) == "cents" || string(w.word()) == "pence")
		if i == 0 {
			first = m
		}
		seen |= m
		count++
		last, lastNumber = m, false
	}
	t.read(seen, first, last, numbers, count)
	if bytes.HasSuffix(text, []byte("($)")) && (t.Unit == NoUnit || t.Unit == PerShare) {
		t.Currency = "USD"
	}
	if len(text) <= maxSign {
		code, end := figure.CurrencyAt(string(text), 0)
		if end == len(text) && bytes.Equal(text, bytes.ToUpper(text)) {
			t.Currency = code // a label such as "SEK" or "US$"; "Euro" heads a row of exchange rates
		}
	}
	if cents && t.Unit == PerShare && numbers == 0 {
		t.Scale, t.Scaled = -2, true
	}
	if s, ok := FindScaling(text); ok && s.Stated {
		t.Scale, t.Scaled, t.Currency = s.Money, true, s.Currency
		if s.Money == 0 {
			t.Scale = s.Shares
		}
	}
	return t
}

// sumFollows reports whether a sum of money is in the rest of an aside: "(per share, $0.51 and $0.47)".
func sumFollows(rest []byte) bool {
	if i := bytes.IndexByte(rest, ')'); i >= 0 {
		rest = rest[:i]
	}
	i := bytes.IndexByte(rest, '$')
	return i >= 0 && i+1 < len(rest) && ascii.IsDigit(rest[i+1])
}

// timeWord reports whether "per" with this word is a rate over time, not a price.
func timeWord(word []byte) bool {
	switch string(word) {
	case "annum", "year", "day", "month", "cent", "diem", "hour", "week", "quarter":
		return true
	}
	return false
}

// read decides on the unit from the words seen.
func (t *Traits) read(seen, first, last uint64, numbers, words int) {
	has := func(m uint64) bool { return seen&m == m }
	t.counts = last == meanCounted
	if last == meanEPS || seen&meanEPS != 0 && last == meanClose {
		t.Unit = PerShare
	}
	switch {
	case seen&(meanPar|meanAuthorized) != 0 && numbers > 0, seen&meanExcess != 0:
		t.Unit = NoUnit // the label of an equity row with its par value and share counts
	case t.Unit == PerShare && seen&meanUsed != 0:
		// "Shares used in computing earnings per share", "net income used …"
		t.Unit = NoUnit
		if seen&(meanShares|meanNumber) != 0 {
			t.Unit = Shares
		}
	case t.Unit == PerShare:
	case has(meanPar) && has(meanValue) && seen&meanShares == 0:
		t.Weak = PerShare
	case has(meanAverage) && seen&(meanPrice|meanValue) != 0 && seen&meanMoney == 0:
		t.Unit = PerShare
	case has(meanPercent):
		t.Unit = Percent
	case has(meanNumber) && seen&(meanShares|meanStock) != 0:
		t.Unit = Shares
	case numbers == 0 && seen&(meanShares|meanUnits) != 0 && !has(meanNumber) && seen&meanNoShares == 0:
		t.Unit = Shares
	case has(meanNumber) && seen&meanUnits != 0:
		t.Unit, t.units = Count, true
	case has(meanNumber), has(meanArea), first == meanCounted:
		t.Unit = Count
	case has(meanYears) && seen&meanMoney == 0:
		t.Weak = Years
	case has(meanLife) && seen&meanDebt == 0: // "term loans" are money
		t.Weak = Years
	case has(meanRatio), has(meanTimes),
		has(meanRate|meanActivity) && seen&(meanDeal|meanExchange|meanMoney) == 0: // "conversion rate"
		t.Weak = Multiple
	case has(meanPrice), seen == meanExtreme:
		t.Weak = PerShare
	case (last == meanCounted || last == meanThings) && seen&(meanMoney|meanOther) == 0 && words > 1,
		first == meanThings && seen&meanFiled != 0, first == meanDays && seen&meanOther != 0:
		t.Weak = Count
	case last == meanTurns && words > 1:
		t.Weak = Multiple
	case has(meanRate) && seen&(meanExchange|meanDeal) == 0: // "effect of exchange rates", "interest rate swaps"
		t.Weak = Percent
	case has(meanPoints):
		t.Weak = BasisPoints
	case seen&(meanMoney|meanValue) != 0 && seen&meanShares == 0:
		t.Money = true
	}
}

// Unit is what a value counts.
type Unit uint8

// The units. Only Money and Shares take a table's scale, and NoUnit where the table names no currency.
const (
	NoUnit Unit = iota
	Money
	Percent
	PerShare // money for one share, unit, option …
	Shares
	Count    // people, stores, contracts …
	Multiple // "x", and ratios
	Years
	BasisPoints
	Points // percentage points
	Year   // a calendar year, no amount at all
)

// Below takes over what a lower level of a header says; the lowest wins. "Earnings per share" above
// columns of income, shares and their quotient is only a hint.
func (t *Traits) Below(from Traits, lowest bool) {
	if from.Unit == PerShare && !lowest {
		from.Unit, from.Weak = NoUnit, PerShare
	}
	switch {
	case from.counts && from.Unit == NoUnit:
		from.Unit = Count
	case from.units:
		from.Unit = Shares
	}
	switch {
	case from.Unit == Count && t.Unit == Shares:
	case from.Unit != NoUnit:
		t.Unit, t.Weak = from.Unit, NoUnit
	case from.Weak != NoUnit:
		t.Weak = from.Weak
	}
	t.Money = t.Unit == NoUnit && t.Weak == NoUnit && (t.Money || from.Money)
	t.TakeScale(from)
}

func (t *Traits) TakeScale(from Traits) {
	if from.Scaled {
		t.Scale, t.Scaled = from.Scale, true
	}
	if from.Currency != "" {
		t.Currency = from.Currency
	}
}

// OfMoney is what a label says of figures in a column of money: nothing of shares or counts.
func (t Traits) OfMoney() Traits {
	if t.Unit == Shares || t.Unit == Count {
		t.Unit = NoUnit
	}
	if t.Weak == Years || t.Weak == Percent {
		t.Weak = NoUnit
	}
	return t
}
