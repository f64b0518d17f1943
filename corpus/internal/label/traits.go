// Package label turns the words of a table's labels, headers and unit lines into what they say of its figures: their unit,
// their scale, their period. It knows nothing of rows and columns.
package label

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// Traits is what the words of a label or header say about the figures beside or below it.
type Traits struct {
	Unit     Unit
	Weak     Unit // only where the figure looks like it: with decimals and without a currency
	Scale    int8
	Awards   bool // a number, or units, of what it does not say: awards in a table of grants
	counts   bool // it is about things that are counted: "Total stores"
	thing    bool // it may be about things that are counted
	Explicit bool // it is about a number of things
	own      bool // it states a scale of its own beside words that say nothing of money: "Net additions (in thousands)"
	sums     bool // it has a word of money: "Operating revenues:"
	valued   bool // it is about what something is worth or costs: "Fair value of awards vested"
	Money    bool // its words are those of money, and of nothing else
	Area     bool // of land or buildings
	Averages bool // an average, or for one of something
	Names    bool // it has a word of money
	Stock    bool // it has a word of shares or units
	// Hint is what the figures may be where their table agrees: "Shares repurchased", "Operating margin", "Dividends".
	Hint    Unit
	Ratio   bool // a ratio, which may be given in percent: "Efficiency ratio"
	Opening bool // a balance at the beginning of its period: "Balance at January 1"
	Place   bool // sums for one store or the like, which are as large as those of a table: "Average sales per store"
	Scaled  bool // the label states a scale of its own: "Subscribers (in thousands)"

	Currency figure.Unit // that the label states: "Revenue (USD Mil)"
}

// maxSign is the longest label that may be the sign of a currency and nothing else.
const maxSign = 5

// labelWalk is the state of reading a label.
type labelWalk struct {
	t           Traits
	seen        uint64 // meanings of all words
	first, last uint64 // meaning of the first word, and of the word before
	head        uint64 // meaning of the noun that the label is about
	headWords   int
	headDone    bool
	aside       bool // in brackets: "Patents (5-year useful life)"
	lastNumber  bool
	priced      bool
	cents       bool
	words       int
	numbers     int  // that a mark, a date or a name would not have
	anyNumber   bool // any that is no year
	end         int  // of the word before
	after       bool // words after the noun say that it is counted: "Homes closed", "Aircraft at end of period"
	inYears     bool // "(years)", "in years"
	to          bool // the word before is "to"
	quotient    Unit // of two sums: percent or a multiple
	selected    bool // its noun is counted by what follows: "Customers with over $1 million"
	compares    bool // "Comparable sales", which may be their growth
	alone       bool // its noun is counted though nothing else says so: "Subscribers"
	bears       bool // debt with a kind of rate: "Term loan, variable rate"
	hedges      bool // "Forwards and options"
	opens       bool // about what opened or closed, which it does not name: "Open at end of year", "Closed"
	inShares    bool // shares are what it is measured in: "Repurchases, shares"
	measured    bool // what it is measured in follows in brackets or after a comma: "Electric sales (GWh)"
	counted     bool
	prefix      int8 // power of ten of a measure's letters: 3 of "MBbl", 6 of "MMcf"
	owned       bool // "Shares beneficially owned"
	ledger      bool // a word of a line of accounts
	dilutes     int  // words of "Basic and diluted"
	scaled      bool // a scale is stated without a currency
	mayScale    bool // some word may state one
}

