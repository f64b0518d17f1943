package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/fake"
)

// faulty is a fake of one provider, a connection to it and what its faults must become.
type faulty struct {
	server   *fake.Server
	conn     *Connection
	model    string
	outcomes map[fake.Fault]outcome
	hints    bool // it says in a way of its own when to come back, on RateLimitInfo
}

// checkAll has the fake do every fault there is.
func (f *faulty) checkAll(t *testing.T) {
	outcomes := map[fake.Fault]outcome{}
	for fault, want := range f.outcomes {
		outcomes[fault] = want
	}
	if f.hints {
		f.checkHint(t)
		delete(outcomes, fake.RateLimitInfo)
		outcomes[fake.RateLimitInfo] = outcome{kind: model.RateLimited}
	}
	for _, fault := range append([]fake.Fault{fake.None}, fake.Faults...) {
		if f.hints && fault == fake.RateLimitInfo {
			continue
		}
		want, ok := outcomes[fault]
		if !ok {
			t.Errorf("fault %q has no outcome in the table", fault)
			continue
		}
		t.Run(string(fault), func(t *testing.T) { f.check(t, fault, want) })
	}
}

func (f *faulty) check(t *testing.T, fault fake.Fault, want outcome) {
	limit := time.Minute
	if fault == fake.Hang || fault == fake.SlowBody {
		limit = 150 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	f.server.Next(fault)
	r := ask1("What was revenue?")
	r.Model = f.model
	got, err := clientOf(f.conn).Ask(ctx, r)
	checkOutcome(t, fault, want, got, err)
	noKeyIn(t, fake.Key, got, err)
	noKeyIn(t, fake.SecretKey, got, err)
}

// checkHint is a limit that says only in the provider's own way when to come back.
func (f *faulty) checkHint(t *testing.T) {
	f.server.Next(fake.RateLimitInfo)
	r := ask1("What was revenue?")
	r.Model = f.model
	_, err := clientOf(f.conn).Ask(context.Background(), r)
	var failure *model.Failure
	if !errors.As(err, &failure) || failure.Kind != model.RateLimited || failure.RetryAfter <= 0 || failure.RetryAfter > time.Minute {
		t.Errorf("hint: %v", err)
	}
}

// commonOutcomes is what the connection's faults become at every provider.
func commonOutcomes(more map[fake.Fault]outcome) map[fake.Fault]outcome {
	all := map[fake.Fault]outcome{
		fake.None:             {stop: model.Complete},
		fake.RateLimitSeconds: {kind: model.RateLimited},
		fake.RateLimitMillis:  {kind: model.RateLimited},
		fake.RateLimitDate:    {kind: model.RateLimited},
		fake.RateLimitInfo:    {kind: model.RateLimited},
		fake.RateLimitBare:    {kind: model.RateLimited},
		fake.QuotaExhausted:   {kind: model.NoQuota, next: "credit"},
		fake.ServerError:      {kind: model.ServerFault},
		fake.Unavailable:      {kind: model.Overload},
		fake.Overloaded:       {kind: model.Overload},
		fake.TimedOut:         {kind: model.Timeout},
		fake.Forbidden:        {kind: model.Forbidden},
		fake.UnknownModel:     {kind: model.NoModel, next: "assay models check"},
		fake.TooLong:          {kind: model.TooLong, next: "window"},
		fake.BadParameter:     {kind: model.Unsupported, next: "leave out temperature"},
		fake.Hang:             {kind: model.Timeout},
		fake.SlowBody:         {kind: model.Timeout},
		fake.Drop:             {kind: model.Unreachable},
		fake.CutBody:          {kind: model.CutOff},
		fake.MalformedJSON:    {kind: model.Malformed},
		fake.EmptyBody:        {kind: model.Malformed},
		fake.HTMLPage:         {kind: model.ServerFault, next: "proxy"},
		fake.ErrorIn200:       {kind: model.Overload},
		fake.Refusal:          {stop: model.Refused},
		fake.Incomplete:       {stop: model.Truncated},
		fake.ContentFilter:    {stop: model.Filtered},
		fake.Recitation:       {stop: model.Recitation},
		fake.BlockedPrompt:    {stop: model.Blocked},
		fake.WrongModel:       {stop: model.Complete},
		fake.NoText:           {stop: model.Empty},
	}
	for fault, want := range more {
		all[fault] = want
	}
	return all
}

func anthropicFake(t testing.TB, version string, o fake.Options) (*fake.Server, *Connection) {
	t.Helper()
	server := fake.NewAnthropic(o)
	t.Cleanup(server.Close)
	return server, connectTo(t, Settings{Provider: "anthropic", BaseURL: server.URL, Version: version}, fake.Key)
}

func TestAnthropicFaults(t *testing.T) {
	for _, version := range []string{"", "2023-06-01"} {
		t.Run("version "+version, func(t *testing.T) {
			server, conn := anthropicFake(t, version, fake.Options{})
			(&faulty{server, conn, "claude-haiku-5-5", commonOutcomes(map[fake.Fault]outcome{
				fake.Unavailable:   {kind: model.ServerFault},
				fake.Unauthorized:  {kind: model.BadKey, next: "ANTHROPIC_API_KEY"},
				fake.EchoedKey:     {kind: model.BadKey, next: "ANTHROPIC_API_KEY"},
				fake.ContentFilter: {stop: model.Refused},
				fake.Recitation:    {stop: model.Refused},
				fake.BlockedPrompt: {stop: model.Refused},
			}), true}).checkAll(t)
		})
	}
}

// claudeRequests exercise every field of a request. The companies are invented.
func claudeRequests() map[string]*model.Request {
	rich := richRequests()
	full, docs := *rich["full"], *rich["full"]
	full.Model, full.Tier = "claude-haiku-4-5", "priority"
	docs.Model, docs.Schema, docs.Effort, docs.MaxTokens = "claude-sonnet-5-5", nil, "minimal", 0
	docs.Messages = append([]model.Message(nil), docs.Messages...)
	docs.Messages[2].Cache = true
	budget := model.Request{Model: "claude-haiku-4-5", Effort: "high", Temperature: ptr(0.2), MaxTokens: 100_000,
		Messages: []model.Message{{Role: model.User, Text: "Think."}}}
	limits := &model.Schema{Name: "limits", JSON: json.RawMessage(`{"$schema":"x","type":"object","properties":{"z":{"type":"number","minimum":0},
		"a":{"type":"array","items":{"type":"object","properties":{"minimum":{"type":"string","pattern":"x"}}},"maxItems":3}},"required":["z"]}`)}
	return map[string]*model.Request{
		"full": &full, "documents": &docs, "budget": &budget,
		"limits":  {Model: "claude-opus-5-5", Effort: "none", Schema: limits, Messages: []model.Message{{Role: model.User, Text: "Limits?"}}},
		"unknown": {Model: "claude-next", Effort: "max", Tier: "flex", Messages: []model.Message{{Role: model.User, Text: "Who?"}}},
	}
}

func TestAnthropicBodies(t *testing.T) {
	for _, version := range []string{"2026-10-21", "2023-06-01"} {
		_, conn := anthropicFake(t, version, fake.Options{})
		for name, r := range claudeRequests() {
			t.Run(version+" "+name, func(t *testing.T) {
				call := preparedTwice(t, conn, r)
				checkGolden(t, "anthropic_"+version+"_"+name+".txt", describe(call))
				if call.Header.Get("Anthropic-Version") != version {
					t.Errorf("version %q", call.Header.Get("Anthropic-Version"))
				}
			})
		}
	}
}

// preparedTwice is the call of a request, which must not differ from one time to another nor hold the key.
func preparedTwice(t *testing.T, conn *Connection, r *model.Request) *model.Call {
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
	if said := fmt.Sprint(first.Header, first.URL); strings.Contains(said, fake.Key) || strings.Contains(said, "Authorization") {
		t.Error("the call holds the key")
	}
	return first
}

// The fake refuses what the real API refuses, so what it answers was well formed.
func TestAnthropicAnswers(t *testing.T) {
	for _, version := range []string{"2026-10-21", "2023-06-01"} {
		server, conn := anthropicFake(t, version, fake.Options{Answer: func(p fake.Prompt) fake.Answer {
			a := fake.Echo(p)
			if len(p.Schema) == 0 {
				a.Text = "Größe: Revenue was $12.3 million & rose 4%. So much for that."
			}
			a.InputTokens, a.CachedTokens, a.OutputTokens, a.ReasoningTokens = 900, 500, 40, 7
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
			if got.Stop != model.Complete || got.Usage != want || got.Served != r.Model || got.ID == "" || strings.Contains(got.Text, "What is asked") {
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

func TestAnthropicReplies(t *testing.T) {
	cases := map[string]struct {
		body   string
		stop   model.Stop
		reason string
		text   string
		cited  []model.Citation
		usage  catalog.Usage
	}{
		"blocks and citations": {
			`{"type":"message","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Größe: "},
			{"type":"text","text":"12","citations":[{"type":"char_location","cited_text":"12.3","document_index":0,"document_title":"T"},
			{"type":"page_location","cited_text":"p","document_index":9,"document_title":"Other"},
			{"type":"search_result_location","cited_text":"s","source":"https://nordwind.example","title":"Found"},
			{"type":"web_search_result_location","cited_text":"w","url":"https://web.example","title":"Web"}]}],
			"stop_reason":"end_turn","usage":{"input_tokens":3,"cache_read_input_tokens":5,"cache_creation_input_tokens":9,
			"cache_creation":{"ephemeral_5m_input_tokens":2,"ephemeral_1h_input_tokens":7},"output_tokens":4,"output_tokens_details":{"thinking_tokens":1}}}`,
			model.Complete, "end_turn", "Größe: 12",
			[]model.Citation{{Source: "doc-1", Title: "Ten-K", Quote: "12.3", Start: 9, End: 11}, {Source: "Other", Title: "Other", Quote: "p", Start: 9, End: 11},
				{Source: "https://nordwind.example", Title: "Found", Quote: "s", Start: 9, End: 11}, {Source: "https://web.example", Title: "Web", Quote: "w", Start: 9, End: 11}},
			catalog.Usage{Input: 17, CachedInput: 5, CacheWrite: 2, CacheWriteLong: 7, Output: 4, Reasoning: 1, Known: catalog.PartAll},
		},
		"refused":   {`{"type":"message","content":[],"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":"No."}}`, model.Refused, "refusal: cyber (No.)", "", nil, catalog.Usage{}},
		"paused":    {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"pause_turn"}`, model.Unfinished, "pause_turn", "a", nil, catalog.Usage{}},
		"tool":      {`{"type":"message","content":[],"stop_reason":"tool_use"}`, model.Unfinished, "tool_use", "", nil, catalog.Usage{}},
		"context":   {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"model_context_window_exceeded"}`, model.Context, "model_context_window_exceeded", "a", nil, catalog.Usage{}},
		"new word":  {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"moonset"}`, model.Unfinished, "moonset", "a", nil, catalog.Usage{}},
		"no word":   {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":null}`, model.Unfinished, "", "a", nil, catalog.Usage{}},
		"blank":     {`{"type":"message","content":[{"type":"text","text":" \n"}],"stop_reason":"stop_sequence"}`, model.Empty, "stop_sequence", " \n", nil, catalog.Usage{}},
		"bad usage": {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"max_tokens","usage":{"input_tokens":-1,"output_tokens":2}}`, model.Truncated, "max_tokens", "a", nil, catalog.Usage{}},
		"part usage": {`{"type":"message","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":8,"output_tokens":2}}`, model.Complete, "end_turn", "a", nil,
			catalog.Usage{Input: 8, Output: 2, Known: catalog.PartInput | catalog.PartOutput | catalog.PartSearches}},
	}
	_, conn := anthropicFake(t, "", fake.Options{})
	reader := claudeReader{reading: conn.end.reading("claude-opus-5"), documents: []model.Document{{Title: "Ten-K", Source: "doc-1"}}}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			result, err := reader.message(&model.Exchange{Status: 200, Body: []byte(c.body)})
			if err != nil {
				t.Fatal(err)
			}
			got := result.Value.(*model.Response)
			if got.Stop != c.stop || got.Reason != c.reason || got.Text != c.text || got.Usage != c.usage || fmt.Sprint(got.Citations) != fmt.Sprint(c.cited) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestAnthropicErrors(t *testing.T) {
	cases := map[string]struct {
		status     int
		word, said string
		kind       model.Kind
		next       string
	}{
		"spent key":     {400, "invalid_request_error", "Your credit balance is too low to access the API", model.NoQuota, "credit"},
		"spend limit":   {429, "rate_limit_error", "enforced_spend_limit_reached", model.NoQuota, "credit"},
		"gone":          {404, "not_found_error", "model: claude-sonnet-4-5", model.NoModel, "claude-sonnet-5-5"},
		"context":       {400, "invalid_request_error", "input length and max_tokens exceed context limit", model.TooLong, "window"},
		"sampling":      {400, "invalid_request_error", "temperature: sampling parameters are not supported", model.Unsupported, "temperature"},
		"unknown type":  {418, "tea_error", "tea", model.BadRequest, ""},
		"large":         {413, "request_too_large", "Request exceeds the maximum size", model.TooLong, "shorten"},
		"in a good one": {200, "tea_error", "tea", model.ServerFault, ""},
	}
	_, conn := anthropicFake(t, "", fake.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			body, _ := json.Marshal(map[string]any{"type": "error", "error": map[string]string{"type": c.word, "message": c.said}})
			reader := claudeReader{reading: conn.end.reading("claude-sonnet-4-5")}
			_, err := reader.message(&model.Exchange{Status: c.status, Body: body, Began: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)})
			var f *model.Failure
			if !errors.As(err, &f) || f.Kind != c.kind || !strings.Contains(f.Next, c.next) || f.Code != c.word {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAnthropicRefusesSearch(t *testing.T) {
	for _, provider := range []string{"anthropic", "gemini", "bedrock"} {
		conn := connectTo(t, Settings{Provider: provider, BaseURL: "http://127.0.0.1:1"}, "k")
		r := ask1("Find it.")
		r.Search = &model.FileSearch{Stores: []string{"vs_1"}}
		if _, err := clientOf(conn).Ask(context.Background(), r); model.KindOf(err) != model.BadRequest {
			t.Errorf("%s: %v", provider, err)
		}
	}
}

func TestAnthropicVersions(t *testing.T) {
	if _, err := Open(Settings{Provider: "anthropic", Version: "latest"}); err == nil {
		t.Error("a version that is no date was taken")
	}
	_, one := anthropicFake(t, "2023-06-01", fake.Options{})
	two := connectTo(t, Settings{Provider: "anthropic", BaseURL: one.BaseURL}, fake.Key)
	r := ask1("Hello")
	r.Model = "claude-opus-5"
	if preparedTwice(t, one, r).Key() == preparedTwice(t, two, r).Key() {
		t.Error("two versions of the API have one key")
	}
}

func TestAnthropicModels(t *testing.T) {
	_, conn := anthropicFake(t, "", fake.Options{})
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
	_, conn := anthropicFake(t, "", fake.Options{})
	r := &model.Request{Model: "claude-opus-5"}
	for i := range 7 {
		role := model.User
		if i%2 == 1 {
			role = model.Assistant
		}
		r.Messages = append(r.Messages, model.Message{Role: role, Text: fmt.Sprint("turn ", i), Cache: true})
	}
	body := preparedTwice(t, conn, r).Body
	if n := bytes.Count(body, []byte("cache_control")); n != claudeCachePoints || bytes.Contains(body[:bytes.Index(body, []byte("turn 3"))], []byte("cache_control")) {
		t.Errorf("%d places in %s", n, body)
	}
	if got, err := clientOf(conn).Ask(context.Background(), r); err != nil || !got.Answered() {
		t.Errorf("%v, %v", got, err)
	}
}

func TestNarrow(t *testing.T) {
	deep := strings.Repeat(`{"items":`, 100) + "{}" + strings.Repeat("}", 100)
	cases := map[string]struct {
		d        dialect
		in, want string
		lost     string
		fails    bool
	}{
		"closed":   {claudeSchemas, `{"type":"object","properties":{"b":{"type":"object"},"a":true}}`, `{"type":"object","properties":{"b":{"type":"object","additionalProperties":false},"a":true},"additionalProperties":false}`, "[]", false},
		"opened":   {claudeSchemas, `{"properties":{},"additionalProperties":{"type":"string"}}`, `{"properties":{},"additionalProperties":false}`, "[additionalProperties]", false},
		"names":    {claudeSchemas, `{"$defs":{"minimum":{"minimum":1}},"enum":[{"minimum":1}]}`, `{"$defs":{"minimum":{}},"enum":[{"minimum":1}]}`, "[minimum]", false},
		"gemini":   {geminiSchemas, `{"$schema":"s","type":"string","pattern":"x","minLength":1,"anyOf":[{"const":1},{"type":"null"}]}`, `{"type":"string","anyOf":[{},{"type":"null"}]}`, "[const minLength pattern]", false},
		"deep":     {claudeSchemas, deep, "", "", true},
		"no json":  {claudeSchemas, `{"type":`, "", "", true},
		"two":      {claudeSchemas, `{} {}`, "", "", true},
		"no list":  {claudeSchemas, `{"anyOf":{}}`, "", "", true},
		"a string": {claudeSchemas, `"object"`, "", "", true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, lost, err := narrow(json.RawMessage(c.in), c.d)
			if c.fails {
				if model.KindOf(err) != model.BadRequest {
					t.Errorf("got %s, %v", got, err)
				}
				return
			}
			if err != nil || string(got) != c.want || fmt.Sprint(lost) != c.lost {
				t.Errorf("got %s, %v, %v", got, lost, err)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct{ levels, effort, want string }{
		{"low,medium,high", "minimal", "low"}, {"low,medium,high", "max", "high"}, {"minimal,high", "medium", "minimal"},
		{"low,high", "none", "low"}, {"low,medium,high,max", "xhigh", "high"}, {"low,medium,high", "medium", "medium"},
	} {
		if got := nearest(strings.Split(c.levels, ","), c.effort); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.effort, c.levels, got, c.want)
		}
	}
}

// checkRead has a reader take any body: it must not panic, never answer without a word, and fail with a
// kind.
func checkRead(t *testing.T, c *model.Call, status int, body []byte) {
	result, err := c.Read(&model.Exchange{Status: status, Body: body})
	if err != nil {
		if model.KindOf(err) == "" {
			t.Fatalf("a failure without a kind: %v", err)
		}
		return
	}
	switch v := result.Value.(type) {
	case *model.Response:
		if v.Answered() && strings.TrimSpace(v.Text) == "" {
			t.Fatalf("an answer without a word: %q", body)
		}
		for _, cited := range v.Citations {
			if cited.Start < 0 || cited.End > len(v.Text) || cited.Start > cited.End {
				t.Fatalf("citation %+v of %q", cited, v.Text)
			}
		}
		if v.Usage.Valid() != nil {
			t.Fatalf("usage %+v", v.Usage)
		}
	case *model.Embeddings:
		if len(v.Vectors) != 2 || v.Usage.Valid() != nil {
			t.Fatalf("%d vectors, usage %+v", len(v.Vectors), v.Usage)
		}
	case *model.Ranking:
		if len(v.Scores) != 2 || math.IsNaN(v.Scores[0]+v.Scores[1]) || v.Usage.Valid() != nil {
			t.Fatalf("ranking %+v", v)
		}
	}
}

func FuzzAnthropicRead(f *testing.F) {
	f.Add(200, []byte(`{"type":"message","content":[{"type":"text","text":"a","citations":[{"document_index":1}]}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":9223372036854775807,"cache_read_input_tokens":9223372036854775807}}`))
	f.Add(529, []byte(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`))
	f.Add(200, []byte(`{"type":"message","content":null}`))
	conn, err := Open(Settings{Provider: "anthropic", Env: func(string) string { return "" }})
	if err != nil {
		f.Fatal(err)
	}
	r := ask1("x")
	r.Model = "claude-opus-5"
	call, err := clientOf(conn).Prepare(r)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) { checkRead(t, call, status, body) })
}
