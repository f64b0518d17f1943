package milvus

import (
	"context"
	"fmt"
	"slices"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// perValue is about how many bytes a value takes beside its text.
const perValue = 12

// Add keeps records, replacing those of the same id. All are checked before the first is sent; after an error
// some may be kept, and adding them again is safe.
func (x *Index) Add(ctx context.Context, records []index.Record) error {
	checked, err := x.o.Shape.Records(records)
	if err != nil {
		return fmt.Errorf("engine %s: %w", engineName, err)
	}
	l, err := x.layout(ctx)
	if err != nil {
		return err
	}
	for i := range checked {
		if err := fits(&checked[i], l.texts); err != nil {
			return fmt.Errorf("engine %s: record %q: %w", engineName, checked[i].ID, err)
		}
	}
	x.writing.Lock()
	defer x.writing.Unlock()
	ends := remote.Batches(len(checked), x.o.Batch, MaxBody, func(i int) int { return x.size(&checked[i], l.texts) })
	for i := range ends {
		from, to := remote.Span(ends, i)
		if err := x.put(ctx, checked[from:to], l.texts); err != nil {
			return err
		}
	}
	return nil
}

// fits reports a record with a text that is longer than a field of Milvus.
func fits(r *index.Record, texts bool) error {
	if len(r.ID) > MaxText {
		return fmt.Errorf("its id has %d bytes and may have %d: %w", len(r.ID), MaxText, remote.ErrLimit)
	}
	if texts && len(r.Text) > MaxText {
		return fmt.Errorf("its text has %d bytes and may have %d: %w", len(r.Text), MaxText, remote.ErrLimit)
	}
	for name, v := range r.Fields {
		if s, ok := v.(string); ok && len(s) > MaxText {
			return fmt.Errorf("field %q has %d bytes and may have %d: %w", name, len(s), MaxText, remote.ErrLimit)
		}
	}
	return nil
}

// size is about how many bytes a record takes in a request.
func (x *Index) size(r *index.Record, texts bool) int {
	n := perValue + len(r.ID) + 4*len(r.Vector)
	if texts {
		n += perValue + len(r.Text)
	}
	for _, v := range r.Fields {
		n += perValue
		if s, ok := v.(string); ok {
			n += len(s)
		}
	}
	return n
}

// put sends one batch. The server must say of each record that it is kept.
func (x *Index) put(ctx context.Context, records []index.Record, texts bool) error {
	got, err := ask(ctx, x, "Upsert", x.upsert(records, texts), func() *mutated { return &mutated{most: len(records)} })
	if err != nil {
		return err
	}
	if len(got.refused) > 0 || got.kept != int64(len(records)) {
		return x.client.Failf(call.ServerFault, nextHealth, "of %d records %d were acknowledged and %d refused", len(records),
			got.kept, len(got.refused))
	}
	return nil
}

// Delete takes records out; an id that is not there is no error.
func (x *Index) Delete(ctx context.Context, ids []string) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	ends := remote.Batches(len(ids), x.o.Batch, MaxBody, func(i int) int { return perValue + len(ids[i]) })
	for i := range ends {
		from, to := remote.Span(ends, i)
		_, err := ask(ctx, x, "Delete", x.remove(ids[from:to]), func() *mutated { return &mutated{most: to - from} })
		if err != nil {
			return err
		}
	}
	return nil
}

// Vectors are the vectors of records, in the order of the ids; nil where there is none.
func (x *Index) Vectors(ctx context.Context, ids []string) ([][]float32, error) {
	vectors := make([][]float32, len(ids))
	ends := remote.Batches(len(ids), x.o.Batch, MaxBody,
		func(i int) int { return perValue + len(ids[i]) + 4*x.o.Dimension })
	err := x.client.Each(ctx, len(ends), func(ctx context.Context, b int) error {
		from, to := remote.Span(ends, b)
		wanted := slices.Compact(slices.Sorted(slices.Values(ids[from:to])))
		got, err := ask(ctx, x, "Query", x.fetch(wanted),
			func() *rows { return &rows{limit: limit{len(wanted), x.o.Dimension}} })
		if err != nil {
			return err
		}
		of, wrong := byID(got.columns, x.o.Dimension)
		if wrong != nil {
			return x.client.Failf(call.Malformed, "", "the vectors that it gave: %v", wrong)
		}
		for i := from; i < to; i++ {
			vectors[i] = of[ids[i]]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return vectors, nil
}

// byID is the vectors of columns, by their records' ids.
func byID(columns []column, dimension int) (map[string][]float32, error) {
	of := map[string][]float32{}
	id := slices.IndexFunc(columns, func(c column) bool { return c.name == idName })
	v := slices.IndexFunc(columns, func(c column) bool { return c.name == vectorName })
	if id < 0 || v < 0 {
		return of, nil // nothing was found
	}
	ids, floats := columns[id].texts, columns[v].floats
	if len(floats) != len(ids)*dimension {
		return nil, fmt.Errorf("%d numbers for %d vectors of %d dimensions", len(floats), len(ids), dimension)
	}
	for i := range ids {
		of[ids[i]] = floats[i*dimension : (i+1)*dimension]
	}
	return of, nil
}
