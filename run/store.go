package run

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/tape"
	"github.com/assayhq/assay/ledger"
)

// Calls keeps exchanges in a ledger, so that a run's record holds what it paid for; it is a wrap.Store. With
// Before, exchanges stored later are not seen: a replay meets what its run met.
type Calls struct {
	Ledger *ledger.Ledger
	Before time.Time
	Blind  bool // nothing is found: every call is made anew, and stored
}

// Load returns what is kept of a call, oldest first.
func (s *Calls) Load(key call.Key) ([]*tape.Entry, error) {
	if s.Blind {
		return nil, nil
	}
	calls, err := s.Ledger.Calls(ledger.Hash(key))
	if err != nil {
		return nil, err
	}
	entries := make([]*tape.Entry, 0, len(calls))
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
func (s *Calls) Save(e *tape.Entry) error {
	c, err := callOf(e)
	if err != nil {
		return err
	}
	return s.Ledger.SaveCall(c)
}

// request and failure are the JSON that a ledger keeps of a call besides its bodies.
type request struct {
	Method string      `json:"method"`
	URL    string      `json:"url"`
	Header http.Header `json:"header,omitempty"`
	SHA256 string      `json:"body_sha256,omitempty"` // stands, with its length, for a body that is too large to keep
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

func callOf(e *tape.Entry) (*ledger.Call, error) {
	hidden := e.Request.Hidden()
	kept := request{Method: hidden.Method, URL: hidden.URL, Header: hidden.Header}
	if d := hidden.Digest; d != nil {
		kept.SHA256, kept.Bytes = hex.EncodeToString(d.SHA256[:]), d.Bytes
	}
	head, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("store a call: %w", err)
	}
	c := &ledger.Call{Key: ledger.Hash(e.Key), Provider: e.Provider, Operation: string(e.Operation), Model: e.Model, Repeat: e.Repeat,
		Stored: time.Now(), Request: head, Body: e.Request.Body}
	if r := e.Response; r != nil {
		header, err := json.Marshal(r.Header)
		if err != nil {
			return nil, fmt.Errorf("store a call: %w", err)
		}
		c.Response = &ledger.Response{Status: r.Status, Header: header, Body: r.Body, Began: r.Began, Took: r.Took}
	}
	if f := e.Failure; f != nil {
		if c.Failure, err = json.Marshal(failure(*f)); err != nil {
			return nil, fmt.Errorf("store a call: %w", err)
		}
	}
	return c, nil
}

func entryOf(c *ledger.Call) (*tape.Entry, error) {
	var head request
	if err := json.Unmarshal(c.Request, &head); err != nil {
		return nil, fmt.Errorf("read a stored call: %w", err)
	}
	e := &tape.Entry{Key: call.Key(c.Key), Provider: c.Provider, Operation: call.Operation(c.Operation), Model: c.Model, Repeat: c.Repeat, Stored: c.Stored,
		Request: tape.Request{Method: head.Method, URL: head.URL, Header: head.Header, Body: c.Body}}
	if head.SHA256 != "" {
		e.Request.Body, e.Request.Digest = nil, &tape.Digest{Bytes: head.Bytes}
		if _, err := hex.Decode(e.Request.Digest.SHA256[:], []byte(head.SHA256)); err != nil {
			return nil, fmt.Errorf("read a stored call: %w", err)
		}
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
		own := tape.Failure(f)
		e.Failure = &own
	}
	return e, nil
}
