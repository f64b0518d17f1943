package grid

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/corpus/internal/block"
)

// hostile documents cost no more than their size and never panic.
func hostile() map[string][]byte {
	row := "<tr><td>Sales</td><td>$</td><td>1,234</td><td>)</td><td>(1)</td><td>5.0%</td></tr>"
	text := "Sales.......  $ 1,234   $ 5,678\n"
	return map[string][]byte{
		"empty table":       []byte("<table></table><table><tr></tr></table><table><tr><td></td></tr></table>"),
		"huge spans":        []byte("<table><tr><td colspan=100000>a</td><td rowspan=0>1</td><td rowspan=99999999>2</td></tr>" + strings.Repeat("<tr><td colspan=99999>$</td><td>5,000</td></tr>", 500) + "</table>"),
		"overlapping spans": []byte("<table>" + strings.Repeat("<tr><td rowspan=3 colspan=2>1,000</td><td rowspan=2>2,000</td></tr>", 2000) + "</table>"),
		"ragged rows":       []byte("<table>" + ragged(400) + "</table>"),
		"200,000 cells":     []byte("<table>" + strings.Repeat(row, 33_400) + "</table>"),
		"one wide row":      []byte("<table><tr>" + strings.Repeat("<td>1,000</td>", 60_000) + "</tr></table>"),
		"headers without end": []byte("<table><tr>" + strings.Repeat("<td>1,000</td>", 1000) + "</tr>" +
			strings.Repeat("<tr><td></td><td colspan=900>December 31, 2020</td></tr><tr><td>x</td><td>5.0</td></tr>", 200) + "</table>"),
		"sections without end": []byte("<table><tr><td>a</td><td>1.0</td><td>2.0</td><td>3.0</td><td>4.0</td></tr>" +
			strings.Repeat("<tr><td>Section</td></tr>", 50_000) + strings.Repeat("<tr><td>and so on</td></tr>", 50_000) + row + "</table>"),
		"nested tables": []byte(strings.Repeat("<table><tr><td>1,000</td><td>", 300) + row + strings.Repeat("</td></tr></table>", 300)),
		"long cell": []byte("<table><tr><td>" + strings.Repeat("in millions (",
			200_000) + "</td><td>1,000</td></tr>" + row + row + "</table>"),
		"many tables":      []byte(strings.Repeat("<table>"+row+row+"</table>", 20_000)),
		"plain table":      []byte("<TABLE>\n<S> <C> <C>\n" + strings.Repeat(text, 50_000) + "</TABLE>\n"),
		"plain long lines": []byte("<TABLE>\n" + strings.Repeat(strings.Repeat("a  1,000  ", 30_000)+"\n", 10) + "</TABLE>\n"),
		"plain rules": []byte("<TABLE>\n" + strings.Repeat(strings.Repeat("word ", 390)+"\n"+strings.Repeat("---- ", 390)+"\n", 500) +
			text + text + "</TABLE>\n"),
		"plain hanging": []byte("<TABLE>\n" + text + text + strings.Repeat("Label\n",
			60_000) + strings.Repeat("   1,000  2,000\n", 60_000) + "</TABLE>\n"),
		"dots": []byte("<TABLE>\n" + strings.Repeat(strings.Repeat(". ", 900)+"x. . x\n", 600) + text + text + "</TABLE>\n"),
	}
}

// ragged is rows of 0 … n cells.
func ragged(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("<tr>" + strings.Repeat("<td>12.5</td>", i) + "</tr>")
	}
	return b.String()
}

func TestHostile(t *testing.T) {
	const longest = 5 * oneIn * time.Second // of a loaded machine; a quadratic step takes minutes
	for name, src := range hostile() {
		t.Run(name, func(t *testing.T) {
			for _, read := range []func([]byte) *block.Doc{block.HTML, block.Plain} {
				d := read(src)
				begin := time.Now()
				checkGrids(t, d)
				if took := time.Since(begin); took > longest {
					t.Errorf("%d bytes took %v", len(src), took)
				}
			}
		})
	}
}

