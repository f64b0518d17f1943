package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
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
