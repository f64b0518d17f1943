package provider

import (
	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
)

// voyageRow embeds and reranks with Voyage AI, whose embeddings tell questions from passages.
var voyageRow = Row{
	Name:    "voyage",
	Doc:     "Voyage AI embeddings; texts that are too long are errors (truncation: false), not cut",
	BaseURL: "https://api.voyageai.com/v1",
	KeyVar:  "VOYAGE_API_KEY",
	open:    openVoyage,
}

// Limits of Voyage's API: the tokens are those of its large models, by our estimate.
const (
	voyageEmbedTexts  = 1_000
	voyageEmbedTokens = 70_000
)

type voyageWire struct{ *endpoint }

func openVoyage(e *endpoint) (model.Wire, authorize) {
	w := voyageWire{e}
	return model.Wire{
		Embed: w.embed, EmbedTexts: voyageEmbedTexts, EmbedTokens: voyageEmbedTokens,
		Rerank: w.rank, RerankTexts: voyageRerankTexts,
	}, e.bearer
}

type voyageBody struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	InputType  string   `json:"input_type,omitempty"`
	Dimensions int      `json:"output_dimension,omitempty"`
	Truncation bool     `json:"truncation"`
}

func (w voyageWire) embed(r *model.EmbedRequest) (*call.Call, error) {
	if err := checkTexts(r); err != nil {
		return nil, err
	}
	body := voyageBody{Model: r.Model, Input: r.Texts, Dimensions: r.Dimensions}
	switch r.Purpose {
	case model.ForQuery, model.ForDocument:
		body.InputType = string(r.Purpose)
	}
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	reading, want := w.reading(r.Model), vectorsWanted{len(r.Texts), r.Dimensions}
	return w.post("/embeddings", bytes, func(x *call.Exchange) (call.Result, error) { return reading.vectors(x, want) }), nil
}

// voyageRerankTexts is how many documents Voyage scores in one call.
const voyageRerankTexts = 1_000

// rank scores with Voyage, which refuses documents that are too long where it is told to.
func (w voyageWire) rank(r *model.RerankRequest) (*call.Call, error) {
	return w.rerank("/rerank", r, rerankBody{Model: r.Model, Documents: r.Documents, Truncate: &no})
}
