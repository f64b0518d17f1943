package contract

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
)

// openAIClient is the official client on a fake server, with every exchange checked against the
// specification where that is present.
func openAIClient(t *testing.T, o fakemodel.Options, more ...option.RequestOption) (*fakemodel.Server, openai.Client) {
	t.Helper()
	s := fakemodel.NewOpenAI(o)
	t.Cleanup(s.Close)
	checked := http.RoundTripper(http.DefaultTransport)
	if _, err := openAIOnce(); err == nil {
		checked = specTransport{t, checked}
	}
	options := append([]option.RequestOption{option.WithBaseURL(s.URL), option.WithAPIKey(fakemodel.Key), option.WithMaxRetries(0),
		option.WithHTTPClient(&http.Client{Transport: checked})}, more...)
	return s, openai.NewClient(options...)
}

func plainInput(text string) responses.ResponseNewParamsInputUnion {
	return responses.ResponseNewParamsInputUnion{OfString: openai.String(text)}
}

func openAIContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestOpenAIResponses(t *testing.T) {
	_, c := openAIClient(t, fakemodel.Options{})
	ctx := openAIContext(t)
	first, err := c.Responses.New(ctx, responses.ResponseNewParams{Model: "gpt-5.4", Input: plainInput("hello"),
		Instructions: openai.String("Be brief."), Reasoning: shared.ReasoningParam{Effort: "low"}})
	if err != nil {
		t.Fatal(err)
	}
	if first.OutputText() != "echo: hello" || first.Status != "completed" ||
		first.Usage.OutputTokensDetails.ReasoningTokens != 8 || first.Usage.InputTokens == 0 {
		t.Errorf("text %q, status %q, usage %+v", first.OutputText(), first.Status, first.Usage)
	}
	schema := map[string]any{"type": "object", "properties": map[string]any{"score": map[string]any{"type": "integer"}},
		"required": []string{"score"}, "additionalProperties": false}
	format := responses.ResponseFormatTextConfigParamOfJSONSchema("grade", schema)
	format.OfJSONSchema.Strict = openai.Bool(true)
	graded, err := c.Responses.New(ctx, responses.ResponseNewParams{Model: "gpt-4.1", Input: plainInput("grade it"),
		Text: responses.ResponseTextConfigParam{Format: format}, Temperature: openai.Float(0)})
	if err != nil {
		t.Fatal(err)
	}
	var grade struct{ Score *int }
	if err := json.Unmarshal([]byte(graded.OutputText()), &grade); err != nil || grade.Score == nil {
		t.Errorf("structured output %q: %v", graded.OutputText(), err)
	}
}

func TestOpenAINoAnswers(t *testing.T) {
	s, c := openAIClient(t, fakemodel.Options{Answer: func(fakemodel.Prompt) fakemodel.Answer { return fakemodel.Answer{Text: strings.Repeat("long ", 40)} }})
	ctx := openAIContext(t)
	for _, x := range []struct {
		fault          fakemodel.Fault
		status, reason string
		refused        bool
	}{
		{fakemodel.Refusal, "completed", "", true},
		{fakemodel.Incomplete, "incomplete", "max_output_tokens", false},
		{fakemodel.ContentFilter, "incomplete", "content_filter", false},
		{fakemodel.ErrorIn200, "failed", "", false},
		{fakemodel.NoText, "completed", "", false},
	} {
		s.Next(x.fault)
		r, err := c.Responses.New(ctx, responses.ResponseNewParams{Model: "gpt-5.4", Input: plainInput("hello")})
		if err != nil {
			t.Errorf("%s: %v", x.fault, err)
			continue
		}
		refused := false
		for _, item := range r.Output {
			for _, part := range item.Content {
				refused = refused || part.Refusal != ""
			}
		}
		if string(r.Status) != x.status || string(r.IncompleteDetails.Reason) != x.reason || refused != x.refused {
			t.Errorf("%s: status %q, reason %q, refused %v", x.fault, r.Status, r.IncompleteDetails.Reason, refused)
		}
		if x.fault == fakemodel.ErrorIn200 && r.Error.Code != "server_error" {
			t.Errorf("failed with code %q", r.Error.Code)
		}
		if x.fault == fakemodel.NoText && (len(r.Output) != 1 || r.Output[0].Type != "reasoning") {
			t.Errorf("no text: %v", r.RawJSON())
		}
	}
	r, err := c.Responses.New(ctx, responses.ResponseNewParams{Model: "gpt-5.4", Input: plainInput("x"), MaxOutputTokens: openai.Int(20)})
	if err != nil || r.IncompleteDetails.Reason != "max_output_tokens" || r.Usage.OutputTokens > 20 {
		t.Errorf("a cap of 20 tokens: %v %v", r, err)
	}
}

