package report

import (
	"archive/zip"
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// readBack writes the workbook of the invented run and opens it.
func readBack(t *testing.T) (*excelize.File, []byte) {
	t.Helper()
	r, o := rich(t)
	var b bytes.Buffer
	must(t, writeXLSX(&b, r, o))
	f, err := excelize.OpenReader(bytes.NewReader(b.Bytes()))
	must(t, err)
	t.Cleanup(func() { must(t, f.Close()) })
	return f, b.Bytes()
}

func TestXLSXSheets(t *testing.T) {
	f, _ := readBack(t)
	want := []string{"summary", "measures", "groups", "cases", "models", "how to repeat", "how to read"}
	if got := f.GetSheetList(); strings.Join(got, ",") != strings.Join(want, ",") {
		t.Errorf("the sheets are %v, want %v", got, want)
	}
	for _, sheet := range want {
		panes, err := f.GetPanes(sheet)
		must(t, err)
		if !panes.Freeze || panes.YSplit != 1 {
			t.Errorf("sheet %q: the heading does not stay in sight: %+v", sheet, panes)
		}
		rows, err := f.GetRows(sheet)
		must(t, err)
		if len(rows) < 4 {
			t.Errorf("sheet %q: %d rows", sheet, len(rows))
		}
	}
}

// TestXLSXCases holds every row of the cases to its result in the ledger: numbers are numbers, what is
// unknown is empty.
func TestXLSXCases(t *testing.T) {
	r, o := rich(t)
	var b bytes.Buffer
	must(t, writeXLSX(&b, r, o))
	f, err := excelize.OpenReader(bytes.NewReader(b.Bytes()))
	must(t, err)
	defer f.Close()
	rows, err := f.GetRows(casesSheet, excelize.Options{RawCellValue: true})
	must(t, err)
	columns := map[string]int{}
	for i, name := range rows[0] {
		columns[name] = i
	}
	n := 0
	for result, err := range o.Results(ledger.With{}) {
		must(t, err)
		n++
		checkRow(t, f, rows, columns, n, result)
	}
	if n != 400 || len(rows) != n+1 {
		t.Errorf("%d results and %d rows", n, len(rows))
	}
}

func checkRow(t *testing.T, f *excelize.File, rows [][]string, columns map[string]int, n int, r *ledger.Result) {
	t.Helper()
	at := func(name string) string {
		if i, ok := columns[name]; !ok {
			t.Fatalf("no column %q", name)
		} else if i < len(rows[n]) {
			return rows[n][i]
		}
		return ""
	}
	if at("ordinal") != strconv.Itoa(r.Case.Ordinal) || at("case") != r.ID || at("outcome") != r.Outcome {
		t.Errorf("row %d is %v, want case %q", n, rows[n], r.ID)
	}
	usd := ""
	if r.Cost != nil {
		usd = strconv.FormatFloat(float64(*r.Cost)/1e12, 'f', -1, 64)
	}
	if got := at("usd"); got != usd && (usd == "" || !alike(got, usd)) {
		t.Errorf("row %d: cost %q, want %q", n, got, usd)
	}
	for i := range r.Scores {
		s := &r.Scores[i]
		if got := at(s.Name + " outcome"); got != string(s.Outcome) {
			t.Errorf("row %d: %s %q, want %q", n, s.Name, got, s.Outcome)
		}
		value := at(s.Name)
		if s.Outcome != score.Scored {
			if value != "" {
				t.Errorf("row %d: %s is %q beside %s", n, s.Name, value, s.Outcome)
			}
			continue
		}
		cell, err := excelize.CoordinatesToCellName(columns[s.Name]+1, n+1)
		must(t, err)
		kind, err := f.GetCellType(casesSheet, cell)
		must(t, err)
		if kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
			t.Errorf("%s is of type %d, no number", cell, kind)
		}
		if got, err := strconv.ParseFloat(value, 64); err != nil || got != s.Value {
			t.Errorf("%s is %q, want %v", cell, value, s.Value)
		}
	}
}

func alike(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y
}

// TestXLSXNoEmptySheets makes a workbook of a run without groups and models.
func TestXLSXNoEmptySheets(t *testing.T) {
	r, o := rich(t)
	totals := *r.Totals
	totals.Models, r.Totals, r.Groups = nil, &totals, nil
	var b bytes.Buffer
	must(t, writeXLSX(&b, r, o))
	f, err := excelize.OpenReader(&b)
	must(t, err)
	defer f.Close()
	if got := strings.Join(f.GetSheetList(), ","); got != "summary,measures,cases,how to repeat,how to read" {
		t.Errorf("the sheets are %s", got)
	}
}

// TestXLSXFormulas reads the sheets as they are stored: no cell is a formula, whatever texts begin with.
func TestXLSXFormulas(t *testing.T) {
	_, data := readBack(t)
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must(t, err)
	sheets, texts := 0, 0
	for _, file := range archive.File {
		in, err := file.Open()
		must(t, err)
		body, err := io.ReadAll(in)
		must(t, err)
		if strings.HasPrefix(file.Name, "xl/worksheets/") {
			sheets++
			if bytes.Contains(body, []byte("<f>")) || bytes.Contains(body, []byte("<f ")) || bytes.Contains(body, []byte("hyperlink")) {
				t.Errorf("%s has a formula or a link", file.Name)
			}
			if bytes.Contains(body, []byte("<dimension")) {
				t.Errorf("%s says how large it is, which nobody counted", file.Name)
			}
		}
		texts += bytes.Count(body, []byte("=HYPERLINK("))
	}
	if sheets != 7 || texts < 8 {
		t.Errorf("%d sheets, %d texts that look like formulas", sheets, texts)
	}
}

// TestXLSXAlike holds the file to the same bytes, in whatever order maps are read.
func TestXLSXAlike(t *testing.T) {
	r, o := rich(t)
	var first bytes.Buffer
	must(t, writeXLSX(&first, r, o))
	for range 2 {
		var again bytes.Buffer
		must(t, writeXLSX(&again, r, o))
		if !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Fatal("written twice, the workbook is not the same")
		}
	}
}
