package contract

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
)

// keeper keeps the last exchange on its way through, for the official client to read too.
type keeper struct {
	call.Sender
	last *call.Exchange
}

func (k *keeper) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	reply, err := k.Sender.Send(ctx, c)
	if err == nil {
		k.last = reply.Exchange
	}
	var f *call.Failure
	if errors.As(err, &f) {
		k.last = f.Exchange
	}
	return reply, err
}

// sentTransport checks what is sent only: the specification has no word for vectors as base64, although
// it lets them be asked for.
type sentTransport struct{ t testing.TB }

func (s sentTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	validateOpenAI(s.t, r.Method, r.URL.RequestURI(), r.Header.Get("Content-Type"), body)
	return http.DefaultTransport.RoundTrip(r)
}

// adapter is our client of a fake, every exchange of which is checked against the specification.
func adapter(t *testing.T, name, url string) (*model.Client, *keeper, *provider.Connection) {
	t.Helper()
	return adapterOver(t, name, url, specTransport{t, http.DefaultTransport})
}

func adapterOver(t *testing.T, name, url string, checked http.RoundTripper) (*model.Client, *keeper, *provider.Connection) {
	t.Helper()
	openAI(t) // skips without the specification
	c, err := provider.Open(provider.Settings{Provider: name, BaseURL: url, KeyVar: "FAKE_KEY",
		Env:  func(string) string { return fakemodel.Key },
		HTTP: &http.Client{Transport: checked}})
	if err != nil {
		t.Fatal(err)
	}
	k := &keeper{Sender: c.Sender}
	return &model.Client{Wire: c.Wire, Sender: k}, k, c
}

func pointer[T any](v T) *T { return &v }

// adapterRequests use every part of a request. The companies are invented.
func adapterRequests() map[string]*model.Request {
	schema := &model.Schema{Name: "verdict",
		JSON: json.RawMessage(`{"type":"object","properties":{"reason":{"type":"string"},"holds":{"type":"boolean"}},"required":["reason",` +
			`"holds"]}`)}
	loose := &model.Schema{Name: "loose", JSON: json.RawMessage(`{"type":"object","properties":{"note":{"type":"string"}}}`)}
	user := func(text string, docs ...model.Document) []model.Message {
		return []model.Message{{Role: model.User, Text: text, Documents: docs}}
	}
	filing := model.Document{Title: "Nordwind Freight 10-K", Text: "Revenue was $12.3 million.", Source: "nordwind"}
	return map[string]*model.Request{
		"plain": {Model: "gpt-4.1", Messages: user("Hello")},
		"sampled": {Model: "gpt-4o", System: "Be brief.", Temperature: pointer(0.0), TopP: pointer(0.9), MaxTokens: 100,
			Seed: pointer(int64(1)), Stop: []string{"X"}, Messages: user("Hello")},
		"thinking": {Model: "gpt-5.4", Effort: "low", Temperature: pointer(0.0), Messages: user("Hello")},
		"schema":   {Model: "gpt-4.1", Schema: schema, Messages: user("Does it hold?", filing)},
		"loose":    {Model: "gpt-4.1", Schema: loose, Messages: user("Note?")},
		"flex":     {Model: "gpt-5.4", Tier: "flex", Messages: user("Hello")},
		"dialogue": {Model: "gpt-4.1", Messages: []model.Message{{Role: model.User, Text: "a"},
			{Role: model.Assistant, Text: "b"}, {Role: model.User, Text: "c"}}},
		"documents": {Model: "gpt-4.1", Messages: user("Sum up.", filing, filing)},
	}
}

// What we send is as the specification has it, and what comes back means to us what it means to the
// official client.
func TestAdapterOpenAIChat(t *testing.T) {
	requests := adapterRequests()
	if len(requests) < 8 {
		t.Fatal("too few requests")
	}
	for _, name := range []string{"openai", "compatible"} {
		server := fakemodel.NewOpenAI(fakemodel.Options{}) // which speaks both protocols, as OpenAI does
		t.Cleanup(server.Close)
		client, kept, _ := adapter(t, name, server.URL)
		for what, r := range requests {
			t.Run(name+" "+what, func(t *testing.T) {
				got, err := client.Ask(deadline(t), r)
				if name == "compatible" && r.Temperature != nil && call.KindOf(err) == call.Unsupported {
					return // the tables have no models of an unnamed server: it says itself what it does not take
				}
				if err != nil {
					t.Fatal(err)
				}
				if name == "openai" {
					sameResponse(t, got, kept.last.Body)
					return
				}
				sameCompletion(t, got, kept.last.Body)
			})
		}
	}
}

