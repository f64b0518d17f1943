package store

import (
	"fmt"
	"time"
)

// Date is a calendar day as days since 1970-01-01. The zero Date means unknown and is null in Parquet;
// no filing's period ends on 1970-01-01, which is the price of that convention.
type Date int32

const secondsPerDay = 24 * 60 * 60

// DateOf is the calendar day of t in t's own zone.
func DateOf(t time.Time) Date {
	if t.IsZero() {
		return 0
	}
	y, m, d := t.Date()
	return Date(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// ParseDate reads yyyy-mm-dd; the empty string is the unknown date.
func ParseDate(s string) (Date, error) {
	if s == "" {
		return 0, nil
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0, fmt.Errorf("parse date %q: not a day written yyyy-mm-dd", s)
	}
	return DateOf(t), nil
}

// Known reports whether the date is one.
func (d Date) Known() bool { return d != 0 }

// Time is midnight UTC of the day; the zero Time when the date is unknown.
func (d Date) Time() time.Time {
	if d == 0 {
		return time.Time{}
	}
	return time.Unix(int64(d)*secondsPerDay, 0).UTC()
}

// String is yyyy-mm-dd, or nothing when the date is unknown.
func (d Date) String() string {
	if d == 0 {
		return ""
	}
	return d.Time().Format(time.DateOnly)
}
