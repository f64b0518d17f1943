package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"google.golang.org/genai"

	"github.com/assayhq/assay/internal/fakemodel"
)

func geminiPair(t *testing.T, o fakemodel.Options) (*fakemodel.Server, *genai.Client) {
	s := fakemodel.NewGemini(o)
	t.Cleanup(s.Close)
	c, err := genai.NewClient(deadline(t), &genai.ClientConfig{APIKey: fakemodel.Key, Backend: genai.BackendGeminiAPI,
		HTTPOptions: genai.HTTPOptions{BaseURL: s.URL}})
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

func TestGeminiGenerate(t *testing.T) {
	_, c := geminiPair(t, fakemodel.Options{Answer: func(p fakemodel.Prompt) fakemodel.Answer {
		if p.Temperature != nil {
			return fakemodel.Answer{Text: "this model ignores temperature"}
		}
		return fakemodel.Answer{Text: "revenue rose " + p.System, InputTokens: 100, CachedTokens: 60, OutputTokens: 13, ReasoningTokens: 4}
	}})
	r, err := c.Models.GenerateContent(deadline(t), "gemini-3.8-flash", genai.Text("How did revenue develop?"), &genai.GenerateContentConfig{
		SystemInstruction: genai.NewContentFromText("12%", genai.RoleUser), Temperature: genai.Ptr[float32](0), Seed: genai.Ptr[int32](7),
		ThinkingConfig: &genai.ThinkingConfig{IncludeThoughts: true, ThinkingLevel: genai.ThinkingLevelLow},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Text() != "revenue rose 12%" || r.Candidates[0].FinishReason != "STOP" || r.ModelVersion != "gemini-3.8-flash" || r.ResponseID == "" {
		t.Errorf("response: %+v", r)
	}
	if !r.Candidates[0].Content.Parts[0].Thought {
		t.Error("no thought was included")
	}
	u := r.UsageMetadata
	if u.PromptTokenCount != 100 || u.CachedContentTokenCount != 60 || u.CandidatesTokenCount != 9 ||
		u.ThoughtsTokenCount != 4 || u.TotalTokenCount != 113 {
		t.Errorf("usage: %+v", u)
	}
}

func TestGeminiSchema(t *testing.T) {
	_, c := geminiPair(t, fakemodel.Options{})
	config := &genai.GenerateContentConfig{ResponseMIMEType: "application/json", ResponseJsonSchema: map[string]any{"type": "object",
		"properties": map[string]any{"grade": map[string]any{"enum": []string{"faithful", "not"}}}}}
	r, err := c.Models.GenerateContent(deadline(t), "gemini-2.5-pro", genai.Text("Grade it."), config)
	if err != nil {
		t.Fatal(err)
	}
	var out struct{ Grade string }
	if err := json.Unmarshal([]byte(r.Text()), &out); err != nil || out.Grade != "faithful" {
		t.Errorf("%q: %v", r.Text(), err)
	}
}

func TestGeminiErrorsAsTheClientReadsThem(t *testing.T) {
	ask := func(fault fakemodel.Fault) error {
		s, c := geminiPair(t, fakemodel.Options{})
		s.Next(fault)
		_, err := c.Models.GenerateContent(deadline(t), "gemini-3.8-flash", genai.Text("hello"), nil)
		return err
	}
	tests := []struct {
		fault  fakemodel.Fault
		code   int
		status string
		says   string
	}{
		{fakemodel.RateLimitInfo, 429, "RESOURCE_EXHAUSTED", "0.020s"}, {fakemodel.QuotaExhausted, 429, "RESOURCE_EXHAUSTED", "PerDay"},
		{fakemodel.ServerError, 500, "INTERNAL", ""}, {fakemodel.Unavailable, 503, "UNAVAILABLE", ""}, {fakemodel.TimedOut,
			504, "DEADLINE_EXCEEDED", ""},
		{fakemodel.Forbidden, 403, "PERMISSION_DENIED", ""}, {fakemodel.UnknownModel, 404, "NOT_FOUND",
			""}, {fakemodel.TooLong, 400, "INVALID_ARGUMENT", "token count"},
		{fakemodel.EchoedKey, 400, "INVALID_ARGUMENT", "API_KEY_INVALID"},
	}
	for _, test := range tests {
		t.Run(string(test.fault), func(t *testing.T) {
			err := ask(test.fault)
			var e genai.APIError
			if !errors.As(err, &e) || e.Code != test.code || e.Status != test.status || !strings.Contains(e.Error(), test.says) {
				t.Errorf("got %v", err)
			}
		})
	}
	if err := ask(fakemodel.EchoedKey); !strings.Contains(err.Error(), fakemodel.Key) {
		t.Error("the key is not echoed, so nothing can be proved about hiding it")
	}
}

func TestGeminiEnds(t *testing.T) {
	for fault, want := range map[fakemodel.Fault]genai.FinishReason{
		fakemodel.Refusal: "SAFETY", fakemodel.ContentFilter: "PROHIBITED_CONTENT", fakemodel.Recitation: "RECITATION",
		fakemodel.Incomplete: "MAX_TOKENS", fakemodel.NoText: "STOP",
	} {
		t.Run(string(fault), func(t *testing.T) {
			s, c := geminiPair(t, fakemodel.Options{})
			s.Next(fault)
			r, err := c.Models.GenerateContent(deadline(t), "gemini-3.8-flash", genai.Text("hello"), nil)
			if err != nil || r.Candidates[0].FinishReason != want {
				t.Fatalf("%+v, %v", r, err)
			}
			if fault != fakemodel.Incomplete && r.Text() != "" {
				t.Errorf("text %q", r.Text())
			}
		})
	}
	s, c := geminiPair(t, fakemodel.Options{})
	s.Next(fakemodel.BlockedPrompt, fakemodel.WrongModel)
	r, err := c.Models.GenerateContent(deadline(t), "gemini-3.8-flash", genai.Text("hello"), nil)
	if err != nil || len(r.Candidates) != 0 || r.PromptFeedback.BlockReason != "PROHIBITED_CONTENT" {
		t.Errorf("blocked: %+v, %v", r, err)
	}
	r, err = c.Models.GenerateContent(deadline(t), "gemini-3.8-flash", genai.Text("hello"), nil)
	if err != nil || r.ModelVersion == "gemini-3.8-flash" {
		t.Errorf("served by %+v, %v", r, err)
	}
}

func TestGeminiRefusesAfterItsRules(t *testing.T) {
	s, c := geminiPair(t, fakemodel.Options{})
	tests := []struct {
		name, model string
		contents    []*genai.Content
		config      *genai.GenerateContentConfig
		says        string
	}{
		{"final model turn", "gemini-3.6-flash", []*genai.Content{genai.NewContentFromText("a", "user"),
			genai.NewContentFromText("b", "model")}, nil, "ends with a user turn"},
		{"minimal thinking", "gemini-3.8-flash", genai.Text("a"),
			&genai.GenerateContentConfig{ThinkingConfig: &genai.ThinkingConfig{ThinkingLevel: "MINIMAL"}}, "MINIMAL is not supported"},
		{"schema of text", "gemini-3.8-flash", genai.Text("a"),
			&genai.GenerateContentConfig{ResponseJsonSchema: map[string]any{"type": "object"}}, "mime type"},
		{"unknown model", "gemini-1.5-pro", genai.Text("a"), nil, "is not found for API version v1beta"},
		{"embedder", "gemini-embedding-001", genai.Text("a"), nil, "not supported for generateContent"},
		{"unknown field", "gemini-3.8-flash", genai.Text("a"),
			&genai.GenerateContentConfig{HTTPOptions: &genai.HTTPOptions{ExtraBody: map[string]any{"generationConfig": map[string]any{"maxTokens": 5}}}},
			"Unknown name \"maxTokens\" at 'generation_config': Cannot find field."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := c.Models.GenerateContent(deadline(t), test.model, test.contents, test.config)
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want %q", err, test.says)
			}
		})
	}
	if n := len(s.Calls()); n != len(tests) {
		t.Errorf("%d calls for %d tests", n, len(tests))
	}
}

func length(v []float32) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum / length(a) / length(b)
}

