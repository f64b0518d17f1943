package provider

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
)

// cohereRow speaks version 2 of Cohere's API.
var cohereRow = Row{
	Name: "cohere",
	Doc: "Cohere's embed and rerank, version 2. Texts that are too long to embed are refused, not cut; " +
		"documents to rerank are cut by Cohere at 4,096 tokens.",
	BaseURL: "https://api.cohere.com",
	BaseVar: "CO_API_URL",
	KeyVar:  "CO_API_KEY",
	open:    openCohere,
}

// Limits of Cohere's API.
const (
	cohereEmbedTexts  = 96
	cohereRerankTexts = 1_000
)

type cohereWire struct{ *endpoint }

func openCohere(e *endpoint) (model.Wire, authorize) {
	e.base = strings.TrimSuffix(e.base, "/v2")
	w := cohereWire{e}
	return model.Wire{
		Embed: w.embed, Rerank: w.rank, Models: w.listModels,
		EmbedTexts: cohereEmbedTexts, RerankTexts: cohereRerankTexts,
	}, e.bearer
}

func (w cohereWire) rank(r *model.RerankRequest) (*call.Call, error) {
	return w.rerank("/v2/rerank", r, rerankBody{Model: r.Model, Documents: r.Documents})
}

// cohereEmbedBody is a request for vectors, at Cohere and, without the model, at Bedrock.
type cohereEmbedBody struct {
	Model      string   `json:"model,omitempty"`
	Texts      []string `json:"texts"`
	InputType  string   `json:"input_type"`
	Types      []string `json:"embedding_types"`
	Dimensions int      `json:"output_dimension,omitempty"`
	Truncate   string   `json:"truncate"`
}

// newCohereBody refuses to have texts cut silently: a vector of half a text looks like any other.
func newCohereBody(r *model.EmbedRequest) cohereEmbedBody {
	return cohereEmbedBody{
		Texts: r.Texts, InputType: cohereInput(r.Purpose), Types: []string{"float"}, Dimensions: r.Dimensions, Truncate: "NONE",
	}
}

// cohereInput is the input type for a purpose. It must be named; similarity is nearest to clustering.
func cohereInput(p model.Purpose) string {
	switch p {
	case model.ForQuery:
		return "search_query"
	case model.ForSimilarity:
		return "clustering"
	}
	return "search_document"
}

func (w cohereWire) embed(r *model.EmbedRequest) (*call.Call, error) {
	if err := checkTexts(r); err != nil {
		return nil, err
	}
	m, known := w.catalog.Resolve(w.row.Name, r.Model)
	if err := checkDimensions(r, m, known); err != nil {
		return nil, err
	}
	body := newCohereBody(r)
	body.Model = r.Model
	if known && len(m.DimensionsFrom) < 2 {
		body.Dimensions = 0 // models of one size do not know the parameter
	}
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	reader := cohereReader{w.reading(r.Model), vectorsWanted{count: len(r.Texts), dimensions: r.Dimensions}}
	return w.post("/v2/embed", bytes, reader.vectors), nil
}

// cohereReader reads the replies to a request for vectors.
type cohereReader struct {
	reading
	want vectorsWanted
}

// cohereVectors is a list of vectors, or lists by their type.
type cohereVectors struct {
	Float [][]float32 `json:"float"`
}

func (v *cohereVectors) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '[' {
		return json.Unmarshal(text, &v.Float)
	}
	type plain cohereVectors
	return json.Unmarshal(text, (*plain)(v))
}

func (r cohereReader) vectors(x *call.Exchange) (call.Result, error) {
	var reply struct {
		Embeddings *cohereVectors `json:"embeddings"`
		Meta       *cohereMeta    `json:"meta"`
	}
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Embeddings == nil {
		return call.Result{}, r.failure(x)
	}
	return vectorsResult(reply.Embeddings.Float, r.want, false, reply.Meta.usage(), "")
}

func (r cohereReader) failure(x *call.Exchange) *call.Failure { return r.wordedFailure(x) }

// listModels is the call of a page of models.
func (w cohereWire) listModels(after string) (*call.Call, error) {
	path := "/v1/models?page_size=1000"
	if after != "" {
		path += "&page_token=" + awsEscape(after)
	}
	return w.get(path, cohereReader{reading: w.reading("")}.models), nil
}

func (r cohereReader) models(x *call.Exchange) (call.Result, error) {
	var reply struct {
		Models []struct {
			Name    string   `json:"name"`
			Context float64  `json:"context_length"`
			Serves  []string `json:"endpoints"`
		} `json:"models"`
		Next string `json:"next_page_token"`
	}
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Models == nil {
		return call.Result{}, r.failure(x)
	}
	page := &model.ModelPage{After: reply.Next}
	for _, m := range reply.Models {
		if slices.Contains(m.Serves, "embed") || slices.Contains(m.Serves, "rerank") || m.Serves == nil {
			page.Models = append(page.Models, model.ListedModel{ID: m.Name, Input: int(min(max(m.Context, 0), maxUnits))})
		}
	}
	return call.Result{Value: page}, nil
}
