package provider

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

func geminiFake(t testing.TB, o fakemodel.Options) (*fakemodel.Server, *Connection) {
	t.Helper()
	server := fakemodel.NewGemini(o)
	t.Cleanup(server.Close)
	return server, connectTo(t, Settings{Provider: "gemini", BaseURL: server.URL + "/v1beta"}, fakemodel.Key)
}

func TestGeminiFaults(t *testing.T) {
	server, conn := geminiFake(t, fakemodel.Options{})
	(&faulty{server, conn, "gemini-3.8-flash", commonOutcomes(map[fakemodel.Fault]outcome{
		fakemodel.Unauthorized: {kind: call.BadKey, next: "GEMINI_API_KEY"},
		fakemodel.EchoedKey:    {kind: call.BadKey, next: "GEMINI_API_KEY"},
		fakemodel.Refusal:      {stop: model.Filtered},
	}), true}).checkAll(t)
}

// geminiRequests exercise every field of a request. The companies are invented.
func geminiRequests() map[string]*model.Request {
	rich := richRequests()
	full, ignoring := *rich["full"], *rich["full"]
	full.Model, full.Effort = "gemini-2.5-flash", "high"
	ignoring.Model = "gemini-3.8-flash"
	ignoring.Effort = "minimal"
	ignoring.Tier = ""
	ignoring.Schema = nil
	ignoring.Seed = ptr(int64(math.MaxInt32 + 1))
	return map[string]*model.Request{
		"full": &full, "ignoring": &ignoring,
		"pro":    {Model: "gemini-2.5-pro", Effort: "none", Messages: []model.Message{{Role: model.User, Text: "Hello"}}},
		"folder": {Model: "tunedModels/own one", Messages: []model.Message{{Role: model.User, Text: "Hello"}}},
	}
}

func TestGeminiBodies(t *testing.T) {
	_, conn := geminiFake(t, fakemodel.Options{})
	for name, r := range geminiRequests() {
		t.Run(name, func(t *testing.T) {
			c := preparedTwice(t, conn, r)
			path := strings.TrimPrefix(c.URL, conn.BaseURL)
			checkGolden(t, "gemini_"+name+".txt", append([]byte(path+"\n"), describe(c)...))
		})
	}
}

func TestGeminiAnswers(t *testing.T) {
	server, conn := geminiFake(t, fakemodel.Options{Answer: func(p fakemodel.Prompt) fakemodel.Answer {
		a := fakemodel.Echo(p)
		a.InputTokens = 900
		a.CachedTokens = 500
		a.OutputTokens = 40
		a.ReasoningTokens = 7
		return a
	}})
	for _, name := range []string{"full", "ignoring", "pro"} {
		got, err := clientOf(conn).Ask(context.Background(), geminiRequests()[name])
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		u := got.Usage
		if !got.Answered() || u.Input != 900 || u.CachedInput != 500 || u.Reasoning != 7 || u.Output < 40 ||
			u.Known != catalog.PartAll || got.Served != got.Asked || got.ID == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if n := len(server.Calls()); n != 3 {
		t.Errorf("%d calls", n)
	}
}

func TestGeminiReplies(t *testing.T) {
	one := func(finish, more string) string {
		return `{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"Grö"},{"text":"ße"}]},` +
			`"finishReason":"` + finish + `"` + more + `}]}`
	}
	cases := map[string]struct {
		body   string
		stop   model.Stop
		reason string
	}{
		"stop":         {one("STOP", ""), model.Complete, "STOP"},
		"cut":          {one("MAX_TOKENS", ""), model.Truncated, "MAX_TOKENS"},
		"continues":    {one("CONTINUATION", `,"continuationToken":"eA=="`), model.Unfinished, "CONTINUATION"},
		"language":     {one("LANGUAGE", `,"finishMessage":"unsupported"`), model.Filtered, "LANGUAGE: unsupported"},
		"new word":     {one("ECLIPSE", ""), model.Unfinished, "ECLIPSE"},
		"no word":      {one("", ""), model.Unfinished, ""},
		"other":        {one("OTHER", ""), model.Unfinished, "OTHER"},
		"personal":     {one("SPII", ""), model.Filtered, "SPII"},
		"no text":      {`{"candidates":[{"content":{"parts":[{"text":"hm","thought":true}]},"finishReason":"STOP"}]}`, model.Empty, "STOP"},
		"blocked":      {`{"promptFeedback":{"blockReason":"JAILBREAK"}}`, model.Blocked, "JAILBREAK"},
		"blocked, new": {`{"promptFeedback":{"blockReason":"ECLIPSE","blockReasonMessage":"dark"}}`, model.Blocked, "ECLIPSE: dark"},
	}
	_, conn := geminiFake(t, fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			result, err := geminiReader{conn.end.reading("m")}.content(&call.Exchange{Status: 200, Body: []byte(c.body)})
			if err != nil {
				t.Fatal(err)
			}
			got := result.Value.(*model.Response)
			if got.Stop != c.stop || got.Reason != c.reason || got.Text != "" && got.Text != "Größe" || got.Usage.Known != 0 {
				t.Errorf("got %+v", got)
			}
		})
	}
	if _, err := (geminiReader{conn.end.reading("m")}).content(&call.Exchange{Status: 200,
		Body: []byte(`{"usageMetadata":{}}`)}); call.KindOf(err) != call.Malformed {
		t.Errorf("neither an answer nor a reason: %v", err)
	}
}

