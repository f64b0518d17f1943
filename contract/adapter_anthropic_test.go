package contract

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

// kept is our client of a fake, which keeps the last exchange for the official client to read too.
func kept(t *testing.T, s provider.Settings, transport http.RoundTripper) (*model.Client, *keeper, *provider.Connection) {
	t.Helper()
	s.KeyVar = "FAKE_KEY"
	env := map[string]string{"FAKE_KEY": fakemodel.Key}
	if s.Provider == "bedrock" {
		env = map[string]string{"AWS_ACCESS_KEY_ID": fakemodel.AccessKey, "AWS_SECRET_ACCESS_KEY": fakemodel.SecretKey}
	}
	s.Env = func(name string) string { return env[name] }
	if transport != nil {
		s.HTTP = &http.Client{Transport: transport}
	}
	c, err := provider.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	k := &keeper{Sender: c.Sender}
	return &model.Client{Wire: c.Wire, Sender: k}, k, c
}

// auditRequests are requests of several shapes. The companies are invented.
func auditRequests(name string) map[string]*model.Request {
	schema := &model.Schema{Name: "verdict",
		JSON: json.RawMessage(`{"type":"object","properties":{"holds":{"type":"boolean"}},"required":["holds"]}`)}
	filing := model.Document{Title: "Nordwind 10-K", Text: "Revenue was $12.3 million. Costs rose.", Source: "nordwind-2025"}
	user := func(text string, docs ...model.Document) model.Message {
		return model.Message{Role: model.User, Text: text, Documents: docs, Cache: len(docs) > 0}
	}
	return map[string]*model.Request{
		"plain": {Model: name, Messages: []model.Message{user("What was revenue?")}},
		"turns": {Model: name, System: "Be brief.", MaxTokens: 4000, Stop: []string{"END"},
			Messages: []model.Message{user("Hello"), {Role: model.Assistant, Text: "Yes?"}, user("Revenue?")}},
		"schema":    {Model: name, Schema: schema, Messages: []model.Message{user("Does it hold?", filing)}},
		"documents": {Model: name, Effort: "low", Messages: []model.Message{user("What was revenue?", filing)}},
	}
}

// auditor answers in words of a document, with every count.
func auditor(p fakemodel.Prompt) fakemodel.Answer {
	a := fakemodel.Answer{Text: "Größe: Revenue was $12.3 million. So much for that.", InputTokens: 900, CachedTokens: 500, OutputTokens: 40}
	if len(p.Schema) > 0 {
		a.Text = fakemodel.Smallest(p.Schema)
	}
	return a
}

func TestAdapterAnthropic(t *testing.T) {
	for _, version := range []string{"2026-10-21", "2023-06-01"} {
		s := anthropicServer(t, fakemodel.Options{Answer: auditor})
		c, k, _ := kept(t, provider.Settings{Provider: "anthropic", BaseURL: s.URL, Version: version}, nil)
		for name, r := range auditRequests("claude-sonnet-4-6") {
			t.Run(version+" "+name, func(t *testing.T) {
				got, err := c.Ask(deadline(t), r)
				if err != nil {
					t.Fatal(err)
				}
				sameMessage(t, got, k.last.Body)
				if name == "documents" && len(got.Citations) == 0 {
					t.Error("no citation")
				}
			})
		}
		for _, fault := range []fakemodel.Fault{fakemodel.Refusal, fakemodel.Incomplete} {
			s.Next(fault)
			got, err := c.Ask(deadline(t), auditRequests("claude-sonnet-4-6")["plain"])
			if err != nil || got.Answered() {
				t.Errorf("%s: %+v, %v", fault, got, err)
			}
		}
	}
}

// sameMessage reads a message with the official client and compares.
func sameMessage(t *testing.T, got *model.Response, body []byte) {
	t.Helper()
	var want anthropic.Message
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	text, cited := "", 0
	for _, block := range want.Content {
		if block.Type != "text" {
			continue
		}
		start := len(text)
		text += block.Text
		for _, c := range block.Citations {
			if cited >= len(got.Citations) || got.Citations[cited].Quote != c.CitedText ||
				got.Citations[cited].Start != start || got.Citations[cited].End != len(text) {
				t.Errorf("citation %d: %+v, the official client %q at %d", cited, got.Citations, c.CitedText, start)
			}
			cited++
		}
	}
	u := want.Usage
	usage := catalog.Usage{Input: u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens, CachedInput: u.CacheReadInputTokens,
		CacheWrite: u.CacheCreation.Ephemeral5mInputTokens, CacheWriteLong: u.CacheCreation.Ephemeral1hInputTokens,
		Output: u.OutputTokens, Reasoning: u.OutputTokensDetails.ThinkingTokens, Known: catalog.PartAll}
	if got.Text != text || got.ID != want.ID || got.Served != string(want.Model) ||
		got.Reason != string(want.StopReason) || got.Usage != usage || cited != len(got.Citations) {
		t.Errorf("we read %+v, the official client %q %s %s %+v", got, text, want.ID, want.StopReason, usage)
	}
	if !got.Answered() || usage.Input != 900 {
		t.Errorf("no answer: %+v", got)
	}
}

// What we submit as a batch the official client finds and reads.
func TestAdapterAnthropicBatch(t *testing.T) {
	s := anthropicServer(t, fakemodel.Options{})
	c, _, conn := kept(t, provider.Settings{Provider: "anthropic", BaseURL: s.URL}, nil)
	b, err := conn.Batches(conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	outgoing, err := c.Prepare(auditRequests("claude-haiku-5-5")["plain"])
	if err != nil {
		t.Fatal(err)
	}
	id, err := b.Submit(deadline(t), []*call.Call{outgoing})
	if err != nil {
		t.Fatal(err)
	}
	official := anthropicClient(s)
	batch, err := official.Messages.Batches.Get(deadline(t), id, anthropic.MessageBatchGetParams{})
	status, ours := b.Status(deadline(t), id)
	if err != nil || ours != nil || string(batch.ProcessingStatus) != status.Raw ||
		int(batch.RequestCounts.Succeeded) != status.Done || !batch.ExpiresAt.Equal(status.Expires) {
		t.Errorf("the official client %+v, %v; we %+v, %v", batch, err, status, ours)
	}
	lines := 0
	for results := official.Messages.Batches.ResultsStreaming(deadline(t), id,
		anthropic.MessageBatchResultsParams{}); results.Next(); lines++ {
		line := results.Current()
		err := b.Collect(deadline(t), id, func(key string, e *call.Exchange, f *call.Failure) error {
			if key != line.CustomID || key != outgoing.Key().String() || f != nil || string(e.Body) != line.Result.Message.RawJSON() {
				t.Errorf("line %s: %v, the official client %s", key, f, line.CustomID)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if lines != 1 {
		t.Errorf("%d lines", lines)
	}
}
