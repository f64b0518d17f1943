package provider

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// bedrockRerankAPI is the version of Cohere's interface that its rerankers must be told.
const bedrockRerankAPI = 2

// embedLimits is how many texts one call takes: Titan's models take one, also under a name that only the
// tables know.
func (w bedrockWire) embedLimits(id string) (texts, tokens int) {
	m, _ := w.catalog.Resolve(w.row.Name, id)
	if isTitan(cmp.Or(m.ID, id)) {
		return 1, 0
	}
	return cohereEmbedTexts, 0
}

func isTitan(id string) bool { return strings.Contains(id, "amazon.titan-embed") }

type titanBody struct {
	Text       string `json:"inputText"`
	Dimensions int    `json:"dimensions,omitempty"`
	Normalize  *bool  `json:"normalize,omitempty"`
}

// embed invokes a model under its vendor's own interface.
func (w bedrockWire) embed(r *model.EmbedRequest) (*call.Call, error) {
	if err := checkTexts(r); err != nil {
		return nil, err
	}
	m, known := w.catalog.Resolve(w.row.Name, r.Model)
	if err := checkDimensions(r, m, known); err != nil {
		return nil, err
	}
	name := cmp.Or(m.ID, r.Model)
	reader := bedrockVectors{bedrockReader{w.reading(r.Model)}, vectorsWanted{count: len(r.Texts), dimensions: r.Dimensions}}
	switch {
	case isTitan(name):
		return w.embedTitan(r, name, reader)
	case strings.Contains(name, "cohere.embed"):
		body := newCohereBody(r)
		if known && len(m.DimensionsFrom) < 2 {
			body.Dimensions = 0 // models of one size do not know the parameter
		}
		return w.call(r.Model, "invoke", &body, reader.vectors)
	}
	return nil, &call.Failure{Kind: call.Unsupported, Message: "the interface of this embedding model is not known",
		Next: "name a model of Cohere (cohere.embed-…) or Titan (amazon.titan-embed-text-v2:0)"}
}

// embedTitan asks for one vector of length 1. Only the second version can be asked for a size.
func (w bedrockWire) embedTitan(r *model.EmbedRequest, name string, reader bedrockVectors) (*call.Call, error) {
	if len(r.Texts) != 1 {
		return nil, &call.Failure{Kind: call.BadRequest, Message: "this model takes one text a call"}
	}
	body := titanBody{Text: r.Texts[0]}
	if strings.Contains(name, "-v2") {
		yes := true
		body.Dimensions, body.Normalize = r.Dimensions, &yes
	}
	return w.call(r.Model, "invoke", &body, reader.vectors)
}

// bedrockVectors reads the replies to a request for vectors.
type bedrockVectors struct {
	bedrockReader
	want vectorsWanted
}

func (r bedrockVectors) vectors(x *call.Exchange) (call.Result, error) {
	var reply struct {
		Many   *cohereVectors `json:"embeddings"`
		One    []float32      `json:"embedding"`
		Tokens *int64         `json:"inputTextTokenCount"`
	}
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Many == nil && reply.One == nil {
		return call.Result{}, r.failure(x)
	}
	vectors := [][]float32{reply.One}
	if reply.Many != nil {
		vectors = reply.Many.Float
	}
	return vectorsResult(vectors, r.want, false, bedrockTokens(x, reply.Tokens), "")
}

// bedrockTokens is the usage of a call that has input only: from the reply, or from a header.
func bedrockTokens(x *call.Exchange, counted *int64) catalog.Usage {
	if counted == nil {
		n, err := strconv.ParseInt(x.Header.Get("X-Amzn-Bedrock-Input-Token-Count"), 10, 64)
		if err != nil {
			return catalog.Usage{}
		}
		counted = &n
	}
	if *counted < 0 {
		return catalog.Usage{}
	}
	return catalog.Usage{Input: *counted, Known: catalog.PartAll}
}

type bedrockRerankBody struct {
	Query     string   `json:"query"`
	Documents []string `json:"documents"`
	Top       int      `json:"top_n"`
	API       int      `json:"api_version,omitempty"`
}

// rank invokes a reranker of Cohere or Amazon.
func (w bedrockWire) rank(r *model.RerankRequest) (*call.Call, error) {
	m, _ := w.catalog.Resolve(w.row.Name, r.Model)
	body := bedrockRerankBody{Query: r.Query, Documents: r.Documents, Top: len(r.Documents)}
	if bedrockVendor(r.Model, m) == "cohere" {
		body.API = bedrockRerankAPI
	}
	ranks, errors := rerankReader{w.reading(r.Model), len(r.Documents)}, bedrockReader{w.reading(r.Model)}
	return w.call(r.Model, "invoke", &body, func(x *call.Exchange) (call.Result, error) {
		var reply rerankReply
		if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Results == nil {
			return call.Result{}, errors.failure(x)
		}
		return ranks.ranking(x)
	})
}
