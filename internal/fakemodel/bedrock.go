package fakemodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

type bedrock struct {
	server *Server
	serial atomic.Int64
}

// NewBedrock serves Converse and InvokeModel of the Bedrock runtime, to bearers of the key and to
// requests that are signed with AccessKey and SecretKey.
func NewBedrock(o Options) *Server {
	b := &bedrock{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /model/{id}/converse", b.converse)
	mux.HandleFunc("POST /model/{id}/invoke", b.invoke)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		b.fail(w, http.StatusNotFound, "UnknownOperationException", "")
	})
	b.server = newServer("bedrock", o, b, b.guarded(mux))
	return b.server
}

func (b *bedrock) faulty(r *http.Request) bool { return r.Method == http.MethodPost }

func (b *bedrock) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		given := r.Header.Get("Authorization")
		bearer, isBearer := strings.CutPrefix(given, "Bearer ")
		kind, message := "", ""
		switch {
		case callOf(r.Context()).Fault == EchoedKey:
			kind, message = "UnrecognizedClientException", "The security token included in the request is invalid: "+given
		case given == "":
			kind, message = "MissingAuthenticationTokenException", "Missing Authentication Token"
		case isBearer && bearer != b.server.options.Key:
			kind, message = "AccessDeniedException", "Authentication failed: Please make sure your API Key is valid."
		case !isBearer:
			kind, message = Verify(r, body, "bedrock", time.Now())
		}
		if kind != "" {
			b.fail(w, http.StatusForbidden, kind, message)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// fail writes an error: its type is in a header, with a suffix that clients must cut off.
func (b *bedrock) fail(w http.ResponseWriter, status int, kind, message string) {
	b.failWith(w, status, kind, map[string]any{"message": message})
}

func (b *bedrock) failWith(w http.ResponseWriter, status int, kind string, body map[string]any) {
	b.stampRequest(w)
	w.Header().Set("X-Amzn-Errortype", kind+":http://internal.amazon.com/coral/com.amazon.bedrock/")
	writeJSON(w, status, body)
}

func (b *bedrock) stampRequest(w http.ResponseWriter) {
	w.Header().Set("X-Amzn-Requestid", fmt.Sprintf("00000000-0000-4000-8000-%012d", b.serial.Add(1)))
}

func (b *bedrock) invalid(w http.ResponseWriter, format string, args ...any) {
	b.fail(w, http.StatusBadRequest, "ValidationException", fmt.Sprintf(format, args...))
}

// bedrockFaults is how the service words what can go wrong before a model answers.
var bedrockFaults = map[Fault]struct {
	status        int
	kind, message string
}{
	RateLimitSeconds: {429, "ThrottlingException", "Too many requests, please wait before trying again."},
	RateLimitMillis:  {429, "ThrottlingException", "Too many requests, please wait before trying again."},
	RateLimitDate:    {429, "ThrottlingException", "Too many tokens, please wait before trying again."},
	RateLimitInfo: {429, "ModelNotReadyException",
		"Model is not ready for inference. Wait and try your request again."},
	RateLimitBare:  {429, "ThrottlingException", "Too many requests, please wait before trying again."},
	QuotaExhausted: {429, "ThrottlingException", "Too many tokens per day, please wait before trying again."},
	ServerError: {500, "InternalServerException",
		"The system encountered an unexpected error during processing. Try your request again."},
	Unavailable:  {503, "ServiceUnavailableException", "Bedrock is unable to process your request."},
	TimedOut:     {408, "ModelTimeoutException", "Model has timed out in processing the request. Try your request again."},
	Unauthorized: {403, "UnrecognizedClientException", "The security token included in the request is invalid."},
	Forbidden:    {403, "AccessDeniedException", "You don't have access to the model with the specified model ID."},
	UnknownModel: {404, "ResourceNotFoundException",
		"Could not resolve the foundation model from the provided model identifier."},
	TooLong: {400, "ValidationException", "Input is too long for requested model."},
	BadParameter: {400, "ValidationException",
		"The model returned the following errors: `temperature` is deprecated for this model."},
}

func (b *bedrock) fault(w http.ResponseWriter, f Fault) bool {
	switch f {
	case Overloaded: // the model's own trouble comes wrapped
		b.failWith(w, http.StatusFailedDependency, "ModelErrorException", map[string]any{
			"message": "The model encountered an error: overloaded.", "originalStatusCode": 529, "resourceName": "model",
		})
		return true
	case ErrorIn200:
		b.stampRequest(w)
		writeJSON(w, http.StatusOK, map[string]any{"__type": "InternalServerException",
			"message": "The system encountered an unexpected error during processing."})
		return true
	}
	reply, ok := bedrockFaults[f]
	if ok {
		hint(w, f)
		b.fail(w, reply.status, reply.kind, reply.message)
	}
	return ok
}

// bedrockModel is a model id in its parts.
type bedrockModel struct{ vendor, name string }

var (
	bedrockID      = regexp.MustCompile(`^(?:(?:us|eu|apac|global|jp|au)\.)?([a-z0-9]+)\.([a-zA-Z0-9.:-]+)$`)
	bedrockARN     = regexp.MustCompile(`^arn:aws[a-z-]*:bedrock:[a-z0-9-]*:[0-9]*:(?:foundation-model|inference-profile)/(.+)$`)
	bedrockVendors = []string{"ai21", "amazon", "anthropic", "cohere", "deepseek", "google", "meta", "minimax", "mistral",
		"moonshot", "nvidia", "openai", "qwen", "writer", "zai"}
)

// bedrockNamed reads a model id, with or without its region and its ARN.
func bedrockNamed(id string) (bedrockModel, bool) {
	if m := bedrockARN.FindStringSubmatch(id); m != nil {
		id = m[1]
	}
	m := bedrockID.FindStringSubmatch(id)
	if m == nil || !slices.Contains(bedrockVendors, m[1]) {
		return bedrockModel{}, false
	}
	return bedrockModel{m[1], m[2]}, true
}

var bedrockSuffix = regexp.MustCompile(`-v[0-9]+(:[0-9]+)?$`)

// sampling reports whether a model takes temperature and its like; what its vendor refuses, it refuses here.
func (m bedrockModel) sampling() bool {
	if m.vendor != "anthropic" {
		return true
	}
	c, ok := claudeNamed(bedrockSuffix.ReplaceAllString(m.name, ""))
	return !ok || c.sampling
}

// chats reports whether a model converses; the others are invoked.
func (m bedrockModel) chats() bool {
	return !strings.Contains(m.name, "embed") && !strings.Contains(m.name, "rerank")
}

// model is the model that a request names; it writes the error where there is none.
func (b *bedrock) model(w http.ResponseWriter, r *http.Request) (bedrockModel, bool) {
	m, ok := bedrockNamed(r.PathValue("id"))
	if !ok {
		b.invalid(w, "The provided model identifier is invalid.")
	}
	return m, ok
}

// read checks a body and reads it into a value; it writes the error where there is one.
func (b *bedrock) read(w http.ResponseWriter, r *http.Request, c check, into any) bool {
	body, _ := io.ReadAll(r.Body)
	m, err := decodeBody(body)
	if err != nil {
		b.fail(w, http.StatusBadRequest, "SerializationException", "The request body is not valid JSON: "+err.Error())
		return false
	}
	if p := c(nil, m); p != nil {
		b.invalid(w, "%s", p.saidByAWS())
		return false
	}
	if err := json.Unmarshal(body, into); err != nil {
		b.fail(w, http.StatusBadRequest, "SerializationException", err.Error())
		return false
	}
	return true
}

// saidByAWS words a problem as the service's own validation does.
func (p *problem) saidByAWS() string {
	where := "#"
	if len(p.at) > 0 {
		where = "#/" + strings.Join(p.at, "/")
	}
	last := ""
	if len(p.at) > 0 {
		last = p.at[len(p.at)-1]
		if p.kind == unknownField || p.kind == missingField {
			where = strings.TrimSuffix(where, "/"+last)
		}
	}
	why := p.text
	switch p.kind {
	case unknownField:
		why = fmt.Sprintf("extraneous key [%s] is not permitted", last)
	case missingField:
		why = fmt.Sprintf("required key [%s] not found", last)
	case wrongType:
		why = "expected type: " + p.text
	}
	return "Malformed input request: " + where + ": " + why + ", please reformat your input and try again."
}
