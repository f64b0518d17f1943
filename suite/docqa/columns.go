package docqa

import (
	"slices"
	"strings"

	"github.com/assayhq/assay/corpus/grid"
	"github.com/assayhq/assay/figure"
)

// table is what stands above the rows of a table and says what their figures are. The texts that come here have lost
// their layout, so a row without bars belongs to the columns above it only if it has as many figures as there are columns.
type table struct {
	columns []column
	bars    bool   // columns stand between bars; the first is that of the rows' labels
	text    string // the rows of headers, as lines
	rows    int    // of headers
	first   int    // line, of the headers
	scaling grid.Scaling
	caption string // the sentence or row that states the scale, where it is none of the headers
}

// column is what stands above a figure.
type column struct {
	text  string
	years []int
}

func newColumn(text string) column {
	c := column{text: text}
	for _, a := range figure.Find(text) {
		if a.Period.Year > 0 {
			c.years = append(c.years, a.Period.Year)
		}
	}
	return c
}

const bar = '|'

// headers reads a row that holds no figures but years, or only words: nil if it is another. Cells is how many cells
// stood one below the other.
func headers(u *unit, cells int) *table {
	t := &table{text: u.text, rows: 1, first: u.first, bars: strings.IndexByte(u.text, bar) >= 0}
	switch {
	case len(u.text) > maxHeaders:
	case t.bars:
		t.columns = between(u.text)
	default:
		t.columns = years(u, cells)
	}
	if len(t.columns) == 0 {
		return nil
	}
	return t
}

// Bounds of the headers of a table.
const (
	maxHeaders    = 1000 // bytes
	maxHeaderRows = 8
)

// years are the columns of a row without bars, none if there is a figure in it. Its label may tell of years, too.
func years(u *unit, cells int) (all []column) {
	found := figure.Find(u.text)
	if cells > 1 && u.label > 0 {
		found = found[max(0, len(found)-cells+1):]
	}
	for i := range found {
		a := &found[i]
		if a.IsAmount() {
			return nil
		}
		if a.Period.Year > 0 {
			all = append(all, column{u.text[a.Start:a.End], []int{a.Period.Year}})
		}
	}
	return all
}

// between are the columns of a row with bars, none if a cell of it is a figure.
func between(text string) (all []column) {
	words := 0
	for i, cell := range strings.Split(text, string(bar)) {
		if cell = strings.TrimSpace(cell); i > 0 && cell != "" {
			if a, err := figure.Parse(cell); err == nil && a.IsAmount() && !a.Spelled {
				return nil
			}
			words++
		}
		all = append(all, newColumn(cell))
	}
	if words == 0 {
		return nil
	}
	return all
}

// under is a table whose headers go on in another row: years that stand one below the other, or a second line above
// the same columns. It is nil if that row begins a table of its own.
func (t *table) under(next *table) *table {
	both := &table{bars: t.bars, text: t.text + "\n" + next.text, rows: t.rows + next.rows, first: t.first}
	switch {
	case t.bars != next.bars || both.rows > maxHeaderRows || len(both.text) > maxHeaders:
		return nil
	case t.bars && len(t.columns) == len(next.columns):
		both.columns = t.above(next)
	case !t.bars && len(next.columns) == 1 && len(t.columns) == t.rows:
		both.columns = append(slices.Clone(t.columns), next.columns...)
	default:
		return nil
	}
	return both
}

// above are columns with what the row of headers before says of them. Words that span several columns stand at the
// first and are said of each.
func (t *table) above(next *table) (all []column) {
	spanning := ""
	for i := range t.columns {
		own := t.columns[i].text
		if i > 0 && own != "" {
			spanning = own
		}
		if own == "" {
			own = spanning
		}
		all = append(all, newColumn(strings.TrimSpace(own+" "+next.columns[i].text)))
	}
	return all
}

// maxCaption is how much of a document is repeated before each of a table's rows at most.
const maxCaption = 400

// before is what a reader has to know of a table who sees it from a line on: its scale and its headers, unless he sees
// those.
func (t *table) before(line int) string {
	switch {
	case t == nil || line <= t.first:
		return ""
	case t.caption == "" || len(t.caption)+len(t.text) > maxCaption:
		return strings.ToValidUTF8(t.text[:min(len(t.text), maxCaption)], "")
	}
	return t.caption + "\n" + t.text
}

