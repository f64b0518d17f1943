package qdrant

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/internal/fakeengine"
)

const key = "qdrant-key-0123456789"

var schema = index.Schema{{Name: "form", Kind: index.Text}, {Name: "year", Kind: index.Int},
	{Name: "weight", Kind: index.Float}, {Name: "audited", Kind: index.Bool}}

func options(s *fakeengine.Server) Options {
	return Options{Base: s.URL, Collection: "filings", Shape: remote.Shape{Schema: schema, Dimension: 2, Metric: index.Cosine}, Queries: 4,
		Reach: remote.Reach{Env: func(name string) string { return map[string]string{"QDRANT_API_KEY": key}[name] },
			Retry: &wrap.Retry{Tries: 3, Base: time.Millisecond, Total: time.Second}}}
}

func filled(t *testing.T, n int) (*fakeengine.Server, *Index) {
	t.Helper()
	s := fakeengine.NewQdrant(key)
	t.Cleanup(s.Close)
	x, err := New(options(s))
	if err == nil {
		err = x.Create(t.Context())
	}
	var records []index.Record
	for i := range n {
		records = append(records, index.Record{ID: fmt.Sprint("s", i), Vector: []float32{1, float32(i)},
			Fields: index.Fields{"year": int64(math.MaxInt64 - i)}})
	}
	if err == nil {
		err = x.Add(t.Context(), records)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, x
}

func like(k int) index.Query { return index.Query{Vector: []float32{1, 0.5}, K: k} }

func TestFiltersInItsWords(t *testing.T) {
	_, x := filled(t, 0)
	for _, c := range []struct{ name, filter, want, says string }{
		{"nothing", `{}`, `null`, ""},
		{"text", `{"form": "10-K"}`, `{"must":[{"key":"form","match":{"value":"10-K"}}]}`, ""},
		{"whole", `{"year": 9223372036854775807}`, `{"must":[{"key":"year","match":{"value":9223372036854775807}}]}`, ""},
		{"fraction", `{"weight": 0.5}`, `{"must":[{"key":"weight","range":{"gte":0.5,"lte":0.5}}]}`, ""},
		{"yes", `{"audited": false}`, `{"must":[{"key":"audited","match":{"value":false}}]}`, ""},
		{"in", `{"year": {"$in": [1, 2]}}`, `{"must":[{"key":"year","match":{"any":[1,2]}}]}`, ""},
		{"in fractions", `{"weight": {"$in": [1, 2.5]}}`,
			`{"should":[{"key":"weight","range":{"gte":1,"lte":1}},{"key":"weight","range":{"gte":2.5,"lte":2.5}}]}`, ""},
		{"in yes and no", `{"audited": {"$in": [true, false]}}`,
			`{"should":[{"key":"audited","match":{"value":true}},{"key":"audited","match":{"value":false}}]}`, ""},
		{"not equal", `{"form": {"$ne": "a"}}`, `{"must_not":[{"key":"form","match":{"value":"a"}}]}`, ""},
		{"not in", `{"form": {"$nin": ["a", "b"]}}`, `{"must_not":[{"key":"form","match":{"any":["a","b"]}}]}`, ""},
		{"order", `{"year": {"$gt": 3}}`, `{"must":[{"key":"year","range":{"gt":3}}]}`, ""},
		{"and, or", `{"year": 1, "$or": [{"form": "a"}, {"form": {"$ne": "b"}}]}`,
			`{"must":[{"key":"year","match":{"value":1}},{"should":[{"key":"form","match":{"value":"a"}},` +
				`{"must_not":[{"key":"form","match":{"value":"b"}}]}]}]}`, ""},
		{"order of texts", `{"form": {"$lt": "a"}}`, "", "orders numbers only"},
		{"order beyond floating point", `{"year": {"$lt": 9007199254740992}}`, "", "not exact from 2^53"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := index.ParseFilter([]byte(c.filter), schema)
			if err != nil {
				t.Fatal(err)
			}
			got, err := x.filter(f)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%v, want %q", err, c.says)
				}
				return
			}
			text, _ := json.Marshal(got)
			if err != nil || string(text) != c.want {
				t.Errorf("%s, %v; want %s", text, err, c.want)
			}
		})
	}
}

