package report

import (
	"strings"
	"testing"
)

// TestPrintedTableIsVisible: what a document holds cannot steer the terminal that a table is printed on.
func TestPrintedTableIsVisible(t *testing.T) {
	table := NewTable("name", "text")
	table.Add("a\x1b[2J", "one\r\ntwo\x07 "+strings.Repeat("long ", 100)+"\u202e")
	table.Add(7, "界")
	var b strings.Builder
	if err := table.Print(&b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if strings.ContainsAny(got, "\x1b\x07\r\u202e") || strings.Count(got, "\n") != 3 {
		t.Errorf("%q", got)
	}
	if !strings.HasPrefix(got, "NAME") || !strings.Contains(got, "\n7     界") && !strings.Contains(got, "7      界") {
		t.Errorf("%q", got)
	}
}

// TestTableRule: a rule below the header rows is as wide as the table.
func TestTableRule(t *testing.T) {
	table := Table{Header: 1, Columns: []Column{{}, {Right: true}}, Rows: [][]string{{"Sales", "2025"}, {"Net", "1"}}}
	var b strings.Builder
	if err := table.Print(&b); err != nil {
		t.Fatal(err)
	}
	if want := "Sales  2025\n-----------\nNet       1\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}
