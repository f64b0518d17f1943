package label

import (
	"testing"

	"github.com/assayhq/assay/figure"
)

func TestFindScaling(t *testing.T) {
	cases := []struct {
		text          string
		money, shares int8
		stated, found bool
	}{
		{"(in millions)", 6, 6, true, true},
		{"(In thousands, except per share data)", 3, 3, true, true},
		{"(in thousands, except share and per share amounts)", 3, 0, true, true},
		{"(In millions, except number of shares, which are reflected in thousands, and per-share amounts)", 6, 3, true, true},
		{"(In millions, except for per share amounts and shares in thousands)", 6, 3, true, true},
		{"$ in millions", 6, 6, true, true},
		{"(Dollars in millions; per-share amounts in dollars)", 6, 6, true, true},
		{"(Dollars in millions, except per share; shares in thousands)", 6, 3, true, true},
		{"(Millions of dollars)", 6, 6, true, true},
		{"Thousands", 3, 3, true, true},
		{"(000's omitted)", 3, 3, true, true},
		{"($000)", 3, 3, true, true},
		{"Dollars and share amounts in millions", 6, 6, true, true},
		{"(amounts in thousands of U.S. dollars)", 3, 3, true, true},
		{"(IN BILLIONS)", 9, 9, true, true},
		{"(Earnings for per-share calculation, shares in millions, per-share amounts in dollars)", 6, 6, true, true},
		{"Amounts in millions of dollars except per share amounts or as otherwise specified.", 6, 6, true, true},
		{"SHARES IN MILLIONS", 0, 6, true, true},
		{"(shares in thousands)", 0, 3, true, true},
		{"(in dollars)", 0, 0, false, true},
		{"Revenue (USD Mil)", 6, 6, true, true},
		{"SEK million, except per share data", 6, 6, true, true},
		{"(EUR bn)", 9, 9, true, true},
		{"Revenue ($B)", 9, 9, true, true},
		{"FCF (US$m)", 6, 6, true, true},
		{"Sales (USD m)", 6, 6, true, true},
		{"(Rs. in crore)", 7, 7, true, true},
		{"(in $000s)", 3, 3, true, true},
		{"Class B", 0, 0, false, false},
		{"Item 1 (b)", 0, 0, false, false},
		{"ABC M", 0, 0, false, false},
		{"Notes issuance of $18.5 billion", 0, 0, false, false},
		{"thousands of customers rely on us", 0, 0, false, false},
		{"decreased by $3 million", 0, 0, false, false},
		{"December 31, 2023", 0, 0, false, false},
		{"(par value $1.00 per share)", 0, 0, false, false},
		{"A sum of 1,000 units", 0, 0, false, false},
	}
	for _, c := range cases {
		s, ok := FindScaling([]byte(c.text))
		if ok != c.found || s.Stated != c.stated || s.Money != c.money || s.Shares != c.shares {
			t.Errorf("%q: money %d shares %d stated %v found %v, want %d %d %v %v", c.text, s.Money, s.Shares, s.Stated, ok,
				c.money, c.shares, c.stated, c.found)
		}
	}
}

// TestScalingCurrency reads the currency that a unit line names.
func TestScalingCurrency(t *testing.T) {
	for _, c := range []struct {
		text string
		want figure.Unit
	}{
		{"(SEK in millions)", "SEK"},
		{"(in millions of Swiss francs)", "CHF"},
		{"(in millions of Canadian dollars)", "CAD"},
		{"(Millions of dollars)", "USD"},
		{"HK$ in thousands", "HKD"},
		{"Amounts in thousands of New Taiwan dollars", "TWD"},
		{"Revenue (PLN mn)", "PLN"},
		{"($ in millions)", "USD"},
		{"(in millions, except PER share data)", ""},
	} {
		if s, ok := FindScaling([]byte(c.text)); !ok || !s.Stated || s.Currency != c.want {
			t.Errorf("%q: %q %v %v, want %q", c.text, s.Currency, ok, s.Stated, c.want)
		}
	}
}

