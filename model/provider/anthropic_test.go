package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

func anthropicFake(t testing.TB, version string, o fakemodel.Options) (*fakemodel.Server, *Connection) {
	t.Helper()
	server := fakemodel.NewAnthropic(o)
	t.Cleanup(server.Close)
	return server, connectTo(t, Settings{Provider: "anthropic", BaseURL: server.URL, Version: version}, fakemodel.Key)
}

func TestAnthropicFaults(t *testing.T) {
	for _, version := range []string{"", "2023-06-01"} {
		t.Run("version "+version, func(t *testing.T) {
			server, conn := anthropicFake(t, version, fakemodel.Options{})
			(&faulty{server, conn, "claude-haiku-5-5", commonOutcomes(map[fakemodel.Fault]outcome{
				fakemodel.Unavailable:   {kind: call.ServerFault},
				fakemodel.Unauthorized:  {kind: call.BadKey, next: "ANTHROPIC_API_KEY"},
				fakemodel.EchoedKey:     {kind: call.BadKey, next: "ANTHROPIC_API_KEY"},
				fakemodel.ContentFilter: {stop: model.Refused},
				fakemodel.Recitation:    {stop: model.Refused},
				fakemodel.BlockedPrompt: {stop: model.Refused},
			}), true}).checkAll(t)
		})
	}
}

// claudeRequests exercise every field of a request. The companies are invented.
func claudeRequests() map[string]*model.Request {
	rich := richRequests()
	full, docs := *rich["full"], *rich["full"]
	full.Model, full.Tier = "claude-haiku-4-5", "priority"
	docs.Model = "claude-sonnet-5-5"
	docs.Schema = nil
	docs.Effort = "minimal"
	docs.MaxTokens = 0
	docs.Messages = append([]model.Message(nil), docs.Messages...)
	docs.Messages[2].Cache = true
	budget := model.Request{Model: "claude-haiku-4-5", Effort: "high", Temperature: ptr(0.2), MaxTokens: 100_000,
		Messages: []model.Message{{Role: model.User, Text: "Think."}}}
	limits := &model.Schema{Name: "limits",
		JSON: json.RawMessage(`{"$schema":"x","type":"object","properties":{"z":{"type":"number","minimum":0},
		"a":{"type":"array","items":{"type":"object","properties":{"minimum":{"type":"string","pattern":"x"}}},"maxItems":3}},"required":["z"]}`)}
	return map[string]*model.Request{
		"full": &full, "documents": &docs, "budget": &budget,
		"limits":  {Model: "claude-opus-5-5", Effort: "none", Schema: limits, Messages: []model.Message{{Role: model.User, Text: "Limits?"}}},
		"unknown": {Model: "claude-next", Effort: "max", Tier: "flex", Messages: []model.Message{{Role: model.User, Text: "Who?"}}},
	}
}

func TestAnthropicBodies(t *testing.T) {
	for _, version := range []string{"2026-10-21", "2023-06-01"} {
		_, conn := anthropicFake(t, version, fakemodel.Options{})
		for name, r := range claudeRequests() {
			t.Run(version+" "+name, func(t *testing.T) {
				c := preparedTwice(t, conn, r)
				checkGolden(t, "anthropic_"+version+"_"+name+".txt", describe(c))
				if c.Header.Get("Anthropic-Version") != version {
					t.Errorf("version %q", c.Header.Get("Anthropic-Version"))
				}
			})
		}
	}
}

// preparedTwice is the call of a request, which must not differ from one time to another nor hold the key.
func preparedTwice(t *testing.T, conn *Connection, r *model.Request) *call.Call {
	t.Helper()
	first, err := clientOf(conn).Prepare(r)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		again, err := clientOf(conn).Prepare(r)
		if err != nil || !bytes.Equal(first.Body, again.Body) || first.Key() != again.Key() {
			t.Fatalf("equal requests have unequal bytes: %v", err)
		}
	}
	if said := fmt.Sprint(first.Header, first.URL); strings.Contains(said, fakemodel.Key) || strings.Contains(said, "Authorization") {
		t.Error("the call holds the key")
	}
	return first
}

