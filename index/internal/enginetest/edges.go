package enginetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/assayhq/assay/index"
)

// Live is one index of a live server, empty, made and of EdgeSchema.
type Live interface {
	index.Searcher
	Create(context.Context) error
	Check(context.Context) error
	Add(context.Context, []index.Record) error
	Count(context.Context) (int, error)
	Vectors(context.Context, []string) ([][]float32, error)
	Delete(context.Context, []string) error
}

// EdgeSchema is the fields of the records of Edges.
var EdgeSchema = index.Schema{{Name: "said", Kind: index.Text}, {Name: "n", Kind: index.Int}}

// EdgeDimension is that of the vectors of Edges.
const EdgeDimension = 2

// edgeTexts are texts that engines are known to trim, fold, split or read as syntax.
var edgeTexts = []string{"", " ", "a", "a ", " a", "\t", "a\nb", "\u00a0a\u3000", "\x1f", "\u2028x", `"}]}`, `\`, "A",
	"é", "e\u0301", "🜁", "NULL", "*", "?", "%", "the"}

// Edges holds a live server to what Run does not ask: records, vectors and values at the edges, under every
// operator. A second making is the error exists; more are further texts that the server must keep apart.
func Edges(t *testing.T, x Live, exists error, more ...string) {
	t.Helper()
	texts := slices.Concat(edgeTexts, more)
	numbers := []int64{math.MinInt64, -1 << 53, -1<<31 - 1, -1 << 31, -1, 0, 7, 1<<31 - 1, 1 << 31, 1<<53 + 1,
		math.MaxInt64}
	var records []index.Record
	for i := range 121 {
		f := index.Fields{}
		if i%12 > 0 {
			f["said"] = texts[i%len(texts)]
		}
		if i%10 > 0 {
			f["n"] = numbers[i%len(numbers)]
		}
		records = append(records, index.Record{ID: fmt.Sprint("r ", i), Text: "text", Vector: []float32{1, float32(i)},
			Fields: f})
	}
	ctx := t.Context()
	if err := x.Add(ctx, records); err != nil {
		t.Fatal(err)
	}
	if err := x.Check(ctx); err != nil {
		t.Error(err)
	}
	if err := x.Create(ctx); !errors.Is(err, exists) {
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
	for _, op := range operators {
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
