// Package chart turns numbers into pictures: inline SVG that needs no script to be read.
//
// Each chart is a type with the numbers and names it shows and a method SVG that draws it. The same values
// give the same bytes. Colours come from the classes of CSS, which knows light, dark and paper; names are
// text, escaped and shortened where they do not fit, with the whole name as a tooltip. What is missing is
// drawn as missing and described in words.
//
// It refuses numbers that are none: NaN, infinities and magnitudes beyond MaxValue are errors, not marks
// somewhere at the edge.
package chart

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// Widths of charts, in the units of their view box, which are pixels where a page shows them unscaled.
const (
	Wide   = 720.0 // for a page on a desk
	Half   = 350.0 // for two beside each other, and for a phone
	minDim = 240.0
	maxDim = 4000.0
)

// MaxValue is the largest magnitude that is drawn.
const MaxValue = 1e100

// Range is an interval of values.
type Range struct{ Low, High float64 }

// Head is what every chart says about itself.
type Head struct {
	Title string
	Desc  string  // what a reader who cannot see the picture is told; made from the data if it is empty
	Width float64 // Wide if it is 0
}

func (h Head) width() float64 {
	if h.Width == 0 {
		return Wide
	}
	return min(max(h.Width, minDim), maxDim)
}

// narrow reports whether text has to be above marks because it does not fit beside them.
func (h Head) narrow() bool { return h.width() < 560 }

func (h Head) desc(otherwise string) string {
	return cmp.Or(h.Desc, otherwise)
}

var errNumber = errors.New("it is not a finite number of a size that can be drawn")

// check refuses values that cannot be drawn. A nil is no value.
func check(what string, values ...*float64) error {
	for _, v := range values {
		if v != nil && !(math.Abs(*v) <= MaxValue) {
			return fmt.Errorf("draw %s: %v: %w", what, *v, errNumber)
		}
	}
	return nil
}

func checkRange(what string, r *Range) error {
	if r == nil {
		return nil
	}
	if err := check(what, &r.Low, &r.High); err != nil {
		return err
	}
	if r.Low > r.High {
		return fmt.Errorf("draw %s: an interval from %v down to %v", what, r.Low, r.High)
	}
	return nil
}

func checkCount(what string, counts ...int) error {
	for _, n := range counts {
		if n < 0 {
			return fmt.Errorf("draw %s: a count of %d", what, n)
		}
	}
	return nil
}

// maxRows is how many rows, bins or points a chart has; a picture of more cannot be read.
const maxRows = 2000

func checkRows(what string, n int) error {
	if n > maxRows {
		return fmt.Errorf("draw %s: %d of them; at most %d can be read", what, n, maxRows)
	}
	return nil
}

// blank is the chart of nothing: its title, and why there is nothing.
func blank(h Head, why string) (string, error) {
	c := newCanvas(h.width())
	c.title(h.Title)
	c.space(34)
	c.text("c-none", middle, c.width/2, c.y-12, why, c.width-2*pad)
	return c.svg(h.Title, h.desc(why))
}
