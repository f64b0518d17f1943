package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// The two versions of the interface that a request may name.
const (
	claude2023 = "2023-06-01"
	claude2026 = "2026-10-21"
)

// claudeRequestsPerMinute and its sibling are the limits that the headers speak of.
const (
	claudeRequestsPerMinute = 4000
	claudeTokensPerMinute   = 2_000_000
)

type anthropic struct {
	server *Server

	mu      sync.Mutex
	serial  int
	batches []*claudeBatch
	plan    BatchPlan
}

// NewAnthropic serves the Messages API under both of its versions: messages, count_tokens, models and
// message batches.
func NewAnthropic(o Options) *Server {
	a := &anthropic{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", a.messages)
	mux.HandleFunc("GET /v1/models", a.listModels)
	mux.HandleFunc("POST /v1/messages/batches", a.createBatch)
	mux.HandleFunc("GET /v1/messages/batches", a.listBatches)
	mux.HandleFunc("GET /v1/messages/batches/{id}", a.getBatch)
	mux.HandleFunc("DELETE /v1/messages/batches/{id}", a.deleteBatch)
	mux.HandleFunc("POST /v1/messages/batches/{id}/cancel", a.cancelBatch)
	mux.HandleFunc("GET /v1/messages/batches/{id}/results", a.batchResults)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		a.fail(w, http.StatusNotFound, "not_found_error", "Not found")
	})
	a.server = newServer("anthropic", o, a, a.guarded(mux))
	return a.server
}

func (a *anthropic) faulty(r *http.Request) bool {
	return r.Method == http.MethodPost && (r.URL.Path == "/v1/messages" || r.URL.Path == "/v1/messages/batches")
}

// guarded lets only requests through that have the key and a version that exists.
func (a *anthropic) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("X-Api-Key")
		if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && key == "" {
			key = bearer
		}
		switch version := r.Header.Get("Anthropic-Version"); {
		case callOf(r.Context()).Fault == EchoedKey:
			a.fail(w, http.StatusUnauthorized, "authentication_error", "invalid x-api-key: "+key)
		case key == "":
			a.fail(w, http.StatusUnauthorized, "authentication_error", "x-api-key header is required")
		case key != a.server.options.Key:
			a.fail(w, http.StatusUnauthorized, "authentication_error", "invalid x-api-key")
		case version == "":
			a.fail(w, http.StatusBadRequest, "invalid_request_error", "anthropic-version: header is required")
		case version != claude2023 && version != claude2026:
			a.fail(w, http.StatusBadRequest, "invalid_request_error",
				fmt.Sprintf("anthropic-version: %q is not a valid version", version))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// next is a new identifier with this prefix.
func (a *anthropic) next(prefix string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.serial++
	return fmt.Sprintf("%s_01%022d", prefix, a.serial)
}

// ok writes a good answer, with what is left of the limits.
func (a *anthropic) ok(w http.ResponseWriter, v any) {
	a.limits(w, claudeRequestsPerMinute-1, claudeTokensPerMinute-1000, time.Minute)
	w.Header().Set("Request-Id", a.next("req"))
	writeJSON(w, http.StatusOK, v)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // the fake's own answer is not JSON: a bug of the fake
	}
	w.Write(text)
}

// limits writes the rate limit headers. Their resets are moments, not durations.
func (a *anthropic) limits(w http.ResponseWriter, requests, tokens int, reset time.Duration) {
	moment := time.Now().Add(reset).UTC().Format(time.RFC3339)
	set := func(kind string, limit, left int) {
		w.Header().Set("Anthropic-Ratelimit-"+kind+"-Limit", fmt.Sprint(limit))
		w.Header().Set("Anthropic-Ratelimit-"+kind+"-Remaining", fmt.Sprint(left))
		w.Header().Set("Anthropic-Ratelimit-"+kind+"-Reset", moment)
	}
	set("Requests", claudeRequestsPerMinute, requests)
	set("Tokens", claudeTokensPerMinute, tokens)
	set("Input-Tokens", claudeTokensPerMinute/2, tokens/2)
	set("Output-Tokens", claudeTokensPerMinute/2, tokens/2)
}

// claudeError is the body of an error.
func claudeError(kind, message, request string) map[string]any {
	return map[string]any{
		"type": "error", "request_id": request,
		"error": map[string]any{"type": kind, "message": message},
	}
}

func (a *anthropic) fail(w http.ResponseWriter, status int, kind, message string) {
	request := a.next("req")
	w.Header().Set("Request-Id", request)
	writeJSON(w, status, claudeError(kind, message, request))
}

// claudeFaults is how the API words what can go wrong before a model answers.
var claudeFaults = map[Fault]struct {
	status        int
	kind, message string
}{
	QuotaExhausted: {402, "billing_error",
		"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."},
	ServerError:  {500, "api_error", "Internal server error"},
	Unavailable:  {503, "api_error", "Service unavailable"},
	Overloaded:   {529, "overloaded_error", "Overloaded"},
	TimedOut:     {504, "timeout_error", "Request timed out"},
	Unauthorized: {401, "authentication_error", "invalid x-api-key"},
	Forbidden:    {403, "permission_error", "Your API key does not have permission to use the specified resource."},
	UnknownModel: {404, "not_found_error", "model: the model that was asked for does not exist"},
	TooLong:      {400, "invalid_request_error", "prompt is too long: 1048577 tokens > 1000000 maximum"},
	BadParameter: {400, "invalid_request_error", "`temperature` is deprecated for this model."},
	ErrorIn200:   {200, "overloaded_error", "Overloaded"},
}

func (a *anthropic) fault(w http.ResponseWriter, f Fault) bool {
	switch f {
	case RateLimitSeconds, RateLimitMillis, RateLimitDate, RateLimitInfo, RateLimitBare:
		a.limited(w, f)
		return true
	}
	reply, ok := claudeFaults[f]
	if ok {
		a.fail(w, reply.status, reply.kind, reply.message)
	}
	return ok
}

// limited is a 429. The hint of RateLimitInfo is the moment in the rate limit headers alone.
func (a *anthropic) limited(w http.ResponseWriter, f Fault) {
	if f != RateLimitBare {
		a.limits(w, 0, 0, time.Second)
	}
	hint(w, f)
	a.fail(w, http.StatusTooManyRequests, "rate_limit_error",
		"This request would exceed your organization's rate limit of 4,000 requests per minute. Please reduce the rate of "+
			"your requests, or try again later.")
}

// hint writes the header that says when to come back, the same for every provider that has one.
func hint(w http.ResponseWriter, f Fault) {
	switch f {
	case RateLimitSeconds:
		w.Header().Set("Retry-After", "1")
	case RateLimitMillis:
		w.Header().Set("Retry-After-Ms", "20")
	case RateLimitDate:
		w.Header().Set("Retry-After", time.Now().Add(time.Second).UTC().Format(http.TimeFormat))
	}
}