func TestOpenAIFileSearch(t *testing.T) {
	s, c := openAIClient(t, fakemodel.Options{})
	ctx := openAIContext(t)
	store, err := c.VectorStores.New(ctx, openai.VectorStoreNewParams{Name: openai.String("filings"),
		ExpiresAfter: openai.VectorStoreNewParamsExpiresAfter{Days: 2}})
	if err != nil {
		t.Fatal(err)
	}
	attach := func(name, text string, year float64) string {
		f, err := c.Files.New(ctx, openai.FileNewParams{Purpose: "user_data", File: openai.File(strings.NewReader(text), name, "text/plain"),
			ExpiresAfter: openai.FileNewParamsExpiresAfter{Seconds: 3600}})
		if err != nil {
			t.Fatal(err)
		}
		attached, err := c.VectorStores.Files.NewAndPoll(ctx, store.ID, openai.VectorStoreFileNewParams{FileID: f.ID,
			Attributes: map[string]openai.VectorStoreFileNewParamsAttributeUnion{"year": {OfFloat: openai.Float(year)}}}, 5)
		if err != nil || attached.Status != "completed" {
			t.Fatalf("%s: %v %v", name, attached, err)
		}
		return f.ID
	}
	mills := attach("harrow.txt", "Harrow Mills had revenue of 41 million in 2025.", 2025)
	attach("weather.md", "Weather was mild.", 2024)
	year := &shared.ComparisonFilterParam{Key: "year", Type: "gte", Value: shared.ComparisonFilterValueUnionParam{OfFloat: openai.Float(2025)}}
	page, err := c.VectorStores.Search(ctx, store.ID, openai.VectorStoreSearchParams{
		Query:   openai.VectorStoreSearchParamsQueryUnion{OfString: openai.String("revenue of Harrow Mills")},
		Filters: openai.VectorStoreSearchParamsFiltersUnion{OfComparisonFilter: year}, MaxNumResults: openai.Int(5)})
	if err != nil || len(page.Data) != 1 || page.Data[0].FileID != mills || page.Data[0].Score <= 0.5 {
		t.Errorf("search: %v %v", page, err)
	}
	tool := responses.ToolParamOfFileSearch([]string{store.ID})
	r, err := c.Responses.New(ctx, responses.ResponseNewParams{Model: "gpt-5.4", Input: plainInput("What revenue had Harrow Mills?"),
		Include: []responses.ResponseIncludable{responses.ResponseIncludableFileSearchCallResults}, Tools: []responses.ToolUnionParam{tool}})
	if err != nil {
		t.Fatal(err)
	}
	var results, citations int
	for _, item := range r.Output {
		results += len(item.Results)
		for _, part := range item.Content {
			for _, a := range part.Annotations {
				if a.Type == "file_citation" && a.FileID == mills && a.Filename == "harrow.txt" && int(a.Index) == len(part.Text) {
					citations++
				}
			}
		}
	}
	if results != 2 || citations != 1 {
		t.Errorf("%d results and %d citations in %s", results, citations, r.RawJSON())
	}
	cleanUp(t, s, c, store.ID)
}

