package xbrl

import (
	"fmt"
	"strings"
	"testing"
)

// Every row's doc opens with an example; it must hold.
func TestTransformExamples(t *testing.T) {
	rows := 0
	for _, table := range tables() {
		for _, row := range table {
			example, _, _ := strings.Cut(row.doc, ";")
			text, want, ok := strings.Cut(example, " → ")
			if !ok {
				t.Errorf("%s: doc %q has no example", row.name, row.doc)
				continue
			}
			got, ok := row.run(nil, text)
			if !ok || string(got) != want {
				t.Errorf("%s(%q) = %q, %v, want %q", row.name, text, got, ok, want)
			}
			rows++
		}
	}
	if rows < 170 {
		t.Errorf("%d examples tried, want at least 170", rows)
	}
}

const (
	r4Space  = "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"
	r3Space  = "http://www.xbrl.org/inlineXBRL/transformation/2015-02-26"
	r1Space  = "http://www.xbrl.org/inlineXBRL/transformation/2010-04-20"
	secSpace = "http://www.sec.gov/inlineXBRL/transformation/2015-08-31"
)

// transformText applies the named rule of a transformation registry to a text of a page.
func transformText(space, name, text string) (string, error) {
	t, err := findTransform(space, name)
	if err != nil {
		return "", fmt.Errorf("transform %q: %w", clip(text), err)
	}
	value, ok := t.run(nil, text)
	if !ok {
		return "", fmt.Errorf("transform %q: text does not fit %q", clip(text), name)
	}
	return string(value), nil
}

