package tape

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/assayhq/assay/model"
)

// line is an entry as it is written.
type line struct {
	Key       model.Key       `json:"key"`
	Provider  string          `json:"provider"`
	Operation model.Operation `json:"operation"`
	Model     string          `json:"model"`
	Repeat    int             `json:"repeat"`
	Stored    time.Time       `json:"stored"`
	Request   *struct {
		Method string      `json:"method"`
		URL    string      `json:"url"`
		Header http.Header `json:"header"`
		body
	} `json:"request"`
	Response *struct {
		Status int         `json:"status"`
		Header http.Header `json:"header"`
		body
		Began time.Time     `json:"began"`
		Took  time.Duration `json:"took_ns"`
	} `json:"response"`
	Failure *struct {
		Kind       model.Kind    `json:"kind"`
		Code       string        `json:"code"`
		Message    string        `json:"message"`
		Status     int           `json:"status"`
		RetryAfter time.Duration `json:"retry_after_ns"`
		Next       string        `json:"next"`
	} `json:"failure"`
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
	e.Request = Request{Method: l.Request.Method, URL: l.Request.URL, Header: l.Request.Header, Body: l.Request.bytes()}
	if r := l.Response; r != nil {
		e.Response = &model.Exchange{Status: r.Status, Header: r.Header, Body: r.bytes(), Began: r.Began, Took: r.Took}
	}
	if f := l.Failure; f != nil {
		e.Failure = &Failure{Kind: f.Kind, Code: f.Code, Message: f.Message, Status: f.Status, RetryAfter: f.RetryAfter, Next: f.Next}
	}
	return e, nil
}
