package fakemodel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// OpenAI is what a server of OpenAI's protocol holds: responses, files, vector stores and batches, on a
// clock that a test moves. A compatible server holds nothing and serves chat, embeddings and models only.
type OpenAI struct {
	compatible bool
	keyed      bool // a key is asked for; compatible servers often run without one
	key        string
	answer     func(Prompt) Answer

	offset atomic.Int64 // how far the clock was moved, in nanoseconds

	mu       sync.Mutex
	serial   int // of the last identifier
	requests openaiBucket
	tokens   openaiBucket
	prefixes map[uint64]bool // prompts seen before, for prefix caching
	files    []*openaiFile
	stores   []*openaiStore
	batches  []*openaiBatch
	failing  map[string]bool // custom_id of batch lines that fail
	stall    int             // lines after which the next batch stops; negative if it does not
}

// The limits per minute that a server states until a test sets others.
const (
	openaiRequestsPerMinute = 10_000
	openaiTokensPerMinute   = 2_000_000
)

// openaiIDSpace keeps identifiers as long as the real ones.
const openaiIDSpace = "%s%032x"

// oaMap is a JSON object.
type oaMap = map[string]any

// openaiRaw is an answer that is not JSON.
type openaiRaw []byte

// NewOpenAI serves OpenAI's protocol as OpenAI does. Its URL ends with /v1.
func NewOpenAI(options Options) *Server { return newOpenAI("openai", options, false) }

// NewCompatible serves the part of OpenAI's protocol that servers such as vLLM and Ollama offer, with
// their habits: unknown parameters are ignored, error codes are numbers, no key is asked for unless the
// options name one, and errors may come inside HTTP 200. Its URL ends with /v1.
func NewCompatible(options Options) *Server { return newOpenAI("compatible", options, true) }

func newOpenAI(name string, options Options, compatible bool) *Server {
	o := &OpenAI{
		compatible: compatible,
		keyed:      !compatible || options.Key != "",
		key:        cmp.Or(options.Key, Key),
		answer:     options.Answer,
		stall:      -1,
		requests:   openaiBucket{limit: openaiRequestsPerMinute},
		tokens:     openaiBucket{limit: openaiTokensPerMinute},
		prefixes:   map[uint64]bool{},
		failing:    map[string]bool{},
	}
	if o.answer == nil {
		o.answer = Echo
	}
	s := newServer(name, options, o, o.routes())
	s.URL += "/v1"
	return s
}

// OpenAI is the state of a server made by NewOpenAI or NewCompatible, or nil for the other providers.
func (s *Server) OpenAI() *OpenAI {
	o, _ := s.render.(*OpenAI)
	return o
}

// Advance moves the server's clock. Background work ends, except batches that stand still; what has an
// expiry date reaches it.
func (o *OpenAI) Advance(d time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.offset.Add(int64(d))
	for _, s := range o.stores {
		for _, f := range s.files {
			f.pending = 0
		}
	}
	for _, b := range o.batches {
		b.pending = 0
	}
}

// Limit sets the requests and tokens per minute that the headers state.
func (o *OpenAI) Limit(requests, tokens int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.requests, o.tokens = openaiBucket{limit: requests}, openaiBucket{limit: tokens}
}

// Leftovers is every file and vector store that exists: what a client forgot to delete.
func (o *OpenAI) Leftovers() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sweep()
	var out []string
	for _, f := range o.files {
		out = append(out, fmt.Sprintf("file %s (%s, %s)", f.id, f.name, f.purpose))
	}
	for _, s := range o.stores {
		out = append(out, fmt.Sprintf("vector store %s (%s)", s.id, s.name))
	}
	return out
}

func (o *OpenAI) now() time.Time { return time.Now().Add(time.Duration(o.offset.Load())) }

// newID gives the next identifier; the caller holds the lock.
func (o *OpenAI) newID(prefix string) string {
	o.serial++
	return fmt.Sprintf(openaiIDSpace, prefix, o.serial)
}

func (o *OpenAI) lockedID(prefix string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.newID(prefix)
}

// openaiEndpoint answers one request: with a value to be sent as JSON, or an error.
type openaiEndpoint func(r *http.Request, body []byte) (any, *openaiError)

// openaiGenerate answers a request that a model serves. Batches call it without HTTP.
type openaiGenerate func(body []byte, f Fault) (any, Answer, *openaiError)

