package label

import "testing"

func TestPeriod(t *testing.T) {
	cases := []struct {
		levels []string
		want   Period
	}{
		{[]string{"Year Ended December 31,", "2023"}, Period{2023, 12, 31, 12}},
		{[]string{"2023"}, Period{Year: 2023}},
		{[]string{"2023(1)"}, Period{Year: 2023}},
		{[]string{"Fiscal 2024"}, Period{Year: 2024, Months: 12}},
		{[]string{"FY23"}, Period{Year: 2023, Months: 12}},
		{[]string{"Three Months Ended", "September 30, 2022"}, Period{2022, 9, 30, 3}},
		{[]string{"52 Weeks Ended", "Feb. 1, 2020"}, Period{2020, 2, 1, 12}},
		{[]string{"As of June 30, 1995"}, Period{1995, 6, 30, 0}},
		{[]string{"12/31/98"}, Period{1998, 12, 31, 0}},
		{[]string{"12/31/2019", "Level 1"}, Period{2019, 12, 31, 0}},
		{[]string{"Change 2023 vs. 2022"}, Period{}},
		{[]string{"2023", "% Change"}, Period{Year: 2023}},
		{[]string{"Level 2"}, Period{}},
	}
	for _, c := range cases {
		var got Period
		for _, l := range c.levels {
			got.Add([]byte(l))
		}
		if got.Year == 0 {
			got = Period{}
		}
		if got != c.want {
			t.Errorf("%q: %v, want %v", c.levels, got, c.want)
		}
	}
}

func TestBalance(t *testing.T) {
	cases := []struct {
		label string
		year  int16
		opens bool
	}{
		{"Balance at December 31, 2021", 2021, false},
		{"Accrued balance at June 30, 2020", 2020, false},
		{"2026", 2026, false},
		{"5.25% notes due 2031", 0, false},
		{"Cash at beginning of year", 0, true},
		{"Gross contingencies – January 1", 0, true},
		{"Net sales", 0, false},
	}
	for _, c := range cases {
		p, ok := BalanceDate([]byte(c.label))
		if p.Year != c.year || ok != (c.year != 0) {
			t.Errorf("%q: year %d %v, want %d", c.label, p.Year, ok, c.year)
		}
		if got := TraitsOf([]byte(c.label)).Opening; got != c.opens {
			t.Errorf("%q: opens %v", c.label, got)
		}
	}
}
