package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/enginetest"
	"github.com/assayhq/assay/index/internal/fusion"
	"github.com/assayhq/assay/index/internal/remote"
	"github.com/assayhq/assay/internal/fakeengine"
)

const password = "pass-word-0123456789"

// env is an environment with the credentials of all fakes.
func env(name string) string {
	return map[string]string{"AWS_ACCESS_KEY_ID": fakeengine.AccessKey, "AWS_SECRET_ACCESS_KEY": fakeengine.SecretKey,
		"AWS_REGION":     "eu-central-1",
		"QDRANT_API_KEY": password, "OPENSEARCH_USERNAME": "admin", "OPENSEARCH_PASSWORD": password, "MILVUS_TOKEN": "root:" + password}[name]
}

// setup is one engine with settings, and what it refuses of filters.
type setup struct {
	name    string
	engine  string
	serve   func() *fakeengine.Server
	values  map[string]string
	metric  index.Metric
	refuses func(*index.Filter) bool
	vectors bool
	texts   bool
	off     float64
}

var setups = []setup{
	{"s3vectors", "s3vectors", func() *fakeengine.Server {
		return fakeengine.NewS3Vectors(fakeengine.S3Options{Page: 100})
	}, map[string]string{"bucket": "sentences", "index": "filings"},
		index.Cosine, textOrder, true, false, 1e-6},
	{"s3vectors, $ne needs the key", "s3vectors", func() *fakeengine.Server {
		return fakeengine.NewS3Vectors(fakeengine.S3Options{NotNeedsTheKey: true, Page: 40})
	},
		map[string]string{"bucket": "sentences", "index": "filings", "concurrency": "3"}, index.Cosine, textOrder, true, false, 1e-6},
	{"s3vectors, euclidean", "s3vectors", func() *fakeengine.Server {
		return fakeengine.NewS3Vectors(fakeengine.S3Options{})
	}, map[string]string{"bucket": "sentences", "index": "filings"},
		index.Euclidean, textOrder, true, false, 1e-5},
	{"qdrant", "qdrant", func() *fakeengine.Server {
		return fakeengine.NewQdrant(password)
	}, map[string]string{"collection": "filings", "batch": "100"},
		index.Cosine, inexact, true, false, 1e-6},
	{"qdrant, euclidean", "qdrant", func() *fakeengine.Server {
		return fakeengine.NewQdrant(password)
	}, map[string]string{"collection": "filings", "queries": "9"},
		index.Euclidean, inexact, true, false, 1e-5},
	{"opensearch", "opensearch", osFake, map[string]string{"index": "filings", "batch": "90"}, index.Cosine, nil, true, false, 1e-6},
	{"opensearch, euclidean", "opensearch", osFake, map[string]string{"index": "filings"}, index.Euclidean, nil, true, false, 1e-3},
	{"opensearch, bm25", "opensearch", osFake, map[string]string{"index": "filings", "mode": "bm25"}, index.Cosine, nil, false, true, 1e-5},
	{"opensearch, hybrid", "opensearch", osFake, map[string]string{"index": "filings", "mode": "hybrid"}, index.Cosine, nil, true, true, 1e-6},
	{"milvus", "milvus", milvusFake, map[string]string{"collection": "filings", "batch": "90", "ef": "64"}, index.Cosine,
		nil, true, false, 1e-6},
	{"milvus, euclidean", "milvus", milvusFake, map[string]string{"collection": "filings", "index_type": "FLAT"},
		index.Euclidean, nil, true, false, 1e-5},
	{"milvus, bm25", "milvus", milvusFake, map[string]string{"collection": "filings", "mode": "bm25"}, index.Cosine, nil, false, true, 1e-5},
	{"milvus, hybrid", "milvus", milvusFake, map[string]string{"collection": "filings", "mode": "hybrid", "queries": "5"},
		index.Cosine, nil, true, true, 1e-6},
}

func milvusFake() *fakeengine.Server { return fakeengine.NewMilvus("root:" + password) }

func osFake() *fakeengine.Server { return fakeengine.NewOpenSearch("admin", password) }

// ordered reports an order by a value of a kind, anywhere in a filter.
func ordered(f *index.Filter, by func(any) bool) bool {
	return enginetest.Holds(f, func(op index.Op, v any) bool {
		return slices.Contains([]index.Op{index.Greater, index.GreaterOrEqual, index.Less, index.LessOrEqual}, op) && by(v)
	})
}

func textOrder(f *index.Filter) bool {
	return ordered(f, func(v any) bool { _, text := v.(string); return text })
}

// inexact are orders that Qdrant has not, or not exactly.
func inexact(f *index.Filter) bool {
	return textOrder(f) || ordered(f, func(v any) bool {
		n, ok := v.(int64)
		return ok && (n >= remote.MaxExact || n <= -remote.MaxExact)
	})
}

func (s *setup) open(t *testing.T, server *fakeengine.Server, shape Shape) Engine {
	t.Helper()
	values := map[string]string{"url": server.URL}
	for name, v := range s.values {
		values[name] = v
	}
	e, err := Open(s.engine, Settings{Values: values, Shape: shape, Env: env, Retry: &wrap.Retry{Base: time.Millisecond, Tries: 3}})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestConform holds each engine, against its fake, to what every searcher must do.
func TestConform(t *testing.T) {
	for i := range setups {
		s := &setups[i]
		if s.metric != index.Cosine {
			continue // the suite's oracle is the cosine
		}
		if raced && (s.name != s.engine || s.engine == "s3vectors") { // its many calls have tests of their own
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			enginetest.Run(t, s.conforming)
		})
	}
}

