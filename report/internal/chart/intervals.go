package chart

import "fmt"

// Intervals is a forest plot: values with their intervals below each other.
type Intervals struct {
	Head
	Rows   []Row
	Domain *Range   // of the axis; made from the rows if it is nil
	Mark   *float64 // drawn as a line through all rows, such as the value of all cases
	Marked string   // what the mark is
	Bare   bool     // without names and numbers beside the rows, for a place that has them
}

// Row is one value with its interval.
type Row struct {
	Label     string
	Value     *float64 // nil if there is none
	Interval  *Range
	Scored, N int    // how many of how many gave the value; not shown if N is 0
	Why       string // why there is no value, or no interval
	Clear     bool   // of a difference: the interval does not hold 0
	Break     string // of a line: what else has changed since the point before
}

func checkRowValues(what string, rows []Row) error {
	if err := checkRows("rows", len(rows)); err != nil {
		return err
	}
	for i := range rows {
		r := &rows[i]
		if err := check(what, r.Value); err != nil {
			return err
		}
		if err := checkRange(what, r.Interval); err != nil {
			return err
		}
		if err := checkCount(what, r.Scored, r.N); err != nil {
			return err
		}
	}
	return nil
}

// SVG draws the chart.
func (f *Intervals) SVG() (string, error) {
	if err := checkRowValues("an interval", f.Rows); err != nil {
		return "", err
	}
	if err := check("a mark", f.Mark); err != nil {
		return "", err
	}
	if err := checkRange("a domain", f.Domain); err != nil {
		return "", err
	}
	d := forest{rows: f.Rows, format: Number, mark: f.Mark, bare: f.Bare}
	d.x = extentOf(f.Rows, f.Mark)
	if !d.x.any {
		return blank(f.Head, emptyWhy(f.Rows))
	}
	d.x.within()
	if f.Domain != nil {
		d.x.addRange(f.Domain)
	}
	c := newCanvas(f.width())
	c.title(f.Title)
	if f.Mark != nil && f.Marked != "" {
		c.legend([]entry{{stroke, "c-mark", f.Marked + " " + Number(*f.Mark)}})
	}
	d.draw(c, f.narrow())
	return c.svg(f.Title, f.desc(describeRows(f.Rows, Number)))
}

func extentOf(rows []Row, mark *float64) (x extent) {
	for i := range rows {
		x.add(rows[i].Value)
		x.addRange(rows[i].Interval)
	}
	if x.any {
		x.add(mark)
	}
	return x
}

func emptyWhy(rows []Row) string {
	if len(rows) == 0 {
		return "nothing to show"
	}
	return "no row has a value"
}

func describeRows(rows []Row, format func(float64) string) string {
	text := ""
	for i := range rows {
		if i >= 30 {
			return text + "; …"
		}
		if i > 0 {
			text += "; "
		}
		text += tidy(rows[i].Label) + " " + rows[i].value(format) + rows[i].counts(" (", ")")
	}
	return text
}

// value is the row's number in words.
func (r *Row) value(format func(float64) string) string {
	if r.Value == nil {
		return "–"
	}
	text := format(*r.Value)
	if r.Interval != nil {
		text += " (" + format(r.Interval.Low) + " to " + format(r.Interval.High) + ")"
	}
	return text
}

func (r *Row) counts(before, after string) string {
	if r.N == 0 {
		return ""
	}
	return before + Count(r.Scored) + "/" + Count(r.N) + after
}

// forest draws rows that share an axis.
type forest struct {
	rows   []Row
	format func(float64) string
	mark   *float64
	x      extent
	zero   bool
	bare   bool
}

