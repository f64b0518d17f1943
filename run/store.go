package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/ledger"
)

// Calls keeps exchanges in a ledger, so that a run's record holds what it paid for; it is a wrap.Store. With
// Before, exchanges stored later are not seen: a replay meets what its run met.
type Calls struct {
	Ledger *ledger.Ledger // nil is an empty one, as long as nothing is stored
	Before time.Time
	Blind  bool // nothing is found: every call is made again, and stored
}

// Load returns what is kept of a call, oldest first.
func (s *Calls) Load(key call.Key) ([]*wrap.Entry, error) {
	if s.Blind || s.Ledger == nil {
		return nil, nil
	}
	calls, err := s.Ledger.Calls(ledger.Hash(key))
	if err != nil {
		return nil, err
	}
	entries := make([]*wrap.Entry, 0, len(calls))
	var errs []error
	for i := range calls {
		if !s.Before.IsZero() && calls[i].Stored.After(s.Before) {
			continue
		}
		e, err := entryOf(&calls[i])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		entries = append(entries, e)
	}
	return entries, errors.Join(errs...)
}

// Save returns when the entry is stored.
func (s *Calls) Save(e *wrap.Entry) error {
	c, err := callOf(e)
	if err != nil {
		return err
	}
	return s.Ledger.SaveCall(c)
}

// request and failure are the JSON that a ledger keeps of a call in addition to its bodies.
type request struct {
	Method string      `json:"method"`
	URL    string      `json:"url"`
	Header http.Header `json:"header,omitempty"`
	SHA256 string      `json:"body_sha256,omitempty"` // of a body that is too large to keep
	Bytes  int64       `json:"body_bytes,omitempty"`
}

type failure struct {
	Kind       call.Kind     `json:"kind"`
	Code       string        `json:"code,omitempty"`
	Message    string        `json:"message,omitempty"`
	Status     int           `json:"status,omitempty"`
	RetryAfter time.Duration `json:"retry_after_ns,omitempty"`
	Next       string        `json:"next,omitempty"`
}

func callOf(e *wrap.Entry) (*ledger.Call, error) {
	head, err := json.Marshal(request{Method: e.Method, URL: e.URL, Header: e.Header, SHA256: e.SHA256, Bytes: e.Bytes})
	if err != nil {
		return nil, fmt.Errorf("store a call: %w", err)
	}
	c := &ledger.Call{Key: ledger.Hash(e.Key), Provider: e.Provider, Operation: string(e.Operation), Model: e.Model, Repeat: e.Repeat,
		Stored: time.Now(), Request: head, Body: e.Body}
	if r := e.Response; r != nil {
		header, err := json.Marshal(r.Header)
		if err != nil {
			return nil, fmt.Errorf("store a call: %w", err)
		}
		c.Response = &ledger.Response{Status: r.Status, Header: header, Body: r.Body, Began: r.Began, Took: r.Took}
	}
	if f := e.Failure; f != nil {
		if c.Failure, err = json.Marshal(failure{f.Kind, f.Code, f.Message, f.Status, f.RetryAfter, f.Next}); err != nil {
			return nil, fmt.Errorf("store a call: %w", err)
		}
	}
	return c, nil
}

func entryOf(c *ledger.Call) (*wrap.Entry, error) {
	var head request
	if err := json.Unmarshal(c.Request, &head); err != nil {
		return nil, fmt.Errorf("read a stored call: %w", err)
	}
	e := &wrap.Entry{Key: call.Key(c.Key), Provider: c.Provider, Operation: call.Operation(c.Operation), Model: c.Model,
		Repeat: c.Repeat, Stored: c.Stored,
		Method: head.Method, URL: head.URL, Header: head.Header, Body: c.Body, SHA256: head.SHA256, Bytes: head.Bytes}
	if head.SHA256 != "" {
		e.Body = nil
	}
	if r := c.Response; r != nil {
		e.Response = &call.Exchange{Status: r.Status, Body: r.Body, Began: r.Began, Took: r.Took}
		if err := json.Unmarshal(r.Header, &e.Response.Header); err != nil {
			return nil, fmt.Errorf("read a stored call: %w", err)
		}
	}
	if c.Failure != nil {
		var f failure
		if err := json.Unmarshal(c.Failure, &f); err != nil {
			return nil, fmt.Errorf("read a stored call: %w", err)
		}
		e.Failure = &call.Failure{Kind: f.Kind, Provider: c.Provider, Model: c.Model, Status: f.Status, Code: f.Code,
			Message: f.Message, RetryAfter: f.RetryAfter, Next: f.Next, Exchange: e.Response}
	}
	return e, nil
}