func TestGeminiEmbeddings(t *testing.T) {
	_, c := geminiPair(t, fakemodel.Options{})
	embed := func(model string, n int32, texts ...string) [][]float32 {
		var contents []*genai.Content
		for _, s := range texts {
			contents = append(contents, genai.NewContentFromText(s, genai.RoleUser))
		}
		config := &genai.EmbedContentConfig{TaskType: "RETRIEVAL_DOCUMENT"}
		if n > 0 {
			config.OutputDimensionality = &n
		}
		r, err := c.Models.EmbedContent(deadline(t), model, contents, config)
		if err != nil {
			t.Fatal(err)
		}
		var out [][]float32
		for _, e := range r.Embeddings {
			out = append(out, e.Values)
		}
		return out
	}
	v := embed("gemini-embedding-001", 0, "revenue of the company rose", "the company's revenue rose strongly", "a cat sat on the mat")
	if len(v) != 3 || len(v[0]) != 3072 || math.Abs(length(v[0])-1) > 1e-4 {
		t.Fatalf("%d vectors of %d, length %v", len(v), len(v[0]), length(v[0]))
	}
	if near, far := dot(v[0], v[1]), dot(v[0], v[2]); near <= far+0.2 {
		t.Errorf("near %v, far %v", near, far)
	}
	short := embed("gemini-embedding-001", 768, "revenue of the company rose")[0]
	if len(short) != 768 || math.Abs(length(short)-1) < 0.01 {
		t.Errorf("the cut vector has length %v, as if it had been normalised", length(short))
	}
	if second := embed("gemini-embedding-2", 768, "revenue of the company rose")[0]; math.Abs(length(second)-1) > 1e-4 {
		t.Errorf("the newer model's vector has length %v", length(second))
	}
}

