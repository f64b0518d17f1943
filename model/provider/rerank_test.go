package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// rankers are the fakes that rerank, with a model of each.
func rankers(t testing.TB) map[string]struct {
	server *fakemodel.Server
	conn   *Connection
	model  string
} {
	type ranker = struct {
		server *fakemodel.Server
		conn   *Connection
		model  string
	}
	all := map[string]ranker{}
	add := func(name, id string, s *fakemodel.Server) {
		t.Cleanup(s.Close)
		c := connectTo(t, Settings{Provider: name, BaseURL: s.URL, KeyVar: "RANK_KEY"}, fakemodel.Key)
		all[name] = ranker{s, c, id}
	}
	add("cohere", "rerank-v3.5", fakemodel.NewCohere(fakemodel.Options{}))
	add("jina", "jina-reranker-v2-base-multilingual", fakemodel.NewJina(fakemodel.Options{}))
	add("vllm-rerank", "BAAI/bge-reranker-v2-m3", fakemodel.NewJina(fakemodel.Options{}))
	add("tei", "", fakemodel.NewTEI(fakemodel.Options{Key: fakemodel.Key}))
	return all
}

// checkRanks has a server score documents of which it knows which are near.
func checkRanks(t *testing.T, conn *Connection, name string) *model.Ranking {
	t.Helper()
	documents := make([]string, 70)
	for i := range documents {
		documents[i] = fmt.Sprintf("Item %d speaks of something else entirely.", i)
	}
	documents[67], documents[3] = "Nordwind freight revenue rose", "Nordwind revenue"
	got, err := clientOf(conn).Rank(context.Background(),
		&model.RerankRequest{Model: name, Query: "Nordwind freight revenue rose", Documents: documents})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Scores) != len(documents) {
		t.Fatalf("%d scores", len(got.Scores))
	}
	for i, s := range got.Scores {
		if i != 67 && s >= got.Scores[67] || i != 67 && i != 3 && s >= got.Scores[3] {
			t.Errorf("document %d has %g, the best have %g and %g", i, s, got.Scores[67], got.Scores[3])
		}
	}
	return got
}

func TestRerank(t *testing.T) {
	all := rankers(t)
	if len(all) != 4 {
		t.Fatal("too few servers")
	}
	for name, r := range all {
		t.Run(name, func(t *testing.T) {
			got := checkRanks(t, r.conn, r.model)
			calls, want := len(r.server.Calls()), 1
			if name == "tei" {
				want = 3 // of 32 documents at most
			}
			if calls != want {
				t.Errorf("%d calls, want %d", calls, want)
			}
			if name == "cohere" && got.Usage != (catalog.Usage{Searches: 1, Known: catalog.PartAll}) {
				t.Errorf("usage %+v", got.Usage)
			}
			if name == "jina" && (got.Usage.Input == 0 || got.Usage.Known != catalog.PartAll) {
				t.Errorf("usage %+v", got.Usage)
			}
		})
	}
}

func TestRerankFaults(t *testing.T) {
	outcomes := map[fakemodel.Fault][]call.Kind{
		fakemodel.RateLimitSeconds: {call.RateLimited, call.Overload}, fakemodel.RateLimitMillis: {call.RateLimited, call.Overload},
		fakemodel.RateLimitDate: {call.RateLimited, call.Overload}, fakemodel.RateLimitBare: {call.RateLimited, call.Overload},
		fakemodel.RateLimitInfo:  {call.RateLimited, call.Overload},
		fakemodel.QuotaExhausted: {call.NoQuota, call.Overload}, fakemodel.ServerError: {call.ServerFault},
		fakemodel.Unavailable: {call.Overload},
		fakemodel.Overloaded:  {call.Overload}, fakemodel.TimedOut: {call.Timeout, call.ServerFault}, fakemodel.Unauthorized: {call.BadKey},
		fakemodel.EchoedKey: {call.BadKey}, fakemodel.Forbidden: {call.Forbidden, call.BadKey},
		fakemodel.UnknownModel: {call.NoModel, call.ServerFault},
		fakemodel.TooLong:      {call.TooLong}, fakemodel.Drop: {call.Unreachable}, fakemodel.CutBody: {call.CutOff},
		fakemodel.MalformedJSON: {call.Malformed}, fakemodel.EmptyBody: {call.Malformed}, fakemodel.HTMLPage: {call.ServerFault},
		fakemodel.ErrorIn200: {call.ServerFault, call.Malformed}, fakemodel.Incomplete: {call.Malformed}, fakemodel.NoText: {call.Malformed},
	}
	for name, r := range rankers(t) {
		for fault, kinds := range outcomes {
			t.Run(name+" "+string(fault), func(t *testing.T) {
				r.server.Next(fault)
				got, err := clientOf(r.conn).Rank(context.Background(), &model.RerankRequest{Model: r.model, Query: "q", Documents: []string{"a", "b"}})
				var f *call.Failure
				if !errors.As(err, &f) || got != nil {
					t.Fatalf("got %+v, %v", got, err)
				}
				if f.Kind != kinds[0] && f.Kind != kinds[len(kinds)-1] {
					t.Errorf("kind %s, want one of %s: %v", f.Kind, kinds, err)
				}
				if fault == fakemodel.RateLimitSeconds && f.RetryAfter == 0 {
					t.Error("no hint of when to come back")
				}
				noKeyIn(t, fakemodel.Key, got, err)
			})
		}
	}
}

