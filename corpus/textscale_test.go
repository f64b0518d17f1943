package corpus

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/text"
)

func TestScaleFigures(t *testing.T) {
	for _, c := range []struct {
		name, text string
		scale      Scale
		want       string
	}{
		{"sums of money", "Rent expense was $591 and $48.5, net of $(7) in sublease income.", Scale{Money: 6}, "591000000 48500000 -7000000"},
		{"own scale words", "We repaid $1.5 billion and $250.", Scale{Money: 6}, "1500000000 250000000"},
		{"other currencies", "1.25% notes due 2031 (€650 principal)", Scale{Money: 6}, "0.0125 650000000"},
		{"cents", "a price of $34.25, or $82 ($0.24)", Scale{Money: 6}, "34.25 82000000 0.24"},
		{"per share", "dividends of $3 per share, par value $1", Scale{Money: 6}, "3 1"},
		{"a price", "at an exercise price of $373", Scale{Money: 6}, "373"},
		{"denominations", "for each $1,000 of principal, in multiples of $1,000, we hold $1,000", Scale{Money: 3}, "1000 1000 1000000"},
		{"counts and percentages", "12 plants, 4 percent and $30", Scale{Money: 3}, "12 0.04 30000"},
		{"shares as printed", "3,216 shares for $7", Scale{Money: 6}, "3216 7000000"},
		{"shares", "3,216 and 3,185 shares issued", Scale{Money: 6, Shares: 3}, "3216000 3185000"},
		{"numbers without a word for shares", "3,216 and 3,185 units issued", Scale{Money: 6, Shares: 3}, "3216 3185"},
		{"a ratio of shares", "0.03002 shares for each", Scale{Shares: 6}, "0.03002"},
		{"sums in full", "$1,234,567,890 and $12", Scale{Money: 6}, "1234567890 12"},
		{"shares in full", "1,200,000,000 shares authorized; 12 shares held", Scale{Shares: 6}, "1200000000 12"},
		{"nothing declared", "$591", Scale{}, "591"},
	} {
		var got []string
		for _, a := range c.scale.Figures(c.text) {
			if a.IsAmount() {
				got = append(got, a.Value.String())
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q under %+v reads %s, want %s", c.name, c.text, c.scale, s, c.want)
		}
	}
}

// filingOf is an invented annual report whose notes are the given markup.
func filingOf(notes string) string {
	return `<html><body><p><b>FORM 10-K</b></p><p><b>Item 1. Business</b></p><p>Larkspur Mills earned $12 on a lemonade stand, and ` +
		`goes on to say in many words
what its business is and where its mills stand.</p><p><b>Item 7. Management's Discussion and Analysis of Financial Condition and ` +
		`Results of Operations</b></p>
<p>Sales rose by $4.</p><p><b>Item 8. Financial Statements and Supplementary Data</b></p><p>Notes to the Financial Statements</p>` +
		notes + `<p><b>Item 9. Changes in and Disagreements with Accountants on Accounting and Financial Disclosure</b></p><p>None, but ` +
		`for $5.</p></body></html>`
}

const figuresTable = `<table><tr><td></td><td>2024</td><td>2023</td></tr><tr><td>Sales, net of returns of $7</td><td>$1,250</td><td>` +
	`$1,190</td></tr>
<tr><td>Cost of sales</td><td>810</td><td>790</td></tr><tr><td>Gross profit</td><td>$440</td><td>$400</td></tr></table>`

func TestDeclaredScale(t *testing.T) {
	for _, c := range []struct {
		name, notes, sentence string
		want                  Scale
	}{
		{"a line under the heading", `<p>(Dollars in millions, except per share amounts)</p><p>Rent was $591.</p>`, "Rent was", Scale{Money: 6}},
		{"in words", `<p>Amounts in thousands of dollars except as otherwise specified.</p><p>Rent was $591.</p>`, "Rent was", Scale{Money: 3}},
		{"shares too", `<p>(Dollars and shares in millions, unless otherwise noted, except per share data)</p><p>Rent was $591.</p>`,
			"Rent was", Scale{6, 6}},
		{"another item", `<p>(Dollars in millions)</p><p>Rent was $591.</p>`, "None, but", Scale{}},
		{"the item before", `<p>(Dollars in millions)</p><p>Rent was $591.</p>`, "Sales rose", Scale{}},
		{"sums with their words",
			`<p>(Dollars in millions)</p><p>Rent was $591 million and tax was $6 million.</p><p>Postage was $80.</p>`, "Postage", Scale{}},
		{"words for more", `<p>(Dollars in millions)</p><p>Debt was $5 billion.</p><p>Postage was $80.</p>`, "Postage", Scale{Money: 6}},
		{"a sentence is no line", `<p>We lent dollars in millions of cases.</p><p>Rent was $591.</p>`, "Rent was", Scale{}},
		{"of the table below", `<p>(Dollars in millions)</p>` + figuresTable + `<p>Rent was $591.</p>`, "Rent was", Scale{}},
		{"a label of the table", `<p>(Dollars in millions)</p>` + figuresTable, "Sales, net", Scale{6, 6}},
		{"a footnote of the table", `<p>(Dollars in millions)</p>` + figuresTable + `<p>(1) Of this, $33 was for wool.</p>`,
			"(1) Of this", Scale{Money: 6}},
		{"a footnote with its word",
			`<p>(Dollars in millions)</p>` + figuresTable + `<p>(1) Of this, $33 million was for wool.</p>`, "(1) Of this", Scale{}},
		{"a round threshold in a footnote",
			`<p>(Dollars in thousands)</p>` + figuresTable + `<p>(1) No buyer above $100,000.</p>`, "(1) No buyer", Scale{}},
		{"the next line's", `<p>(Dollars in millions)</p><p>Rent was $591.</p><p>(Dollars in thousands)</p><p>Postage was $80.</p>`, "Postage",
			Scale{Money: 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := scaleOfSentence(filingOf(c.notes), c.sentence)
			if err != nil || got != c.want {
				t.Errorf("scale %+v, %v, want %+v", got, err, c.want)
			}
		})
	}
}

// scaleOfSentence is the declared scale of the first sentence with the given words.
func scaleOfSentence(src, begins string) (Scale, error) {
	r := &reading{}
	if err := r.addFiling(&budget{}, []byte(src), 0); err != nil {
		return Scale{}, err
	}
	a := &assembly{rows: &store.Rows{}, splitter: text.NewSplitter(nil)}
	a.piece(&r.pieces[0])
	for _, s := range a.rows.Sentences {
		if strings.Contains(s.Text, begins) {
			return Scale{int8(s.Scale), int8(s.ShareScale)}, nil
		}
	}
	return Scale{}, fmt.Errorf("no sentence with %q", begins)
}
