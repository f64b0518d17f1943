package grid

import "github.com/assayhq/assay/corpus/internal/label"

// addUp finds the figures that add up to a row of another unit: "Restricted stock units 257" above a total of "$476" is
// what they cost, and "Employee plans 31" between basic and diluted shares is a number of them.
func (g *Grid) addUp() {
	if !g.mixesUnits() {
		return
	}
	for i := len(g.Rows) - 1; i >= 0; i-- { // a sum of sums comes after them
		if unit := g.Rows[i].sumUnit(); unit != label.NoUnit {
			for k := g.addends(i); k < i; k++ {
				g.Rows[k].takeUnit(unit)
			}
		}
	}
	for i := range g.Rows {
		if total := &g.Rows[i]; total.isBare() {
			from := g.addends(i)
			unit := g.commonUnit(from, i)
			total.takeUnit(unit)
			if unit == label.NoUnit && g.Scaling.Money == g.Scaling.Shares && g.printsMoney {
				for k := from; k < i; k++ {
					g.Rows[k].takeUnit(label.Money) // "Shares issued under plans" between balances of capital
				}
			}
		}
	}
}

// isBare reports whether a row's figures say nothing of their unit.
func (r *Row) isBare() bool {
	for k := range r.Values {
		if v := &r.Values[k]; v.Unit != label.NoUnit || v.Currency != "" || !v.scales {
			return false
		}
	}
	return r.Kind == DataRow && len(r.Values) > 0
}

// commonUnit is the unit of shares or counts that all figures of some rows have, or NoUnit.
func (g *Grid) commonUnit(from, to int) label.Unit {
	unit := label.NoUnit
	for i := from; i < to; i++ {
		for k := range g.Rows[i].Values {
			v := &g.Rows[i].Values[k]
			if v.Unit != label.Shares && v.Unit != label.Count || unit != label.NoUnit && v.Unit != unit {
				return label.NoUnit
			}
			unit = v.Unit
		}
	}
	return unit
}

// mixesUnits reports whether a table holds figures of shares or counts, and others that may be money.
func (g *Grid) mixesUnits() bool {
	shares, money := false, false
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			v := &g.Rows[i].Values[k]
			shares = shares || v.Unit == label.Shares || v.Unit == label.Count
			money = money || v.isMoney()
		}
	}
	return shares && money
}

// sumUnit is the unit of a row that may be a sum, all of whose figures are of it: shares or counts by its label, money by
// its signs.
func (r *Row) sumUnit() label.Unit {
	unit := label.NoUnit
	for k := range r.Values {
		v := &r.Values[k]
		if v.Form == Nil {
			continue
		}
		if v.Form == Words || v.Unit == label.NoUnit || v.Unit == label.Money && v.Currency == "" ||
			unit != label.NoUnit && v.Unit != unit {
			return label.NoUnit
		}
		unit = v.Unit
	}
	if unit != label.Shares && unit != label.Count && unit != label.Money {
		return label.NoUnit
	}
	return unit
}

// addends is the first of the rows just above row i that add up to it in every column, or i.
func (g *Grid) addends(i int) int {
	const most = 12
	total := &g.Rows[i]
	sums := make([]int64, g.Width)
	rows := 0
	for k := i - 1; k >= 0 && rows < most; k-- {
		r := &g.Rows[k]
		if r.Kind != DataRow {
			continue
		}
		if r.Band != total.Band || !r.addTo(sums, total.Values[0].Exp) {
			break
		}
		if rows++; rows > 1 && total.equals(sums) {
			return k
		}
	}
	return i
}

// addTo adds a row's figures to the sums of their columns. It reports whether all show as many decimals as the total.
func (r *Row) addTo(sums []int64, exp int8) bool {
	for k := range r.Values {
		switch v := &r.Values[k]; {
		case v.Form == Words, v.Form == Number && (v.Exp != exp || !v.scales && v.Unit != label.Count):
			return false
		case v.Form == Number:
			sums[v.Col] += v.Coef
		}
	}
	return true
}

// equals reports whether a row's figures are the sums of all columns.
func (r *Row) equals(sums []int64) bool {
	k := 0
	for c, sum := range sums {
		figure := int64(0)
		if k < len(r.Values) && r.Values[k].Col == int32(c) {
			figure = r.Values[k].Coef
			k++
		}
		if figure != sum {
			return false
		}
	}
	return true
}

// takeUnit gives a row's figures the unit of the row that they add up to.
func (r *Row) takeUnit(unit label.Unit) {
	for k := range r.Values {
		switch v := &r.Values[k]; {
		case (unit == label.Shares || unit == label.Count) && v.isMoney() && v.Currency == "":
			v.Unit, v.scales = unit, unit == label.Shares
		case unit == label.Money && v.Unit == label.Shares && v.scales:
			v.Unit = label.NoUnit
		}
	}
}