// TestPointIDs: the same id gives the same UUID everywhere, of version 5 and the RFC's variant.
func TestPointIDs(t *testing.T) {
	seen := map[string]string{}
	for i := range 10_000 {
		id := fmt.Sprint("s", i)
		p := pointID(id)
		if p[14] != '5' || !strings.ContainsRune("89ab", rune(p[19])) || len(p) != 36 {
			t.Fatalf("%q is no UUID of version 5", p)
		}
		if other, ok := seen[p]; ok {
			t.Fatalf("%q and %q are both %s", id, other, p)
		}
		seen[p] = id
	}
	for id, want := range map[string]string{"": "42ab4b8a-9df4-52e2-8728-091b93fe470e", "s0": "40866bc7-c82d-548a-b58c-4ee235984c9f"} {
		if got := pointID(id); got != want {
			t.Errorf("%q: %s, want %s", id, got, want)
		}
	}
}

// TestPointCollisionsAreErrors: records that would be one point are seen, within a batch and in what is kept.
func TestPointCollisionsAreErrors(t *testing.T) {
	_, x := filled(t, 3)
	x.point = func(id string) string { return pointID(strings.TrimRight(id, "'")) }
	err := x.Add(t.Context(), []index.Record{{ID: "a", Vector: []float32{1, 1}}, {ID: "a'", Vector: []float32{1, 2}}})
	if err == nil || !strings.Contains(err.Error(), `"a" and "a'" would be one point`) {
		t.Errorf("%v", err)
	}
	if _, err := x.Vectors(t.Context(), []string{"s1'"}); err == nil || !strings.Contains(err.Error(), `"s1" and "s1'"`) {
		t.Errorf("%v", err)
	}
}

func TestSearchesTogether(t *testing.T) {
	s, x := filled(t, 20)
	before := len(s.Calls())
	queries := make([]index.Query, 9)
	for i := range queries {
		queries[i] = index.Query{Vector: []float32{1, float32(i)}, K: 2}
	}
	queries[4].K = 0
	results, err := x.Search(t.Context(), queries)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		switch {
		case i == 4:
			if r.Err == nil {
				t.Error("a query of no hits was answered")
			}
		case r.Err != nil || len(r.Hits) != 2 || r.Hits[0].ID != fmt.Sprint("s", i) || math.Abs(r.Hits[0].Distance) > 1e-6 ||
			r.Hits[0].Fields["year"] != int64(math.MaxInt64-i):
			t.Errorf("query %d: %+v", i, r)
		}
	}
	if n := len(s.Calls()) - before; n != 2 {
		t.Errorf("%d requests for 8 queries of 4 at once", n)
	}
}

func TestFailures(t *testing.T) {
	s, x := filled(t, 5)
	for _, c := range []struct {
		fault fakeengine.Fault
		kind  call.Kind
		again bool
		says  string
	}{
		{fakeengine.Unauthorized, call.BadKey, false, "API key"},
		{fakeengine.EchoedKey, call.BadKey, false, "Invalid API key: [key]"},
		{fakeengine.Forbidden, call.Forbidden, false, "Write access"},
		{fakeengine.NotFound, call.BadRequest, false, "build the index first"},
		{fakeengine.TimedOut, call.Timeout, true, "timed out"},
		{fakeengine.TooLarge, call.BadRequest, false, "smaller batch"},
		{fakeengine.Throttled, call.RateLimited, true, "lower concurrency"},
		{fakeengine.ServerError, call.ServerFault, true, "RocksDB"},
		{fakeengine.Unavailable, call.Overload, true, "replicas"},
		{fakeengine.ProxyPage, call.ServerFault, true, "Bad Gateway"},
		{fakeengine.Drop, call.Unreachable, true, ""},
		{fakeengine.CutBody, call.CutOff, true, ""},
		{fakeengine.MalformedJSON, call.Malformed, true, ""},
		{fakeengine.EmptyBody, call.Malformed, true, ""},
		{fakeengine.ThrottledFor, call.RateLimited, false, "all waits may take 1s"}, // the last: all wait for as long as one was told
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			s.Next(c.fault)
			results, err := x.Search(t.Context(), []index.Query{like(3)})
			if c.again {
				if err != nil || results[0].Err != nil || len(results[0].Hits) != 3 {
					t.Errorf("it was not tried again: %v, %v", results, err)
				}
				s.Next(c.fault, c.fault, c.fault)
				results, err = x.Search(t.Context(), []index.Query{like(3)})
			}
			if err == nil {
				err = results[0].Err
			}
			if call.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), key) {
				t.Errorf("kind %q: %v; want %q, saying %q", call.KindOf(err), err, c.kind, c.says)
			}
		})
	}
}

