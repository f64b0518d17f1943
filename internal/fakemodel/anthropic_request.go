package fakemodel

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// claudeRequest is the part of a Messages request that decides the answer.
type claudeRequest struct {
	Model       string          `json:"model"`
	MaxTokens   int             `json:"max_tokens"`
	Messages    []claudeMessage `json:"messages"`
	System      claudeBlocks    `json:"system"`
	Stop        []string        `json:"stop_sequences"`
	Temperature *float64        `json:"temperature"`
	TopP        *float64        `json:"top_p"`
	TopK        *int            `json:"top_k"`
	Stream      bool            `json:"stream"`
	Thinking    struct {
		Type   string `json:"type"`
		Budget int    `json:"budget_tokens"`
	} `json:"thinking"`
	Output struct {
		Effort string `json:"effort"`
		Format *struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
	Tools []struct {
		Type   string          `json:"type"`
		Name   string          `json:"name"`
		Schema json.RawMessage `json:"input_schema"`
	} `json:"tools"`
	Choice struct {
		Type string `json:"type"`
		Name string `json:"name"`
	} `json:"tool_choice"`
}

type claudeMessage struct {
	Role    string       `json:"role"`
	Content claudeBlocks `json:"content"`
}

// claudeBlocks is content in either of its forms, as blocks.
type claudeBlocks []claudeBlock

type claudeBlock struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Title     string          `json:"title"`
	Context   string          `json:"context"`
	Source    json.RawMessage `json:"source"`
	Content   json.RawMessage `json:"content"`
	Citations json.RawMessage `json:"citations"`
	Cache     json.RawMessage `json:"cache_control"`
}

func (b *claudeBlocks) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*b = claudeBlocks{{Type: "text", Text: s}}
		return nil
	}
	var list []claudeBlock
	err := json.Unmarshal(data, &list)
	*b = list
	return err
}

