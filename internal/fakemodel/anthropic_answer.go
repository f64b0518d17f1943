package fakemodel

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// messages answers POST /v1/messages.
func (a *anthropic) messages(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	req, model, no := readClaude(body, r.Header.Get("Anthropic-Version"), claudeRequestCheck)
	if no != nil {
		a.fail(w, no.status, no.kind, no.message)
		return
	}
	c := callOf(r.Context())
	message, used := a.answer(req, model, body, c.Fault)
	c.Usage = used
	a.ok(w, message)
}

// tokens is the size of the prompt.
func (r claudeRequest) tokens() int {
	n := tokensOf(r.System.text())
	for _, m := range r.Messages {
		n += 4
		for _, b := range m.Content {
			n += tokensOf(b.Text) + tokensOf(b.Title) + tokensOf(b.Context) + (len(b.Source)+len(b.Content)+3)/4
		}
	}
	return n
}

func (r claudeRequest) prompt(body []byte) Prompt {
	p := Prompt{Model: r.Model, System: r.System.text(), Temperature: r.Temperature, Body: body}
	for _, m := range r.Messages {
		if m.Role == "user" {
			p.User = m.Content.text()
		}
	}
	if r.Output.Format != nil {
		p.Schema = r.Output.Format.Schema
	}
	return p
}

// turn is an answer on its way to becoming a message.
type turn struct {
	content     []any
	text        string
	stop        string
	stopAt      any // the stop sequence that was met
	stopDetails any
	model       string
}

// answer is the message that a model gives, and what it used.
func (a *anthropic) answer(req claudeRequest, model claude, body []byte, f Fault) (map[string]any, Answer) {
	reply := a.server.options.Answer(req.prompt(body))
	t := turn{text: reply.Text, stop: "end_turn", model: req.Model}
	if reply.Served != "" {
		t.model = reply.Served
	}
	reply.Served = t.model
	if reply.InputTokens == 0 {
		reply.InputTokens = req.tokens()
	}
	counted := reply.OutputTokens == 0
	if req.thinks() && reply.ReasoningTokens == 0 {
		reply.ReasoningTokens = 16
	}
	t.misbehave(f)
	t.cut(req, model, reply, counted)
	reply.ReasoningTokens = min(reply.ReasoningTokens, req.MaxTokens)
	if counted || t.stop == "max_tokens" || t.stop == "refusal" {
		reply.OutputTokens = tokensOf(t.text) + reply.ReasoningTokens
	}
	if req.thinks() && t.stop != "refusal" {
		t.content = append(t.content, map[string]any{"type": "thinking", "thinking": "What is asked, and what is known?",
			"signature": "c2lnbmF0dXJl"})
	}
	a.say(&t, req)
	reply.Served = t.model
	return map[string]any{
		"id": a.next("msg"), "type": "message", "role": "assistant", "model": t.model, "content": t.content,
		"stop_reason": t.stop, "stop_sequence": t.stopAt, "stop_details": t.stopDetails,
		"container": nil, "diagnostics": nil, "usage": claudeUsage(reply),
	}, reply
}

func (r claudeRequest) thinks() bool {
	return r.Thinking.Type == "enabled" || r.Thinking.Type == "adaptive"
}

// misbehave turns an answer into one that is none.
func (t *turn) misbehave(f Fault) {
	switch f {
	case Refusal, ContentFilter, Recitation, BlockedPrompt:
		t.stop = "refusal"
		t.stopDetails = map[string]any{"type": "refusal", "category": "general_harms",
			"explanation": "The request was declined by the safety system."}
		if f != ContentFilter { // which stops in the middle of an answer
			t.text = ""
		}
		t.text = half(t.text)
	case Incomplete:
		t.stop, t.text = "max_tokens", half(t.text)
	case NoText:
		t.text = ""
	case WrongModel:
		t.model = "claude-haiku-4-5-20251001"
	}
}

func half(s string) string {
	r := []rune(s)
	return string(r[:len(r)/2])
}

// cut ends a text where a stop sequence, the caller's limit or the context window does.
func (t *turn) cut(req claudeRequest, model claude, reply Answer, counted bool) {
	if t.stop != "end_turn" {
		return
	}
	for _, s := range req.Stop {
		if i := strings.Index(t.text, s); i >= 0 && s != "" {
			t.text, t.stop, t.stopAt = t.text[:i], "stop_sequence", s
		}
	}
	out := reply.OutputTokens
	if counted {
		out = tokensOf(t.text) + reply.ReasoningTokens
	}
	switch {
	case reply.InputTokens+out > model.input:
		t.stop = "model_context_window_exceeded"
	case out > req.MaxTokens:
		t.stop, t.stopAt = "max_tokens", nil
		most := max(0, req.MaxTokens-reply.ReasoningTokens) * 4
		if r := []rune(t.text); len(r) > most {
			t.text = string(r[:most])
		}
	}
}

// say makes blocks of a text: a call of a tool where one must be called, citations where they were asked
// for, else plain text.
func (a *anthropic) say(t *turn, req claudeRequest) {
	if t.content == nil {
		t.content = []any{}
	}
	if t.stop == "end_turn" && a.useTool(t, req) {
		return
	}
	if t.text == "" {
		return
	}
	if sources := req.citable(); len(sources) > 0 {
		t.content = append(t.content, cited(t.text, sources)...)
		return
	}
	t.content = append(t.content, map[string]any{"type": "text", "text": t.text, "citations": nil})
}

// useTool pauses for a search of the server's, or calls the tool that tool_choice demands with the
// smallest input that it takes.
func (a *anthropic) useTool(t *turn, req claudeRequest) bool {
	last := req.Messages[len(req.Messages)-1]
	for _, tool := range req.Tools {
		if strings.HasPrefix(tool.Type, "web_search_") && last.Role == "user" {
			t.stop = "pause_turn"
			t.content = append(t.content, map[string]any{
				"type": "server_tool_use", "id": a.next("srvtoolu"), "name": tool.Name, "input": map[string]any{"query": half(t.text)},
			})
			return true
		}
		if tool.Schema != nil && (req.Choice.Type == "any" || req.Choice.Type == "tool" && req.Choice.Name == tool.Name) {
			t.stop = "tool_use"
			t.content = append(t.content, map[string]any{
				"type": "tool_use", "id": a.next("toolu"), "name": tool.Name, "input": json.RawMessage(Smallest(tool.Schema)),
				"caller": map[string]any{"type": "direct"},
			})
			return true
		}
	}
	return false
}

// claudeUsage is an answer's usage: what the cache gave is beside the input, not in it, and thinking is in
// the output.
func claudeUsage(reply Answer) map[string]any {
	return map[string]any{
		"input_tokens": reply.InputTokens - reply.CachedTokens, "cache_read_input_tokens": reply.CachedTokens, "cache_creation_input_tokens": 0,
		"cache_creation": map[string]any{"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
		"output_tokens":  reply.OutputTokens,
		"output_tokens_details": map[string]any{
			"thinking_tokens": reply.ReasoningTokens,
		},
		"inference_geo": "global", "server_tool_use": nil, "service_tier": "standard", "speed": nil,
	}
}
