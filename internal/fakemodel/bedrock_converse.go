package fakemodel

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// converseRequest is the part of a request that decides the answer.
type converseRequest struct {
	Messages []struct {
		Role    string          `json:"role"`
		Content []converseBlock `json:"content"`
	} `json:"messages"`
	System []converseBlock `json:"system"`
	Tier   *struct {
		Type string `json:"type"`
	} `json:"serviceTier"`
	Inference struct {
		MaxTokens   int      `json:"maxTokens"`
		Temperature *float64 `json:"temperature"`
		TopP        *float64 `json:"topP"`
		Stop        []string `json:"stopSequences"`
	} `json:"inferenceConfig"`
	Output struct {
		Format struct {
			Structure struct {
				Schema struct {
					Schema string `json:"schema"`
				} `json:"jsonSchema"`
			} `json:"structure"`
		} `json:"textFormat"`
	} `json:"outputConfig"`
	Extra struct {
		Thinking struct {
			Type string `json:"type"`
		} `json:"thinking"`
	} `json:"additionalModelRequestFields"`
}

type converseBlock struct {
	Text string `json:"text"`
}

func textsOf(blocks []converseBlock) string {
	var out []string
	for _, b := range blocks {
		out = append(out, b.Text)
	}
	return strings.Join(out, "\n")
}

var (
	converseCache = objectOf(fields{"type": oneOf("default"), "ttl": oneOf("5m", "1h")}, "type")
	converseText  = objectOf(fields{
		"text": anyText, "image": objectAny, "document": objectAny, "video": objectAny, "audio": objectAny,
		"toolUse": objectAny, "toolResult": objectAny,
		"guardContent": objectAny, "cachePoint": converseCache, "reasoningContent": objectAny, "citationsContent": objectAny,
		"searchResult": objectAny,
	})
	converseCheck = objectOf(fields{
		"messages": listOf(objectOf(fields{"role": oneOf("user", "assistant"), "content": listOf(converseText, 1, 0)},
			"role", "content"), 1, 0),
		"system": listOf(objectOf(fields{"text": textOf(1, 0), "guardContent": objectAny, "cachePoint": converseCache}), 0,
			0),
		"inferenceConfig": objectOf(fields{
			"maxTokens": countFrom(1), "temperature": numberOf(0, 1, false), "topP": numberOf(0, 1, false),
			"stopSequences": listOf(textOf(1, 0), 0, 2500),
		}),
		"toolConfig": objectAny, "guardrailConfig": objectAny, "additionalModelRequestFields": objectAny, "promptVariables": objectAny,
		"additionalModelResponseFieldPaths": listOf(textOf(1, 256), 0, 10), "requestMetadata": objectAny,
		"performanceConfig": objectOf(fields{"latency": oneOf("standard", "optimized")}),
		"serviceTier":       objectOf(fields{"type": oneOf("priority", "default", "flex", "reserved")}, "type"),
		"outputConfig": objectOf(fields{
			"effort": textOf(0, 16),
			"textFormat": objectOf(fields{"type": oneOf("json_schema"), "structure": objectOf(fields{
				"jsonSchema": objectOf(fields{"schema": textOf(1, 0), "name": textOf(1, 64), "description": textOf(1, 0)},
					"schema"),
			})}, "type", "structure"),
		}),
	}, "messages")
)

// refused is what no single field can be checked for.
func (r converseRequest) refused(m bedrockModel) string {
	switch {
	case !m.chats():
		return "This action doesn't support the model that you provided. Try again with a supported text or chat model."
	case r.Messages[0].Role != "user":
		return "A conversation must start with a user message. Try again with a conversation that starts with a user message."
	case !m.sampling() && r.Inference.Temperature != nil:
		return "The model returned the following errors: `temperature` is deprecated for this model."
	case !m.sampling() && r.Inference.TopP != nil:
		return "The model returned the following errors: `top_p` is deprecated for this model."
	}
	if s := r.Output.Format.Structure.Schema.Schema; s != "" && !json.Valid([]byte(s)) {
		return "The JSON schema provided in the request is not valid JSON."
	}
	return ""
}

func (r converseRequest) prompt(id string, body []byte) Prompt {
	p := Prompt{Model: id, System: textsOf(r.System), Temperature: r.Inference.Temperature, Body: body}
	for _, m := range r.Messages {
		if m.Role == "user" {
			p.User = textsOf(m.Content)
		}
	}
	if s := r.Output.Format.Structure.Schema.Schema; s != "" {
		p.Schema = json.RawMessage(s)
	}
	return p
}

