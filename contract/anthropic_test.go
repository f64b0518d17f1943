package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	v1 "github.com/anthropics/anthropic-sdk-go"
	v1option "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"

	"github.com/assayhq/assay/internal/fakemodel"
)

// deadline bounds a test against hangs; nothing is measured with it.
func deadline(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func anthropicServer(t *testing.T, o fakemodel.Options) *fakemodel.Server {
	s := fakemodel.NewAnthropic(o)
	t.Cleanup(s.Close)
	return s
}

func anthropicClient(s *fakemodel.Server, more ...option.RequestOption) anthropic.Client {
	return anthropic.NewClient(append([]option.RequestOption{option.WithBaseURL(s.URL), option.WithAPIKey(fakemodel.Key)}, more...)...)
}

func asked(model, text string) anthropic.MessageNewParams {
	return anthropic.MessageNewParams{
		Model: anthropic.Model(model), MaxTokens: 1024,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(text))},
	}
}

func TestAnthropicMessage(t *testing.T) {
	s := anthropicServer(t, fakemodel.Options{Answer: func(p fakemodel.Prompt) fakemodel.Answer {
		return fakemodel.Answer{Text: "revenue rose " + p.System, InputTokens: 100, CachedTokens: 60, OutputTokens: 9, ReasoningTokens: 4}
	}})
	c := anthropicClient(s)
	params := asked("claude-sonnet-5-5", "How did revenue develop?")
	params.System = []anthropic.TextBlockParam{{Text: "12%"}}
	m, err := c.Messages.New(deadline(t), params)
	if err != nil {
		t.Fatal(err)
	}
	if m.Content[0].AsText().Text != "revenue rose 12%" || m.StopReason != "end_turn" || m.Model != "claude-sonnet-5-5" {
		t.Errorf("message: %s", m.RawJSON())
	}
	u := m.Usage
	if u.InputTokens != 40 || u.CacheReadInputTokens != 60 || u.OutputTokens != 9 || u.OutputTokensDetails.ThinkingTokens != 4 {
		t.Errorf("usage: %s", u.RawJSON())
	}
	call := s.Calls()[0]
	if got := call.Header.Get("Anthropic-Version"); got != "2026-10-21" {
		t.Errorf("version %q", got)
	}
	if got := call.Header.Get("Authorization"); got != "Bearer "+fakemodel.Key {
		t.Error("the second client does not send its key as a bearer")
	}
}

func TestAnthropicOldVersion(t *testing.T) {
	s := anthropicServer(t, fakemodel.Options{})
	c := v1.NewClient(v1option.WithBaseURL(s.URL), v1option.WithAPIKey(fakemodel.Key), v1option.WithMaxRetries(0))
	ask := func(model string, temperature float64) error {
		_, err := c.Messages.New(deadline(t), v1.MessageNewParams{
			Model: v1.Model(model), MaxTokens: 64, Temperature: v1.Float(temperature),
			Messages: []v1.MessageParam{v1.NewUserMessage(v1.NewTextBlock("hello"))},
		})
		return err
	}
	if err := ask("claude-haiku-4-5", 0); err != nil {
		t.Errorf("an older model takes temperature 0 under the old version: %v", err)
	}
	if err := ask("claude-sonnet-5-5", 1); err != nil {
		t.Errorf("a newer model takes the default: %v", err)
	}
	var e *v1.Error
	if err := ask("claude-sonnet-5-5", 0); !errors.As(err, &e) || e.StatusCode != 400 ||
		!strings.Contains(err.Error(), "`temperature` is deprecated") {
		t.Errorf("a newer model refuses temperature 0: %v", err)
	}
	call := s.Calls()[0]
	if call.Header.Get("Anthropic-Version") != "2023-06-01" || call.Header.Get("X-Api-Key") != fakemodel.Key {
		t.Errorf("the first client sent %v", call.Header)
	}
}

