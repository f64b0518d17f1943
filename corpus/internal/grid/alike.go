package grid

import "github.com/assayhq/assay/corpus/internal/label"

// alikeColumns finds the columns that print "%" as accounts print "$": on the first figure and on the
// last, or on the first alone where all figures look alike. The figures between are percentages. In a
// column with a price in eighths all figures are prices.
func (g *Grid) alikeColumns(scratch []run) []run {
	blank := make([]run, g.Width)
	for band := range g.Bands {
		g.ratesFirst(band)
		scratch = append(scratch[:0], blank...)
		g.eachIn(band, func(v *Value) { scratch[v.Col].see(v) })
		onlyPercent := g.Scaling.From == Inherited && allPercent(scratch)
		g.eachIn(band, func(v *Value) {
			if v.Form == Words && !v.scales || v.Unit == label.Percent {
				return
			}
			switch c := &scratch[v.Col]; {
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

// ratesFirst finds the rows of a reconciliation in percent that print "%" on its first and last figure
// alone, though sums of money follow further below: "Statutory rate 21.0%", "State taxes 2.9", "Effective
// rate 25.3%".
func (g *Grid) ratesFirst(band int) {
	columns := make([]rates, g.Width)
	g.eachIn(band, func(v *Value) { columns[v.Col].add(v) })
}

// rates is the run of percentages at the head of a column.
type rates struct {
	between          []*Value // figures since the last one that printed "%"
	started, stopped bool
	exp              int8
}

func (r *rates) add(v *Value) {
	switch {
	case v.Form == Words || r.stopped:
	case v.Unit == label.Percent && v.Form == Number:
		for _, b := range r.between {
			b.Unit, b.Scale, b.scales = label.Percent, 0, false
		}
		r.between, r.started, r.exp = r.between[:0], true, v.Exp
	case r.started && (v.Form == Nil || v.Unit == label.NoUnit && v.Currency == "" && !v.comma && v.Exp == r.exp && r.exp < 0):
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
// for one share, whose label does not say so.
func (g *Grid) perShareRows() {
	const most = 3 // one in so many figures of the table may have decimals
	integers, cents := 0, 0
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			if v := &g.Rows[i].Values[k]; v.isMoney() && v.Form == Number {
				integers++
				if v.Exp != 0 {
					cents++
				}
			}
		}
	}
	if g.Scaling.Money == 0 || cents == 0 || cents*most > integers {
		return
	}
	for i := range g.Rows {
		values := g.Rows[i].Values
		if !allCents(values) {
			continue
		}
		for k := range values {
			if v := &values[k]; v.isMoney() && v.Form != Words {
				v.Unit, v.scales, v.Scale = label.PerShare, false, 0
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
}

func (c *run) see(v *Value) {
	if v.Form != Number {
		return
	}
	if c.figures == 0 {
		c.first, c.exp = v.Unit, v.Exp
	}
	c.figures++
	c.fractions = c.fractions || v.fraction && v.Unit != label.Percent
	c.last = v.Unit
	c.uneven = c.uneven || v.Exp != c.exp
	c.other = c.other || v.Currency != "" || v.comma || v.Unit != label.NoUnit && v.Unit != label.Percent && v.Unit != label.Years
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
