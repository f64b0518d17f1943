package grid

import (
	"bytes"
	"math"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// findUnit finds what a table itself or the text just before it says about its unit.
func (r *reader) findUnit(g *Grid) {
	if s := r.captionElement(g); s.End > s.Start && r.takeUnit(g, s, inTable) {
		return
	}
	for i := range r.lines {
		l := &r.lines[i]
		if l.kind == DataRow {
			break
		}
		for j := range l.items {
			if it := &l.items[j]; r.holdsForTable(l, it) && r.takeUnit(g, it.Span, inTable) {
				return
			}
		}
	}
	defer r.stateNotes(g)
	defer r.unitBelow(g)
	t := &r.d.Tables[g.Table]
	from := max(t.Start-maxBefore, 0)
	if r.last != nil {
		from = max(from, r.endOfNotes(r.last.Table))
	}
	if from < t.Start {
		r.takeUnit(g, block.Span{Start: from, End: t.Start}, inBefore)
	}
}

// endOfNotes is where the footnotes of a table end.
func (r *reader) endOfNotes(table int32) int32 {
	t := &r.d.Tables[table]
	end := t.End
	for i := t.Blocks.End; int(i) < len(r.d.Blocks) && r.d.Blocks[i].Table < 0; i++ {
		text := r.d.Of(r.d.Blocks[i].Span)
		if len(text) > 0 && text[0] != '*' && figure.FootnoteLength(text) == 0 {
			break
		}
		end = r.d.Blocks[i].End
	}
	return end
}

// captionElement is the text of a table before its first cell: of its caption element.
func (r *reader) captionElement(g *Grid) (s block.Span) {
	t := &r.d.Tables[g.Table]
	if t.Plain || t.Cells.End == t.Cells.Start {
		return s
	}
	return trim(r.d.Text, block.Span{Start: t.Start, End: max(t.Start, r.d.Cells[t.Cells.Start].Start)})
}

// stateNotes looks for the unit of a table that states it nowhere else in its footnotes: "(a) In
// thousands."
func (r *reader) stateNotes(g *Grid) {
	for i := len(r.lines) - 1; i >= 0 && g.Scaling.From == unstated && r.lines[i].kind != DataRow; i-- {
		for j := range r.lines[i].items {
			r.takeUnit(g, r.lines[i].items[j].Span, inNote)
		}
	}
}

// unitBelow looks for the unit of a table that states it nowhere else in the text below it: "All amounts in the table
// above are in thousands." A line without such words may be the next table's.
func (r *reader) unitBelow(g *Grid) {
	const below, longest = 3, 200 // blocks, bytes
	if g.Scaling.From != unstated {
		return
	}
	end := r.d.Tables[g.Table].Blocks.End
	for i := end; i < min(end+below, int32(len(r.d.Blocks))) && r.d.Blocks[i].Table < 0; i++ {
		text := r.d.Of(r.d.Blocks[i].Span)
		speaks := bytes.Contains(text, []byte("above")) || bytes.Contains(text, []byte("his table")) ||
			ascii.HasPrefixFold(text, "note:")
		if len(text) <= longest && speaks {
			r.takeUnit(g, r.d.Blocks[i].Span, inNote)
		}
	}
}

// holdsForTable reports whether the unit in a cell above the figures holds for the entire table: it is a title, a
// section, the corner, or heads every column.
func (r *reader) holdsForTable(l *line, it *item) bool {
	if it.col < 0 || l.kind != HeaderRow {
		return true
	}
	first, last := r.reach(it)
	return first == 0 && last == int32(len(r.cols))-1
}

// takeUnit takes over the scaling that a span of text states.
func (r *reader) takeUnit(g *Grid, s block.Span, from Source) bool {
	found, ok := label.FindScaling(r.d.Of(s))
	if !ok || !found.Stated && g.Scaling.From != unstated {
		return false
	}
	g.areas = found.Areas
	const near = 40 // "Square footage below is in thousands:", not in a note of the table before
	if found.AreasOnly && (from == inNote || from == inBefore && s.End-s.Start-found.End > near || g.has(isArea)) {
		return false // it is not the unit of the other figures
	}
	found.Start += s.Start
	found.End += s.Start
	g.Scaling = Scaling{Scaling: found, From: from}
	return found.Stated
}

// inherit gives the tables that state no unit that of the statement or section that they are in, else
// the usual one of the document, and settles every value.
func (r *reader) inherit(grids []Grid) {
	usual := r.usualScaling(grids)
	currency := usualCurrency(grids)
	notices := r.notices()
	limit := limits(grids)
	full := anySharesInFull(grids)
	var scratch []run
	for i := range grids {
		g := &grids[i]
		if g.Kind != Numeric {
			continue
		}
		if g.Scaling.From == unstated || g.Scaling.SharesOnly || g.Scaling.CountsOnly {
			from := usual
			at := r.d.Tables[g.Table].Start
			for len(notices) > 1 && notices[1].Start <= at {
				notices = notices[1:]
			}
			if len(notices) > 0 && notices[0].Start <= at {
				from = notices[0]
			}
			if g.Scaling.From != unstated {
				g.inheritMoney(from, limit)
			} else {
				g.inheritFrom(from, limit)
			}
		}
		if _, shares := g.peaks(); full && shares > manyShares && !g.Scaling.OwnShares {
			g.Scaling.Shares = 0
		}
		scratch = g.settle(scratch)
		g.nameSums(currency)
	}
}

// usualCurrency is the currency of most tables that name one, if it is that of nearly all.
func usualCurrency(grids []Grid) figure.Unit {
	const nearly = 5 // times as many as of all others
	tables, named := map[figure.Unit]int{}, 0
	var usual figure.Unit
	for i := range grids {
		if code := grids[i].Scaling.Currency; code != "" {
			tables[code]++
			named++
			if tables[code] > tables[usual] {
				usual = code
			}
		}
	}
	if tables[usual]*(nearly+1) < named*nearly {
		return ""
	}
	return usual
}

// nameSums gives the sums of a table that names no currency that of the document, where a label, a header or the
// caption has a word of money, and nothing in it is about shares.
func (g *Grid) nameSums(currency figure.Unit) {
	if currency == "" || g.Scaling.Currency != "" || g.stocked {
		return
	}
	for _, band := range g.Bands {
		for c := range band {
			if band[c].Stock {
				return
			}
		}
	}
	caption := label.TraitsOf(g.doc.Of(g.Caption))
	if caption.Stock {
		return
	}
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			v := &g.Rows[i].Values[k]
			if v.Unit == label.NoUnit && v.isMoney() && v.Currency == "" && (v.named || caption.Names) {
				v.Unit, v.Currency = label.Money, currency
			}
		}
	}
}

