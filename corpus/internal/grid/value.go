package grid

import (
	"math"

	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
)

// value makes a value of one cell.
func (r *reader) value(it *item, col *label.Traits, of, under label.Traits) Value {
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
		v.Unit = label.Year
		return v
	}
	v.Currency, v.comma, v.fraction = c.Currency, c.Grouped, c.Fraction
	v.Unit = unitOf(c, col, of, under)
	if v.Unit == label.Multiple && of.Ratio && c.Kind != figure.Multiple && v.exceeds(largestRatio) {
		v.Unit = label.Percent // "Efficiency ratio 58.4"
	}
	v.named = of.Names || under.Names || col.Names
	v.unnamed = !of.IsSum() && !under.IsSum() && !col.IsSum()
	v.hint = of.Hint
	if v.hint == label.NoUnit && col.Hint == label.Shares {
		v.hint = label.Shares
	}
	r.scaleOf(&v, c, col, of, under)
	v.stock = of.Stock
	v.explicit = of.Explicit
	v.averages = of.Averages || under.Averages || col.Averages
	v.area = v.Unit == label.Count && (of.Area || under.Area || col.Area)
	v.takeCurrency(of.Currency, under.Currency, col.Currency)
	return v
}

// largestRatio is the largest ratio that is no percentage.
const largestRatio = 8

// exceeds reports whether a value is beyond a limit, before any scale.
func (v *Value) exceeds(limit float64) bool { return math.Abs(float64(v.Coef))*pow10(v.Exp) > limit }

// takeCurrency gives a sum that shows no currency the first one that its row, section and column name.
func (v *Value) takeCurrency(named ...figure.Unit) {
	if v.Currency != "" || v.Unit != label.NoUnit && v.Unit != label.Money && v.Unit != label.PerShare && v.Unit != label.PerUnit {
		return
	}
	for _, code := range named {
		if code == "" {
			continue
		}
		v.Currency = code
		if v.Unit == label.NoUnit {
			v.Unit = label.Money
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
func unitOf(c *figure.Cell, col *label.Traits, of, under label.Traits) label.Unit {
	money := c.Currency != ""
	switch {
	case c.Kind == figure.Percent:
		return label.Percent
	case c.Kind == figure.Multiple:
		return label.Multiple
	case c.Kind == figure.BasisPoints:
		return label.BasisPoints
	case c.Kind == figure.Points:
		return label.Points
	case c.Kind == figure.PerShare:
		return label.PerShare
	case c.Counts == figure.UnitShares:
		return label.Shares
	case c.Counts != "":
		return label.Years
	case c.Scaled:
		if !money && (of.CountsOnly() || of.Thing()) {
			return label.Count // "20.3 million" customers
		}
		return label.Money
	}
	if col.Money {
		of, under = of.OfMoney(), under.OfMoney()
	}
	if of.IsValued() && under.Unit == label.Shares {
		under.Unit = label.NoUnit // "Intrinsic value of those exercised" under "Options"
	}
	if under.IsValued() && of.Unit == label.Shares {
		of.Unit = label.NoUnit // "Restricted shares" under "Fair value of awards that vested"
	}
	if under.IsSum() && of.Weak == label.Count {
		of.Weak = label.NoUnit // "Franchised restaurants" under "Revenues:"
	}
	if of.Unit == label.PerShare && c.Grouped && c.Exp == 0 {
		of.Unit = label.NoUnit // "Basic EPS" beside a column of income
	}
	if of.Unit == label.PerShare && col.Money && c.Exp == 0 {
		of.Unit = label.NoUnit // "Basic EPS 502" below "Net income"
	}
	if of.Unit == label.PerShare && col.Unit == label.Shares && !money && c.Exp > -2 {
		of.Unit = label.NoUnit // "Basic EPS" beside a column of shares
	}
	if under.Unit == label.PerShare && c.Exp > -2 || under.Unit == label.PerUnit && c.Exp == 0 {
		under.Unit = label.NoUnit
	}
	if of.Hint == label.Percent && under.Weak == label.Multiple {
		of.Weak = label.Percent // "Net interest margin" under "Ratios:"
	}
	unit := of.Unit
	if unit != label.PerShare && unit != label.PerUnit && unit != label.Percent || col.Unit == label.PerShare || col.Unit == label.Percent {
		unit = firstUnit(c, col, &of, &under)
	}
	if unit == label.Shares && under.Unit == label.PerShare && c.Exp == -2 && !c.Grouped {
		unit = label.PerShare
	}
	if money && unit != label.PerShare && unit != label.PerUnit {
		return label.Money
	}
	if unit == label.NoUnit && !money && of.CountsOnly() && under.Unit == label.NoUnit {
		return label.Count
	}
	return unit
}

// firstUnit is the first unit that one of them states, or that one only hints at and the figure looks
// like.
func firstUnit(c *figure.Cell, from ...*label.Traits) label.Unit {
	for _, f := range from {
		if looksLike(c, f.Weak) {
			return f.Weak
		}
		if f.Unit != label.NoUnit {
			return f.Unit
		}
	}
	return label.NoUnit
}

// looksLike reports whether a figure may be what a label only hints at.
func looksLike(c *figure.Cell, weak label.Unit) bool {
	if weak == label.NoUnit || c.Grouped && weak != label.Count {
		return false
	}
	money := c.Currency != ""
	switch weak {
	case label.PerShare, label.PerUnit:
		return c.Exp <= -2
	case label.Count:
		return !money
	case label.Multiple:
		return !money && c.Exp < 0
	case label.Percent:
		return !money && c.Exp < 0 && c.Exp >= -3
	case label.Years:
		return !money && c.Exp < 0 && c.Coef >= 0
	default:
		return !money && c.Exp < 0
	}
}

// scaleOf settles the power of ten as far as the table's own is not needed.
func (r *reader) scaleOf(v *Value, c *figure.Cell, col *label.Traits, of, under label.Traits) {
	switch {
	case c.Scaled:
		v.Scale = c.Scale
	case v.Unit == label.PerShare && of.Scaled && of.Scale < 0 && c.Currency == "":
		v.Scale = of.Scale // "Dividends per share (cents)"
	case v.Unit == label.PerUnit && of.Scaled:
		v.Scale = of.Scale // "Revenue per employee (in thousands)"
	case v.Unit == label.PerUnit && of.Place && v.Exp > -2:
		v.scales = true
	case v.Unit != label.NoUnit && v.Unit != label.Money && v.Unit != label.Shares && v.Unit != label.Count:
	case of.Scaled:
		v.Scale = of.Scale
	case under.Scaled && (v.Unit != label.Count || under.Counts() || under.Currency == "" && !under.IsSum()):
		v.Scale = under.Scale
	case col.Scaled && (v.Unit != label.Count || col.Counts()):
		v.Scale = col.Scale
	default:
		v.scales, v.counts = v.Unit != label.Count, v.Unit == label.Count
	}
}