func (o *OpenAI) routes() http.Handler {
	mux := http.NewServeMux()
	add := func(pattern string, h openaiEndpoint) { mux.HandleFunc(pattern, o.serve(h)) }
	add("POST /v1/chat/completions", o.generated(o.createChat))
	add("POST /v1/embeddings", o.generated(o.createEmbeddings))
	add("GET /v1/models", o.listModels)
	mux.HandleFunc("/", o.serve(func(r *http.Request, _ []byte) (any, *openaiError) {
		return nil, &openaiError{status: 404, kind: "invalid_request_error",
			message: fmt.Sprintf("Invalid URL (%s %s)", r.Method, r.URL.Path)}
	}))
	if o.compatible {
		mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
		return mux
	}
	add("POST /v1/responses", o.generated(o.createResponse))
	o.fileRoutes(add)
	o.storeRoutes(add)
	o.batchRoutes(add)
	return mux
}

// generated adapts a model's endpoint to HTTP and notes its usage in the log.
func (o *OpenAI) generated(generate openaiGenerate) openaiEndpoint {
	return func(r *http.Request, body []byte) (any, *openaiError) {
		c := callOf(r.Context())
		v, usage, err := generate(body, c.Fault)
		c.Usage = usage
		return v, err
	}
}

// serve is what every endpoint has in common: the ordered fault, the key, the limits and the headers.
func (o *OpenAI) serve(h openaiEndpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		failed := o.ordered(callOf(r.Context()).Fault, key, body)
		if failed == nil {
			failed = o.checkKey(key)
		}
		o.meter(w.Header(), len(body))
		var v any
		if failed == nil {
			v, failed = h(r, body)
		}
		o.write(w, v, failed)
	}
}

func (o *OpenAI) checkKey(key string) *openaiError {
	switch {
	case !o.keyed || key == o.key:
		return nil
	case o.compatible:
		return &openaiError{status: 401, bare: oaMap{"error": "Unauthorized"}}
	case key == "":
		return &openaiError{status: 401, kind: "invalid_request_error", message: "You didn't provide an API key. " +
			"You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY)."}
	}
	return wrongKey(maskedKey(key))
}

// maskedKey shows as much of a key as OpenAI does.
func maskedKey(key string) string {
	if len(key) < 12 {
		return strings.Repeat("*", len(key))
	}
	return key[:8] + strings.Repeat("*", len(key)-12) + key[len(key)-4:]
}

func (o *OpenAI) write(w http.ResponseWriter, v any, failed *openaiError) {
	h := w.Header()
	h.Set("x-request-id", o.lockedID("req_"))
	h.Set("openai-processing-ms", "12")
	h.Set("openai-version", "2020-10-01")
	status := http.StatusOK
	if failed != nil {
		status, v = failed.status, failed.body(o.compatible)
		for name, value := range failed.header {
			h.Set(name, value)
		}
	}
	if raw, ok := v.(openaiRaw); ok {
		h.Set("Content-Type", "application/octet-stream")
		w.WriteHeader(status)
		w.Write(raw)
		return
	}
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(strconv.Quote(err.Error()))
	}
	h.Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(text)
}

// openaiBucket is a limit per minute that refills steadily.
type openaiBucket struct {
	limit int
	used  float64
	at    time.Time
}

// take uses n of the bucket and says how long until it is full again.
func (b *openaiBucket) take(now time.Time, n int) (remaining int, reset time.Duration) {
	if !b.at.IsZero() {
		b.used = max(0, b.used-float64(b.limit)*now.Sub(b.at).Minutes())
	}
	b.at = now
	b.used += float64(n)
	perUnit := float64(time.Minute) / float64(max(1, b.limit))
	reset = time.Duration(b.used * perUnit).Round(time.Millisecond)
	return max(0, int(float64(b.limit)-b.used)), reset
}

// meter states the limits in the headers, and enforces none.
func (o *OpenAI) meter(h http.Header, bytes int) {
	if o.compatible {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	state := func(name string, b *openaiBucket, n int) {
		left, reset := b.take(now, n)
		h.Set("x-ratelimit-limit-"+name, strconv.Itoa(b.limit))
		h.Set("x-ratelimit-remaining-"+name, strconv.Itoa(left))
		h.Set("x-ratelimit-reset-"+name, reset.String())
	}
	state("requests", &o.requests, 1)
	state("tokens", &o.tokens, bytes/4+1)
}
