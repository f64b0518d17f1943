package opensearch

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/enginetest"
	"github.com/assayhq/assay/index/internal/remote"
)

// liveVariable has the address of a live server: bench/engines/run.sh starts one and sets it.
const liveVariable = "ASSAY_OPENSEARCH"

// live is an index of a live server, made or not.
func live(t testing.TB, o Options) *Index {
	t.Helper()
	o.Base = os.Getenv(liveVariable)
	if o.Base == "" {
		t.Skipf("%s names no live OpenSearch; make engines starts one and runs this", liveVariable)
	}
	o.Index = cmp.Or(o.Index, "test_"+strings.ToLower(rand.Text()))
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
		"dense": {Mode: Dense}, "dense, shards": {Mode: Dense, Shards: 3}, "bm25": {Mode: BM25},
		"bm25, shards": {Mode: BM25, Shards: 3}, "hybrid": {Mode: Hybrid},
	} {
		o.Shape = remote.Shape{Schema: enginetest.Schema, Dimension: enginetest.Dimension, Metric: index.Cosine}
		o.Replicas = new(int) // one node has nowhere to put a copy
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, func(*testing.T) enginetest.Engine { return liveEngine(o) })
		})
	}
}

func liveEngine(o Options) enginetest.Engine {
	e := enginetest.Engine{Vectors: o.Mode != BM25, Texts: o.Mode != Dense, Off: 1e-6, MostK: MaxK}
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
	x := fresh(t, Options{Replicas: new(int), Shape: remote.Shape{Schema: enginetest.EdgeSchema,
		Dimension: enginetest.EdgeDimension, Metric: index.Cosine}})
	enginetest.Edges(t, x, remote.ErrExists, "*", "a*b", "AND", "\\")
}

var liveShape = remote.Shape{Schema: enginetest.EdgeSchema, Dimension: enginetest.EdgeDimension, Metric: index.Euclidean}

// TestLiveSettles: what one process wrote is seen by another as soon as either of them settles. The two have
// nothing in common but the index.
func TestLiveSettles(t *testing.T) {
	writer := fresh(t, Options{Replicas: new(int), Shape: liveShape})
	reader := live(t, Options{Index: writer.o.Index, Shape: liveShape})
	for n := 1; n < 20; n++ {
		r := index.Record{ID: strings.Repeat("r", n), Vector: []float32{1, float32(n)}}
		if err := writer.Add(t.Context(), []index.Record{r}); err != nil {
			t.Fatal(err)
		}
		settles := []*Index{writer, reader}[n%2]
		if err := settles.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, err := reader.Count(t.Context()); err != nil || got != n {
			t.Fatalf("%d records of %d, %v", got, n, err)
		}
	}
}

// TestLiveSees: each of many goroutines finds what it wrote, whatever the others' searches refresh.
func TestLiveSees(t *testing.T) {
	x := fresh(t, Options{Replicas: new(int), Shape: liveShape})
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 10 {
				r := index.Record{ID: fmt.Sprint(i, "-", n), Vector: []float32{float32(i), float32(n)}}
				if err := x.Add(t.Context(), []index.Record{r}); err != nil {
					t.Error(err)
				}
				got, err := x.Search(t.Context(), []index.Query{{Vector: r.Vector, K: 1}})
				if err != nil || len(got[0].Hits) != 1 || got[0].Hits[0].ID != r.ID {
					t.Errorf("%q: %+v, %v", r.ID, got, err)
				}
			}
		})
	}
	all.Wait()
}

func TestLiveEuclidean(t *testing.T) {
	x := fresh(t, Options{Replicas: new(int), Shape: liveShape})
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

// TestLiveRefusals: what the server says of an index of another shape, and of none, reaches the user in words.
func TestLiveRefusals(t *testing.T) {
	x := fresh(t, Options{Replicas: new(int), Shape: liveShape})
	other := liveShape
	other.Dimension++
	y := live(t, Options{Index: x.o.Index, Shape: other})
	three := []float32{1, 2, 3}
	if err := y.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "2 dimensions") {
		t.Error(err)
	}
	if err := y.Add(t.Context(), []index.Record{{ID: "a", Vector: three}}); call.KindOf(err) != call.BadRequest ||
		!strings.Contains(err.Error(), "Expected: 2, Given: 3") {
		t.Error(err)
	}
	if err := x.Add(t.Context(), []index.Record{{ID: "b", Vector: three[:2]}}); err != nil {
		t.Fatal(err)
	}
	if got, err := y.Search(t.Context(), []index.Query{{Vector: three, K: 1}}); err != nil ||
		call.KindOf(got[0].Err) != call.BadRequest || !strings.Contains(got[0].Err.Error(), "dimension") {
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
