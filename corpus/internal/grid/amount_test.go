package grid

import (
	"strings"
	"testing"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/shopspring/decimal"
)

// TestFigureAgrees holds the fast reader of cells against package figure on the cells of real filings.
func TestFigureAgrees(t *testing.T) {
	files := filings(t, 60)
	cells, differing, refused := 0, 0, 0
	for i, f := range files {
		if i%(5*oneIn) != 0 {
			continue
		}
		d := document(f.src)
		for _, g := range All(d) {
			for k := range g.Rows {
				for j := range g.Rows[k].Values {
					v := g.Rows[k].Values[j]
					if v.Form != Number || v.Unit == label.Year || v.fraction {
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
						if differing++; differing <= 10 {
							t.Logf("%s: %q is %d e%d %v here, %v %v there", f.name, text, v.Coef, v.Exp, v.Unit, want.Kind, want.Value)
						}
					}
				}
			}
		}
	}
	t.Logf("%d cells: %d differ, %d that figure does not take for one", cells, differing, refused)
	if cells < 20_000/oneIn/2 {
		t.Fatalf("%d cells compared: too few to mean anything", cells)
	}
	gate(t, "cells that figure reads as the same amount", cells-differing-refused, cells, 99.9)
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
		v.Unit = label.Percent
	case figure.Points, figure.BasisPoints:
	default:
		if v.Unit == label.Percent { // a percentage by its column's or row's words
			v.Unit = label.NoUnit
		}
	}
	if v.Scale != 0 && want.Scale == 0 {
		v.Scale = 0 // its column's or label's own scale
	}
	got, ok := amountOf(&v)
	return ok && got.Value.Equal(want.Value)
}

// TestAmount checks the exact figure after a value.
func TestAmount(t *testing.T) {
	cases := []struct {
		v    Value
		kind figure.Kind
		want string
		unit figure.Unit
	}{
		{Value{Form: Number, Coef: -12045, Exp: -1, Scale: 6, Unit: label.Money, Currency: "USD"}, figure.Money, "-1204500000", "USD"},
		{Value{Form: Number, Coef: 411, Exp: -2, Unit: label.PerShare, Currency: "USD"}, figure.PerShare, "4.11", "USD/share"},
		{Value{Form: Number, Coef: 152, Exp: -1, Unit: label.Percent}, figure.Percent, "0.152", figure.UnitPercent},
		{Value{Form: Number, Coef: 25, Unit: label.BasisPoints}, figure.BasisPoints, "0.0025", figure.UnitBasisPoint},
		{Value{Form: Number, Coef: 51730, Scale: 3, Unit: label.Shares}, figure.Number, "51730000", figure.UnitShares},
		{Value{Form: Nil, Unit: label.Money, Currency: "EUR"}, figure.Money, "0", "EUR"},
	}
	for _, c := range cases {
		got, ok := amountOf(&c.v)
		if !ok || got.Kind != c.kind || got.Value.String() != c.want || got.Unit != c.unit {
			t.Errorf("%+v: %v %v %v, want %v %v %v", c.v, got.Kind, got.Value, got.Unit, c.kind, c.want, c.unit)
		}
	}
	if _, ok := amountOf(&Value{Form: Number, Coef: 2023, Unit: label.Year}); ok {
		t.Error("a year is no amount")
	}
}

// amountOf is the value as an exact figure, the table's scale applied; ok is false for words and years.
// A dash is zero.
func amountOf(v *Value) (a figure.Amount, ok bool) {
	if v.Form == Words || v.Unit == label.Year {
		return a, false
	}
	power := int32(v.Exp) + int32(v.Scale)
	a = figure.Amount{Kind: figure.Number, Scale: int(v.Scale), Decimals: max(-int(v.Exp), 0)}
	switch v.Unit {
	case label.Money:
		a.Kind, a.Unit = figure.Money, v.Currency
	case label.PerShare:
		a.Kind, a.Unit = figure.PerShare, "share"
		if v.Currency != "" {
			a.Unit = v.Currency + "/share"
		}
	case label.Percent:
		a.Kind, a.Unit, a.Scale = figure.Percent, figure.UnitPercent, -2
		power -= 2
	case label.Points:
		a.Kind, a.Unit, a.Scale = figure.Points, figure.UnitPoint, -2
		power -= 2
	case label.BasisPoints:
		a.Kind, a.Unit, a.Scale = figure.BasisPoints, figure.UnitBasisPoint, -4
		power -= 4
	case label.Multiple:
		a.Kind, a.Unit = figure.Multiple, figure.UnitTimes
	case label.Shares:
		a.Unit = figure.UnitShares
	case label.Years:
		a.Unit = "years"
	}
	coef := v.Coef
	if coef < 0 {
		a.Sign, coef = figure.Minus, -coef
	}
	a.Digits = string(appendDecimal(nil, coef, int(v.Exp), true))
	a.Value = decimal.New(v.Coef, power)
	return a, true
}
