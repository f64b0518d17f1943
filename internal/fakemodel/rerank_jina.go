package fakemodel

import (
	"net/http"
)

func jinaFails(w http.ResponseWriter, status int, _, message string) {
	writeJSON(w, status, map[string]any{"detail": message})
}

var jinaWording = wording{jinaFails, map[Fault]failing{
	RateLimitSeconds: {429, "", "Rate limit exceeded: 500 requests per minute."},
	RateLimitMillis:  {429, "", "Rate limit exceeded: 500 requests per minute."},
	RateLimitDate:    {429, "", "Rate limit exceeded: 1000000 tokens per minute."},
	RateLimitInfo:    {429, "", "Rate limit exceeded: try again later."},
	RateLimitBare:    {429, "", "Rate limit exceeded: 500 requests per minute."},
	QuotaExhausted: {402, "",
		"Insufficient account balance. Please recharge your account to continue using the service."},
	ServerError:  {500, "", "Internal server error"},
	Unavailable:  {503, "", "Service temporarily unavailable"},
	Overloaded:   {503, "", "The model is overloaded"},
	TimedOut:     {504, "", "Gateway timeout"},
	Unauthorized: {401, "", "Invalid API key"},
	Forbidden:    {403, "", "This key may not use this model"},
	UnknownModel: {404, "", "The model `unknown` does not exist."},
	TooLong:      {400, "", "Please reduce the length of the input: the maximum context length is 8192 tokens, and 9001 were given."},
	BadParameter: {422, "", "top_k: Extra inputs are not permitted"},
	ErrorIn200:   {200, "", "Internal server error"},
}}

var jinaRerank = objectOf(fields{
	"model": textOf(1, 0), "query": textOf(1, 0), "documents": listOf(textOr(objectOf(fields{"text": anyText}, "text")),
		1, 0),
	"top_n": countFrom(1), "return_documents": truth, "truncate_prompt_tokens": countFrom(-1), "priority": countFrom(0),
}, "model", "query", "documents")

// NewJina serves reranking in the shape of Jina and vLLM, under each of the paths that vLLM has.
func NewJina(o Options) *Server {
	var s *Server
	mux := http.NewServeMux()
	for _, path := range []string{"/rerank", "/v1/rerank", "/v2/rerank"} {
		mux.HandleFunc("POST "+path, jinaRanks)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { jinaFails(w, 404, "", "Not Found") })
	s = newServer("jina", o, jinaWording, jinaWording.bearing(func() string { return s.options.Key }, mux))
	return s
}

func jinaRanks(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Model     string `json:"model"`
		Query     string `json:"query"`
		Documents []any  `json:"documents"`
		Top       int    `json:"top_n"`
		Return    *bool  `json:"return_documents"`
	}
	if !jinaWording.read(w, r, jinaRerank, &req) {
		return
	}
	var documents []string
	tokens := 0
	for _, d := range req.Documents {
		text, ok := d.(string)
		if !ok {
			text, _ = d.(map[string]any)["text"].(string)
		}
		documents, tokens = append(documents, text), tokens+tokensOf(text)+tokensOf(req.Query)
	}
	results := []any{}
	for _, e := range withheld(r, ranked(req.Query, documents, req.Top)) {
		row := map[string]any{"index": e.index, "relevance_score": e.score}
		if req.Return == nil || *req.Return {
			row["document"] = map[string]any{"text": documents[e.index]}
		}
		results = append(results, row)
	}
	served := req.Model
	if callOf(r.Context()).Fault == WrongModel {
		served = "another-reranker"
	}
	callOf(r.Context()).Usage = Answer{Served: served, InputTokens: tokens}
	writeJSON(w, http.StatusOK, map[string]any{
		"id": "rerank-00000001", "model": served, "results": results, "usage": map[string]any{"total_tokens": tokens,
			"prompt_tokens": tokens},
	})
}
