package fakemodel

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

// The limits of the embedding models.
const (
	mostCohereTexts       = 96
	mostCohereV3Runes     = 2048
	cohereV3Dimensions    = 1024
	cohereV4Dimensions    = 1536
	mostTitanTokens       = 8192
	titanDimensions       = 1024
	mostBedrockDocuments  = 1000
	cohereRerankOnBedrock = 2 // the only api_version
)

var (
	cohereInputs  = oneOf("search_document", "search_query", "classification", "clustering", "image")
	cohereTypes   = listOf(oneOf("float", "int8", "uint8", "binary", "ubinary"), 1, 5)
	bedrockBodies = map[string]check{
		"cohere v3": objectOf(fields{
			"texts": listOf(textOf(1, 0), 1, mostCohereTexts), "images": listOf(anyText, 0, 1), "input_type": cohereInputs,
			"truncate": oneOf("NONE", "START", "END"), "embedding_types": cohereTypes,
		}, "input_type"),
		"cohere v4": objectOf(fields{
			"texts": listOf(textOf(1, 0), 1, mostCohereTexts), "images": listOf(anyText, 0, mostCohereTexts),
			"inputs":     listOf(objectAny, 1, mostCohereTexts),
			"input_type": cohereInputs, "truncate": oneOf("NONE", "LEFT",
				"RIGHT"), "embedding_types": cohereTypes, "max_tokens": countFrom(1),
			"output_dimension": numberOf(256, cohereV4Dimensions, true),
		}, "input_type"),
		"titan v2": objectOf(fields{
			"inputText": textOf(1, 50_000), "dimensions": numberOf(256, titanDimensions, true), "normalize": truth,
			"embeddingTypes": listOf(oneOf("float", "binary"), 1, 2),
		}, "inputText"),
		"rerank": objectOf(fields{
			"query": textOf(1, 0), "documents": listOf(textOf(1, 0), 1, mostBedrockDocuments), "top_n": countFrom(1),
			"api_version": countFrom(cohereRerankOnBedrock),
		}, "query", "documents"),
	}
)

// invoke answers with the body of the model's own interface.
func (b *bedrock) invoke(w http.ResponseWriter, r *http.Request) {
	m, ok := b.model(w, r)
	if !ok {
		return
	}
	switch {
	case strings.HasPrefix(m.name, "embed-v4"):
		b.cohere(w, r, "cohere v4")
	case m.vendor == "cohere" && strings.HasPrefix(m.name, "embed-"):
		b.cohere(w, r, "cohere v3")
	case m.vendor == "amazon" && strings.HasPrefix(m.name, "titan-embed-text-v2"):
		b.titan(w, r)
	case strings.HasPrefix(m.name, "rerank-"):
		b.rerank(w, r, m)
	default:
		b.invalid(w, "This server invokes embedding and reranking models only; use Converse for the others.")
	}
}

func (b *bedrock) counted(w http.ResponseWriter, r *http.Request, tokens int) {
	callOf(r.Context()).Usage = Answer{Served: r.PathValue("id"), InputTokens: tokens}
	b.stampRequest(w)
	w.Header().Set("X-Amzn-Bedrock-Input-Token-Count", fmt.Sprint(tokens))
	w.Header().Set("X-Amzn-Bedrock-Invocation-Latency", "1")
}

func (b *bedrock) cohere(w http.ResponseWriter, r *http.Request, version string) {
	var req struct {
		Texts      []string `json:"texts"`
		Input      string   `json:"input_type"`
		Types      []string `json:"embedding_types"`
		Dimensions int      `json:"output_dimension"`
	}
	if !b.read(w, r, bedrockBodies[version], &req) {
		return
	}
	if len(req.Texts) == 0 {
		b.invalid(w, "Malformed input request: #: required key [texts] not found, please reformat your input and try again.")
		return
	}
	dimensions := cohereV3Dimensions
	if version == "cohere v4" {
		if dimensions = req.Dimensions; dimensions == 0 {
			dimensions = cohereV4Dimensions
		}
	}
	if dimensions%256 != 0 || dimensions == 768 || dimensions == 1280 {
		b.invalid(w, "output_dimension must be one of 256, 512, 1024, 1536")
		return
	}
	vectors, tokens := [][]float64{}, 0
	for i, text := range req.Texts {
		if n := utf8.RuneCountInString(text); version == "cohere v3" && n > mostCohereV3Runes {
			b.invalid(w, "Malformed input request: #/texts/%d: expected maxLength: %d, actual: %d, please reformat your "+
				"input and try again.", i, mostCohereV3Runes, n)
			return
		}
		tokens += tokensOf(text)
		vectors = append(vectors, meaning(text, dimensions, req.Input))
	}
	b.counted(w, r, tokens)
	out := map[string]any{"id": fmt.Sprintf("%08d", b.serial.Load()), "response_type": "embeddings_floats",
		"embeddings": vectors, "texts": req.Texts}
	if req.Types != nil {
		out["response_type"], out["embeddings"] = "embeddings_by_type", quantised(vectors, req.Types)
	}
	writeJSON(w, http.StatusOK, out)
}

