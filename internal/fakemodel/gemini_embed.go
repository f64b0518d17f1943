package fakemodel

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
)

type geminiEmbedding struct {
	Model      string        `json:"model"`
	Content    geminiContent `json:"content"`
	Task       string        `json:"taskType"`
	Title      string        `json:"title"`
	Dimensions int           `json:"outputDimensionality"`
}

const (
	leastGeminiDimensions = 128
	mostGeminiDimensions  = 3072
	mostGeminiEmbeddings  = 100 // in one request
)

var (
	geminiEmbedFields = fields{
		"model": anyText, "content": geminiTurn, "title": anyText, "outputDimensionality": numberOf(leastGeminiDimensions,
			mostGeminiDimensions, true),
		"taskType": oneOf("TASK_TYPE_UNSPECIFIED", "RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT", "SEMANTIC_SIMILARITY",
			"CLASSIFICATION", "CLUSTERING",
			"QUESTION_ANSWERING", "FACT_VERIFICATION", "CODE_RETRIEVAL_QUERY"),
	}
	geminiEmbedBatch = protoOf(fields{"requests": listOf(protoOf(geminiEmbedFields, "model", "content"), 1,
		mostGeminiEmbeddings)}, "requests")
)

// vector is the embedding of a request. The older model cuts its longest vector off where fewer
// dimensions are asked for, and leaves it to the caller to give what remains length 1.
func (e geminiEmbedding) vector(m geminiModel) []float64 {
	n := cmp.Or(e.Dimensions, mostGeminiDimensions)
	v := meaning(e.Content.text(), mostGeminiDimensions, e.Task)[:n]
	if m.unit {
		return scaled(v, 1)
	}
	return v
}

// refused is what no single field of an embedding can be checked for.
func (e geminiEmbedding) refused(m geminiModel) string {
	switch {
	case e.Model != "" && strings.TrimPrefix(e.Model, "models/") != m.id:
		return fmt.Sprintf("* BatchEmbedContentsRequest.requests: model %q does not match the model of the batch, %q",
			e.Model, "models/"+m.id)
	case e.Content.text() == "":
		return "* EmbedContentRequest.content: content is empty"
	case e.Title != "" && e.Task != "RETRIEVAL_DOCUMENT":
		return "* EmbedContentRequest.title: title may only be set when the task type is RETRIEVAL_DOCUMENT"
	}
	return ""
}

func (g *gemini) embedBatch(w http.ResponseWriter, r *http.Request, m geminiModel) {
	var req struct{ Requests []geminiEmbedding }
	if !readGemini(w, r, geminiEmbedBatch, &req) {
		return
	}
	used := Answer{Served: m.id}
	list := []any{}
	for _, e := range req.Requests {
		if no := e.refused(m); no != "" {
			geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", no)
			return
		}
		used.InputTokens += e.Content.tokens()
		list = append(list, map[string]any{"values": e.vector(m)})
	}
	callOf(r.Context()).Usage = used
	writeJSON(w, http.StatusOK, map[string]any{"embeddings": list})
}
