package grid

import "github.com/assayhq/assay/figure"

// value makes a value of one cell.
func (r *reader) value(it *item, col *traits, of, under traits) Value {
	v := Value{Span: it.Span, Cell: it.cell, Col: it.col}
	c := &it.content
	switch c.Form {
	case figure.WordCell:
		if low, ok := figure.ReadCellRange(r.text(it)); ok {
			v.Unit = unitOf(&low, col, of, under)
			r.scaleOf(&v, &low, col, of, under)
		}
		return v
	case figure.NilCell:
		v.Form = Nil
	default:
		v.Form, v.Coef, v.Exp = Number, c.Coef, c.Exp
	}
	if c.Form == figure.YearCell && !r.plainThousands(it) {
		v.Unit = Year
		return v
	}
	v.Currency, v.comma, v.fraction = c.Currency, c.Grouped, c.Fraction
	v.Unit = unitOf(c, col, of, under)
	r.scaleOf(&v, c, col, of, under)
	v.takeCurrency(of.currency, under.currency, col.currency)
	return v
}

// takeCurrency gives a sum that shows no currency the first one that its row, section and column name.
func (v *Value) takeCurrency(named ...figure.Unit) {
	if v.Currency != "" || v.Unit != NoUnit && v.Unit != Money && v.Unit != PerShare {
		return
	}
	for _, code := range named {
		if code == "" {
			continue
		}
		v.Currency = code
		if v.Unit == NoUnit {
			v.Unit = Money
		}
		return
	}
}

// plainThousands reports whether four digits that may be a year are a figure: the table prints thousands
// without commas, and so does this column.
func (r *reader) plainThousands(it *item) bool {
	return r.bare > 0 && r.commas == 0 && r.cols[it.col].numbers > r.cols[it.col].years
}

// unitOf weighs what the cell, the column, the row and the section say, in this order.
func unitOf(c *figure.Cell, col *traits, of, under traits) Unit {
	money := c.Currency != ""
	switch {
	case c.Kind == figure.Percent:
		return Percent
	case c.Kind == figure.Multiple:
		return Multiple
	case c.Kind == figure.BasisPoints:
		return BasisPoints
	case c.Kind == figure.Points:
		return Points
	case c.Kind == figure.PerShare:
		return PerShare
	case c.Counts == figure.UnitShares:
		return Shares
	case c.Counts != "":
		return Years
	case c.Scaled:
		return Money
	}
	if col.money {
		of, under = of.ofMoney(), under.ofMoney()
	}
	if of.unit == PerShare && c.Grouped && c.Exp == 0 {
		of.unit = NoUnit // "Basic EPS" beside a column of income
	}
	if of.unit == PerShare && col.unit == Shares && !money && c.Exp > -2 {
		of.unit = NoUnit // "Basic EPS" beside a column of shares
	}
	if under.unit == PerShare && c.Exp > -2 {
		under.unit = NoUnit
	}
	unit := of.unit
	if unit != PerShare && unit != Percent || col.unit == PerShare || col.unit == Percent {
		unit = firstUnit(c, col, &of, &under)
	}
	if unit == Shares && under.unit == PerShare && c.Exp == -2 && !c.Grouped {
		unit = PerShare
	}
	if money && unit != PerShare {
		return Money
	}
	return unit
}

// firstUnit is the first unit that one of them states, or that one only hints at and the figure looks
// like.
func firstUnit(c *figure.Cell, from ...*traits) Unit {
	for _, f := range from {
		if looksLike(c, f.weak) {
			return f.weak
		}
		if f.unit != NoUnit {
			return f.unit
		}
	}
	return NoUnit
}

// ofMoney is what a label says of figures in a column of money: nothing of shares or counts.
func (t traits) ofMoney() traits {
	if t.unit == Shares || t.unit == Count {
		t.unit = NoUnit
	}
	if t.weak == Years {
		t.weak = NoUnit
	}
	return t
}

// looksLike reports whether a figure may be what a label only hints at.
func looksLike(c *figure.Cell, weak Unit) bool {
	if weak == NoUnit || c.Grouped {
		return false
	}
	money := c.Currency != ""
	switch weak {
	case PerShare:
		return c.Exp <= -2
	case Percent:
		return !money && c.Exp < 0 && c.Exp >= -3
	case Years:
		return !money && c.Exp < 0 && c.Coef >= 0
	default:
		return !money && c.Exp < 0
	}
}

// scaleOf settles the power of ten as far as the table's own is not needed.
func (r *reader) scaleOf(v *Value, c *figure.Cell, col *traits, of, under traits) {
	switch {
	case c.Scaled:
		v.Scale = c.Scale
	case v.Unit != NoUnit && v.Unit != Money && v.Unit != Shares && v.Unit != Count:
	case of.scaled:
		v.Scale = of.scale
	case under.scaled && v.Unit != Count:
		v.Scale = under.scale
	case col.scaled && v.Unit != Count:
		v.Scale = col.scale
	case v.Unit != Count:
		v.scales = true
	}
}