// TraitsOf reads a label. Numbers in it matter: "5.25% notes" is no percentage, and "dividends of $0.88
// per share" is an amount.
func TraitsOf(text []byte) Traits {
	l := labelWalk{}
	for w := (words{b: text}); w.next(); l.end = w.p {
		if w.number {
			l.number(&w)
			l.mayScale = l.mayScale || w.b[w.at] == '0'
			continue
		}
		if word := string(w.word()); word == "except" || word == "excluding" && l.words > 0 {
			l.mayScale = true
			break // what is excepted from the unit says nothing of these figures
		}
		l.mayScale = l.mayScale || w.mayScale()
		l.word(&w)
	}
	l.currency(text)
	var s Scaling
	ok := false
	if l.mayScale {
		s, ok = FindScaling(text)
	}
	l.scaled = ok && s.Stated && s.Currency == "" && s.Power() < 9 // in billions are sums
	l.decide()
	t := l.t
	if l.cents && t.Unit == NoUnit && l.seen&(meanShare|meanDividends) != 0 {
		t.Unit, t.Weak = PerShare, NoUnit // "Ordinary dividend (pence)"
	}
	if l.cents && (t.Unit == PerShare || t.Unit == PerUnit) && l.numbers == 0 {
		t.Scale, t.Scaled = -2, true
	}
	switch {
	case ok && s.Stated:
		t.Scale, t.Scaled, t.Currency = s.Power(), true, s.Currency
		if t.Hint == Shares && s.Currency == "" {
			t.Unit = Shares // "Shares repurchased (in thousands)"
		}
	case l.prefix != 0 && l.measured:
		t.Scale, t.Scaled = l.prefix, true // "Oil (MBbl)"
	case ok && isAside(text, int(s.End)):
		t.Scale, t.Scaled = 0, true // "Average loan (in dollars)"
	}
	if l.measured {
		t.Currency = ""
	}
	if l.owned && t.Unit == Shares && !t.Scaled {
		t.Scaled = true // shares of an owner are printed in full
	}
	t.own = l.scaled && !l.ledger && t.Unit == NoUnit && t.Weak == NoUnit && l.head == 0 && l.words > 3 && !l.isSum() &&
		l.seen&(meanDebt|meanDeal) == 0
	return t
}

// isAside reports whether the words that end at i are all of an aside: "(in dollars)", ", in dollars".
func isAside(text []byte, i int) bool {
	const longest = 20 // "(in actual dollars)"
	at := bytes.LastIndexAny(text[:i], "(,")
	return at > 0 && i-at <= longest && (i == len(text) || text[i] == ')' && text[at] == '(')
}

func (l *labelWalk) number(w *words) {
	l.t.Opening = l.t.Opening || l.last == meanJanuary && w.value == 1
	compound := w.p+1 < len(w.b) && w.b[w.p] == '-' && ascii.IsLetter(w.b[w.p+1]) // "30-day equivalent"
	ofScale := string(w.b[w.at:w.p]) == "000"
	l.anyNumber = l.anyNumber || !compound && !ofScale && w.year() == 0

	const most = 100 // of a footnote's mark, the day of a date, a part of a name
	if w.year() == 0 && (w.value >= most || w.p-w.at > 3 || !isDigits(w.b[w.at:w.p]) || w.at > 0 && w.b[w.at-1] == '$') {
		l.numbers++
	}
	if l.to && w.value == 1 && w.p < len(w.b) && w.b[w.p] == ')' {
		l.quotient = Multiple // "Leverage (to 1)"
	}
	l.lastNumber = true
	l.priced = l.priced || l.last&meanMoney != 0
	l.last = 0
}

func isDigits(b []byte) bool {
	for _, c := range b {
		if !ascii.IsDigit(c) {
			return false
		}
	}
	return true
}

