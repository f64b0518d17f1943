package figure

import (
	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/internal/ascii"
)

// nonAmount reads a number that something attached to it makes a date, a telephone number or a
// code. It returns where reading continues, or 0 when the number may be an amount.
func (r *reader) nonAmount(b *body) int {
	t := r.t
	if b.tooLong {
		return r.code(b.start, b.end, "code")
	}
	if end := r.phone(b); end > 0 {
		return end
	}
	if end := r.date(b); end > 0 {
		return end
	}
	if b.start > 0 && (ascii.IsLetter(t[b.start-1]) || t[b.start-1] == '_') {
		return r.glued(b)
	}
	if end := r.hyphened(b); end > 0 {
		return end
	}
	if b.end < len(t) && (ascii.IsLetter(t[b.end]) || t[b.end] == '_') {
		return r.trailing(b)
	}
	return 0
}

// code emits a token that is no number.
func (r *reader) code(start, end int, label string) int {
	return r.emitNonAmount(kindCode, label, start, Extent{start, end}, end)
}

// emitNonAmount emits a number that is no amount, with the word that says why.
func (r *reader) emitNonAmount(k Kind, label string, start int, bare Extent, end int) int {
	start = max(start, r.floor())
	bare.Start = max(bare.Start, start)
	return r.emit(Amount{Kind: k, Label: label, Extent: Extent{start, end}, Bare: bare})
}

// maxToken is how far a code is followed to its ends.
const maxToken = 64

// tokenEnd is the end of a code that continues at e: letters, digits, and marks between two of them.
func tokenEnd(t string, e int) int {
	for limit := e + maxToken; e < len(t) && e < limit; {
		switch c := t[e]; {
		case ascii.IsAlnum(c) || c == '_':
			e++
		case (c == '-' || c == '.' || c == '/' || c == ':') && e+1 < len(t) && ascii.IsDigit(t[e+1]):
			e++
		case c == '-' && e+1 < len(t) && shortWord(t, e+1):
			e++
		case c == '(' && bracketed(t, e) > e:
			e = bracketed(t, e)
		default:
			return e
		}
	}
	return e
}

// shortWord reports whether a word of one or two letters is at i, as in 1:19-cv-01 or 10-K.
func shortWord(t string, i int) bool {
	n := wordEnd(t, i) - i
	return n >= 1 && n <= 2
}

// bracketed is the end of a short bracket as paragraphs have them: (b), (iv), (2).
func bracketed(t string, i int) int {
	for k := i + 1; k < len(t) && k < i+6; k++ {
		if t[k] == ')' && k > i+1 {
			return k + 1
		}
		if !ascii.IsAlnum(t[k]) {
			break
		}
	}
	return i
}

// glued reads a number with letters directly before it: a currency, a quarter, a fiscal year, or
// the tail of a code.
func (r *reader) glued(b *body) int {
	t := r.t
	start := wordStart(t, b.start)
	word := t[start:b.start]
	if code := codeOf(word); code != "" || word == "Rs" {
		return 0
	}
	if end := r.gluedPeriod(word, start, b); end > 0 {
		return end
	}
	for limit := b.start - maxToken; start > 0 && start > limit; start-- {
		if c := t[start-1]; !ascii.IsAlnum(c) && c != '-' && c != '_' {
			break
		}
	}
	return r.code(max(start, r.floor()), tokenEnd(t, b.end), "code")
}

// gluedPeriod reads Q3 2023, H1 2023 and FY23.
func (r *reader) gluedPeriod(word string, start int, b *body) int {
	t := r.t
	n := smallInt(t[b.start:digitsEnd(t, min(b.start+1, b.end))][:1])
	single := digitsEnd(t, b.start) == b.start+1
	switch word {
	case "Q", "q", "H":
		limit := 4
		if word == "H" {
			limit = 2
		}
		if !single || n < 1 || n > limit {
			return 0
		}
		p := Period{Form: formQuarter, Count: n}
		end := b.start + 1
		if word == "H" {
			p.Form = formHalf
		}
		year, fiscal, stop := yearTail(t, end, false)
		if year > 0 {
			p.Year, p.Fiscal, end = year, fiscal, stop
		} else if word == "H" {
			return 0
		}
		return r.period(p, start, end)
	case "FY", "CY":
		year, end := fourDigitYear(t, b.start)
		if year == 0 {
			year, end = twoDigitYear(t, b.start)
		}
		if year > 0 {
			return r.period(Period{Form: formYear, Fiscal: word == "FY", Year: year}, start, end)
		}
	}
	return 0
}

func (r *reader) period(p Period, start, end int) int {
	start = max(start, r.floor())
	return r.emit(Amount{Kind: kindPeriod, Period: p, Extent: Extent{start, end}, Bare: Extent{start, end}})
}

// hyphened reads a number after a word and a hyphen: COVID-19 is a code, mid-2023 a year.
func (r *reader) hyphened(b *body) int {
	t := r.t
	n, long := dashBefore(t, b.start)
	p := b.start - n
	if n != 1 || long || p == 0 || !ascii.IsLetter(t[p-1]) || p <= r.floor() {
		return 0
	}
	start := wordStart(t, p)
	switch word := t[start:p]; {
	case oneOf(word, []string{"mid", "pre", "post", "late", "early", "year", "fiscal"}) && isYear(b.integer(t)):
		return 0
	case oneOf(word, []string{"to", "for", "by", "and", "or", "of", "in", "per"}):
		return 0
	case len(word) > 6 && !ascii.IsDigit(t[start]) && word != "COVID":
		return 0
	}
	for start > 0 && start > p-maxToken && (ascii.IsAlnum(t[start-1]) || t[start-1] == '-') {
		start--
	}
	return r.code(start, tokenEnd(t, b.end), "code")
}