// draw lays the rows out: name, interval and numbers beside each other, or, where that is too wide, the
// interval below the others.
func (f *forest) draw(c *canvas, narrow bool) {
	height, numbers, names := 24.0, 0.0, 0.0
	for i := range f.rows {
		numbers = max(numbers, textWidth(f.numbers(&f.rows[i])))
		names = max(names, textWidth(tidy(f.rows[i].Label)))
	}
	left, right := pad+4, c.width-pad-4
	numbers = min(numbers+6, c.width*0.69)
	names = min(names, c.width*0.3)
	switch {
	case f.bare:
		narrow = false
	case narrow:
		height, names = 36, c.width-2*pad-numbers-10
	default:
		left, right = pad+names+16, c.width-pad-numbers-16
	}
	s := newScale(f.x.low, f.x.high, left, right, int(max((right-left)/70, 2)))
	top := c.y + 4
	bottom := top + height*float64(len(f.rows)) + 2
	c.floor(&s, bottom)
	if !narrow {
		f.through(c, &s, top, bottom)
	}
	for i := range f.rows {
		y := top + height*float64(i) + height/2
		baseline := y + 4
		if narrow {
			baseline, y = y-4, y+9
			f.through(c, &s, y-8, y+7) // not through the texts
		}
		if !f.bare {
			c.text("c-label", start, pad, baseline, f.rows[i].Label, names)
			c.text("c-value", end, c.width-pad, baseline, f.numbers(&f.rows[i]), numbers)
		}
		f.row(c, &s, &f.rows[i], y)
	}
	c.y = bottom + labelDrop + 3
}

func (f *forest) numbers(r *Row) string {
	text := r.value(f.format)
	if r.Value == nil && r.Why != "" {
		text = r.Why
	}
	return text + r.counts(" · ", "")
}

// through draws the lines that rows are read against.
func (f *forest) through(c *canvas, s *scale, top, bottom float64) {
	for _, v := range s.ticks {
		c.line("c-grid", s.at(v), top, s.at(v), bottom)
	}
	if f.zero {
		c.line("c-zero", s.at(0), top, s.at(0), bottom)
	}
	if f.mark != nil {
		c.line("c-mark", s.at(*f.mark), top, s.at(*f.mark), bottom)
	}
}

func (f *forest) row(c *canvas, s *scale, r *Row, y float64) {
	class := "c-dot"
	if f.zero && !r.Clear {
		class = "c-dot c-open"
	}
	if r.Interval != nil {
		from, to := s.at(r.Interval.Low), s.at(r.Interval.High)
		c.line("c-whisker", from, y, to, y)
		c.line("c-whisker", from, y-4, from, y+4)
		c.line("c-whisker", to, y-4, to, y+4)
	}
	if r.Value != nil {
		tip := fmt.Sprintf("%s: %s%s", tidy(r.Label), r.value(f.format), r.counts(", ", " scored"))
		if r.Why != "" {
			tip += ", " + r.Why
		}
		c.circle(class, s.at(*r.Value), y, 4.5, tip)
	}
}

// Differences is a forest plot of paired differences around 0.
type Differences struct {
	Head
	Rows        []Row
	Below, Over string // what a difference below 0 says, and one above
}

// SVG draws the chart.
func (d *Differences) SVG() (string, error) {
	if err := checkRowValues("a difference", d.Rows); err != nil {
		return "", err
	}
	f := forest{rows: d.Rows, format: Signed, zero: true}
	f.x = extentOf(d.Rows, nil)
	if !f.x.any {
		return blank(d.Head, emptyWhy(d.Rows))
	}
	reach := max(-f.x.low, f.x.high)
	f.x.low, f.x.high = -reach, reach
	c := newCanvas(d.width())
	c.title(d.Title)
	c.legend([]entry{{dot, "c-dot", "the interval leaves out 0"}, {dot, "c-dot c-open", "it holds 0"}})
	f.draw(c, d.narrow())
	if d.Below != "" || d.Over != "" {
		c.space(10)
		c.text("c-small", start, pad, c.y+4, "← "+d.Below, c.width/2-2*pad)
		c.text("c-small", end, c.width-pad, c.y+4, d.Over+" →", c.width/2-2*pad)
		c.space(8)
	}
	return c.svg(d.Title, d.desc(describeRows(d.Rows, Signed)))
}