// word takes in one word of a label.
func (l *labelWalk) word(w *words) {
	m := wordMeaning(w.word())
	switch w.word()[0] {
	case '(':
		l.aside = l.words > 0
	case ')':
		l.aside = false
	}
	switch {
	case m == meanPercent && l.lastNumber, m&meanPer != 0 && l.priced, m == meanYears && l.last&meanIn == 0,
		m == meanLife && (l.last == meanLong || l.aside || l.follows(w, " and")), // "Health care and life"
		l.aside && l.words > 2 && isLoss(w.word()):
		m = 0
	}
	if l.last&meanPer != 0 {
		m = l.per(w, m)
	}
	l.cents = l.cents || w.n > 3 && (string(w.word()) == "cents" || string(w.word()) == "pence") ||
		l.aside && w.n == 1 && w.word()[0]|0x20 == 'p' && w.p < len(w.b) && w.b[w.p] == ')'
	if l.words == 0 {
		l.first = m
	}
	closes := w.p == len(w.b) || w.b[w.p] == ')'
	if m == meanYears && closes {
		l.inYears = true
	}
	switch word := string(w.word()); word {
	case "basic", "diluted", "and", "assuming", "dilution":
		l.dilutes++
	case "property", "equipment", "research", "development", "administrative", "general", "marketing", "advertising", "indebtedness",
		"securities", "leases", "rentals", "borrowing", "marketable", "intangible", "intangibles", "prepaid", "accrued", "currency",
		"fiscal", "thereafter":
		l.ledger = true
	case "beneficially", "beneficial":
		l.owned = true
	}
	switch word := string(w.word()); {
	case m == meanAfter && l.words == 0 && word == "available":
		m = 0 // "Available rooms"
	case l.last&meanStop != 0 && l.follows(w, " with") && l.head&meanThing != 0 && isThreshold(word):
		l.selected = true
	case l.words == 0 && (word == "comparable" || word == "same" || word == "organic"):
		l.compares = true
	case word == "pounds" && l.aside && l.seen&meanGoods != 0:
		l.measured = true // "Copper sales (millions of pounds)"
	case m == meanThings && l.words == 0:
		l.alone = isCountedAlone(word)
	case m == meanActual && !l.aside, m == meanUsed && l.t.Unit == PerShare && l.follows(w, ","):
		m = 0 // "Loss per share, computed on the average number"
	case l.to && (word == "total" || m == meanAverage):
		l.quotient = Percent // "Nonperforming loans to total loans"
	case l.to && l.head&(meanSums|meanDebt) != 0 && isBalance(word):
		l.quotient, l.t.Ratio = Multiple, true // "Loans to deposits"
	case (word == "basic" || word == "diluted") && l.follows(w, " for"):
		m = meanUsed // "Net income for basic earnings per share"
	case (word == "open" || word == "opened" || word == "closed") && l.headWords == 0:
		l.opens = true
	case m == meanRate && (l.follows(w, "ixed") || l.follows(w, "ariable") || l.follows(w, "loating")):
		l.bears = true
	case word == "shares" && l.words > 0 && closes && (w.b[w.at-1] == '(' || l.follows(w, ",")):
		l.inShares = true
	case l.to && (word == "ebitda" || word == "bill"), word == "x" && l.aside && closes:
		l.quotient = Multiple // "Debt to EBITDA", "Cover (x)"
	case m == meanUnits && l.aside && closes && (l.follows(w, " of") || l.follows(w, "thousand") || l.follows(w, "million")):
		l.measured = true // "Sales (thousands of units)"
	case l.last&meanIn != 0 && closes && (word == "months" || word == "days"):
		l.measured = true
	case word == "additions" && closes && l.words == 1 && l.follows(w, "et"): // "Net additions" of subscribers
		m = meanCounted
	case m == meanUnits && l.aside && l.last&meanIn != 0 && closes:
		m = meanActual // "Operating data (units):"
	}
	if l.prefix == 0 {
		l.prefix = measurePrefix(string(w.word()))
	}
	if m == meanMeasure && l.headDone && l.seen&(meanPer|meanPrice) == 0 && l.t.Currency == "" {
		l.measured = true
	}
	l.to = string(w.word()) == "to" || w.p < len(w.b) && w.b[w.p] == '/'
	l.hedges = l.hedges || m == meanDeal
	l.noun(w, m)
	l.seen |= m
	l.words++
	l.last, l.lastNumber = m, false
}

// measurePrefix is the power of ten of the letters before a measure of oil or gas, which count in thousands as of old. "Mcf"
// is a unit of its own.
func measurePrefix(word string) int8 {
	switch word {
	case "mbbl", "mbbls", "mboe", "mbd", "mbpd", "mbopd", "mboed", "mboepd":
		return 3
	case "mmbbl", "mmbbls", "mmboe", "mmcf", "mmcfe", "mmcfd", "mmcfed", "mmcfpd":
		return 6
	case "bcf", "bcfe", "bcfd":
		return 9
	}
	return 0
}

// isLoss reports whether a word in an aside only says what a negative figure is: "Net additions (losses)".
func isLoss(word []byte) bool { return string(word) == "loss" || string(word) == "losses" }

// follows reports whether the text before the present word ends with these signs and a blank.
func (l *labelWalk) follows(w *words, signs string) bool {
	return w.at > 0 && bytes.HasSuffix(w.b[:w.at-1], []byte(signs))
}

// isCountedAlone reports whether a noun is never a line of revenue or assets.
func isCountedAlone(word string) bool {
	switch word {
	case "subscribers", "users", "passengers", "patients", "students", "households", "members", "memberships", "wells", "atms",
		"ftes", "teammates", "workers", "people", "persons", "physicians", "branches", "departures":
		return true
	}
	return false
}

