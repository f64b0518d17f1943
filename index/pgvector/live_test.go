package pgvector

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

var shape = remote.Shape{Schema: conform.Schema, Dimension: conform.Dimension, Metric: index.Cosine}

// TestLiveConformance holds a live server to the duties of every searcher, in each mode.
func TestLiveConformance(t *testing.T) {
	for name, o := range map[string]Options{
		"dense": {Mode: Dense}, "dense, half": {Mode: Dense, Half: true}, "bm25": {Mode: BM25}, "ts_rank": {Mode: BM25, Ranker: Native}, "hybrid": {Mode: Hybrid},
	} {
		o.Shape = shape
		t.Run(name, func(t *testing.T) {
			conform.Run(t, func(*testing.T) conform.Engine { return engine(o) })
		})
	}
}

func engine(o Options) conform.Engine {
	e := conform.Engine{Vectors: o.Mode != BM25, Texts: o.Mode != Dense}
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

// TestLiveRecords holds a live server to what conformance does not ask: records, vectors and values at the edges.
func TestLiveRecords(t *testing.T) {
	schema := index.Schema{{Name: "said", Kind: index.Text}, {Name: "n", Kind: index.Int}}
	x := fresh(t, Options{Shape: remote.Shape{Schema: schema, Dimension: 2, Metric: index.Cosine}})
	texts := []string{"", " ", "a", "a ", " a", "\t", "a\nb", "\u00a0a\u3000", "\x1f", "\u2028x", `"}]}`, `\`, "A", "é", "e\u0301", "🜁", "NULL", "*", "?", "%", "the", "'"}
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
