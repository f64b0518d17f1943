package report

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
)

// sheet is a page of the workbook that fits into memory. The first row is the heading.
type sheet struct {
	name   string
	widths []float64
	rows   func(*analysis.Run, Options) [][]any
}

// sheets are the pages of the workbook beside that of the cases, which comes after the third.
var sheets = []sheet{
	{"summary", []float64{24, 110}, summarySheet},
	{"measures", statWidths(20), measureSheet},
	{"groups", statWidths(20, 28, 20), groupSheet},
	{"models", []float64{16, 28, 28, 10, 10, 14, 14, 20, 16, 20}, modelSheet},
	{"how to repeat", []float64{24, 110},
		func(r *analysis.Run, _ Options) [][]any { return factRows(headerFacts(r.Info)) }},
	{"how to read", []float64{26, 12, 80, 80}, noteSheet},
}

// casesAfter is how many sheets come before that of the cases.
const casesAfter = 3

// casesSheet is the name of the sheet with a row for each case and repeat.
const casesSheet = "cases"

// writeXLSX writes the report as a workbook. Numbers are numbers, what is unknown is an empty cell, and no text
// becomes a formula. The cases go from the ledger into the file as they come, so a run of any size takes
// little memory; those that do not fit a sheet are left out, and the summary says so.
func writeXLSX(w io.Writer, r *analysis.Run, o Options) (err error) {
	if o.Results == nil {
		return errNoResults
	}
	// The library keeps the file in memory before it writes; given its own archive, it does not.
	archive := zip.NewWriter(w)
	archive.RegisterCompressor(zip.Deflate,
		func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	f := excelize.NewFile().SetZipWriter(func(io.Writer) excelize.ZipWriter { return archive })
	defer func() { err = errors.Join(err, f.Close()) }()
	book := &workbook{file: f}
	if book.bold, err = f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true},
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E6EBF0"}}}); err != nil {
		return err
	}
	if book.wrap, err = f.NewStyle(&excelize.Style{Alignment: &excelize.Alignment{WrapText: true,
		Vertical: "top"}}); err != nil {
		return err
	}
	for i := range sheets {
		if i == casesAfter {
			if err := book.cases(r, o); err != nil {
				return fmt.Errorf("write the cases of run %s: %w", r.Info.Name, err)
			}
		}
		if err := book.add(&sheets[i], r, o); err != nil {
			return fmt.Errorf("write sheet %q of run %s: %w", sheets[i].name, r.Info.Name, err)
		}
	}
	_, err = f.WriteTo(io.Discard)
	return err
}

// workbook is a file that is being made.
type workbook struct {
	file       *excelize.File
	bold, wrap int // styles
	sheets     int
}

// sheet makes the next sheet.
func (b *workbook) sheet(name string) error {
	b.sheets++
	if b.sheets == 1 {
		return b.file.SetSheetName("Sheet1", name)
	}
	_, err := b.file.NewSheet(name)
	return err
}

// heading keeps the first row in sight.
var heading = &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}

// add adds a sheet, unless it would be a heading and nothing below.
func (b *workbook) add(s *sheet, r *analysis.Run, o Options) error {
	rows := s.rows(r, o)
	if len(rows) == 1 {
		return nil
	}
	if err := b.sheet(s.name); err != nil {
		return err
	}
	for i, row := range rows {
		if i >= excelize.TotalRows {
			break // the rest of so many groups is left out
		}
		at, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			return err
		}
		if err := b.file.SetSheetRow(s.name, at, &row); err != nil {
			return err
		}
	}
	for i, width := range s.widths {
		column, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return err
		}
		if err := b.file.SetColWidth(s.name, column, column, width); err != nil {
			return err
		}
		if width > 60 {
			if err := b.file.SetColStyle(s.name, column, b.wrap); err != nil {
				return err
			}
		}
	}
	if err := b.file.SetRowStyle(s.name, 1, 1, b.bold); err != nil {
		return err
	}
	if err := b.file.SetSheetDimension(s.name,
		""); err != nil { // it would be that of an empty sheet, and some readers believe it
		return err
	}
	return b.file.SetPanes(s.name, heading)
}

// xlsxText is a text as a cell can hold it. Cells of the type text are never formulas.
func xlsxText(s string) any {
	if s == "" {
		return nil
	}
	return cutAt(visibleLines(s), maxCellText)
}

// maxCellText is how many bytes of a text a cell has; Excel takes 32,767 characters.
const maxCellText = 4000