// cleanUp deletes a store and every file, after the store has expired, and counts what is left.
func cleanUp(t *testing.T, s *fakemodel.Server, c openai.Client, store string) {
	t.Helper()
	ctx := openAIContext(t)
	files := c.VectorStores.Files.ListAutoPaging(ctx, store, openai.VectorStoreFileListParams{Limit: openai.Int(1)})
	n := 0
	for files.Next() {
		n++
	}
	if files.Err() != nil || n != 2 {
		t.Errorf("%d files in the store: %v", n, files.Err())
	}
	if len(s.OpenAI().Leftovers()) != 3 {
		t.Errorf("leftovers before: %v", s.OpenAI().Leftovers())
	}
	s.OpenAI().Advance(72 * time.Hour)
	if v, err := c.VectorStores.Get(ctx, store); err != nil || v.Status != "expired" {
		t.Errorf("after three days: %v %v", v, err)
	}
	if v, err := c.VectorStores.Delete(ctx, store); err != nil || !v.Deleted {
		t.Errorf("delete: %v %v", v, err)
	}
	all := c.Files.ListAutoPaging(ctx, openai.FileListParams{})
	for all.Next() {
		if _, err := c.Files.Delete(ctx, all.Current().ID); err != nil {
			t.Error(err)
		}
	}
	if left := s.OpenAI().Leftovers(); len(left) != 0 {
		t.Errorf("leftovers: %v", left)
	}
}

