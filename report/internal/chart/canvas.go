package chart

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// canvas gathers the marks of a chart from top to bottom.
type canvas struct {
	b     strings.Builder
	width float64
	y     float64 // how far down it is used
	err   error
	last  float64 // the lowest place that has been drawn to
}

const (
	pad        = 8.0  // between marks and the edge
	textHeight = 12.0 // of ordinary text
	lineHeight = 17.0
)

func newCanvas(width float64) *canvas { return &canvas{width: width} }

// space uses up some height.
func (c *canvas) space(height float64) { c.y += height }

// n writes a coordinate.
func (c *canvas) n(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) || v < -0.01 || v > 1e6 {
		c.err = errors.Join(c.err, fmt.Errorf("draw a chart: %v is no place on it", v))
		return "0"
	}
	text := strconv.FormatFloat(v, 'f', 1, 64)
	text = strings.TrimSuffix(text, ".0")
	if text == "-0" {
		return "0"
	}
	return text
}

// attributes writes names and places in turns.
func (c *canvas) attributes(pairs ...any) {
	for i := 0; i+1 < len(pairs); i += 2 {
		fmt.Fprintf(&c.b, ` %s="`, pairs[i])
		switch v := pairs[i+1].(type) {
		case float64:
			c.b.WriteString(c.n(v))
		case string:
			escape(&c.b, v)
		}
		c.b.WriteByte('"')
	}
}

// end closes an element, with a tooltip if there is one.
func (c *canvas) end(name, tip string) {
	if tip == "" {
		c.b.WriteString("/>")
		return
	}
	c.b.WriteString("><title>")
	escape(&c.b, limited(tidy(tip)))
	c.b.WriteString("</title></" + name + ">")
}

func (c *canvas) rect(class string, x, y, width, height float64, tip string, more ...any) {
	if width < 0 {
		x, width = x+width, -width
	}
	c.b.WriteString("<rect")
	c.attributes("class", class, "x", x, "y", y, "width", width, "height", height)
	c.attributes(more...)
	c.end("rect", tip)
	c.last = max(c.last, y+height)
}

func (c *canvas) line(class string, x1, y1, x2, y2 float64) {
	c.b.WriteString("<line")
	c.attributes("class", class, "x1", x1, "y1", y1, "x2", x2, "y2", y2)
	c.end("line", "")
	c.last = max(c.last, y1, y2)
}

func (c *canvas) circle(class string, x, y, r float64, tip string) {
	c.b.WriteString("<circle")
	c.attributes("class", class, "cx", x, "cy", y, "r", r)
	c.end("circle", tip)
	c.last = max(c.last, y+r)
}

// point is a place on a canvas.
type point struct{ x, y float64 }

// poly draws a line through points, or the area within them.
func (c *canvas) poly(element, class string, points []point) {
	c.b.WriteString("<" + element + ` class="` + class + `" points="`)
	for i, p := range points {
		if i > 0 {
			c.b.WriteByte(' ')
		}
		c.b.WriteString(c.n(p.x) + "," + c.n(p.y))
		c.last = max(c.last, p.y)
	}
	c.b.WriteString(`"/>`)
}

// anchor says which part of a text is at its place.
type anchor string

const (
	start  anchor = ""
	middle anchor = "middle"
	end    anchor = "end"
)

// text writes a text on a baseline, shortened to a width.
func (c *canvas) text(class string, a anchor, x, y float64, s string, width float64) {
	c.styled(class, a, x, y, s, width, "")
}

// upright writes a text from a place upwards.
func (c *canvas) upright(class string, x, y float64, s string, width float64) {
	c.styled(class, start, x, y, s, width, fmt.Sprintf("rotate(-90 %s %s)", c.n(x), c.n(y)))
}

func (c *canvas) styled(class string, a anchor, x, y float64, s string, width float64, transform string) {
	full := tidy(s)
	short := shorten(full, width, scaleOf(class))
	c.b.WriteString("<text")
	c.attributes("class", class, "x", x, "y", y)
	if a != start {
		c.attributes("text-anchor", string(a))
	}
	if transform != "" {
		c.attributes("transform", transform)
	}
	c.b.WriteByte('>')
	if short != full {
		c.b.WriteString("<title>")
		escape(&c.b, limited(full))
		c.b.WriteString("</title>")
	}
	escape(&c.b, short)
	c.b.WriteString("</text>")
	c.last = max(c.last, y+4)
}

// scaleOf is how wide the text of a class is, beside ordinary text.
func scaleOf(class string) float64 {
	if strings.Contains(class, "c-title") {
		return 1.3
	}
	return 1
}

// title writes the chart's title, if it has one.
func (c *canvas) title(s string) {
	if tidy(s) == "" {
		c.space(4)
		return
	}
	c.space(16)
	c.text("c-title", start, pad, c.y, s, c.width-2*pad)
	c.space(6)
}

// svg is the picture.
func (c *canvas) svg(title, desc string) (string, error) {
	if c.err != nil {
		return "", c.err
	}
	height := math.Ceil(max(c.y, c.last) + pad/2)
	var b strings.Builder
	name := cmp.Or(tidy(title), "chart")
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" viewBox="0 0 %s %s" width="%s" height="%s" aria-label="`,
		c.n(c.width), c.n(height), c.n(c.width), c.n(height))
	escape(&b, limited(name+": "+tidy(desc)))
	b.WriteString(`"><desc>`)
	escape(&b, limited(tidy(desc)))
	b.WriteString("</desc>")
	b.WriteString(c.b.String())
	b.WriteString("</svg>")
	return b.String(), c.err
}
