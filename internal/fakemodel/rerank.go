package fakemodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// The three shapes in which servers rerank: Cohere's, Jina's (which vLLM serves too), and that of Text
// Embeddings Inference. The scores are the same in all of them.

// rank is one document's place in a reranking.
type rank struct {
	index int
	score float64
}

// ranked is the documents by their relevance to the query, the best first, at most top of them. Those of
// equal relevance stay in their order.
func ranked(query string, documents []string, top int) []rank {
	var out []rank
	for i, d := range documents {
		out = append(out, rank{i, relevance(query, d)})
	}
	slices.SortStableFunc(out, func(x, y rank) int { return compare(y.score, x.score) })
	if top > 0 && top < len(out) {
		out = out[:top]
	}
	return out
}

// withheld is what a faulty server leaves out of its results.
func withheld(r *http.Request, results []rank) []rank {
	switch callOf(r.Context()).Fault {
	case Incomplete:
		return results[:len(results)/2]
	case NoText:
		return nil
	}
	return results
}

// wording is how one of these servers says that it fails.
type wording struct {
	fails  func(w http.ResponseWriter, status int, kind, message string)
	faults map[Fault]failing
}

type failing struct {
	status        int
	kind, message string
}

func (o wording) faulty(r *http.Request) bool { return r.Method == http.MethodPost }

func (o wording) fault(w http.ResponseWriter, f Fault) bool {
	reply, ok := o.faults[f]
	if ok {
		hint(w, f)
		o.fails(w, reply.status, reply.kind, reply.message)
	}
	return ok
}

