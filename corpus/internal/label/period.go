package label

import (
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// Period is the time that a header names, as far as it names it: zero fields are not stated.
type Period struct {
	Year, Month, Day int16 // of its end
	Months           int16 // its length; 0 for a point in time or an unknown length
}

// month is the number of the month that a lower-case word names or abbreviates, or 0.
func month(word []byte) int16 {
	const short = 3
	if len(word) < short {
		return 0
	}
	switch string(word[:short]) { // most words are none, and many are asked
	case "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec":
		return int16(figure.MonthNumber(string(word)))
	}
	return 0
}

// length is the number of months that a word counts, or 0.
func length(word []byte) int16 {
	switch string(word) {
	case "three", "thirteen", "quarter", "quarterly":
		return 3
	case "six":
		return 6
	case "nine":
		return 9
	case "twelve", "fiscal", "year", "years", "fy", "annual":
		return 12
	}
	return 0
}

// monthsOfWeeks turns the number of weeks of a retailer's period into months.
func monthsOfWeeks(n int) int16 {
	switch {
	case n == 52 || n == 53:
		return 12
	case n == 39 || n == 40:
		return 9
	case n == 26:
		return 6
	case n == 12 || n == 13 || n == 14:
		return 3
	}
	return 0
}

// Add reads one more piece of a header into the period. Lower levels are added later and win. A piece
// that names two years compares them and is no period.
func (p *Period) Add(text []byte) {
	w := words{b: text}
	years, last := 0, int16(0)
	var next Period
	for w.next() {
		if !w.number {
			last = month(w.word())
			next.word(w.word(), last)
			if yy := fiscalShort(&w); yy != 0 {
				next.Year, years = yy, years+1
			}
			continue
		}
		if y := w.year(); y != 0 {
			if int16(y) != next.Year {
				years++
			}
			next.Year = int16(y)
		} else if last != 0 && w.value >= 1 && w.value <= 31 {
			next.Day = int16(w.value)
		} else if n := monthsOfWeeks(w.value); n != 0 && followedByWeeks(text[w.p:]) {
			next.Months = n
		} else if dated, ok := slashDate(text[w.at:]); ok {
			next.Year, next.Month, next.Day = dated.Year, dated.Month, dated.Day
			years++
			w.p = w.at + dateLength(text[w.at:])
		}
		last = 0
	}
	if years <= 1 {
		p.merge(next)
	} else {
		*p = Period{}
	}
}

// word takes in a month's name, or a length.
func (p *Period) word(word []byte, m int16) {
	if m != 0 {
		p.Month = m
	} else if n := length(word); n != 0 && (p.Months == 0 || n < p.Months) {
		p.Months = n
	}
}

// merge takes over what the lower level states.
func (p *Period) merge(q Period) {
	if q.Year != 0 {
		p.Year = q.Year
	}
	if q.Month != 0 {
		p.Month, p.Day = q.Month, q.Day
	}
	if q.Months != 0 {
		p.Months = q.Months
	}
}

// fiscalShort is the year of "FY23" or "FY2023", whose digits follow their letters at once.
func fiscalShort(w *words) int16 {
	if string(w.word()) != "fy" || w.p+1 >= len(w.b) || !ascii.IsDigit(w.b[w.p]) {
		return 0
	}
	q := *w
	if !q.next() || !q.number || q.p-q.at != 2 {
		return 0
	}
	w.p = q.p
	return shortYear(q.value)
}

// shortYear is the year that two digits abbreviate.
func shortYear(n int) int16 {
	if n < 70 {
		return int16(2000 + n)
	}
	return int16(1900 + n)
}

// followedByWeeks reports whether "weeks" is the next word.
func followedByWeeks(b []byte) bool {
	w := words{b: b}
	return w.next() && string(w.word()) == "weeks"
}

// dateLength is the length of the run of digits and slashes that opens b.
func dateLength(b []byte) int {
	n := 0
	for n < len(b) && n < 10 && (ascii.IsDigit(b[n]) || b[n] == '/') {
		n++
	}
	return n
}

// slashDate reads "12/31/2023" or "12/31/23".
func slashDate(b []byte) (p Period, ok bool) {
	var part [3]int
	var digits [3]int
	i := 0
	for _, c := range b[:dateLength(b)] {
		if c == '/' {
			if i++; i > 2 {
				return p, false
			}
			continue
		}
		part[i] = part[i]*10 + int(c-'0')
		digits[i]++
	}
	if i != 2 || part[0] < 1 || part[0] > 12 || part[1] < 1 || part[1] > 31 {
		return p, false
	}
	p.Month, p.Day = int16(part[0]), int16(part[1])
	switch digits[2] {
	case 2:
		p.Year = shortYear(part[2])
	case 4:
		p.Year = int16(part[2])
	default:
		return Period{}, false
	}
	return p, true
}

// maxDated is the longest header cell that names nothing but a date.
const maxDated = 64

// IsDate reports whether a header cell names a year, a date or a length of time, and no words that make it
// more than that: such cells are headers even where the row has a label.
func IsDate(text []byte) bool {
	if len(text) > maxDated {
		return false
	}
	w := words{b: text}
	found := false
	for w.next() {
		switch {
		case w.number:
			if _, ok := slashDate(text[w.at:]); ok {
				found = true
				w.p = w.at + dateLength(text[w.at:])
			}
			found = found || w.year() != 0
		case month(w.word()) != 0 || length(w.word()) != 0:
			found = true
		case !dateWord(w.word()):
			return false
		}
	}
	return found
}

// dateWord reports whether a word may be beside a date within a header.
func dateWord(word []byte) bool {
	switch string(word) {
	case "ended", "ending", "end", "as", "of", "at", "on", "the", "and", "months", "month", "weeks", "week",
		"period", "from", "to", "through", "for", "first", "second", "third", "fourth", "q", "(", ")",
		"unaudited", "restated", "adjusted", "quarters", "in", "day", "days", "total", "fye":
		return true
	}
	return false
}

// BalanceDate is the date of a row that states a balance, a stock or nothing but a date: "Balance at June
// 30, 2024", "Outstanding, end of 2023", "2026". A year elsewhere in a label is no period: "notes due
// 2031".
func BalanceDate(label []byte) (p Period, ok bool) {
	const within = 4 // words
	w := words{b: label}
	stock := IsDate(label)
	for i := 0; i < within && !stock && w.next(); i++ {
		switch string(w.word()) {
		case "balance", "balances", "reserve", "outstanding", "nonvested", "unvested", "vested", "exercisable":
			stock = true
		case "beginning", "ending", "as", "at", "net":
			stock = i == 0
		}
	}
	if !stock {
		return p, false
	}
	p.Add(label)
	return p, p.Year != 0
}
