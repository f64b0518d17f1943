package figure

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// subject is what a question asks for, as far as its words say it.
type subject struct {
	text     string // of the question, in lower case
	falls    bool   // the size of a decrease
	counts   bool   // how many of something
	days     bool   // days
	ratio    bool   // a quotient that nobody writes in percent
	percent  bool   // a percentage, in so many words
	relative bool   // a percentage of change, which has no percentage points
	money    bool   // a sum of money
	changes  bool   // what something changed by
	points   bool   // percentage points or basis points
	bps      bool   // basis points
	paid     bool   // a payment, which statements of cash flows have in brackets
	currency Unit   // the one that it names
}

var (
	countAsked = regexp.MustCompile(`\bhow many\b|\bwhat (?:is|was|were|are) the (?:[\w-]+ ){0,3}number of\b`)
	notCounted = regexp.MustCompile(`\bhow many (?:u\.s\. |us )?(?:dollars|thousand|million|billion|percent|basis|times|days|\$)`)
	daysAsked  = regexp.MustCompile(`\b(?:dpo|dso|dio|days (?:payable|sales|inventory|of)|how many days|number of days|in days|` +
		`cash conversion cycle)\b`)
	ratioAsked = regexp.MustCompile(`\bratio (?:of|in|between)\b.*\bto\b|\bturnover\b|\b(?:current|quick|acid[- ]test|` +
		`working capital|leverage|` +
		`coverage|debt[- ]to[- ][a-z]+|price[- ]to[- ][a-z]+) ratio\b|\binterest coverage\b`)
	aRatio       = regexp.MustCompile(`\bratio\b`)
	percentAsked = regexp.MustCompile(`%|\bpercent(?:s|age|ages)?\b|\bper cent\b`)
	rateAsked    = regexp.MustCompile(`\b(?:margins?|rates?|ratios?|yields?|points?|proportion|portion|utili[sz]ation|mix|roa|roe|roi)\b|` +
		`\breturns? on\b|(?:percent(?:age)?|%|share) of\b|\bpercentage in\b`)
	moneyAsked = regexp.MustCompile(`[$€£¥](?:\D|$)|\busd\b|\bdollars?\b|\bhow much\b|\bamount\b|` +
		`\bin (?:thousands|millions|billions)\b|\bvalue of\b|\bcosts?\b`)
	eachAsked = regexp.MustCompile(`\b(?:share|stock|exercise|strike|closing|high|low) prices?\b|` +
		`\bprices? (?:of|for) (?:the )?(?:common )?(?:stock|shares?)\b`)
	eachAllowed = regexp.MustCompile(`\b(?:shares?|stock|options?|warrants?|dividends?|eps|units?|prices?)\b`)
	changeAsked = regexp.MustCompile(`\b(?:changed?|difference|variation|exceed\w*|beat)\b|\b(?:` + falling + `|` + rising + `)\b`)
	paidAsked   = regexp.MustCompile(`\bcapital (?:expenditures?|spending)\b|\bcapex\b|\b(?:purchases|acquisition) of property\b|` +
		`\bpayments? (?:of|for|to)\b|\brepayments?\b|\bpaid\b|\bpay out\b|\brepurchases?\b|\bspen[dt]\b|\bcash (?:used|outflow)`)
	timeAllowed = regexp.MustCompile(`\bhow long\b|\b(?:life|lives|terms?|periods?|age|maturit(?:y|ies)|` +
		`duration|vest(?:ing|ed)?|remaining|time)\b`)
	currencies = map[Unit]*regexp.Regexp{
		"USD": regexp.MustCompile(`\$|\busd\b|\bdollars?\b`),
		"EUR": regexp.MustCompile(`€|\beur\b|\beuros?\b`),
		"GBP": regexp.MustCompile(`£|\bgbp\b|\bsterling\b`),
		"JPY": regexp.MustCompile(`¥|\bjpy\b|\byen\b`),
	}
)

const maxQuestion = 4 << 10 // bytes of a question that say what it asks for

