package contract

import (
	"context"
	"fmt"
	"testing"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/engine"
)

// engineShape is that of vectors of three values.
var engineShape = engine.Shape{Schema: engineSchema, Dimension: 3, Metric: index.Cosine}

// engineSchema has a field of each kind.
var engineSchema = index.Schema{{Name: "form", Kind: index.Text}, {Name: "year", Kind: index.Int},
	{Name: "weight", Kind: index.Float}, {Name: "audited", Kind: index.Bool}}

func engineRecords(n int) []index.Record {
	records := make([]index.Record, n)
	for i := range records {
		records[i] = index.Record{ID: fmt.Sprintf("sentence %d é\"", i), Text: fmt.Sprint("goodwill of unit ", i),
			Vector: []float32{1, float32(i), 0.25},
			Fields: index.Fields{"form": []string{"10-K", "10-Q"}[i%2], "year": int64(2000 + i), "weight": float64(i) / 2}}
		if i%3 > 0 {
			records[i].Fields["audited"] = i%3 == 1
		}
	}
	return records
}

// engineFilters are filters of every operator and kind, by themselves and combined.
func engineFilters() []*index.Filter {
	all := []*index.Filter{nil}
	values := map[string][]any{"form": {"10-K", "10-Q"}, "year": {int64(2003), int64(2004)}, "weight": {0.5, 3.0}, "audited": {true, false}}
	for _, field := range engineSchema {
		for _, op := range []index.Op{index.Equal, index.NotEqual, index.In, index.NotIn, index.Greater,
			index.GreaterOrEqual, index.Less, index.LessOrEqual} {
			f := &index.Filter{Op: op, Field: field.Name, Values: values[field.Name]}
			if op != index.In && op != index.NotIn {
				f.Values = f.Values[:1]
			}
			if f.Check(engineSchema) == nil {
				all = append(all, f)
			}
		}
	}
	return append(all, &index.Filter{Op: index.And,
		Of: []*index.Filter{all[1], {Op: index.Or, Of: []*index.Filter{all[10], all[2], all[18]}}}})
}

type anyEngine interface {
	index.Searcher
	Create(context.Context) error
	Check(context.Context) error
	Add(context.Context, []index.Record) error
	Count(context.Context) (int, error)
	Vectors(context.Context, []string) ([][]float32, error)
	Delete(context.Context, []string) error
	Drop(context.Context) error
}

// useEngine does everything that an engine can do, with filters of every shape but those that it refuses, and
// holds the hits against the filters.
func useEngine(t *testing.T, x anyEngine, refuses func(*index.Filter) bool) {
	t.Helper()
	ctx := deadline(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	records := engineRecords(9)
	must(x.Create(ctx))
	must(x.Check(ctx))
	must(x.Add(ctx, records))
	if n, err := x.Count(ctx); err != nil || n != len(records) {
		t.Errorf("%d records, %v", n, err)
	}
	vectors, err := x.Vectors(ctx, []string{records[4].ID, "none"})
	if err != nil || len(vectors) != 2 || len(vectors[0]) != 3 || vectors[1] != nil {
		t.Errorf("%v, %v", vectors, err)
	}
	var queries []index.Query
	for _, f := range engineFilters() {
		if f == nil || !refuses(f) {
			queries = append(queries, index.Query{Vector: []float32{1, 4, 0}, Text: "goodwill unit 4", K: 20, Filter: f})
		}
	}
	results, err := x.Search(ctx, queries)
	must(err)
	for i, r := range results {
		want := 0
		for _, record := range records {
			if queries[i].Filter.Match(record.Fields) {
				want++
			}
		}
		if r.Err != nil || len(r.Hits) != want {
			t.Errorf("%s: %d hits, want %d: %v", queries[i].Filter, len(r.Hits), want, r.Err)
		}
	}
	if len(queries) < 20 {
		t.Errorf("%d queries only", len(queries))
	}
	must(x.Delete(ctx, []string{records[0].ID}))
	must(x.Drop(ctx))
}

func ordersTexts(f *index.Filter) bool {
	return f.Field == "form" && f.Op != index.Equal && f.Op != index.NotEqual && f.Op != index.In && f.Op != index.NotIn
}
