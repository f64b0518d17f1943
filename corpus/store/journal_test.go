package store

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

func TestJournal(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	want := []Entry{
		{Time: at, Path: "a.htm", Outcome: Ingested, Documents: []string{"x", "y"}, SHA256: "ab"},
		{Time: at, Path: "b\n\"c\".htm", Member: "7", Outcome: Skipped, Reason: "it is empty"},
		{Time: at, Path: "a.htm", Outcome: Known, SHA256: "ab"},
	}
	w := openWriter(t, dir)
	must(t, w.Record(want[0]))
	must(t, w.Record(want[1]))
	must(t, w.Close())
	path := filepath.Join(dir, journalName)
	torn, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = torn.WriteString(`{"time":"2024-05-06T07:08:09Z","path":"torn`)
	must(t, err)
	must(t, torn.Close())
	c := open(t, dir)
	if got := all(t, c.Journal()); !reflect.DeepEqual(got, want[:2]) {
		t.Errorf("entries %+v, want %+v", got, want[:2])
	}
	w = openWriter(t, dir)
	must(t, w.Record(want[2]))
	must(t, w.Record(Entry{Path: "now.htm", Outcome: Ingested}))
	must(t, w.Close())
	got := all(t, c.Journal())
	if len(got) != 4 || !reflect.DeepEqual(got[:3], want) || got[3].Time.IsZero() {
		t.Errorf("entries %+v, want %+v and one of now", got, want)
	}
	must(t, os.WriteFile(path, []byte("{\n{\"path\":\"ok\"}\n"), 0o644))
	bad, good := 0, 0
	for e, err := range c.Journal() {
		if err != nil {
			bad++
		} else if e.Path == "ok" {
			good++
		}
	}
	if bad != 1 || good != 1 {
		t.Errorf("%d bad and %d good lines, want 1 and 1", bad, good)
	}
	if err := w.Record(Entry{}); err == nil {
		t.Error("a closed writer records")
	}
}

func TestDates(t *testing.T) {
	for _, s := range []string{"2023-12-31", "2024-02-29", "1969-12-31", "1970-01-02", "0001-01-02", ""} {
		d, err := ParseDate(s)
		if err != nil || d.String() != s {
			t.Errorf("%q: %q, %v", s, d, err)
		}
		if d != DateOf(d.Time()) || d.Known() != (s != "") {
			t.Errorf("%q: %v does not survive as a time", s, d)
		}
	}
	for _, s := range []string{"2023-02-30", "20231231", "2023-1-1", "x"} {
		if d, err := ParseDate(s); err == nil {
			t.Errorf("%q is read as %v", s, d)
		}
	}
	late := time.Date(2024, 3, 1, 23, 59, 0, 0, time.FixedZone("", -5*3600))
	if d := DateOf(late); d.String() != "2024-03-01" {
		t.Errorf("a day in its own zone is %v", d)
	}
}

func TestGrids(t *testing.T) {
	tests := []struct {
		name string
		grid [][]string
		json string
	}{
		{"plain", [][]string{{"", "2023"}, {"Revenue", "1,234"}}, `[["","2023"],["Revenue","1,234"]]`},
		{"escapes", [][]string{{"a\"b\\c\n\t\x00"}}, `[["a\"b\\c\u000a\u0009\u0000"]]`},
		{"other letters", [][]string{{"é€\U0001F4C8"}}, "[[\"é€\U0001F4C8\"]]"},
		{"empty rows", [][]string{{}, {}}, `[[],[]]`},
		{"no rows", nil, `[]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := Table{Grid: GridJSON(test.grid)}
			if table.Grid != test.json {
				t.Errorf("grid %s, want %s", table.Grid, test.json)
			}
			back, err := table.Cells()
			if err != nil || len(back) != len(test.grid) {
				t.Fatalf("read back %v, %v", back, err)
			}
			for i := range back {
				if len(test.grid[i]) > 0 && !reflect.DeepEqual(back[i], test.grid[i]) {
					t.Errorf("row %d is %q, want %q", i, back[i], test.grid[i])
				}
			}
		})
	}
	if bad := GridJSON([][]string{{"a\xffb"}}); bad != "[[\"a\uFFFDb\"]]" {
		t.Errorf("invalid UTF-8 became %q", bad)
	}
	if _, err := (&Table{Grid: "["}).Cells(); err == nil {
		t.Error("half a grid is read")
	}
}

func TestColumns(t *testing.T) {
	columns := Columns()
	seen := make(map[string]int)
	types := map[string]bool{"string": true, "int32": true, "int64": true, "double": true, "boolean": true, "date": true,
		"list<string>": true, "list<int64>": true}
	for _, c := range columns {
		seen[c.Table]++
		if c.Name == "" || c.Meaning == "" || !types[c.Type] {
			t.Errorf("column %+v has no name, no meaning or a type of its own", c)
		}
		if want := c.Type == "double" || c.Type == "date" || c.Name == "fiscal_year" || c.Name == "corpus_year"; c.Nullable != want {
			t.Errorf("%s.%s: nullable is %v", c.Table, c.Name, c.Nullable)
		}
	}
	if len(seen) != numTables {
		t.Errorf("%d tables, want %d", len(seen), numTables)
	}
	for i := range tables {
		if n := len(tables[i].schema.Columns()); seen[tables[i].name] != n {
			t.Errorf("%d columns of %s, its schema has %d", seen[tables[i].name], tables[i].name, n)
		}
	}
}