// columns say what each of a unit's figures is of, by what stands above it or by the order of a sentence; nil where
// that cannot be told.
func (u *unit) columns(found []figure.Amount) []column {
	t := u.table
	switch {
	case t == nil:
		return respective(u.text, found)
	case t.bars && strings.Count(u.text, string(bar)) < len(t.columns):
		all, n, at := make([]column, len(found)), 0, 0
		for i := range found {
			n, at = n+strings.Count(u.text[at:found[i].Start], string(bar)), found[i].Start
			all[i] = t.columns[n]
		}
		return all
	case !t.bars && len(found) == len(t.columns):
		return t.columns
	}
	return nil
}

// respective are the years of a sentence such as "was 5 and 4 in 2019 and 2018, respectively"; nil if there are not as
// many years as figures.
func respective(text string, found []figure.Amount) []column {
	if !strings.Contains(text, "respectively") {
		return nil
	}
	var years []int
	figures := 0
	for i := range found {
		if a := &found[i]; a.IsAmount() {
			figures++
		} else if a.Period.Year > 0 {
			years = append(years, a.Period.Year)
		}
	}
	if figures != len(years) {
		return nil
	}
	all := make([]column, len(found))
	for i, n := 0, 0; i < len(found); i++ {
		if found[i].IsAmount() {
			all[i].years = years[n : n+1]
			n++
		}
	}
	return all
}

// figures are those of a unit. In rows they are read as cells, in which brackets are a sign and a dash is zero.
func (u *unit) figures() []figure.Amount {
	switch {
	case u.head:
		return nil
	case u.row:
		if all := u.cells(); len(all) > 0 {
			return all
		}
	}
	return figure.Find(u.text)
}

// cells are the cells of a row that are figures: those behind its label.
func (u *unit) cells() (all []figure.Amount) {
	row, from := u.text, u.label
	bars := strings.IndexByte(row, bar)
	switch {
	case bars >= 0:
		from = bars + 1
	case from == 0:
		from = strings.LastIndexFunc(row, isLetter) + 1
	}
	for from < len(row) {
		end := cellEnd(row, from, bars >= 0)
		cell := strings.TrimSpace(row[from:end])
		if a, err := figure.Parse(cell); err == nil && a.IsAmount() {
			a.Start = from + strings.Index(row[from:end], cell)
			a.End = a.Start + len(cell)
			all = append(all, a)
		}
		from = end + 1
	}
	return all
}

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// cellEnd is where the cell ends that begins at an offset: at a bar, or at a blank that parts figures, as that behind
// a currency sign does not.
func cellEnd(row string, from int, bars bool) int {
	if bars {
		if n := strings.IndexByte(row[from:], bar); n >= 0 {
			return from + n
		}
		return len(row)
	}
	for i := from; i < len(row); i++ {
		if row[i] == ' ' && i > from && row[i-1] != ' ' && !opensCell(row[i-1]) && (i+1 == len(row) || !closesCell(row[i+1])) {
			return i
		}
	}
	return len(row)
}

// worded is a figure in the scale of its table, as a reader would say it: 592 in a table of thousands is 592 thousand.
func (u *unit) worded(a *figure.Amount) string {
	text, t := strings.TrimSpace(u.text[a.Start:a.End]), u.table
	switch {
	case t == nil || !t.scaling.Stated || a.Scale != 0 || a.Value.IsZero() || unscaledRow(u.text):
		return text
	case a.Kind == figure.Money || a.Kind == figure.Number && a.Unit == "":
		return text + scaleNames[t.scaling.Money]
	}
	return text
}

// scaleNames are the scales in words, by their power of ten.
var scaleNames = map[int8]string{3: " thousand", 6: " million", 9: " billion"}

// unscaledRow tells rows that a table's scale does not hold for.
func unscaledRow(row string) bool {
	lower := strings.ToLower(row)
	return slices.ContainsFunc([]string{"per share", "per common", "per ordinary", "shares", "%", "percent", "ratio", "margin", "number of", "employees", "rate"},
		func(w string) bool { return strings.Contains(lower, w) })
}
