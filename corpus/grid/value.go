package grid

// value makes a value of one cell.
func (r *reader) value(it *item, col *traits, of, under traits) Value {
	v := Value{Span: it.Span, Cell: it.cell, Col: it.col}
	t := &it.tok
	switch t.kind {
	case tokText:
		if low, ok := rangeOfFigures(r.text(it)); ok {
			v.Unit = unitOf(&low, col, of, under)
			r.scaleOf(&v, &low, col, of, under)
		}
		return v
	case tokDash:
		v.Form = Nil
	default:
		v.Form, v.Coef, v.Exp = Number, t.coef, t.exp
	}
	if t.kind == tokYear && !r.plainThousands(it) {
		v.Unit = Year
		return v
	}
	v.Currency, v.comma, v.fraction = t.currency, t.comma, t.fraction
	v.Unit = unitOf(t, col, of, under)
	r.scaleOf(&v, t, col, of, under)
	return v
}

// plainThousands says whether four digits that may be a year are a figure: the table prints thousands
// without commas, and so does this column.
func (r *reader) plainThousands(it *item) bool {
	return r.bare > 0 && r.commas == 0 && r.cols[it.col].numbers > r.cols[it.col].years
}

// unitOf weighs what the cell, the column, the row and the section say, in this order.
func unitOf(t *token, col *traits, of, under traits) Unit {
	money := t.flags&flagMoney != 0
	switch {
	case t.flags&flagPercent != 0:
		return Percent
	case t.flags&flagMultiple != 0:
		return Multiple
	case t.flags&flagOtherUnits != 0:
		return t.word
	case t.flags&flagOwnScale != 0:
		return Money
	}
	if col.money {
		of, under = of.ofMoney(), under.ofMoney()
	}
	if of.unit == PerShare && t.comma && t.exp == 0 {
		of.unit = NoUnit // "Basic EPS" beside a column of income
	}
	if of.unit == PerShare && col.unit == Shares && !money && t.exp > -2 {
		of.unit = NoUnit // "Basic EPS" beside a column of shares
	}
	if under.unit == PerShare && t.exp > -2 {
		under.unit = NoUnit
	}
	unit := of.unit
	if unit != PerShare && unit != Percent || col.unit == PerShare || col.unit == Percent {
		unit = firstUnit(t, col, &of, &under)
	}
	if unit == Shares && under.unit == PerShare && t.exp == -2 && !t.comma {
		unit = PerShare
	}
	if money && unit != PerShare {
		return Money
	}
	return unit
}

// firstUnit is the first unit that one of them states, or that one only hints at and the figure looks
// like.
func firstUnit(t *token, from ...*traits) Unit {
	for _, f := range from {
		if looksLike(t, f.weak) {
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

// looksLike says whether a figure may be what a label only hints at.
func looksLike(t *token, weak Unit) bool {
	if weak == NoUnit || t.comma {
		return false
	}
	money := t.flags&flagMoney != 0
	switch weak {
	case PerShare:
		return t.exp <= -2
	case Percent:
		return !money && t.exp < 0 && t.exp >= -3
	case Years:
		return !money && t.exp < 0 && t.coef >= 0
	default:
		return !money && t.exp < 0
	}
}

// scaleOf settles the power of ten as far as the table's own is not needed.
func (r *reader) scaleOf(v *Value, t *token, col *traits, of, under traits) {
	switch {
	case t.flags&flagOwnScale != 0:
		v.Scale = t.scale
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
