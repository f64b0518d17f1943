package chart

// entry is a line of a legend: a sign and what it means.
type entry struct {
	sign  sign
	class string
	text  string
}

// sign is how an entry of a legend looks.
type sign int

const (
	box sign = iota
	stroke
	dot
	none
)

const (
	signWidth = 16.0
	entryGap  = 14.0
)

// legend writes entries in lines, as many beside each other as fit.
func (c *canvas) legend(entries []entry) {
	x, full := pad, c.width-2*pad
	c.space(lineHeight)
	for _, e := range entries {
		lead := signWidth
		if e.sign == none {
			lead = 0
		}
		width := min(textWidth(tidy(e.text))+lead+2, full)
		if x > pad && x+width > c.width-pad {
			x = pad
			c.space(lineHeight)
		}
		c.sign(e, x, c.y-4)
		c.text("c-small", start, x+lead, c.y, e.text, width-lead)
		x += width + entryGap
	}
	c.space(8)
}

func (c *canvas) sign(e entry, x, y float64) {
	switch e.sign {
	case box:
		c.rect(e.class, x, y-5, 11, 10, "")
	case stroke:
		c.line(e.class, x, y, x+12, y)
	case dot:
		c.circle(e.class, x+6, y, 4, "")
	}
}

// labelDrop is how far below an axis its labels are, clear of those of the axis at the left.
const labelDrop = 16.0

// floor draws the axis at the bottom of a plot, with as many labels as fit.
func (c *canvas) floor(s *scale, y float64) {
	every := s.labelEvery(func(v float64) float64 { return textWidth(s.label(v)) + 6 })
	for i, v := range s.ticks {
		x := s.at(v)
		if i%every == 0 {
			label := s.label(v)
			half := textWidth(label) / 2
			c.text("c-tick", middle, min(max(x, half), c.width-half), y+labelDrop, label, 2*half+1)
		}
	}
	c.line("c-axis", min(s.from, s.to), y, max(s.from, s.to), y)
}

// labelEvery returns n: every nth tick gets a label, so that labels do not overlap.
func (s *scale) labelEvery(size func(float64) float64) int {
	widest := 0.0
	for _, v := range s.ticks {
		widest = max(widest, size(v))
	}
	length := s.to - s.from
	if length < 0 {
		length = -length
	}
	for every := 1; every < len(s.ticks); every++ {
		if length/float64(max(len(s.ticks)-1, 1))*float64(every) >= widest {
			return every
		}
	}
	return max(len(s.ticks), 1)
}

// wall draws the axis at the left of a plot, its labels left of it.
func (c *canvas) wall(s *scale, x, right float64) {
	every := s.labelEvery(func(float64) float64 { return lineHeight })
	for i, v := range s.ticks {
		y := s.at(v)
		c.line("c-grid", x, y, right, y)
		if i%every == 0 {
			c.text("c-tick", end, x-5, y+4, s.label(v), x-6)
		}
	}
}

// wallWidth is the width of the labels of a left axis.
func (s *scale) wallWidth() float64 {
	widest := 0.0
	for _, v := range s.ticks {
		widest = max(widest, textWidth(s.label(v)))
	}
	return widest + pad + 6
}
