package xbrl

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/assayhq/assay/internal/ascii"
)

// dateForm is how a date is written: the order of its parts, and what may surround them.
type dateForm struct {
	order  string // of d, m (digits), M (a name) and y
	months *language
	sep    string // the one separator allowed; "" for anything but digits
	tail   int    // runes allowed after the last number
}

// dateParts are the numbers of a date; 0 is one that the form does not have.
type dateParts struct{ year, month, day int }

// written reads dates whose parts are digits.
func written(order, sep string, tail int) apply {
	return dateForm{order: order, sep: sep, tail: tail}.apply
}

// named reads dates whose month is a word.
func named(order string, l *language) apply {
	tail := 8 // "15 d.", and with a year "2019 г."
	switch ends := order[len(order)-1]; {
	case l == &english && ends == 'd':
		tail = 2 // "March 3rd"
	case l == &english:
		tail = 0
	case ends == 'y' && l != &bulgarian && l != &polish:
		tail = 1 // "2019."
	}
	return dateForm{order: order, months: l, tail: tail}.apply
}

func (f dateForm) apply(dst []byte, text string) ([]byte, bool) {
	var p dateParts
	rest := asciiDigits(text)
	for i := 0; i < len(f.order); i++ {
		digits := leadingDigits(rest)
		between, after := splitAtDigit(rest[digits:])
		switch {
		case f.order[i] == 'M':
			between, after = splitAtDigit(rest)
			if p.month = f.months.month(between, i == 0); p.month == 0 {
				return dst, false
			}
		case !p.set(f.order[i], rest[:digits]):
			return dst, false
		case i+1 < len(f.order) && f.order[i+1] == 'M':
			after = rest[digits:] // the separator contains the month
		case f.sep != "" && i+1 < len(f.order) && between != f.sep:
			return dst, false
		case i+1 == len(f.order) && utf8.RuneCountInString(between) > f.tail:
			return dst, false
		}
		rest = after
	}
	return p.append(dst, rest == "")
}

// set puts the digits of one part in its place.
func (p *dateParts) set(part byte, digits string) bool {
	if digits == "" || len(digits) > 4 {
		return false
	}
	n := 0
	for i := 0; i < len(digits); i++ {
		if !ascii.IsDigit(digits[i]) {
			return false
		}
		n = n*10 + int(digits[i]-'0')
	}
	switch part {
	case 'y':
		if len(digits) == 3 {
			return false
		}
		if len(digits) <= 2 {
			n += 2000
		}
		p.year = n
		return n > 0
	case 'm':
		p.month = n
	case 'd':
		p.day = n
	}
	return len(digits) <= 2 && n > 0
}

// append writes the date as ISO 8601 has it: a day, a month of a year, or a day of any year.
func (p dateParts) append(dst []byte, ok bool) ([]byte, bool) {
	year := p.year
	if year == 0 {
		year = 2000 // a leap year: any year may hold the day
	}
	if !ok || p.month < 1 || p.month > 12 || p.day > daysIn(year, p.month) || p.day < 0 {
		return dst, false
	}
	switch {
	case p.year == 0:
		return fmt.Appendf(dst, "--%02d-%02d", p.month, p.day), true
	case p.day == 0:
		return fmt.Appendf(dst, "%04d-%02d", p.year, p.month), true
	}
	return fmt.Appendf(dst, "%04d-%02d-%02d", p.year, p.month, p.day), true
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func leadingDigits(s string) int {
	n := 0
	for digitAt(s, n) {
		n++
	}
	return n
}

// splitAtDigit cuts a text before its first digit.
func splitAtDigit(s string) (before, after string) {
	for i := 0; i < len(s); i++ {
		if ascii.IsDigit(s[i]) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// eastAsian reads dates with the signs for year, month and day, which Chinese, Japanese and Korean share;
// with eras, years are counted in the reign of a Japanese emperor.
func eastAsian(signs string, eras bool) apply {
	return func(dst []byte, text string) ([]byte, bool) {
		rest := strings.ReplaceAll(asciiDigits(text), " ", "")
		before := 0
		if eras {
			if before, rest = eraOf(rest); before == 0 {
				return dst, false
			}
		}
		var p dateParts
		for i, sign := range signs {
			number, after, ok := strings.Cut(rest, string(sign))
			part := "ymd"[i/utf8.RuneLen(sign)]
			if ok && part == 'y' && before > 0 {
				ok = p.set('d', strings.Replace(number, "元", "1", 1))
				p.year, p.day = before+p.day, 0
			} else if ok {
				ok = p.set(part, number)
			}
			if !ok {
				return dst, false
			}
			rest = after
		}
		return p.append(dst, rest == "")
	}
}

// japaneseEras is the year before the first of each reign.
var japaneseEras = []struct {
	name   string
	before int
}{
	{"令和", 2018}, {"令", 2018}, {"平成", 1988}, {"平", 1988}, {"昭和", 1925}, {"昭", 1925},
	{"大正", 1911}, {"大", 1911}, {"明治", 1867}, {"明", 1867},
}

func eraOf(s string) (before int, rest string) {
	for _, e := range japaneseEras {
		if after, ok := strings.CutPrefix(s, e.name); ok {
			return e.before, after
		}
	}
	return 0, s
}

// indianNational reads a date of the Saka calendar and gives the Gregorian one.
func indianNational(dst []byte, text string) ([]byte, bool) {
	var p dateParts
	rest := asciiDigits(text)
	n := leadingDigits(rest)
	word, year := splitAtDigit(rest[n:])
	if p.month = saka.month(word, false); p.month == 0 || !p.set('d', rest[:n]) {
		return dst, false
	}
	if len(year) != 2 && len(year) != 4 || !p.set('y', year) {
		return dst, false
	}
	// Two digits are of the Saka years whose months fall into 2000 to 2099.
	if len(year) == 2 {
		if p.year -= 100; p.year < 1921 || p.year == 1921 && (p.month < 10 || p.month == 10 && p.day < 11) {
			p.year += 100
		}
	}
	day, ok := p.fromSaka()
	return day.AppendFormat(dst, time.DateOnly), ok
}

// fromSaka converts a date of the Saka calendar. Its first month begins on 22 March with 30 days, in
// leap years on the 21st with 31; the five months after it have 31 days, the other six 30.
func (p dateParts) fromSaka() (time.Time, bool) {
	year, start, first := p.year+78, 22, 30
	if daysIn(year, 2) == 29 {
		start, first = 21, 31
	}
	days := start - 1
	length := first
	for m := 2; m <= p.month; m++ {
		days += length
		length = 30
		if m <= 6 {
			length = 31
		}
	}
	day := time.Date(year, time.March, days+p.day, 0, 0, 0, 0, time.UTC)
	return day, p.day <= length && day.Year() <= 9999
}
