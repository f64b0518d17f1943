package grid

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/figure"
)

// texts are real filings in plain text: made from pages, and of the 1990s.
func texts(t testing.TB) []filing {
	t.Helper()
	var out []filing
	for _, f := range filings(t, 60) {
		if d := document(f.src); len(d.Tables) > 0 && d.Tables[0].Plain {
			out = append(out, f)
		}
	}
	paths, err := filepath.Glob(filepath.Join(realData, "filings-10k/text-from-pdf/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, filing{filepath.Base(path), src})
	}
	if len(out) < 30 {
		t.Fatalf("%d filings in plain text, want at least 30", len(out))
	}
	return out
}

// TestPlainColumns holds what can be told of plain-text tables without a truth: rows fill each column
// once, columns have headers, labels hold no figures.
func TestPlainColumns(t *testing.T) {
	var rows, clean, values, headed, dated, glued int
	for i, f := range texts(t) {
		if testing.Short() && i%6 != 0 || i%oneIn != 0 {
			continue
		}
		grids := All(block.Plain(f.src))
		for i := range grids {
			g := &grids[i]
			for k := range g.Rows {
				r := &g.Rows[k]
				if r.Kind != DataRow || len(r.Values) == 0 {
					continue
				}
				rows++
				if eachColumnOnce(r) {
					clean++
				}
				if n := len(r.Path); n > 0 && endsInFigure(g.doc.Of(r.Path[n-1].Span)) {
					glued++
				}
				for j := range r.Values {
					values++
					if len(g.Column(r, &r.Values[j]).Path) > 0 {
						headed++
					}
					if g.PeriodOf(r, &r.Values[j]).Year != 0 {
						dated++
					}
				}
			}
		}
	}
	t.Logf("%d rows, %d values, %d with a period", rows, values, dated)
	if rows < 1000 {
		t.Fatalf("%d rows of figures: too few to mean anything", rows)
	}
	gate(t, "rows that fill each column once", clean, rows, 97)
	gate(t, "rows whose label has swallowed no figure", rows-glued, rows, 99.5)
	gate(t, "values under a header", headed, values, 92)
}

func eachColumnOnce(r *Row) bool {
	for j := 1; j < len(r.Values); j++ {
		if r.Values[j].Col <= r.Values[j-1].Col {
			return false
		}
	}
	return true
}

// endsInFigure reports whether the last word of a label is an amount of money.
func endsInFigure(label []byte) bool {
	i := bytes.LastIndexByte(label, ' ')
	c := figure.ReadCell(label[i+1:])
	return i > 0 && c.Form == figure.NumberCell && c.Grouped
}
