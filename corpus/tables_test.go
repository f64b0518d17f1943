package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/grid"
	"github.com/assayhq/assay/corpus/store"
)

// TestTablesAgainstTheirTags says that a table whose cells differ from their own facts by a power of ten is warned of.
func TestTablesAgainstTheirTags(t *testing.T) {
	page := func(unit string, scale int) string {
		var rows strings.Builder
		for i, name := range []string{"Revenue", "Cost", "Profit"} {
			fmt.Fprintf(&rows, `<tr><td>%s</td><td>$<ix:nonFraction name="x:%s" contextRef="c" unitRef="u" decimals="0" `+
				`format="ixt:num-dot-decimal" `+
				`scale="%d">%d,500</ix:nonFraction></td></tr>`, name, name, scale, 9-i)
		}
		return `<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance" ` +
			`xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:x="http://marl.example/2024"><body><div ` +
			`style="display:none"><ix:header><ix:resources><xbrli:context id="c">` +
			`<xbrli:entity><xbrli:identifier scheme="s">1</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>` +
			`2024-12-31</xbrli:instant></xbrli:period></xbrli:context><xbrli:unit id="u"><xbrli:measure>iso4217:USD` +
			`</xbrli:measure></xbrli:unit></ix:resources></ix:header></div><p>Marl Group Inc.</p><p>` + unit +
			`</p><table><tr><td></td><td>2024</td></tr>` + rows.String() + `</table></body></html>`
	}
	cases := []struct {
		unit   string
		scale  int
		warned bool
	}{
		{"(in thousands)", 3, false},
		{"(in thousands)", 6, true},
		{"", 6, true},
		{"", 0, false},
		{"(shares in thousands)", 0, false}, // looked at after its page is dropped
	}
	for _, c := range cases {
		rows, err := Assemble(page(c.unit, c.scale))
		if err != nil {
			t.Fatal(err)
		}
		if len(rows.Facts) != 3 || len(rows.Cells) != 3 {
			t.Fatalf("%d facts in %d cells, want 3 in 3", len(rows.Facts), len(rows.Cells))
		}
		warned := slices.ContainsFunc(rows.Document.Warnings, func(w string) bool { return strings.HasPrefix(w, tableScale) })
		if warned != c.warned {
			t.Errorf("unit %q, tags of 10^%d: warnings %q", c.unit, c.scale, rows.Document.Warnings)
		}
	}
}

// TestUnappliedUnitLine says that a table whose unit line states a scale for money has it, or is warned of.
func TestUnappliedUnitLine(t *testing.T) {
	cases := []struct {
		line       string
		scale      int32
		sharesOnly bool
		warned     bool
	}{
		{"millions", 0, false, true},
		{"millions", 6, false, false},
		{"dollars", 0, false, false},
		{"", 0, false, false},
		{"thousands", 0, true, false}, // "(shares in thousands)"
	}
	for _, c := range cases {
		var s grid.Scaling
		s.SharesOnly = c.sharesOnly
		a := assembly{rows: &store.Rows{}}
		a.checkUnitLine(&store.Table{UnitLine: c.line, Scale: c.scale}, &s)
		if warned := len(a.rows.Document.Warnings) == 1; warned != c.warned {
			t.Errorf("%q applied as 10^%d: warnings %q", c.line, c.scale, a.rows.Document.Warnings)
		}
	}
	rows, err := Assemble("<p>(shares in thousands)</p><table><tr><td></td><td>2024</td><td>2023</td></tr>" +
		"<tr><td>Shares granted</td><td>1,216</td><td>3,185</td></tr><tr><td>Shares vested</td><td>1,016</td><td>985</td></tr></table>")
	if err != nil || len(rows.Cells) != 4 || len(rows.Document.Warnings) > 0 {
		t.Errorf("shares alone in thousands: %v, %d cells, warnings %q", err, len(rows.Cells), rows.Document.Warnings)
	}
}
