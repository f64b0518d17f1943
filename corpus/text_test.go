package corpus

import (
	"slices"
	"strings"
	"testing"
)

// lostLayouts are texts whose tables have lost their markup, and the lines that they become.
var lostLayouts = []struct {
	name, text string
	want       []string
}{
	{"bars", "Sales by year.\n | 2023 | 2022\nJam | 120 | 110\nPickles | 35 | (4)\n",
		[]string{"Sales by year.", "Jam | 2023: 120; 2022: 110", "Pickles | 2023: 35; 2022: -4"}},
	{"Markdown", "| Fruit | 2023 | 2022 |\n|---|---:|---:|\n| Jam | 120 | 110 |\n| Plums | 7 | 8 |\n",
		[]string{"Jam | 2023: 120; 2022: 110", "Plums | 2023: 7; 2022: 8"}},
	{"headers that span columns",
		" | Three months | | Nine months | \n | 2023 | 2022 | 2023 | 2022\nJam | 10 | 11 | 32 | 33\nPlums | 1 | 2 | 3 | 4\n",
		[]string{"Jam | Three months, 2023: 10; Three months, 2022: 11; Nine months, 2023: 32; Nine months, 2022: 33",
			"Plums | Three months, 2023: 1; Three months, 2022: 2; Nine months, 2023: 3; Nine months, 2022: 4"}},
	{"cells one below the other",
		"Selected data (in millions):\n2023\n2022\nNet sales\n$\n1,204\n$\n1,100\nCost of sales\n(\n810\n)\n(\n760\n)\n",
		[]string{"Net sales | 2023: $1,204 million; 2022: $1,100 million", "Cost of sales | 2023: -$810 million; 2022: -$760 million"}},
	{"a sign at the end of the cell before", "2023\n2022\nNet sales\n$\n1,204 $\n1,100\nGoodwill\n46\n15\n",
		[]string{"Net sales | 2023: $1,204; 2022: $1,100", "Goodwill | 2023: $46; 2022: $15"}},
	{"days one below the other", "September 27,\n2014\nSeptember 28,\n2013\nGoodwill\n4,616\n1,577\nCash\n12\n14\n",
		[]string{"Goodwill | September 27, 2014: 4,616; September 28, 2013: 1,577", "Cash | September 27, 2014: 12; September 28, 2013: 14"}},
	{"a negative figure with its form in print", " | 2023 | 2022\nJam | 120 | 110\nLosses | -27 ( 27 ) | -3% ( 3 % )\n",
		[]string{"Jam | 2023: 120; 2022: 110", "Losses | 2023: -27; 2022: -3%"}},
	{"cells between tabs", "December 31,\t2024\t2023\nPaid-in capital\t77,621\t68,748\nTotal assets\t$\t562,070\t$\t492,876\n" +
		"Losses\t(58\t)\t(61\t)\nYear ended December 31,\t2022\t2021\nNet cash\t12\t14\n",
		[]string{"Paid-in capital | 2024: $77,621; 2023: $68,748", "Total assets | 2024: $562,070; 2023: $492,876",
			"Losses | 2024: -$58; 2023: -$61", "Net cash | 2022: $12; 2021: $14"}},
	{"a symbol between bars", "| | 2024 | 2023 |\n|---|---|---|\n| Total assets | $ | 562,070 | $ | 492,876 |\n| Cash | 5 | 6 |\n",
		[]string{"Total assets | 2024: $562,070; 2023: $492,876", "Cash | 2024: $5; 2023: $6"}},
	{"a figure alone is no table", "The mill is old.\n\n5\n\nIt has a new press.\n", []string{"The mill is old.", "5", "It has a new press."}},
}

func TestAssembleTextsThatLostTheirLayout(t *testing.T) {
	for _, test := range lostLayouts {
		t.Run(test.name, func(t *testing.T) {
			rows, err := Assemble(test.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i := range rows.Sentences {
				s := &rows.Sentences[i]
				got = append(got, s.Text)
				source := test.text[s.SourceStart:s.SourceEnd]
				first, _, _ := strings.Cut(s.Text, " ")
				if !strings.HasPrefix(source, first) || strings.HasSuffix(source, "\n") {
					t.Errorf("%q is at %q", s.Text, source)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// TestAssemblePlainTextAsIngestDoes: a text whose tables have their layout is not marked up.
func TestAssemblePlainTextAsIngestDoes(t *testing.T) {
	text := "Sales & costs of <Larkmoor> rose.\n\n                2023      2022\nNet sales      1,204     1,100\nCosts            810 " +
		"      760\n"
	if marked, _ := markup(text); marked != nil {
		t.Errorf("marked up as %s", marked)
	}
	rows, err := Assemble(text)
	if err != nil || len(rows.Sentences) != 3 || rows.Sentences[1].Text != "Net sales | 2023: 1,204; 2022: 1,100" {
		t.Errorf("%+v, %v", rows.Sentences, err)
	}
	if marked, _ := markup("Sales | Costs\n1 | 2\n3 | 4\n<PAGE>\nMore.\n"); marked != nil {
		t.Errorf("a text with page marks is marked up as %s", marked)
	}
}

func FuzzAssemble(f *testing.F) {
	for i := range lostLayouts {
		f.Add(lostLayouts[i].text)
	}
	f.Add("a | 0 || 1\n| |")
	f.Add("a\t\t0\nb\t1")
	f.Add("<TABLE>\n<S> <C>\n| 1 | 2 |\n$\n</TABLE>")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := Assemble(text)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows.Sentences {
			if s := &rows.Sentences[i]; s.SourceStart < 0 || s.SourceEnd < s.SourceStart || s.SourceEnd > int64(len(text)) {
				t.Fatalf("sentence %q of %q is at %d to %d", s.Text, text, s.SourceStart, s.SourceEnd)
			}
		}
	})
}
