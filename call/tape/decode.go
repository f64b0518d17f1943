package tape

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/assayhq/assay/call"
)

// line is an entry as it is written.
type line struct {
	Key       call.Key       `json:"key"`
	Provider  string         `json:"provider"`
	Operation call.Operation `json:"operation"`
	Model     string         `json:"model"`
	Repeat    int            `json:"repeat"`
	Stored    time.Time      `json:"stored"`
	Request   *request       `json:"request"`
	Response  *struct {
		Status int         `json:"status"`
		Header http.Header `json:"header"`
		body
		Began time.Time     `json:"began"`
		Took  time.Duration `json:"took_ns"`
	} `json:"response"`
	Failure *struct {
		Kind       call.Kind     `json:"kind"`
		Code       string        `json:"code"`
		Message    string        `json:"message"`
		Status     int           `json:"status"`
		RetryAfter time.Duration `json:"retry_after_ns"`
		Next       string        `json:"next"`
	} `json:"failure"`
}

// request is what was sent, or its digest.
type request struct {
	Method string      `json:"method"`
	URL    string      `json:"url"`
	Header http.Header `json:"header"`
	body
	SHA256 *call.Key `json:"body_sha256"` // written as keys are
	Bytes  *int64    `json:"body_bytes"`
}

// read makes the request that the entry tells of.
func (r *request) read() (Request, error) {
	q := Request{Method: r.Method, URL: r.URL, Header: r.Header, Body: r.bytes()}
	switch {
	case r.SHA256 == nil && r.Bytes == nil:
		return q, nil
	case r.SHA256 == nil || r.Bytes == nil || *r.Bytes < 0:
		return q, errors.New("the request's body_sha256 and body_bytes do not stand together")
	case q.Body != nil:
		return q, errors.New("the request has both a body and body_sha256")
	}
	q.Digest = &Digest{*r.SHA256, *r.Bytes}
	return q, nil
}

// body is a body in one of the ways to write it.
type body struct {
	Text   *string         `json:"body"`
	Base64 []byte          `json:"body_base64"`
	JSON   json.RawMessage `json:"body_json"`
}

func (b *body) bytes() []byte {
	switch {
	case b.Text != nil:
		return []byte(*b.Text)
	case b.Base64 != nil:
		return b.Base64
	}
	return b.JSON
}

// readEntry reads what appendEntry wrote.
func readEntry(text []byte) (*Entry, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, err
	}
	switch {
	case l.Key.IsZero():
		return nil, errors.New("the entry has no key")
	case l.Request == nil:
		return nil, errors.New("the entry has no request")
	case l.Response == nil && l.Failure == nil:
		return nil, errors.New("the entry has neither a response nor a failure")
	}
	e := &Entry{Key: l.Key, Provider: l.Provider, Operation: l.Operation, Model: l.Model, Repeat: l.Repeat, Stored: l.Stored}
	var err error
	if e.Request, err = l.Request.read(); err != nil {
		return nil, err
	}
	if r := l.Response; r != nil {
		e.Response = &call.Exchange{Status: r.Status, Header: r.Header, Body: r.bytes(), Began: r.Began, Took: r.Took}
	}
	if f := l.Failure; f != nil {
		e.Failure = &Failure{Kind: f.Kind, Code: f.Code, Message: f.Message, Status: f.Status, RetryAfter: f.RetryAfter, Next: f.Next}
	}
	return e, nil
}
