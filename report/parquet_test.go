package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// TestParquet holds every row of the file to its score in the ledger.
func TestParquet(t *testing.T) {
	r, o := rich(t)
	var b bytes.Buffer
	must(t, writeParquet(&b, r, o))
	if path := os.Getenv("ASSAY_PARQUET_OUT"); path != "" {
		must(t, os.WriteFile(filepath.Clean(path), b.Bytes(), 0o666)) // for a check by other programs
	}
	rows, err := parquet.Read[scoreRow](bytes.NewReader(b.Bytes()), int64(b.Len()))
	must(t, err)
	n, numbers := 0, 0
	for result, err := range o.Results(ledger.With{Details: true}) {
		must(t, err)
		for i := range result.Scores {
			s := &result.Scores[i]
			if n >= len(rows) {
				t.Fatalf("only %d rows", len(rows))
			}
			row := &rows[n]
			n++
			if row.Case != result.ID || row.Measure == nil || *row.Measure != s.Name || *row.Outcome != string(s.Outcome) ||
				row.Explanation != s.Explanation || len(row.Evidence) != len(s.Evidence) {
				t.Fatalf("row %d is %+v, want %s of case %q: %+v", n, row, s.Name, result.ID, s)
			}
			if (row.Value != nil) != (s.Outcome == score.Scored) || row.Value != nil && *row.Value != s.Value {
				t.Errorf("row %d: %v of %+v", n, row.Value, s)
			}
			if row.Value != nil {
				numbers++
			}
			if (row.USD == nil) != (result.Cost == nil) {
				t.Errorf("row %d: a cost of %v, want %v", n, row.USD, result.Cost)
			}
		}
	}
	if n != len(rows) || n != 2000 || numbers < 1500 {
		t.Errorf("%d rows of %d, %d numbers", n, len(rows), numbers)
	}
}

func TestParquetMetadata(t *testing.T) {
	r, o := rich(t)
	var b bytes.Buffer
	must(t, writeParquet(&b, r, o))
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	must(t, err)
	for key, want := range map[string]string{"assay.kind": "report", "assay.format": "1", "assay.tool": "0.4.0",
		"assay.run": "20260921-133320-abcd", "assay.suite": "docqa", "assay.status": "complete"} {
		if got, ok := f.Lookup(key); !ok || got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	var h ledger.Header
	text, _ := f.Lookup("assay.header")
	must(t, json.Unmarshal([]byte(text), &h))
	if h.Seed != 7 || len(h.Data) != 1 {
		t.Errorf("the header is %+v", h)
	}
}

// TestParquetAlike holds the file to the same bytes, in whatever order maps are read.
func TestParquetAlike(t *testing.T) {
	r, o := rich(t)
	var first bytes.Buffer
	must(t, writeParquet(&first, r, o))
	for range 2 {
		var again bytes.Buffer
		must(t, writeParquet(&again, r, o))
		if !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Fatal("written twice, the file is not the same")
		}
	}
}

// TestNeedResults holds the forms with a row for each case to asking for the cases.
func TestNeedResults(t *testing.T) {
	r, _ := rich(t)
	if err := writeXLSX(&bytes.Buffer{}, r, Options{}); err == nil {
		t.Error("a workbook without the cases")
	}
	if err := writeParquet(&bytes.Buffer{}, r, Options{}); err == nil {
		t.Error("a Parquet file without the cases")
	}
}