// subjectOf reads what a question asks for.
func subjectOf(question string) subject {
	t := strings.ToLower(question[:min(len(question), maxQuestion)])
	s := subject{text: t}
	s.counts = countAsked.MatchString(t) && !notCounted.MatchString(t)
	s.days = daysAsked.MatchString(t)
	s.percent = percentAsked.MatchString(t)
	s.bps = strings.Contains(t, "basis point") || strings.Contains(t, " bps")
	s.points = s.bps || strings.Contains(t, "percentage point")
	s.ratio = !s.percent && ratioAsked.MatchString(t)
	s.relative = s.percent && !rateAsked.MatchString(strings.ReplaceAll(t, "growth rate", ""))
	s.money = moneyAsked.MatchString(t)
	s.changes = changeAsked.MatchString(t)
	s.paid = paidAsked.MatchString(t)
	asks := t[:strings.LastIndexByte(t, '?')+1] // what follows says how to answer: "negative if it fell"
	s.falls = fallsWord.MatchString(cmp.Or(asks, t)) && !risesWord.MatchString(cmp.Or(asks, t))
	for code, named := range currencies {
		if named.MatchString(t) {
			if s.currency != "" {
				s.currency = ""
				break
			}
			s.currency = code
		}
	}
	return s
}

// synonyms are words of questions about what a noun counts, in addition to the noun.
var synonyms = map[Unit][]string{
	UnitShares:  {"stock", "equity award", "rsu", "repurchase"},
	"employees": {"people", "headcount", "workforce", "staff", "personnel", "labour", "labor", "worker", "associate"},
	"options":   {"award", "grant", "stock"},
	"units":     {"award", "grant", "rsu"},
}

// names reports whether a question is about what a unit counts.
func (s *subject) names(u Unit) bool {
	stem := strings.TrimSuffix(strings.TrimSuffix(string(u), "ies"), "s")
	if u == "square feet" {
		stem = "square f"
	}
	asks := strings.ReplaceAll(s.text, "stockholder", "")
	if strings.Contains(asks, stem) {
		return true
	}
	for _, word := range synonyms[u] {
		if strings.Contains(asks, word) {
			return true
		}
	}
	return false
}

// namesOther reports whether a question that asks for a count is about what another unit counts.
func (s *subject) namesOther(u Unit) bool {
	return slices.ContainsFunc(nouns, func(n noun) bool { return n.Unit != u && s.counts && s.names(n.Unit) })
}

// contradicts names what is wrong with a reading before its value is looked at: another direction than the gold's,
// another unit than the question asks for, no single answer.
func (h Hint) contradicts(gold Amount, r *reading) Reason {
	switch {
	case r.open || gold.IsAmount() && boundOf(&gold, &r.Amount):
		return Other
	case !gold.IsAmount() || !r.IsAmount():
		return noReason
	case gold.Value.IsPositive() && !gold.Falls && r.Sign == unsigned &&
		(r.Falls && !h.about.falls && !h.about.paid || r.rose && h.about.falls):
		return wrongSign
	case h.Asked && h.otherUnit(gold, r):
		return wrongUnit
	case r.whole && h.Scale > 0 && !gold.hasScaleWord() && !r.hasScaleWord() && familyOf(gold) != ratios:
		gold.rescale(h.Scale)
		h.Scale = 0
		return reasonFor(gold, r.Amount, h)
	default:
		return noReason
	}
}

// otherUnit reports whether a figure has a unit that is none of what the question asks for.
func (h Hint) otherUnit(gold Amount, r *reading) bool {
	s := &h.about
	code := Unit(r.Unit.Currency())
	switch {
	case r.Kind == PerShare && h.Scale > 0 && !h.Each && gold.Kind != PerShare:
		return true
	case familyOf(gold) != anyUnit && gold.Unit == r.Unit && r.divisor == "":
		return false
	case r.divisor != "" && !strings.Contains(s.text, strings.Replace(strings.TrimSuffix(r.divisor, "ly"), "dai", "da", 1)):
		return true
	case code != "" && s.currency != "" && code != s.currency:
		return true
	case r.Kind == Multiple && s.days:
		return true
	case r.Kind == Points:
		return s.relative && gold.Kind != Points
	case r.Kind == PerShare:
		return gold.Kind != PerShare && !h.Each && !eachAllowed.MatchString(s.text)
	case r.Kind == Money && familyOf(gold) == anyUnit:
		return s.counts || !s.money && (s.ratio || s.days || s.percent || aRatio.MatchString(s.text)) ||
			s.days && gold.Value.LessThan(decimal.NewFromInt(mostDays))
	case familyOf(r.Amount) != counts:
		return false
	case r.timeSpan():
		return h.Scale > 0 || s.days && r.Unit != "days" || !s.days && !s.names(r.Unit) && !timeAllowed.MatchString(s.text)
	default:
		return h.Each && r.Unit == UnitShares || !s.names(r.Unit) && (!s.counts || s.namesOther(r.Unit))
	}
}

// mostDays bounds what may be a number of days.
const mostDays = 10_000