func TestOpenAIBatches(t *testing.T) {
	s, c := openAIClient(t, fakemodel.Options{})
	ctx := openAIContext(t)
	var lines strings.Builder
	for _, x := range []struct{ id, body string }{
		{"a", `{"model":"gpt-4.1","input":"one"}`}, {"b", `{"model":"gpt-4.1","input":"two","bogus":1}`},
		{"c", `{"model":"gpt-4.1","input":"three"}`}, {"d", `{"model":"gpt-4.1","input":"four"}`},
	} {
		lines.WriteString(`{"custom_id":"` + x.id + `","method":"POST","url":"/v1/responses","body":` + x.body + "}\n")
	}
	input, err := c.Files.New(ctx,
		openai.FileNewParams{Purpose: "batch", File: openai.File(strings.NewReader(lines.String()), "in.jsonl", "application/jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	s.OpenAI().FailLines("d")
	b, err := c.Batches.New(ctx, openai.BatchNewParams{InputFileID: input.ID, Endpoint: "/v1/responses", CompletionWindow: "24h"})
	if err != nil {
		t.Fatal(err)
	}
	seen := string(b.Status)
	for range 3 {
		if b, err = c.Batches.Get(ctx, b.ID); err != nil {
			t.Fatal(err)
		}
		seen += " " + string(b.Status)
	}
	if seen != "validating in_progress finalizing completed" || b.RequestCounts.Completed != 2 || b.RequestCounts.Failed != 2 {
		t.Errorf("statuses %q, counts %+v", seen, b.RequestCounts)
	}
	if got := customIDs(t, c, b.OutputFileID); got != "c a" {
		t.Errorf("the output has %q", got)
	}
	if got := customIDs(t, c, b.ErrorFileID); got != "d b" {
		t.Errorf("the errors have %q", got)
	}
	if b.Usage.OutputTokens == 0 || b.Usage.TotalTokens <= b.Usage.OutputTokens {
		t.Errorf("usage %+v", b.Usage)
	}
	b, err = c.Batches.New(ctx, openai.BatchNewParams{InputFileID: input.ID, Endpoint: "/v1/responses", CompletionWindow: "24h"})
	if err != nil {
		t.Fatal(err)
	}
	if b, err = c.Batches.Cancel(ctx, b.ID); err != nil || b.Status != "cancelling" {
		t.Errorf("cancel: %v %v", b, err)
	}
	if b, err = c.Batches.Get(ctx, b.ID); err != nil || b.Status != "cancelled" {
		t.Errorf("cancelled: %v %v", b, err)
	}
	if list, err := c.Batches.List(ctx, openai.BatchListParams{}); err != nil || len(list.Data) != 2 {
		t.Errorf("list: %v %v", list, err)
	}
}

// customIDs are those of a batch's output file in its order; each response in it is checked.
func customIDs(t *testing.T, c openai.Client, file string) string {
	t.Helper()
	response, err := c.Files.Content(openAIContext(t), file)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var ids []string
	for dec := json.NewDecoder(response.Body); ; {
		var line struct {
			CustomID string `json:"custom_id"`
			Response struct {
				StatusCode int `json:"status_code"`
				Body       json.RawMessage
			}
		}
		if err := dec.Decode(&line); err == io.EOF {
			return strings.Join(ids, " ")
		} else if err != nil {
			t.Fatal(err)
		}
		if _, err := openAIOnce(); err == nil {
			validateOpenAIResponse(t, "POST", "/v1/responses", line.Response.StatusCode, line.Response.Body)
		}
		ids = append(ids, line.CustomID)
	}
}

func TestOpenAIEmbeddings(t *testing.T) {
	_, c := openAIClient(t, fakemodel.Options{})
	ctx := openAIContext(t)
	got, err := c.Embeddings.New(ctx, openai.EmbeddingNewParams{Model: "text-embedding-3-small",
		Dimensions: openai.Int(64), EncodingFormat: "float",
		Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"revenue grew", "revenue grew fast", "a red boat"}}})
	if err != nil {
		t.Fatal(err)
	}
	dot := func(a, b []float64) (sum float64) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	v := got.Data
	if len(v) != 3 || len(v[0].Embedding) != 64 || math.Abs(dot(v[0].Embedding, v[0].Embedding)-1) > 1e-5 {
		t.Fatalf("%d vectors", len(v))
	}
	if near, far := dot(v[0].Embedding, v[1].Embedding), dot(v[0].Embedding, v[2].Embedding); near <= far {
		t.Errorf("near %v, far %v", near, far)
	}
}

func TestOpenAIChatAndModels(t *testing.T) {
	_, c := openAIClient(t, fakemodel.Options{})
	ctx := openAIContext(t)
	r, err := c.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Model: "gpt-4.1", Temperature: openai.Float(0),
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage("s"), openai.UserMessage("hello")}})
	if err != nil || r.Choices[0].Message.Content != "echo: hello" || r.Choices[0].FinishReason != "stop" || r.Usage.TotalTokens == 0 {
		t.Errorf("chat: %v %v", r, err)
	}
	models, err := c.Models.List(ctx)
	if err != nil || len(models.Data) < 20 {
		t.Errorf("models: %v %v", models, err)
	}
}

func openAIStatus(err error) int {
	var e *openai.Error
	if errors.As(err, &e) {
		return e.StatusCode
	}
	return 0
}

func TestOpenAIErrors(t *testing.T) {
	s, c := openAIClient(t, fakemodel.Options{})
	ctx := openAIContext(t)
	for _, x := range []struct {
		fault  fakemodel.Fault
		status int
		code   string
	}{
		{fakemodel.RateLimitSeconds, 429, "rate_limit_exceeded"}, {fakemodel.RateLimitMillis, 429, "rate_limit_exceeded"},
		{fakemodel.RateLimitDate, 429, "rate_limit_exceeded"}, {fakemodel.RateLimitInfo, 429, "rate_limit_exceeded"},
		{fakemodel.RateLimitBare, 429, "rate_limit_exceeded"}, {fakemodel.QuotaExhausted, 429, "insufficient_quota"},
		{fakemodel.ServerError, 500, ""}, {fakemodel.Unavailable, 503, ""}, {fakemodel.Overloaded, 503, ""},
		{fakemodel.Unauthorized, 401, "invalid_api_key"}, {fakemodel.Forbidden, 403, "unsupported_country_region_territory"},
		{fakemodel.EchoedKey, 401, "invalid_api_key"}, {fakemodel.UnknownModel, 404, "model_not_found"},
		{fakemodel.TooLong, 400, "context_length_exceeded"}, {fakemodel.BadParameter, 400,
			"unsupported_value"}, {fakemodel.BlockedPrompt, 400, "invalid_prompt"},
	} {
		s.Next(x.fault)
		_, err := c.Responses.New(ctx, responses.ResponseNewParams{Model: "gpt-4.1", Input: plainInput("hello")})
		var e *openai.Error
		if !errors.As(err, &e) || e.StatusCode != x.status || e.Code != x.code || e.Message == "" {
			t.Errorf("%s: %v", x.fault, err)
		}
	}
}