func sameResponse(t *testing.T, got *model.Response, body []byte) {
	t.Helper()
	var want responses.Response
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	u := want.Usage
	usage := catalog.Usage{Input: u.InputTokens, CachedInput: u.InputTokensDetails.CachedTokens,
		CacheWrite: u.InputTokensDetails.CacheWriteTokens,
		Output:     u.OutputTokens, Reasoning: u.OutputTokensDetails.ReasoningTokens, Searches: int64(len(got.Searches)), Known: got.Usage.Known}
	if got.Text != want.OutputText() || got.ID != want.ID || got.Served != string(want.Model) ||
		got.Reason != string(want.Status) || got.Usage != usage {
		t.Errorf("we read %+v, the official client %q %s %s %s %+v", got, want.OutputText(), want.ID, want.Model, want.Status, usage)
	}
	if !got.Answered() || u.InputTokens == 0 {
		t.Errorf("no answer: %+v", got)
	}
}

func sameCompletion(t *testing.T, got *model.Response, body []byte) {
	t.Helper()
	var want openai.ChatCompletion
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	u := want.Usage
	usage := catalog.Usage{Input: u.PromptTokens, CachedInput: u.PromptTokensDetails.CachedTokens, Output: u.CompletionTokens,
		Reasoning: u.CompletionTokensDetails.ReasoningTokens, CacheWrite: got.Usage.CacheWrite, Known: got.Usage.Known}
	c := want.Choices[0]
	if got.Text != c.Message.Content || got.ID != want.ID || got.Served != want.Model || got.Reason != c.FinishReason || got.Usage != usage {
		t.Errorf("we read %+v, the official client %q %s %s %s %+v", got, c.Message.Content, want.ID, want.Model, c.FinishReason, usage)
	}
	if !got.Answered() || u.PromptTokens == 0 {
		t.Errorf("no answer: %+v", got)
	}
}

