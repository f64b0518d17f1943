package docqa

import (
	"strings"
	"testing"

	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// tables are texts as filings come, a question, and the figure that answers it.
var tables = []struct{ name, text, question, want string }{
	{"bars", "| 2019 | 2018\nNet sales | 788 | 718\nGross profit | 315 | 365", "What was gross profit in 2018?", "365"},
	{"bars, years in a second row", "(In millions) | | | \nYear ended June 30, | 2019 | 2018 | 2017\nGains recognized | 112 | 98 | 7\n" +
		"Losses recognized | (64) | (255) | (389)", "What were the losses recognized in 2019?", "-64 million"},
	{"bars, words that span", " | Three months | | Nine months | \n | 2019 | 2018 | 2019 | 2018\nRevenue | 10 | 11 | 32 | 33",
		"What was revenue in the nine months of 2018?", "33"},
	{"bars, words and no years", " | As reported | Adjustments | Balances without adoption of ASC 606\nDeferred tax assets | 22,626 | " +
		"(532) | 22,094", "What were deferred tax assets without the adoption of ASC 606?", "22,094"},
	{"bars, a dash", " | 2019 | 2018\nCross currency swaps | 1,429 | —", "What were the cross currency swaps in 2018?", "—"},
	{"one below the other", "Selected data (in millions):\n2014\n2013\n2012\nPlant and equipment, net\n$\n20,624\n$\n16,597\n$\n15,452\n",
		"What was plant and equipment, net in 2013?", "$16,597 million"},
	{"days one below the other", "September 27,\n2014\nSeptember 28,\n2013\nGoodwill\n4,616\n1,577\n",
		"What was goodwill at the end of 2013?", "1,577"},
	{"brackets one below the other", "2018\n2017\nPurchases of property\n(1,577)\n(1,373)\n", "What were purchases of property in 2017?",
		"-1,373"},
	{"wide", "December 31,              2016            2015\nTotal redeemable stock     $    782   $    538",
		"What was the total redeemable stock in 2015?", "$538"},
	{"more figures than columns", "2019      2018\nRevenue     5,020     4,911    2%", "What was revenue in 2018?", "5,020"},
	{"no headers", "Revenue     5,020     4,911", "What was revenue in 2018?", "5,020"},
	{"a sentence behind the table", " | 2019 | 2018\nRevenue | 5 | 4\n" +
		strings.Repeat("This is a sentence about the company and its people. ", 5) + "\nGizmos | 71 | 82", "How many gizmos in 2018?", "71"},
	{"a scale that does not hold for the row", "(in thousands) | 2019 | 2018\nEarnings per share | 5.02 | 4.91",
		"What were earnings per share in 2018?", "4.91"},
	{"respectively", "Depreciation was $2.5 million, $2.6 million and $2.4 million during fiscal 2019, 2018 and 2017, respectively.",
		"What was depreciation in 2018?", "$2.6 million"},
	{"respectively, with another figure", "Depreciation of 3 assets was $2.5 million and $2.6 million in 2019 and 2018, respectively.",
		"What was depreciation in 2018?", "$2.6 million"},
}

func on(question, text string) *system.Case {
	return &system.Case{ID: "q", Question: question, Gold: []string{"0"}, Passages: []system.Passage{{ID: "LARK-10K", Text: text}}}
}

func TestColumns(t *testing.T) {
	for _, c := range tables {
		t.Run(c.name, func(t *testing.T) {
			a := answer(t, open(t, "extractive", &setup{K: 10}), on(c.question, c.text))
			if got, _ := score.Final(a.Text); got != c.want {
				t.Errorf("%q of\n%s\nwant %q", a.Text, c.text, c.want)
			}
		})
	}
}

// No text makes reading slower than its length allows.
func TestHostileTables(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("| 2019 ", 20000), strings.Repeat("2019\n", 20000), strings.Repeat("a | b | c\n", 20000),
		strings.Repeat("Item ,\n2014\n", 10000), strings.Repeat("— ", 20000), strings.Repeat(" | \n", 20000),
	} {
		for _, s := range read(t, text).sentences {
			figures(s.text)
		}
	}
}
