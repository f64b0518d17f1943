package grid

import (
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
)

// TestRowsOfAnotherKind gives the line of one row of a table below a text, in a report in millions.
func TestRowsOfAnotherKind(t *testing.T) {
	cases := []struct{ before, rows, row, want string }{
		{"Except for per share amounts, sums within tables are stated in millions.",
			"|2024|2023;Sales|$9,108|$8,895;Cost|5,478|5,408", "Cost", "Cost | 2024: $5,478 million; 2023: $5,408 million"},
		{"(in millions)", "|2024|2023;Net income|$1,583|$1,478;Number of shares on which earnings per share is calculated|910,749|909,987;" +
			"Add shares under stock plans|919,452,496|910,749,734", "Add shares", "Add shares under stock plans | 2024: 919,452,496 shares; 2023: 910,749,734 shares"},
		{"(in millions)", "|2024|2023;Sales|$2,420|$2,554;Franchised restaurants|1,282|1,275", "Franchised",
			"Franchised restaurants | 2024: 1,282; 2023: 1,275"},
		{"(in millions)", "|2024|2023;Sales|$2,420|$2,554;Claims filed|892|2,014", "Claims", "Claims filed | 2024: 892; 2023: 2,014"},
		{"(in millions)", "|2024|2023;Properties, plant and equipment|$142,768|$143,591;Land|11|12", "Properties",
			"Properties, plant and equipment | 2024: $142,768 million; 2023: $143,591 million"},
		{"(in millions)", "|2024|2023;Unearned ESOP shares|(15)|(28);Equity|$155|$128", "Unearned", "Unearned ESOP shares | 2024: -$15 million; 2023: -$28 million"},
		{"Sums are in millions unless otherwise stated.", "|2019|2020|2021;Marl Group|$100.00|$114.94|$148.41;Index|100.00|94.29|101.56",
			"Index", "Index | 2019: $100.00; 2020: $94.29; 2021: $101.56"},
		{"Sums are in millions unless otherwise stated.", "|2024|2023;August|$0.2500|$0.4800;Total|$1.2300|$1.9200", "Total",
			"Total | 2024: $1.2300; 2023: $1.9200"},
		{"(€ million)", "|2024|2023;Profit|266|210;Dividend per share (euro cents)|169.2|88.5", "Dividend",
			"Dividend per share (euro cents) | 2024: €1.692; 2023: €0.885"},
		{"(in millions)", "|2024|2023;Net sales|$4,281|$4,783 (1);Cost|1,116 (2)|1,550", "Cost",
			"Cost | 2024: $1,116 million; 2023: $1,550 million"},
	}
	for _, c := range cases {
		var page strings.Builder
		page.WriteString("<html><body><p>" + c.before + "</p><table>")
		for _, row := range strings.Split(c.rows, ";") {
			page.WriteString("<tr><td>" + strings.ReplaceAll(row, "|", "</td><td>") + "</td></tr>")
		}
		page.WriteString("</table></body></html>")
		grids := All(block.HTML([]byte(page.String())))
		got := ""
		for i := range grids {
			for k := range grids[i].Rows {
				if line := string(grids[i].AppendLine(nil, &grids[i].Rows[k])); strings.HasPrefix(line, c.row) {
					got = line
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.before, got, c.want)
		}
	}
}
