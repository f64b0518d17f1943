package provider

import (
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
)

// The rows that speak Jina's shapes.
var (
	jinaRow = Row{
		Name:    "jina",
		Doc:     "Jina's embeddings and rerankers. Texts that are too long to embed are refused, not cut.",
		BaseURL: "https://api.jina.ai",
		BaseVar: "JINA_BASE_URL",
		KeyVar:  "JINA_API_KEY",
		KeyFrom: "jina_",
		open:    openJina,
	}
	vllmRerankRow = Row{
		Name: "vllm-rerank",
		Doc: "a server of one's own that reranks in Jina's shape at /v1/rerank: vLLM, llama.cpp with its rerank " +
			"flag, and the like. What it does with documents that are too long is the server's own setting.",
		BaseVar: "VLLM_RERANK_BASE_URL",
		KeyVar:  "VLLM_API_KEY",
		KeyNone: true,
		open:    openVLLMRerank,
	}
)

// jinaTexts is how many texts one call for vectors holds.
const jinaTexts = 512

// jinaWire makes calls of Jina and of servers that rerank like Jina.
type jinaWire struct{ *endpoint }

func newJinaWire(e *endpoint) jinaWire {
	e.base = strings.TrimSuffix(e.base, "/v1")
	return jinaWire{e}
}

func openJina(e *endpoint) (model.Wire, authorize) {
	w := newJinaWire(e)
	return model.Wire{Embed: w.embed, Rerank: w.rank, EmbedTexts: jinaTexts}, e.bearer
}

func openVLLMRerank(e *endpoint) (model.Wire, authorize) {
	w := newJinaWire(e)
	if e.base == "" {
		e.err = baseMissing(e)
	}
	return model.Wire{Rerank: w.rankPlain}, e.bearer
}

// no is a parameter that is off where the server's default is on.
var no = false

func (w jinaWire) rank(r *model.RerankRequest) (*call.Call, error) {
	return w.rerank("/v1/rerank", r, rerankBody{Model: r.Model, Documents: r.Documents, Return: &no})
}

func (w jinaWire) rankPlain(r *model.RerankRequest) (*call.Call, error) {
	return w.rerank("/v1/rerank", r, rerankBody{Model: r.Model, Documents: r.Documents})
}

type jinaEmbedBody struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Task       string   `json:"task,omitempty"`
	Dimensions int      `json:"dimensions,omitempty"`
	Truncate   bool     `json:"truncate"`
}

func (w jinaWire) embed(r *model.EmbedRequest) (*call.Call, error) {
	if err := checkTexts(r); err != nil {
		return nil, err
	}
	m, known := w.catalog.Resolve(w.row.Name, r.Model)
	if err := checkDimensions(r, m, known); err != nil {
		return nil, err
	}
	body := jinaEmbedBody{Model: r.Model, Input: r.Texts, Dimensions: r.Dimensions}
	switch r.Purpose {
	case model.ForQuery:
		body.Task = "retrieval.query"
	case model.ForDocument:
		body.Task = "retrieval.passage"
	case model.ForSimilarity:
		body.Task = "text-matching"
	}
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	reading, want := w.reading(r.Model), vectorsWanted{len(r.Texts), r.Dimensions}
	return w.post("/v1/embeddings", bytes, func(x *call.Exchange) (call.Result, error) { return reading.vectors(x, want) }), nil
}