func (b claudeBlocks) text() string {
	var parts []string
	for _, e := range b {
		if e.Type == "text" {
			parts = append(parts, e.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// cites reports whether a document or a search result asks for citations.
func (b claudeBlock) cites() bool {
	var c struct{ Enabled bool }
	return (b.Type == "document" || b.Type == "search_result") && json.Unmarshal(b.Citations, &c) == nil && c.Enabled
}

var (
	claudeCache     = objectOf(fields{"type": oneOf("ephemeral"), "ttl": oneOf("5m", "1h")}, "type")
	claudeCiting    = objectOf(fields{"enabled": truth})
	claudeTextBlock = objectOf(fields{"type": anyText, "text": textOf(1, 0), "cache_control": claudeCache,
		"citations": listOf(anything, 0, 0)}, "text")

	claudeSource = tagged("type", map[string]check{
		"base64": objectOf(fields{"type": anyText, "media_type": oneOf("application/pdf"), "data": textOf(1, 0)},
			"media_type", "data"),
		"text": objectOf(fields{"type": anyText, "media_type": oneOf("text/plain"), "data": textOf(1, 0)}, "media_type",
			"data"),
		"content": objectOf(fields{"type": anyText,
			"content": textOr(listOf(tagged("type", map[string]check{"text": claudeTextBlock}), 1, 0))}, "content"),
		"url":  objectOf(fields{"type": anyText, "url": textOf(1, 0)}, "url"),
		"file": objectOf(fields{"type": anyText, "file_id": textOf(1, 0)}, "file_id"),
	})
	claudeDocument = objectOf(fields{
		"type": anyText, "source": claudeSource, "title": textOf(1, 500), "context": textOf(1, 0),
		"cache_control": claudeCache, "citations": claudeCiting,
	}, "source")
	claudeResult = objectOf(fields{
		"type": anyText, "source": anyText, "title": anyText, "cache_control": claudeCache, "citations": claudeCiting,
		"content": listOf(tagged("type", map[string]check{"text": claudeTextBlock}), 1, 0),
	}, "source", "title", "content")
	claudeImage = objectOf(fields{"type": anyText, "source": anything, "cache_control": claudeCache,
		"transformations": anything}, "source")
)

// claudeContent is the blocks that each role may send.
var claudeContent = map[string]check{
	"text": claudeTextBlock, "document": claudeDocument, "search_result": claudeResult, "image": claudeImage,
	"thinking": objectOf(fields{"type": anyText, "thinking": anyText, "signature": anyText}, "thinking",
		"signature"),
	"redacted_thinking": objectOf(fields{"type": anyText, "data": anyText}, "data"),
	"tool_use": objectOf(fields{"type": anyText, "id": anyText, "name": anyText, "input": anything,
		"cache_control": claudeCache, "caller": anything, "toolset_name": anyText}, "id", "name", "input"),
	"server_tool_use": objectOf(fields{"type": anyText, "id": anyText, "name": anyText, "input": anything,
		"cache_control": claudeCache, "caller": anything}, "id", "name", "input"),
	"web_search_tool_result": objectOf(fields{"type": anyText, "tool_use_id": anyText, "content": anything,
		"cache_control": claudeCache, "caller": anything}, "tool_use_id", "content"),
	"tool_result": objectOf(fields{
		"type": anyText, "tool_use_id": anyText, "is_error": truth, "cache_control": claudeCache, "toolset_name": anyText,
		"content": textOr(listOf(tagged("type", map[string]check{"text": claudeTextBlock, "document": claudeDocument,
			"search_result": claudeResult, "image": claudeImage}), 0, 0)),
	}, "tool_use_id"),
}

var claudeTurns = listOf(objectOf(fields{
	"role": oneOf("user", "assistant", "system"), "content": textOr(listOf(tagged("type", claudeContent), 1, 0)),
}, "role", "content"), 1, 100_000)

// claudeCounted is the fields of count_tokens; Messages has more.
var claudeCounted = fields{
	"model": textOf(1, 256), "messages": claudeTurns,
	"system": textOr(listOf(tagged("type", map[string]check{"text": claudeTextBlock}), 0, 0)),
	"thinking": tagged("type", map[string]check{
		"enabled": objectOf(fields{"type": anyText, "budget_tokens": countFrom(1024),
			"display": oneOf("summarized", "omitted")}, "budget_tokens"),
		"adaptive": objectOf(fields{"type": anyText, "display": oneOf("summarized", "omitted")}),
		"disabled": objectOf(fields{"type": anyText}),
	}),
	"output_config": objectOf(fields{
		"effort": oneOf("low", "medium", "high", "xhigh", "max"),
		"format": objectOf(fields{"type": oneOf("json_schema"), "schema": objectAny}, "type", "schema"),
	}),
	"tools": listOf(claudeTool, 0, 0), "cache_control": claudeCache, "speed": oneOf("standard", "fast"),
	"tool_choice": objectOf(fields{"type": oneOf("auto", "any", "tool", "none"), "name": anyText,
		"disable_parallel_tool_use": truth}, "type"),
}

var claudeRequestCheck = objectOf(withFields(claudeCounted, fields{
	"max_tokens": countFrom(1), "stop_sequences": listOf(textOf(1, 0), 0, 8192), "stream": truth, "inference_geo": anyText,
	"temperature": numberOf(0, 1, false), "top_p": numberOf(0, 1, false), "top_k": countFrom(0),
	"metadata": objectOf(fields{"user_id": textOf(0, 256)}), "service_tier": oneOf("auto", "standard_only"),
	"container": anything, "diagnostics": anything,
}), "model", "max_tokens", "messages")

func withFields(sets ...fields) fields {
	out := fields{}
	for _, s := range sets {
		maps.Copy(out, s)
	}
	return out
}

func objectAny(at []string, v any) *problem {
	if _, ok := v.(map[string]any); !ok {
		return &problem{wrongType, at, "object"}
	}
	return nil
}

// claudeTool is a tool of the caller's, or one of the server's by its dated type.
func claudeTool(at []string, v any) *problem {
	m, ok := v.(map[string]any)
	if !ok {
		return &problem{wrongType, at, "object"}
	}
	if kind, _ := m["type"].(string); strings.HasPrefix(kind, "web_search_") {
		return objectOf(fields{"type": anyText, "name": oneOf("web_search"), "max_uses": countFrom(1),
			"allowed_domains": anything, "blocked_domains": anything}, "name")(at, v)
	}
	return objectOf(fields{
		"type": oneOf("custom"), "name": textOf(1, 128), "description": anyText, "input_schema": objectAny, "strict": truth,
		"cache_control": claudeCache,
	}, "name", "input_schema")(at, v)
}

// message states a problem as the API does.
func (p *problem) message() string {
	where := strings.Join(p.at, ".")
	switch p.kind {
	case unknownField:
		return where + ": Extra inputs are not permitted"
	case missingField:
		return where + ": Field required"
	case wrongType:
		return fmt.Sprintf("%s: Input should be a valid %s", where, p.text)
	}
	return where + ": " + p.text
}

// refusal is an error that a request earns.
type refusal struct {
	status        int
	kind, message string
}

func invalid(format string, args ...any) *refusal {
	return &refusal{http.StatusBadRequest, "invalid_request_error", fmt.Sprintf(format, args...)}
}

// readClaude validates a request under a version of the API and reads it.
func readClaude(body []byte, version string, whole check) (claudeRequest, claude, *refusal) {
	var req claudeRequest
	m, err := decodeBody(body)
	if err != nil {
		return req, claude{}, invalid("The request body is not valid JSON: %v", err)
	}
	if version == claude2026 {
		for _, name := range []string{"temperature", "top_p", "top_k"} {
			if _, sent := m[name]; sent {
				return req, claude{}, invalid("%s: sampling parameters are not supported in API version %s", name, version)
			}
		}
	}
	if p := whole(nil, m); p != nil {
		return req, claude{}, invalid("%s", p.message())
	}
	if err := json.Unmarshal(body, &req); err != nil {
		return req, claude{}, invalid("The request body could not be read: %v", err)
	}
	model, ok := claudeNamed(req.Model)
	if !ok || model.lifecycle == "retired" {
		return req, model, &refusal{http.StatusNotFound, "not_found_error", "model: " + req.Model}
	}
	for _, rule := range claudeRules {
		if no := rule(req, model, version); no != nil {
			return req, model, no
		}
	}
	return req, model, nil
}

// claudeRules is what no single field can be checked for. The names of the functions say what each
// guards; all run, in this order.
var claudeRules = []func(claudeRequest, claude, string) *refusal{
	claudeSampling, claudeRoles, claudeThinking, claudeFormats, claudeLimits,
}

func claudeSampling(r claudeRequest, m claude, version string) *refusal {
	if m.sampling || version == claude2026 {
		return nil
	}
	switch {
	case r.Temperature != nil && *r.Temperature != 1:
		return invalid("`temperature` is deprecated for this model.")
	case r.TopP != nil && *r.TopP != 1:
		return invalid("`top_p` is deprecated for this model.")
	case r.TopK != nil:
		return invalid("`top_k` is deprecated for this model.")
	}
	return nil
}

func claudeRoles(r claudeRequest, m claude, version string) *refusal {
	if r.Messages[0].Role != "user" {
		return invalid("messages: first message must use the \"user\" role")
	}
	last := r.Messages[len(r.Messages)-1]
	if last.Role == "assistant" && !m.prefill && !last.Content.has("server_tool_use") {
		return invalid("This model does not support assistant message prefill. The conversation must end with a user message.")
	}
	for i, message := range r.Messages {
		for j, b := range message.Content {
			filled := len(b.Citations) > 2 && b.Type == "text" && b.Citations[0] == '['
			switch {
			case version == claude2026 && message.Role == "assistant" && b.Type == "document":
				return invalid("messages.%d.content.%d: documents are not allowed in assistant turns", i, j)
			case version == claude2026 && message.Role == "user" && filled:
				return invalid("messages.%d.content.%d.citations: citations are not allowed on user text", i, j)
			}
		}
	}
	return nil
}

func (b claudeBlocks) has(kind string) bool {
	return slices.ContainsFunc(b, func(e claudeBlock) bool { return e.Type == kind })
}

func claudeThinking(r claudeRequest, m claude, _ string) *refusal {
	switch {
	case r.Thinking.Type == "enabled" && !m.budget:
		return invalid("\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and " +
			"\"output_config.effort\" to control thinking behavior.")
	case r.Thinking.Type == "adaptive" && !m.adaptive:
		return invalid("adaptive thinking is not supported on this model")
	case r.Thinking.Type == "enabled" && r.MaxTokens > 0 && r.Thinking.Budget >= r.MaxTokens:
		return invalid("`max_tokens` must be greater than `thinking.budget_tokens`.")
	case r.Thinking.Type == "enabled" && r.Temperature != nil && *r.Temperature != 1:
		return invalid("`temperature` may only be set to 1 when thinking is enabled.")
	case r.Output.Effort != "" && !m.adaptive:
		return invalid("This model does not support the effort parameter.")
	}
	return nil
}

func claudeFormats(r claudeRequest, _ claude, _ string) *refusal {
	cited := len(r.citable()) > 0
	switch {
	case r.Stream:
		return invalid("stream: this server does not stream")
	case r.Output.Format != nil && cited:
		return invalid("output_config.format: structured outputs cannot be combined with citations.")
	case r.Output.Format != nil:
		return claudeSchema("output_config.format.schema", r.Output.Format.Schema)
	}
	return nil
}

// claudeSchema refuses what structured output refuses: objects that are open, and limits that the decoder
// cannot hold to.
func claudeSchema(at string, schema json.RawMessage) *refusal {
	var s struct {
		Type       any                        `json:"type"`
		Additional json.RawMessage            `json:"additionalProperties"`
		Properties map[string]json.RawMessage `json:"properties"`
		Items      json.RawMessage            `json:"items"`
		Minimum    json.RawMessage            `json:"minimum"`
		Maximum    json.RawMessage            `json:"maximum"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		return nil // a boolean schema, say
	}
	if s.Type == "object" && string(s.Additional) != "false" {
		return invalid("%s: For 'object' type, 'additionalProperties' must be explicitly set to false", at)
	}
	if s.Minimum != nil || s.Maximum != nil {
		return invalid("%s: For '%v' type, properties maximum, minimum are not supported", at, s.Type)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if no := claudeSchema(at+".properties."+name, s.Properties[name]); no != nil {
			return no
		}
	}
	if len(s.Items) > 0 {
		return claudeSchema(at+".items", s.Items)
	}
	return nil
}

func claudeLimits(r claudeRequest, m claude, _ string) *refusal {
	if r.MaxTokens > m.output {
		return invalid("max_tokens: %d > %d, which is the maximum allowed number of output tokens for %s", r.MaxTokens,
			m.output, m.id)
	}
	if n := r.tokens(); n > m.input {
		return invalid("prompt is too long: %d tokens > %d maximum", n, m.input)
	}
	return nil
}