// isThreshold reports whether a word after "with" begins what selects the things that are counted.
func isThreshold(word string) bool {
	switch word {
	case "over", "more", "at", "greater", "arr", "acv", "annual":
		return true
	}
	return false
}

// isBalance reports whether a word names a sum that others are set against.
func isBalance(word string) bool {
	switch word {
	case "deposits", "assets", "equity", "capital", "capitalization", "loans", "liabilities":
		return true
	}
	return false
}

// isPlace reports whether a word names a place of business.
func isPlace(word []byte) bool {
	switch string(word) {
	case "store", "restaurant", "club", "branch", "office", "location", "hotel", "casino", "vessel", "rig", "well", "aircraft",
		"plant", "mine", "warehouse", "theater", "theatre", "clinic", "hospital", "school", "dealership", "center", "facility",
		"property", "franchise":
		return true
	}
	return false
}

// per takes in the word after "per": amounts for one share, a rate over time, or a sum for one of something else.
func (l *labelWalk) per(w *words, m uint64) uint64 {
	if timeWord(w.word()) {
		return m
	}
	l.t.Place = isPlace(w.word())
	for next := *w; ; {
		n := wordMeaning(next.word())
		goods := n&meanShare != 0 && string(next.word()) == "unit" && l.seen&(meanSums|meanRevenue) != 0 // "selling price"
		if n&(meanShare|meanShares|meanStock) != 0 && !goods {
			if !(l.aside && sumFollows(w.b[next.p:])) {
				l.t.Unit = PerShare
			}
			return meanShare
		}
		if !next.next() || next.number || wordMeaning(next.word())&meanStop != 0 || next.word()[0] == ')' {
			if m&meanFormal != 0 {
				return m
			}
			if l.seen&meanMeasure != 0 && l.seen&(meanPrice|meanMoney|meanSums|meanRevenue|meanValue|meanCost) == 0 {
				l.measured = true // "Grade, ounces per ton"
				return m
			}
			return m | meanEach
		}
	}
}

// noun finds the noun that a label is about: the last one before a preposition, a bracket or a comma.
func (l *labelWalk) noun(w *words, m uint64) {
	for _, c := range w.b[l.end:w.at] {
		l.headDone = l.headDone || l.words > 0 && (c == ',' || c == ':' || c >= utf8.RuneSelf) // or a dash
	}
	l.headDone = l.headDone || l.words > 0 && m&meanStop != 0
	if m == meanUsed && l.head&meanThing != 0 {
		l.after = true // "Gallons used"
	} else if m&meanAfter != 0 {
		l.after = l.after || m&meanCounting != 0 && l.head&meanThing != 0
	} else if !l.headDone {
		l.head = m
		l.headWords++
	}
}

// currency finds a currency that the label names: "US$", "Price ($ per ounce)", "Sales (€)".
func (l *labelWalk) currency(text []byte) {
	if len(text) <= maxSign {
		code, end := figure.CurrencyAt(string(text), 0)
		if end == len(text) && bytes.Equal(text, bytes.ToUpper(text)) {
			l.t.Currency = code // a label such as "SEK" or "US$"; "Euro" heads a row of exchange rates
		}
	}
	if i := bytes.LastIndexByte(text, ' '); i > 0 && len(text)-i <= maxSign && IsDate(text[:i]) {
		l.currency(text[i+1:]) // "2024 RMB"
	}
	if l.t.Unit != NoUnit && l.t.Unit != PerShare {
		return
	}
	for i := bytes.IndexByte(text, '('); i >= 0; i = bytes.IndexByte(text, '(') {
		text = text[i+1:]
		const longest = 24 // of "in ", a currency and "/share"
		aside := string(bytes.TrimPrefix(text[:min(len(text), longest)], []byte("in ")))
		code, end := figure.CurrencyAt(aside, 0)
		if end == 0 || end < len(aside) && ascii.IsDigit(aside[end]) {
			continue
		}
		l.t.Currency = code
		if end < len(aside) && aside[end] == '/' && !ascii.HasPrefixFold([]byte(aside[end+1:]), "share") {
			l.seen |= meanEach // "($/ton)"
		}
		return
	}
}

