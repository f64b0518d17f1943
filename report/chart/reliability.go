package chart

import (
	"fmt"
	"math"
)

// Reliability shows how often what was said with some confidence was right.
type Reliability struct {
	Head
	Points []Calibration
}

// Calibration are the cases that were answered with about the same confidence.
type Calibration struct {
	Confidence float64 // their mean, 0 to 1
	Right      float64 // the share that was right, 0 to 1
	Interval   *Range
	N          int
}

// SVG draws the chart.
func (r *Reliability) SVG() (string, error) {
	if err := checkRows("points", len(r.Points)); err != nil {
		return "", err
	}
	most, total := 0, 0
	for i := range r.Points {
		p := &r.Points[i]
		if err := check("a reliability", &p.Confidence, &p.Right); err != nil {
			return "", err
		}
		if err := checkRange("a reliability", p.Interval); err != nil {
			return "", err
		}
		if err := checkCount("a reliability", p.N); err != nil {
			return "", err
		}
		if p.Confidence < 0 || p.Confidence > 1 || p.Right < 0 || p.Right > 1 {
			return "", fmt.Errorf("draw a reliability: %v right at a confidence of %v: both are shares from 0 to 1", p.Right, p.Confidence)
		}
		most, total = max(most, p.N), total+p.N
	}
	if total == 0 {
		return blank(r.Head, "no values")
	}
	c := newCanvas(r.width())
	c.title(r.Title)
	c.legend([]entry{{stroke, "c-zero", "as right as confident"}, {none, "", "n " + Count(total)}})
	r.plot(c, most)
	return c.svg(r.Title, r.desc(r.told()))
}

func (r *Reliability) plot(c *canvas, most int) {
	side := min(c.width-70, 320)
	top := c.y + 6
	xs := newScale(0, 1, 44, 44+side, 5)
	ys := newScale(0, 1, top+side, top, 5)
	c.wall(&ys, xs.from, xs.to)
	c.line("c-zero", xs.from, ys.from, xs.to, ys.to)
	for i := range r.Points {
		p := &r.Points[i]
		if p.N == 0 {
			continue
		}
		x := xs.at(p.Confidence)
		tip := fmt.Sprintf("confidence %s, right %s, n %s", Number(p.Confidence), Number(p.Right), Count(p.N))
		if p.Interval != nil {
			c.line("c-whisker", x, ys.at(p.Interval.Low), x, ys.at(p.Interval.High))
			tip += ", " + Between(p.Interval.Low, p.Interval.High)
		}
		c.circle("c-dot", x, ys.at(p.Right), 3+5*math.Sqrt(float64(p.N)/float64(most)), tip)
	}
	c.floor(&xs, ys.from)
	c.y = ys.from + labelDrop + 18
	c.text("c-small", middle, (xs.from+xs.to)/2, c.y, "confidence", side)
	c.upright("c-small", 12, (ys.from+ys.to)/2+40, "share right", side)
	c.space(4)
}

func (r *Reliability) told() string {
	text := "share right by confidence"
	for i := range r.Points {
		if i >= 24 {
			return text + "; …"
		}
		p := &r.Points[i]
		text += fmt.Sprintf("; %s at %s (n %s)", Number(p.Right), Number(p.Confidence), Count(p.N))
	}
	return text
}
