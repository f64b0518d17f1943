package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
)

// The limits of the server as it starts without options.
const (
	mostTEIBatch  = 32
	mostTEITokens = 512
	teiDimensions = 384
	teiModel      = "BAAI/bge-small-en-v1.5"
)

func teiFails(w http.ResponseWriter, status int, kind, message string) {
	if kind == "auth" { // this is refused before the server's own errors begin
		w.WriteHeader(status)
		fmt.Fprint(w, message)
		return
	}
	writeJSON(w, status, map[string]any{"error": message, "error_type": kind})
}

var teiWording = wording{teiFails, map[Fault]failing{
	RateLimitSeconds: {429, "Overloaded", "Model is overloaded"},
	RateLimitMillis:  {429, "Overloaded", "Model is overloaded"},
	RateLimitDate:    {429, "Overloaded", "Model is overloaded"},
	RateLimitInfo:    {429, "Overloaded", "Model is overloaded"},
	RateLimitBare:    {429, "Overloaded", "Model is overloaded"},
	QuotaExhausted:   {429, "Overloaded", "Model is overloaded"},
	ServerError:      {424, "Backend", "Inference failed: out of memory"},
	Unavailable:      {503, "Unhealthy", "unhealthy"},
	Overloaded:       {429, "Overloaded", "Model is overloaded"},
	TimedOut:         {424, "Backend", "Inference failed: timed out"},
	Unauthorized:     {401, "auth", ""},
	Forbidden:        {401, "auth", ""},
	UnknownModel:     {424, "Backend", "model is not loaded"},
	TooLong:          {413, "Validation", "`inputs` must have less than 512 tokens. Given: 731"},
	BadParameter:     {413, "Validation", "batch size 64 > maximum allowed batch size 32"},
	ErrorIn200:       {200, "Backend", "Inference failed: out of memory"},
}}

// NewTEI serves Text Embeddings Inference: /rerank, /embed, /info and /health. It asks for a key only
// where its options have one.
func NewTEI(o Options) *Server {
	var s *Server
	mux := http.NewServeMux()
	mux.HandleFunc("POST /rerank", teiRanks)
	mux.HandleFunc("POST /embed", teiEmbeds)
	mux.HandleFunc("GET /info", teiInfo)
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {})
	guarded := teiWording.bearing(func() string { return s.options.Key }, mux)
	if o.Key == "" {
		guarded = mux
	}
	s = newServer("tei", o, teiWording, guarded)
	return s
}

// readTEI reads a body as the server's own reader does: what it does not know it ignores, and what it
// misses it names in plain text.
func readTEI(w http.ResponseWriter, r *http.Request, into any, required ...string) bool {
	body, _ := io.ReadAll(r.Body)
	var m map[string]json.RawMessage
	err := json.Unmarshal(body, &m)
	for _, name := range required {
		if err == nil && m[name] == nil {
			err = fmt.Errorf("missing field `%s` at line 1 column %d", name, len(body))
		}
	}
	if err == nil {
		err = json.Unmarshal(body, into)
	}
	if err != nil {
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(w, "Failed to deserialize the JSON body into the target type: ", err)
	}
	return err == nil
}

// fitsTEI writes the error of a batch that is empty or too large, or of a text that is too long.
func fitsTEI(w http.ResponseWriter, texts []string, prefix, name string, truncate bool) bool {
	if len(texts) == 0 {
		teiFails(w, http.StatusBadRequest, "Empty", fmt.Sprintf("`%s` cannot be empty", name))
		return false
	}
	if len(texts) > mostTEIBatch {
		teiFails(w, http.StatusRequestEntityTooLarge, "Validation",
			fmt.Sprintf("batch size %d > maximum allowed batch size %d", len(texts), mostTEIBatch))
		return false
	}
	for _, text := range texts {
		if n := tokensOf(prefix + text); n > mostTEITokens && !truncate {
			teiFails(w, http.StatusRequestEntityTooLarge, "Validation",
				fmt.Sprintf("`inputs` must have less than %d tokens. Given: %d", mostTEITokens, n))
			return false
		}
	}
	return true
}

func teiRanks(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Query    string   `json:"query"`
		Texts    []string `json:"texts"`
		Raw      bool     `json:"raw_scores"`
		Return   bool     `json:"return_text"`
		Truncate bool     `json:"truncate"`
	}
	if !readTEI(w, r, &req, "query", "texts") || !fitsTEI(w, req.Texts, req.Query, "texts", req.Truncate) {
		return
	}
	results, tokens := []any{}, 0
	for _, e := range withheld(r, ranked(req.Query, req.Texts, 0)) {
		score := e.score*16 - 8 // a model's own number, before it is brought between 0 and 1
		if !req.Raw {
			score = 1 / (1 + math.Exp(-score))
		}
		row := map[string]any{"index": e.index, "score": score}
		if req.Return {
			row["text"] = req.Texts[e.index]
		}
		results = append(results, row)
		tokens += tokensOf(req.Query) + tokensOf(req.Texts[e.index])
	}
	teiDone(w, r, tokens, results)
}

// teiDone writes a good answer, with what it took in its headers.
func teiDone(w http.ResponseWriter, r *http.Request, tokens int, v any) {
	callOf(r.Context()).Usage = Answer{Served: teiModel, InputTokens: tokens}
	w.Header().Set("X-Compute-Type", "cpu")
	w.Header().Set("X-Compute-Tokens", fmt.Sprint(tokens))
	writeJSON(w, http.StatusOK, v)
}

func teiEmbeds(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Inputs     json.RawMessage `json:"inputs"`
		Truncate   bool            `json:"truncate"`
		Normalize  *bool           `json:"normalize"`
		Dimensions int             `json:"dimensions"`
	}
	if !readTEI(w, r, &req, "inputs") {
		return
	}
	var texts []string
	var one string
	if json.Unmarshal(req.Inputs, &one) == nil {
		texts = []string{one}
	} else if err := json.Unmarshal(req.Inputs, &texts); err != nil {
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(w, "Failed to deserialize the JSON body into the target type: inputs: ", err)
		return
	}
	if !fitsTEI(w, texts, "", "inputs", req.Truncate) {
		return
	}
	if req.Dimensions <= 0 || req.Dimensions > teiDimensions {
		req.Dimensions = teiDimensions
	}
	vectors, tokens := [][]float64{}, 0
	for _, text := range texts {
		v := meaning(text, teiDimensions, "")[:req.Dimensions]
		v = scaled(v, 1)
		if req.Normalize != nil && !*req.Normalize {
			v = scaled(v, 5)
		}
		vectors, tokens = append(vectors, v), tokens+tokensOf(text)
	}
	teiDone(w, r, tokens, vectors)
}

func teiInfo(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{
		"model_id": teiModel, "model_sha": nil, "model_dtype": "float32", "served_model_name": teiModel,
		"model_type":              map[string]any{"embedding": map[string]any{"pooling": "cls"}},
		"max_concurrent_requests": 512, "max_input_length": mostTEITokens, "max_batch_tokens": 16384, "max_batch_requests": nil,
		"max_client_batch_size": mostTEIBatch, "auto_truncate": false, "tokenization_workers": 2, "version": "1.9.3",
		"sha": nil, "docker_label": nil,
	})
}
