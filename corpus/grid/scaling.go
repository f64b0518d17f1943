package grid

import (
	"bytes"
	"math"

	"github.com/assayhq/assay/corpus/block"
)

// state finds what a table itself or the text just before it says about its unit.
func (r *reader) state(g *Grid) {
	for i := range r.lines {
		l := &r.lines[i]
		if l.kind == DataRow {
			break
		}
		for j := range l.items {
			if it := &l.items[j]; r.forAll(l, it) && r.stated(g, it.Span, InTable) {
				return
			}
		}
	}
	defer r.stateNotes(g)
	t := &r.d.Tables[g.Table]
	from := max(t.Start-maxBefore, 0)
	if r.last != nil {
		from = max(from, r.d.Tables[r.last.Table].End)
	}
	if from < t.Start {
		r.stated(g, block.Span{Start: from, End: t.Start}, InBefore)
	}
}

// stateNotes looks for the unit of a table that states it nowhere else in its footnotes: "(a) In
// thousands."
func (r *reader) stateNotes(g *Grid) {
	for i := len(r.lines) - 1; i >= 0 && g.Scaling.From == Unstated && r.lines[i].kind != DataRow; i-- {
		for j := range r.lines[i].items {
			r.stated(g, r.lines[i].items[j].Span, InTable)
		}
	}
}

// forAll says whether what a cell above the figures states holds for the whole table: it is a title, a
// section, the corner, or heads every column.
func (r *reader) forAll(l *line, it *item) bool {
	if it.col < 0 || l.kind != HeaderRow {
		return true
	}
	first, last := r.reach(it)
	return first == 0 && last == int32(len(r.cols))-1
}

// stated takes over the scaling that a span of text states.
func (r *reader) stated(g *Grid, s block.Span, from Source) bool {
	found, ok := findScaling(r.d.Of(s))
	if !ok || !found.Stated && g.Scaling.From != Unstated {
		return false
	}
	found.Start += s.Start
	found.End += s.Start
	found.From = from
	g.Scaling = found
	return found.Stated
}

// inherit gives the tables that state no unit that of the statement or section that they stand in, else
// the usual one of the document, and settles every value.
func (r *reader) inherit(grids []Grid) {
	usual := r.usualScaling(grids)
	notices := r.notices()
	largest := r.largest(grids)
	var scratch []run
	for i := range grids {
		g := &grids[i]
		if g.Kind != Numeric {
			continue
		}
		if g.Scaling.From == Unstated {
			from := usual
			at := r.d.Tables[g.Table].Start
			for len(notices) > 1 && notices[1].Start <= at {
				notices = notices[1:]
			}
			if len(notices) > 0 && notices[0].Start <= at {
				from = notices[0]
			}
			g.takeOver(from, largest)
		}
		scratch = g.settle(scratch)
	}
}

// takeOver sets an inherited scaling, unless figures of the table would then be far beyond every figure
// of the tables that state theirs.
func (g *Grid) takeOver(from Scaling, largest [2]float64) {
	const slack = 5
	if from.From == Unstated {
		return
	}
	currency := g.Scaling.Currency
	g.Scaling = from
	g.Scaling.From = Inherited
	if currency != 0 {
		g.Scaling.Currency = currency
	}
	money, shares := g.peaks()
	if g.countsAwards() {
		g.Scaling.Shares = 0
	}
	if money*pow10(from.Money) > slack*largest[0] || shares*pow10(from.Shares) > slack*largest[1] {
		g.Scaling = Scaling{Currency: currency}
	}
}

// countsAwards says whether a table counts options or awards by the hundred thousand beside their prices;
// such counts are printed in full where no unit is stated, whatever the unit of the statements.
func (g *Grid) countsAwards() bool {
	const many = 100_000
	shares, prices := false, false
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			switch v := &g.Rows[i].Values[k]; v.Unit {
			case Shares:
				shares = shares || v.Coef >= many || v.Coef <= -many
			case PerShare:
				prices = true
			}
		}
	}
	return shares && prices
}

// peaks are the largest figures of a grid that a scale would apply to, before it.
func (g *Grid) peaks() (money, shares float64) {
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			v := &g.Rows[i].Values[k]
			if !v.scales || v.Form != Number {
				continue
			}
			x := math.Abs(float64(v.Coef)) * pow10(v.Exp)
			if v.Unit == Shares {
				shares = max(shares, x)
			} else {
				money = max(money, x)
			}
		}
	}
	return money, shares
}

func pow10(n int8) float64 { return math.Pow10(int(n)) }

// largest are the largest amounts of money and shares of the tables that state their scale.
func (r *reader) largest(grids []Grid) (largest [2]float64) {
	for i := range grids {
		g := &grids[i]
		if g.Kind != Numeric || g.Scaling.From == Unstated {
			continue
		}
		money, shares := g.peaks()
		largest[0] = max(largest[0], money*pow10(g.Scaling.Money))
		largest[1] = max(largest[1], shares*pow10(g.Scaling.Shares))
	}
	if largest[1] == 0 {
		largest[1] = largest[0]
	}
	return largest
}

