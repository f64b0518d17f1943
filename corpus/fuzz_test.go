package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// FuzzFile takes any bytes as a file, through the reader that says it knows them and through assembly. A
// file is read or skipped with a reason; rows stand where they say.
func FuzzFile(f *testing.F) {
	rows, err := json.Marshal(corpusRows())
	if err != nil {
		f.Fatal(err)
	}
	var columns bytes.Buffer
	if err := parquet.Write(&columns, corpusRows()); err != nil {
		f.Fatal(err)
	}
	seeds := [][]byte{
		filing(0, 2024)[:20_000], filing(1, 2024)[30_000:], rows, rows[:len(rows)/2], columns.Bytes(), columns.Bytes()[:columns.Len()-9],
		[]byte("<SEC-DOCUMENT>\n<DOCUMENT>\n<TYPE>10-K\n<TEXT>\nITEM 1. BUSINESS\n\nRope.\n</TEXT>\n</DOCUMENT>\n"),
		[]byte("ACCESSION NUMBER: 1\nCONFORMED SUBMISSION TYPE: 10-Q\nCENTRAL INDEX KEY: 7\n\nPART I\nItem 1. Financial Statements\n"),
		[]byte("# A note\n\nMargins of 12.5 % (2023: 11 %).\n\n| a | b |\n"), {0x1f, 0x8b, 8, 0}, zipped([]byte("<p>text</p>")),
		claiming(columns.Bytes()),
	}
	if len(seeds) < 12 {
		f.Fatalf("%d seeds", len(seeds))
	}
	for _, s := range seeds {
		f.Add(s)
	}
	dir := f.TempDir()
	in, k := &ingest{}, kit{known: func(string) []string { return nil }, budget: &budget{}}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")) {
			return // the engine has a fuzz test of its own
		}
		path := filepath.Join(dir, "file")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		err := in.readFile(context.Background(), &k, Entry{Path: path}, func(r *reading) error {
			if r.refused == nil {
				doc, err := assemble(r, &budget{})
				if err != nil {
					return err
				}
				checkRowsOf(t, doc, r)
			}
			return nil
		})
		var skipped *skipError
		switch {
		case err == nil:
		case !errors.As(err, &skipped):
			t.Fatalf("an error that is no reason: %v", err)
		case strings.Contains(skipped.Reason, "a fault in assay"):
			t.Fatal(skipped.Reason)
		}
	})
}

// claiming is a Parquet file that says its footer has 4 GB.
func claiming(file []byte) []byte {
	return append(bytes.Clone(file[:len(file)-8]), "\xb5\x05\x00\xf4PAR1"...)
}

// checkRowsOf holds a document's rows to its source and to each other.
func checkRowsOf(t *testing.T, d *assembled, r *reading) {
	t.Helper()
	d.setID("id")
	positions := map[string]int32{}
	for i := range d.Sentences {
		s := &d.Sentences[i]
		if s.Text == "" || strings.ContainsAny(s.Text, "\n\t\v") {
			t.Fatalf("sentence %s is %q", s.ID, s.Text)
		}
		if r.sentences == nil {
			if s.SourceStart < 0 || s.SourceEnd < s.SourceStart || s.SourceEnd > r.bytes && r.format != "rows" && r.format != "parquet" {
				t.Fatalf("sentence %s stands at %d-%d of %d bytes", s.ID, s.SourceStart, s.SourceEnd, r.bytes)
			}
			if s.Position != positions[s.Section] {
				t.Fatalf("sentence %s comes after position %d", s.ID, positions[s.Section]-1)
			}
			positions[s.Section]++
		}
	}
	for i := range d.Paragraphs {
		if p := &d.Paragraphs[i]; p.Start > p.End || p.SourceStart > p.SourceEnd {
			t.Fatalf("paragraph %+v", p)
		}
	}
	for i := range d.Cells {
		if c := &d.Cells[i]; int(c.TableID) >= len(d.Tables) {
			t.Fatalf("cell %+v of %d tables", c, len(d.Tables))
		}
	}
}
