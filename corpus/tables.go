package corpus

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assayhq/assay/corpus/internal/grid"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/corpus/store"
)

// tables adds the tables of the piece and the cells of those that hold figures. Tables that only lay out
// prose are paragraphs and have no row here.
func (a *assembly) tables() {
	doc := a.p.doc
	a.tableID = resized(a.tableID, len(doc.Tables))
	a.cellRow, a.cellTable = resized(a.cellRow, len(doc.Cells)), resized(a.cellTable, len(doc.Cells))
	a.firstCell = len(a.rows.Cells)
	for i := range a.tableID {
		a.tableID[i] = -1
		for c := doc.Tables[i].Cells.Start; c < doc.Tables[i].Cells.End; c++ {
			a.cellTable[c] = int32(i)
		}
		if a.l.isTable(int32(i)) && a.take(rowBytes) {
			a.table(&a.l.grids[i])
		}
	}
}

func resized(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	s = s[:n]
	clear(s)
	return s
}

func (a *assembly) table(g *grid.Grid) {
	doc := a.p.doc
	t := &doc.Tables[g.Table]
	id := int32(len(a.rows.Tables))
	a.tableID[g.Table] = id
	row := store.Table{
		TableID: id, Kind: g.Kind.String(), Caption: oneLine(doc.Of(g.Caption)),
		UnitLine: oneLine(doc.Of(g.Scaling.Span)), Scale: int32(g.Scaling.Money), Currency: string(g.Scaling.Currency),
		Rows: int32(len(g.Rows)), Columns: int32(g.Width) + 1, Page: a.pageAt(t.Start),
	}
	row.SourceStart, row.SourceEnd = a.p.base+int64(t.Source.Start), a.p.base+int64(t.Source.End)
	if a.p.src == nil {
		row.SourceStart, row.SourceEnd = 0, 0
	}
	a.checkUnitLine(&row, &g.Scaling)
	row.Grid, row.HeaderRows = a.gridText(g)
	a.rows.Tables = append(a.rows.Tables, row)
	if g.Kind == grid.Numeric {
		for i := range g.Rows {
			a.cells(g, &g.Rows[i], id)
		}
	}
}

// emptyCell is about what an empty cell of a table's text takes, while it is made.
const emptyCell = 24

// gridText is the table as rows of texts: a line of headers for each band of columns, then the rows.
func (a *assembly) gridText(g *grid.Grid) (text string, headers int32) {
	var rows [][]string
	if g.Kind != grid.Numeric {
		for i := range g.Rows {
			rows = append(rows, strings.Split(string(a.p.doc.Of(g.Rows[i].Span)), "\t"))
		}
		return store.GridJSON(rows), 0
	}
	band := int32(-1)
	for i := range g.Rows {
		r := &g.Rows[i]
		if !a.take(int64(g.Width+1)*emptyCell + int64(r.End-r.Start)) {
			return "", 0
		}
		if r.Kind == grid.HeaderRow || r.Kind == grid.BlankRow || r.Kind == grid.WrappedRow {
			continue
		}
		if r.Band != band && r.Kind == grid.DataRow {
			band = r.Band
			rows = append(rows, a.headerCells(g, band))
			if i == 0 || headers == 0 {
				headers = 1
			}
		}
		rows = append(rows, a.rowCells(g, r))
	}
	return store.GridJSON(rows), headers
}

func (a *assembly) headerCells(g *grid.Grid, band int32) []string {
	cells := make([]string, g.Width+1)
	for c := range g.Bands[band] {
		a.buf = g.AppendPath(a.buf[:0], g.Bands[band][c].Path, " | ")
		cells[c+1] = string(a.buf)
	}
	return cells
}

func (a *assembly) rowCells(g *grid.Grid, r *grid.Row) []string {
	cells := make([]string, g.Width+1)
	cells[0] = a.label(g, r)
	for i := range r.Values {
		v := &r.Values[i]
		cells[v.Col+1] = cellText(a.p.doc.Of(v.Span))
	}
	return cells
}