func (r converseRequest) tokens() int {
	n := tokensOf(textsOf(r.System))
	for _, m := range r.Messages {
		n += 4 + tokensOf(textsOf(m.Content))
	}
	return n
}

// converseTurns is what each fault of answering looks like: the stop reason, and how much of the text is
// there.
var converseTurns = map[Fault]struct {
	stop string
	text func(string) string
}{
	Refusal:       {"content_filtered", nothing},
	Recitation:    {"content_filtered", nothing},
	ContentFilter: {"guardrail_intervened", blockedMessage},
	BlockedPrompt: {"guardrail_intervened", blockedMessage},
	Incomplete:    {"max_tokens", half},
	NoText:        {"end_turn", nothing},
}

// blockedMessage is the text that a guardrail puts in place of an answer: it looks like one.
func blockedMessage(string) string { return "Sorry, the model cannot answer this question." }

func (b *bedrock) converse(w http.ResponseWriter, r *http.Request) {
	m, ok := b.model(w, r)
	if !ok {
		return
	}
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	var req converseRequest
	if !b.read(w, r, converseCheck, &req) {
		return
	}
	if no := req.refused(m); no != "" {
		b.invalid(w, "%s", no)
		return
	}
	c := callOf(r.Context())
	reply := b.server.options.Answer(req.prompt(r.PathValue("id"), body))
	stop := reply.settle(req, c.Fault)
	c.Usage = reply
	out := map[string]any{
		"output":     map[string]any{"message": map[string]any{"role": "assistant", "content": reply.blocks(req)}},
		"stopReason": stop, "usage": converseUsage(reply), "metrics": map[string]any{"latencyMs": 1},
	}
	if c.Fault == WrongModel {
		out["trace"] = map[string]any{"promptRouter": map[string]any{
			"invokedModelId": "arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-haiku-4-5-20251001-v1:0",
		}}
	}
	if req.Tier != nil {
		out["serviceTier"] = map[string]any{"type": req.Tier.Type}
	}
	b.stampRequest(w)
	writeJSON(w, http.StatusOK, out)
}

// settle counts what an answer leaves uncounted, ends it where it must end, and says why it ended.
func (reply *Answer) settle(req converseRequest, f Fault) string {
	if reply.InputTokens == 0 {
		reply.InputTokens = req.tokens()
	}
	if reply.ReasoningTokens == 0 && req.thinks() {
		reply.ReasoningTokens = 16
	}
	counted, stop := reply.OutputTokens == 0, "end_turn"
	if turn, ok := converseTurns[f]; ok {
		stop, reply.Text, counted = turn.stop, turn.text(reply.Text), true
	}
	for _, s := range req.Inference.Stop {
		if i := strings.Index(reply.Text, s); i >= 0 && s != "" && stop == "end_turn" {
			reply.Text, stop, counted = reply.Text[:i], "stop_sequence", true
		}
	}
	if counted {
		reply.OutputTokens = tokensOf(reply.Text) + reply.ReasoningTokens
	}
	if limit := req.Inference.MaxTokens; limit > 0 && reply.OutputTokens > limit && stop != "guardrail_intervened" {
		reply.ReasoningTokens = min(reply.ReasoningTokens, limit)
		if t := []rune(reply.Text); len(t) > 4*(limit-reply.ReasoningTokens) {
			reply.Text = string(t[:4*(limit-reply.ReasoningTokens)])
		}
		reply.OutputTokens, stop = tokensOf(reply.Text)+reply.ReasoningTokens, "max_tokens"
	}
	return stop
}

func (r converseRequest) thinks() bool {
	return r.Extra.Thinking.Type == "enabled" || r.Extra.Thinking.Type == "adaptive"
}

func (reply Answer) blocks(req converseRequest) []any {
	out := []any{}
	if req.thinks() && reply.ReasoningTokens > 0 {
		out = append(out, map[string]any{"reasoningContent": map[string]any{
			"reasoningText": map[string]any{"text": "What is asked, and what is known?", "signature": "c2lnbmF0dXJl"},
		}})
	}
	if reply.Text != "" {
		out = append(out, map[string]any{"text": reply.Text})
	}
	return out
}

// converseUsage is an answer's usage: what the cache gave is beside the input, but in the total.
func converseUsage(reply Answer) map[string]any {
	return map[string]any{
		"inputTokens": reply.InputTokens - reply.CachedTokens, "outputTokens": reply.OutputTokens,
		"totalTokens":          reply.InputTokens + reply.OutputTokens,
		"cacheReadInputTokens": reply.CachedTokens, "cacheWriteInputTokens": 0,
	}
}
