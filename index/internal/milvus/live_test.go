package milvus

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/enginetest"
	"github.com/assayhq/assay/index/internal/remote"
)

// liveVariable has the address of a live server: bench/engines/milvus.sh starts Milvus Lite and sets it.
const liveVariable = "ASSAY_MILVUS"

// live is a collection of a live server, made or not.
func live(t testing.TB, o Options) *Index {
	t.Helper()
	o.Base = os.Getenv(liveVariable)
	if o.Base == "" {
		t.Skipf("%s names no live Milvus; make engines starts one and runs this", liveVariable)
	}
	o.Collection = cmp.Or(o.Collection, "test_"+rand.Text())
	x, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// fresh is a new, empty collection that goes with the test.
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

// TestLiveConformance holds a live server to the duties of every searcher: in each mode, before and after what was
// written is sealed and indexed. In Milvus Lite that is a scan of all vectors: what a graph leaves out is measured
// instead.
func TestLiveConformance(t *testing.T) {
	for name, c := range map[string]struct {
		o      Options
		settle bool
	}{
		"dense": {Options{}, false}, "dense, settled": {Options{}, true}, "bm25": {Options{Mode: BM25}, false},
		"bm25, settled": {Options{Mode: BM25}, true}, "hybrid": {Options{Mode: Hybrid}, false},
	} {
		c.o.Shape = remote.Shape{Schema: enginetest.Schema, Dimension: enginetest.Dimension, Metric: index.Cosine}
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, func(*testing.T) enginetest.Engine { return liveEngine(c.o, c.settle) })
		})
	}
}

func liveEngine(o Options, settle bool) enginetest.Engine {
	e := enginetest.Engine{Vectors: o.Mode != BM25, Texts: o.Mode == BM25 || o.Mode == Hybrid, Off: 1e-5, MostK: MaxK}
	var x *Index
	ready := func(t *testing.T, err error) index.Searcher {
		t.Helper()
		if err == nil && settle {
			err = x.Settle(context.Background())
		}
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	e.Load = func(t *testing.T, records []index.Record) index.Searcher {
		x = fresh(t, o)
		return e.Overwrite(t, records)
	}
	e.Overwrite = func(t *testing.T, records []index.Record) index.Searcher {
		return ready(t, x.Add(context.Background(), records))
	}
	e.Remove = func(t *testing.T, ids []string) index.Searcher { return ready(t, x.Delete(context.Background(), ids)) }
	return e
}

// TestLiveEdges holds a live server to what conformance does not ask.
func TestLiveEdges(t *testing.T) {
	x := fresh(t, Options{Shape: remote.Shape{Schema: enginetest.EdgeSchema, Dimension: enginetest.EdgeDimension, Metric: index.Cosine}})
	enginetest.Edges(t, x, remote.ErrExists, "\x00", "a\x00", `\n`, `\u0041`, "'", "$0", "{v}", "is null")
}

var liveShape = remote.Shape{Schema: enginetest.EdgeSchema, Dimension: enginetest.EdgeDimension, Metric: index.Euclidean}

func TestLiveEuclidean(t *testing.T) {
	x := fresh(t, Options{Shape: liveShape})
	if err := x.Add(t.Context(), []index.Record{{ID: "far", Vector: []float32{6, 8}}, {ID: "near", Vector: []float32{3, 4}}}); err != nil {
		t.Fatal(err)
	}
	got, err := x.Search(t.Context(), []index.Query{{Vector: []float32{0, 0}, K: 5}})
	if err != nil || len(got[0].Hits) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []struct {
		id       string
		distance float64
	}{{"near", 5}, {"far", 10}} {
		if h := got[0].Hits[i]; h.ID != want.id || math.Abs(h.Distance-want.distance) > 1e-5 {
			t.Errorf("hit %d: %+v, want %+v", i+1, h, want)
		}
	}
}

// TestLiveRefusals: a collection of another shape, one that is not loaded, and none at all reach the user in words.
func TestLiveRefusals(t *testing.T) {
	x := fresh(t, Options{Shape: liveShape})
	other := liveShape
	other.Dimension++
	y := live(t, Options{Collection: x.o.Collection, Shape: other})
	three := []float32{1, 2, 3}
	for what, do := range map[string]func() error{
		"check":  func() error { return y.Check(t.Context()) },
		"add":    func() error { return y.Add(t.Context(), []index.Record{{ID: "a", Vector: three}}) },
		"search": func() error { _, err := y.Search(t.Context(), []index.Query{{Vector: three, K: 1}}); return err },
	} {
		if err := do(); call.KindOf(err) != call.BadRequest || !strings.Contains(err.Error(), "2 dimensions; expected are 3") {
			t.Errorf("%s: %v", what, err)
		}
	}
	other = liveShape
	other.Metric = index.Cosine
	if err := live(t, Options{Collection: x.o.Collection, Shape: other}).Check(t.Context()); err == nil ||
		!strings.Contains(err.Error(), `under "L2"`) {
		t.Error(err)
	}
	if err := x.invoke(t.Context(), "ReleaseCollection", x.named(3)); err != nil {
		t.Fatal(err)
	}
	got, err := x.Search(t.Context(), []index.Query{{Vector: three[:2], K: 1}})
	if err != nil || !strings.Contains(got[0].Err.Error(), "load it: 'assay index build") {
		t.Errorf("%+v, %v", got, err)
	}
	if err := x.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := x.Search(t.Context(), []index.Query{{Vector: three[:2], K: 1}}); err != nil || got[0].Err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	none := live(t, Options{Shape: liveShape})
	if _, err := none.Search(t.Context(), []index.Query{{Vector: three[:2], K: 1}}); !errors.Is(err, remote.ErrNoIndex) {
		t.Error(err)
	}
	if _, err := none.Count(t.Context()); !errors.Is(err, remote.ErrNoIndex) {
		t.Error(err)
	}
}

// TestLiveMethods: a method that the server lacks is said so by gRPC, not by Milvus.
func TestLiveMethods(t *testing.T) {
	x := live(t, Options{Shape: liveShape})
	if err := x.invoke(t.Context(), "NoSuchMethod", x.named(3)); err == nil || !strings.Contains(err.Error(), "UNIMPLEMENTED") {
		t.Error(err)
	}
}
