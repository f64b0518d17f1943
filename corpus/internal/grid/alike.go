package grid

import (
	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
)

// alikeColumns finds the columns that print "%" as accounts print "$": on the first figure and on the
// last, or on the first alone where all figures look alike. The figures between are percentages. In a
// column with a price in eighths all figures are prices.
func (g *Grid) alikeColumns(scratch []run) []run {
	blank := make([]run, g.Width)
	for band := range g.Bands {
		g.quarterlyPrices(band)
		g.sharesBesideSums(band)
		if g.hasPercent(band) {
			g.ratesFirst(band)
			g.amountsBesideRates(band)
		}
		scratch = append(scratch[:0], blank...)
		g.eachIn(band, func(v *Value) { scratch[v.Col].see(v) })
		signed, whole := firstSigned(scratch), anyWhole(scratch)
		onlyPercent := g.Scaling.From == Inherited && allPercent(scratch)
		g.eachIn(band, func(v *Value) {
			if v.Form == Words && !v.scales || v.Unit == label.Percent {
				return
			}
			switch c := &scratch[v.Col]; {
			case signed && !c.currency && c.exp == 0 && !c.uneven && v.isMoney() && g.Bands[band][v.Col].Thing():
				v.Unit, v.Scale, v.scales = label.Count, 0, false // "Rooms" beside a column that prints "$"
			case whole && c.decimals && !c.commas && v.isMoney() && g.Scaling.Money != 0 && c.takes(g.Bands[band][v.Col].Hint):
				v.Unit, v.Scale, v.scales = g.Bands[band][v.Col].Hint, 0, false // "Dividends" beside sums without cents
			case c.isPercent(), onlyPercent:
				v.Unit, v.Scale, v.scales = label.Percent, 0, false
			case v.Unit == label.Shares && c.first == label.Money && g.Bands[band][v.Col].Unit == label.Shares:
				v.Unit = label.Money // "Common shares" over the capital that they brought
			case c.fractions && !v.comma && (v.Unit == label.NoUnit || v.Unit == label.Money):
				v.Unit, v.Scale, v.scales = label.PerShare, 0, false
			}
		})
	}
	return scratch
}

// sharesBesideSums finds the sums of a statement of equity, which has columns of shares: "Shares issued under plans" is
// what they brought in the columns beside them.
func (g *Grid) sharesBesideSums(band int) {
	named := false
	for c := range g.Bands[band] {
		named = named || g.Bands[band][c].Unit == label.Shares
	}
	if !named {
		return
	}
	g.eachIn(band, func(v *Value) {
		if c := &g.Bands[band][v.Col]; v.Unit == label.Shares && v.scales && c.Unit == label.NoUnit && c.Weak == label.NoUnit {
			v.Unit = label.NoUnit
		}
	})
}

// hasPercent reports whether a figure below a band of headers is a percentage.
func (g *Grid) hasPercent(band int) bool {
	found := false
	g.eachIn(band, func(v *Value) { found = found || v.Unit == label.Percent })
	return found
}

// amountsBesideRates finds the columns that share a header of percentages with the next one, where only that one
// prints "%": "92 1.1%" below "% of earnings" are an amount and its rate.
func (g *Grid) amountsBesideRates(band int) {
	figures, signed := make([]int, g.Width), make([]int, g.Width)
	g.eachIn(band, func(v *Value) {
		if v.Form == Number {
			figures[v.Col]++
			if text := g.doc.Of(v.Span); text[len(text)-1] == '%' {
				signed[v.Col]++
			}
		}
	})
	g.eachIn(band, func(v *Value) {
		c := int(v.Col)
		if v.Unit == label.Percent && g.Bands[band][c].Unit == label.Percent && signed[c] == 0 && v.Exp == 0 &&
			c+1 < g.Width && figures[c+1] > 1 && signed[c+1] == figures[c+1] {
			v.Unit, v.scales = label.NoUnit, true
		}
	})
}

// ratesFirst finds the rows of a reconciliation in percent that print "%" on its first and last figure
// alone, though sums of money follow further below: "Statutory rate 21.0%", "State taxes 2.9", "Effective
// rate 25.3%".
func (g *Grid) ratesFirst(band int) {
	columns := make([]rates, g.Width)
	for i := range g.Rows {
		r := &g.Rows[i]
		if int(r.Band) != band || r.Kind != DataRow {
			continue
		}
		signed := false // a row that prints a currency has no rates
		for k := range r.Values {
			signed = signed || r.Values[k].Currency != ""
		}
		for k := range r.Values {
			columns[r.Values[k].Col].add(&r.Values[k], signed)
		}
	}
}

// rates is the run of percentages at the head of a column.
type rates struct {
	between          []*Value // figures since the last one that printed "%"
	started, stopped bool
	exp              int8
}