// Scores stand in the documents' order, and each document has one.
func TestRerankPlaces(t *testing.T) {
	cases := map[string]struct {
		body string
		want string
	}{
		"jina": {`{"model":"m","results":[{"index":1,"relevance_score":0.5},{"index":0,"relevance_score":-3}]}`, "[-3 0.5]"},
		"voyage": {`{"object":"list","data":[{"index":1,"relevance_score":0.5},{"index":0,"relevance_score":0}],` +
			`"usage":{"total_tokens":5}}`, "[0 0.5]"},
		"tei":       {`[{"index":1,"score":0.5},{"index":0,"score":0.25}]`, "[0.25 0.5]"},
		"too few":   {`{"results":[{"index":1,"relevance_score":0.5}]}`, ""},
		"none":      {`{"results":[]}`, ""},
		"twice":     {`[{"index":1,"score":0.5},{"index":1,"score":0.25}]`, ""},
		"outside":   {`[{"index":1,"score":0.5},{"index":2,"score":0.25}]`, ""},
		"negative":  {`[{"index":-1,"score":0.5},{"index":0,"score":0.25}]`, ""},
		"no index":  {`[{"score":0.5},{"index":0,"score":0.25}]`, ""},
		"no score":  {`[{"index":1},{"index":0,"score":0.25}]`, ""},
		"null":      {`null`, ""},
		"something": {`{"object":"list"}`, ""},
	}
	conn := connectTo(t, Settings{Provider: "tei", BaseURL: "http://127.0.0.1:1"}, "")
	for name, c := range cases {
		result, err := rerankReader{conn.end.reading("m"), 2}.ranking(&call.Exchange{Status: 200, Body: []byte(c.body)})
		switch {
		case c.want == "" && call.KindOf(err) != call.Malformed:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err != nil || fmt.Sprint(result.Value.(*model.Ranking).Scores) != c.want):
			t.Errorf("%s: %+v, %v", name, result.Value, err)
		}
	}
}

func TestRerankBodies(t *testing.T) {
	r := &model.RerankRequest{Model: "m", Query: "Q&A", Documents: []string{"a", "b"}}
	want := map[string]string{
		"cohere":      `/v2/rerank {"model":"m","query":"Q&A","documents":["a","b"]}`,
		"jina":        `/v1/rerank {"model":"m","query":"Q&A","documents":["a","b"],"return_documents":false}`,
		"vllm-rerank": `/v1/rerank {"model":"m","query":"Q&A","documents":["a","b"]}`,
		"voyage":      `/v1/rerank {"model":"m","query":"Q&A","documents":["a","b"],"truncation":false}`,
		"tei":         `/rerank {"query":"Q&A","texts":["a","b"]}`,
	}
	for name, text := range want {
		base := "http://127.0.0.1:1"
		if name == "voyage" || name == "vllm-rerank" {
			base += "/v1"
		}
		conn := connectTo(t, Settings{Provider: name, BaseURL: base}, "k")
		c, err := conn.Wire.Rerank(r)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimPrefix(c.URL, "http://127.0.0.1:1") + " " + string(c.Body); got != text {
			t.Errorf("%s:\n got %s\nwant %s", name, got, text)
		}
	}
}