// checkGrids reads every grid of a document and checks what must hold for any input.
func checkGrids(t testing.TB, d *block.Doc) {
	t.Helper()
	grids := All(d)
	if len(grids) != len(d.Tables) {
		t.Fatalf("%d grids for %d tables", len(grids), len(d.Tables))
	}
	var line []byte
	for i := range grids {
		g := &grids[i]
		if int(g.Table) != i {
			t.Fatalf("grid %d is of table %d", i, g.Table)
		}
		for k := range g.Rows {
			r := &g.Rows[k]
			inText(t, d, r.Span)
			for _, p := range r.Path {
				inText(t, d, p.Span)
			}
			for j := range r.Values {
				v := &r.Values[j]
				inText(t, d, v.Span)
				if int(v.Col) >= g.Width || v.Col < 0 {
					t.Fatalf("value in column %d of %d", v.Col, g.Width)
				}
				amountOf(v)
				g.PeriodOf(r, v)
			}
			if line = g.AppendLine(line[:0], r); bytes.ContainsAny(line, "\n\t\v") {
				t.Fatalf("row line with a separator in it: %q", line)
			}
		}
		inText(t, d, g.Caption)
		inText(t, d, g.Scaling.Span)
	}
}

func inText(t testing.TB, d *block.Doc, s block.Span) {
	t.Helper()
	if s.Start < 0 || s.End < s.Start || int(s.End) > len(d.Text) {
		t.Fatalf("span %v outside the %d bytes of text", s, len(d.Text))
	}
}

func FuzzAll(f *testing.F) {
	seeds := 0
	for _, src := range hostile() {
		if len(src) < 60_000 {
			f.Add(src)
			seeds++
		}
	}
	for _, s := range []string{
		"<table><tr><td>Year</td><td>2020</td><td>2019</td></tr><tr><td>Sales (in millions)</td><td>$ 1,234</td><td>(5</td><td>)%</td></tr></table>",
		"<TABLE>\n        1995    1994\n       ----  -----\nNet sales $ 5 6 7/8 (1)\n  net 12 1/2 ---\n</TABLE>",
		"<table><tr><td>—</td><td>$(</td><td>1</td><td>x</td></tr><tr><td>½</td><td>2 ¾</td><td>-0-</td><td>[1]</td></tr></table>",
	} {
		f.Add([]byte(s))
		seeds++
	}
	for _, path := range invented(f) {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
		seeds++
	}
	if seeds < 14 {
		f.Fatalf("%d seeds, want at least 14", seeds)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, read := range []func([]byte) *block.Doc{block.HTML, block.Plain} {
			d := read(src)
			begin := time.Now()
			checkGrids(t, d)
			if took := time.Since(begin); took > 3*oneIn*time.Second {
				t.Fatalf("%d bytes took %v", len(src), took)
			}
			for i, g := range All(d) {
				if i < 20 {
					g.AppendShow(nil)
				}
			}
		}
	})
}

// TestHandMade covers what no reader of markup would hand over: cells out of order and over each other.
func TestHandMade(t *testing.T) {
	d := &block.Doc{}
	for i := range 400 {
		at := int32(len(d.Text))
		d.Text = append(d.Text, fmt.Sprintf("%d,000\t", i%9+1)...)
		d.Cells = append(d.Cells, block.Cell{
			Span: block.Span{Start: at, End: int32(len(d.Text)) - 1},
			Row:  int32(i / 7), Col: int32(i*37%50 - 3), ColSpan: int32(i%5 - 1), RowSpan: -1,
		})
	}
	d.Tables = []block.Table{{Span: block.Span{End: int32(len(d.Text))}, Cells: block.Span{End: 400}, Parent: -1, Rows: 58}}
	checkGrids(t, d)
	if g := readTable(d, 0); g.Kind != Numeric || len(g.Rows) != 58 {
		t.Errorf("kind %v with %d rows", g.Kind, len(g.Rows))
	}
}

// readTable reads one table on its own; nothing is inherited.
func readTable(d *block.Doc, table int) *Grid {
	r := reader{d: d}
	g := new(Grid)
	r.read(g, int32(table))
	if g.Kind == Numeric {
		g.settle(nil)
	}
	return g
}