func (r *rates) add(v *Value, signed bool) {
	switch {
	case v.Form == Words || r.stopped:
	case v.Unit == label.Percent && v.Form == Number:
		for _, b := range r.between {
			b.Unit, b.Scale, b.scales = label.Percent, 0, false
		}
		r.between, r.started, r.exp = r.between[:0], true, v.Exp
	case r.started && !signed && (v.Form == Nil || v.Unit == label.NoUnit && v.Currency == "" && !v.comma && v.Exp == r.exp && r.exp < 0):
		r.between = append(r.between, v)
	default:
		r.stopped = true
	}
}

// eachIn visits the values below one band of headers.
func (g *Grid) eachIn(band int, visit func(*Value)) {
	for i := range g.Rows {
		r := &g.Rows[i]
		if int(r.Band) != band || r.Kind != DataRow {
			continue
		}
		for k := range r.Values {
			visit(&r.Values[k])
		}
	}
}

// perShareRows finds the rows of money that print cents in a table that prints none elsewhere: amounts
// for one share, whose label does not say so, or for one of something: "Average check".
func (g *Grid) perShareRows() {
	const most = 3 // one in so many figures of the table may have decimals
	integers, cents, coarse := 0, 0, false
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			if v := &g.Rows[i].Values[k]; v.isMoney() && v.Form == Number {
				integers++
				if v.Exp != 0 {
					cents++
				}
				coarse = coarse || v.Exp > -2
			}
		}
	}
	few := cents*most <= integers
	if g.Scaling.Money == 0 || cents == 0 || !few && !(g.hinted && coarse) {
		return
	}
	for i := range g.Rows {
		values := g.Rows[i].Values
		if !allCents(values) || !few && values[0].hint != label.PerUnit && values[0].hint != label.PerShare {
			continue
		}
		for k := range values {
			if v := &values[k]; v.isMoney() && v.Form != Words {
				v.Unit, v.scales, v.Scale = label.PerShare, false, 0
				if v.hint == label.PerUnit {
					v.Unit = label.PerUnit
				}
			}
		}
	}
}

func (v *Value) isMoney() bool { return (v.Unit == label.NoUnit || v.Unit == label.Money) && v.scales }

// allCents reports whether a row has amounts, and all of them show two decimals and no thousands.
func allCents(values []Value) bool {
	n := 0
	for k := range values {
		v := &values[k]
		if v.Form == Words || v.Form == Nil || v.Unit == label.Percent {
			continue
		}
		if !v.isMoney() || v.Exp != -2 || v.comma {
			return false
		}
		n++
	}
	return n > 0
}

// run is what the figures of one column have in common.
type run struct {
	first, last label.Unit
	figures     int
	exp         int8
	uneven      bool // figures show different numbers of decimals
	other       bool // money, or too large for a percentage
	fractions   bool // some are printed in eighths
	currency    bool // some print a currency
	signed      bool // the first prints one
	decimals    bool // all print decimals
	commas      bool // some print thousands
}

func (c *run) see(v *Value) {
	if v.Form != Number {
		return
	}
	if c.figures == 0 {
		c.first, c.exp, c.signed = v.Unit, v.Exp, v.Currency != ""
		c.decimals = true
	}
	c.figures++
	c.fractions = c.fractions || v.fraction && v.Unit != label.Percent
	c.decimals, c.commas = c.decimals && v.Exp < 0, c.commas || v.comma
	c.last = v.Unit
	c.currency = c.currency || v.Currency != ""
	c.uneven = c.uneven || v.Exp != c.exp
	c.other = c.other || v.Currency != "" || v.comma || v.Unit != label.NoUnit && v.Unit != label.Percent && v.Unit != label.Years
}

// takes reports whether a column of decimals may be what its header hints at.
func (c *run) takes(hint label.Unit) bool {
	return hint == label.PerShare || hint == label.Percent && !c.currency
}

// anyWhole reports whether a column of sums prints no decimals.
func anyWhole(columns []run) bool {
	for i := range columns {
		if c := &columns[i]; c.figures > 0 && c.exp == 0 && !c.uneven && (c.first == label.Money || c.first == label.NoUnit) {
			return true
		}
	}
	return false
}

// firstSigned reports whether the first figure of a column prints a currency.
func firstSigned(columns []run) bool {
	for c := range columns {
		if columns[c].signed {
			return true
		}
	}
	return false
}

// isPercentOnly reports whether the first figure of a column prints "%" and nothing in it looks like money.
func (c *run) isPercentOnly() bool { return c.first == label.Percent && !c.other }

// allPercent reports whether all columns with figures are so.
func allPercent(columns []run) bool {
	any := false
	for c := range columns {
		if columns[c].figures > 0 && !columns[c].isPercentOnly() {
			return false
		}
		any = any || columns[c].figures > 0
	}
	return any
}

