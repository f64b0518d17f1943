package store

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// pythonVariable names an interpreter with pandas, pyarrow and duckdb (and polars, if it is there).
const pythonVariable = "ASSAY_PYTHON"

// readByOthers reads every table of a corpus with DuckDB, PyArrow, pandas and Polars, over all parts
// at once, and prints what it found as one JSON object per reader.
const readByOthers = `
import glob, json, sys
import duckdb, pandas, pyarrow, pyarrow.parquet as pq
root, tables = sys.argv[1], sys.argv[2:]

def checksum(rows):
    total = 0
    for row in rows:
        text = "|".join("" if v is None else str(v) for v in row)
        for b in text.encode():
            total = (total * 31 + b) % (1 << 61)
    return str(total)

def orderly(t): return "cik, year, doc_id" + {"documents": "", "items": ", ord", "tables": ", table_id", "cells": ", table_id, row, ` +
	`col"}.get(t, ", seq")

columns = {
    "documents": ["doc_id", "company", "fiscal_year", "period_end", "bytes"],
    "items": ["doc_id", "item", "ord", "text", "n_sentences"],
    "paragraphs": ["doc_id", "seq", "kind", "source_start"],
    "tables": ["doc_id", "table_id", "grid"],
    "cells": ["doc_id", "table_id", "row", "col", "row_path", "text", "value", "scale"],
    "sentences": ["sentence_id", "section", "position", "text", "text_hash", "source_end"],
    "facts": ["doc_id", "seq", "concept", "value", "period_start", "period_end", "dimensions", "sentence_id"],
}
found = {"duckdb": {}, "pyarrow": {}, "pandas": {}}
for t in tables:
    where, names = root + "/*/" + t + ".parquet", columns[t]
    rel = duckdb.sql("SELECT %s FROM read_parquet('%s') ORDER BY %s" % (", ".join(names), where, orderly(t)))
    rows = rel.fetchall()
    found["duckdb"][t] = [len(rows), checksum(rows)]
    whole = pyarrow.concat_tables([pq.read_table(f) for f in sorted(glob.glob(where))])
    whole = whole.sort_by([(c.strip(), "ascending") for c in orderly(t).split(",")]).select(names)
    found["pyarrow"][t] = [whole.num_rows, checksum(zip(*[c.to_pylist() for c in whole.columns]))]
    frame = pandas.concat([pandas.read_parquet(f, columns=None) for f in glob.glob(where)])
    found["pandas"][t] = [len(frame), ""]
    for f in glob.glob(where):
        pq.ParquetFile(f, page_checksum_verification=True).read()
floats = duckdb.sql("SELECT count(value_float), count(*), sum(value_float) FROM read_parquet('%s/*/facts.parquet')" % root).fetchall()[0]
found["floats"] = list(floats)
found["seven"] = duckdb.sql("SELECT count(*) FROM read_parquet('%s/*/sentences.parquet') WHERE section = '7' AND cik = 3" % ` +
	`root).fetchall()[0][0]
try:
    import polars
    found["polars"] = {t: [polars.read_parquet(root + "/*/" + t + ".parquet").height, ""] for t in tables}
except ImportError:
    pass
json.dump(found, sys.stdout)
`