// IsGrant reports whether a row of a table follows awards: "Granted", "Exercised", "Outstanding at December 31".
func IsGrant(text []byte) bool {
	w := words{b: text}
	if !w.next() {
		return false
	}
	switch string(w.word()) {
	case "granted", "vested", "forfeited", "exercised", "exercisable", "outstanding", "nonvested", "unvested", "canceled":
		return true
	}
	return false
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

// decide decides on the unit from the words seen.
func (l *labelWalk) decide() {
	t, seen := &l.t, l.seen
	has := func(m uint64) bool { return seen&m == m }
	goods := seen&(meanGoods|meanSums) != 0 && seen&(meanStock|meanShare|meanShares) == 0
	l.bears = l.bears && (seen&meanDebt != 0 && l.head&meanRate == 0 || l.words == 2) // "Variable rate:" above its loans
	l.counted = l.isCounted()
	t.counts = l.counted
	t.thing = l.head&meanThing != 0
	t.Opening = t.Opening || seen&meanOpening != 0
	if l.last == meanEPS || seen&meanEPS != 0 && l.last == meanClose {
		t.Unit = PerShare
	}
	switch {
	case seen&(meanPar|meanAuthorized) != 0 && l.numbers > 0, seen&meanExcess != 0:
		t.Unit = NoUnit // the label of an equity row with its par value and share counts
	case t.Unit == PerShare && seen&meanUsed != 0:
		// "Shares used in computing earnings per share", "net income used …"
		t.Unit = NoUnit
		if seen&(meanShares|meanNumber) != 0 {
			t.Unit = Shares
		}
	case t.Unit == PerShare:
	case l.inShares && seen&(meanEach|meanSums) == 0:
		t.Unit = Shares
	case has(meanExchange|meanRate) && l.head&meanRate != 0:
		t.Weak = Multiple
	case has(meanEach) && (!t.counts || l.measured || t.Currency != ""), has(meanDaily | meanRate):
		t.Unit = PerUnit
	case has(meanPar) && has(meanValue) && seen&meanShares == 0:
		t.Weak = PerShare
	case has(meanAverage|meanPrice) && goods:
		t.Unit = PerUnit
	case has(meanAverage) && seen&(meanPrice|meanValue) != 0 && seen&meanMoney == 0:
		t.Unit = PerShare
	case has(meanPercent):
		t.Unit = Percent
	case l.measured && !has(meanEach), l.counted && l.head&meanMeasure != 0 && l.words > 1 && !has(meanEach):
		t.Unit = Count
	case has(meanActual) && !l.isSum() && seen&meanShares == 0:
		t.Unit, t.Scale, t.Scaled = Count, 0, true
	case has(meanNumber) && seen&(meanShares|meanStock|meanIssuable) != 0, l.isShares():
		t.Unit = Shares
	case has(meanNumber) && seen&meanUnits != 0, l.head&meanUnits != 0 && l.words == 1:
		t.Unit, t.Awards = Count, true
	case has(meanNumber), has(meanArea), l.first == meanCounted:
		t.Awards = has(meanNumber) && !t.counts
		t.Unit = Count
	case l.inYears && seen&meanMoney == 0:
		t.Unit = Years
	case has(meanPoints|meanBasis) && l.numbers == 0:
		t.Unit = BasisPoints
	case has(meanYears) && seen&meanMoney == 0:
		t.Weak = Years
	case has(meanLife) && seen&meanDebt == 0: // "term loans" are money
		t.Weak = Years
	case l.quotient != NoUnit:
		t.Weak = l.quotient
	case has(meanQualified) && seen&meanMoney == 0, l.first == meanReturn && seen&meanSums != 0 && seen&meanPlan == 0:
		t.Weak = Percent
	case l.head == meanRatio && l.headWords > 1 && seen&(meanTimesOf|meanPrice) == 0:
		t.Unit, t.Ratio = Multiple, true
	case has(meanRatio), has(meanTimes),
		has(meanRate|meanActivity) && seen&(meanDeal|meanExchange|meanMoney) == 0: // "conversion rate"
		t.Weak = Multiple
	case has(meanPrice) && goods:
		t.Weak = PerUnit
	case has(meanPrice), seen == meanExtreme:
		t.Weak = PerShare
	case t.counts, l.opens && l.headWords == 0, l.first == meanDays && seen&(meanStop|meanSums) != 0:
		t.Weak = Count
	case l.head == meanTurns && l.words > 1:
		t.Weak = Multiple
	case has(meanRate) && seen&(meanExchange|meanDeal) == 0 && !l.bears: // "effect of exchange rates", "interest rate swaps"
		t.Weak = Percent
	case has(meanPoints):
		t.Weak = BasisPoints
	case seen&(meanMoney|meanValue) != 0 && seen&meanShares == 0:
		t.Money = true
	}
	switch {
	case t.Unit != NoUnit || t.Weak != NoUnit:
	case l.first == meanShares && seen&meanMoney != 0 && seen&(meanValue|meanPrice|meanCost) == 0:
		t.Hint = Shares
	case l.words > 0 && l.dilutes == l.words:
		t.Hint = PerShare // "Basic", "Basic and diluted"
	case l.head&meanGrowth != 0, l.compares:
		t.Hint = Percent
	case l.first&meanDividends != 0:
		t.Hint = PerShare
	case l.first&meanAverage != 0 && seen&(meanShare|meanShares|meanStock|meanDebt) == 0 && !l.isSum():
		t.Hint = PerUnit // "Average check"
	}
	t.Ratio = t.Ratio && seen&meanTimes == 0 // "(times)" says that it is no percentage
	t.Explicit = seen&meanNumber != 0 || t.Unit == Shares && seen&meanAverage != 0
	t.Stock = seen&(meanStock|meanShare|meanShares|meanUnits) != 0
	t.Averages = seen&(meanAverage|meanEach|meanPer|meanRatio) != 0
	t.Area = seen&meanArea != 0 && seen&(meanAverage|meanEach) == 0
	t.Names = l.isSum() || l.ledger || seen&meanDebt != 0
	t.sums = t.Unit == NoUnit && t.Weak == NoUnit && l.isSum()
	t.valued = t.sums && seen&(meanValue|meanCost) != 0 && seen&meanNumber == 0
}

// isSum reports whether a word of the label is one of money.
func (l *labelWalk) isSum() bool {
	return l.seen&(meanMoney|meanSums|meanRevenue|meanValue|meanPrice) != 0
}

// isCounted reports whether the label is about things that are counted: "Total stores", "Homes closed", but not
// "Sales to dealers", nor "Aircraft", which may be what they cost.
func (l *labelWalk) isCounted() bool {
	switch {
	case l.measured, l.selected, l.head == meanUnits && l.scaled && l.seen&(meanPartner|meanAuthorized|meanStock) == 0:
		return true // "Backlog units (in thousands)"
	case l.seen&(meanMoney|meanSums|meanPercent|meanRate|meanRatio) != 0 || l.anyNumber:
		return false
	case l.head&meanUnits != 0 && l.headWords > 1 &&
		l.seen&(meanPartner|meanAuthorized|meanAverage|meanStock|meanShare|meanRemaining|meanHeld) == 0:
		return true // "Retail units"
	case l.head&(meanCounted|meanMeasure) != 0, l.head&meanDays != 0 && l.headWords > 1,
		l.seen&meanHolders != 0 && l.seen&meanRecord != 0:
		return true
	case l.head&meanThings != 0 && (l.headWords > 1 || l.seen&meanPer != 0 || l.words == 1 && l.alone):
		return true
	}
	return l.head&meanThing != 0 && (l.after || l.seen&meanActive != 0 || l.scaled)
}

// isShares reports whether the label is about shares, or units and securities that are shares.
func (l *labelWalk) isShares() bool {
	seen := l.seen
	switch {
	case l.numbers > 0 || seen&meanNumber != 0 || l.hedges:
		return false
	case l.head&(meanShares|meanUnits) != 0 && seen&meanHeld != 0 && seen&(meanValue|meanCost) == 0:
		return true // "Treasury shares held"
	case seen&meanIssuable != 0:
		return seen&(meanActivity|meanRemaining) != 0 && seen&(meanValue|meanCost) == 0
	case seen&meanShares != 0:
	case seen&(meanPartner|meanAuthorized|meanAverage|meanStock|meanShare|meanRemaining) == 0 || seen&meanUnits == 0:
		return false
	}
	return seen&meanNoShares == 0
}
