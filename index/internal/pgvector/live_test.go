package pgvector

import (
	"context"
	"crypto/rand"
	"os"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/enginetest"
	"github.com/assayhq/assay/index/internal/remote"
)

// liveVariable has the address of a live server: bench/engines/run.sh starts one and sets it.
const liveVariable = "ASSAY_PGVECTOR"

// fresh is a new, empty table that goes with the test.
func fresh(t testing.TB, o Options) *Index {
	t.Helper()
	if os.Getenv(liveVariable) == "" {
		t.Skipf("%s names no live PostgreSQL with pgvector; make engines starts one and runs this", liveVariable)
	}
	o.URLVar, o.Table, o.Concurrency = liveVariable, "test_"+strings.ToLower(rand.Text()), 1
	x, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Drop(context.Background()); err != nil {
			t.Error(err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := x.Create(context.Background()); err != nil {
		t.Fatal(err)
	}
	return x
}

var shape = remote.Shape{Schema: enginetest.Schema, Dimension: enginetest.Dimension, Metric: index.Cosine}

// TestLiveConformance holds a live server to the duties of every searcher, in each mode.
func TestLiveConformance(t *testing.T) {
	for name, o := range map[string]Options{
		"dense": {Mode: Dense}, "dense, half": {Mode: Dense, Half: true}, "bm25": {Mode: BM25},
		"ts_rank": {Mode: BM25, Ranker: Native}, "hybrid": {Mode: Hybrid},
	} {
		o.Shape = shape
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, func(*testing.T) enginetest.Engine { return engine(o) })
		})
	}
}

// refuses reports a NUL, which PostgreSQL keeps in no text.
func refuses(f *index.Filter) bool {
	return enginetest.Holds(f, func(_ index.Op, v any) bool {
		text, ok := v.(string)
		return ok && strings.ContainsRune(text, 0)
	})
}

func engine(o Options) enginetest.Engine {
	e := enginetest.Engine{Vectors: o.Mode != BM25, Texts: o.Mode != Dense, Refuses: refuses}
	if o.Half {
		e.Off = 2e-3 // of 11 bits
	}
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
	x := fresh(t, Options{Shape: remote.Shape{Schema: enginetest.EdgeSchema, Dimension: enginetest.EdgeDimension, Metric: index.Cosine}})
	enginetest.Edges(t, x, remote.ErrExists, "'")
}