// cellText is a figure as it is printed: signs in cells of their own are joined to it.
func cellText(b []byte) string {
	text := oneLine(b)
	if strings.IndexByte(text, ' ') < 0 {
		return text
	}
	return joinSigns.Replace(text)
}

var joinSigns = strings.NewReplacer("( ", "(", " )", ")", "$ ", "$", " %", "%")

// label is the row's own name, without the sections above it.
func (a *assembly) label(g *grid.Grid, r *grid.Row) string {
	if len(r.Path) == 0 {
		return oneLine(a.p.doc.Of(r.Span))
	}
	from := len(r.Path) - 1
	for from > 0 && r.Path[from].Continues {
		from--
	}
	a.buf = g.AppendPath(a.buf[:0], r.Path[from:], " > ")
	return string(a.buf)
}

// cells adds the figures of one row.
func (a *assembly) cells(g *grid.Grid, r *grid.Row, table int32) {
	if r.Kind != grid.DataRow {
		return
	}
	a.buf = g.AppendPath(a.buf[:0], r.Path, " > ")
	path := string(a.buf)
	if !a.take(int64(len(path))) {
		return
	}
	for i := range r.Values {
		v := &r.Values[i]
		if n := len(a.rows.Cells); n > 0 {
			if last := &a.rows.Cells[n-1]; last.TableID == table && (last.Row > r.Index || last.Row == r.Index && last.Col >= v.Col) {
				continue // two figures in one column: the first is kept
			}
		}
		a.buf = g.AppendPath(a.buf[:0], g.Column(r, v).Path, " | ")
		if !a.take(rowBytes + int64(len(a.buf))) {
			return
		}
		c := store.Cell{
			TableID: table, Row: r.Index, Col: v.Col, RowPath: path, ColPath: string(a.buf),
			Text: cellText(a.p.doc.Of(v.Span)), Unit: unitName(v), Period: periodName(g.PeriodOf(r, v)), Fact: -1,
		}
		c.SourceStart, c.SourceEnd = a.source(v.Span)
		c.Scale = int32(v.Scale)
		if v.Form != grid.Words {
			c.Value = decimalText(v.Coef, int(v.Exp))
			if f, err := strconv.ParseFloat(c.Value, 64); err == nil {
				c.ValueFloat = &f
			}
		}
		a.rows.Cells = append(a.rows.Cells, c)
		if v.Cell >= 0 {
			a.cellRow[v.Cell] = int32(len(a.rows.Cells))
		}
	}
}

// unitName is the unit of a value as the store writes it.
func unitName(v *grid.Value) string {
	code := string(v.Currency)
	switch v.Unit {
	case label.Money, label.PerUnit:
		return code
	case label.PerShare:
		if code == "" {
			return "per share"
		}
		return code + "/share"
	case label.Percent:
		return "percent"
	case label.Shares:
		return "shares"
	case label.Count:
		return "count"
	case label.Multiple:
		return "x"
	case label.Years:
		return "years"
	case label.BasisPoints:
		return "bps"
	case label.Points:
		return "points"
	case label.Year:
		return "year"
	}
	return ""
}

// periodName is the length of the period in months, as far as it is known, and its end: 12M/2024-12-31.
func periodName(p label.Period) string {
	if p.Year == 0 {
		return ""
	}
	var b []byte
	if p.Months > 0 {
		b = append(strconv.AppendInt(b, int64(p.Months), 10), "M/"...)
	}
	b = strconv.AppendInt(b, int64(p.Year), 10)
	for _, n := range []int16{p.Month, p.Day} {
		if n == 0 {
			break
		}
		b = append(b, '-', byte('0'+n/10), byte('0'+n%10))
	}
	return string(b)
}

