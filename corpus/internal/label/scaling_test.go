package label

import (
	"testing"

	"github.com/assayhq/assay/figure"
)

func TestUnitLinesStateScales(t *testing.T) {
	cases := []struct {
		text          string
		money, shares int8
		currency      figure.Unit
	}{
		{"Except for per share amounts or as otherwise stated, sums within tables are given in millions.", 6, 6, ""},
		{"Except as noted, sums in tables are in millions of dollars.", 6, 6, "USD"},
		{"(Except for share data, in thousands)", 3, 0, ""},
		{"(in millions, except share data in thousands and per share data)", 6, 3, ""},
		{"(Dollars in millions, except per share amounts; shares in thousands)", 6, 3, "USD"},
		{"€ million", 6, 6, "EUR"},
		{"HK$ million", 6, 6, "HKD"},
		{"R million", 6, 6, "ZAR"},
		{"£m", 6, 6, "GBP"},
		{"(EUR ’000)", 3, 3, "EUR"},
		{"£'000", 3, 3, "GBP"},
		{"€000", 3, 3, "EUR"},
		{"(thous.)", 3, 3, ""},
		{"(€'m)", 6, 6, "EUR"},
		{"Quarterly data\nThousands of dollars, except per-share figures", 3, 3, "USD"},
		{"Results\nMillions of euros", 6, 6, "EUR"},
		{"Summary: thousands of dollars", 3, 3, "USD"},
		{"Summary — millions of dollars", 6, 6, "USD"},
		{"(not in thousands)", 0, 0, ""},
		{"(in whole dollars)", 0, 0, "USD"},
	}
	for _, c := range cases {
		s, ok := FindScaling([]byte(c.text))
		if !ok || s.Money != c.money || s.Shares != c.shares || s.Currency != c.currency || s.SharesOnly {
			t.Errorf("%q: %v 10^%d, shares 10^%d, %q; want 10^%d, 10^%d, %q", c.text, ok, s.Money, s.Shares, s.Currency,
				c.money, c.shares, c.currency)
		}
	}
	for _, c := range []struct {
		text          string
		money, counts int8
	}{
		{"(Subscribers in thousands)", 0, 3},
		{"(Dollars in millions; customers in thousands)", 6, 3},
		{"(In thousands, except revenue per subscriber)", 3, 3},
		{"(In thousands, except revenue per subscriber and number of stores)", 3, 0},
		{"(In thousands, except price per ton)", 3, 3},
		{"(Dollars in thousands, except price per ton)", 3, 0},
		{"(dollars and units in thousands)", 3, 3},
		{"(In thousands, except per share data)", 3, 0},
	} {
		if s, ok := FindScaling([]byte(c.text)); !ok || s.Money != c.money || s.Counts != c.counts {
			t.Errorf("%q: 10^%d, counts 10^%d; want 10^%d, 10^%d", c.text, s.Money, s.Counts, c.money, c.counts)
		}
	}
	if s, ok := FindScaling([]byte("(shares in 000's)")); !ok || !s.SharesOnly || s.Shares != 3 {
		t.Errorf("shares in thousands: %+v, want nothing of money", s)
	}
	for _, prose := range []string{"Sums in the other tables are in thousands.", "Dollars elsewhere in this report are in millions", "sold it for $5 million in cash", "The cost of million-dollar homes"} {
		if s, ok := FindScaling([]byte(prose)); ok {
			t.Errorf("%q: 10^%d, want no unit line", prose, s.Money)
		}
	}
}
