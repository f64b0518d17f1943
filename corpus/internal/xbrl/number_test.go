package xbrl

import (
	"testing"

	"github.com/shopspring/decimal"
)

func TestScaledAmounts(t *testing.T) {
	tests := []struct {
		text  string
		scale int
		want  string
	}{
		{"0", 0, "0"}, {"000", 6, "0"}, {"-0", 3, "0"}, {"0.00", -2, "0"}, {"7", 0, "7"}, {"007.50", 0, "7.5"},
		{"1234.5", 6, "1234500000"}, {"1234.5", 1, "12345"}, {"1234.5", -2, "12.345"}, {"5", -2, "0.05"}, {"5.", 0, "5"},
		{".5", 0, "0.5"}, {".05", 1, "0.5"}, {".05", 3, "50"}, {"-12", -4, "-0.0012"}, {"+3", 2, "300"}, {"100", -2, "1"},
		{"9999999999999999999.99", 0, "9999999999999999999.99"}, {"1", maxScale,
			"1" + "000000000000000000000000000000000000000000000000000000000000"},
	}
	for _, tt := range tests {
		a, ok := readAmount([]byte(tt.text))
		if !ok {
			t.Errorf("readAmount(%q) failed", tt.text)
			continue
		}
		got := a.appendScaled([]byte("x"), tt.scale)
		if string(got) != "x"+tt.want {
			t.Errorf("%q at scale %d is %q, want %q", tt.text, tt.scale, got[1:], tt.want)
		}
		want := decimal.RequireFromString(tt.text).Shift(int32(tt.scale))
		if n := toDecimal(got[1:]); !n.Equal(want) {
			t.Errorf("%q at scale %d is the decimal %s, want %s", tt.text, tt.scale, n, want)
		}
	}
}

func TestNoAmounts(t *testing.T) {
	for _, text := range []string{"", ".", "-", "+.", "1.2.3", "1,2", "1e5", "--1", "1-", "INF", "NaN", "٣", "1 2"} {
		if a, ok := readAmount([]byte(text)); ok {
			t.Errorf("readAmount(%q) = %+v, want a refusal", text, a)
		}
	}
}
