package weaviate

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

// The addresses of live servers, separated by commas: bench/engines/run.sh starts them and sets these.
const (
	oneVariable     = "ASSAY_WEAVIATE"
	clusterVariable = "ASSAY_WEAVIATE_CLUSTER"
	victimVariable  = "ASSAY_WEAVIATE_VICTIM" // the process of the cluster's last node, which a test kills
)

func addresses(t testing.TB, variable string) []string {
	t.Helper()
	list := os.Getenv(variable)
	if list == "" {
		t.Skipf("%s names no live Weaviate; make engines starts one and runs this", variable)
	}
	return strings.Split(list, ",")
}

// fresh is a new, empty class that goes with the test.
func fresh(t testing.TB, o Options) *Index {
	t.Helper()
	o.Index = "Test_" + rand.Text()
	x, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
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

// TestLiveConformance holds live servers to the duties of every searcher: one node in each mode, a cluster of
// sharded replicas in the one where shards could matter for what is exact.
func TestLiveConformance(t *testing.T) {
	for _, c := range []struct {
		name, variable   string
		mode             Mode
		shards, replicas int
	}{
		{"dense", oneVariable, Dense, 0, 0}, {"bm25", oneVariable, BM25, 0, 0}, {"hybrid", oneVariable, Hybrid, 0, 0},
		{"dense, cluster", clusterVariable, Dense, 3, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Options{Addresses: addresses(t, c.variable), Mode: c.mode, Shards: c.shards, Replicas: c.replicas,
				Shape: remote.Shape{Schema: enginetest.Schema, Dimension: enginetest.Dimension, Metric: index.Cosine}}
			enginetest.Run(t, func(*testing.T) enginetest.Engine { return engine(o) })
		})
	}
}

func engine(o Options) enginetest.Engine {
	e := enginetest.Engine{Vectors: o.Mode != BM25, Texts: o.Mode != Dense, Off: 1e-5, MostK: DefaultMaxK}
	var x *Index
	add := func(t *testing.T, records []index.Record) index.Searcher {
		t.Helper()
		if err := x.Add(context.Background(), records); err != nil {
			t.Fatal(err)
		}
		return x
	}
	e.Load = func(t *testing.T, records []index.Record) index.Searcher {
		x = fresh(t, o)
		return add(t, records)
	}
	e.Overwrite = add
	e.Remove = func(t *testing.T, ids []string) index.Searcher {
		if err := x.Delete(context.Background(), ids); err != nil {
			t.Fatal(err)
		}
		return x
	}
	return e
}

// TestLiveEdges holds a live server to what conformance does not ask. Some texts are the more dangerous for
// what keeps this engine's texts apart.
func TestLiveEdges(t *testing.T) {
	x := fresh(t, Options{Addresses: addresses(t, oneVariable), Shape: remote.Shape{Schema: enginetest.EdgeSchema,
		Dimension: enginetest.EdgeDimension, Metric: index.Cosine}})
	enginetest.Edges(t, x, remote.ErrExists, "\x00", "a\x00")
}
