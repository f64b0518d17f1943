package chart

import "fmt"

// Bin counts values from Low to below High.
type Bin struct {
	Low, High float64
	Count     int
}

// Distribution is a histogram with its mean, the mean's interval and the median.
type Distribution struct {
	Head
	Bins     []Bin
	Mean     *float64
	Interval *Range
	Median   *float64
}

func (d *Distribution) check() error {
	if err := checkRows("bins", len(d.Bins)); err != nil {
		return err
	}
	for i := range d.Bins {
		b := &d.Bins[i]
		if err := checkRange("a bin", &Range{b.Low, b.High}); err != nil {
			return err
		}
		if err := checkCount("a bin", b.Count); err != nil {
			return err
		}
	}
	if err := check("a distribution", d.Mean, d.Median); err != nil {
		return err
	}
	return checkRange("a distribution", d.Interval)
}

// SVG draws the chart.
func (d *Distribution) SVG() (string, error) {
	if err := d.check(); err != nil {
		return "", err
	}
	total, most := 0, 0
	var x extent
	for i := range d.Bins {
		b := &d.Bins[i]
		total, most = total+b.Count, max(most, b.Count)
		x.add(&b.Low, &b.High)
	}
	if total == 0 {
		return blank(d.Head, "no values")
	}
	x.add(d.Mean, d.Median)
	x.addRange(d.Interval)
	c := newCanvas(d.width())
	c.title(d.Title)
	c.legend(d.entries(total))
	d.plot(c, x, most)
	return c.svg(d.Title, d.desc(d.description(total)))
}

const plotHeight = 110.0

func (d *Distribution) plot(c *canvas, x extent, most int) {
	top, bottom := c.y+2, c.y+2+plotHeight
	ys := newScale(0, float64(most), bottom, top, min(most, 3)) // no ticks between whole counts
	xs := newScale(x.low, x.high, ys.wallWidth(), c.width-pad-6, 6)
	c.wall(&ys, xs.from, xs.to)
	for i := range d.Bins {
		b := &d.Bins[i]
		left, right, y := xs.at(b.Low), xs.at(b.High), ys.at(float64(b.Count))
		if b.Count == 0 {
			continue
		}
		width := right - left - 1
		if b.Low == b.High {
			left, width = left-5, 10 // one value, and no range of them
		}
		c.rect("c-bar", left+0.5, min(y, bottom-1), max(width, 1.5), max(bottom-y, 1),
			fmt.Sprintf("%s: %s", Between(b.Low, b.High), Count(b.Count)))
	}
	if d.Interval != nil {
		from, to := xs.at(d.Interval.Low), xs.at(d.Interval.High)
		c.rect("c-band", from, top, max(to-from, 1), bottom-top, "interval of the mean: "+Between(d.Interval.Low,
			d.Interval.High))
	}
	if d.Mean != nil {
		c.line("c-mean", xs.at(*d.Mean), top, xs.at(*d.Mean), bottom)
	}
	if d.Median != nil {
		c.line("c-median", xs.at(*d.Median), top, xs.at(*d.Median), bottom)
	}
	c.floor(&xs, bottom)
	c.y = bottom + labelDrop + 3
}

func (d *Distribution) entries(total int) []entry {
	var all []entry
	if d.Mean != nil {
		text := "mean " + Number(*d.Mean)
		if d.Interval != nil {
			text += " (" + Between(d.Interval.Low, d.Interval.High) + ")"
		}
		all = append(all, entry{stroke, "c-mean", text})
	}
	if d.Median != nil {
		all = append(all, entry{stroke, "c-median", "median " + Number(*d.Median)})
	}
	return append(all, entry{none, "", "n " + Count(total)})
}

// description says in words what the picture shows.
func (d *Distribution) description(total int) string {
	text := fmt.Sprintf("histogram of %s values", Count(total))
	if d.Mean != nil {
		text += ", mean " + Number(*d.Mean)
	}
	if d.Interval != nil {
		text += ", its interval " + Between(d.Interval.Low, d.Interval.High)
	}
	if d.Median != nil {
		text += ", median " + Number(*d.Median)
	}
	for i := range d.Bins {
		if i >= 24 {
			return text + "; …"
		}
		text += fmt.Sprintf("; %s: %s", Between(d.Bins[i].Low, d.Bins[i].High), Count(d.Bins[i].Count))
	}
	return text
}
