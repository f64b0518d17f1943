package grid

import (
	"math"

	"github.com/assayhq/assay/corpus/internal/label"
)

// neverScaled finds the figures that no scale applies to, whatever the table's: the growth of $100, where a column is
// 100 throughout; rates and prices with four decimals; shares printed in full beside sums in millions.
func (g *Grid) neverScaled() {
	const trillions, million, muchLarger = 1e13, 1e6, 20
	scale := pow10(g.Scaling.Money)
	if g.Scaling.Money == 0 {
		return
	}
	largest := 0.0 // of what is not about shares
	sums, hundreds, hundredsOnly := 0, map[int32]int{}, map[int32]bool{}
	full := false
	g.eachMoney(func(v *Value) {
		sums++
		x := math.Abs(float64(v.Coef)) * pow10(v.Exp)
		if !v.stock {
			largest = max(largest, x)
		}
		if x != 100 {
			hundredsOnly[v.Col] = true
		}
		hundreds[v.Col]++
		full = full || v.Currency == "" && v.Unit == label.NoUnit && x*scale >= trillions && x >= million
	})
	index := false
	for c, n := range hundreds {
		index = index || n > 1 && !hundredsOnly[c]
	}
	yen := g.Scaling.Currency != "" && g.Scaling.Currency != "USD" && g.Scaling.Currency != "EUR" && g.Scaling.Currency != "GBP"
	g.eachMoney(func(v *Value) {
		x := math.Abs(float64(v.Coef)) * pow10(v.Exp)
		switch {
		case v.stock && v.Currency == "" && x >= million && x > muchLarger*largest:
			v.Unit, v.Scale, v.scales = label.Shares, 0, false // "Treasury shares 8,692,589" beside sums in millions
		case index && sums == len(hundreds)*hundreds[v.Col]:
			v.Scale, v.scales = 0, false
		case v.Exp <= -4 && v.Currency != "":
			v.Unit, v.Scale, v.scales = label.PerShare, 0, false
		case v.Exp <= -4:
			v.Scale, v.scales = 0, false
			v.Unit = label.Multiple
		case full && !yen && v.Currency == "" && v.Unit == label.NoUnit && x >= million:
			v.Unit, v.Scale, v.scales = label.Shares, 0, false
		}
	})
}

// pricesAlone finds the tables that inherit a scale and print cents on every sum and count that it would
// apply to: they are prices.
func (g *Grid) pricesAlone() {
	if g.Scaling.From != Inherited || g.Scaling.Money == 0 {
		return
	}
	var prices []*Value
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			v := &g.Rows[i].Values[k]
			if !v.scales || v.Form != Number {
				continue
			}
			if v.Exp != -2 || v.comma {
				return
			}
			prices = append(prices, v)
		}
	}
	for _, v := range prices {
		v.Unit, v.scales, v.Scale = label.PerShare, false, 0
	}
}
