package chart

import "fmt"

// Line is a value over time, or over anything else in order, with the band of its interval.
type Line struct {
	Head
	Points []Row
	Mark   *float64 // such as a baseline
	Marked string
}

// SVG draws the chart.
func (l *Line) SVG() (string, error) {
	if err := checkRowValues("a line", l.Points); err != nil {
		return "", err
	}
	if err := check("a mark", l.Mark); err != nil {
		return "", err
	}
	y := extentOf(l.Points, l.Mark)
	if !y.any {
		return blank(l.Head, emptyWhy(l.Points))
	}
	c := newCanvas(l.width())
	c.title(l.Title)
	entries := []entry{{dot, "c-dot", "value"}, {box, "c-band", "its interval"}}
	if l.Mark != nil && l.Marked != "" {
		entries = append(entries, entry{stroke, "c-mark", l.Marked + " " + Number(*l.Mark)})
	}
	for i := range l.Points {
		if l.Points[i].Break != "" {
			entries = append(entries, entry{stroke, "c-zero", "something else changed, too"})
			break
		}
	}
	c.legend(entries)
	l.plot(c, y)
	return c.svg(l.Title, l.desc(describeRows(l.Points, Number)))
}

func (l *Line) plot(c *canvas, y extent) {
	top, bottom := c.y+6, c.y+6+plotHeight+40
	ys := newScale(y.low, y.high, bottom, top, 5)
	left, right := ys.wallWidth()+6, c.width-pad-10
	c.wall(&ys, left-6, right+6)
	at := func(i int) float64 {
		if len(l.Points) == 1 {
			return (left + right) / 2
		}
		return left + (right-left)*float64(i)/float64(len(l.Points)-1)
	}
	if l.Mark != nil {
		c.line("c-mark", left-6, ys.at(*l.Mark), right+6, ys.at(*l.Mark))
	}
	l.breaks(c, at, top, bottom)
	l.stretches(func(from, to int) { l.band(c, &ys, at, from, to) }, func(r *Row) bool { return r.Interval != nil })
	l.stretches(func(from, to int) { l.joined(c, &ys, at, from, to) }, func(r *Row) bool { return r.Value != nil })
	c.line("c-axis", left-6, bottom, right+6, bottom)
	l.names(c, at, bottom)
	c.y = bottom + labelDrop + 3
}

// breaks draws where points before and after are hardly comparable.
func (l *Line) breaks(c *canvas, at func(int) float64, top, bottom float64) {
	for i := range l.Points {
		if l.Points[i].Break == "" {
			continue
		}
		x := at(i)
		if i > 0 {
			x = (at(i-1) + x) / 2
		}
		c.line("c-zero", x, top, x, bottom)
		c.rect("c-catch", max(x-5, 0), top, 10, bottom-top, l.Points[i].Break)
	}
}

// stretches calls for the runs of neighbouring points that have something.
func (l *Line) stretches(do func(from, to int), has func(*Row) bool) {
	from := -1
	for i := range l.Points {
		switch {
		case has(&l.Points[i]) && from < 0:
			from = i
		case !has(&l.Points[i]) && from >= 0:
			do(from, i)
			from = -1
		}
	}
	if from >= 0 {
		do(from, len(l.Points))
	}
}

func (l *Line) band(c *canvas, ys *scale, at func(int) float64, from, to int) {
	if to-from == 1 {
		x, r := at(from), l.Points[from].Interval
		c.line("c-whisker", x, ys.at(r.Low), x, ys.at(r.High))
		return
	}
	var points []point
	for i := from; i < to; i++ {
		points = append(points, point{at(i), ys.at(l.Points[i].Interval.High)})
	}
	for i := to - 1; i >= from; i-- {
		points = append(points, point{at(i), ys.at(l.Points[i].Interval.Low)})
	}
	c.poly("polygon", "c-band", points)
}

func (l *Line) joined(c *canvas, ys *scale, at func(int) float64, from, to int) {
	var points []point
	for i := from; i < to; i++ {
		points = append(points, point{at(i), ys.at(*l.Points[i].Value)})
	}
	if len(points) > 1 {
		c.poly("polyline", "c-line", points)
	}
	radius := 4.0
	if len(l.Points) > 60 {
		radius = 2
	}
	for i, p := range points {
		r := &l.Points[from+i]
		c.circle("c-dot", p.x, p.y, radius, fmt.Sprintf("%s: %s%s", tidy(r.Label), r.value(Number),
			r.counts(", ", " scored")))
	}
}

// names writes the names of the points that fit, the last one always.
func (l *Line) names(c *canvas, at func(int) float64, bottom float64) {
	const most = 120.0
	last := len(l.Points) - 1
	free := c.width + 1.0
	for i := last; i >= 0; i-- {
		width := min(textWidth(tidy(l.Points[i].Label)), most)
		x := min(max(at(i), width/2+2), c.width-width/2-2)
		if x+width/2+8 > free && i != last {
			continue
		}
		c.text("c-tick", middle, x, bottom+labelDrop, l.Points[i].Label, width+1)
		free = x - width/2
	}
}
