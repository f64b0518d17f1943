package fakemodel

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"math"
	"strconv"
	"strings"
	"unicode"
)

var embeddingShape = openaiShape{
	"dimensions":      {kinds: "integer"},
	"encoding_format": {kinds: "string"},
	"input":           {kinds: "string array"},
	"model":           {kinds: "string"},
	"user":            {kinds: "string"},
}

// Bounds of a request for embeddings.
const (
	embeddingInputs = 2_048
	embeddingTokens = 300_000
)

// createEmbeddings answers POST /v1/embeddings.
func (o *OpenAI) createEmbeddings(body []byte, f Fault) (any, Answer, *openaiError) {
	v, err := o.decode(body, embeddingShape)
	if err == nil {
		err = oaNeed(v, "input", "model")
	}
	if err != nil {
		return nil, Answer{}, err
	}
	m, err := o.model(v["model"])
	if err != nil {
		return nil, Answer{}, err
	}
	width, err := o.embeddingWidth(m, v)
	if err != nil {
		return nil, Answer{}, err
	}
	texts, err := embeddingTexts(v["input"])
	if err != nil {
		return nil, Answer{}, err
	}
	used, err := countEmbedding(m, texts)
	if err != nil {
		return nil, Answer{}, err
	}
	if f == ErrorIn200 {
		return oaMap{"error": oaMap{"message": "The server had an error processing your request.", "type": "server_error",
			"param": nil, "code": nil}}, Answer{}, nil
	}
	served := m.id
	if f == WrongModel {
		served = "text-embedding-ada-002"
	}
	data := make([]any, len(texts))
	for i, text := range texts {
		data[i] = oaMap{"object": "embedding", "index": i, "embedding": encodeVector(TextVector(text, width),
			v["encoding_format"])}
	}
	return oaMap{"object": "list", "data": data, "model": served,
		"usage": oaMap{"prompt_tokens": used, "total_tokens": used}}, Answer{Served: served, InputTokens: used}, nil
}

func (o *OpenAI) embeddingWidth(m openaiModel, v oaMap) (int, *openaiError) {
	if m.width == 0 {
		return 0, oaRefuse("model", "", "You are not allowed to generate embeddings from this model")
	}
	if err := oaOneOf("encoding_format", v["encoding_format"], "float", "base64"); err != nil {
		return 0, err
	}
	if v["dimensions"] == nil {
		return m.width, nil
	}
	n := oaInteger(v["dimensions"])
	if m.id == "text-embedding-ada-002" {
		return 0, oaRefuse("dimensions", "", "This model does not support specifying dimensions.")
	}
	if n < 1 || n > m.width {
		return 0, oaRefuse("dimensions", "", "Invalid value for 'dimensions' = %d. Must be between 1 and %d.", n, m.width)
	}
	return n, nil
}

// embeddingTexts reads the four forms of input: a text, texts, a text as tokens, texts as tokens.
func embeddingTexts(input any) ([]string, *openaiError) {
	list, ok := input.([]any)
	if !ok {
		list = []any{input}
	}
	if len(list) == 0 || len(list) > embeddingInputs {
		return nil, oaRefuse("input", "invalid_array_length", "Invalid 'input': expected between 1 and %d items, but got %d.",
			embeddingInputs, len(list))
	}
	if oaKind(list[0]) == "integer" {
		list = []any{list}
	}
	texts := make([]string, len(list))
	for i, item := range list {
		text, ok := embeddingText(item)
		if !ok || text == "" {
			return nil, oaRefuse("input", "",
				"'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference. (item %d)", i)
		}
		texts[i] = text
	}
	return texts, nil
}

func embeddingText(item any) (string, bool) {
	tokens, ok := item.([]any)
	if !ok {
		text, ok := item.(string)
		return text, ok
	}
	words := make([]string, len(tokens))
	for i, t := range tokens {
		if oaKind(t) != "integer" {
			return "", false
		}
		words[i] = strconv.Itoa(oaInteger(t))
	}
	return strings.Join(words, " "), true
}

func countEmbedding(m openaiModel, texts []string) (int, *openaiError) {
	total := 0
	for _, text := range texts {
		n := openaiTokens(text)
		if n > m.window {
			return 0, oaRefuse("", "", "This model's maximum context length is %d tokens, however you requested %d tokens "+
				"(%d in your prompt; 0 for the completion). Please reduce your prompt; or completion length.", m.window, n, n)
		}
		total += n
	}
	if total > embeddingTokens {
		return 0, &openaiError{status: 400, kind: "max_tokens_per_request", code: "max_tokens_per_request",
			message: "Requested " + strconv.Itoa(total) + " tokens, max " + strconv.Itoa(embeddingTokens) + " tokens per request"}
	}
	return total, nil
}

func encodeVector(v []float32, format any) any {
	if format != "base64" {
		return v
	}
	raw := make([]byte, 0, 4*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// TextVector is a unit vector of a text: each word, and each run of three letters in it at a lower
// weight, points somewhere, so texts that share words are near each other. It is the same on every machine.
func TextVector(text string, width int) []float32 {
	sum := make([]float64, width)
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	})
	for _, word := range words {
		point(sum, word, 1)
		padded := []rune("^" + word + "$")
		for i := 0; i+3 <= len(padded); i++ {
			point(sum, string(padded[i:i+3]), 0.3)
		}
	}
	if len(words) == 0 {
		point(sum, "\x00"+text, 1)
	}
	norm := 0.0
	for _, x := range sum {
		norm += x * x
	}
	if norm == 0 { // everything cancelled out
		sum[0], norm = 1, 1
	}
	out := make([]float32, width)
	for i, x := range sum {
		out[i] = float32(x / math.Sqrt(norm))
	}
	return out
}

// point adds a feature in four directions that its hash names.
func point(sum []float64, feature string, weight float64) {
	h := fnv.New64a()
	h.Write([]byte(feature))
	bits := h.Sum64()
	for range 4 {
		bits = bits*6364136223846793005 + 1442695040888963407
		sign := 1.0
		if bits>>63 == 1 {
			sign = -1
		}
		sum[int((bits>>20)%uint64(len(sum)))] += sign * weight
	}
}