// xlsxNumber is a number, or an empty cell.
func xlsxNumber(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

func factRows(facts []fact) [][]any {
	rows := [][]any{{"what", "value"}}
	for _, f := range facts {
		rows = append(rows, []any{xlsxText(f.Name), xlsxText(f.Value)})
	}
	return rows
}

func summarySheet(r *analysis.Run, _ Options) [][]any {
	rows := factRows(summary(r))
	for _, warning := range warnings(r).Rows {
		rows = append(rows, []any{"warning", xlsxText(warning[0])})
	}
	if r.Totals.Attempts > maxCaseRows {
		rows = append(rows, []any{"warning", fmt.Sprintf("the sheet of the cases has the first %d of %d attempts: a sheet "+
			"takes no more; the formats csv and parquet have all of them", maxCaseRows, r.Totals.Attempts)})
	}
	return rows
}

// statHeads are the columns of a statistic.
var statHeads = []any{"mean", "low", "high", "level", "method", "scored", "attempted", "cases", "clusters",
	"standard error", "median", "p10", "p90", "min", "max", "effective cases", "without a score", "why absent"}

func statWidths(before ...float64) []float64 {
	return append(before, 11, 11, 11, 8, 24, 9, 10, 9, 9, 14, 11, 11, 11, 11, 11, 15, 44, 44)
}

func statValues(s *measure.Stat) []any {
	row := []any{xlsxNumber(s.Mean), nil, nil, nil, nil}
	if in := s.Interval; in != nil {
		row = []any{xlsxNumber(s.Mean), in.Low, in.High, in.Level, in.Method}
	}
	return append(row, s.Scored, s.Attempted, s.Cases, s.Clusters, xlsxNumber(s.SE), xlsxNumber(s.Median),
		xlsxNumber(s.P10), xlsxNumber(s.P90),
		xlsxNumber(s.Min), xlsxNumber(s.Max), xlsxNumber(s.Effective), xlsxText(reasonsText(s.Reasons)), xlsxText(s.Absent))
}

func measureSheet(r *analysis.Run, _ Options) [][]any {
	rows := [][]any{append([]any{"measure"}, statHeads...)}
	for i := range r.Measures {
		m := &r.Measures[i]
		rows = append(rows, append([]any{xlsxText(m.Name + direction(m))}, statValues(&m.Stat)...))
	}
	return rows
}

func groupSheet(r *analysis.Run, _ Options) [][]any {
	rows := [][]any{append([]any{"tag", "value", "measure"}, statHeads...)}
	for i := range r.Groups {
		g := &r.Groups[i]
		for j := range g.Rows {
			for k := range g.Rows[j].Measures {
				s := &g.Rows[j].Measures[k]
				rows = append(rows, append([]any{xlsxText(g.Tag), xlsxText(groupValue(&g.Rows[j])), xlsxText(s.Name)},
					statValues(s)...))
			}
		}
	}
	return rows
}

func modelSheet(r *analysis.Run, _ Options) [][]any {
	rows := [][]any{{"provider", "asked", "served", "calls", "failed", "tokens in", "tokens out", "calls without tokens",
		"usd", "calls without price"}}
	for i := range r.Totals.Models {
		m := &r.Totals.Models[i]
		row := []any{xlsxText(m.Provider), xlsxText(m.Asked), xlsxText(m.Served), m.Calls, m.Failed, nil, nil, m.Unknown,
			nil, m.Unpriced}
		if m.Unknown < m.Calls {
			row[5], row[6] = m.Input, m.Output
		}
		if m.Unpriced < m.Calls {
			row[8] = float64(m.Cost) / 1e12
		}
		rows = append(rows, row)
	}
	return rows
}

func noteSheet(r *analysis.Run, _ Options) [][]any {
	rows := [][]any{{"of", "kind", "what it says", "when not to trust it"}}
	for _, n := range notesOf(r) {
		rows = append(rows, []any{xlsxText(n.Of), n.Kind, xlsxText(n.Doc), xlsxText(n.Caveat)})
	}
	return rows
}

// maxCaseRows is how many attempts fit a sheet below its heading.
const maxCaseRows = excelize.TotalRows - 1

// cases writes a row for each case and repeat, as they are read.
func (b *workbook) cases(r *analysis.Run, o Options) error {
	if err := b.sheet(casesSheet); err != nil {
		return err
	}
	if err := b.file.SetSheetDimension(casesSheet, ""); err != nil {
		return err
	}
	out, err := b.file.NewStreamWriter(casesSheet)
	if err != nil {
		return err
	}
	columns := caseColumnsOf(r)
	if err := columns.begin(out, b.bold); err != nil {
		return err
	}
	n := 1 // the heading
	for result, err := range o.Results(ledger.With{Bodies: true, Answers: true}) {
		if err != nil {
			return err
		}
		n++
		if n > excelize.TotalRows {
			break // the summary says so
		}
		row, err := columns.row(result)
		if err != nil {
			return err
		}
		if err := out.SetRow("A"+strconv.Itoa(n), row); err != nil {
			return err
		}
	}
	return out.Flush()
}
