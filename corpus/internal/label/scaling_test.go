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
		{"(in whole dollars)", 0, 0, "USD"},
	}
	for _, c := range cases {
		s, ok := FindScaling([]byte(c.text))
		if !ok || s.Money != c.money || s.Shares != c.shares || s.Currency != c.currency || s.SharesOnly {
			t.Errorf("%q: %v 10^%d, shares 10^%d, %q; want 10^%d, 10^%d, %q", c.text, ok, s.Money, s.Shares, s.Currency,
				c.money, c.shares, c.currency)
		}
	}
	if s, ok := FindScaling([]byte("(shares in 000's)")); !ok || !s.SharesOnly || s.Shares != 3 {
		t.Errorf("shares in thousands: %+v, want nothing of money", s)
	}
	for _, prose := range []string{"sold it for $5 million in cash", "The cost of million-dollar homes"} {
		if s, ok := FindScaling([]byte(prose)); ok {
			t.Errorf("%q: 10^%d, want no unit line", prose, s.Money)
		}
	}
}
