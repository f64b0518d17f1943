// Package fakeengine serves the wire protocols of search engines on loopback, searching exactly and misbehaving on
// order. It is for tests: nothing of it is in the binary.
//
// A server refuses what its engine refuses (unknown members, wrong types, what is beyond a limit, a wrong key
// or signature), because a fake that accepts everything proves nothing. It reads requests with a reader of its
// own, not with that of the adapters.
package fakeengine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
)

// Fault is one way of going wrong.
type Fault string

// The faults. Each engine has its own words for them; one that it does not have is answered as if there were
// none, but for the faults of the connection, which all have.
const (
	None         Fault = ""
	Unauthorized Fault = "wrong credentials"
	EchoedKey    Fault = "wrong credentials, and the refusal repeats them"
	Forbidden    Fault = "not allowed"
	NotFound     Fault = "no such index"
	TimedOut     Fault = "408"
	Conflict     Fault = "409"
	Quota        Fault = "quota used up"
	Throttled    Fault = "429 without a hint"
	ThrottledFor Fault = "429 with Retry-After of seven seconds"
	ServerError  Fault = "500"
	Unavailable  Fault = "503"
	TooLarge     Fault = "413"

	ItemThrottled Fault = "200 in which one item is throttled"
	ItemRefused   Fault = "200 in which one item is refused"
	ShardFailed   Fault = "200 from which a shard is missing"
	Partial       Fault = "200 that ran out of time"
	SamePage      Fault = "pages that do not end"
	OtherMetric   Fault = "200 measured otherwise"

	Drop          Fault = "connection dropped"
	CutBody       Fault = "cut body"
	MalformedJSON Fault = "malformed JSON"
	EmptyBody     Fault = "empty body"
	ProxyPage     Fault = "a proxy's page"
)

// Call is one request as the server saw it, and the status of its answer.
type Call struct {
	Method, Path, Query string
	Header              http.Header
	Body                []byte
	Status              int
	Answer              []byte
	Fault               Fault
}

// Server is one engine on loopback.
type Server struct {
	URL string // without a slash at its end

	http   *httptest.Server
	engine engine

	mu     sync.Mutex
	faults []Fault
	calls  []Call
	busy   int
	peak   int
}

// engine is what differs between engines. Its methods are called with the server's lock held: one request at
// a time changes what is kept.
type engine interface {
	// refuse writes the engine's own refusal for a fault; false leaves the fault to serve.
	refuse(w http.ResponseWriter, f Fault) bool
	// serve answers a request, with the fault that it may work into its answer.
	serve(w http.ResponseWriter, r *http.Request, body []byte, f Fault)
}

func start(e engine) *Server {
	s := &Server{engine: e}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.answer))
	s.http.Config.Protocols = new(http.Protocols)
	s.http.Config.Protocols.SetHTTP1(true)
	s.http.Config.Protocols.SetUnencryptedHTTP2(true) // of gRPC
	s.http.Start()
	s.URL = s.http.URL
	return s
}

// Close ends the server.
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

// Calls is every request so far.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	s.enter(1)
	defer s.enter(-1)
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	c := Call{Method: r.Method, Path: r.URL.EscapedPath(), Query: r.URL.RawQuery, Header: r.Header.Clone(), Body: body}
	rec := httptest.NewRecorder()
	s.mu.Lock()
	if len(s.faults) > 0 {
		c.Fault, s.faults = s.faults[0], s.faults[1:]
	}
	if c.Fault != Drop && !s.engine.refuse(rec, c.Fault) {
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.engine.serve(rec, r, body, c.Fault)
	}
	c.Status, c.Answer = applyFault(rec, c.Fault)
	s.calls = append(s.calls, c)
	s.mu.Unlock()
	send(w, rec.Header(), &c)
}

func (s *Server) enter(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy += n
	s.peak = max(s.peak, s.busy)
}

// applyFault does the faults that are the same for all engines.
func applyFault(rec *httptest.ResponseRecorder, f Fault) (status int, body []byte) {
	status, body = rec.Code, rec.Body.Bytes()
	switch f {
	case MalformedJSON:
		body = append([]byte(`{"unclosed": "`), body[:len(body)/2]...)
	case EmptyBody:
		body = nil
	case ProxyPage:
		status, body = http.StatusBadGateway, []byte("<html><head><title>502 Bad Gateway</title></head><body>proxy</body></html>")
		rec.Header().Set("Content-Type", "text/html")
	}
	return status, body
}

func send(w http.ResponseWriter, header http.Header, c *Call) {
	if c.Fault == Drop {
		drop(w)
		return
	}
	maps.Copy(w.Header(), header)
	w.Header().Set("Content-Length", fmt.Sprint(len(c.Answer)))
	w.WriteHeader(c.Status)
	if c.Fault == CutBody {
		w.Write(c.Answer[:len(c.Answer)/2])
		w.(http.Flusher).Flush()
		drop(w)
		return
	}
	w.Write(c.Answer)
}

// drop closes the connection under a response; of HTTP/2 the response alone.
func drop(w http.ResponseWriter) {
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler)
	}
	if conn, _, err := hijacker.Hijack(); err == nil {
		conn.Close()
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"message":"the fake cannot encode its answer"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(text)
}

// strict reads one JSON value whose members are all known.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("something follows the value")
	}
	return nil
}
