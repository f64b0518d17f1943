package ledger

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
)

// TestFormatsDocument holds docs/formats.md against the schema and the JSON in it: each table, each column
// with its type, each key.
func TestFormatsDocument(t *testing.T) {
	data, err := os.ReadFile("../docs/formats.md")
	must(t, err)
	_, text, found := strings.Cut(string(data), "\n## The ledger\n")
	if !found {
		t.Fatal("docs/formats.md has no section on the ledger")
	}
	text, _, _ = strings.Cut(text, "\n## ")
	tables := 0
	must(t, create(t, t.TempDir()).read(func(c *sqlite.Conn) error {
		return rows(c, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", nil, func(s *sqlite.Stmt) error {
			tables++
			return checkTable(t, c, s.ColumnText(0), text)
		})
	}))
	if tables < 11 {
		t.Errorf("the schema has %d tables only", tables)
	}
	for _, view := range []string{"`finals`", "`results`"} {
		if !strings.Contains(text, view) {
			t.Errorf("no word of the view %s", view)
		}
	}
	for _, one := range []any{Header{}, System{}, Source{}, Tool{}, opened{}, ended{}, registered{}, detailText{}} {
		of := reflect.TypeOf(one)
		for i := range of.NumField() {
			key, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if key == "" || !strings.Contains(text, "`"+key+"`") {
				t.Errorf("no word of the key %q of %s", key, of.Name())
			}
		}
	}
	for _, word := range []any{Complete, Interrupted, Stopped, Failed, Running, Live, Cached, Replayed, Carried,
		Answered, eventOpened, eventCases, eventWarning, eventEnded} {
		if !strings.Contains(text, "`"+reflect.ValueOf(word).String()+"`") {
			t.Errorf("no word of %q", word)
		}
	}
}

// checkTable holds the section of one table against its columns, both ways.
func checkTable(t *testing.T, c *sqlite.Conn, table, text string) error {
	_, section, found := strings.Cut(text, "\n### Table "+table+"\n")
	if !found {
		t.Errorf("no section on the table %s", table)
		return nil
	}
	section, _, _ = strings.Cut(section, "\n### ")
	columns := 0
	err := rows(c, "SELECT name, lower(type), \"notnull\", pk FROM pragma_table_info(?)", args{table}, func(s *sqlite.Stmt) error {
		columns++
		kind := s.ColumnText(1)
		if s.ColumnInt(2) == 0 && s.ColumnInt(3) == 0 {
			kind += ", nullable"
		}
		if want := "\n| `" + s.ColumnText(0) + "` | " + kind + " | "; !strings.Contains(section, want) {
			t.Errorf("table %s: no row%s", table, want)
		}
		return nil
	})
	if listed := strings.Count(section, "\n| `"); listed != columns || columns == 0 {
		t.Errorf("table %s: %d columns in the document, %d in the schema", table, listed, columns)
	}
	return err
}