func (s *setup) conforming(t *testing.T) enginetest.Engine {
	row, err := Find(s.engine)
	if err != nil {
		t.Fatal(err)
	}
	server := s.serve()
	t.Cleanup(server.Close)
	e := s.open(t, server, Shape{Schema: enginetest.Schema, Dimension: enginetest.Dimension, Metric: s.metric})
	loaded := false
	return enginetest.Engine{
		Load: func(t *testing.T, records []index.Record) index.Searcher {
			if loaded {
				fatal(t, e.Drop(t.Context()))
			}
			loaded = true
			fatal(t, e.Create(t.Context()))
			fatal(t, e.Add(t.Context(), records))
			return e
		},
		Overwrite: func(t *testing.T, records []index.Record) index.Searcher {
			fatal(t, e.Add(t.Context(), records))
			return e
		},
		Remove: func(t *testing.T, ids []string) index.Searcher {
			fatal(t, e.Delete(t.Context(), ids))
			return e
		},
		Vectors: s.vectors, Texts: s.texts, Off: s.off, MostK: row.MaxK, Refuses: s.refuses,
	}
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestDistances holds distances against those that float64 gives, under both metrics.
func TestDistances(t *testing.T) {
	shape := Shape{Schema: index.Schema{{Name: "n", Kind: index.Int}}, Dimension: 3}
	records := []index.Record{{ID: "a", Vector: []float32{1, 2, 3}}, {ID: "b", Vector: []float32{-3, 1, 0.5}},
		{ID: "c", Vector: []float32{0.1, 0, 0}}}
	q := index.Query{Vector: []float32{1, 2, 2.5}, K: 3}
	for i := range setups {
		s := &setups[i]
		if !s.vectors || s.texts {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			server := s.serve()
			defer server.Close()
			shape.Metric = s.metric
			e := s.open(t, server, shape)
			fatal(t, e.Create(t.Context()))
			fatal(t, e.Check(t.Context()))
			fatal(t, e.Add(t.Context(), records))
			results, err := e.Search(t.Context(), []index.Query{q})
			if err != nil || len(results[0].Hits) != 3 || results[0].Metric != s.metric {
				t.Fatalf("%+v, %v", results, err)
			}
			for _, h := range results[0].Hits {
				at := slices.IndexFunc(records, func(r index.Record) bool { return r.ID == h.ID })
				if want := measured(s.metric, q.Vector, records[at].Vector); math.Abs(h.Distance-want) > 1e-5*max(1, want*want) {
					t.Errorf("%q: distance %v, want %v", h.ID, h.Distance, want)
				}
			}
		})
	}
}

func measured(m index.Metric, a, b []float32) float64 {
	var ab, aa, bb, d float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab += x * y
		aa += x * x
		bb += y * y
		d += (x - y) * (x - y)
	}
	if m == index.Euclidean {
		return math.Sqrt(d)
	}
	return 1 - ab/math.Sqrt(aa*bb)
}

// TestEnginesKeepRecords: what was added is counted, its vectors come back in the order that was asked for, and what is
// deleted is gone.
func TestEnginesKeepRecords(t *testing.T) {
	shape := Shape{Schema: index.Sentences, Dimension: 4, Metric: index.Cosine}
	var records []index.Record
	for i := range 1234 {
		records = append(records, index.Record{ID: fmt.Sprint("s", i), Text: "words", Vector: []float32{1, float32(i), 0, 1},
			Fields: index.Fields{"text_hash": int64(math.MaxInt64 - i), "sic": "1"}})
	}
	for i := range setups {
		s := &setups[i]
		if s.metric != index.Cosine {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			server := s.serve()
			defer server.Close()
			e := s.open(t, server, shape)
			fatal(t, e.Create(t.Context()))
			fatal(t, e.Add(t.Context(), records))
			if n, err := e.Count(t.Context()); err != nil || n != len(records) {
				t.Errorf("%d records, %v", n, err)
			}
			ids := []string{"s1200", "none", "s3", "s3", "s0"}
			vectors, err := e.Vectors(t.Context(), ids)
			if err != nil || len(vectors) != len(ids) {
				t.Fatalf("%v, %v", vectors, err)
			}
			for i, want := range [][]float32{{1, 1200, 0, 1}, nil, {1, 3, 0, 1}, {1, 3, 0, 1}, {1, 0, 0, 1}} {
				if (want == nil) != (vectors[i] == nil) || want != nil && math.Abs(measured(index.Cosine, want, vectors[i])) > 1e-6 {
					t.Errorf("%q: %v, want the direction of %v", ids[i], vectors[i], want)
				}
			}
			fatal(t, e.Delete(t.Context(), []string{"s3", "none", "s1200"}))
			if n, err := e.Count(t.Context()); err != nil || n != len(records)-2 {
				t.Errorf("%d records after deleting two, %v", n, err)
			}
			fatal(t, e.Drop(t.Context()))
			if _, err := e.Count(t.Context()); err == nil {
				t.Error("counted an index that is gone")
			}
			fatal(t, e.Close())
		})
	}
}

// TestFusion: hybrid is the same here as in the embedded engine, which has the same constants.
func TestFusion(t *testing.T) {
	if fusion.Constant != 60 || fusion.Depth != 100 {
		t.Errorf("constant %d and depth %d, and 60 and 100 are documented", fusion.Constant, fusion.Depth)
	}
	first, second := 1/float64(60+1), 1/float64(60+2) // as floats: constants would be added exactly
	fused := remote.Fuse(2, []index.Hit{{ID: "a", Rank: 1}, {ID: "b", Rank: 2}}, []index.Hit{{ID: "b", Rank: 1}})
	if len(fused) != 2 || fused[0].ID != "b" || fused[0].Score != second+first || fused[1].Score != first {
		t.Errorf("%+v", fused)
	}
}