func TestCohereAndTEIEmbed(t *testing.T) {
	texts := make([]string, 100)
	for i := range texts {
		texts[i] = fmt.Sprint("Nordwind sentence ", i)
	}
	all := rankers(t)
	for name, c := range map[string]struct {
		model             string
		dimensions, calls int
	}{"cohere": {"embed-v4.0", 256, 2}, "tei": {"", 0, 4}} {
		r := all[name]
		got, err := clientOf(r.conn).Embed(context.Background(), &model.EmbedRequest{Model: c.model, Texts: texts,
			Purpose: model.ForDocument, Dimensions: c.dimensions})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(got.Vectors) != 100 || len(r.server.Calls()) != c.calls || c.dimensions > 0 && len(got.Vectors[99]) != c.dimensions {
			t.Errorf("%s: %d vectors, %d calls", name, len(got.Vectors), len(r.server.Calls()))
		}
		if name == "cohere" && (got.Usage.Input == 0 || !strings.Contains(string(r.server.Calls()[0].Body), `"input_type":"search_document"`)) {
			t.Errorf("usage %+v", got.Usage)
		}
		if name == "tei" && (got.Usage.Known != 0 || len(got.Dropped) != 1) {
			t.Errorf("usage %+v, dropped %v", got.Usage, got.Dropped)
		}
		for _, fault := range []fakemodel.Fault{fakemodel.Incomplete, fakemodel.MalformedJSON, fakemodel.EmptyBody} {
			r.server.Next(fault)
			if _, err := clientOf(r.conn).Embed(context.Background(), &model.EmbedRequest{Model: c.model,
				Texts: texts[:4]}); fault != fakemodel.Incomplete && call.KindOf(err) != call.Malformed {
				t.Errorf("%s, %s: %v", name, fault, err)
			}
		}
	}
	models, err := clientOf(all["tei"].conn).List(context.Background())
	if err != nil || len(models) != 1 || models[0].ID == "" || models[0].Input == 0 {
		t.Errorf("models %+v, %v", models, err)
	}
}

func TestJinaEmbeds(t *testing.T) {
	var body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := make([]byte, r.ContentLength)
		r.Body.Read(text)
		body = r.URL.Path + " " + string(text)
		fmt.Fprint(w, `{"model":"jina-embeddings-v3","data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1,0]}],`+
			`"usage":{"total_tokens":6}}`)
	}))
	defer server.Close()
	conn := connectTo(t, Settings{Provider: "jina", BaseURL: server.URL}, "jina_0123456789")
	got, err := clientOf(conn).Embed(context.Background(), &model.EmbedRequest{Model: "jina-embeddings-v3",
		Texts: []string{"a", "b"}, Purpose: model.ForQuery})
	if err != nil || fmt.Sprint(got.Vectors) != "[[1 0] [0 1]]" || got.Usage != (catalog.Usage{Input: 6, Known: catalog.PartAll}) {
		t.Errorf("%+v, %v", got, err)
	}
	if want := `/v1/embeddings {"model":"jina-embeddings-v3","input":["a","b"],"task":"retrieval.query","truncate":false}`; body != want {
		t.Errorf("got %s", body)
	}
}

// Servers of one's own have no address to fall back on.
func TestRerankNeedsAddress(t *testing.T) {
	for _, name := range []string{"tei", "vllm-rerank"} {
		if _, err := Open(Settings{Provider: name, Env: func(string) string {
			return ""
		}}); err == nil || !strings.Contains(err.Error(), "base_url") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRerankRead(f *testing.F) {
	f.Add(200, []byte(`[{"index":1,"score":0.5},{"index":0,"score":0.25}]`))
	f.Add(200, []byte(`{"results":[{"index":0,"relevance_score":1e300},{"index":1,"relevance_score":0}],`+
		`"meta":{"billed_units":{"search_units":1e99}}}`))
	f.Add(200, []byte(`{"embeddings":{"float":[[1],[2]]},"meta":{"billed_units":{"input_tokens":0.5}}}`))
	f.Add(422, []byte(`{"error":"x","error_type":"tokenizer"}`))
	conn := connectTo(f, Settings{Provider: "cohere"}, "k")
	rank, err := conn.Wire.Rerank(&model.RerankRequest{Model: "m", Query: "q", Documents: []string{"a", "b"}})
	if err != nil {
		f.Fatal(err)
	}
	embed, err := conn.Wire.Embed(&model.EmbedRequest{Model: "m", Texts: []string{"a", "b"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		checkRead(t, rank, status, body)
		checkRead(t, embed, status, body)
	})
}