// TestOneRefusedAmongMany: a batch that is refused is asked one by one.
func TestOneRefusedAmongMany(t *testing.T) {
	s, x := filled(t, 5)
	s.Next(fakeengine.TooLarge, fakeengine.TooLarge)
	results, err := x.Search(t.Context(), []index.Query{like(1), like(2), like(3)})
	if err != nil || results[0].Err == nil || len(results[1].Hits) != 2 || len(results[2].Hits) != 3 {
		t.Errorf("%+v, %v", results, err)
	}
}

// TestUnfinishedChangeIsRetried: a change that is queued and not made is tried again, and is no success.
func TestUnfinishedChangeIsRetried(t *testing.T) {
	s, x := filled(t, 1)
	record := []index.Record{{ID: "later", Vector: []float32{1, 1}}}
	s.Next(fakeengine.Partial)
	if err := x.Add(t.Context(), record); err != nil {
		t.Errorf("it was not tried again: %v", err)
	}
	s.Next(fakeengine.Partial, fakeengine.Partial, fakeengine.Partial)
	if err := x.Add(t.Context(), record); call.KindOf(err) != call.Timeout || !strings.Contains(err.Error(), "not yet made") {
		t.Errorf("%v", err)
	}
}

func TestCreates(t *testing.T) {
	s, x := filled(t, 1)
	if err := x.Create(t.Context()); !errors.Is(err, remote.ErrExists) {
		t.Errorf("made twice: %v", err)
	}
	o := options(s)
	o.Collection = "another"
	o.Shards = 6
	o.Replicas = 2
	o.Links = 32
	s.Next(fakeengine.CutBody) // made, and not heard of
	another, err := New(o)
	if err == nil {
		err = another.Create(t.Context())
	}
	if err != nil {
		t.Errorf("a collection whose first reply was lost: %v", err)
	}
	if sent := string(s.Calls()[len(s.Calls())-len(schema)-3].Body); sent != `{"vectors":{"size":2,`+
		`"distance":"Cosine"},"shard_number":6,"replication_factor":2,"hnsw_config":{"m":32}}` {
		t.Errorf("sent %s", sent)
	}
	o.Metric = index.Euclidean
	if another, err = New(o); err != nil {
		t.Fatal(err)
	}
	if err := another.Check(t.Context()); err == nil ||
		!strings.Contains(err.Error(), `2 dimensions under "Cosine"; expected are 2 under "Euclid"`) {
		t.Errorf("%v", err)
	}
}

func TestRefusesOptions(t *testing.T) {
	s := fakeengine.NewQdrant("")
	defer s.Close()
	for name, spoil := range map[string]func(*Options){
		"collection": func(o *Options) {
			o.Collection = "a/b"
		},
		"dimension": func(o *Options) { o.Dimension = 0 },
		"address":   func(o *Options) { o.Base = "" },
		"id":        func(o *Options) { o.Schema = index.Schema{{Name: idKey, Kind: index.Text}} },
		"metric":    func(o *Options) { o.Metric = "" },
	} {
		o := options(s)
		spoil(&o)
		if _, err := New(o); err == nil {
			t.Errorf("%s was not refused", name)
		}
	}
}