func (c *run) isPercent() bool {
	return c.figures > 1 && c.first == label.Percent && !c.other && (c.last == label.Percent || !c.uneven && c.exp < 0)
}

// captionUnits gives the figures of a table what its caption says of all of them: counts below "Number of employees",
// percentages below "(as a percent of net sales)". A table that prints a currency holds something else as well.
// Where a caption says nothing, the stated scale of a table that holds nothing but counts is theirs: "Employment (in
// thousands)".
func (g *Grid) captionUnits() {
	if g.printsMoney {
		return
	}
	if !g.takeCaption() && g.Scaling.From != Inherited && g.Scaling.Money != 0 && g.Scaling.Currency == "" {
		areas := g.has(isArea)
		g.eachOf(label.Count, func(v *Value) { v.scales = v.area && v.counts || !areas })
	}
}

// takeCaption gives the figures the unit that a caption states, and reports whether it states one.
func (g *Grid) takeCaption() (found bool) {
	for _, s := range [...]block.Span{g.Caption, g.subtitle, g.aboveLabels} {
		t := label.TraitsOf(g.doc.Of(s))
		ofTable := t.Counts() && g.Scaling.End <= s.End || t.Unit == label.Shares && g.Scaling.Currency == ""
		if g.Scaling.From != Inherited && g.Scaling.End > s.Start && !ofTable {
			continue // the unit is stated nearer to the table
		}
		unit := label.NoUnit
		switch {
		case t.Counts(), t.Thing() && g.Scaling.From == Inherited && !g.has(namesMoney):
			unit = label.Count
		case t.Unit == label.Shares && !g.hasUnit(label.PerShare):
			unit = label.Shares
		case t.Unit == label.Percent:
			unit = label.Percent
		case t.Weak == label.Multiple:
			unit = label.Multiple
		default:
			continue
		}
		found = true
		areas := g.has(isArea) // whose scale is not that of the other counts
		for i := range g.Rows {
			for k := range g.Rows[i].Values {
				v := &g.Rows[i].Values[k]
				printed := v.Form != Number || g.doc.Text[v.End-1] == '%'
				if unit == label.Shares {
					if v.Unit == label.NoUnit && v.isMoney() && v.Currency == "" {
						v.Unit = unit // in the table's scale
					}
					continue
				}
				if unit == label.Count && t.Scaled && v.counts && v.Unit == label.Count && (v.area || !areas) {
					v.Scale, v.counts = t.Scale, false // "Square footage below is in thousands:"
				}
				if v.Unit == label.NoUnit && v.isMoney() || unit == label.Multiple && v.Unit == label.Percent && !printed {
					v.Unit, v.Scale, v.scales = unit, 0, false
					if unit == label.Count && (v.area || !areas) {
						v.Scale = t.Scale // "Units sold (in thousands)"
					}
				}
			}
		}
	}
	return found
}

// hasUnit reports whether some figure of the table is of a unit.
func (g *Grid) hasUnit(unit label.Unit) bool {
	return g.has(func(v *Value) bool { return v.Unit == unit })
}

func isArea(v *Value) bool     { return v.area }
func namesMoney(v *Value) bool { return v.isMoney() && (v.named || v.Unit == label.Money) }

// has reports whether some figure of the table is so.
func (g *Grid) has(so func(*Value) bool) bool {
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			if so(&g.Rows[i].Values[k]) {
				return true
			}
		}
	}
	return false
}

// besideOthers finds the counts and shares of a table that prints no currency, where some of its labels name what is
// counted and none names money: "Hypermarkets" beside "Discount stores", "Total" below shares.
func (g *Grid) besideOthers() {
	counts, shares := g.hasUnit(label.Count), g.hasUnit(label.Shares)
	if g.printsMoney || counts == shares || counts && g.Scaling.From != Inherited {
		return
	}
	if g.has(namesMoney) {
		return
	}
	g.eachMoney(func(v *Value) {
		if v.Unit = label.Shares; counts {
			v.Unit, v.Scale, v.scales = label.Count, 0, false
		}
	})
}

// decimalRows finds the rows of decimals in a table whose sums print none: margins and growth in percent, dividends for
// one share.
func (g *Grid) decimalRows() {
	if !g.hinted || g.Scaling.Money == 0 {
		return
	}
	integers := 0
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			v := &g.Rows[i].Values[k]
			if v.Form != Number || !v.isMoney() || v.hint != label.NoUnit {
				continue
			}
			if v.Exp == 0 {
				integers++
			} else {
				return
			}
		}
	}
	for i := range g.Rows {
		values := g.Rows[i].Values
		if integers == 0 || !allDecimals(values) {
			continue
		}
		for k := range values {
			v := &values[k]
			switch {
			case !v.isMoney() || v.Form == Words:
			case v.hint == label.Percent && v.Currency == "", v.hint == label.PerShare:
				v.Unit, v.Scale, v.scales = v.hint, 0, false
			}
		}
	}
}

