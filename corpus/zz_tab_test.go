package corpus

import (
	"os"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/grid"
)

func TestZZTab(t *testing.T) {
	if os.Getenv("ZZF") == "" {
		t.Skip("no")
	}
	want := strings.Split(os.Getenv("ZZT"), ",")
	for _, path := range realFilings(t, 70) {
		if !strings.Contains(path, os.Getenv("ZZF")) {
			continue
		}
		src := readReal(t, path)
		r := &reading{}
		if err := r.addFiling(src, 0); err != nil {
			t.Fatal(err)
		}
		p := &r.pieces[0]
		l := newLayout(p.doc)
		for i := range l.grids {
			g := &l.grids[i]
			for _, w := range want {
				if w == itoa(i) {
					tt := &p.doc.Tables[i]
					for k := max(0, tt.Blocks.Start-3); k < tt.Blocks.Start; k++ {
						t.Logf("before: %q", p.doc.Of(p.doc.Blocks[k].Span))
					}
					t.Logf("table %d kind %v scaling %+v %q caption %q", i, g.Kind, g.Scaling, p.doc.Of(g.Scaling.Span), p.doc.Of(g.Caption))
					for b := range g.Bands {
						for c := range g.Bands[b] {
							t.Logf("  band %d col %d %q", b, c, g.AppendPath(nil, g.Bands[b][c].Path, " | "))
						}
					}
					for k := range g.Rows {
						row := &g.Rows[k]
						t.Logf("  %v %q", row.Kind, p.doc.Of(row.Span))
						if row.Kind == grid.DataRow {
							for m := range row.Values {
								v := &row.Values[m]
								t.Logf("        col %d %v e%d scale %d unit %v form %d", v.Col, v.Coef, v.Exp, v.Scale, v.Unit, v.Form)
							}
						}
					}
				}
			}
		}
	}
}

func itoa(i int) string {
	if i == 0 {
		return "0"
	}
	s := ""
	for ; i > 0; i /= 10 {
		s = string(rune('0'+i%10)) + s
	}
	return s
}