// settled polls a batch until it has ended.
func settled(t *testing.T, ctx context.Context, c *genai.Client, name string) (*genai.BatchJob, int) {
	for polls := 1; polls < 20; polls++ {
		b, err := c.Batches.Get(ctx, name, nil)
		if err != nil {
			t.Fatal(err)
		}
		switch b.State {
		case genai.JobStatePending, genai.JobStateRunning:
			time.Sleep(time.Millisecond)
		default:
			return b, polls
		}
	}
	t.Fatal("the batch never ends")
	return nil, 0
}

func TestGeminiBatchInline(t *testing.T) {
	ctx := deadline(t)
	s, c := geminiPair(t, fakemodel.Options{})
	s.PlanBatches(fakemodel.BatchPlan{Polls: 2, Fates: map[string]fakemodel.Fate{"case-1": fakemodel.Errored}})
	var requests []*genai.InlinedRequest
	for i := range 3 {
		requests = append(requests, &genai.InlinedRequest{Contents: genai.Text(fmt.Sprint("number ", i)),
			Metadata: map[string]string{"key": fmt.Sprint("case-", i)}})
	}
	b, err := c.Batches.Create(ctx, "gemini-3.8-flash", &genai.BatchJobSource{InlinedRequests: requests},
		&genai.CreateBatchJobConfig{DisplayName: "cases"})
	if err != nil || b.State != genai.JobStatePending || !strings.HasPrefix(b.Name, "batches/") {
		t.Fatalf("created %+v, %v", b, err)
	}
	b, polls := settled(t, ctx, c, b.Name)
	if polls != 3 || b.State != genai.JobStateSucceeded || b.DisplayName != "cases" || len(b.Dest.InlinedResponses) != 3 {
		t.Fatalf("after %d polls: %+v", polls, b)
	}
	for _, r := range b.Dest.InlinedResponses {
		switch key := r.Metadata["key"]; {
		case key == "case-1" && r.Error == nil:
			t.Error("case-1 succeeded")
		case key != "case-1" && r.Response.Text() != "echo: number "+strings.TrimPrefix(key, "case-"):
			t.Errorf("%s: %+v", key, r.Response)
		}
	}
	page, err := c.Batches.List(ctx, nil)
	if err != nil || len(page.Items) != 1 {
		t.Errorf("list: %+v, %v", page, err)
	}
}

func TestGeminiBatchCancelled(t *testing.T) {
	ctx := deadline(t)
	s, c := geminiPair(t, fakemodel.Options{})
	s.PlanBatches(fakemodel.BatchPlan{Polls: 100})
	b, err := c.Batches.Create(ctx, "gemini-3.8-flash",
		&genai.BatchJobSource{InlinedRequests: []*genai.InlinedRequest{{Contents: genai.Text("x")}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Batches.Cancel(ctx, b.Name, nil); err != nil {
		t.Fatal(err)
	}
	if b, _ = settled(t, ctx, c, b.Name); b.State != genai.JobStateCancelled {
		t.Errorf("state %s", b.State)
	}
}

func TestGeminiModels(t *testing.T) {
	_, c := geminiPair(t, fakemodel.Options{})
	seen := map[string]*genai.Model{}
	for m, err := range c.Models.All(deadline(t)) {
		if err != nil {
			t.Fatal(err)
		}
		seen[m.Name] = m
	}
	if m := seen["models/gemini-3.8-flash"]; len(seen) < 10 || m == nil || m.InputTokenLimit != 1_048_576 {
		t.Errorf("models: %v", seen)
	}
}
