package report

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/internal/chart"
)

// Number is a measure's number as people read it, in tables as in charts; JSON has all of its digits.
func Number(v float64) string { return chart.Number(v) }

// absent is printed where there is no number.
const absent = "–"

func optional(v *float64) string {
	if v == nil {
		return absent
	}
	return Number(*v)
}

// rangeText is the interval of a statistic.
func rangeText(s *measure.Stat) string {
	if s.Interval == nil {
		return absent
	}
	return Number(s.Interval.Low) + " to " + Number(s.Interval.High)
}

// missing says why attempts gave no number, and why there is no interval.
func missing(s *measure.Stat) string {
	text := reasonsText(s.Reasons)
	if s.Interval != nil || s.Absent == "" {
		return text
	}
	if text != "" {
		text += "; "
	}
	return text + "no interval: " + s.Absent
}

func method(s *measure.Stat) string {
	if s.Interval == nil {
		return ""
	}
	return s.Interval.Method
}

// shareText is how many attempts gave a number, of how many.
func shareText(s *measure.Stat) string { return fmt.Sprintf("%d of %d", s.Scored, s.Attempted) }

// reasonsText says why attempts gave no number.
func reasonsText(reasons []measure.Reason) string {
	var all []string
	for _, r := range reasons {
		all = append(all, fmt.Sprintf("%s %d", r.Reason, r.Count))
	}
	return strings.Join(all, ", ")
}

// percent is a share of one, such as the level of an interval.
func percent(v float64) string { return strconv.FormatFloat(v*100, 'f', -1, 64) + " %" }

// usd is an amount of 1e-12 dollars, exactly.
func usd(pico int64) string {
	sign := ""
	if pico < 0 {
		sign, pico = "-", -pico
	}
	text := fmt.Sprintf("%s%d.%012d", sign, uint64(pico)/1e12, uint64(pico)%1e12)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// costText is what is known of a cost: an amount, and for how many it is not known.
func costText(pico int64, unknown, of int, what string) string {
	switch {
	case unknown == 0:
		return "USD " + money(pico)
	case unknown >= of:
		return fmt.Sprintf("unknown for all %d %s", of, what)
	}
	return fmt.Sprintf("USD %s, and unknown for %d of %d %s", money(pico), unknown, of, what)
}

// money is an amount as people read it: cents, and of less than a dollar four digits that count.
func money(pico int64) string {
	dollars := float64(pico) / 1e12
	if pico == 0 || math.Abs(dollars) >= 1 {
		return strconv.FormatFloat(dollars, 'f', 2, 64)
	}
	digits := 3 - int(math.Floor(math.Log10(math.Abs(dollars))))
	return strings.TrimRight(strconv.FormatFloat(dollars, 'f', min(digits, 12), 64), "0")
}

// seconds is a time as tables have it: empty if it is unknown.
func seconds(d time.Duration) string {
	if d < 0 {
		return ""
	}
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// outcomes is how attempts ended, with their reasons, the most frequent first.
func outcomes(t *ledger.Totals) []measure.Reason {
	var all []measure.Reason
	for outcome, reasons := range t.Outcomes {
		for reason, n := range reasons {
			name := outcome
			if reason != "" && reason != outcome {
				name += ": " + reason
			}
			all = append(all, measure.Reason{Reason: name, Count: n})
		}
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].Count != all[j].Count {
			return all[i].Count > all[j].Count
		}
		return all[i].Reason < all[j].Reason
	})
	return all
}

// USD is an amount of 1e-12 dollars as a number of JSON, exactly.
func USD(pico int64) *json.Number {
	n := json.Number(usd(pico))
	return &n
}