func TestAnthropicStructuredOutput(t *testing.T) {
	s := anthropicServer(t, fakemodel.Options{})
	c := anthropicClient(s)
	params := asked("claude-opus-5-5", "Grade the answer.")
	params.OutputConfig = anthropic.OutputConfigParam{Format: anthropic.JSONOutputFormatParam{Schema: map[string]any{
		"type": "object", "additionalProperties": false, "required": []string{"grade"},
		"properties": map[string]any{"grade": map[string]any{"type": "string", "enum": []string{"faithful", "not"}}},
	}}}
	m, err := c.Messages.New(deadline(t), params)
	if err != nil {
		t.Fatal(err)
	}
	var out struct{ Grade string }
	if err := json.Unmarshal([]byte(m.Content[0].AsText().Text), &out); err != nil || out.Grade != "faithful" {
		t.Errorf("structured output %q: %v", m.Content[0].AsText().Text, err)
	}
	params.Messages[0].OfUser.Content = append(params.Messages[0].OfUser.Content, anthropic.ContentBlockParamUnion{
		OfDocument: &anthropic.DocumentBlockParam{Citations: anthropic.CitationsConfigParam{Enabled: anthropic.Bool(true)},
			Source: anthropic.DocumentBlockParamSourceUnion{OfText: &anthropic.PlainTextSourceParam{Data: "Revenue rose."}}}})
	_, err = c.Messages.New(deadline(t), params)
	if err == nil || !strings.Contains(err.Error(), "cannot be combined with citations") {
		t.Errorf("structured output with citations: %v", err)
	}
}

func TestAnthropicCitations(t *testing.T) {
	const filing = "Costs fell. Revenue of Brightwater rose 12% to $4.2 billion. Nothing else happened."
	s := anthropicServer(t, fakemodel.Options{Answer: func(fakemodel.Prompt) fakemodel.Answer {
		return fakemodel.Answer{Text: "Brightwater revenue rose 12%. I like cake."}
	}})
	c := anthropicClient(s)
	enabled := anthropic.CitationsConfigParam{Enabled: anthropic.Bool(true)}
	text := anthropic.ContentBlockParamUnion{OfDocument: &anthropic.DocumentBlockParam{
		Title: anthropic.String("10-K"), Citations: enabled,
		Source: anthropic.DocumentBlockParamSourceUnion{OfText: &anthropic.PlainTextSourceParam{Data: filing}},
	}}
	m, err := c.Messages.New(deadline(t), anthropic.MessageNewParams{
		Model: "claude-sonnet-5-5", MaxTokens: 512,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(text, anthropic.NewTextBlock("What happened?"))},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Content) != 2 {
		t.Fatalf("blocks: %s", m.RawJSON())
	}
	char := m.Content[0].AsText().Citations[0].AsCharLocation()
	if got := filing[char.StartCharIndex:char.EndCharIndex]; got != char.CitedText || !strings.Contains(got, "12%") ||
		char.DocumentTitle != "10-K" || char.DocumentIndex != 0 {
		t.Errorf("character citation %s is of %q", char.RawJSON(), got)
	}
	if n := len(m.Content[1].AsText().Citations); n != 0 {
		t.Errorf("%q is cited", m.Content[1].Text)
	}
}