func TestOpenAIRetries(t *testing.T) {
	s, c := openAIClient(t, fakemodel.Options{}, option.WithMaxRetries(2))
	for _, fault := range []fakemodel.Fault{fakemodel.RateLimitMillis, fakemodel.RateLimitSeconds,
		fakemodel.RateLimitDate, fakemodel.ServerError, fakemodel.Drop} {
		before, began := len(s.Calls()), time.Now()
		s.Next(fault)
		r, err := c.Responses.New(openAIContext(t), responses.ResponseNewParams{Model: "gpt-4.1", Input: plainInput("hello")})
		if err != nil || r.OutputText() != "echo: hello" {
			t.Errorf("%s: %v", fault, err)
		}
		if n := len(s.Calls()) - before; n != 2 {
			t.Errorf("%s: %d calls, want 2", fault, n)
		}
		if waited := time.Since(began); fault == fakemodel.RateLimitSeconds && waited < 900*time.Millisecond {
			t.Errorf("%s: the client came back after %v", fault, waited)
		}
	}
	s.Next(fakemodel.Unauthorized)
	before := len(s.Calls())
	if _, err := c.Responses.New(openAIContext(t), responses.ResponseNewParams{Model: "gpt-4.1",
		Input: plainInput("hello")}); openAIStatus(err) != 401 || len(s.Calls()) != before+1 {
		t.Errorf("a wrong key was tried %d times: %v", len(s.Calls())-before, err)
	}
}

func TestOpenAICompatible(t *testing.T) {
	s := fakemodel.NewCompatible(fakemodel.Options{})
	defer s.Close()
	c := openai.NewClient(option.WithBaseURL(s.URL), option.WithAPIKey("none"), option.WithMaxRetries(0))
	ctx := openAIContext(t)
	r, err := c.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Model: "small", MaxTokens: openai.Int(64),
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("hello")}})
	if err != nil || r.Choices[0].Message.Content != "echo: hello" {
		t.Errorf("chat: %v %v", r, err)
	}
	if _, err := c.Responses.New(ctx, responses.ResponseNewParams{Model: "small", Input: plainInput("x")}); openAIStatus(err) != 404 {
		t.Errorf("responses: %v", err)
	}
	s.Next(fakemodel.QuotaExhausted)
	if _, err := c.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Model: "small",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("hello")}}); openAIStatus(err) != 402 {
		t.Errorf("no credit: %v", err)
	}
}

func TestOpenAIEmbeddingsBase64(t *testing.T) {
	// The client does not decode base64: what is compared is the raw field.
	_, c := openAIClient(t, fakemodel.Options{})
	got, err := c.Embeddings.New(openAIContext(t), openai.EmbeddingNewParams{Model: "text-embedding-3-large", EncodingFormat: "base64",
		Input: openai.EmbeddingNewParamsInputUnion{OfString: openai.String("text")}})
	if err != nil {
		t.Fatal(err)
	}
	var raw struct {
		Data []struct{ Embedding []byte } // encoding/json reads base64 into bytes
	}
	if err := json.Unmarshal([]byte(got.RawJSON()), &raw); err != nil || len(raw.Data) != 1 || len(raw.Data[0].Embedding) != 4*3072 {
		t.Errorf("base64: %v", err)
	}
}
