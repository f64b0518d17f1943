package tape

import (
	"crypto/sha256"
	"net/http"
	"time"

	"github.com/assayhq/assay/call"
)

// Entry is one recorded exchange: what was asked, and what came of it.
type Entry struct {
	Key       call.Key
	Provider  string
	Operation call.Operation
	Model     string
	Repeat    int
	Stored    time.Time // when the outcome was known

	Request  Request
	Response *call.Exchange // nil if nothing came back
	Failure  *Failure       // nil if the response could be used
}

// Request is what was sent. Of headers that are not known to be harmless the value is not kept.
type Request struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
	Digest *Digest // of a body that is not kept; nil where Body is what was sent
}

// Digest stands for bytes that are not kept.
type Digest struct {
	SHA256 [sha256.Size]byte
	Bytes  int64
}

// MaxManageBody is the longest request body that is kept of a call that manages state at the provider. Such
// a call uploads a file, of up to 512 MB: the user has the file, its digest says which it was, and a replay
// finds the exchange by its key, to which every byte of the body has been.
const MaxManageBody = 1 << 20

// requestOf is what is kept of what a call sends.
func requestOf(c *call.Call) Request {
	r := Request{Method: c.Method, URL: c.URL, Header: c.Header, Body: c.Body}
	if c.Operation == call.Manage && len(c.Body) > MaxManageBody {
		r.Body, r.Digest = nil, &Digest{sha256.Sum256(c.Body), int64(len(c.Body))}
	}
	return r
}

// Failure is what a call failed with.
type Failure struct {
	Kind       call.Kind
	Code       string
	Message    string
	Status     int
	RetryAfter time.Duration
	Next       string
}

// Of is the entry of a call and its outcome; one of the exchange and the failure may be nil.
func Of(c *call.Call, e *call.Exchange, f *call.Failure) *Entry {
	entry := &Entry{Key: c.Key(), Provider: c.Provider, Operation: c.Operation, Model: c.Model, Repeat: c.Repeat,
		Request: requestOf(c), Response: e}
	if f == nil {
		return entry
	}
	if e == nil {
		entry.Response = f.Exchange
	}
	entry.Failure = &Failure{Kind: f.Kind, Code: f.Code, Message: f.Message, Status: f.Status, RetryAfter: f.RetryAfter, Next: f.Next}
	if f.Message == "" && f.Err != nil {
		entry.Failure.Message = call.Shorten(f.Err.Error())
	}
	return entry
}

// AsFailure is the failure that the entry records, as it was; nil if it records none.
func (e *Entry) AsFailure() *call.Failure {
	f := e.Failure
	if f == nil {
		return nil
	}
	return &call.Failure{Kind: f.Kind, Provider: e.Provider, Model: e.Model, Status: f.Status, Code: f.Code,
		Message: f.Message, RetryAfter: f.RetryAfter, Next: f.Next, Exchange: e.Response}
}
