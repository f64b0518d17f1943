package weaviate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// exchange is a request that is expected, by a part of its body, and the answer to it.
type exchange struct {
	method, path, body string
	status             int
	answer             string
}

// serve answers in the order given and fails the test for any other request.
func serve(t *testing.T, all ...exchange) *httptest.Server {
	t.Helper()
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if n == len(all) {
			t.Errorf("unexpected %s %s %s", r.Method, r.URL, body)
			return
		}
		e := all[n]
		n++
		text := string(body)
		var q struct{ Query string }
		if json.Unmarshal(body, &q) == nil && q.Query != "" {
			text = q.Query
		}
		if r.Method != e.method || r.URL.RequestURI() != e.path || !strings.Contains(text, e.body) {
			t.Errorf("request %d is %s %s\n%s\nwant %s %s with\n%s", n, r.Method, r.URL.RequestURI(), text, e.method, e.path, e.body)
		}
		if got := r.Header.Get("Authorization"); got != "Bearer key-0123456789" {
			t.Errorf("authorization is %q", got)
		}
		w.WriteHeader(e.status)
		_, _ = io.WriteString(w, e.answer)
	}))
	t.Cleanup(func() {
		s.Close()
		if n != len(all) {
			t.Errorf("%d requests of %d were made", n, len(all))
		}
	})
	return s
}