// The official client, asked the same, sends the same JSON but for what we always add.
func TestAdapterOpenAISameBody(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	client, _, _ := adapter(t, "openai", server.URL)
	c, err := client.Prepare(&model.Request{Model: "gpt-4.1", System: "Be brief.", Temperature: pointer(0.5), MaxTokens: 64, Effort: "",
		Schema: &model.Schema{Name: "grade",
			JSON: json.RawMessage(`{"type":"object","properties":{"score":{"type":"integer"}},"required":["score"]}`)},
		Messages: []model.Message{{Role: model.User, Text: "Grade it."}},
		Search:   &model.FileSearch{Stores: []string{"vs_1"}, MaxResults: 3, MinScore: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	format := responses.ResponseFormatTextConfigParamOfJSONSchema("grade", map[string]any{"type": "object",
		"properties": map[string]any{"score": map[string]any{"type": "integer"}}, "required": []string{"score"}, "additionalProperties": false})
	format.OfJSONSchema.Strict = openai.Bool(true)
	theirs, err := json.Marshal(responses.ResponseNewParams{
		Model: "gpt-4.1", Instructions: openai.String("Be brief."), Temperature: openai.Float(0.5), MaxOutputTokens: openai.Int(64),
		Text: responses.ResponseTextConfigParam{Format: format}, Store: openai.Bool(false), Truncation: "disabled",
		Input: responses.ResponseNewParamsInputUnion{OfInputItemList: responses.ResponseInputParam{
			responses.ResponseInputItemParamOfMessage("Grade it.", "user")}},
		Include: []responses.ResponseIncludable{"file_search_call.results"},
		Tools: []responses.ToolUnionParam{{OfFileSearch: &responses.FileSearchToolParam{VectorStoreIDs: []string{"vs_1"},
			MaxNumResults:  param.NewOpt(int64(3)),
			RankingOptions: responses.FileSearchToolRankingOptionsParam{ScoreThreshold: param.NewOpt(0.5)}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if ours := c.Body; !sameJSON(t, ours, theirs) {
		t.Errorf("we send\n%s\nthe official client\n%s", ours, theirs)
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y)); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}

// Refusals of the API are the same to both: status, code and what is said.
func TestAdapterOpenAIErrors(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	client, kept, _ := adapter(t, "openai", server.URL)
	official := openai.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey(fakemodel.Key), option.WithMaxRetries(0))
	faults := []fakemodel.Fault{fakemodel.RateLimitBare, fakemodel.QuotaExhausted, fakemodel.ServerError,
		fakemodel.Unavailable, fakemodel.Forbidden, fakemodel.UnknownModel, fakemodel.TooLong, fakemodel.BadParameter}
	for _, fault := range faults {
		server.Next(fault, fault)
		_, err := client.Ask(deadline(t), &model.Request{Model: "gpt-4.1", Messages: []model.Message{{Role: model.User, Text: "Hello"}}})
		var ours *call.Failure
		if !errors.As(err, &ours) {
			t.Fatalf("%s: %v", fault, err)
		}
		_, err = official.Responses.New(deadline(t), responses.ResponseNewParams{Model: "gpt-4.1", Input: plainInput("Hello")})
		var theirs *openai.Error
		if !errors.As(err, &theirs) {
			t.Fatalf("%s: %v", fault, err)
		}
		code := theirs.Code
		if code == "" {
			code = theirs.Type
		}
		if ours.Status != theirs.StatusCode || ours.Code != code || ours.Message != theirs.Message || kept.last.Status != theirs.StatusCode {
			t.Errorf("%s: %d %s %q, the official client has %d %s %q", fault, ours.Status, ours.Code, ours.Message,
				theirs.StatusCode, code, theirs.Message)
		}
	}
}

func TestAdapterOpenAIEmbeddings(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	client, kept, _ := adapterOver(t, "openai", server.URL, sentTransport{t})
	r := &model.EmbedRequest{Model: "text-embedding-3-small", Texts: []string{"Nordwind Freight", "Alpenbau"}, Dimensions: 16}
	got, err := client.Embed(deadline(t), r)
	if err != nil {
		t.Fatal(err)
	}
	official := openai.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey(fakemodel.Key))
	want, err := official.Embeddings.New(deadline(t), openai.EmbeddingNewParams{Model: "text-embedding-3-small", Dimensions: openai.Int(16),
		Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: r.Texts}})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range want.Data {
		for j, f := range d.Embedding {
			if math.Abs(f-float64(got.Vectors[i][j])) > 1e-6 {
				t.Fatalf("vector %d differs at %d: %v, %v", i, j, got.Vectors[i][j], f)
			}
		}
	}
	if len(want.Data) != 2 || got.Usage.Input != want.Usage.PromptTokens {
		t.Errorf("%d vectors, usage %+v, %+v", len(want.Data), got.Usage, want.Usage)
	}
	checkPacked(t, kept.last.Body, got.Vectors[0])
}

// checkPacked reads the first vector of a reply by itself.
func checkPacked(t *testing.T, body []byte, got []float32) {
	t.Helper()
	var reply struct {
		Data []struct {
			Embedding string `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		t.Fatalf("the reply is not base64: %v", err)
	}
	raw, err := base64.StdEncoding.DecodeString(reply.Data[0].Embedding)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float32, len(got))
	if err := binary.Read(bytes.NewReader(raw), binary.LittleEndian, want); err != nil || !reflect.DeepEqual(want, got) {
		t.Errorf("%v, %v: %v", got, want, err)
	}
}

// A search, its store and its files: as specified, and seen alike by the official client.
func TestAdapterOpenAIStores(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	client, kept, c := adapter(t, "openai", server.URL)
	official := openai.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey(fakemodel.Key))
	stores, err := provider.NewOpenAIStores(c, kept)
	if err != nil {
		t.Fatal(err)
	}
	ctx := deadline(t)
	store, err := stores.Create(ctx, provider.NewStore{Name: "filings", ExpireDays: 2, Metadata: map[string]string{"k": "v"}})
	if err != nil {
		t.Fatal(err)
	}
	var all []provider.Attachment
	for i := range 3 {
		f, err := stores.Upload(ctx, provider.Upload{Name: fmt.Sprintf("f%d.txt", i), Purpose: "assistants", Expires: time.Hour,
			Content: fmt.Appendf(nil, "Alpenbau earned %d million.", i)})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, provider.Attachment{File: f.ID, Attributes: map[string]any{"year": 2020 + i},
			Chunks: &provider.Chunks{Size: 200, Overlap: 50}})
	}
	for _, a := range all {
		if _, err := stores.Attach(ctx, store.ID, a); err != nil {
			t.Fatal(err)
		}
		if err := stores.Wait(ctx, store.ID, a.File, provider.Every(time.Millisecond)); err != nil {
			t.Fatal(err)
		}
	}
	found, err := stores.Search(ctx, store.ID, provider.StoreQuery{Query: "Alpenbau", Max: 5, MinScore: 0.01, Ranker: "auto",
		Filter: json.RawMessage(`{"type":"and","filters":[{"type":"gte","key":"year","value":2021}]}`)})
	if err != nil || len(found.Results) == 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	theirs, err := official.VectorStores.Search(ctx, store.ID,
		openai.VectorStoreSearchParams{Query: openai.VectorStoreSearchParamsQueryUnion{OfString: openai.String("Alpenbau")},
			Filters: openai.VectorStoreSearchParamsFiltersUnion{OfComparisonFilter: &shared.ComparisonFilterParam{Type: "gte", Key: "year",
				Value: shared.ComparisonFilterValueUnionParam{OfFloat: openai.Float(2021)}}}})
	if err != nil || len(theirs.Data) != len(found.Results) || theirs.Data[0].FileID != found.Results[0].File ||
		theirs.Data[0].Content[0].Text != found.Results[0].Text {
		t.Errorf("we found %+v, the official client %+v, %v", found.Results, theirs, err)
	}
	answer, err := client.Ask(ctx,
		&model.Request{Model: "gpt-4.1", Messages: []model.Message{{Role: model.User, Text: "What did Alpenbau earn?"}},
			Search: &model.FileSearch{Stores: []string{store.ID}, MaxResults: 2, MinScore: 0.01}})
	if err != nil {
		t.Fatal(err)
	}
	sameSearches(t, answer, kept.last.Body)
	if err := stores.Remove(ctx, store.ID); err != nil {
		t.Fatal(err)
	}
	if left := server.OpenAI().Leftovers(); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func sameSearches(t *testing.T, got *model.Response, body []byte) {
	t.Helper()
	sameResponse(t, got, body)
	var want responses.Response
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	searches, notes := 0, 0
	for _, item := range want.Output {
		if item.Type == "file_search_call" {
			outgoing := item.AsFileSearchCall()
			s := got.Searches[searches]
			searches++
			if !reflect.DeepEqual(s.Queries, outgoing.Queries) || len(s.Results) != len(outgoing.Results) ||
				s.Results[0].Text != outgoing.Results[0].Text {
				t.Errorf("searched %+v, the official client has %s", s, outgoing.RawJSON())
			}
		}
		for _, c := range item.Content {
			for _, a := range c.Annotations {
				if a.FileID != got.Citations[notes].Source || a.Filename != got.Citations[notes].Title {
					t.Errorf("citation %+v, the official client has %s", got.Citations[notes], a.RawJSON())
				}
				notes++
			}
		}
	}
	if searches == 0 || searches != len(got.Searches) || notes != len(got.Citations) {
		t.Errorf("%d searches and %d citations, the official client has %d and %d", len(got.Searches), len(got.Citations), searches, notes)
	}
}

// A batch is made and read as specified; the official client sees the same batch.
func TestAdapterOpenAIBatch(t *testing.T) {
	server := fakemodel.NewOpenAI(fakemodel.Options{})
	t.Cleanup(server.Close)
	client, kept, c := adapter(t, "openai", server.URL)
	batches, err := c.Batches(kept)
	if err != nil {
		t.Fatal(err)
	}
	ctx := deadline(t)
	calls := map[string]*call.Call{}
	var list []*call.Call
	for i := range 3 {
		outgoing, err := client.Prepare(&model.Request{Model: "gpt-4.1",
			Messages: []model.Message{{Role: model.User, Text: fmt.Sprint("question ", i)}}})
		if err != nil {
			t.Fatal(err)
		}
		list, calls[outgoing.Key().String()] = append(list, outgoing), outgoing
	}
	id, err := batches.Submit(ctx, list)
	if err != nil {
		t.Fatal(err)
	}
	official := openai.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey(fakemodel.Key))
	for {
		s, err := batches.Status(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if s.State.Ended() {
			theirs, err := official.Batches.Get(ctx, id)
			if err != nil || string(theirs.Status) != s.Raw || int(theirs.RequestCounts.Total) != s.Total ||
				int(theirs.RequestCounts.Completed) != s.Done || theirs.ExpiresAt != s.Expires.Unix() {
				t.Errorf("%+v, the official client has %s, %v", s, theirs.RawJSON(), err)
			}
			break
		}
	}
	n := 0
	err = batches.Collect(ctx, id, func(customID string, e *call.Exchange, f *call.Failure) error {
		n++
		if f != nil {
			return f
		}
		reply, err := call.Reread(calls[customID], e, call.Live)
		if err != nil {
			return err
		}
		got := reply.Result.Value.(*model.Response)
		sameResponse(t, got, e.Body)
		if !strings.HasPrefix(got.Text, "echo: question") {
			t.Errorf("%s: %q", customID, got.Text)
		}
		return nil
	})
	if err != nil || n != 3 {
		t.Errorf("%d lines, %v", n, err)
	}
	if err := batches.Remove(ctx, id); err != nil {
		t.Error(err)
	}
}