func TestAnthropicRefusals(t *testing.T) {
	s := anthropicServer(t, fakemodel.Options{})
	c := anthropicClient(s, option.WithMaxRetries(0))
	thinking := asked("claude-opus-4-6", "hello")
	thinking.Thinking = anthropic.ThinkingConfigParamOfEnabled(1024)
	thinking.MaxTokens = 1024
	prefill := asked("claude-opus-5", "hello")
	prefill.Messages = append(prefill.Messages, anthropic.NewAssistantMessage(anthropic.NewTextBlock("{")))
	tests := []struct {
		name    string
		params  anthropic.MessageNewParams
		options []option.RequestOption
		status  int
		kind    anthropic.ErrorType
		message string
	}{
		{"temperature", asked("claude-haiku-4-5", "hello"), []option.RequestOption{option.WithJSONSet("temperature", 0)},
			400, "invalid_request_error", "2026-10-21"},
		{"unknown field", asked("claude-opus-5", "hello"), []option.RequestOption{option.WithJSONSet("seed", 7)}, 400,
			"invalid_request_error", "seed: Extra inputs are not permitted"},
		{"unknown model", asked("claude-sonnet-4.5", "hello"), nil, 404, "not_found_error", "model: claude-sonnet-4.5"},
		{"prefill", prefill, nil, 400, "invalid_request_error", "prefill"},
		{"thinking budget", thinking, nil, 400, "invalid_request_error", "greater than `thinking.budget_tokens`"},
		{"wrong key", asked("claude-opus-5", "hello"), []option.RequestOption{option.WithAPIKey("sk-wrong")}, 401,
			"authentication_error", "invalid x-api-key"},
		{"empty text", asked("claude-opus-5", ""), nil, 400, "invalid_request_error", "messages.0.content.0.text"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := c.Messages.New(deadline(t), test.params, test.options...)
			var e *anthropic.Error
			if !errors.As(err, &e) {
				t.Fatalf("no API error: %v", err)
			}
			if e.StatusCode != test.status || e.Type() != test.kind || !strings.Contains(e.Error(), test.message) {
				t.Errorf("got %d %s: %v", e.StatusCode, e.Type(), e)
			}
			if e.RequestID == "" || !strings.Contains(e.RawJSON(), e.RequestID) {
				t.Errorf("request id %q is not the body's: %s", e.RequestID, e.RawJSON())
			}
		})
	}
}

func TestAnthropicRetriesOfTheClient(t *testing.T) {
	for _, f := range []fakemodel.Fault{fakemodel.Overloaded, fakemodel.ServerError, fakemodel.RateLimitMillis,
		fakemodel.RateLimitSeconds, fakemodel.RateLimitDate, fakemodel.TimedOut} {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			s := anthropicServer(t, fakemodel.Options{})
			s.Next(f)
			c := anthropicClient(s, option.WithMaxRetries(2))
			m, err := c.Messages.New(deadline(t), asked("claude-opus-5", "hello"))
			if err != nil || m.Content[0].Text != "echo: hello" {
				t.Fatalf("after one fault: %v", err)
			}
			if n := len(s.Calls()); n != 2 {
				t.Errorf("%d calls, want 2", n)
			}
		})
	}
}