func opened(t *testing.T, mode Mode, addresses ...string) *Index {
	t.Helper()
	x, err := New(Options{Addresses: addresses, Index: "filings", Mode: mode, Shape: remote.Shape{Schema: testSchema,
		Dimension: 2, Metric: index.Cosine},
		Shards: 3, Replicas: 2, EF: 80, Reach: remote.Reach{Env: func(string) string {
			return "key-0123456789"
		}, Retry: &wrap.Retry{Base: time.Millisecond, Tries: 3}, Concurrency: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestCreate(t *testing.T) {
	s := serve(t, exchange{"POST", "/v1/schema", `"class":"Filings"`, 200, `{}`}, exchange{"POST", "/v1/schema", ``, 422,
		`{"error":[{"message":"class name Filings already exists"}]}`},
		exchange{"DELETE", "/v1/schema/Filings", ``, 200, ``})
	x := opened(t, Dense, s.URL)
	if err := x.Create(t.Context()); err != nil {
		t.Error(err)
	}
	if err := x.Create(t.Context()); !errors.Is(err, remote.ErrExists) {
		t.Error(err)
	}
	if err := x.Drop(t.Context()); err != nil {
		t.Error(err)
	}
	text, err := json.Marshal(x.definition())
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"vectorizer":"none"`, `"distance":"cosine","ef":80`, `"desiredCount":3`, `"factor":2`,
		`{"name":"n_exact","dataType":["text"],"tokenization":"field"`, `"preset":"none"`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
}

// answered is a reply of GraphQL with two queries' hits, the first as 1.35 gives it.
const answered = `{"data":{"Get":{"q0":[
 {"_additional":{"distance":0.25,"score":"0"},"record_id":"a \"b\"","topic":"\u001f x","n":12,"n_exact":null,"weight":0.5,"reviewed":true},
 {"_additional":{"distance":1,"score":"0"},"record_id":"c","topic":null,"n":null,"n_exact":"ffffffffffffffff","weight":null,` +
	`"reviewed":null}],"q1":[]}}}`

func TestSearch(t *testing.T) {
	s := serve(t, exchange{"POST", "/v1/graphql", `{Get{ q0:Filings(limit:3,nearVector:{vector:[1,0.5]},` +
		`where:{path:["n"],operator:Equal,valueInt:12}){record_id topic n n_exact weight reviewed _additional{distance ` +
		`score}} q1:Filings(limit:1,nearVector:{vector:[-1,1e-05]}){`, 200, answered})
	results, err := opened(t, Dense, s.URL).Search(t.Context(), []index.Query{
		{Vector: []float32{1, 0.5}, K: 3, Filter: index.Where(index.Fields{"n": int64(12)})}, {Vector: []float32{1}, K: 3},
		{Vector: []float32{-1, 1e-5}, K: 1}})
	if err != nil || len(results) != 3 {
		t.Fatal(results, err)
	}
	want := []index.Hit{{ID: `a "b"`, Rank: 1, Score: 0.75, Distance: 0.25, Fields: index.Fields{"topic": " x",
		"n": int64(12), "weight": 0.5, "reviewed": true}},
		{ID: "c", Rank: 2, Score: 0, Distance: 1, Fields: index.Fields{"n": int64(math.MaxInt64)}}}
	if !slices.EqualFunc(results[0].Hits, want, func(a, b index.Hit) bool {
		return a.ID == b.ID && a.Rank == b.Rank && a.Score == b.Score && a.Distance == b.Distance && maps.Equal(a.Fields, b.Fields)
	}) {
		t.Errorf("got %+v\nwant %+v", results[0].Hits, want)
	}
	if results[0].Metric != index.Cosine || results[1].Err == nil || results[2].Err != nil || len(results[2].Hits) != 0 {
		t.Errorf("%+v", results)
	}
}

// TestSearchTexts holds the arguments of the other modes, hostile texts among them.
func TestSearchTexts(t *testing.T) {
	hit := `{"data":{"Get":{"q0":[{"_additional":{"score":"1.5"},"record_id":"a"}]}}}`
	for mode, want := range map[Mode]string{
		BM25:   `bm25:{query:"}}) {\"x\\",properties:["text"]}`,
		Hybrid: `hybrid:{query:"}}) {\"x\\",properties:["text"],alpha:0.5,fusionType:rankedFusion,vector:[1,0]}`,
	} {
		s := serve(t, exchange{"POST", "/v1/graphql", want, 200, hit})
		r, err := opened(t, mode, s.URL).Search(t.Context(), []index.Query{{Text: `}}) {"x\`, Vector: []float32{1, 0}, K: 1}})
		if err != nil || r[0].Err != nil || r[0].Hits[0].Score != 1.5 || r[0].Metric != index.None {
			t.Errorf("%s: %+v, %v", mode, r, err)
		}
	}
}

// TestRefusedSearchNamesItsQuery: a query that the engine refuses is told from those that were sent with it; an engine that is
// down is an error of all.
func TestRefusedSearchNamesItsQuery(t *testing.T) {
	ok, bad := `{"data":{"Get":{"q0":[]}}}`, `{"data":null,"errors":[{"message":"Syntax Error GraphQL request (1:1)"}]}`
	post := func(answer string) exchange { return exchange{"POST", "/v1/graphql", "", 200, answer} }
	s := serve(t, post(bad), post(ok), post(bad))
	query := index.Query{Vector: []float32{1, 0}, K: 1}
	r, err := opened(t, Dense, s.URL).Search(t.Context(), []index.Query{query, query})
	if err != nil || r[0].Err != nil || r[1].Err == nil || strings.Contains(fmt.Sprint(r[1].Err), "key-0") {
		t.Errorf("%+v, %v", r, err)
	}
	down := exchange{"POST", "/v1/graphql", "", 503, "down"}
	s = serve(t, down, down, down)
	if r, err := opened(t, Dense, s.URL).Search(t.Context(), []index.Query{query}); err == nil {
		t.Errorf("%+v", r)
	}
}

func TestRecords(t *testing.T) {
	done := `[{"id":"x","result":{"status":"SUCCESS"}}]`
	failed := `[{"id":"x","result":{"status":"FAILED","errors":{"error":[{"message":"broadcast: no route"}]}}}]`
	id := objectID("é")
	add := exchange{"POST", "/v1/batch/objects?consistency_level=ALL",
		`"id":"` + id + `","properties":{"n":9007199254740992,"n_exact":"ffffffffffffffff","record_id":"é","text":"t",` +
			`"topic":"\u0000"},"vector":[1,0]`, 200, failed}
	again := add
	again.answer = done
	vectors := `{"data":{"Get":{"q":[{"_additional":{"id":"` + id + `","vector":[1,0]}}]}}}`
	s := serve(t, add, again,
		exchange{"POST", "/v1/graphql", `where:{path:["id"],operator:ContainsAny,valueText:["` + objectID("none") + `","` +
			id + `"]}`, 200, vectors},
		exchange{"DELETE", "/v1/batch/objects?consistency_level=ALL", id, 200, `{"results":{"failed":0}}`},
		exchange{"POST", "/v1/graphql", `{Aggregate{Filings{meta{count}}}}`, 200, `{"data":{"Aggregate":{"Filings":[{"meta":{"count":7}}]}}}`})
	x := opened(t, Dense, s.URL)
	record := index.Record{ID: "é", Text: "t", Vector: []float32{1, 0}, Fields: index.Fields{"n": int64(math.MaxInt64), "topic": ""}}
	if err := x.Add(t.Context(), []index.Record{record}); err != nil {
		t.Error(err)
	}
	if v, err := x.Vectors(t.Context(), []string{"none", "é"}); err != nil || v[0] != nil || !slices.Equal(v[1], record.Vector) {
		t.Error(v, err)
	}
	if err := x.Delete(t.Context(), []string{"é"}); err != nil {
		t.Error(err)
	}
	if n, err := x.Count(t.Context()); err != nil || n != 7 {
		t.Error(n, err)
	}
	for name, bad := range map[string]index.Record{"id": {ID: "\xff", Vector: record.Vector},
		"infinite": {ID: "a", Vector: record.Vector, Fields: index.Fields{"weight": math.Inf(-1)}}, "dimension": {ID: "a"}} {
		if err := x.Add(t.Context(), []index.Record{bad}); err == nil {
			t.Errorf("%s: it was added", name)
		}
	}
}

// TestNextNode: where a node fails, the next is asked, and goes on being asked.
func TestNextNode(t *testing.T) {
	answer := exchange{"POST", "/v1/graphql", "", 200, `{"data":{"Get":{"q0":[]}}}`}
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	ill := serve(t, exchange{"POST", "/v1/graphql", "", 500, "leader not found"})
	well := serve(t, answer, answer)
	x := opened(t, Dense, dead.URL, ill.URL, well.URL)
	for range 2 {
		if r, err := x.Search(t.Context(), []index.Query{{Vector: []float32{1, 0}, K: 1}}); err != nil || r[0].Err != nil {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

func TestCheck(t *testing.T) {
	x := opened(t, Dense, "http://127.0.0.1:1")
	properties, err := json.Marshal(x.properties())
	if err != nil {
		t.Fatal(err)
	}
	get := func(body string) exchange { return exchange{"GET", "/v1/schema/Filings", "", 200, body} }
	s := serve(t, get(fmt.Sprintf(`{"properties":%s,"vectorIndexConfig":{"distance":"cosine"}}`, properties)),
		get(fmt.Sprintf(`{"properties":%s,"vectorIndexConfig":{"distance":"dot"}}`, properties)), get(`{"properties":[]}`),
		exchange{"GET", "/v1/schema/Filings", "", 404, ``})
	x = opened(t, Dense, s.URL)
	if err := x.Check(t.Context()); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := x.Check(t.Context()); err == nil {
			t.Error("another class was taken for ours")
		}
	}
	if err := x.Check(t.Context()); !errors.Is(err, remote.ErrNoIndex) {
		t.Error(err)
	}
}

func TestNewRefuses(t *testing.T) {
	good := Options{Addresses: []string{"http://h:1"}, Index: "filings", Shape: remote.Shape{Schema: testSchema,
		Dimension: 2, Metric: index.Cosine}, Reach: remote.Reach{Env: func(string) string {
		return ""
	}}}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Options){
		"class": func(o *Options) {
			o.Index = "a-b"
		},
		"no class": func(o *Options) { o.Index = "" },
		"mode":     func(o *Options) { o.Mode = "near" },
		"no address": func(o *Options) {
			o.Addresses = nil
		},
		"password": func(o *Options) { o.Addresses = []string{"http://h:1", "http://u:p@h:2"} },
		"field": func(o *Options) {
			o.Schema = index.Schema{{Name: "Upper", Kind: index.Int}}
		},
		"id": func(o *Options) { o.Schema = index.Schema{{Name: "id", Kind: index.Int}} },
		"twice": func(o *Options) {
			o.Schema = append(slices.Clone(testSchema), index.Field{Name: "n_exact", Kind: index.Text})
		},
		"no vectors":  func(o *Options) { o.Dimension = 0 },
		"consistency": func(o *Options) { o.Consistency = "ONE){id}" },
	} {
		o := good
		spoil(&o)
		if _, err := New(o); err == nil || strings.Contains(err.Error(), "u:p") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
