package call

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Failure is a call that got no usable reply. It never holds a key.
type Failure struct {
	Kind       Kind
	Provider   string
	Model      string
	Status     int           // of HTTP; 0 if there was no reply
	Code       string        // the provider's own
	Message    string        // the provider's own words, shortened
	RetryAfter time.Duration // how long the provider says to wait; 0 if it does not say
	Next       string        // what to try
	Exchange   *Exchange     // what came back, if anything did
	Tries      int           // calls made before a retry gave up; 0 if none did
	Err        error         // the cause, if it is ours to know
}

// Kind names why a call failed.
type Kind string

// The kinds of failure.
const (
	MissingKey  Kind = "missing_key"
	BadKey      Kind = "bad_key"
	Forbidden   Kind = "forbidden"
	NoModel     Kind = "unknown_model"
	BadRequest  Kind = "bad_request"
	Unsupported Kind = "unsupported_parameter"
	TooLong     Kind = "prompt_too_long"
	RateLimited Kind = "rate_limited"
	NoQuota     Kind = "quota_exhausted"
	Overload    Kind = "overloaded"
	ServerFault Kind = "server_error"
	Timeout     Kind = "timeout"
	Unreachable Kind = "unreachable"
	CutOff      Kind = "cut_off"
	Malformed   Kind = "malformed_reply"
	OverBudget  Kind = "over_budget"
	NotRecorded Kind = "not_recorded"
	Cancelled   Kind = "cancelled"
	NotStored   Kind = "not_stored"
	Withheld    Kind = "withheld_key"
)

type kindRow struct {
	kind  Kind
	retry bool
	doc   string
}

// kinds says what each kind of failure means and whether another try can help.
var kinds = []kindRow{
	{MissingKey, false, "no key is set"},
	{BadKey, false, "the provider does not know the key"},
	{Forbidden, false, "the key may not do this"},
	{NoModel, false, "the provider has no such model"},
	{BadRequest, false, "the provider refused the request"},
	{Unsupported, false, "the model does not take a parameter"},
	{TooLong, false, "the prompt does not fit the model's context"},
	{RateLimited, true, "too many requests or tokens at once"},
	{NoQuota, false, "the account's quota or credit is used up"},
	{Overload, true, "the provider is overloaded"},
	{ServerFault, true, "the provider failed"},
	{Timeout, true, "no reply in time"},
	{Unreachable, true, "the host could not be reached"},
	{CutOff, true, "the reply broke off"},
	{Malformed, true, "the reply cannot be read"},
	{OverBudget, false, "the call would cost more than is left"},
	{NotRecorded, false, "the recording holds no reply to this call"},
	{Cancelled, false, "the run was stopped"},
	{NotStored, false, "the reply could not be stored"},
	{Withheld, false, "no key is sent there"},
}

// Retryable reports whether another try can help.
func (k Kind) Retryable() bool {
	for i := range kinds {
		if kinds[i].kind == k {
			return kinds[i].retry
		}
	}
	return false
}

// Known reports whether this is one of the kinds above.
func (k Kind) Known() bool {
	return slices.ContainsFunc(kinds, func(row kindRow) bool { return row.kind == k })
}

func (k Kind) doc() string {
	for i := range kinds {
		if kinds[i].kind == k {
			return kinds[i].doc
		}
	}
	return string(k)
}

// Error says who failed, how, in whose words, and what to try.
func (f *Failure) Error() string {
	var b strings.Builder
	b.WriteString(f.Provider)
	if f.Model != "" {
		fmt.Fprintf(&b, " %q", f.Model)
	}
	if f.Provider != "" || f.Model != "" {
		b.WriteString(": ")
	}
	b.WriteString(f.Kind.doc())
	if f.Status != 0 {
		fmt.Fprintf(&b, " (HTTP %d", f.Status)
		if f.Code != "" {
			b.WriteString(", " + f.Code)
		}
		b.WriteByte(')')
	}
	if f.Tries > 1 {
		fmt.Fprintf(&b, " after %d tries", f.Tries)
	}
	switch {
	case f.Message != "":
		b.WriteString(": " + f.Message)
	case f.Err != nil:
		b.WriteString(": " + f.Err.Error())
	}
	if f.Next != "" {
		b.WriteString("; " + f.Next)
	}
	return b.String()
}

func (f *Failure) Unwrap() error { return f.Err }

// KindOf is the kind of failure that an error is, or empty.
func KindOf(err error) Kind {
	if f := failureOf(err); f != nil {
		return f.Kind
	}
	return ""
}

func failureOf(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// FailureOf is the failure that an error is, or one made of it: every Sender returns failures only. It is the caller's
// own, to add to: one that was kept, such as a missing key, may be the error of many calls at once.
func FailureOf(c *Call, err error) *Failure {
	if f := failureOf(err); f != nil {
		own := *f
		return &own
	}
	f := &Failure{Kind: Unreachable, Provider: c.Provider, Model: c.Model, Err: err}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		f.Kind = Timeout
	case errors.Is(err, context.Canceled):
		f.Kind = Cancelled
	}
	return f
}