// The fake refuses what the real API refuses, so what it answers was well formed.
func TestAnthropicAnswers(t *testing.T) {
	for _, version := range []string{"2026-10-21", "2023-06-01"} {
		server, conn := anthropicFake(t, version, fakemodel.Options{Answer: func(p fakemodel.Prompt) fakemodel.Answer {
			a := fakemodel.Echo(p)
			if len(p.Schema) == 0 {
				a.Text = "Größe: Revenue was $12.3 million & rose 4%. So much for that."
			}
			a.InputTokens = 900
			a.CachedTokens = 500
			a.OutputTokens = 40
			a.ReasoningTokens = 7
			return a
		}})
		asked := 0
		for name, r := range claudeRequests() {
			if name == "unknown" {
				continue
			}
			asked++
			got, err := clientOf(conn).Ask(context.Background(), r)
			if err != nil {
				t.Errorf("%s %s: %v", version, name, err)
				continue
			}
			want := catalog.Usage{Input: 900, CachedInput: 500, Output: 40, Reasoning: 7, Known: catalog.PartAll}
			if got.Stop != model.Complete || got.Usage != want || got.Served != r.Model || got.ID == "" ||
				strings.Contains(got.Text, "What is asked") {
				t.Errorf("%s %s: %+v", version, name, got)
			}
			if name == "documents" {
				checkCited(t, got)
			}
		}
		if asked < 4 || len(server.Calls()) != asked {
			t.Errorf("%d asked, %d calls", asked, len(server.Calls()))
		}
	}
}

// checkCited has every citation name its document and stand in the text.
func checkCited(t *testing.T, r *model.Response) {
	t.Helper()
	if len(r.Citations) == 0 {
		t.Fatalf("no citation in %+v", r)
	}
	for _, c := range r.Citations {
		if c.Source != "nordwind-2025" && c.Source != "" || c.Quote == "" || c.Start < 0 || c.End <= c.Start || c.End > len(r.Text) {
			t.Errorf("citation %+v of %q", c, r.Text)
		}
	}
}

func TestAnthropicRefusesSearch(t *testing.T) {
	for _, provider := range []string{"anthropic", "gemini", "bedrock"} {
		conn := connectTo(t, Settings{Provider: provider, BaseURL: "http://127.0.0.1:1"}, "k")
		r := ask1("Find it.")
		r.Search = &model.FileSearch{Stores: []string{"vs_1"}}
		if _, err := clientOf(conn).Ask(context.Background(), r); call.KindOf(err) != call.BadRequest {
			t.Errorf("%s: %v", provider, err)
		}
	}
}

func TestAnthropicVersions(t *testing.T) {
	if _, err := Open(Settings{Provider: "anthropic", Version: "latest"}); err == nil {
		t.Error("a version that is no date was taken")
	}
	_, one := anthropicFake(t, "2023-06-01", fakemodel.Options{})
	two := connectTo(t, Settings{Provider: "anthropic", BaseURL: one.BaseURL}, fakemodel.Key)
	r := ask1("Hello")
	r.Model = "claude-opus-5"
	if preparedTwice(t, one, r).Key() == preparedTwice(t, two, r).Key() {
		t.Error("two versions of the API have one key")
	}
}

func TestAnthropicModels(t *testing.T) {
	_, conn := anthropicFake(t, "", fakemodel.Options{})
	all, err := clientOf(conn).List(context.Background())
	if err != nil || len(all) < 5 {
		t.Fatalf("%d models, %v", len(all), err)
	}
	for _, m := range all {
		if m.ID == "" || m.Name == "" || m.Input == 0 || m.Output == 0 || m.ID == "claude-sonnet-4-5" && m.Retires != "2026-11-30" {
			t.Errorf("model %+v", m)
		}
	}
}

func TestAnthropicCachePlaces(t *testing.T) {
	_, conn := anthropicFake(t, "", fakemodel.Options{})
	r := &model.Request{Model: "claude-opus-5"}
	for i := range 7 {
		role := model.User
		if i%2 == 1 {
			role = model.Assistant
		}
		r.Messages = append(r.Messages, model.Message{Role: role, Text: fmt.Sprint("turn ", i), Cache: true})
	}
	body := preparedTwice(t, conn, r).Body
	if n := bytes.Count(body, []byte("cache_control")); n != claudeCachePoints ||
		bytes.Contains(body[:bytes.Index(body, []byte("turn 3"))], []byte("cache_control")) {
		t.Errorf("%d places in %s", n, body)
	}
	if got, err := clientOf(conn).Ask(context.Background(), r); err != nil || !got.Answered() {
		t.Errorf("%v, %v", got, err)
	}
}
