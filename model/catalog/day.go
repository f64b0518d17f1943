package catalog

import (
	"fmt"
	"time"
)

// Day is a calendar day in UTC, counted from 1970-01-01; the zero Day means "no date given".
type Day int32

const secondsPerDay = 24 * 60 * 60

// dayOf is the UTC day of an instant; the zero time has no day.
func dayOf(t time.Time) Day {
	if t.IsZero() {
		return 0
	}
	sec := t.Unix()
	day := sec / secondsPerDay
	if sec%secondsPerDay < 0 {
		day--
	}
	return Day(day)
}

// parseDay reads "2026-11-21".
func parseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1971 {
		return 0, fmt.Errorf("%q is not a date such as 2026-11-21", s)
	}
	return dayOf(t), nil
}

// Time is the first instant of the day.
func (d Day) Time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String is the ISO date, or nothing for no date.
func (d Day) String() string {
	if d == 0 {
		return ""
	}
	return d.Time().Format(time.DateOnly)
}