func TestTraits(t *testing.T) {
	cases := []struct {
		text string
		unit Unit
		weak Unit
	}{
		{"Net income", NoUnit, NoUnit},
		{"Diluted earnings per share", PerShare, NoUnit},
		{"Diluted EPS", PerShare, NoUnit},
		{"Cash dividends declared ($0.24 per share)", NoUnit, NoUnit},
		{"Shares used in computing earnings per share", Shares, NoUnit},
		{"Net income used in computing diluted net income per share", NoUnit, NoUnit},
		{"Weighted-average shares outstanding", Shares, NoUnit},
		{"Weighted Average Exercise Price", PerShare, NoUnit},
		{"Weighted-average grant-date fair value of options granted", PerShare, NoUnit},
		{"Common stock, $0.01 par value; 500,000,000 shares authorized", NoUnit, NoUnit},
		{"Capital in excess of par value", NoUnit, NoUnit},
		{"Percentage of net sales", Percent, NoUnit},
		{"5.25% senior notes due 2031", NoUnit, NoUnit},
		{"Number of employees", Count, NoUnit},
		{"Number of shares repurchased", Shares, NoUnit},
		{"Expected term (in years)", Years, NoUnit},
		{"Proceeds from long-term debt", NoUnit, NoUnit},
		{"Years ended June 30", NoUnit, NoUnit},
		{"Discount rate", NoUnit, Percent},
		{"(in millions, except per share data)", NoUnit, NoUnit},
		{"Common stock issued upon exercise of stock options", NoUnit, NoUnit},
		{"Age", Count, NoUnit},
		{"Homes closed", NoUnit, Count},
		{"31 to 60 days", NoUnit, NoUnit}, // of what is past due
		{"Degree days", NoUnit, Count},
		{"Surface ships", NoUnit, NoUnit}, // a line of revenue
		{"Truck count", NoUnit, Count},
		{"Average maturity (months)", Count, NoUnit},
		{"Debt to EBITDA", NoUnit, Multiple},
		{"Cover (x)", NoUnit, Multiple},
		{"Nonperforming loans to total loans", NoUnit, Percent},
		{"Vehicle sales (thousands of units)", Count, NoUnit},
		{"Acres", NoUnit, Count},
		{"Stockholders of record", NoUnit, Count},
		{"Diluted weighted-average shares outstanding 1", Shares, NoUnit},
		{"Ordinary share dividend (pence)", PerShare, NoUnit},
		{"Aircraft at end of period", NoUnit, Count},
		{"Aircraft and engines", NoUnit, NoUnit}, // what they cost
		{"Vessels, net", NoUnit, NoUnit},
		{"Sales to dealers", NoUnit, NoUnit},
		{"Revenue passengers (thousands)", NoUnit, Count},
		{"Residential customers (in thousands)", NoUnit, Count},
		{"Crude oil (thousand barrels per day)", Count, NoUnit},
		{"Branches (actual numbers)", Count, NoUnit},
		{"Operating data (units):", Count, NoUnit},
		{"Limited partner units outstanding", Shares, NoUnit},
		{"Treasury shares held", Shares, NoUnit},
		{"Treasury shares held, at cost", NoUnit, NoUnit},
		{"Securities to be issued upon exercise", Shares, NoUnit},
		{"Securities available for sale", NoUnit, NoUnit},
		{"Average realized price per ounce", PerUnit, NoUnit},
		{"Average selling price per unit", PerUnit, NoUnit},
		{"Net income per unit", PerShare, NoUnit},
		{"Average daily rate (ADR)", PerUnit, NoUnit},
		{"Net income per books", NoUnit, NoUnit},
		{"Profit per common share", PerShare, NoUnit},
		{"Return on average equity", NoUnit, Percent},
		{"Actual return on plan assets", NoUnit, NoUnit},
		{"Spread (basis points)", BasisPoints, NoUnit},
		{"Trade names (years)", Years, NoUnit},
		{"Shares repurchased (in thousands)", Shares, NoUnit},
		{"Common stock repurchases, shares", Shares, NoUnit},
		{"Depletion (in millions)", NoUnit, NoUnit},
		{"Term loan, variable rate", NoUnit, NoUnit},
		{"Fixed-rate notes", NoUnit, NoUnit},
		{"Average rate on fixed-rate notes", NoUnit, Percent},
		{"Vehicle sales (thousand units)", Count, NoUnit},
		{"Backlog units (in thousands)", NoUnit, Count},
		{"Patents granted", NoUnit, Count},
		{"Medical members (000s)", NoUnit, Count},
		{"Customers with over $1 million in revenue", NoUnit, Count},
		{"Copper sales (millions of pounds)", Count, NoUnit},
		{"Subscribers", NoUnit, Count},
		{"Net debt/EBITDA", NoUnit, Multiple},
		{"Average fee rate (basis points)", BasisPoints, NoUnit},
		{"Loans to deposits", NoUnit, Multiple}, // or percent, where it is as large
		{"Loans to customers", NoUnit, NoUnit},
		{"Exchange rates (units of currency per dollar)", NoUnit, Multiple},
		{"Net income for basic earnings per share", NoUnit, NoUnit},
		{"Forwards and options", NoUnit, NoUnit},
		{"Health care and life", NoUnit, NoUnit},
		{"Open at end of year", NoUnit, Count},
		{"Closed", NoUnit, Count},
		{"Dry holes", NoUnit, Count},
	}
	for _, c := range cases {
		if got := TraitsOf([]byte(c.text)); got.Unit != c.unit || got.Weak != c.weak {
			t.Errorf("%q: unit %v weak %v, want %v %v", c.text, got.Unit, got.Weak, c.unit, c.weak)
		}
	}
}
