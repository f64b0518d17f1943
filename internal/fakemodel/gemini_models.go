package fakemodel

import (
	"net/http"
	"slices"
	"strconv"
)

// geminiModel is one model as the fake serves it.
type geminiModel struct {
	id, version   string
	input, output int
	sampling      bool // uses temperature, topP and topK; the others ignore them
	modelTurn     bool // takes a conversation that ends with the model's turn
	minimal       bool // takes thinkingLevel MINIMAL
	embeds        bool
	unit          bool // its embeddings have length 1 whatever their dimensions
}

var geminiModels = []geminiModel{
	{"gemini-4-argon", "4-argon", 1_048_576, 65_536, false, false, false, false, false},
	{"gemini-3.8-flash", "3.8-flash", 1_048_576, 65_536, false, false, false, false, false},
	{"gemini-3.7-flash", "3.7-flash", 1_048_576, 65_536, false, false, false, false, false},
	{"gemini-3.6-flash", "3.6-flash", 1_048_576, 65_536, false, false, true, false, false},
	{"gemini-3.5-flash", "3.5-flash", 1_048_576, 65_536, true, true, true, false, false},
	{"gemini-3.5-flash-lite", "3.5-flash-lite", 1_048_576, 65_536, false, true, true, false, false},
	{"gemini-2.5-pro", "2.5-pro", 1_048_576, 65_536, true, true, true, false, false},
	{"gemini-2.5-flash", "2.5-flash", 1_048_576, 65_536, true, true, true, false, false},
	{"gemini-embedding-001", "001", 2_048, 1, false, false, false, true, false},
	{"gemini-embedding-2", "2", 8_192, 1, false, false, false, true, true},
}

func geminiNamed(id string) (geminiModel, bool) {
	i := slices.IndexFunc(geminiModels, func(m geminiModel) bool { return m.id == id })
	if i < 0 {
		return geminiModel{}, false
	}
	return geminiModels[i], true
}

func (m geminiModel) methods() []string {
	if m.embeds {
		return []string{"batchEmbedContents"}
	}
	return []string{"generateContent", "batchGenerateContent"}
}

func (m geminiModel) info() map[string]any {
	out := map[string]any{
		"name": "models/" + m.id, "version": m.version, "displayName": m.id, "inputTokenLimit": m.input, "outputTokenLimit": m.output,
		"supportedGenerationMethods": m.methods(),
	}
	if !m.embeds {
		out["thinking"] = true
		out["temperature"] = 1
		out["maxTemperature"] = 2
		out["topP"] = 0.95
		out["topK"] = 64
	}
	return out
}

// mostGeminiModels is how many models a page may have.
const mostGeminiModels = 1000

func (g *gemini) listModels(w http.ResponseWriter, r *http.Request) {
	size := 50
	if s := r.URL.Query().Get("pageSize"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > mostGeminiModels {
			geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT",
				"* ListModelsRequest.page_size: page size must be between 1 and 1000")
			return
		}
		size = n
	}
	from := 0
	if s := r.URL.Query().Get("pageToken"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 || n > len(geminiModels) {
			geminiFail(w, http.StatusBadRequest, "INVALID_ARGUMENT", "* ListModelsRequest.page_token: page token is not valid")
			return
		}
		from = n
	}
	to := min(from+size, len(geminiModels))
	list := []any{}
	for _, m := range geminiModels[from:to] {
		list = append(list, m.info())
	}
	out := map[string]any{"models": list}
	if to < len(geminiModels) {
		out["nextPageToken"] = strconv.Itoa(to)
	}
	writeJSON(w, http.StatusOK, out)
}