// quantised is vectors in each type that was asked for; of the integer types only the two whole-byte ones
// and the packed bits exist.
func quantised(vectors [][]float64, types []string) map[string]any {
	out := map[string]any{}
	for _, t := range types {
		var rows []any
		for _, v := range vectors {
			rows = append(rows, quantise(v, t))
		}
		out[t] = rows
	}
	return out
}

func quantise(v []float64, kind string) any {
	switch kind {
	case "int8", "uint8":
		shift := map[string]int{"int8": 0, "uint8": 128}[kind]
		row := make([]int, len(v))
		for i, x := range v {
			row[i] = max(-128, min(127, int(x*127))) + shift
		}
		return row
	case "binary", "ubinary":
		shift := map[string]int{"binary": -128, "ubinary": 0}[kind]
		row := make([]int, len(v)/8)
		for i, x := range v {
			if x > 0 {
				row[i/8] |= 128 >> (i % 8)
			}
		}
		for i := range row {
			row[i] += shift
		}
		return row
	}
	return v
}

func (b *bedrock) titan(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Text       string   `json:"inputText"`
		Dimensions int      `json:"dimensions"`
		Normalize  *bool    `json:"normalize"`
		Types      []string `json:"embeddingTypes"`
	}
	if !b.read(w, r, bedrockBodies["titan v2"], &req) {
		return
	}
	req.Dimensions = cmp.Or(req.Dimensions, titanDimensions)
	if d := req.Dimensions; d != 256 && d != 512 && d != 1024 {
		b.invalid(w, "Malformed input request: #/dimensions: %d is not a valid enum value, please reformat your input and try again.", d)
		return
	}
	tokens := tokensOf(req.Text)
	if tokens > mostTitanTokens {
		b.invalid(w, "400 Bad Request: Too many input tokens. Max input tokens: %d, request input token count: %d",
			mostTitanTokens, tokens)
		return
	}
	v := meaning(req.Text, req.Dimensions, "")
	if req.Normalize != nil && !*req.Normalize {
		v = scaled(v, 3.5)
	}
	b.counted(w, r, tokens)
	if req.Types == nil {
		req.Types = []string{"float"}
	}
	byType := map[string]any{}
	for _, t := range req.Types {
		byType[t] = quantise(v, t)
	}
	out := map[string]any{"inputTextTokenCount": tokens, "embeddingsByType": byType}
	if byType["float"] != nil {
		out["embedding"] = v
	}
	writeJSON(w, http.StatusOK, out)
}

func (b *bedrock) rerank(w http.ResponseWriter, r *http.Request, m bedrockModel) {
	var req struct {
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		Top       int      `json:"top_n"`
		Version   int      `json:"api_version"`
	}
	if !b.read(w, r, bedrockBodies["rerank"], &req) {
		return
	}
	if m.vendor == "cohere" && req.Version != cohereRerankOnBedrock {
		b.invalid(w, "Malformed input request: #/api_version: expected %d, please reformat your input and try again.",
			cohereRerankOnBedrock)
		return
	}
	results := []any{}
	for _, e := range ranked(req.Query, req.Documents, req.Top) {
		results = append(results, map[string]any{"index": e.index, "relevance_score": e.score})
	}
	b.counted(w, r, tokensOf(req.Query))
	writeJSON(w, http.StatusOK, map[string]any{"results": results})
}
