package weaviate

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/conform"
	"github.com/assayhq/assay/index/remote"
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
				Shape: remote.Shape{Schema: conform.Schema, Dimension: conform.Dimension, Metric: index.Cosine}}
			conform.Run(t, func(*testing.T) conform.Engine { return engine(o) })
		})
	}
}

func engine(o Options) conform.Engine {
	e := conform.Engine{Vectors: o.Mode != BM25, Texts: o.Mode != Dense, Off: 1e-5, MostK: DefaultMaxK}
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

// TestLiveRecords holds a live server to what conformance does not ask: records, vectors and values at the edges.
func TestLiveRecords(t *testing.T) {
	schema := index.Schema{{Name: "said", Kind: index.Text}, {Name: "n", Kind: index.Int}}
	x := fresh(t, Options{Addresses: addresses(t, oneVariable), Shape: remote.Shape{Schema: schema, Dimension: 2, Metric: index.Cosine}})
	texts := []string{"", " ", "a", "a ", " a", "\t", "a\nb", "\u00a0a\u3000", "\x1f", "\u2028x", `"}]}`, `\`, "A", "é", "e\u0301", "🜁", "NULL", "*", "?", "%", "the", "\x00", "a\x00"}
	numbers := []int64{math.MinInt64, -1 << 53, -1<<31 - 1, -1 << 31, -1, 0, 7, 1<<31 - 1, 1 << 31, 1<<53 + 1, math.MaxInt64}
	var records []index.Record
	for i := range 121 {
		f := index.Fields{}
		if i%12 > 0 {
			f["said"] = texts[i%len(texts)]
		}
		if i%10 > 0 {
			f["n"] = numbers[i%len(numbers)]
		}
		records = append(records, index.Record{ID: fmt.Sprint("r ", i), Text: "text", Vector: []float32{1, float32(i)}, Fields: f})
	}
	ctx := t.Context()
	if err := x.Add(ctx, records); err != nil {
		t.Fatal(err)
	}
	if err := x.Check(ctx); err != nil {
		t.Error(err)
	}
	if err := x.Create(ctx); !errors.Is(err, remote.ErrExists) {
		t.Errorf("made twice: %v", err)
	}
	if n, err := x.Count(ctx); err != nil || n != len(records) {
		t.Errorf("%d records of %d, %v", n, len(records), err)
	}
	v, err := x.Vectors(ctx, []string{"r 3", "none", "r 0"})
	if err != nil || !slices.Equal(v[0], records[3].Vector) || v[1] != nil || !slices.Equal(v[2], records[0].Vector) {
		t.Errorf("%v, %v", v, err)
	}
	var filters []*index.Filter
	for _, op := range []index.Op{index.Equal, index.NotEqual, index.In, index.NotIn, index.Greater, index.GreaterOrEqual, index.Less, index.LessOrEqual} {
		for _, s := range texts {
			filters = append(filters, &index.Filter{Op: op, Field: "said", Values: []any{s}})
		}
		for _, n := range numbers {
			filters = append(filters, &index.Filter{Op: op, Field: "n", Values: []any{n}})
		}
	}
	for _, f := range filters {
		r, err := x.Search(ctx, []index.Query{{Vector: []float32{1, 3}, K: 200, Filter: f}})
		if err != nil || r[0].Err != nil {
			t.Fatalf("%s: %v, %v", f, err, r[0].Err)
		}
		found := map[string]index.Fields{}
		for _, h := range r[0].Hits {
			found[h.ID] = h.Fields
		}
		for _, record := range records {
			fields, there := found[record.ID]
			if there != f.Match(record.Fields) || (there && !maps.Equal(fields, record.Fields)) {
				t.Errorf("%s: %q with %q: found %v with %q", f, record.ID, record.Fields, there, fields)
			}
		}
	}
	if err := x.Delete(ctx, []string{"r 3", "none"}); err != nil {
		t.Error(err)
	}
	if n, err := x.Count(ctx); err != nil || n != len(records)-1 {
		t.Errorf("%d records after one of %d was deleted, %v", n, len(records), err)
	}
}
