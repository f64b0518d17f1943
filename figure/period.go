package figure

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/internal/ascii"
)

// Form says what kind of time a period is.
type Form uint8

// The forms, from the moment to the stretch.
const (
	noPeriod    Form = iota
	formDay          // December 31, 2022, or December 31
	formMonth        // March 2023
	formYear         // 2023, fiscal 2023, year ended December 31, 2022
	formQuarter      // Q3 2023
	formHalf         // 1H23
	formMonths       // nine months ended September 30, 2023
	formWeeks        // 52 weeks ended January 28, 2023
)

// Period is a date or a stretch of time as a text gives it. What the text leaves out is zero: the
// year of "the third quarter", the end of "fiscal 2023".
type Period struct {
	Form    Form
	Fiscal  bool // by the company's own year
	Instant bool // as of that day
	Count   int  // which quarter or half; how many months or weeks
	Year    int
	Month   int // of the end
	Day     int // of the end
}

// IsZero reports whether there is no period.
func (p Period) IsZero() bool { return p.Form == noPeriod }

// String prints a period as a text would.
func (p Period) String() string {
	year := ""
	if p.Year > 0 {
		year = strconv.Itoa(p.Year)
		if p.Fiscal {
			year = "fiscal " + year
		}
	}
	switch p.Form {
	case formDay:
		return p.prefix() + p.end()
	case formMonth:
		return time.Month(p.Month).String() + " " + year
	case formYear:
		if p.Month > 0 {
			return p.lead("year ended ") + p.end()
		}
		return year
	case formQuarter:
		if p.Month > 0 {
			return "quarter ended " + p.end()
		}
		return joinYear("Q"+strconv.Itoa(p.Count), year)
	case formHalf:
		return joinYear("H"+strconv.Itoa(p.Count), year)
	case formMonths, formWeeks:
		return p.stretch(year)
	}
	return ""
}

func (p Period) prefix() string {
	if p.Instant {
		return "as of "
	}
	return ""
}

func (p Period) lead(words string) string {
	if p.Fiscal {
		return "fiscal " + words
	}
	return words
}

func joinYear(head, year string) string {
	if year == "" {
		return head
	}
	return head + " " + year
}

func (p Period) stretch(year string) string {
	unit := " months"
	if p.Form == formWeeks {
		unit = " weeks"
	}
	if p.Month > 0 {
		return strconv.Itoa(p.Count) + unit + " ended " + p.end()
	}
	return "first " + strconv.Itoa(p.Count) + unit + " of " + year
}

// calendar is the period without the word "fiscal", which an answer may leave out.
func (p Period) calendar() Period {
	p.Fiscal = false
	return p
}

// end is the last day, in ISO order when the year is known.
func (p Period) end() string {
	if p.Year == 0 {
		return time.Month(p.Month).String() + " " + strconv.Itoa(p.Day)
	}
	return fmt.Sprintf("%04d-%02d-%02d", p.Year, p.Month, p.Day)
}

// monthOf is the number of the month that a word names; it must be a name and not the verb "may".
func monthOf(word string) int {
	if len(word) < 3 || !ascii.IsUpper(word[0]) {
		return 0
	}
	return MonthNumber(word)
}

// MonthNumber is the number of the month that a word names or abbreviates, in any case, or 0.
func MonthNumber(word string) int {
	const short, names = 3, "janfebmaraprmayjunjulaugsepoctnovdec"
	for i := 0; i < len(names); i += short {
		if !ascii.HasPrefixFold(word, names[i:i+short]) {
			continue
		}
		m := time.Month(i/short + 1)
		if len(word) == short || strings.EqualFold(word, m.String()) || strings.EqualFold(word, "sept") {
			return int(m)
		}
	}
	return 0
}