// inheritFrom sets an inherited scaling, unless figures of the table would then be far beyond every figure
// of the tables that state theirs.
func (g *Grid) inheritFrom(from Scaling, limit [2]float64) {
	if from.From == unstated || g.printsDollars() {
		return
	}
	const more = 10
	money, shares := g.peaks()
	if from.noticed {
		limit[0], limit[1] = more*limit[0], more*limit[1] // it says that it holds for this table
	} else if money < fewThousands {
		limit[0] *= more // printed in full, all of it would be small change
	}
	currency := g.Scaling.Currency
	g.Scaling = from
	g.Scaling.From = Inherited
	g.Scaling.Counts = 0
	if currency != "" {
		g.Scaling.Currency = currency
	}
	if g.countsAwards() {
		g.Scaling.Shares = 0
	}
	if money*pow10(from.Money) > limit[0] || shares*pow10(from.Shares) > limit[1] {
		g.Scaling = Scaling{Scaling: label.Scaling{Currency: currency}}
	}
}

// fewThousands is less than the largest sum of most tables that print sums in full.
const fewThousands = 1e5

// printsDollars reports whether two columns or more are headed "($)", as in tables of what officers earn: they are printed
// in full.
func (g *Grid) printsDollars() bool {
	n := 0
	for _, band := range g.Bands {
		for c := range band {
			if path := band[c].Path; len(path) > 0 && bytes.HasSuffix(g.doc.Of(path[len(path)-1].Span), []byte("($)")) {
				n++
			}
		}
	}
	return n > 1
}

