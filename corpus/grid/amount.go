package grid

import (
	"github.com/shopspring/decimal"

	"github.com/assayhq/assay/figure"
)

// Amount is the value as an exact figure, the table's scale applied; ok is false for words and years.
// A dash is zero.
func (v *Value) Amount() (a figure.Amount, ok bool) {
	if v.Form == Words || v.Unit == Year {
		return a, false
	}
	power := int32(v.Exp) + int32(v.Scale)
	a = figure.Amount{Kind: figure.Number, Scale: int(v.Scale), Decimals: max(-int(v.Exp), 0)}
	switch v.Unit {
	case Money:
		a.Kind, a.Unit = figure.Money, figure.Unit(v.Currency.String())
	case PerShare:
		a.Kind, a.Unit = figure.PerShare, "share"
		if v.Currency != 0 {
			a.Unit = figure.Unit(v.Currency.String() + "/share")
		}
	case Percent:
		a.Kind, a.Unit, a.Scale = figure.Percent, figure.UnitPercent, -2
		power -= 2
	case Points:
		a.Kind, a.Unit, a.Scale = figure.Points, figure.UnitPoint, -2
		power -= 2
	case BasisPoints:
		a.Kind, a.Unit, a.Scale = figure.BasisPoints, figure.UnitBasisPoint, -4
		power -= 4
	case Multiple:
		a.Kind, a.Unit = figure.Multiple, figure.UnitTimes
	case Shares:
		a.Unit = figure.UnitShares
	case Years:
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
