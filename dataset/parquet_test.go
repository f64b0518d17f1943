package dataset

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go"
)

type ragasRow struct {
	UserInput string   `parquet:"user_input"`
	Contexts  []string `parquet:"retrieved_contexts,list"`
	Response  *string  `parquet:"response,optional"`
	Reference string   `parquet:"reference,dict"`
	Relevancy float64  `parquet:"answer_relevancy"`
	Good      bool     `parquet:"good"`
	Meta      struct {
		Year int64 `parquet:"year"`
	} `parquet:"meta"`
	Tools []struct {
		Args []string `parquet:"args,list"`
	} `parquet:"tools,list"`
}

func writeParquet(t testing.TB, rows []ragasRow) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.parquet")
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	return path
}

func ragasRows() []ragasRow {
	rows := []ragasRow{
		{UserInput: "How much?", Contexts: []string{"It's \"4\".", "Or 5, é."}, Response: ptr("four"), Reference: "4",
			Relevancy: 0.5, Good: true},
		{UserInput: "When?", Contexts: []string{"In 2024."}, Response: ptr(""), Reference: "2024"},
		{UserInput: "Why?", Reference: "Because."},
	}
	rows[0].Meta.Year = 2024
	return rows
}

func TestRagasParquet(t *testing.T) {
	s := mustOpen(t, writeParquet(t, ragasRows()), "")
	got := all(t, s)
	if s.Format != "ragas" || len(got) != 3 {
		t.Fatalf("as %s: %s", s.Format, asJSON(t, got))
	}
	if string(got[0].Extra) != `{"answer_relevancy":0.5,"good":true,"meta":{"year":2024}}` {
		t.Errorf("besides %s", got[0].Extra)
	}
	if got[2].Answer != nil || len(got[2].Passages) != 0 {
		t.Errorf("what is not there was made up: %+v", got[2])
	}
	for i := range ragasWant {
		got[i].ID, got[i].Extra = "", nil
		if !reflect.DeepEqual(*got[i], ragasWant[i]) {
			t.Errorf("got %+v want %+v", *got[i], ragasWant[i])
		}
	}
	if len(s.Notes) != 4 {
		t.Errorf("notes %q", s.Notes)
	}
}

// TestDamagedParquet changes each byte near the end, where the claims are, and some of the pages.
func TestDamagedParquet(t *testing.T) {
	data, err := os.ReadFile(writeParquet(t, ragasRows()))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "b.parquet")
	refused := 0
	for at := 0; at < len(data); at += 1 + len(data)/400 {
		bad := append([]byte(nil), data...)
		bad[at] ^= 0xff
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, "ragas"); err != nil {
			refused++
		}
	}
	if refused < 50 {
		t.Errorf("only %d damages were seen", refused)
	}
}
