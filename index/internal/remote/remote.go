// Package remote turns requests to search engines into replies, for the engines that are reached over HTTP:
// it sends, waits its turn, tries again where that can help, and gives every failure its name and a next
// step. It uses the same client and wrappers as the calls of models.
//
// It refuses addresses that hold a key, records and queries that an engine could not keep or answer, and
// field names that engines read as paths. It knows no engine: each brings its own reading of failures.
package remote

import (
	"cmp"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
)

// The defaults of a connection.
const (
	DefaultTimeout     = 60 * time.Second
	DefaultConcurrency = 8
)

// Reach is how a server is reached, whatever engine it is: the options of each have it.
type Reach struct {
	Env         func(string) string // nil is os.Getenv
	HTTP        *http.Client        // nil is model.NewTransport()
	Timeout     time.Duration       // of one try; 0 is DefaultTimeout
	Concurrency int                 // requests under way at most; 0 is DefaultConcurrency
	Retry       *wrap.Retry         // nil is the default
}

// Getenv is the value of an environment variable.
func (r *Reach) Getenv(name string) string {
	if r.Env == nil {
		return os.Getenv(name)
	}
	return r.Env(name)
}

// Options say how an engine is reached, and what it is asked.
type Options struct {
	Engine string // its name in errors
	Index  string // what is asked there, in errors
	Base   string // the address, without the path of a request
	Reach

	Authorize func(context.Context, *http.Request, []byte) error // puts the key on a request; nil sends none
	Secrets   func() []call.Secret                               // what must be seen in no error

	// Failure names what an engine refuses: a reply whose status is not of the 200s.
	Failure func(*call.Exchange) *call.Failure
}

// Client is the connection to one index of one engine. Many goroutines may use it.
type Client struct {
	engine, index string
	base          string
	concurrency   int
	send          call.Sender
	failure       func(*call.Exchange) *call.Failure
}

// New makes a client and sends nothing.
func New(o Options) (*Client, error) {
	base, err := baseURL(o.Base)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", o.Engine, err)
	}
	if o.Concurrency <= 0 {
		o.Concurrency = DefaultConcurrency
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.HTTP == nil {
		o.HTTP = call.NewTransport()
	}
	o.Retry = cmp.Or(o.Retry, &wrap.Retry{})
	send := wrap.Stack(&call.HTTP{Client: o.HTTP, Authorize: o.Authorize, Secrets: o.Secrets},
		wrap.Options{Retry: o.Retry, Limit: wrap.NewLimit(wrap.Limits{Concurrency: o.Concurrency}), Try: o.Timeout})
	return &Client{o.Engine, o.Index, base, o.Concurrency, send, o.Failure}, nil
}

// baseURL checks an address. One with a user in it would show the password in every error.
func baseURL(s string) (string, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return "", errors.New("its address is no URL; write it as https://host:port")
	case u.User != nil:
		return "", errors.New("its address holds a user or password; name environment variables that have them instead")
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "", fmt.Errorf("its address %q is not of the form https://host:port", s)
	case u.RawQuery != "" || u.Fragment != "":
		return "", fmt.Errorf("its address %q has something after the path", s)
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// Request is one thing to ask.
type Request struct {
	Method string
	Path   string // after the address, escaped, with its query
	Body   []byte
	Type   string // of the body; JSON if empty
	Writes bool   // changes the index: told apart in traces
}

// Post is a request with a JSON body.
func Post(path string, body any) (Request, error) { return encoded(http.MethodPost, path, body) }

// Put is a request with a JSON body that makes or replaces something.
func Put(path string, body any) (Request, error) {
	r, err := encoded(http.MethodPut, path, body)
	r.Writes = true
	return r, err
}

func encoded(method, path string, body any) (Request, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return Request{}, fmt.Errorf("request %s: %w", path, err)
	}
	return Request{Method: method, Path: path, Body: text}, nil
}

// Ask sends a request and reads its reply into a T, again for each try: from JSON, unless a T is an
// encoding.BinaryUnmarshaler. Accept may refuse what was read, with
// a failure that may be worth another try; nil accepts all.
func Ask[T any](ctx context.Context, c *Client, r Request, accept func(*T) *call.Failure) (*T, error) {
	outgoing := &call.Call{Provider: c.engine, Protocol: c.engine, Operation: call.Retrieve, Model: c.index,
		Method: r.Method, URL: c.base + r.Path, Header: http.Header{"Accept": {"application/json"}}, Body: r.Body}
	if r.Writes {
		outgoing.Operation = call.Manage
	}
	if len(r.Body) > 0 {
		outgoing.Header.Set("Content-Type", "application/json")
	}
	if r.Type != "" {
		outgoing.Header.Set("Content-Type", r.Type)
	}
	outgoing.Read = func(x *call.Exchange) (call.Result, error) {
		v, err := read(c, x, accept)
		return call.Result{Value: v}, err
	}
	reply, err := c.send.Send(ctx, outgoing)
	if err != nil {
		return nil, err
	}
	return reply.Result.Value.(*T), nil
}

func read[T any](c *Client, x *call.Exchange, accept func(*T) *call.Failure) (*T, error) {
	if x.Status/100 != 2 {
		return nil, c.named(c.failure(x), x)
	}
	v := new(T)
	if err := decode(x.Body, v); err != nil {
		return nil, c.named(&call.Failure{Kind: call.Malformed,
			Message: "the reply is not what the engine documents: " + err.Error()}, x)
	}
	if accept != nil {
		if f := accept(v); f != nil {
			return nil, c.named(f, x)
		}
	}
	return v, nil
}

// decode reads a reply that knows how to read itself, or JSON.
func decode(body []byte, v any) error {
	if own, ok := v.(encoding.BinaryUnmarshaler); ok {
		return own.UnmarshalBinary(body)
	}
	return json.Unmarshal(body, v)
}

// named completes a failure: who failed, at what status, and what came back.
func (c *Client) named(f *call.Failure, x *call.Exchange) *call.Failure {
	f.Provider = c.engine
	f.Model = c.index
	f.Status = x.Status
	f.Exchange = x
	f.Message, f.Code = call.Shorten(f.Message), call.Shorten(f.Code)
	return f
}

// Failf is a failure of this client without a reply.
func (c *Client) Failf(kind call.Kind, next, format string, args ...any) *call.Failure {
	return &call.Failure{Kind: kind, Provider: c.engine, Model: c.index, Message: fmt.Sprintf(format, args...), Next: next}
}
