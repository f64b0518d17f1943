package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Table is rows of texts under headings. Texts need not be cleaned: whatever writes a table makes them visible.
type Table struct {
	Columns []Column
	Rows    [][]string
	Header  int // rows above a rule on a terminal; 0 is no rule
}

// NewTable is a table with columns of these names, of which the last is broken where the terminal is narrow.
func NewTable(names ...string) *Table {
	t := &Table{}
	for i, name := range names {
		t.Columns = append(t.Columns, Column{Name: name, Wrap: i == len(names)-1})
	}
	return t
}

// Add adds a row, each cell as fmt.Sprint prints it.
func (t *Table) Add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = fmt.Sprint(cell)
	}
	t.Rows = append(t.Rows, row)
}

// Print writes the table: as wide as the terminal is, and without breaking lines where there is none.
func (t *Table) Print(w io.Writer) error {
	o := Terminal(w)
	if o.Width <= 0 {
		o.Width = math.MaxInt32
	}
	return t.Text(w, o.Width, func(text string) string { return o.styled(dim, text) })
}

// Column is how a table shows a column.
type Column struct {
	Name  string // a table whose columns have no names has no heading
	Right bool   // aligned right, as numbers are
	Wrap  bool   // long texts are broken where the terminal is narrow
}

// headed reports whether the table has a heading.
func (t *Table) headed() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name != "" })
}

// gap is between columns of a terminal.
const gap = "  "

// leastWrap is the least width of a column of broken texts; with less, rows become blocks.
const leastWrap = 12

