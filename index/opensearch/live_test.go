package opensearch

import (
	"context"
	"crypto/rand"
	"os"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/conform"
	"github.com/assayhq/assay/index/remote"
)

// liveVariable has the address of a live server: bench/engines/run.sh starts one and sets it.
const liveVariable = "ASSAY_OPENSEARCH"

// live is an index that is not made yet, and goes with the test.
func live(t testing.TB, o Options) *Index {
	t.Helper()
	o.Base = os.Getenv(liveVariable)
	if o.Base == "" {
		t.Skipf("%s names no live OpenSearch; make engines starts one and runs this", liveVariable)
	}
	if o.Index == "" {
		o.Index = "test_" + strings.ToLower(rand.Text())
	}
	x, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// fresh is a new, empty index that goes with the test.
func fresh(t testing.TB, o Options) *Index {
	t.Helper()
	x := live(t, o)
	t.Cleanup(func() {
		if err := x.Drop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if err := x.Create(context.Background()); err != nil {
		t.Fatal(err)
	}
	return x
}

// TestLiveConformance holds a live server to the duties of every searcher, in each mode, and where the records
// lie in several shards.
func TestLiveConformance(t *testing.T) {
	for name, o := range map[string]Options{
		"dense": {Mode: Dense}, "dense, shards": {Mode: Dense, Shards: 3}, "bm25": {Mode: BM25}, "bm25, shards": {Mode: BM25, Shards: 3}, "hybrid": {Mode: Hybrid},
	} {
		o.Shape = remote.Shape{Schema: conform.Schema, Dimension: conform.Dimension, Metric: index.Cosine}
		o.Replicas = new(int) // one node has nowhere to put a copy
		t.Run(name, func(t *testing.T) {
			conform.Run(t, func(*testing.T) conform.Engine { return liveEngine(o) })
		})
	}
}

func liveEngine(o Options) conform.Engine {
	e := conform.Engine{Vectors: o.Mode != BM25, Texts: o.Mode != Dense, Off: 1e-6, MostK: MaxK}
	var x *Index
	e.Load = func(t *testing.T, records []index.Record) index.Searcher {
		x = fresh(t, o)
		return e.Overwrite(t, records)
	}
	e.Overwrite = func(t *testing.T, records []index.Record) index.Searcher {
		if err := x.Add(context.Background(), records); err != nil {
			t.Fatal(err)
		}
		return x
	}
	e.Remove = func(t *testing.T, ids []string) index.Searcher {
		if err := x.Delete(context.Background(), ids); err != nil {
			t.Fatal(err)
		}
		return x
	}
	return e
}

// TestLiveEdges holds a live server to what conformance does not ask.
func TestLiveEdges(t *testing.T) {
	x := fresh(t, Options{Replicas: new(int), Shape: remote.Shape{Schema: conform.EdgeSchema, Dimension: conform.EdgeDimension, Metric: index.Cosine}})
	conform.Edges(t, x, remote.ErrExists, "*", "a*b", "AND", "\\")
}