// inheritMoney sets the inherited scale of money of a table that states that of its shares or counts alone, with the
// limit of inheritFrom.
func (g *Grid) inheritMoney(from Scaling, limit [2]float64) {
	if money, _ := g.peaks(); from.From != unstated && money*pow10(from.Money) <= limit[0] {
		g.Scaling.Money = from.Money
		if g.Scaling.CountsOnly {
			g.Scaling.Shares = from.Shares
		}
	}
}

// countsAwards reports whether a table counts options or awards by the hundred thousand beside their prices;
// such counts are printed in full where no unit is stated, whatever the unit of the statements.
func (g *Grid) countsAwards() bool {
	const many = 100_000
	shares, prices := false, false
	for i := range g.Rows {
		for k := range g.Rows[i].Values {
			switch v := &g.Rows[i].Values[k]; v.Unit {
			case label.Shares:
				shares = shares || v.Coef >= many || v.Coef <= -many
			case label.PerShare:
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
			if v.Unit == label.Shares {
				shares = max(shares, x)
			} else {
				money = max(money, x)
			}
		}
	}
	return money, shares
}

func pow10(n int8) float64 { return math.Pow10(int(n)) }

// limits are what amounts of money and shares with an inherited scale do not exceed: some times the largest of the tables
// that state their scale.
func limits(grids []Grid) (limit [2]float64) {
	const slack = 5
	for i := range grids {
		g := &grids[i]
		if g.Kind != Numeric || g.Scaling.From == unstated {
			continue
		}
		money, shares := g.peaks()
		limit[0] = max(limit[0], slack*money*pow10(g.Scaling.Money))
		limit[1] = max(limit[1], slack*shares*pow10(g.Scaling.Shares))
		g.has(func(v *Value) bool { // sums whose labels state their scale
			if v.Unit == label.Money && !v.scales && v.Form == Number {
				limit[0] = max(limit[0], slack*math.Abs(float64(v.Coef))*pow10(v.Exp+v.Scale))
			}
			return false
		})
	}
	if limit[1] == 0 {
		limit[1] = limit[0]
	}
	return limit
}

// notices are the units that paragraphs outside tables state for what follows: "Tabular dollars in
// millions, unless otherwise noted".
func (r *reader) notices() []Scaling {
	var out []Scaling
	at := r.nextNotice(0)
	for i := range r.d.Blocks {
		b := &r.d.Blocks[i]
		if b.Table >= 0 || b.End <= at && !r.statesForAll(i) {
			continue
		}
		if b.Start > at {
			at = r.nextNotice(b.Start)
		}
		if b.End <= at && !r.statesForAll(i) {
			continue
		}
		if s, ok := label.FindScaling(r.d.Of(b.Span)); ok && s.Stated {
			s.Start += b.Start
			s.End += b.Start
			out = append(out, Scaling{Scaling: s, From: Inherited, noticed: b.End > at})
		}
	}
	return out
}

// statesForAll reports whether a block is a unit line in brackets above text rather than above a table: what follows is under
// it, as the notes are below their heading.
func (r *reader) statesForAll(i int) bool {
	const longest = 160
	text := r.d.Of(r.d.Blocks[i].Span)
	return len(text) > 0 && len(text) <= longest && text[0] == '(' && text[len(text)-1] == ')' &&
		i+1 < len(r.d.Blocks) && r.d.Blocks[i+1].Table < 0
}

// nextNotice is where the next word is, from byte i on, by which a paragraph states the unit of the following tables
// rather than of one sentence or table: "otherwise", "tabular".
func (r *reader) nextNotice(i int32) int32 {
	rest := r.d.Text[i:]
	for _, word := range [...]string{"wise", "bular"} { // rare first letters are found fast
		if k := bytes.Index(rest, []byte(word)); k >= 0 {
			rest = rest[:k]
		}
	}
	return i + int32(len(rest))
}

// usualScaling is the scaling that most figures of the document are under.
func (r *reader) usualScaling(grids []Grid) Scaling {
	var tally [16]int
	var last [16]*Scaling
	for i := range grids {
		s := &grids[i].Scaling
		if s.From == unstated || grids[i].Kind != Numeric {
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

// sharesInFull reports whether a table's shares, were they scaled, would be more than any company has, or have many
// digits beside sums, and the unit line does not name them: "(Dollars in thousands)".
func (g *Grid) sharesInFull() bool {
	const mostShares = 1e11
	_, shares := g.peaks()
	return shares*pow10(g.Scaling.Shares) > mostShares || shares >= manyShares && !g.Scaling.OwnShares && g.printsMoney
}

// largestArea is more than a company prints as its millions of square feet.
const largestArea = 1e4

// manyShares is more than a table in thousands of shares usually prints.
const manyShares = 1e6

// anySharesInFull reports whether a table of the document must print its shares in full against its unit; then
// the others with as many digits do, too.
func anySharesInFull(grids []Grid) bool {
	for i := range grids {
		if g := &grids[i]; g.Kind == Numeric && g.Scaling.Stated && g.sharesInFull() {
			return true
		}
	}
	return false
}

// settle gives every value the table's power of ten and currency where they apply.
func (g *Grid) settle(scratch []run) []run {
	if g.sharesInFull() {
		g.Scaling.Shares = 0 // "($ in thousands)" was meant for dollars alone
	}
	scratch = g.alikeColumns(scratch)
	g.exceptRows()
	g.namedRows()
	g.decimalRows()
	g.perShareRows()
	g.pricesAlone()
	g.captionUnits()
	g.besideOthers()
	g.awards()
	g.repurchases()
	g.addUp()
	g.mixedUnits()
	g.neverScaled()
	const millions = 6
	areas := g.Scaling.Money >= millions && g.Scaling.From != Inherited &&
		!g.has(func(v *Value) bool { return v.area && v.exceeds(largestArea) })
	for i := range g.Rows {
		values := g.Rows[i].Values
		for k := range values {
			v := &values[k]
			if v.Form == Words && !v.scales || v.Unit == label.Year {
				continue
			}
			if v.Unit == label.NoUnit && v.Currency == "" {
				switch {
				case g.Scaling.SharesOnly:
					v.Unit = label.Shares
				case g.Scaling.CountsOnly && v.unnamed && v.scales:
					v.Unit, v.scales, v.counts = label.Count, false, true
				}
			}
			if v.counts && v.Unit == label.Count && !v.explicit {
				v.Scale = g.Scaling.Counts
			}
			if v.counts && v.Unit == label.Count && v.Exp < 0 && g.Scaling.From != Inherited && !v.averages {
				v.Scale = g.Scaling.Money // "Number of prescriptions 782.2"
			}
			if v.area && v.counts && g.areas != 0 {
				v.Scale = g.areas
			}
			if v.area && v.counts && areas {
				v.Scale = g.Scaling.Money
			}
			if v.Unit == label.NoUnit && g.Scaling.Currency != "" {
				v.Unit = label.Money
			}
			if (v.Unit == label.Money || v.Unit == label.PerShare || v.Unit == label.PerUnit) && v.Currency == "" {
				v.Currency = g.Scaling.Currency
			}
			if !v.scales {
				continue
			}
			v.Scale = g.Scaling.Money
			if v.Unit == label.Shares {
				v.Scale = g.Scaling.Shares
			}
		}
	}
	return scratch
}
