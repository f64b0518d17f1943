// Package fakemodel serves the wire protocols of the model providers on loopback, faithfully enough that the
// official clients are satisfied, and misbehaves on order. It is for tests: nothing of it is in the
// binary, and no key that it is given leaves the process.
//
// A server validates what it is sent as its provider does (unknown parameters, missing fields, wrong
// keys, limits), because a fake that accepts everything proves nothing.
package fakemodel

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Key is the key that every fake accepts unless its options name another.
const Key = "sk-fake-0123456789abcdef"

// Options say how a server behaves when it behaves.
type Options struct {
	Key     string        // the only key that is accepted; Key if empty
	Latency time.Duration // how long each answer takes
	Answer  func(Prompt) Answer
	Fault   func(body []byte) Fault // what goes wrong with a request, by what it says; None leaves it to Next and Chaos
}

// Prompt is what a model was asked, whatever the protocol.
type Prompt struct {
	Model       string
	System      string
	User        string          // the text of the last user turn
	Schema      json.RawMessage // of the structured output asked for, if any
	Temperature *float64
	Body        []byte // the request as it came
}

// Answer is what the model says. The zero value of a field takes what a provider would send: tokens are
// counted from the text, the served model is the one asked for.
type Answer struct {
	Text            string
	Served          string
	InputTokens     int
	OutputTokens    int
	CachedTokens    int
	ReasoningTokens int
}

// Server is one provider on loopback.
type Server struct {
	URL string // without a slash at its end; the official clients take it as their base URL

	name    string
	options Options
	http    *httptest.Server
	render  renderer

	mu     sync.Mutex
	faults []Fault
	chaos  *chaos
	calls  []Call
	busy   int
	peak   int
}

// Call is one request as the server saw it, and what it answered.
type Call struct {
	Method, Path string
	Query        string
	Header       http.Header
	Body         []byte
	Fault        Fault // what was done wrong on order, or empty
	Status       int   // 0 if the connection was dropped or hung
	Usage        Answer

	noted bool
}

// renderer is what differs between providers where a fault is concerned.
type renderer interface {
	// fault writes the provider's own error for a fault of the API. It returns false for faults that are
	// a way of answering (a refusal, an incomplete answer), which the provider's handler produces itself.
	fault(w http.ResponseWriter, f Fault) bool
	// faulty reports whether a request may be answered with ordered faults: generation, embedding,
	// reranking and uploads may, listing calls may not.
	faulty(r *http.Request) bool
}

type chaos struct {
	random *rand.Rand
	rate   float64
	faults []Fault
}

func newServer(name string, o Options, render renderer, h http.Handler) *Server {
	o.Key = cmp.Or(o.Key, Key)
	if o.Answer == nil {
		o.Answer = Echo
	}
	s := &Server{name: name, options: o, render: render}
	s.http = httptest.NewServer(s.misbehaving(h))
	s.URL = s.http.URL
	return s
}

// Close ends the server and every connection that hangs.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Next orders faults for the next requests, one each, in this order.
func (s *Server) Next(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// Chaos orders one of the faults, drawn by seed, for this share of the requests from now on.
func (s *Server) Chaos(seed uint64, rate float64, faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chaos = &chaos{random: rand.New(rand.NewPCG(seed, 0)), rate: rate, faults: faults}
}

// Calls is every request so far, in the order in which they ended.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

// Echo answers with the last line of the user's text, or with the smallest value that a schema allows.
func Echo(p Prompt) Answer {
	if len(p.Schema) > 0 {
		return Answer{Text: Smallest(p.Schema)}
	}
	lines := strings.Split(strings.TrimSpace(p.User), "\n")
	return Answer{Text: "echo: " + lines[len(lines)-1]}
}

// misbehaving serves h, keeps the log and does what was ordered.
func (s *Server) misbehaving(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		c := &Call{Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Header: r.Header.Clone(), Body: body}
		s.enter(c, r)
		defer s.leave(c)
		if s.options.Latency > 0 {
			select {
			case <-time.After(s.options.Latency):
			case <-r.Context().Done():
				return
			}
		}
		s.serve(w, r.WithContext(withCall(r.Context(), c)), c, h)
	})
}

func (s *Server) enter(c *Call, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy++
	s.peak = max(s.peak, s.busy)
	if !s.render.faulty(r) {
		return
	}
	if s.options.Fault != nil {
		if c.Fault = s.options.Fault(c.Body); c.Fault != None {
			return
		}
	}
	switch {
	case len(s.faults) > 0:
		c.Fault, s.faults = s.faults[0], s.faults[1:]
	case s.chaos != nil && s.chaos.random.Float64() < s.chaos.rate:
		c.Fault = s.chaos.faults[s.chaos.random.IntN(len(s.chaos.faults))]
	}
}

func (s *Server) leave(c *Call) {
	s.note(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy--
}

// note writes a call into the log, once: before its answer is sent, so that a test that has the answer finds it
// there.
func (s *Server) note(c *Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !c.noted {
		c.noted = true
		s.calls = append(s.calls, *c)
	}
}

// serve answers one request: faults of the connection are done here, faults of the API by the renderer.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, c *Call, h http.Handler) {
	switch c.Fault {
	case Hang:
		<-r.Context().Done()
		return
	case Drop:
		drop(w)
		return
	}
	rec := httptest.NewRecorder()
	if c.Fault == None || !s.render.fault(rec, c.Fault) {
		h.ServeHTTP(rec, r)
	}
	status, body := rec.Code, rec.Body.Bytes()
	switch c.Fault {
	case MalformedJSON:
		body = append([]byte(`{"unclosed": "`), body[:len(body)/2]...)
	case EmptyBody:
		body = nil
	case HTMLPage:
		status, body = http.StatusBadGateway, []byte("<html><head><title>502 Bad Gateway</title></head><body>proxy</body></html>")
		rec.Header().Set("Content-Type", "text/html")
	}
	c.Status = status
	maps.Copy(w.Header(), rec.Header())
	s.note(c)
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	switch c.Fault {
	case CutBody:
		w.Write(body[:len(body)/2])
		w.(http.Flusher).Flush()
		drop(w)
	case SlowBody:
		writeSlowly(w, r, body)
	default:
		w.Write(body)
	}
}

// drop closes the connection under a response.
func drop(w http.ResponseWriter) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		conn.Close()
	}
}

// writeSlowly writes a byte every twenty milliseconds, as an overloaded server may.
func writeSlowly(w http.ResponseWriter, r *http.Request, body []byte) {
	for _, b := range body {
		select {
		case <-r.Context().Done():
			return
		case <-time.After(20 * time.Millisecond):
		}
		w.Write([]byte{b})
		w.(http.Flusher).Flush()
	}
}
