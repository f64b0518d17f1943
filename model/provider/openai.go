package provider

import (
	"encoding/json"
	"fmt"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/model"
)

// openaiRow speaks OpenAI's Responses API.
var openaiRow = Row{
	Name: "openai",
	Doc: "OpenAI's Responses API, embeddings, files, vector stores and batches. Responses are not kept by " +
		"OpenAI (store: false), prompts that do not fit are errors (truncation: disabled). It has no seed and no " +
		"stop texts: both are dropped. A schema that leaves properties optional is sent without strict.",
	BaseURL: "https://api.openai.com/v1",
	BaseVar: "OPENAI_BASE_URL",
	KeyVar:  "OPENAI_API_KEY",
	KeyFrom: "sk-",
	open:    openOpenAI,
	batches: func(c *Connection, s call.Sender) (batch.Service, error) { return newOpenAIBatches(c, s) },
}

// Limits of OpenAI's API.
const (
	openaiMinOut      = 16 // max_output_tokens below it is a 400
	openaiEmbedTexts  = 2_048
	openaiEmbedTokens = 180_000 // the limit is 300,000 tokens; tables of figures have more tokens a byte than our estimate
)

// openaiWire makes calls of the Responses API.
type openaiWire struct{ *endpoint }

func openOpenAI(e *endpoint) (model.Wire, authorize) {
	w := openaiWire{e}
	return model.Wire{
		Chat: w.chat, Embed: w.embed, Models: w.listModels,
		EmbedTexts: openaiEmbedTexts, EmbedTokens: openaiEmbedTokens,
	}, e.bearer
}

// responsesBody is a request for a response. Its fields are sent in this order, so equal requests have
// equal bytes.
type responsesBody struct {
	Model        string           `json:"model"`
	Instructions string           `json:"instructions,omitempty"`
	Input        []openaiTurn     `json:"input"`
	Text         *openaiText      `json:"text,omitempty"`
	Reasoning    *openaiReasoning `json:"reasoning,omitempty"`
	MaxOut       int              `json:"max_output_tokens,omitempty"`
	Temperature  *float64         `json:"temperature,omitempty"`
	TopP         *float64         `json:"top_p,omitempty"`
	Tools        []openaiSearch   `json:"tools,omitempty"`
	Include      []string         `json:"include,omitempty"`
	Tier         string           `json:"service_tier,omitempty"`
	Truncation   string           `json:"truncation"`
	Store        bool             `json:"store"`
}

type openaiTurn struct {
	Role    model.Role `json:"role"`
	Content any        `json:"content"` // a string, or a list of openaiPart
}

type openaiPart struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type openaiText struct {
	Format openaiFormat `json:"format"`
}

type openaiFormat struct {
	Type   string          `json:"type,omitempty"` // chat completions have it one level up
	Name   string          `json:"name,omitempty"`
	Schema json.RawMessage `json:"schema,omitempty"`
	Strict *bool           `json:"strict,omitempty"`
}

type openaiReasoning struct {
	Effort string `json:"effort"`
}

type openaiSearch struct {
	Type    string          `json:"type"`
	Stores  []string        `json:"vector_store_ids"`
	Max     int             `json:"max_num_results,omitempty"`
	Filters json.RawMessage `json:"filters,omitempty"`
	Ranking *openaiRanking  `json:"ranking_options,omitempty"`
}

type openaiRanking struct {
	Ranker    string  `json:"ranker,omitempty"`
	Threshold float64 `json:"score_threshold,omitempty"`
}

// chat is the call of a request.
func (w openaiWire) chat(r *model.Request) (*call.Call, error) {
	m, _ := w.catalog.Resolve(w.row.Name, r.Model)
	p := plan{request: r, model: m}
	body := responsesBody{Model: r.Model, Instructions: r.System, MaxOut: r.MaxTokens, Truncation: "disabled"}
	if 0 < r.MaxTokens && r.MaxTokens < openaiMinOut {
		return nil, &call.Failure{Kind: call.BadRequest, Message: fmt.Sprintf("max tokens is %d", r.MaxTokens),
			Next: fmt.Sprintf("OpenAI takes %d or more, thinking included", openaiMinOut)}
	}
	effort := p.effort()
	if effort != "" {
		body.Reasoning = &openaiReasoning{effort}
	}
	body.Temperature, body.TopP = p.sampling(effort)
	body.Tier = p.tier("flex", "priority", "scale")
	p.dropSeed("the Responses API has no seed")
	p.dropStop("the Responses API has no stop texts")
	if err := p.format(&body); err != nil {
		return nil, err
	}
	if r.Search != nil {
		if err := body.search(r.Search); err != nil {
			return nil, err
		}
	}
	for i := range r.Messages {
		body.Input = append(body.Input, responsesTurn(&r.Messages[i]))
	}
	bytes, err := encode(&body)
	if err != nil {
		return nil, err
	}
	c := w.post("/responses", bytes, w.reading(r.Model).response)
	p.note(c, body.Tier)
	return c, nil
}

// responsesTurn keeps documents as parts of their own, ahead of the text.
func responsesTurn(m *model.Message) openaiTurn {
	if len(m.Documents) == 0 || m.Role != model.User {
		return openaiTurn{m.Role, messageText(m)}
	}
	var parts []openaiPart
	for _, text := range documentTexts(m.Documents) {
		parts = append(parts, openaiPart{"input_text", text})
	}
	if m.Text != "" {
		parts = append(parts, openaiPart{"input_text", m.Text})
	}
	return openaiTurn{m.Role, parts}
}

// format asks for the schema in the strongest way that the model has.
func (p *plan) format(body *responsesBody) error {
	s := p.request.Schema
	if s == nil {
		return nil
	}
	if err := checkSchema(s); err != nil {
		return err
	}
	switch p.forced = p.method(""); p.forced {
	case model.BySchema:
		schema, strict, err := p.strict(s)
		if err != nil {
			return err
		}
		body.Text = &openaiText{openaiFormat{Type: "json_schema", Name: schemaName(s), Schema: schema, Strict: &strict}}
		return nil
	case model.ByJSONMode:
		body.Text = &openaiText{openaiFormat{Type: "json_object"}}
	}
	body.Instructions = withSchema(body.Instructions, s)
	return nil
}

// search lets the model search stores, and has what it finds sent along.
func (body *responsesBody) search(s *model.FileSearch) error {
	if len(s.Stores) == 0 {
		return &call.Failure{Kind: call.BadRequest, Message: "file search without a vector store",
			Next: "name the vector stores to search"}
	}
	tool := openaiSearch{Type: "file_search", Stores: s.Stores, Max: s.MaxResults, Filters: s.Filter}
	if s.MinScore > 0 {
		tool.Ranking = &openaiRanking{Threshold: s.MinScore}
	}
	body.Tools = []openaiSearch{tool}
	body.Include = []string{"file_search_call.results"}
	return nil
}
