package provider

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

type openaiEmbedBody struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Encoding   string   `json:"encoding_format"`
	Dimensions int      `json:"dimensions,omitempty"`
}

// embed asks for vectors as base64, a third of the bytes of decimal numbers and exact. These models embed
// questions and passages alike, so a purpose has nothing to change and is not counted as dropped.
func (w openaiWire) embed(r *model.EmbedRequest) (*call.Call, error) {
	return w.embedCall(r, "base64")
}

func (e *endpoint) embedCall(r *model.EmbedRequest, encoding string) (*call.Call, error) {
	if err := checkTexts(r); err != nil {
		return nil, err
	}
	m, known := e.catalog.Resolve(e.row.Name, r.Model)
	if known && r.Dimensions > 0 && m.Dimensions > 0 && !m.Takes(r.Dimensions) {
		return nil, &call.Failure{Kind: call.Unsupported, Message: fmt.Sprintf("the model has no vectors of %d dimensions", r.Dimensions),
			Next: fmt.Sprintf("leave out dimensions to get its own %d", m.Dimensions)}
	}
	body, err := encode(&openaiEmbedBody{Model: r.Model, Input: r.Texts, Encoding: encoding, Dimensions: r.Dimensions})
	if err != nil {
		return nil, err
	}
	want := vectorsWanted{count: len(r.Texts), dimensions: r.Dimensions}
	reading := e.reading(r.Model)
	return e.post("/embeddings", body, func(x *call.Exchange) (call.Result, error) { return reading.vectors(x, want) }), nil
}

type openaiVectors struct {
	Data []struct {
		Index     *int            `json:"index"`
		Embedding json.RawMessage `json:"embedding"`
	} `json:"data"`
	Model string          `json:"model"`
	Usage json.RawMessage `json:"usage"`
}

// vectors reads embeddings into the order of the texts. A reply that lacks a vector, or has one that
// cannot be searched with, is no reply.
func (r reading) vectors(x *call.Exchange, want vectorsWanted) (call.Result, error) {
	var reply openaiVectors
	if x.Status != http.StatusOK || json.Unmarshal(x.Body, &reply) != nil || reply.Data == nil {
		return call.Result{}, r.failure(x)
	}
	malformed := func(format string, args ...any) (call.Result, error) {
		return call.Result{}, &call.Failure{Kind: call.Malformed, Message: fmt.Sprintf(format, args...)}
	}
	if len(reply.Data) != want.count {
		return malformed("%d vectors came back for %d texts", len(reply.Data), want.count)
	}
	vectors := make([][]float32, want.count)
	width := want.dimensions
	for i, d := range reply.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= len(vectors) || vectors[at] != nil {
			return malformed("vector %d has the index %d of %d, or has it again", i, at, want.count)
		}
		v, err := readVector(d.Embedding)
		if err != nil {
			return malformed("vector %d: %v", at, err)
		}
		if width == 0 {
			width = len(v)
		}
		if len(v) != width {
			return malformed("vector %d has %d dimensions, not %d", at, len(v), width)
		}
		vectors[at] = v
	}
	v := &model.Embeddings{Vectors: vectors, Served: reply.Model, Usage: embedUsage(reply.Usage)}
	return call.Result{Value: v, Usage: v.Usage, Served: v.Served}, nil
}

// embedUsage is the usage of embeddings, which have input only: all else is known to be none.
func embedUsage(raw json.RawMessage) catalog.Usage {
	var usage *openaiUsage
	if json.Unmarshal(raw, &usage) != nil || usage == nil {
		return catalog.Usage{}
	}
	for _, n := range []*int64{usage.Prompt, usage.Input, usage.Total} {
		if n != nil && *n >= 0 {
			return catalog.Usage{Input: *n, Known: catalog.PartAll}
		}
	}
	return catalog.Usage{}
}

// readVector reads a vector of numbers, or of base64 over little-endian float32.
func readVector(raw json.RawMessage) ([]float32, error) {
	if len(raw) > 0 && raw[0] == '"' {
		packed, err := unquoteBase64(raw)
		if err != nil {
			return nil, err
		}
		v := make([]float32, len(packed)/4)
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(packed[4*i:]))
		}
		return v, checkVector(v)
	}
	v, err := readNumbers(raw)
	if err != nil {
		return nil, fmt.Errorf("neither numbers nor base64: %w", err)
	}
	return v, checkVector(v)
}

func unquoteBase64(raw json.RawMessage) ([]byte, error) {
	packed, ok := plainBase64(raw)
	if !ok { // encoding/json reads a string into bytes as base64
		if err := json.Unmarshal(raw, &packed); err != nil {
			return nil, fmt.Errorf("bad base64: %w", err)
		}
	}
	if len(packed)%4 != 0 {
		return nil, fmt.Errorf("%d bytes are no float32 numbers", len(packed))
	}
	return packed, nil
}

// listModels is the call of the one page of models.
func (w openaiWire) listModels(string) (*call.Call, error) {
	return w.get("/models", w.reading("").models), nil
}

// openaiModels is a list of models, with what compatible servers add to it.
type openaiModels struct {
	Data []struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Window  int    `json:"context_length"`     // OpenRouter, Together
		MaxLen  int    `json:"max_model_len"`      // vLLM
		Context int    `json:"context_window"`     // Groq
		MaxCtx  int    `json:"max_context_length"` // Mistral
		Top     *struct {
			MaxOut int `json:"max_completion_tokens"`
		} `json:"top_provider"`
		MaxOut int `json:"max_completion_tokens"`
	} `json:"data"`
}

func (r reading) models(x *call.Exchange) (call.Result, error) {
	var reply openaiModels
	body := x.Body
	if len(body) > 0 && body[0] == '[' { // Together lists without an envelope
		body = append(append([]byte(`{"data":`), body...), '}')
	}
	if x.Status != http.StatusOK || json.Unmarshal(body, &reply) != nil || reply.Data == nil {
		return call.Result{}, r.failure(x)
	}
	page := &model.ModelPage{}
	for _, d := range reply.Data {
		m := model.ListedModel{ID: d.ID, Name: d.Name, Input: max(d.Window, d.MaxLen, d.Context, d.MaxCtx), Output: d.MaxOut}
		if d.Top != nil {
			m.Output = max(m.Output, d.Top.MaxOut)
		}
		page.Models = append(page.Models, m)
	}
	return call.Result{Value: page}, nil
}
