package grid

import (
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/figure"
)

// TestTokens reads single cells.
func TestTokens(t *testing.T) {
	cases := []struct {
		text  string
		kind  tokenKind
		coef  int64
		exp   int8
		flags tokenFlag
	}{
		{"1,234", tokNumber, 1234, 0, 0},
		{"(1,234)", tokNumber, -1234, 0, flagNegative},
		{"(12", tokNumber, -12, 0, flagNegative | flagOpen},
		{"$1.50", tokNumber, 150, -2, flagMoney},
		{"US$ 3", tokNumber, 3, 0, flagMoney},
		{"-7.5%", tokNumber, -75, -1, flagNegative | flagPercent},
		{"(3.2)%", tokNumber, -32, -1, flagNegative | flagPercent},
		{"−4", tokNumber, -4, 0, flagNegative},
		{"1,234(1)", tokNumber, 1234, 0, 0},
		{"56.7 (a)(b)", tokNumber, 567, -1, 0},
		{"3.4x", tokNumber, 34, -1, flagMultiple},
		{"$2.5 billion", tokNumber, 25, -1, flagMoney | flagOwnScale},
		{"46 5/8", tokNumber, 46625, -3, 0},
		{"7/8", tokNumber, 875, -3, 0},
		{"12½", tokNumber, 125, -1, 0},
		{".13", tokNumber, 13, -2, 0},
		{"25 bps", tokNumber, 25, 0, flagOtherUnits},
		{"(1)", tokNumber, -1, 0, flagNegative | flagBareParen},
		{"2023", tokYear, 2023, 0, 0},
		{"2023 (2)", tokYear, 2023, 0, 0},
		{"$2023", tokNumber, 2023, 0, flagMoney},
		{"—", tokDash, 0, 0, 0},
		{"$ —", tokDash, 0, 0, flagMoney},
		{"(—)%", tokDash, 0, 0, flagPercent},
		{"-0-", tokDash, 0, 0, 0},
		{"--(B)", tokDash, 0, 0, 0},
		{"$", tokPrefix, 0, 0, flagMoney},
		{"$(", tokPrefix, 0, 0, flagMoney | flagOpen},
		{")%", tokSuffix, 0, 0, flagPercent},
		{")", tokSuffix, 0, 0, 0},
		{"(a)", tokMark, 0, 0, 0},
		{"*", tokMark, 0, 0, 0},
		{"[2]", tokMark, -2, 0, flagNegative},
		{"12/31/2023", tokText, 0, 0, 0},
		{"1,23", tokText, 0, 0, 0},
		{"12,3456", tokText, 0, 0, 0},
		{"10-K", tokText, 0, 0, 0},
		{"4.1% - 5.0%", tokText, 0, 0, 0},
		{"N/A", tokText, 0, 0, 0},
		{"(in millions)", tokText, 0, 0, 0},
		{"123456789012345678901", tokText, 0, 0, 0},
		{"5.25% notes due 2031", tokText, 0, 0, 0},
	}
	for _, c := range cases {
		got := tokenOf([]byte(c.text))
		if c.kind == tokText || c.kind == tokMark {
			if got.kind != c.kind {
				t.Errorf("%q: kind %d, want %d", c.text, got.kind, c.kind)
			}
			continue
		}
		if got.kind != c.kind || got.coef != c.coef || got.exp != c.exp || got.flags != c.flags {
			t.Errorf("%q: kind %d %d e%d flags %b, want %d %d e%d %b", c.text, got.kind, got.coef, got.exp, got.flags, c.kind, c.coef, c.exp, c.flags)
		}
	}
}

// TestFigureAgrees holds the fast reader of cells against package figure on the cells of real filings.
func TestFigureAgrees(t *testing.T) {
	files := filings(t, 60)
	cells, apart, refused := 0, 0, 0
	for i, f := range files {
		if i%(5*oneIn) != 0 {
			continue
		}
		d := document(f.src)
		for _, g := range All(d) {
			for k := range g.Rows {
				for j := range g.Rows[k].Values {
					v := g.Rows[k].Values[j]
					if v.Form != Number || v.Unit == Year || v.fraction {
						continue
					}
					cells++
					text := cellText(d, v)
					want, err := figure.Parse(text)
					if err != nil {
						refused++
						continue
					}
					if !sameFigure(v, want) {
						if apart++; apart <= 10 {
							t.Logf("%s: %q is %d e%d %v here, %v %v there", f.name, text, v.Coef, v.Exp, v.Unit, want.Kind, want.Value)
						}
					}
				}
			}
		}
	}
	t.Logf("%d cells: %d differ, %d that figure does not take for one", cells, apart, refused)
	if cells < 20_000/oneIn/2 {
		t.Fatalf("%d cells compared: too few to mean anything", cells)
	}
	gate(t, "cells that figure reads as the same amount", cells-apart-refused, cells, 99.9)
}

// cellText is a value's text as one would type it.
func cellText(d *block.Doc, v Value) string {
	return strings.NewReplacer("\t", "", "\v", " ").Replace(string(d.Of(v.Span)))
}

// sameFigure compares a value without its table's scale.
func sameFigure(v Value, want figure.Amount) bool {
	if v.scales {
		v.Scale = 0
	}
	switch want.Kind {
	case figure.Percent:
		v.Unit = Percent
	case figure.Points, figure.BasisPoints:
	default:
		if v.Unit == Percent { // a percentage by its column's or row's words
			v.Unit = NoUnit
		}
	}
	if v.Scale != 0 && want.Scale == 0 {
		v.Scale = 0 // its column's or label's own scale
	}
	got, ok := v.Amount()
	return ok && got.Value.Equal(want.Value)
}

// TestAmount checks the exact figure behind a value.
func TestAmount(t *testing.T) {
	cases := []struct {
		v    Value
		kind figure.Kind
		want string
		unit figure.Unit
	}{
		{Value{Form: Number, Coef: -12045, Exp: -1, Scale: 6, Unit: Money, Currency: USD}, figure.Money, "-1204500000", "USD"},
		{Value{Form: Number, Coef: 411, Exp: -2, Unit: PerShare, Currency: USD}, figure.PerShare, "4.11", "USD/share"},
		{Value{Form: Number, Coef: 152, Exp: -1, Unit: Percent}, figure.Percent, "0.152", figure.UnitPercent},
		{Value{Form: Number, Coef: 25, Unit: BasisPoints}, figure.BasisPoints, "0.0025", figure.UnitBasisPoint},
		{Value{Form: Number, Coef: 51730, Scale: 3, Unit: Shares}, figure.Number, "51730000", figure.UnitShares},
		{Value{Form: Nil, Unit: Money, Currency: EUR}, figure.Money, "0", "EUR"},
	}
	for _, c := range cases {
		got, ok := c.v.Amount()
		if !ok || got.Kind != c.kind || got.Value.String() != c.want || got.Unit != c.unit {
			t.Errorf("%+v: %v %v %v, want %v %v %v", c.v, got.Kind, got.Value, got.Unit, c.kind, c.want, c.unit)
		}
	}
	if _, ok := (&Value{Form: Number, Coef: 2023, Unit: Year}).Amount(); ok {
		t.Error("a year is no amount")
	}
}
