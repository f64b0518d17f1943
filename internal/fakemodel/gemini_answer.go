package fakemodel

import (
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
	said := g.server.options.Answer(req.prompt(m, body))
	if said.Served == "" {
		said.Served = m.id
	}
	if f == WrongModel {
		said.Served = "gemini-3.5-flash-lite"
	}
	if said.InputTokens == 0 {
		said.InputTokens = req.tokens()
	}
	out := map[string]any{"modelVersion": said.Served, "responseId": g.next("resp")}
	if f == BlockedPrompt {
		out["promptFeedback"] = map[string]any{"blockReason": "PROHIBITED_CONTENT"}
		said.OutputTokens, said.ReasoningTokens, said.Text = 0, 0, ""
		out["usageMetadata"] = geminiUsage(said)
		return out, said
	}
	if said.ReasoningTokens == 0 && req.thinks() {
		said.ReasoningTokens = geminiThoughts
	}
	counted := said.OutputTokens == 0
	finish := "STOP"
	if turn, ok := geminiTurns[f]; ok {
		finish, said.Text, counted = turn.finish, turn.text(said.Text), true
	}
	finish, counted = req.cut(&said, finish, counted)
	if counted {
		said.OutputTokens = tokensOf(said.Text) + said.ReasoningTokens
	}
	out["candidates"] = []any{g.candidate(req, said, finish)}
	out["usageMetadata"] = geminiUsage(said)
	return out, said
}

func (r geminiRequest) thinks() bool {
	t := r.Config.Thinking
	return !strings.EqualFold(t.Level, "minimal") && (t.Budget == nil || *t.Budget != 0)
}

// cut ends a text where a stop sequence or the limit does. What the model thought counts against the limit.
func (r geminiRequest) cut(said *Answer, finish string, counted bool) (string, bool) {
	if finish != "STOP" {
		return finish, counted
	}
	for _, s := range r.Config.Stop {
		if i := strings.Index(said.Text, s); i >= 0 && s != "" {
			said.Text = said.Text[:i]
		}
	}
	n := said.OutputTokens
	if counted {
		n = tokensOf(said.Text) + said.ReasoningTokens
	}
	limit := r.Config.MaxOutput
	if limit == 0 || n <= limit {
		return finish, counted
	}
	said.ReasoningTokens = min(said.ReasoningTokens, limit)
	if t := []rune(said.Text); len(t) > 4*(limit-said.ReasoningTokens) {
		said.Text = string(t[:4*(limit-said.ReasoningTokens)])
	}
	return "MAX_TOKENS", true
}

func (g *gemini) candidate(req geminiRequest, said Answer, finish string) map[string]any {
	content := map[string]any{"role": "model"}
	var parts []any
	if req.Config.Thinking.Include && said.ReasoningTokens > 0 && said.Text != "" {
		parts = append(parts, map[string]any{"text": "What is asked, and what is known?", "thought": true})
	}
	if said.Text != "" {
		parts = append(parts, map[string]any{"text": said.Text})
	}
	if parts != nil {
		content["parts"] = parts
	}
	out := map[string]any{"index": 0, "finishReason": finish}
	switch finish {
	case "STOP", "MAX_TOKENS":
		out["content"] = content
	case "SAFETY":
		out["safetyRatings"] = []any{map[string]any{"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH", "blocked": true}}
	case "RECITATION":
		out["citationMetadata"] = map[string]any{"citationSources": []any{map[string]any{"startIndex": 0, "endIndex": 120,
			"uri": "https://filings.example/10-k"}}}
	}
	return out
}

// geminiUsage is an answer's usage: what the cache gave is in the prompt, what was thought is beside the
// candidates.
func geminiUsage(said Answer) map[string]any {
	out := map[string]any{
		"promptTokenCount":    said.InputTokens,
		"totalTokenCount":     said.InputTokens + said.OutputTokens,
		"promptTokensDetails": []any{map[string]any{"modality": "TEXT", "tokenCount": said.InputTokens}},
	}
	if shown := said.OutputTokens - said.ReasoningTokens; shown > 0 {
		out["candidatesTokenCount"] = shown
	}
	if said.ReasoningTokens > 0 {
		out["thoughtsTokenCount"] = said.ReasoningTokens
	}
	if said.CachedTokens > 0 {
		out["cachedContentTokenCount"] = said.CachedTokens
	}
	return out
}

func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339Nano)
}