// notices are the units that paragraphs outside tables state for what follows: "Tabular dollars in
// millions, unless otherwise noted".
func (r *reader) notices() []Scaling {
	var out []Scaling
	for i := range r.d.Blocks {
		b := &r.d.Blocks[i]
		if b.Table >= 0 {
			continue
		}
		text := r.d.Of(b.Span)
		if !isNotice(text) || !mayScale(text) {
			continue
		}
		if s, ok := findScaling(text); ok && s.Stated {
			s.Start += b.Start
			s.End += b.Start
			s.From = Inherited
			out = append(out, s)
		}
	}
	return out
}

// isNotice says whether a paragraph states the unit of the tables to come rather than of one sentence or
// table.
func isNotice(text []byte) bool {
	return bytes.Contains(text, []byte("abular")) || bytes.Contains(text, []byte("therwise"))
}

// usualScaling is the scaling that most figures of the document are under.
func (r *reader) usualScaling(grids []Grid) Scaling {
	var tally [16]int
	var last [16]*Scaling
	for i := range grids {
		s := &grids[i].Scaling
		if s.From == Unstated || grids[i].Kind != Numeric {
			continue
		}
		for k := range grids[i].Rows {
			tally[s.Money&15] += len(grids[i].Rows[k].Values)
		}
		if last[s.Money&15] == nil {
			last[s.Money&15] = s
		}
	}
	best := 0
	for p := range tally {
		if tally[p] > tally[best] {
			best = p
		}
	}
	if last[best] == nil {
		return Scaling{}
	}
	return *last[best]
}

// alikeColumns finds the columns that print "%" as accounts print "$": on the first figure and on the
// last, or on the first alone where all figures look alike. The figures between are percentages. In a
// column with a price in eighths all figures are prices.
func (g *Grid) alikeColumns(scratch []run) []run {
	blank := make([]run, g.Width)
	for band := range g.Bands {
		scratch = append(scratch[:0], blank...)
		g.eachIn(band, func(v *Value) { scratch[v.Col].see(v) })
		g.eachIn(band, func(v *Value) {
			if v.Form == Words || v.Unit == Percent {
				return
			}
			switch c := &scratch[v.Col]; {
			case c.isPercent():
				v.Unit, v.Scale, v.scales = Percent, 0, false
			case c.fractions && !v.comma && (v.Unit == NoUnit || v.Unit == Money):
				v.Unit, v.Scale, v.scales = PerShare, 0, false
			}
		})
	}
	return scratch
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
	const most = 4 // one in so many figures of the table may have decimals
	whole, cents := 0, 0
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			if v := &g.Rows[i].Values[k]; v.isMoney() && v.Form == Number {
				whole++
				if v.Exp != 0 {
					cents++
				}
			}
		}
	}
	if g.Scaling.Money == 0 || cents == 0 || cents*most > whole {
		return
	}
	for i := range g.Rows {
		values := g.Rows[i].Values
		if !allCents(values) {
			continue
		}
		for k := range values {
			if v := &values[k]; v.isMoney() && v.Form != Words {
				v.Unit, v.scales, v.Scale = PerShare, false, 0
			}
		}
	}
}

func (v *Value) isMoney() bool { return (v.Unit == NoUnit || v.Unit == Money) && v.scales }

// allCents says whether a row has amounts, and all of them show two decimals and no thousands.
func allCents(values []Value) bool {
	n := 0
	for k := range values {
		v := &values[k]
		if v.Form == Words || v.Form == Nil || v.Unit == Percent {
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
	first, last Unit
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
	c.fractions = c.fractions || v.fraction && v.Unit != Percent
	c.last = v.Unit
	c.uneven = c.uneven || v.Exp != c.exp
	c.other = c.other || v.Currency != 0 || v.comma || v.Unit != NoUnit && v.Unit != Percent && v.Unit != Years
}

func (c *run) isPercent() bool {
	return c.figures > 1 && c.first == Percent && !c.other && (c.last == Percent || !c.uneven && c.exp < 0)
}

// settle gives every value the table's power of ten and currency where they apply.
func (g *Grid) settle(scratch []run) []run {
	const mostShares = 1e11 // of any company
	if _, shares := g.peaks(); shares*pow10(g.Scaling.Shares) > mostShares {
		g.Scaling.Shares = 0 // "($ in thousands)" was meant for dollars alone
	}
	scratch = g.alikeColumns(scratch)
	g.perShareRows()
	for i := range g.Rows {
		values := g.Rows[i].Values
		for k := range values {
			v := &values[k]
			if v.Form == Words || v.Unit == Year {
				continue
			}
			if v.Unit == NoUnit && v.Currency == 0 && g.Scaling.Money == 0 && g.Scaling.Shares != 0 {
				v.Unit = Shares
			}
			if v.Unit == NoUnit && g.Scaling.Currency != 0 {
				v.Unit = Money
			}
			if (v.Unit == Money || v.Unit == PerShare) && v.Currency == 0 {
				v.Currency = g.Scaling.Currency
			}
			if !v.scales {
				continue
			}
			v.Scale = g.Scaling.Money
			if v.Unit == Shares {
				v.Scale = g.Scaling.Shares
			}
		}
	}
	return scratch
}