// TestOtherReaders reads a corpus of fresh and merged parts, after a replacement and a removal, with
// DuckDB, PyArrow, pandas and Polars: the same rows and values as here, and no stale ones.
func TestOtherReaders(t *testing.T) {
	python := os.Getenv(pythonVariable)
	if python == "" {
		t.Skipf("%s names no Python interpreter with pandas, pyarrow and duckdb", pythonVariable)
	}
	dir := t.TempDir()
	v := invent(40)
	w := openWriter(t, dir)
	w.limit = 1
	for cik := range 8 {
		must(t, w.Add(version(v, cik, 1)))
	}
	must(t, w.Merge(context.Background()))
	must(t, w.Add(v.filing(20, 2020, annual)))
	must(t, w.Close())
	w = openWriter(t, dir)
	must(t, w.Add(version(v, 3, 2)))
	must(t, w.Flush())
	if _, err := w.Remove("0000000005_10-K_2020"); err != nil {
		t.Fatal(err)
	}
	must(t, w.Close())

	args := []string{"-c", readByOthers, dir}
	for i := range tables {
		args = append(args, tables[i].name)
	}
	cmd := exec.Command(python, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	must(t, err)
	var found map[string]json.RawMessage
	must(t, json.Unmarshal(out, &found))
	want := sums(t, dir)
	readers := 0
	for _, name := range []string{"duckdb", "pyarrow", "pandas", "polars"} {
		if found[name] == nil && name == "polars" {
			t.Log("polars is not installed there")
			continue
		}
		readers++
		var got map[string][2]any
		must(t, json.Unmarshal(found[name], &got))
		for table, sum := range want {
			if n := got[table][0]; n != float64(sum.rows) || sum.rows == 0 {
				t.Errorf("%s reads %v rows of %s, want %d", name, n, table, sum.rows)
			}
			if s := got[table][1]; s != "" && s != sum.checksum {
				t.Errorf("%s reads other values of %s", name, table)
			}
		}
	}
	if readers < 3 {
		t.Errorf("only %d readers", readers)
	}
	checkFloats(t, dir, found)
}

type tableSum struct {
	rows     int
	checksum string
}

// sums reads the same columns as the script and sums them up in the same way.
func sums(t *testing.T, dir string) map[string]tableSum {
	t.Helper()
	c := open(t, dir)
	sum := func(rows [][]any) tableSum {
		var total uint64
		for _, row := range rows {
			var texts []string
			for _, v := range row {
				texts = append(texts, fmt.Sprint(v))
			}
			for _, b := range []byte(strings.Join(texts, "|")) {
				// Below 2^61, times 31 overflows; multiplying in two steps does not.
				total = (mulmod(total, 31) + uint64(b)) % (1 << 61)
			}
		}
		return tableSum{len(rows), fmt.Sprint(total)}
	}
	m := make(map[string]tableSum)
	m["documents"] = sum(rowsOf(t, c.Documents(Query{}), func(r Document) []any {
		return []any{r.DocID, r.Company, r.FiscalYear, r.PeriodEnd, r.Bytes}
	}))
	m["items"] = sum(rowsOf(t, c.Items(Query{}), func(r Item) []any { return []any{r.DocID, r.Item, r.Ord, r.Text, r.NSentences} }))
	m["paragraphs"] = sum(rowsOf(t, c.Paragraphs(Query{}), func(r Paragraph) []any { return []any{r.DocID, r.Seq, r.Kind, r.SourceStart} }))
	m["tables"] = sum(rowsOf(t, c.Tables(Query{}), func(r Table) []any { return []any{r.DocID, r.TableID, r.Grid} }))
	m["cells"] = sum(rowsOf(t, c.Cells(Query{}), func(r Cell) []any {
		return []any{r.DocID, r.TableID, r.Row, r.Col, r.RowPath, r.Text, r.Value, r.Scale}
	}))
	m["sentences"] = sum(rowsOf(t, c.Sentences(Query{}), func(r Sentence) []any {
		return []any{r.ID, r.Section, r.Position, r.Text, r.TextHash, r.SourceEnd}
	}))
	m["facts"] = sum(rowsOf(t, c.Facts(Query{}), func(r Fact) []any {
		return []any{r.DocID, r.Seq, r.Concept, r.Value, r.PeriodStart, r.PeriodEnd, r.Dimensions, r.SentenceID}
	}))
	return m
}

func mulmod(a, b uint64) uint64 {
	const mod = 1 << 61
	high, low := a>>32, a&(1<<32-1)
	return ((high*b%mod)<<32%mod + low*b) % mod
}

func rowsOf[T any](t *testing.T, rows func(func(T, error) bool), columns func(T) []any) [][]any {
	t.Helper()
	var list [][]any
	for row, err := range rows {
		must(t, err)
		list = append(list, columns(row))
	}
	return list
}

// checkFloats compares nulls and sums of doubles, and a filter.
func checkFloats(t *testing.T, dir string, found map[string]json.RawMessage) {
	t.Helper()
	c := open(t, dir)
	var floats [3]float64
	must(t, json.Unmarshal(found["floats"], &floats))
	var want [3]float64
	for _, f := range all(t, c.Facts(Query{})) {
		want[1]++
		if f.ValueFloat != nil {
			want[0]++
			want[2] += *f.ValueFloat
		}
	}
	if floats != want || want[0] == want[1] {
		t.Errorf("doubles %v, want %v", floats, want)
	}
	seven := fmt.Sprint(len(all(t, c.Sentences(Query{CIKs: []int64{3}, Sections: []string{"7"}}))))
	if seven == "0" || string(found["seven"]) != seven {
		t.Errorf("%s sentences of section 7, want %s", found["seven"], seven)
	}
}