func TestGeminiUsage(t *testing.T) {
	cases := map[string]struct {
		said geminiUsed
		want catalog.Usage
	}{
		"thoughts": {geminiUsed{Prompt: 10, Cached: 4, Candidates: 3, Thoughts: 2, Tools: 5},
			catalog.Usage{Input: 15, CachedInput: 4, Output: 5, Reasoning: 2, Known: catalog.PartAll}},
		"none":     {geminiUsed{}, catalog.Usage{}},
		"negative": {geminiUsed{Prompt: 10, Thoughts: -1}, catalog.Usage{}},
		"cached":   {geminiUsed{Prompt: 10, Cached: 11}, catalog.Usage{}},
		"huge": {geminiUsed{Prompt: 10, Candidates: math.MaxInt64, Thoughts: 1},
			catalog.Usage{Input: 10, Output: math.MaxInt64, Reasoning: 1, Known: catalog.PartAll}},
	}
	for name, c := range cases {
		if got := c.said.normal(); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestGeminiErrors(t *testing.T) {
	quota := func(id, value string) string {
		return `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"You exceeded your current quota","details":[
			{"@type":"QuotaFailure","violations":[{"quotaId":"` + id + `","quotaValue":"` + value +
			`"}]},{"@type":"RetryInfo","retryDelay":"46.5s"}]}}`
	}
	cases := map[string]struct {
		body string
		kind call.Kind
		wait time.Duration
	}{
		"a minute": {quota("RequestsPerMinute", "1000"), call.RateLimited, 46500 * time.Millisecond},
		"a day":    {quota("RequestsPerDayPerProject", "250"), call.NoQuota, 0},
		"nothing":  {quota("RequestsPerMinute", "0"), call.NoQuota, 0},
		"limit 0":  {`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"limit: 0\nPlease retry"}}`, call.NoQuota, 0},
		"limit 10": {`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"limit: 10"}}`, call.RateLimited, 0},
		"long wait": {`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"99999h"}]}}`,
			call.RateLimited, call.MaxWait},
		"in a list": {`[{"error":{"code":503,"status":"UNAVAILABLE","message":"overloaded"}}]`, call.Overload, 0},
		"bad key": {`{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"x",` +
			`"details":[{"reason":"API_KEY_INVALID"}]}}`, call.BadKey, 0},
		"country":    {`{"error":{"code":400,"status":"FAILED_PRECONDITION","message":"User location is not supported"}}`, call.Forbidden, 0},
		"new status": {`{"error":{"code":400,"status":"ECLIPSE","message":"dark"}}`, call.BadRequest, 0},
		"level": {`{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"Thinking level MINIMAL is not ` +
			`supported for this model"}}`, call.Unsupported, 0},
		"code of RPC": {`{"error":{"code":14,"message":"try again"}}`, call.Overload, 0},
	}
	_, conn := geminiFake(t, fakemodel.Options{})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := geminiReader{conn.end.reading("gemini-2.5-flash")}.content(&call.Exchange{Status: 400, Body: []byte(c.body)})
			var f *call.Failure
			if !errors.As(err, &f) || f.Kind != c.kind || f.RetryAfter != c.wait {
				t.Errorf("got %v, wait %s", err, f.RetryAfter)
			}
		})
	}
}