func TestAnthropicFaultsAsTheClientReadsThem(t *testing.T) {
	tests := []struct {
		fault  fakemodel.Fault
		status int
		kind   anthropic.ErrorType
	}{
		{fakemodel.RateLimitBare, 429, "rate_limit_error"}, {fakemodel.QuotaExhausted, 402,
			"billing_error"}, {fakemodel.Overloaded, 529, "overloaded_error"},
		{fakemodel.Unauthorized, 401, "authentication_error"}, {fakemodel.Forbidden, 403,
			"permission_error"}, {fakemodel.TimedOut, 504, "timeout_error"},
		{fakemodel.ServerError, 500, "api_error"}, {fakemodel.UnknownModel, 404, "not_found_error"}, {fakemodel.TooLong,
			400, "invalid_request_error"},
	}
	for _, test := range tests {
		t.Run(string(test.fault), func(t *testing.T) {
			s := anthropicServer(t, fakemodel.Options{})
			s.Next(test.fault)
			c := anthropicClient(s, option.WithMaxRetries(0))
			_, err := c.Messages.New(deadline(t), asked("claude-opus-5", "hello"))
			var e *anthropic.Error
			if !errors.As(err, &e) || e.StatusCode != test.status || e.Type() != test.kind {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAnthropicEnds(t *testing.T) {
	tests := []struct {
		fault fakemodel.Fault
		stop  anthropic.StopReason
	}{
		{fakemodel.Refusal, "refusal"}, {fakemodel.Incomplete, "max_tokens"}, {fakemodel.NoText, "end_turn"}, {fakemodel.WrongModel, "end_turn"},
	}
	for _, test := range tests {
		t.Run(string(test.fault), func(t *testing.T) {
			s := anthropicServer(t, fakemodel.Options{})
			s.Next(test.fault)
			c := anthropicClient(s)
			m, err := c.Messages.New(deadline(t), asked("claude-opus-5", "hello there"))
			if err != nil || m.StopReason != test.stop {
				t.Fatalf("%v, %v", m, err)
			}
			if test.fault == fakemodel.Refusal && (m.StopDetails.Category == "" || m.StopDetails.Explanation == "") {
				t.Errorf("stop details: %s", m.StopDetails.RawJSON())
			}
			if (test.fault == fakemodel.WrongModel) == (m.Model == "claude-opus-5") {
				t.Errorf("served by %s", m.Model)
			}
		})
	}
}

func TestAnthropicModels(t *testing.T) {
	s := anthropicServer(t, fakemodel.Options{})
	c := anthropicClient(s)
	pager := c.Models.ListAutoPaging(deadline(t), anthropic.ModelListParams{Limit: anthropic.Int(5)})
	seen := map[string]anthropic.ModelInfo{}
	for pager.Next() {
		seen[pager.Current().ID] = pager.Current()
	}
	if err := pager.Err(); err != nil || len(seen) != 12 {
		t.Fatalf("%d models: %v", len(seen), err)
	}
	old, young := seen["claude-sonnet-4-5"], seen["claude-sonnet-5-5"]
	if old.Lifecycle != "deprecated" || old.RetiresAt.Format(time.DateOnly) != "2026-11-30" ||
		old.Capabilities.Thinking.Types.Adaptive.Supported {
		t.Errorf("old: %s", old.RawJSON())
	}
	if young.MaxInputTokens != 1_000_000 || !young.RetiresAt.IsZero() || !young.Capabilities.StructuredOutputs.Supported {
		t.Errorf("young: %s", young.RawJSON())
	}
	if n := len(s.Calls()); n != 3 {
		t.Errorf("%d calls for three pages", n)
	}
	gone, err := c.Models.List(deadline(t), anthropic.ModelListParams{Lifecycle: []string{"retired"}})
	if err != nil || len(gone.Data) != 1 || gone.Data[0].Lifecycle != "retired" {
		t.Errorf("retired: %v, %v", gone, err)
	}
}

func TestAnthropicBatch(t *testing.T) {
	ctx := deadline(t)
	s := anthropicServer(t, fakemodel.Options{})
	s.PlanBatches(fakemodel.BatchPlan{Polls: 2, Fates: map[string]fakemodel.Fate{"case-1": fakemodel.Errored, "case-2": fakemodel.Expired}})
	c := anthropicClient(s)
	var params anthropic.MessageBatchNewParams
	for i := range 6 {
		model := anthropic.Model("claude-opus-5")
		if i == 3 {
			model = "claude-nobody"
		}
		params.Requests = append(params.Requests, anthropic.MessageBatchNewParamsRequest{
			CustomID: fmt.Sprintf("case-%d", i),
			Params: anthropic.MessageBatchNewParamsRequestParams{
				Model: model, MaxTokens: 64,
				Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(fmt.Sprint("number ", i)))},
			},
		})
	}
	b, err := c.Messages.Batches.New(ctx, params)
	if err != nil || b.ProcessingStatus != "in_progress" || b.RequestCounts.Processing != 6 || b.ResultsURL != "" {
		t.Fatalf("created: %v, %v", b, err)
	}
	var seen []string
	for range 3 {
		if b, err = c.Messages.Batches.Get(ctx, b.ID, anthropic.MessageBatchGetParams{}); err != nil {
			t.Fatal(err)
		}
		seen = append(seen, string(b.ProcessingStatus))
	}
	if got := strings.Join(seen, " "); got != "in_progress in_progress ended" {
		t.Errorf("polls: %s", got)
	}
	if n := b.RequestCounts; n.Succeeded != 3 || n.Errored != 2 || n.Expired != 1 || b.ResultsURL == "" {
		t.Errorf("counts: %s", b.RawJSON())
	}
	stream := c.Messages.Batches.ResultsStreaming(ctx, b.ID, anthropic.MessageBatchResultsParams{})
	var order []string
	results := map[string]anthropic.MessageBatchResultUnion{}
	for stream.Next() {
		order = append(order, stream.Current().CustomID)
		results[stream.Current().CustomID] = stream.Current().Result
	}
	if err := stream.Err(); err != nil || len(results) != 6 || order[0] == "case-0" {
		t.Fatalf("results %v: %v", order, err)
	}
	if m := results["case-4"].AsSucceeded().Message; m.Content[0].Text != "echo: number 4" || m.Usage.ServiceTier != "batch" {
		t.Errorf("case-4: %s", m.RawJSON())
	}
	if e := results["case-3"].AsErrored().Error; e.Error.Type != "not_found_error" {
		t.Errorf("case-3: %s", e.RawJSON())
	}
	if results["case-2"].Type != "expired" || results["case-1"].Type != "errored" {
		t.Errorf("fates: %v", results)
	}
	list, err := c.Messages.Batches.List(ctx, anthropic.MessageBatchListParams{})
	if err != nil || len(list.Data) != 1 {
		t.Errorf("list: %v, %v", list, err)
	}
}

func TestAnthropicBatchCancelled(t *testing.T) {
	ctx := deadline(t)
	s := anthropicServer(t, fakemodel.Options{})
	s.PlanBatches(fakemodel.BatchPlan{Polls: 1})
	c := anthropicClient(s)
	b, err := c.Messages.Batches.New(ctx, anthropic.MessageBatchNewParams{Requests: []anthropic.MessageBatchNewParamsRequest{{
		CustomID: "only", Params: anthropic.MessageBatchNewParamsRequestParams{Model: "claude-opus-5", MaxTokens: 5,
			Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("x"))}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if b, err = c.Messages.Batches.Cancel(ctx, b.ID, anthropic.MessageBatchCancelParams{}); err != nil || b.ProcessingStatus != "canceling" {
		t.Fatalf("cancel: %v, %v", b, err)
	}
	for range 2 {
		if b, err = c.Messages.Batches.Get(ctx, b.ID, anthropic.MessageBatchGetParams{}); err != nil {
			t.Fatal(err)
		}
	}
	if b.ProcessingStatus != "ended" || b.RequestCounts.Canceled != 1 || b.CancelInitiatedAt.IsZero() {
		t.Errorf("ended: %s", b.RawJSON())
	}
}

func TestAnthropicHeaders(t *testing.T) {
	s := anthropicServer(t, fakemodel.Options{})
	var response *http.Response
	c := anthropicClient(s, option.WithResponseInto(&response))
	if _, err := c.Messages.New(deadline(t), asked("claude-opus-5", "hello")); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, kind := range []string{"requests", "tokens", "input-tokens", "output-tokens"} {
		if response.Header.Get("anthropic-ratelimit-"+kind+"-limit") == "" ||
			response.Header.Get("anthropic-ratelimit-"+kind+"-remaining") == "" {
			t.Errorf("no limit of %s", kind)
		}
		if _, err := time.Parse(time.RFC3339, response.Header.Get("anthropic-ratelimit-"+kind+"-reset")); err != nil {
			t.Error(err)
		}
		checked++
	}
	if checked != 4 || response.Header.Get("request-id") == "" {
		t.Error("headers are missing")
	}
}
