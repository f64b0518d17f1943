package call

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxWait bounds how long a provider may make a call wait; a longer hint counts as this long.
const MaxWait = time.Hour

// RetryAfter is how long a reply's headers say to wait: in milliseconds, in seconds, or until a date.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return boundWait(ms * float64(time.Millisecond))
	}
	after := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(after, 64); err == nil {
		return boundWait(seconds * float64(time.Second))
	}
	if at, err := http.ParseTime(after); err == nil {
		return boundWait(float64(at.Sub(now)))
	}
	return 0
}

// boundWait makes a duration of nanoseconds that a server sent, between 0 and MaxWait.
func boundWait(ns float64) time.Duration {
	if !(ns > 0) {
		return 0
	}
	return time.Duration(min(ns, float64(MaxWait)))
}

// Allowance is what a provider says is left of one of its limits.
type Allowance struct {
	Limit     int64
	Remaining int64
	Reset     time.Duration // until all of it is available again
}

// Allowances are the limits that the headers of a reply tell of; ok says which are there.
type Allowances struct {
	Requests, Tokens     Allowance
	HasRequests, HasToks bool
}

// ReadAllowances reads the rate-limit headers of all providers: OpenAI's spell the reset as a duration,
// Anthropic's as a time. Values below zero or without a limit (as Azure sends them) mean nothing.
func ReadAllowances(h http.Header, now time.Time) Allowances {
	var a Allowances
	for i := range limitHeaders {
		names := &limitHeaders[i]
		got, ok := readAllowance(h, names, now)
		switch {
		case !ok:
		case !names.tokens:
			a.Requests, a.HasRequests = got, true
		case !a.HasToks || got.Remaining < a.Tokens.Remaining:
			a.Tokens, a.HasToks = got, true
		}
	}
	return a
}

// limitNames are the headers that tell of one limit, spelled as http.Header keeps them: they are looked up
// in every reply, and http.Header.Get would look first whether their spelling is canonical.
type limitNames struct {
	limit, remaining, reset string
	tokens                  bool
}

var limitHeaders = []limitNames{
	{"X-Ratelimit-Limit-Requests", "X-Ratelimit-Remaining-Requests", "X-Ratelimit-Reset-Requests", false},
	{"X-Ratelimit-Limit-Tokens", "X-Ratelimit-Remaining-Tokens", "X-Ratelimit-Reset-Tokens", true},
	{"Anthropic-Ratelimit-Requests-Limit", "Anthropic-Ratelimit-Requests-Remaining", "Anthropic-Ratelimit-Requests-Reset", false},
	{"Anthropic-Ratelimit-Tokens-Limit", "Anthropic-Ratelimit-Tokens-Remaining", "Anthropic-Ratelimit-Tokens-Reset", true},
	{"Anthropic-Ratelimit-Input-Tokens-Limit", "Anthropic-Ratelimit-Input-Tokens-Remaining", "Anthropic-Ratelimit-Input-Tokens-Reset", true},
	{"Anthropic-Ratelimit-Output-Tokens-Limit", "Anthropic-Ratelimit-Output-Tokens-Remaining",
		"Anthropic-Ratelimit-Output-Tokens-Reset", true},
}

func readAllowance(h http.Header, names *limitNames, now time.Time) (Allowance, bool) {
	left, most := first(h[names.remaining]), first(h[names.limit])
	if left == "" || most == "" {
		return Allowance{}, false
	}
	remaining, err := strconv.ParseInt(left, 10, 64)
	limit, limitErr := strconv.ParseInt(most, 10, 64)
	if err != nil || limitErr != nil || remaining < 0 || limit <= 0 {
		return Allowance{}, false
	}
	return Allowance{Limit: limit, Remaining: remaining, Reset: readReset(first(h[names.reset]), now)}, true
}

// first is the value of a header that its canonical name was looked up for.
func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// readReset reads "12ms", "6m0s", "1.5" (seconds) or a time.
func readReset(s string, now time.Time) time.Duration {
	if d, err := time.ParseDuration(s); err == nil {
		return boundWait(float64(d))
	}
	if seconds, err := strconv.ParseFloat(s, 64); err == nil {
		return boundWait(seconds * float64(time.Second))
	}
	if at, err := time.Parse(time.RFC3339, s); err == nil {
		return boundWait(float64(at.Sub(now)))
	}
	return 0
}