func TestGeminiEmbeds(t *testing.T) {
	server, conn := geminiFake(t, fakemodel.Options{})
	texts := make([]string, 230)
	for i := range texts {
		texts[i] = fmt.Sprint("Nordwind sentence ", i)
	}
	got, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: "gemini-embedding-001", Texts: texts,
		Purpose: model.ForDocument, Dimensions: 256})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Vectors) != len(texts) || len(server.Calls()) != 3 || !strings.Contains(string(server.Calls()[0].Body),
		`"taskType":"RETRIEVAL_DOCUMENT","outputDimensionality":256`) {
		t.Errorf("%d vectors, %d calls", len(got.Vectors), len(server.Calls()))
	}
	for i, v := range got.Vectors {
		sum := 0.0
		for _, f := range v {
			sum += float64(f) * float64(f)
		}
		if len(v) != 256 || math.Abs(sum-1) > 1e-5 {
			t.Fatalf("vector %d: %d dimensions, length² %g", i, len(v), sum)
		}
	}
	if one, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: "gemini-embedding-2",
		Texts: texts[:1], Purpose: model.ForQuery}); err != nil || len(one.Dropped) != 1 {
		t.Errorf("got %v, %v", one, err)
	}
	if _, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: "gemini-embedding-001",
		Texts: texts[:1], Dimensions: 7}); call.KindOf(err) != call.Unsupported {
		t.Errorf("7 dimensions: %v", err)
	}
}

func TestGeminiModels(t *testing.T) {
	_, conn := geminiFake(t, fakemodel.Options{})
	all, err := clientOf(conn).List(context.Background())
	if err != nil || len(all) < 5 {
		t.Fatalf("%d models, %v", len(all), err)
	}
	for _, m := range all {
		if strings.HasPrefix(m.ID, "models/") || m.ID == "" || m.Input == 0 {
			t.Errorf("model %+v", m)
		}
	}
}