// Cases beyond the examples of the rows; want "" is a refusal.
func TestTransform(t *testing.T) {
	tests := []struct{ space, name, text, want string }{
		{r4Space, "num-dot-decimal", " 1 234 567 ", "1234567"},
		{r4Space, "num-dot-decimal", "1\u00a0234.5\u20090", "1234.50"},
		{r4Space, "num-dot-decimal", ".5", ".5"},
		{r4Space, "num-dot-decimal", "5.", ""},
		{r4Space, "num-dot-decimal", "1.2.3", ""},
		{r4Space, "num-dot-decimal", "1.2,3", ""},
		{r4Space, "num-dot-decimal", "(5)", ""},
		{r4Space, "num-dot-decimal", "—", ""},
		{r4Space, "num-dot-decimal", ",", ""},
		{r4Space, "num-comma-decimal", "1.234.567,8", "1234567.8"},
		{r4Space, "num-unit-decimal", "１２円５銭", "12.05"},
		{r4Space, "num-unit-decimal", "12 dollars", ""},
		{r4Space, "num-unit-decimal", "12 dollars 500", ""},
		{r4Space, "num-dot-decimal-apos", "1'000", ""}, // of registry 5 only
		{r3Space, "numdotdecimal", "1,234,567.89", "1234567.89"},
		{r3Space, "numdotdecimal", "12,34", ""},
		{r3Space, "numdotdecimal", "1,23,456", ""},
		{r3Space, "numdotdecimal", "1234567", "1234567"},
		{r3Space, "numunitdecimal", "1,234.5 6", ""},
		{r3Space, "numdotdecimalin", "1,", ""},
		{r3Space, "zerodash", "--", ""},
		{r3Space, "zerodash", "\u2212", "0"},
		{r1Space, "numspacedot", "1,234", ""},
		{r4Space, "date-monthname-day-year-en", "Sept. 3rd, 2024", "2024-09-03"},
		{r4Space, "date-monthname-day-year-en", "Year ended December 31, 2024", ""},
		{r4Space, "date-monthname-day-year-en", "December 31, 2024 (restated)", ""},
		{r4Space, "date-monthname-day-year-en", "December 31,\v2024", "2024-12-31"},
		{r4Space, "date-monthname-day-year-en", "Marvember 3, 2024", ""},
		{r4Space, "date-monthname-day-year-en", "March 3, 124", ""},
		{r4Space, "date-monthname-day-en", "February 29", "--02-29"},
		{r4Space, "date-monthname-day-en", "February 30", ""},
		{r4Space, "date-month-day", "4/26", "--04-26"},
		{r4Space, "date-month-day", "26/4", ""},
		{r4Space, "date-day-monthname-year-cs", "3. červenec 2021", "2021-07-03"},
		{r4Space, "date-day-monthname-year-bg", "5 януари 2019 г.", "2019-01-05"},
		{r4Space, "date-day-monthname-year-el", "5 ΜΑΪ́ΟΥ 2021", "2021-05-05"},
		{r4Space, "date-day-monthroman-year", "5.IIII.2021", ""},
		{r4Space, "date-jpn-era-year-month-day", "西暦3年9月5日", ""},
		{r4Space, "date-ind-day-monthname-year-hi", "10 Pausha 21", "2099-12-31"},
		{r4Space, "date-ind-day-monthname-year-hi", "11 Pausha 21", "2000-01-01"},
		{r4Space, "date-ind-day-monthname-year-hi", "31 Chaitra 1921", ""},
		{r4Space, "date-ind-day-monthname-year-hi", "31 Chaitra 1922", "2000-04-20"},
		{r1Space, "dateslashus", "12.31.2020", ""},
		{r4Space, "fixed-zero", strings.Repeat("long ", 10000), "0"},
		{secSpace, "numwordsen", "Two", "2"},
		{secSpace, "numwordsen", "one million, two hundred thousand and three", "1200003"},
		{secSpace, "numwordsen", "eighteen quintillion", "18000000000000000000"},
		{secSpace, "numwordsen", "nineteen quintillion", ""},
		{secSpace, "numwordsen", "two (2)", ""},
		{secSpace, "numwordsen", "hundred", ""},
		{secSpace, "numwordsen", "one thousand million", ""},
		{secSpace, "numwordsen", "twenty eleven", ""},
		{secSpace, "numwordsen", "", ""},
		{secSpace, "durwordsen", "364-day", "P364D"},
		{secSpace, "durwordsen", "one year, no months and twenty-two days", "P1Y22D"},
		{secSpace, "durwordsen", "zero years", "P0D"},
		{secSpace, "durwordsen", "three months and five years", ""},
		{secSpace, "durwordsen", "five years ago", ""},
		{secSpace, "durwordsen", "years", ""},
		{secSpace, "duryear", "10.3", "P10Y3M18D"},
		{secSpace, "duryear", "0", "P0Y"},
		{secSpace, "duryear", "-1.5", "-P1Y6M"},
		{secSpace, "duryear", "1e3", ""},
		{secSpace, "durmonth", "1.5", "P1M15D"},
		{secSpace, "durday", "0.5", "P0DT12H"},
		{secSpace, "durweek", "two", ""},
		{secSpace, "datequarterend", "Q4 2024", "2024-12-31"},
		{secSpace, "datequarterend", "2024", ""},
		{secSpace, "boolballotbox", "☐", "false"},
		{secSpace, "boolballotbox", "X", ""},
		{secSpace, "stateprovnameen", "new  york", "NY"},
		{secSpace, "stateprovnameen", "Bavaria", ""},
		{secSpace, "countrynameen", "Côte d’Ivoire", "CI"},
		{secSpace, "countrynameen", "Republic of Korea", "KR"},
		{secSpace, "edgarprovcountryen", "Georgia", "2Q"},
		{secSpace, "edgarprovcountryen", "Quebec", "A8"},
		{secSpace, "exchnameen", "New York Stock Exchange, LLC", "NYSE"},
		{secSpace, "exchnameen", "Oxmoor Corn Exchange", ""},
		{secSpace, "entityfilercategoryen", "Tiny filer", ""},
	}
	for _, tt := range tests {
		got, err := transformText(tt.space, tt.name, tt.text)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s(%q) = %q, %v, want %q", tt.name, clip(tt.text), got, err, tt.want)
		}
	}
}

// Only what looks at no text may accept the empty one; run relies on it.
func TestOnlyFixedValuesFitNothing(t *testing.T) {
	for _, table := range tables() {
		for _, row := range table {
			one, first := row.run(nil, "")
			two, second := row.run(nil, "\u2603")
			if first && (!second || string(one) != string(two)) {
				t.Errorf("%s fits the empty text", row.name)
			}
		}
	}
}

func TestTransformUnknown(t *testing.T) {
	for _, tt := range []struct{ space, name, want string }{
		{"u:x", "num-dot-decimal", `transform "1": unknown transformation registry "u:x"`},
		{r4Space, "numdotdecimal", `transform "1": unknown transform "numdotdecimal"`},
	} {
		if _, err := transformText(tt.space, tt.name, "1"); err == nil || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

func TestTablesHaveNoRowTwice(t *testing.T) {
	seen := map[string]registries{}
	for _, table := range tables() {
		for _, row := range table {
			if row.in == 0 || seen[row.name]&row.in != 0 {
				t.Errorf("row %q is in no registry or twice in one", row.name)
			}
			seen[row.name] |= row.in
		}
	}
	for _, places := range [][]place{countries, states, exchanges} {
		names := map[string]string{}
		for _, p := range places {
			for _, n := range strings.Split(p.names, "|") {
				if names[n] != "" || foldName(n) != n {
					t.Errorf("place %q is there twice, or is not folded", n)
				}
				names[n] = p.names
			}
		}
	}
}
