package store

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestBounds holds the page index of every column to the values: a reader that skips pages by it must
// not miss a row. Fresh and merged parts are looked at.
func TestBounds(t *testing.T) {
	dir := t.TempDir()
	v := invent(50)
	w := openWriter(t, dir)
	w.limit = 1
	for cik := range int64(mergeParts) {
		must(t, w.Add(v.filing(cik+1, 2020, small)))
	}
	must(t, w.Merge(context.Background()))
	must(t, w.Add(v.filing(99, 2020, annual)))
	must(t, w.Close())
	c := open(t, dir)
	if len(c.parts) != 2 {
		t.Fatalf("%d parts, want a merged and a fresh one", len(c.parts))
	}
	pages := 0
	for part := range c.parts {
		for table := range tables {
			f, err := c.table(part, table)
			must(t, err)
			for _, g := range f.data.RowGroups() {
				for i, chunk := range g.ColumnChunks() {
					n := checkBounds(t, chunk)
					if n == 0 {
						t.Errorf("%s: column %v has no pages", f.path, f.data.Schema().Columns()[i])
					}
					pages += n
				}
			}
		}
	}
	if pages < 2*100 {
		t.Errorf("only %d pages", pages)
	}
}

// checkBounds compares a chunk's values with its page index and returns its pages.
func checkBounds(t *testing.T, chunk parquet.ColumnChunk) int {
	t.Helper()
	index, err := chunk.ColumnIndex()
	must(t, err)
	pages := chunk.Pages()
	defer pages.Close()
	for n := 0; ; n++ {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return n
		}
		must(t, err)
		values := make([]parquet.Value, page.NumValues())
		if _, err := page.Values().ReadValues(values); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		for _, v := range values {
			if v.IsNull() {
				continue
			}
			if compare := chunk.Type().Compare; index.NullPage(n) || compare(v, index.MinValue(n)) < 0 || compare(v, index.MaxValue(n)) > 0 {
				t.Fatalf("column %d, page %d: %v is not from %v to %v", chunk.Column(), n, v, index.MinValue(n), index.MaxValue(n))
			}
		}
	}
}