// The key may stand under the other name; the first name wins.
func TestGeminiKeys(t *testing.T) {
	env := map[string]string{"GOOGLE_API_KEY": "other-key-of-google"}
	open := func() *Connection {
		c, err := Open(Settings{Provider: "gemini", Env: func(name string) string { return env[name] }})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := open(); !c.HasKey || c.KeyVar != "GOOGLE_API_KEY" || c.end.key.Reveal() != env["GOOGLE_API_KEY"] {
		t.Errorf("connection %+v", c)
	}
	env["GEMINI_API_KEY"] = "key-of-gemini"
	if c := open(); c.KeyVar != "GEMINI_API_KEY" || c.end.key.Reveal() != env["GEMINI_API_KEY"] {
		t.Errorf("connection %+v", c)
	}
}

func TestGeminiBatch(t *testing.T) {
	server, conn := geminiFake(t, fakemodel.Options{})
	b, err := newGeminiBatches(conn, conn.Sender)
	if err != nil {
		t.Fatal(err)
	}
	checkBatch(t, batchCase{server, conn, b, "gemini-3.8-flash"})
	for _, whole := range []fakemodel.Fate{fakemodel.Errored, fakemodel.Canceled, fakemodel.Expired} {
		server.PlanBatches(fakemodel.BatchPlan{Batch: whole})
		id, err := b.Submit(context.Background(), callsOf(t, conn, "gemini-3.8-flash", 2))
		if err != nil {
			t.Fatal(err)
		}
		err = b.Collect(context.Background(), id, func(string, *call.Exchange, *call.Failure) error { return nil })
		if call.KindOf(err) != call.BadRequest || !strings.Contains(err.Error(), "no replies") {
			t.Errorf("%s: %v", whole, err)
		}
	}
	other := callsOf(t, conn, "gemini-3.8-flash", 1)
	if _, err := b.Submit(context.Background(), append(other, callsOf(t, conn, "gemini-2.5-pro", 1)...)); call.KindOf(err) != call.BadRequest {
		t.Errorf("two models in one batch: %v", err)
	}
}

// Replies that end early are told from a list that ended.
func TestGeminiBatchCutOff(t *testing.T) {
	line := `{"metadata":{"key":"k"},"response":{"candidates":[]}}`
	for name, c := range map[string]struct {
		body string
		kind call.Kind
		n    int
	}{
		"whole":    {`{"name":"batches/x","response":{"inlinedResponses":{"inlinedResponses":[` + line + `,` + line + `]}}}`, "", 2},
		"cut":      {`{"name":"batches/x","response":{"inlinedResponses":{"inlinedResponses":[` + line + `,{"meta`, call.CutOff, 1},
		"cut list": {`{"name":"batches/x","response":{"inlinedResponses":{"inlinedResponses":[` + line, call.CutOff, 1},
		"no list":  {`{"name":"batches/x","response":{"responsesFile":"files/x"}}`, call.Malformed, 0},
		"no key":   {`{"name":"batches/x","response":{"inlinedResponses":{"inlinedResponses":[{}]}}}`, call.Malformed, 0},
		"no JSON":  {`{"name":"batches/x","response":{"inlinedResponses":{"inlinedResponses":[nope`, call.Malformed, 0},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Query().Has("fields") {
					fmt.Fprint(w, `{"name":"batches/x","metadata":{"state":"BATCH_STATE_SUCCEEDED"}}`)
					return
				}
				fmt.Fprint(w, c.body)
			}))
			defer server.Close()
			conn := connectTo(t, Settings{Provider: "gemini", BaseURL: server.URL}, fakemodel.Key)
			b, _ := newGeminiBatches(conn, conn.Sender)
			n := 0
			err := b.Collect(context.Background(), "batches/x", func(string, *call.Exchange, *call.Failure) error { n++; return nil })
			if call.KindOf(err) != c.kind || n != c.n {
				t.Errorf("%d lines, %v", n, err)
			}
		})
	}
}

func FuzzGeminiRead(f *testing.F) {
	f.Add(200, []byte(`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP",`+
		`"citationMetadata":{"citationSources":[{"startIndex":0,"endIndex":9}]}}],"usageMetadata":{"promptTokenCount":1,`+
		`"toolUsePromptTokenCount":9223372036854775807}}`))
	f.Add(429, []byte(`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"46s"}]}}`))
	f.Add(200, []byte(`[{"error":{}}]`))
	f.Add(200, []byte(`{"embeddings":[{"values":[1,0]},{"values":[0,1]}]}`))
	conn, err := Open(Settings{Provider: "gemini", Env: func(string) string { return "" }})
	if err != nil {
		f.Fatal(err)
	}
	r := ask1("x")
	r.Model = "gemini-3.8-flash"
	c, err := clientOf(conn).Prepare(r)
	if err != nil {
		f.Fatal(err)
	}
	vectors, err := conn.Wire.Embed(&model.EmbedRequest{Model: "gemini-embedding-001", Texts: []string{"a", "b"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		checkRead(t, c, status, body)
		checkRead(t, vectors, status, body)
	})
}