// decimalText writes coef × 10^exp as a plain decimal.
func decimalText(coef int64, exp int) string {
	digits := strconv.FormatInt(coef, 10)
	if exp >= 0 {
		if coef != 0 {
			digits += strings.Repeat("0", exp)
		}
		return digits
	}
	sign := ""
	if coef < 0 {
		sign, digits = "-", digits[1:]
	}
	if pad := -exp + 1 - len(digits); pad > 0 {
		digits = strings.Repeat("0", pad) + digits
	}
	point := len(digits) + exp
	return sign + digits[:point] + "." + digits[point:]
}

// tableScale begins the warnings about scales of tables.
const tableScale = "table scale: "

// checkScales warns of tables whose cells and tagged facts differ by a power of ten. Percentages and single cells
// are not counted: there the tag is often the slip.
func (a *assembly) checkScales() {
	type count struct{ facts, off int }
	counts := map[int32]*count{}
	for i := range a.rows.Cells[a.firstCell:] {
		c := &a.rows.Cells[a.firstCell+i]
		if c.Fact < 0 || c.Value == "" || c.Unit == "percent" {
			continue
		}
		f := &a.rows.Facts[c.Fact]
		cell, err := strconv.ParseFloat(c.Value, 64)
		if err != nil || cell == 0 || f.ValueFloat == nil || *f.ValueFloat == 0 {
			continue
		}
		n := counts[c.TableID]
		if n == nil {
			n = &count{}
			counts[c.TableID] = n
		}
		n.facts++
		power := math.Log10(math.Abs(*f.ValueFloat / cell))
		if near := math.Round(power); near != float64(c.Scale) && math.Abs(power-near) < 1e-6 {
			n.off++
		}
	}
	var warnings []string
	for _, id := range a.tableID {
		if id < 0 {
			continue
		}
		t := &a.rows.Tables[id]
		n := counts[t.TableID]
		if n != nil && n.off > 1 && 2*n.off > n.facts {
			warnings = append(warnings, fmt.Sprintf("%s%d of %d tagged cells of table %d differ from their tags by a power of ten",
				tableScale, n.off, n.facts, t.TableID))
		}
	}
	a.rows.Document.Warnings = append(a.rows.Document.Warnings, warnings[:min(len(warnings), maxWarnings)]...)
}

// checkUnitLine warns of a table whose unit line states a scale that is not applied.
func (a *assembly) checkUnitLine(t *store.Table, s *grid.Scaling) {
	if t.Scale == 0 && !s.SharesOnly && !s.CountsOnly && a.unapplied < maxWarnings && statesPower(t.UnitLine) {
		a.unapplied++
		a.rows.Document.Warnings = append(a.rows.Document.Warnings, fmt.Sprintf(
			"%sthe unit line of table %d says %q, which is not applied", tableScale, t.TableID, t.UnitLine))
	}
}

// statesPower reports whether a unit line states a scale for money.
func statesPower(line string) bool {
	s, ok := label.FindScaling([]byte("(in " + line + ")"))
	return ok && s.Money > 0 && !strings.Contains(strings.ToLower(line), "share")
}

// homeTables sets the item of each table and cell.
func (a *assembly) homeTables() {
	for i, id := range a.tableID {
		if id >= 0 {
			a.rows.Tables[id].Item = a.p.itemAt(a.p.doc.Tables[i].Start)
		}
	}
	for i := range a.rows.Cells[a.firstCell:] {
		c := &a.rows.Cells[a.firstCell+i]
		c.Item = a.rows.Tables[c.TableID].Item
	}
}

// itemAt is the section that a place of the text is at home in. Of several items of an index that name its page it is
// the financial statements, or else the one that names the fewest pages with it.
func (p *piece) itemAt(at int32) string {
	home, size := "", int32(-1)
	for i := range p.sections {
		s := &p.sections[i]
		for _, span := range s.Spans {
			if at < span.Start || at >= span.End {
				continue
			}
			if s.ID == "8" || s.ID == "I.1" {
				return s.ID
			}
			if n := span.End - span.Start; size < 0 || n < size {
				home, size = s.ID, n
			}
		}
	}
	return home
}
