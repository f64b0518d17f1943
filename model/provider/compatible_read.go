package provider

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// chatReply is a chat completion, as far as it matters. What reasoning servers write beside the content
// (reasoning, reasoning_content) is no part of the answer and is not read.
type chatReply struct {
	ID      string          `json:"id"`
	Model   string          `json:"model"`
	Error   json.RawMessage `json:"error"`
	Choices []chatChoice    `json:"choices"`
	Usage   json.RawMessage `json:"usage"`
	Tier    servedTier      `json:"service_tier"`
}

type chatChoice struct {
	Finish  string          `json:"finish_reason"`
	Error   json.RawMessage `json:"error"`
	Message struct {
		Content json.RawMessage `json:"content"` // a string, null, or a list of parts
		Refusal string          `json:"refusal"`
	} `json:"message"`
}

// stopWord is a provider's word for the end of an answer, and what it means.
type stopWord struct {
	word string
	stop model.Stop
}

// stopOf is what a word means. Words that are not listed are no answers.
func stopOf(words []stopWord, word string) model.Stop {
	for _, s := range words {
		if s.word == word {
			return s.stop
		}
	}
	return model.Unfinished
}

// finishes says what the words for the end of an answer mean; other words mean that it was not finished.
var finishes = []stopWord{
	{"stop", model.Complete},
	{"eos_token", model.Complete},     // text-generation-inference
	{"stop_sequence", model.Complete}, // likewise
	{"length", model.Truncated},
	{"content_filter", model.Filtered},
	{"refusal", model.Refused},
	{"model_length", model.Context}, // Mistral
}

// completion reads the reply to a request for a chat completion.
func (r reading) completion(x *call.Exchange) (call.Result, error) {
	if x.Status != http.StatusOK {
		return r.refused(x)
	}
	var reply chatReply
	if err := json.Unmarshal(x.Body, &reply); err != nil || len(reply.Choices) == 0 {
		return call.Result{}, r.failure(x)
	}
	first := &reply.Choices[0]
	v := &model.Response{ID: reply.ID, Served: reply.Model, Tier: string(reply.Tier), Usage: readUsage(reply.Usage)}
	if v.Usage.Known != 0 {
		v.Usage.Known |= catalog.PartSearches // there are none
	}
	var thinking bool
	v.Text, thinking = withoutThoughts(contentText(first.Message.Content))
	v.Stop, v.Reason = stopOf(finishes, first.Finish), first.Finish
	if f := r.upstream(x, &reply, first); f != nil {
		return call.Result{}, f
	}
	switch {
	case first.Message.Refusal != "":
		v.Stop, v.Reason = model.Refused, cmp.Or(first.Finish, "refusal")
		v.Text = cmp.Or(v.Text, first.Message.Refusal)
	case v.Stop == model.Complete && thinking:
		v.Stop, v.Reason = model.Empty, first.Finish+": it stopped while it thought"
	case v.Stop == model.Complete && strings.TrimSpace(v.Text) == "":
		v.Stop = model.Empty
	}
	return chatResult(v), nil
}

// upstream is the failure of a router's upstream, which comes inside HTTP 200 with or without a part of
// an answer.
func (r reading) upstream(x *call.Exchange, reply *chatReply, first *chatChoice) *call.Failure {
	for _, raw := range []json.RawMessage{reply.Error, first.Error} {
		if !isPresent(raw) {
			continue
		}
		if e, ok := parseError(append(append([]byte(`{"error":`), raw...), '}')); ok {
			return r.failed(x, e)
		}
	}
	return nil
}

// contentText is the text of a message: parts that are not text (thinking) are left out.
func contentText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []openaiPart
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
