package fakemodel

import (
	"cmp"
	"strings"
	"time"
)

// geminiTurns is what each fault of answering looks like: the finish reason, and how much of the text is
// there.
var geminiTurns = map[Fault]struct {
	finish, message string
	text            func(string) string
}{
	Refusal:       {"SAFETY", "", nothing},
	ContentFilter: {"PROHIBITED_CONTENT", "", nothing},
	Recitation:    {"RECITATION", "", nothing},
	Incomplete:    {"MAX_TOKENS", "", half},
	NoText:        {"STOP", "", nothing},
}

func nothing(string) string { return "" }

// geminiThoughts is what a model thinks where no test says how much.
const geminiThoughts = 16

// answer is the response to a request, and what it used.
func (g *gemini) answer(req geminiRequest, m geminiModel, body []byte, f Fault) (map[string]any, Answer) {
	reply := g.server.options.Answer(req.prompt(m, body))
	reply.Served = cmp.Or(reply.Served, m.id)
	if f == WrongModel {
		reply.Served = "gemini-3.5-flash-lite"
	}
	if reply.InputTokens == 0 {
		reply.InputTokens = req.tokens()
	}
	out := map[string]any{"modelVersion": reply.Served, "responseId": g.next("resp")}
	if f == BlockedPrompt {
		out["promptFeedback"] = map[string]any{"blockReason": "PROHIBITED_CONTENT"}
		reply.OutputTokens, reply.ReasoningTokens, reply.Text = 0, 0, ""
		out["usageMetadata"] = geminiUsage(reply)
		return out, reply
	}
	if reply.ReasoningTokens == 0 && req.thinks() {
		reply.ReasoningTokens = geminiThoughts
	}
	counted := reply.OutputTokens == 0
	finish := "STOP"
	if turn, ok := geminiTurns[f]; ok {
		finish, reply.Text, counted = turn.finish, turn.text(reply.Text), true
	}
	finish, counted = req.cut(&reply, finish, counted)
	if counted {
		reply.OutputTokens = tokensOf(reply.Text) + reply.ReasoningTokens
	}
	out["candidates"] = []any{g.candidate(req, reply, finish)}
	out["usageMetadata"] = geminiUsage(reply)
	return out, reply
}

func (r geminiRequest) thinks() bool {
	t := r.Config.Thinking
	return !strings.EqualFold(t.Level, "minimal") && (t.Budget == nil || *t.Budget != 0)
}

// cut ends a text where a stop sequence or the limit does. What the model thought counts against the limit.
func (r geminiRequest) cut(reply *Answer, finish string, counted bool) (string, bool) {
	if finish != "STOP" {
		return finish, counted
	}
	for _, s := range r.Config.Stop {
		if i := strings.Index(reply.Text, s); i >= 0 && s != "" {
			reply.Text = reply.Text[:i]
		}
	}
	n := reply.OutputTokens
	if counted {
		n = tokensOf(reply.Text) + reply.ReasoningTokens
	}
	limit := r.Config.MaxOutput
	if limit == 0 || n <= limit {
		return finish, counted
	}
	reply.ReasoningTokens = min(reply.ReasoningTokens, limit)
	if t := []rune(reply.Text); len(t) > 4*(limit-reply.ReasoningTokens) {
		reply.Text = string(t[:4*(limit-reply.ReasoningTokens)])
	}
	return "MAX_TOKENS", true
}

func (g *gemini) candidate(req geminiRequest, reply Answer, finish string) map[string]any {
	content := map[string]any{"role": "model"}
	var parts []any
	if req.Config.Thinking.Include && reply.ReasoningTokens > 0 && reply.Text != "" {
		parts = append(parts, map[string]any{"text": "What is asked, and what is known?", "thought": true})
	}
	if reply.Text != "" {
		parts = append(parts, map[string]any{"text": reply.Text})
	}
	if parts != nil {
		content["parts"] = parts
	}
	out := map[string]any{"index": 0, "finishReason": finish}
	switch finish {
	case "STOP", "MAX_TOKENS":
		out["content"] = content
	case "SAFETY":
		out["safetyRatings"] = []any{map[string]any{"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH",
			"blocked": true}}
	case "RECITATION":
		out["citationMetadata"] = map[string]any{"citationSources": []any{map[string]any{"startIndex": 0, "endIndex": 120,
			"uri": "https://filings.example/10-k"}}}
	}
	return out
}

// geminiUsage is an answer's usage: what the cache gave is in the prompt, what was thought is beside the
// candidates.
func geminiUsage(reply Answer) map[string]any {
	out := map[string]any{
		"promptTokenCount":    reply.InputTokens,
		"totalTokenCount":     reply.InputTokens + reply.OutputTokens,
		"promptTokensDetails": []any{map[string]any{"modality": "TEXT", "tokenCount": reply.InputTokens}},
	}
	if shown := reply.OutputTokens - reply.ReasoningTokens; shown > 0 {
		out["candidatesTokenCount"] = shown
	}
	if reply.ReasoningTokens > 0 {
		out["thoughtsTokenCount"] = reply.ReasoningTokens
	}
	if reply.CachedTokens > 0 {
		out["cachedContentTokenCount"] = reply.CachedTokens
	}
	return out
}

func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339Nano)
}
