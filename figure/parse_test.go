package figure

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ cell, want string }{
		{"1,234", "number | 1234"},
		{"(1,234)", "number | -1234 | parentheses"},
		{"( 1,234", "number | -1234 | parentheses"},
		{"$ 1,234", "money | 1234 | USD"},
		{"$ (1,234.50)", "money | -1234.5 | USD | parentheses"},
		{"($1,234)", "money | -1234 | USD | parentheses"},
		{"12.5 %", "percent | 0.125 | percent"},
		{"(12.5)%", "percent | -0.125 | percent | parentheses"},
		{"(12.5%)", "percent | -0.125 | percent | parentheses"},
		{"—", "number | 0"},
		{"–", "number | 0"},
		{"-", "number | 0"},
		{"---", "number | 0"},
		{"$ —", "money | 0 | USD"},
		{"— %", "percent | 0 | percent"},
		{"−7", "number | -7 | minus"},
		{"-1.9 ( 1.9 )", "number | -1.9 | minus"},
		{"1 234 567", "number | 1234567"},
		{"1.234.567,89", "number | 1234567.89"},
		{"1,5", "number | 1.5"},
		{"1'234", "number | 1234"},
		{"1,234 (1)", "number | 1234"},
		{"1,234(a)", "number | 1234"},
		{"1,234*", "number | 1234"},
		{"1,234²", "number | 1234"},
		{"(1)", "number | -1 | parentheses"},
		{"2023", "year | 2023 | 2023"},
		{"(2023)", "number | -2023 | parentheses"},
		{"3.5x", "multiple | 3.5 | x"},
		{"twenty-five", "number | 25"},
		{"about $2 billion", "money | 2000000000 | USD | about"},
		{"1.23 per share", "per-share | 1.23 | /share"},
		{"\u00a0$\u00a012\u00a0", "money | 12 | USD"},
		{"£(3)", "money | -3 | GBP | parentheses"},
		{"12345678901234567890123", "number | 12345678901234567890123"},
	} {
		a, err := Parse(c.cell)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.cell, err)
			continue
		}
		_, got, _ := strings.Cut(show(c.cell, a), " | ")
		if got != c.want {
			t.Errorf("Parse(%q) = %s, want %s", c.cell, got, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ cell, why string }{
		{"", "no figure"},
		{"n/a", "no figure"},
		{"no", "no figure"},
		{"Note 12", "no figure"},
		{"12 of 15", "more than one"},
		{"$1 to $2", "more than one"},
		{"12 apples", "text beside"},
		{"Total 12", "text beside"},
		{"$", "no figure"},
		{strings.Repeat("x", 100), "no figure"},
	} {
		a, err := Parse(c.cell)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("Parse(%q) = %v, %v; want an error with %q", c.cell, a.Value, err, c.why)
		}
	}
}

func TestContext(t *testing.T) {
	millions := Context{Scale: 6, Unit: "USD"}
	for _, c := range []struct {
		context Context
		cell    string
		want    string
	}{
		{millions, "(1,234)", "money | -1234000000 | USD | parentheses"},
		{millions, "$ 5.5", "money | 5500000 | USD"},
		{millions, "5.5%", "percent | 0.055 | percent"},
		{millions, "$1.2 billion", "money | 1200000000 | USD"},
		{millions, "—", "money | 0 | USD"},
		{millions, "1.5x", "multiple | 1.5 | x"},
		{millions, "$0.12 per share", "per-share | 0.12 | USD/share"},
		{Context{Unit: "USD/share"}, "1.23", "per-share | 1.23 | USD/share"},
		{Context{Unit: UnitPercent}, "15.2", "percent | 0.152 | percent"},
		{Context{Scale: 3, Unit: UnitShares}, "7", "number | 7000 | shares"},
	} {
		a, err := c.context.Parse(c.cell)
		if err != nil {
			t.Errorf("%+v.Parse(%q): %v", c.context, c.cell, err)
			continue
		}
		_, got, _ := strings.Cut(show(c.cell, a), " | ")
		if got != c.want {
			t.Errorf("%+v.Parse(%q) = %s, want %s", c.context, c.cell, got, c.want)
		}
	}
}

func TestParsePeriod(t *testing.T) {
	for _, c := range []struct {
		text string
		want Period
	}{
		{"2023", Period{Form: formYear, Year: 2023}},
		{"FY23", Period{Form: formYear, Fiscal: true, Year: 2023}},
		{"fiscal year 2023", Period{Form: formYear, Fiscal: true, Year: 2023}},
		{"Q3", Period{Form: formQuarter, Count: 3}},
		{"3Q23", Period{Form: formQuarter, Count: 3, Year: 2023}},
		{"Q3 FY2023", Period{Form: formQuarter, Count: 3, Fiscal: true, Year: 2023}},
		{"third quarter of fiscal 2023", Period{Form: formQuarter, Count: 3, Fiscal: true, Year: 2023}},
		{"third fiscal quarter of 2023", Period{Form: formQuarter, Count: 3, Fiscal: true, Year: 2023}},
		{"1H22", Period{Form: formHalf, Count: 1, Year: 2022}},
		{"nine months ended September 30, 2023", Period{Form: formMonths, Count: 9, Year: 2023, Month: 9, Day: 30}},
		{"fiscal year ended June 30, 2023", Period{Form: formYear, Fiscal: true, Year: 2023, Month: 6, Day: 30}},
		{"as of December 31, 2022", Period{Form: formDay, Instant: true, Year: 2022, Month: 12, Day: 31}},
		{"December 31", Period{Form: formDay, Month: 12, Day: 31}},
		{"31/12/2022", Period{Form: formDay, Year: 2022, Month: 12, Day: 31}},
	} {
		got, err := parsePeriod(c.text)
		if err != nil || got != c.want {
			t.Errorf("parsePeriod(%q) = %+v, %v; want %+v", c.text, got, err, c.want)
			continue
		}
		again, err := parsePeriod(got.String())
		if err != nil || again != got {
			t.Errorf("parsePeriod(%q) of %q = %+v, %v; want %+v", got.String(), c.text, again, err, got)
		}
	}
	for _, text := range []string{"", "soon", "$5", "2022 and 2023", "the 2023 plan"} {
		if p, err := parsePeriod(text); err == nil {
			t.Errorf("parsePeriod(%q) = %v, want an error", text, p)
		}
	}
}

// parsePeriod reads a string that is one year, date or period.
func parsePeriod(s string) (Period, error) {
	var found []Amount
	for _, a := range Find(s) {
		if !a.Period.IsZero() {
			found = append(found, a)
		}
	}
	if len(found) != 1 || !onlyPadding(s, found[0].Extent) {
		return Period{}, fmt.Errorf("parse period %q: not one year, date or period", clip(s))
	}
	return found[0].Period, nil
}
