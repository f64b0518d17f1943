package provider

import (
	"encoding/json"
	"net/http"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// teiRow speaks the native API of Hugging Face's Text Embeddings Inference.
var teiRow = Row{
	Name: "tei",
	Doc: "a Text Embeddings Inference server: embeddings or reranking with the one model that it serves, which " +
		"the model's name does not choose. Calls hold 32 texts, the server's default limit. Texts that are too " +
		"long are cut or refused as the server's auto-truncate says.",
	BaseVar: "TEI_BASE_URL",
	KeyVar:  "TEI_API_KEY",
	KeyNone: true,
	open:    openTEI,
}

// teiTexts is the server's default for the texts of one call.
const teiTexts = 32

type teiWire struct{ *endpoint }

func openTEI(e *endpoint) (model.Wire, authorize) {
	w := teiWire{e}
	if e.base == "" {
		e.err = baseMissing(e)
	}
	return model.Wire{
		Embed: w.embed, Rerank: w.rank, Models: w.info, EmbedTexts: teiTexts, RerankTexts: teiTexts,
	}, e.bearer
}

func (w teiWire) rank(r *model.RerankRequest) (*call.Call, error) {
	return w.rerank("/rerank", r, rerankBody{Texts: r.Documents})
}

type teiEmbedBody struct {
	Inputs     []string `json:"inputs"`
	Normalize  bool     `json:"normalize"`
	Dimensions int      `json:"dimensions,omitempty"`
	Prompt     string   `json:"prompt_name,omitempty"`
}

// embed asks for vectors of length 1. The server knows no purposes: its prompts have names of the model's
// own, which it does not list.
func (w teiWire) embed(r *model.EmbedRequest) (*call.Call, error) {
	if err := checkTexts(r); err != nil {
		return nil, err
	}
	bytes, err := encode(&teiEmbedBody{Inputs: r.Texts, Normalize: true, Dimensions: r.Dimensions})
	if err != nil {
		return nil, err
	}
	reader := teiReader{w.reading(r.Model), vectorsWanted{count: len(r.Texts), dimensions: r.Dimensions}}
	c := w.post("/embed", bytes, reader.vectors)
	if r.Purpose != "" {
		c.Dropped = []call.Dropped{{Parameter: "purpose", Reason: "the server knows no purposes: put the model's prefix into the text"}}
	}
	return c, nil
}

// teiReader reads the replies of the server.
type teiReader struct {
	reading
	want vectorsWanted
}

func (r teiReader) vectors(x *call.Exchange) (call.Result, error) {
	var raws []json.RawMessage
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &raws) != nil {
		return call.Result{}, r.failure(x)
	}
	vectors := make([][]float32, len(raws))
	for i, raw := range raws {
		var err error
		if vectors[i], err = readNumbers(raw); err != nil {
			return call.Result{}, r.failure(x)
		}
	}
	return vectorsResult(vectors, r.want, false, catalog.Usage{}, "")
}

func (r teiReader) failure(x *call.Exchange) *call.Failure { return r.wordedFailure(x) }

// info is the call that names the one model of the server.
func (w teiWire) info(string) (*call.Call, error) {
	return w.get("/info", teiReader{reading: w.reading("")}.models), nil
}

func (r teiReader) models(x *call.Exchange) (call.Result, error) {
	var reply struct {
		ID     string `json:"model_id"`
		Served string `json:"served_model_name"`
		Input  int    `json:"max_input_length"`
	}
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.ID == "" {
		return call.Result{}, r.failure(x)
	}
	m := model.ListedModel{ID: reply.ID, Input: reply.Input}
	if reply.Served != reply.ID {
		m.Name = reply.Served
	}
	return call.Result{Value: &model.ModelPage{Models: []model.ListedModel{m}}}, nil
}
