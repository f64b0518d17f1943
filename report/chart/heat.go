package chart

import "fmt"

// Heat is a matrix of values, such as grades by author and judge.
type Heat struct {
	Head
	Rows, Columns []string
	Cells         [][]Cell // by row, then column
	Domain        *Range   // of the shades; the values' own range if it is nil
}

// Cell is one value of a matrix with how many it rests on.
type Cell struct {
	Value *float64
	N     int
}

func (h *Heat) check() error {
	if err := checkRows("cells", len(h.Rows)*max(len(h.Columns), 1)); err != nil {
		return err
	}
	if len(h.Columns) > maxColumns {
		return fmt.Errorf("draw a matrix: %d columns; at most %d can be read", len(h.Columns), maxColumns)
	}
	if len(h.Cells) != len(h.Rows) {
		return fmt.Errorf("draw a matrix: %d names for %d rows", len(h.Rows), len(h.Cells))
	}
	for _, row := range h.Cells {
		if len(row) != len(h.Columns) {
			return fmt.Errorf("draw a matrix: %d names for %d columns", len(h.Columns), len(row))
		}
		for i := range row {
			if err := check("a matrix", row[i].Value); err != nil {
				return err
			}
			if err := checkCount("a matrix", row[i].N); err != nil {
				return err
			}
		}
	}
	return checkRange("a matrix", h.Domain)
}

// maxColumns is how many columns can stand beside each other.
const maxColumns = 60

// SVG draws the chart.
func (h *Heat) SVG() (string, error) {
	if err := h.check(); err != nil {
		return "", err
	}
	var x extent
	for _, row := range h.Cells {
		for i := range row {
			x.add(row[i].Value)
		}
	}
	if !x.any {
		return blank(h.Head, "no values")
	}
	if h.Domain != nil {
		x.low, x.high = h.Domain.Low, h.Domain.High
	}
	c := newCanvas(h.width())
	c.title(h.Title)
	h.plot(c, x)
	return c.svg(h.Title, h.desc(h.told()))
}

// plot draws the names and the cells. Names of columns that are wider than their column stand upright.
func (h *Heat) plot(c *canvas, x extent) {
	names, across := 0.0, 0.0
	for _, name := range h.Rows {
		names = max(names, textWidth(tidy(name)))
	}
	for _, name := range h.Columns {
		across = max(across, textWidth(tidy(name)))
	}
	left := pad + min(names, c.width*0.32) + 10
	cell := min((c.width-pad-left)/float64(len(h.Columns)), 130)
	head := lineHeight
	if across > cell-4 {
		head = min(across, 110) + 6
	}
	for i, name := range h.Columns {
		at := left + cell*(float64(i)+0.5)
		if head > lineHeight {
			c.upright("c-label", at+4, c.y+head-2, name, head-4)
		} else {
			c.text("c-label", middle, at, c.y+12, name, cell)
		}
	}
	c.space(head + 2)
	for i, name := range h.Rows {
		c.text("c-label", start, pad, c.y+heatRow/2+4, name, left-pad-10)
		for j := range h.Columns {
			h.cell(c, x, i, j, left+cell*float64(j), cell)
		}
		c.space(heatRow)
	}
}

const heatRow = 36.0

func (h *Heat) cell(c *canvas, x extent, i, j int, at, width float64) {
	v := &h.Cells[i][j]
	if v.Value == nil {
		c.rect("c-hole", at+1, c.y+1, width-2, heatRow-2, fmt.Sprintf("%s, %s: no value", tidy(h.Rows[i]), tidy(h.Columns[j])))
		c.text("c-small", middle, at+width/2, c.y+heatRow/2+4, "–", width)
		return
	}
	shade := 0.5
	if x.high > x.low {
		shade = min(max((*v.Value-x.low)/(x.high-x.low), 0), 1)
	}
	tip := fmt.Sprintf("%s, %s: %s, n %s", tidy(h.Rows[i]), tidy(h.Columns[j]), Number(*v.Value), Count(v.N))
	c.rect("c-heat", at+1, c.y+1, width-2, heatRow-2, tip, "fill-opacity", fmt.Sprintf("%.2f", 0.06+0.5*shade))
	if textWidth(Number(*v.Value)) > width {
		return // the tooltip has it
	}
	c.text("c-cell", middle, at+width/2, c.y+15, Number(*v.Value), width)
	c.text("c-tiny", middle, at+width/2, c.y+28, "n "+Count(v.N), width)
}

func (h *Heat) told() string {
	text := fmt.Sprintf("matrix of %d rows and %d columns", len(h.Rows), len(h.Columns))
	for i, row := range h.Cells {
		for j := range row {
			if len(text) > 500 {
				return text + "; …"
			}
			value := "–"
			if row[j].Value != nil {
				value = Number(*row[j].Value)
			}
			text += fmt.Sprintf("; %s, %s: %s (n %s)", tidy(h.Rows[i]), tidy(h.Columns[j]), value, Count(row[j].N))
		}
	}
	return text
}