// writeText writes the table for a terminal of a width.
func (t *Table) Text(w io.Writer, width int, heading func(string) string) error {
	rows := t.cleaned()
	widths, fits := t.fit(rows, width)
	var b strings.Builder
	if !fits {
		t.blocks(&b, rows, width, heading)
		_, err := io.WriteString(w, b.String())
		return err
	}
	if t.headed() {
		names := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			names[i] = Visible(strings.ToUpper(c.Name))
		}
		t.line(&b, names, widths, heading)
	}
	for i, row := range rows {
		t.line(&b, row, widths, nil)
		if i+1 == t.Header {
			b.WriteString(t.rule(widths))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// rule is a line below the header.
func (t *Table) rule(widths []int) string {
	total := len(gap) * (len(widths) - 1)
	for _, width := range widths {
		total += width
	}
	return strings.Repeat("-", total) + "\n"
}

// cleaned are the rows as a terminal may have them.
func (t *Table) cleaned() [][]string {
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = make([]string, len(t.Columns))
		for j := range t.Columns {
			if j < len(row) {
				rows[i][j] = Visible(row[j])
			}
		}
	}
	return rows
}

// fit gives each column its width, and reports whether the table fits.
func (t *Table) fit(rows [][]string, width int) ([]int, bool) {
	natural := make([]int, len(t.Columns))
	for j, c := range t.Columns {
		natural[j] = columnsOf(Visible(c.Name))
		for _, row := range rows {
			natural[j] = max(natural[j], columnsOf(row[j]))
		}
	}
	space, flexible := width-len(gap)*(len(t.Columns)-1), 0
	for j, c := range t.Columns {
		if c.Wrap {
			flexible++
			continue
		}
		space -= natural[j]
	}
	if flexible == 0 {
		return natural, space >= 0
	}
	return t.share(natural, space, flexible)
}

// share divides the width among the columns that can be broken: those that need less than an equal part get
// what they need, and the others the rest.
func (t *Table) share(natural []int, space, flexible int) ([]int, bool) {
	widths := make([]int, len(natural))
	copy(widths, natural)
	open := make([]bool, len(natural))
	for j, c := range t.Columns {
		open[j] = c.Wrap
	}
	for settled := true; settled && flexible > 0; {
		settled = false
		for j := range natural {
			if open[j] && natural[j] <= space/flexible {
				open[j], settled = false, true
				space -= natural[j]
				flexible--
				if flexible == 0 {
					return widths, true
				}
			}
		}
	}
	for j := range open {
		if !open[j] {
			continue
		}
		widths[j] = space / flexible
		space -= widths[j]
		flexible--
		if widths[j] < leastWrap {
			return nil, false
		}
	}
	return widths, space >= 0
}

// line writes a row, on as many lines as its texts need.
func (t *Table) line(b *strings.Builder, row []string, widths []int, heading func(string) string) {
	cells := make([][]string, len(row))
	height := 1
	for j := range row {
		cells[j] = wrap(row[j], max(widths[j], 1))
		height = max(height, len(cells[j]))
	}
	for h := range height {
		var line strings.Builder
		for j := range row {
			text := ""
			if h < len(cells[j]) {
				text = cells[j][h]
			}
			pad := strings.Repeat(" ", max(widths[j]-columnsOf(text), 0))
			if j > 0 {
				line.WriteString(gap)
			}
			if t.Columns[j].Right {
				line.WriteString(pad + text)
			} else {
				line.WriteString(text + pad)
			}
		}
		text := strings.TrimRight(line.String(), " ")
		if heading != nil {
			text = heading(text)
		}
		b.WriteString(text + "\n")
	}
}

// blocks writes each row as lines of its own, for a terminal that is too narrow for the table.
func (t *Table) blocks(b *strings.Builder, rows [][]string, width int, heading func(string) string) {
	for i, row := range rows {
		if i > 0 && len(row) > 2 {
			b.WriteByte('\n')
		}
		for j, text := range row {
			name := Visible(t.Columns[j].Name)
			if text == "" {
				continue
			}
			if name != "" {
				text = name + ": " + text
			}
			lines := strings.Join(wrap(text, max(width, leastWrap)), "\n")
			if rest, ok := strings.CutPrefix(lines, name+":"); ok && name != "" {
				lines = heading(name+":") + rest
			}
			b.WriteString(lines + "\n")
		}
	}
}

// wrap breaks a text at blanks into lines of a width, and words that are longer where they must.
func wrap(s string, width int) []string {
	if columnsOf(s) <= width {
		return []string{s}
	}
	var lines []string
	line, used := "", 0
	for word := range strings.FieldsSeq(s) {
		n := columnsOf(word)
		if used > 0 && used+1+n > width {
			lines, line, used = append(lines, line), "", 0
		}
		for n > width {
			head, rest := split(word, width)
			lines, word = append(lines, head), rest
			n = columnsOf(word)
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+n
	}
	if line != "" || len(lines) == 0 {
		lines = append(lines, line)
	}
	return lines
}

// split cuts a word at a width, and always after at least one character.
func split(word string, width int) (head, rest string) {
	used := 0
	for at, r := range word {
		used += columnsOfRune(r)
		if used > width && at > 0 {
			return word[:at], word[at:]
		}
	}
	return word, ""
}

// writeMarkdown writes the table for Markdown. A table without headings becomes a list.
func (t *Table) Markdown(w io.Writer) error {
	var b strings.Builder
	if !t.headed() {
		for _, row := range t.Rows {
			b.WriteString("- ")
			for j, text := range row {
				if j > 0 {
					b.WriteString(": ")
				}
				b.WriteString(markdown(text))
			}
			b.WriteByte('\n')
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
	for _, c := range t.Columns {
		b.WriteString("| " + markdown(c.Name) + " ")
	}
	b.WriteString("|\n")
	for _, c := range t.Columns {
		if c.Right {
			b.WriteString("| --: ")
			continue
		}
		b.WriteString("| --- ")
	}
	b.WriteString("|\n")
	for _, row := range t.Rows {
		for j := range t.Columns {
			text := ""
			if j < len(row) {
				text = markdown(row[j])
			}
			b.WriteString("| " + text + " ")
		}
		b.WriteString("|\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