// allDecimals reports whether all figures of a row print decimals and no thousands.
func allDecimals(values []Value) bool {
	for k := range values {
		if v := &values[k]; v.Form == Number && (v.Exp == 0 || v.comma) {
			return false
		}
	}
	return true
}

// repurchases finds the rows of shares bought or issued in a column with numbers of shares or prices, and the columns of
// them beside one of prices: elsewhere "Shares repurchased" is what they cost.
func (g *Grid) repurchases() {
	if !g.hinted {
		return
	}
	shares := make([]bool, g.Width)
	prices := false
	for _, found := range [...]bool{false, true} {
		for i := range g.Rows {
			for k := range g.Rows[i].Values {
				switch v := &g.Rows[i].Values[k]; {
				case v.Form != Number:
				case v.Unit == label.PerShare || v.Unit == label.Shares:
					shares[v.Col] = true
					prices = prices || v.Unit == label.PerShare
				case found && v.hint == label.Shares && v.Unit == label.NoUnit && v.Currency == "" &&
					(shares[v.Col] || prices && g.Column(&g.Rows[i], v).Hint == label.Shares):
					v.Unit = label.Shares
				}
			}
		}
	}
}

// awards finds the numbers and units that are awards: those in columns beside their prices, or in rows of grants.
func (g *Grid) awards() {
	if !g.hasAwards() {
		return
	}
	most := int64(0)
	for _, scales := range [...]bool{false, true} {
		for i := range g.Rows {
			r := &g.Rows[i]
			for k := range r.Values {
				v := &r.Values[k]
				if v.Unit != label.Count && v.Unit != label.Shares || !g.Column(r, v).Awards {
					continue
				}
				v.Unit = label.Shares
				most = max(most, v.Coef, -v.Coef)
				if scales {
					v.scales = v.scales || v.Scale == 0 && g.Scaling.From != Inherited && most < manyShares
				}
			}
		}
	}
}

// hasAwards reports whether a table has columns of numbers or units, and prices or grants beside them.
func (g *Grid) hasAwards() bool {
	numbers, prices := false, false
	for _, band := range g.Bands {
		for c := range band {
			numbers = numbers || band[c].Awards
			prices = prices || band[c].Unit == label.PerShare || band[c].Weak == label.PerShare
		}
	}
	if !numbers || prices {
		return numbers
	}
	for i := range g.Rows {
		if path := g.Rows[i].Path; len(path) > 0 && label.IsGrant(g.doc.Of(path[len(path)-1].Span)) {
			return true
		}
	}
	return false
}

// mixedUnits finds the counts of a table whose rows state scales of their own, where it states none for all of them:
// "Rooms" beside "Fees (in millions)".
func (g *Grid) mixedUnits() {
	if !g.ownScales || g.Scaling.From != Inherited && g.Scaling.From != unstated {
		return
	}
	g.eachMoney(func(v *Value) {
		if v.unnamed && v.Currency == "" && v.Unit == label.NoUnit && v.Exp == 0 {
			v.Unit, v.Scale, v.scales = label.Count, 0, false
		}
	})
}

// eachOf visits the figures of a table, if all of them are of one unit.
func (g *Grid) eachOf(unit label.Unit, visit func(*Value)) {
	for _, only := range [...]bool{true, false} {
		for i := range g.Rows {
			for k := range g.Rows[i].Values {
				v := &g.Rows[i].Values[k]
				if !only {
					visit(v)
				} else if v.Form == Number && v.Unit != unit {
					return
				}
			}
		}
	}
}

// quarterlyPrices finds the dividends beside columns of high and low prices: all figures of such a table are for one
// share.
func (g *Grid) quarterlyPrices(band int) {
	high := 0
	for c := range g.Bands[band] {
		if g.Bands[band][c].Weak == label.PerShare {
			high++
		}
	}
	if high < 2 {
		return
	}
	prices, others := 0, 0
	g.eachIn(band, func(v *Value) {
		switch {
		case v.Form != Number:
		case v.Unit == label.PerShare:
			prices++
		case !v.isMoney() || v.Exp > -2 || v.comma:
			others++
		}
	})
	if prices == 0 || others > 0 {
		return
	}
	g.eachIn(band, func(v *Value) {
		if v.isMoney() {
			v.Unit, v.Scale, v.scales = label.PerShare, 0, false
		}
	})
}

// eachMoney visits the figures that the table's scale for money applies to.
func (g *Grid) eachMoney(visit func(*Value)) {
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			if v := &g.Rows[i].Values[k]; v.isMoney() && v.Form == Number {
				visit(v)
			}
		}
	}
}