// bearing lets only requests with the key through.
func (o wording) bearing(key func() string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch {
		case callOf(r.Context()).Fault == EchoedKey:
			o.fails(w, http.StatusUnauthorized, "auth", "invalid api token: "+given)
		case given != key():
			o.fails(w, http.StatusUnauthorized, "auth", "invalid api token")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// read checks a body and reads it into a value; it writes the error where there is one.
func (o wording) read(w http.ResponseWriter, r *http.Request, c check, into any) bool {
	body, _ := io.ReadAll(r.Body)
	m, err := decodeBody(body)
	if err != nil {
		o.fails(w, http.StatusBadRequest, "json", "invalid json syntax: "+err.Error())
		return false
	}
	if p := c(nil, m); p != nil {
		status := http.StatusBadRequest
		if p.kind == unknownField || p.kind == missingField {
			status = http.StatusUnprocessableEntity
		}
		o.fails(w, status, "validation", "invalid request: "+p.message())
		return false
	}
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(into); err != nil {
		o.fails(w, http.StatusBadRequest, "json", "invalid request: "+err.Error())
		return false
	}
	return true
}

// The limits of Cohere's interface.
const (
	mostCohereDocuments = 10_000
	documentsPerUnit    = 100 // of what is billed
)

var (
	cohereRerank = objectOf(fields{
		"model": textOf(1, 0), "query": textOf(1, 0), "documents": listOf(anyText, 1,
			mostCohereDocuments), "top_n": countFrom(1),
		"max_tokens_per_doc": countFrom(1), "priority": numberOf(0, 999, true),
	}, "model", "query", "documents")
	cohereEmbed = objectOf(fields{
		"model": textOf(1, 0), "texts": listOf(anyText, 1, mostCohereTexts), "images": listOf(anyText, 0, 1),
		"inputs":     listOf(objectAny, 1, mostCohereTexts),
		"input_type": cohereInputs, "embedding_types": listOf(oneOf("float", "int8", "uint8", "binary", "ubinary", "base64"),
			1, 6), "max_tokens": countFrom(1),
		"output_dimension": numberOf(256, cohereV4Dimensions, true), "truncate": oneOf("NONE", "START", "END"),
		"priority": numberOf(0, 999, true),
	}, "model", "input_type")

	cohereRerankers = []string{"rerank-v4.0-pro", "rerank-v4.0-fast", "rerank-v3.5", "rerank-english-v3.0",
		"rerank-multilingual-v3.0"}
	cohereEmbedders = []string{"embed-v4.0", "embed-english-v3.0", "embed-multilingual-v3.0"}
)

func cohereFails(w http.ResponseWriter, status int, _, message string) {
	writeJSON(w, status, map[string]any{"id": "00000000-0000-4000-8000-0000000000ff", "message": message})
}

var cohereWording = wording{cohereFails, map[Fault]failing{
	RateLimitSeconds: {429, "", "You are using a Production key, which is limited to 1000 API calls / minute."},
	RateLimitMillis:  {429, "", "You are using a Production key, which is limited to 1000 API calls / minute."},
	RateLimitDate:    {429, "", "You are using a Production key, which is limited to 1000 API calls / minute."},
	RateLimitInfo:    {429, "", "Please wait and try again later"},
	RateLimitBare:    {429, "", "You are using a Production key, which is limited to 1000 API calls / minute."},
	QuotaExhausted: {429, "", "You are using a Trial key, which is limited to 1000 API calls / month. You can " +
		"continue to use the Trial key for free or upgrade to a Production key with higher rate limits."},
	ServerError:  {500, "", "internal server error, please contact support"},
	Unavailable:  {503, "", "service unavailable"},
	Overloaded:   {503, "", "the service is overloaded, please try again later"},
	TimedOut:     {504, "", "request timed out"},
	Unauthorized: {401, "", "invalid api token"},
	Forbidden:    {403, "", "your api key does not have access to this model"},
	UnknownModel: {404, "", "model 'unknown' not found, make sure the correct model ID was used and that you have access to the model."},
	TooLong:      {400, "", "too many tokens: total number of tokens in the prompt cannot exceed 4096 - received 8000."},
	BadParameter: {422, "", "unknown field: parameter 'return_documents' is not a valid field"},
	ErrorIn200:   {200, "", "internal server error, please contact support"},
}}

// NewCohere serves Cohere's /v2/rerank and /v2/embed.
func NewCohere(o Options) *Server {
	var s *Server
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/rerank", cohereRanks)
	mux.HandleFunc("POST /v2/embed", cohereEmbeds)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { cohereFails(w, 404, "", "404 page not found") })
	s = newServer("cohere", o, cohereWording, cohereWording.bearing(func() string { return s.options.Key }, mux))
	return s
}

// cohereMeta is what a response says about itself.
func cohereMeta(units map[string]any) map[string]any {
	return map[string]any{"api_version": map[string]any{"version": "2", "is_experimental": false}, "billed_units": units}
}

func cohereKnows(w http.ResponseWriter, model string, models []string) bool {
	if slices.Contains(models, model) {
		return true
	}
	cohereFails(w, http.StatusNotFound, "",
		fmt.Sprintf("model '%s' not found, make sure the correct model ID was used and that you have access to the model.",
			model))
	return false
}

func cohereRanks(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Model     string   `json:"model"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		Top       int      `json:"top_n"`
	}
	if !cohereWording.read(w, r, cohereRerank, &req) || !cohereKnows(w, req.Model, cohereRerankers) {
		return
	}
	results := []any{}
	for _, e := range withheld(r, ranked(req.Query, req.Documents, req.Top)) {
		results = append(results, map[string]any{"index": e.index, "relevance_score": e.score})
	}
	callOf(r.Context()).Usage = Answer{Served: req.Model}
	units := (len(req.Documents) + documentsPerUnit - 1) / documentsPerUnit
	writeJSON(w, http.StatusOK, map[string]any{
		"id": "00000000-0000-4000-8000-000000000001", "results": results, "meta": cohereMeta(map[string]any{"search_units": units}),
	})
}

func cohereEmbeds(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Model      string   `json:"model"`
		Texts      []string `json:"texts"`
		Input      string   `json:"input_type"`
		Types      []string `json:"embedding_types"`
		Dimensions int      `json:"output_dimension"`
	}
	if !cohereWording.read(w, r, cohereEmbed, &req) || !cohereKnows(w, req.Model, cohereEmbedders) {
		return
	}
	older := req.Model != cohereEmbedders[0]
	switch {
	case len(req.Texts) == 0:
		cohereFails(w, http.StatusBadRequest, "", "invalid request: texts must be provided")
		return
	case older && req.Dimensions != 0:
		cohereFails(w, http.StatusBadRequest, "", "invalid request: output_dimension is not supported by this model")
		return
	case older:
		req.Dimensions = cohereV3Dimensions
	case req.Dimensions == 0:
		req.Dimensions = cohereV4Dimensions
	}
	if req.Types == nil {
		req.Types = []string{"float"}
	}
	vectors, tokens := [][]float64{}, 0
	for _, text := range req.Texts {
		vectors, tokens = append(vectors, meaning(text, req.Dimensions, req.Input)), tokens+tokensOf(text)
	}
	callOf(r.Context()).Usage = Answer{Served: req.Model, InputTokens: tokens}
	writeJSON(w, http.StatusOK, map[string]any{
		"id": "00000000-0000-4000-8000-000000000002", "embeddings": quantised(vectors, req.Types), "texts": req.Texts,
		"response_type": "embeddings_by_type", "meta": cohereMeta(map[string]any{"input_tokens": tokens}),
	})
}