// ordinalSuffix reports whether letters after digits make an ordinal.
func ordinalSuffix(s string) bool {
	switch s {
	case "st", "nd", "rd", "th", "ST", "ND", "RD", "TH":
		return true
	}
	return false
}

// trailing reads a number with letters directly after it: a scale or unit leaves it an amount, the
// rest are ordinals, quarters, times and codes.
func (r *reader) trailing(b *body) int {
	t := r.t
	stop := wordEnd(t, b.end)
	word := t[b.end:stop]
	before := r.before(b)
	if end := r.labelled(b, &before); end > 0 {
		return end
	}
	if s := r.after(b.end, before.unit != ""); s.marksAmount() && s.end >= stop {
		return 0
	}
	switch {
	case ordinalSuffix(word) && b.plain():
		if n := b.integer(t); n >= 1 && n <= 4 {
			if end := r.quarter(n, b.start, stop); end > stop {
				return end
			}
		}
		return r.emitNonAmount(kindOrdinal, "ordinal", b.start, Extent{b.start, b.end}, stop)
	case word == "s" && isYear(b.integer(t)):
		return r.emitNonAmount(kindCode, "decade", b.start, Extent{b.start, b.end}, stop)
	case isYear(b.integer(t)) && b.digits == 4 && estimateMark(t, b.end) == stop:
		return r.estimate(b, stop)
	case equalFold(word, "am") || equalFold(word, "pm"):
		return r.emitNonAmount(kindClock, "time", b.start, Extent{b.start, b.end}, stop)
	}
	if end := r.countedPeriod(word, b, stop); end > 0 {
		return end
	}
	if before.unit != "" {
		return 0
	}
	return r.code(b.start, tokenEnd(t, b.end), "code")
}

// estimate reads a year as analysts mark it: 2024E.
func (r *reader) estimate(b *body, stop int) int {
	p := Period{Form: formYear, Year: b.integer(r.t)}
	label := "estimate"
	if r.t[b.end] == 'A' {
		label = "actual"
	}
	return r.emit(Amount{Kind: Year, Value: decimal.New(int64(p.Year), 0), Period: p, Label: label,
		Extent: Extent{b.start, stop}, Bare: Extent{b.start, b.end}})
}

// countedPeriod reads 3Q23, 1H 2023 and 9M23.
func (r *reader) countedPeriod(word string, b *body, stop int) int {
	n := b.integer(r.t)
	p := Period{Count: n}
	switch {
	case (word == "Q" || word == "q") && n >= 1 && n <= 4:
		p.Form = formQuarter
	case word == "H" && n >= 1 && n <= 2:
		p.Form = formHalf
	case word == "M" && (n == 6 || n == 9):
		p.Form = formMonths
	default:
		return 0
	}
	year, fiscal, end := yearTail(r.t, stop, true)
	if year == 0 {
		if p.Form != formQuarter {
			return 0
		}
		end = stop
	}
	p.Year, p.Fiscal = year, fiscal
	return r.period(p, b.start, end)
}

// phone reads the telephone numbers of North America, and international ones after a plus.
func (r *reader) phone(b *body) int {
	t := r.t
	run := digitsEnd(t, b.start)
	if b.start > 0 && t[b.start-1] == '+' {
		return r.international(b.start)
	}
	start := b.start
	if run-start == 1 && run+1 < len(t) && (t[run] == '-' || t[run] == ' ') {
		start = run + 1
		if t[start] == '(' {
			start++
		}
	}
	end := areaPhone(t, start)
	if end == 0 {
		return 0
	}
	from := b.start
	if from > 0 && t[from-1] == '(' {
		from--
	}
	return r.emitNonAmount(kindPhone, "phone", from, Extent{b.start, end}, end)
}

// areaPhone matches 555-010-0199, 555.010.0199 and 555) 010-0199 at i.
func areaPhone(t string, i int) int {
	if digitsEnd(t, i)-i != 3 || i+3 >= len(t) {
		return 0
	}
	j := i + 3
	closed := t[j] == ')'
	if closed {
		j = skipBlanks(t, j+1)
	} else if t[j] == '-' || t[j] == '.' {
		j++
	} else {
		return 0
	}
	if digitsEnd(t, j)-j != 3 {
		return 0
	}
	k := skipBlanks(t, j+3)
	if n, _ := dashAt(t, k); n > 0 {
		k += n
	} else if k < len(t) && t[k] == '.' {
		k++
	}
	if k == j+3 || digitsEnd(t, k)-k != 4 {
		return 0
	}
	return k + 4
}

// minInternational and maxInternational bound the digits after a plus that are a telephone number.
const (
	minInternational = 9
	maxInternational = 15
)

func (r *reader) international(i int) int {
	t, n, end := r.t, 0, i
	for k := i; k < len(t) && n <= maxInternational; k++ {
		switch c := t[k]; {
		case ascii.IsDigit(c):
			n, end = n+1, k+1
			continue
		case c == ' ' || c == '-' || c == '(' || c == ')':
			continue
		}
		break
	}
	groups := end-i > n
	if n < minInternational || n > maxInternational || !groups {
		return 0
	}
	return r.emitNonAmount(kindPhone, "phone", i-1, Extent{i, end}, end)
}
