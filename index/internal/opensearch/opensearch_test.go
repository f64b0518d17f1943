package opensearch

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/internal/fakeengine"
)

const password = "pass-word-0123456789"

var schema = index.Schema{{Name: "form", Kind: index.Text}, {Name: "year", Kind: index.Int},
	{Name: "weight", Kind: index.Float}, {Name: "audited", Kind: index.Bool}}

func options(s *fakeengine.Server) Options {
	return Options{Base: s.URL, Index: "filings", Shape: remote.Shape{Schema: schema, Dimension: 2, Metric: index.Cosine}, Queries: 4,
		Reach: remote.Reach{Env: func(name string) string {
			return map[string]string{"OPENSEARCH_USERNAME": "admin", "OPENSEARCH_PASSWORD": password}[name]
		}, Retry: &wrap.Retry{Tries: 3, Base: time.Millisecond, Total: time.Second}}}
}

func filled(t *testing.T, n int, change func(*Options)) (*fakeengine.Server, *Index) {
	t.Helper()
	s := fakeengine.NewOpenSearch("admin", password)
	t.Cleanup(s.Close)
	o := options(s)
	if change != nil {
		change(&o)
	}
	x, err := New(o)
	if err == nil {
		err = x.Create(t.Context())
	}
	if err == nil {
		err = x.Add(t.Context(), some(n))
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, x
}

func some(n int) []index.Record {
	var records []index.Record
	for i := range n {
		records = append(records, index.Record{ID: fmt.Sprint("s", i), Text: fmt.Sprint("goodwill number ", i), Vector: []float32{1, float32(i)},
			Fields: index.Fields{"year": int64(math.MaxInt64 - i), "form": "10-K"}})
	}
	return records
}

func like(k int) index.Query { return index.Query{Vector: []float32{1, 0.5}, Text: "goodwill", K: k} }

func TestFiltersInItsWords(t *testing.T) {
	for _, c := range []struct{ name, filter, want string }{
		{"text", `{"form": "10-K"}`, `{"term":{"fields.form":{"value":"10-K"}}}`},
		{"whole", `{"year": 9223372036854775807}`, `{"term":{"fields.year":{"value":9223372036854775807}}}`},
		{"in", `{"weight": {"$in": [1, 2.5]}}`, `{"terms":{"fields.weight":[1,2.5]}}`},
		{"not equal", `{"audited": {"$ne": true}}`, `{"bool":{"must_not":[{"term":{"fields.audited":{"value":true}}}]}}`},
		{"not in", `{"form": {"$nin": ["a", "b"]}}`, `{"bool":{"must_not":[{"terms":{"fields.form":["a","b"]}}]}}`},
		{"order", `{"year": {"$gte": 3}}`, `{"range":{"fields.year":{"gte":3}}}`},
		{"order of texts", `{"form": {"$lt": "a"}}`, `{"range":{"fields.form":{"lt":"a"}}}`},
		{"and, or", `{"year": 1, "$or": [{"form": "a"}, {"form": "b"}]}`,
			`{"bool":{"filter":[{"term":{"fields.year":{"value":1}}},{"bool":{"minimum_should_match":1,` +
				`"should":[{"term":{"fields.form":{"value":"a"}}},{"term":{"fields.form":{"value":"b"}}}]}}]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := index.ParseFilter([]byte(c.filter), schema)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := json.Marshal(translate(f)); err != nil || string(got) != c.want {
				t.Errorf("%s, %v; want %s", got, err, c.want)
			}
		})
	}
}

// TestRequestsMatchDocumentation holds the bodies of a making and of a search against what is documented.
func TestRequestsMatchDocumentation(t *testing.T) {
	two := 2
	s, x := filled(t, 1, func(o *Options) {
		o.Mode = Hybrid
		o.Shards = 6
		o.Replicas = &two
		o.Engine = "faiss"
		o.Links = 32
		o.EFConstruction = 256
		o.EF = 64
		o.Analyzer = "english"
	})
	if _, err := x.Search(t.Context(),
		[]index.Query{{Vector: []float32{1, 0.5}, Text: "goodwill", K: 7, Filter: index.Where(index.Fields{"form": "10-K"})}}); err != nil {
		t.Fatal(err)
	}
	calls := s.Calls()
	for i, want := range map[int]string{
		0: `{"mappings":{"dynamic":"strict","properties":{"fields":{"dynamic":"strict",` +
			`"properties":{"audited":{"type":"boolean"},"form":{"type":"keyword"},"weight":{"type":"double"},` +
			`"year":{"type":"long"}},"type":"object"},` +
			`"text":{"analyzer":"english","type":"text"},"vector":{"dimension":2,"method":{"engine":"faiss","name":"hnsw",` +
			`"parameters":{"ef_construction":256,"m":32},"space_type":"cosinesimil"},"type":"knn_vector"}}},` +
			`"settings":{"index":{"knn":true,"number_of_replicas":2,"number_of_shards":6}}}`,
		1: `{"index":{"_id":"s0"}}` + "\n" +
			`{"text":"goodwill number 0","vector":[1,0],"fields":{"form":"10-K","year":9223372036854775807}}` + "\n",
		3: "{}\n" + `{"_source":["fields"],"query":{"knn":{"vector":{"filter":{"term":{"fields.form":{"value":"10-K"}}},` +
			`"k":100,"method_parameters":{"ef_search":64},"vector":[1,0.5]}}},"size":100,"track_total_hits":false}` + "\n" +
			`{"search_type":"dfs_query_then_fetch"}` + "\n" +
			`{"_source":["fields"],"query":{"bool":{"filter":[{"term":{"fields.form":{"value":"10-K"}}}],` +
			`"must":[{"match":{"text":{"query":"goodwill"}}}]}},"size":100,"track_total_hits":false}` + "\n",
	} {
		if got := string(calls[i].Body); got != want {
			t.Errorf("%s %s: sent\n%s\nwant\n%s", calls[i].Method, calls[i].Path, got, want)
		}
	}
	if calls[2].Path != "/filings/_refresh" || calls[3].Path != "/filings/_msearch" || len(calls) != 4 {
		t.Errorf("%d calls, the third to %s and the fourth to %s", len(calls), calls[2].Path, calls[3].Path)
	}
}

// TestWritesAreVisibleToSearch: what was written is seen by the next search, and there is no refresh if nothing was written.
func TestWritesAreVisibleToSearch(t *testing.T) {
	s, x := filled(t, 9, nil)
	for range 3 {
		if results, err := x.Search(t.Context(), []index.Query{like(9)}); err != nil || len(results[0].Hits) != 9 {
			t.Fatalf("%+v, %v", results, err)
		}
	}
	refreshes := 0
	for _, c := range s.Calls() {
		if strings.HasSuffix(c.Path, "/_refresh") {
			refreshes++
		}
	}
	if refreshes != 1 {
		t.Errorf("%d refreshes after one write", refreshes)
	}
}

// meanwhile does something once, after a refresh that the server has answered and the caller has not heard of.
type meanwhile struct {
	do   func()
	once sync.Once
}

func (m *meanwhile) RoundTrip(r *http.Request) (*http.Response, error) {
	reply, err := http.DefaultTransport.RoundTrip(r)
	if strings.HasSuffix(r.URL.Path, "/_refresh") {
		m.once.Do(m.do)
	}
	return reply, err
}

// TestRefreshesAgain: what is written while a refresh is on its way is seen by the next search.
func TestRefreshesAgain(t *testing.T) {
	var m meanwhile
	_, x := filled(t, 3, func(o *Options) { o.HTTP = &http.Client{Transport: &m} })
	m.do = func() {
		if err := x.Add(t.Context(), some(5)); err != nil {
			t.Error(err)
		}
	}
	for _, want := range []int{3, 5} {
		if results, err := x.Search(t.Context(), []index.Query{like(9)}); err != nil || len(results[0].Hits) != want {
			t.Errorf("%d hits, want %d, %v", len(results[0].Hits), want, err)
		}
	}
}

// TestSettleShowsOtherWriters: one who wrote nothing makes visible what another process wrote.
func TestSettleShowsOtherWriters(t *testing.T) {
	s, _ := filled(t, 4, nil)
	another, err := New(options(s))
	if err == nil {
		err = another.Settle(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if n, err := another.Count(t.Context()); err != nil || n != 4 {
		t.Errorf("%d records of 4, %v", n, err)
	}
}

// TestSearchWidthByEngine: Lucene is told to look further than the hits that are asked for, faiss has a width of its own.
func TestSearchWidthByEngine(t *testing.T) {
	for engine, want := range map[string]bool{"lucene": true, "faiss": false} {
		s, x := filled(t, 1, func(o *Options) { o.Engine = engine })
		if _, err := x.Search(t.Context(), []index.Query{like(3)}); err != nil {
			t.Fatal(err)
		}
		calls := s.Calls()
		if got := strings.Contains(string(calls[len(calls)-1].Body), `"method_parameters":{"ef_search":256}`); got != want {
			t.Errorf("%s: %s", engine, calls[len(calls)-1].Body)
		}
	}
}

// TestHybridIsReciprocalRankFusion: hybrid is the sum of reciprocal ranks, worked out by hand.
func TestHybridIsReciprocalRankFusion(t *testing.T) {
	_, x := filled(t, 3, func(o *Options) { o.Mode = Hybrid })
	results, err := x.Search(t.Context(), []index.Query{{Vector: []float32{1, 0}, Text: "number 2", K: 3}})
	if err != nil || results[0].Err != nil || results[0].Metric != index.None {
		t.Fatalf("%+v, %v", results, err)
	}
	// By vector s0, s1, s2; by text s2, s0, s1.
	for i, want := range []struct {
		id    string
		score float64
	}{{"s0", 1.0/61 + 1.0/62}, {"s2", 1.0/63 + 1.0/61}, {"s1", 1.0/62 + 1.0/63}} {
		if h := results[0].Hits[i]; h.ID != want.id || math.Abs(h.Score-want.score) > 1e-12 || h.Rank != i+1 {
			t.Errorf("hit %d: %+v, want %+v", i+1, h, want)
		}
	}
}

func TestFailures(t *testing.T) {
	s, x := filled(t, 5, nil)
	if _, err := x.Count(t.Context()); err != nil { // refreshes
		t.Fatal(err)
	}
	for _, c := range []struct {
		fault fakeengine.Fault
		kind  call.Kind
		again bool
		says  string
	}{
		{fakeengine.Unauthorized, call.BadKey, false, "Unauthorized"},
		{fakeengine.EchoedKey, call.BadKey, false, "[key]"},
		{fakeengine.Forbidden, call.Forbidden, false, "no permissions"},
		{fakeengine.NotFound, call.BadRequest, false, "build the index first"},
		{fakeengine.Conflict, call.BadRequest, false, "another program writes"},
		{fakeengine.TooLarge, call.BadRequest, false, "smaller batch"},
		{fakeengine.Throttled, call.RateLimited, true, "queue is full"},
		{fakeengine.ServerError, call.ServerFault, true, "all shards failed"},
		{fakeengine.Unavailable, call.Overload, true, "no cluster manager"},
		{fakeengine.ItemThrottled, call.RateLimited, true, "rejected execution"},
		{fakeengine.ItemRefused, call.BadRequest, false, "failed to create query"},
		{fakeengine.ShardFailed, call.ServerFault, true, "1 shards did not answer: Data too large"},
		{fakeengine.Partial, call.Timeout, true, "out of time on a shard"},
		{fakeengine.ProxyPage, call.ServerFault, true, "Bad Gateway"},
		{fakeengine.Drop, call.Unreachable, true, ""},
		{fakeengine.CutBody, call.CutOff, true, ""},
		{fakeengine.MalformedJSON, call.Malformed, true, ""},
		{fakeengine.EmptyBody, call.Malformed, true, ""},
		{fakeengine.ThrottledFor, call.RateLimited, false, "all waits may take 1s"}, // the last: all wait for as long as one was told
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			s.Next(c.fault)
			results, err := x.Search(t.Context(), []index.Query{like(3), like(2)})
			if c.again {
				if err != nil || results[0].Err != nil || len(results[0].Hits) != 3 {
					t.Errorf("it was not tried again: %v, %v", results, err)
				}
				s.Next(c.fault, c.fault, c.fault)
				results, err = x.Search(t.Context(), []index.Query{like(3), like(2)})
			}
			if err == nil {
				err = results[0].Err
			}
			if call.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), password) {
				t.Errorf("kind %q: %v; want %q, saying %q", call.KindOf(err), err, c.kind, c.says)
			}
			if c.fault == fakeengine.ItemRefused && (results[1].Err != nil || len(results[1].Hits) != 2) {
				t.Errorf("the query beside it: %+v", results[1])
			}
		})
	}
}

// TestBulkRetriesAndRefusals: a record that is turned away for the load is sent again, one that is refused is named.
func TestBulkRetriesAndRefusals(t *testing.T) {
	s, x := filled(t, 0, nil)
	s.Next(fakeengine.ItemThrottled)
	if err := x.Add(t.Context(), some(5)); err != nil {
		t.Errorf("it was not tried again: %v", err)
	}
	if n, err := x.Count(t.Context()); err != nil || n != 5 {
		t.Errorf("%d of 5 records, %v", n, err)
	}
	s.Next(fakeengine.ItemRefused)
	if err := x.Add(t.Context(), some(5)); call.KindOf(err) != call.BadRequest ||
		!strings.Contains(err.Error(), `record "s1": failed to parse`) {
		t.Errorf("%v", err)
	}
	long := some(1)
	long[0].ID = strings.Repeat("é", 257)
	if err := x.Add(t.Context(), long); !errors.Is(err, remote.ErrLimit) {
		t.Errorf("%v", err)
	}
}

func TestCreates(t *testing.T) {
	s, x := filled(t, 1, nil)
	if err := x.Create(t.Context()); !errors.Is(err, remote.ErrExists) {
		t.Errorf("made twice: %v", err)
	}
	o := options(s)
	o.Index = "another"
	s.Next(fakeengine.CutBody) // made, and not heard of
	another, err := New(o)
	if err == nil {
		err = another.Create(t.Context())
	}
	if err != nil {
		t.Errorf("an index whose first reply was lost: %v", err)
	}
	o.Metric = index.Euclidean
	if another, err = New(o); err != nil {
		t.Fatal(err)
	}
	if err := another.Check(t.Context()); err == nil ||
		!strings.Contains(err.Error(), `2 dimensions under "cosinesimil"; expected are 2 under "l2"`) {
		t.Errorf("%v", err)
	}
}

func TestRefusesOptions(t *testing.T) {
	s := fakeengine.NewOpenSearch("", "")
	defer s.Close()
	for name, spoil := range map[string]func(*Options){
		"upper case": func(o *Options) {
			o.Index = "Filings"
		},
		"wildcard": func(o *Options) { o.Index = "*" },
		"mode":     func(o *Options) { o.Mode = "sparse" },
		"no vectors": func(o *Options) {
			o.Dimension = 0
		},
		"engine":       func(o *Options) { o.Engine = "nmslib" },
		"region":       func(o *Options) { o.AWS = true },
		"half a login": func(o *Options) { o.PasswordVar = "NONE" },
		"address":      func(o *Options) { o.Base = "localhost:9200" },
	} {
		o := options(s)
		spoil(&o)
		if _, err := New(o); err == nil || strings.Contains(err.Error(), password) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDeepSearchesGoAlone: a request is cut before its reply would be too large to read.
func TestDeepSearchesGoAlone(t *testing.T) {
	s, x := filled(t, 3, func(o *Options) { o.Queries = 100 })
	for k, want := range map[int]int{10_000: 10, 10: 1} {
		queries := make([]index.Query, 10)
		for i := range queries {
			queries[i] = like(k)
		}
		before := len(s.Calls())
		if results, err := x.Search(t.Context(), queries); err != nil || len(results[9].Hits) != 3 {
			t.Fatalf("%+v, %v", results, err)
		}
		if n := len(s.Calls()) - before; n < want || n > want+1 { // one may be a refresh
			t.Errorf("K %d: %d requests, want %d", k, n, want)
		}
	}
}

// TestRequestsToAWSAreSigned: as a service of AWS it takes signed requests, whose paths and bodies are as odd as any, and no others.
func TestRequestsToAWSAreSigned(t *testing.T) {
	s := fakeengine.NewSignedOpenSearch()
	defer s.Close()
	open := func(secret string) *Index {
		o := options(s)
		o.AWS, o.Index = true, "filings-ü"
		o.Env = func(name string) string {
			return map[string]string{"AWS_ACCESS_KEY_ID": fakeengine.AccessKey, "AWS_SECRET_ACCESS_KEY": secret, "AWS_REGION": "eu-west-1"}[name]
		}
		x, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	x := open(fakeengine.SecretKey)
	if err := x.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := x.Add(t.Context(), some(20)); err != nil {
		t.Fatal(err)
	}
	got, err := x.Search(t.Context(), []index.Query{like(3)})
	if err != nil || got[0].Err != nil || len(got[0].Hits) != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	const wrong = "a-wrong-secret-0123456789"
	if _, err := open(wrong).Count(t.Context()); call.KindOf(err) != call.Forbidden || strings.Contains(err.Error(), wrong) {
		t.Errorf("another secret: %v", err)
	}
}
