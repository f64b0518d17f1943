package catalog

import (
	"math"
	"testing"
	"time"
)

func TestUsageValid(t *testing.T) {
	const huge = math.MaxInt64
	cases := []struct {
		name  string
		usage Usage
		ok    bool
	}{
		{"zero", Usage{}, true},
		{"full subsets", Usage{Input: 6, CachedInput: 3, CacheWrite: 2, CacheWriteLong: 1, Output: 4, Reasoning: 4}, true},
		{"negative", Usage{Input: -1}, false},
		{"negative searches", Usage{Searches: -1}, false},
		{"cached above input", Usage{Input: 1, CachedInput: 2}, false},
		{"subsets above input together", Usage{Input: 5, CachedInput: 3, CacheWrite: 2, CacheWriteLong: 1}, false},
		{"reasoning above output", Usage{Output: 1, Reasoning: 2}, false},
		{"subsets that overflow", Usage{Input: huge, CachedInput: huge, CacheWrite: huge, CacheWriteLong: huge}, false},
		{"long write that overflows", Usage{Input: 10, CacheWrite: huge, CacheWriteLong: huge}, false},
	}
	for _, c := range cases {
		err := c.usage.Valid()
		if (err == nil) != c.ok || c.usage.isValid() != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestUsageAdd(t *testing.T) {
	a := Usage{1, 2, 3, 4, 5, 6, 7, PartAll}
	got := a.Add(Usage{10, 20, 30, 40, 50, 60, 70, PartInput | PartOutput})
	if want := (Usage{11, 22, 33, 44, 55, 66, 77, PartInput | PartOutput}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := (Usage{Input: math.MaxInt64}).Add(Usage{Input: 1}); got.Input != math.MaxInt64 {
		t.Errorf("an overflow gives %d", got.Input)
	}
	if got := (PartInput | PartSearches).String(); got != "input, searches" {
		t.Error(got)
	}
}

func TestUSD(t *testing.T) {
	for text, want := range map[string]USD{"0": 0, "1": Dollar, "0.000000000001": 1, "12.50": 12*Dollar + Dollar/2,
		"9223372.036854775807": -1, "1e3": -1,
		"": -1, ".5": -1, "5.": -1, "-1": -1, "+1": -1, "1.0000000000001": -1, "99999999999999999999": -1,
		"9000000": 9_000_000 * Dollar, "9999999": -1, "1_000": -1} {
		got, err := parseUSD(text)
		if want < 0 {
			if err == nil && text != "9223372.036854775807" {
				t.Errorf("%q is read as %s", text, got)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
		if back, err := parseUSD(got.String()); err != nil || back != got {
			t.Errorf("%s is read back as %s", got, back)
		}
	}
	for u, want := range map[USD]string{0: "0.00", 1: "0.000000000001", -Dollar / 4: "-0.25",
		maxUSD: "9223372.036854775807", math.MinInt64: "-9223372.036854775808"} {
		if u.String() != want {
			t.Errorf("%d prints as %s, want %s", int64(u), u, want)
		}
	}
	if _, ok := maxUSD.Plus(1); ok {
		t.Error("the largest amount plus one fits")
	}
	if _, ok := USD(math.MinInt64).Plus(-1); ok {
		t.Error("the smallest amount minus one fits")
	}
	if u, ok := maxUSD.Plus(-1); !ok || u != maxUSD-1 {
		t.Error("a negative amount is not added")
	}
	if _, ok := maxUSD.times(2); ok {
		t.Error("twice the largest amount fits")
	}
	if u, ok := PerMillion(2_500_000); !ok || u != 2*Dollar+Dollar/2 {
		t.Errorf("2.5 dollars per million is %s", u)
	}
	if got := (Dollar / 8).Float64(); got != 0.125 {
		t.Error(got)
	}
}

func TestDay(t *testing.T) {
	for text, want := range map[string]string{"2026-11-21T23:59:59Z": "2026-11-21",
		"2026-11-22T00:30:00+01:00": "2026-11-21", "2026-11-21T23:30:00-01:00": "2026-11-22", "1969-12-31T12:00:00Z": "1969-12-31"} {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := dayOf(at).String(); got != want {
			t.Errorf("%s is on %s, want %s", text, got, want)
		}
	}
	if dayOf(time.Time{}) != 0 || Day(0).String() != "" {
		t.Error("no time has a day")
	}
	for _, bad := range []string{"", "2026-1-1", "2026-02-30", "1970-01-01", "26-01-01"} {
		if d, err := parseDay(bad); err == nil {
			t.Errorf("%q is %s", bad, d)
		}
	}
}

func TestParseTier(t *testing.T) {
	for text, want := range map[string]Tier{"": Standard, "default": Standard, "batch": Batch, "flex": Flex, "priority": Priority} {
		if got, ok := ParseTier(text); !ok || got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
	if _, ok := ParseTier("scale"); ok {
		t.Error("a tier of committed capacity has a price")
	}
}

func TestUsageChecked(t *testing.T) {
	for _, u := range []Usage{{Input: -1}, {Output: math.MaxInt64}, {Searches: maxCount + 1}, {CachedInput: math.MinInt64}} {
		u.Known = PartAll
		if got := u.Checked(); got != (Usage{}) {
			t.Errorf("%+v became %+v", u, got)
		}
	}
	whole := Usage{1, 2, maxCount, 4, 5, 6, 7, PartAll}
	if got := whole.Checked(); got != whole {
		t.Errorf("%+v became %+v", whole, got)
	}
}
