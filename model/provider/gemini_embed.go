package provider

import (
	"encoding/json"
	"net/http"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// geminiEmbedTexts is how many texts one batchEmbedContents takes.
const geminiEmbedTexts = 100

type geminiEmbedBody struct {
	Requests []geminiEmbedding `json:"requests"`
}

type geminiEmbedding struct {
	Model      string        `json:"model"`
	Content    geminiContent `json:"content"`
	Task       string        `json:"taskType,omitempty"`
	Dimensions int           `json:"outputDimensionality,omitempty"`
}

// embed is the call of up to a hundred vectors.
func (w geminiWire) embed(r *model.EmbedRequest) (*call.Call, error) {
	if err := checkTexts(r); err != nil {
		return nil, err
	}
	m, known := w.catalog.Resolve(w.row.Name, r.Model)
	if err := checkDimensions(r, m, known); err != nil {
		return nil, err
	}
	task := geminiTask(r.Purpose, m, known)
	body := geminiEmbedBody{Requests: make([]geminiEmbedding, len(r.Texts))}
	for i, text := range r.Texts {
		body.Requests[i] = geminiEmbedding{
			Model: geminiName(r.Model), Content: geminiContent{Parts: []geminiPart{{text}}}, Task: task, Dimensions: r.Dimensions}
	}
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	want := vectorsWanted{count: len(r.Texts), dimensions: r.Dimensions}
	reader := geminiReader{w.reading(r.Model)}
	short := m.Norm == catalog.NormFull && r.Dimensions > 0 && r.Dimensions != m.Dimensions
	c := w.post(w.path(r.Model, "batchEmbedContents"), bytes, func(x *call.Exchange) (call.Result, error) {
		return reader.vectors(x, want, short)
	})
	if r.Purpose != "" && task == "" {
		c.Dropped = append(c.Dropped, call.Dropped{Parameter: "purpose", Reason: "the model has no task types"})
	}
	return c, nil
}

// vectors reads embeddings. Shortened vectors of models that leave them so are brought to length 1.
func (r geminiReader) vectors(x *call.Exchange, want vectorsWanted, short bool) (call.Result, error) {
	var reply struct {
		Embeddings []struct {
			Values []float32 `json:"values"`
		} `json:"embeddings"`
		Usage *geminiUsed `json:"usageMetadata"`
	}
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Embeddings == nil {
		return call.Result{}, r.failure(x)
	}
	vectors := make([][]float32, len(reply.Embeddings))
	for i := range vectors {
		vectors[i] = reply.Embeddings[i].Values
	}
	usage := reply.Usage.normal()
	return vectorsResult(vectors, want, short, usage, "")
}
