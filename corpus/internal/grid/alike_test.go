package grid

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// markup is a table of rows with cells parted by bars.
func markup(rows ...string) string {
	var b strings.Builder
	b.WriteString("<table>")
	for _, r := range rows {
		b.WriteString("<tr>")
		for _, c := range strings.Split(r, "|") {
			fmt.Fprintf(&b, "<td>%s</td>", strings.TrimSpace(c))
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	return b.String()
}

// inMillions is a table that gives a document its usual unit.
var inMillions = "<p>(in millions, except per share amounts)</p>" +
	markup(" | 2024 | 2023", "Sales | $48,250 | $41,190", "Costs | 9,810 | 8,790", "Profit | $38,440 | $32,400")

// TestSettledUnits reads the second table of a document and says what became of its figures.
func TestSettledUnits(t *testing.T) {
	const percent, perShare = "percent e0", "per share e0"
	for _, c := range []struct{ name, table, after, label, want string }{
		{"a reconciliation in percent", markup(" | 2024 | 2023", "Statutory tax rate | 21.0% | 21.0%", "Sale of the mill | 1.3 | (776.4)",
			"State taxes | 2.9 | —", "Effective tax rate | 25.2% | 19.9%", "Taxes paid | $316.5 | $254.8"), "", "Sale of the mill", percent},
		{"sums below it", markup(" | 2024 | 2023", "Statutory tax rate | 21.0% | 21.0%", "State taxes | 2.9 | —",
			"Effective tax rate | 25.2% | 19.9%", "Taxes paid | $316.5 | $254.8"), "", "Taxes paid", "money e6"},
		{"percentages from the first row on", markup(" | Target | Actual", "Equities | 16% | 17%", "Debt | 60 | 55",
			"Land | 8 | 6"), "", "Debt", percent},
		{"prices alone", markup("Grant date fair value | 2024 | 2023", "Options | $36.10 | $34.03",
			"Awards | 89.60 | 104.98"), "", "Options", perShare},
		{"a section of one for shares", markup(" | 2024 | 2023", "Sales | $1,250 | $1,190", "Net income per share | | ", "Basic | | ",
			"Before adoption | $0.37 | $0.46", "As adjusted | 0.45 | 0.44"), "", "As adjusted", perShare},
		{"exchange rates", markup(" | 2024 | 2023", "Cash from sales | $31.9 | $23.9",
			"Effect of exchange rates on cash | (0.2) | (0.1)"), "", "Effect", "money e6"},
		{"rates of swaps", markup(" | 2024 | 2023", "Cash from sales | $31.9 | $23.9", "Interest rate swaps | 42.5 | 7.1"),
			"", "Interest", "money e6"},
		{"a rate", markup(" | 2024 | 2023", "Cash from sales | $31.9 | $23.9", "Interest rate | 4.5 | 7.1"), "", "Interest", percent},
		{"term loans", markup(" | 2024 | 2023", "Cash from sales | $31.9 | $23.9", "Repayment of term loans | 10.7 | 3.9"),
			"", "Repayment", "money e6"},
		{"lives in brackets", markup("Acquired | 2024 | 2023", "Inventories | $31.9 | $23.9",
			"Patents (5-year useful life) | 9.9 | 1.1"), "", "Patents", "money e6"},
		{"conversion rates", markup(" | Conversion rate | As converted", "Class B | 1.5653 | 390",
			"Class C | 4.0000 | 1,239"), "", "Class B", "multiple e0"},
		{"a footnote's unit", markup(" | 2024 | 2023", "Options granted (a) | 2,162 | 2,422", "Sales | $1,250 | $1,190"),
			"<p>(a) In thousands.</p>", "Options granted", "shares e3"},
		{"a range of percentages", markup(" | 2024 | 2023", "Sales | $1,250 | $1,190",
			"Volatility | 31.0% - 81.5% | 20.0% - 30.0%"), "", "Volatility", percent},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := block.HTML([]byte("<html><body>" + inMillions + "<p>Of what there is more to say.</p>" + c.table + c.after + "</body></html>"))
			grids := All(d)
			if got := firstValue(&grids[1], c.label); got != c.want {
				t.Errorf("%s is %q, want %q", c.label, got, c.want)
			}
		})
	}
}

// firstValue is the unit and scale of the first figure in the row whose label begins so.
func firstValue(g *Grid, label string) string {
	for i := range g.Rows {
		if r := &g.Rows[i]; r.Kind == DataRow && strings.HasPrefix(string(g.doc.Of(r.Span)), label) {
			return fmt.Sprintf("%s e%d", unitName(r.Values[0].Unit), r.Values[0].Scale)
		}
	}
	return "no such row"
}
