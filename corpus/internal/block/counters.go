package block

// counters is how much of a block has which style.
type counters struct {
	start, visible            int32
	bold, italic, under, link int32
	centered, hidden          int32
	heading                   bool
	item                      bool // it is the first block of a list item
	breaks                    bool // a page ended before it
	page                      int32
	indent                    int32
	size, sizeLead            int32 // type size of most of it, and by how much it leads
}

// add counts n more bytes of text in the given look.
func (c *counters) add(o *open, n int32) {
	c.visible += n
	c.addSize(o.size, n)
	s := o.style
	if s == 0 {
		return
	}
	if s&Bold != 0 {
		c.bold += n
	}
	if s&Italic != 0 {
		c.italic += n
	}
	if s&Underlined != 0 {
		c.under += n
	}
	if s&Linked != 0 {
		c.link += n
	}
	if s&Centered != 0 {
		c.centered += n
	}
	if s&Hidden != 0 {
		c.hidden += n
	}
	c.heading = c.heading || s&Heading != 0
}

// addSize keeps the size that most of the text has, where any has more than half.
func (c *counters) addSize(size, n int32) {
	switch {
	case size == c.size:
		c.sizeLead += n
	case n > c.sizeLead:
		c.size, c.sizeLead = size, n-c.sizeLead
	default:
		c.sizeLead -= n
	}
}

// join adds the counters of a later part of the same block.
func (c *counters) join(part counters) {
	if c.visible == 0 {
		start := c.start
		*c = part
		c.start = start
		return
	}
	c.visible += part.visible
	c.bold += part.bold
	c.italic += part.italic
	c.under += part.under
	c.link += part.link
	c.centered += part.centered
	c.hidden += part.hidden
	c.heading = c.heading || part.heading
	c.addSize(part.size, part.sizeLead)
}

// style is what holds for at least four fifths of the block, half of it for links.
func (c *counters) style() Style {
	if c.visible == 0 {
		return 0
	}
	var s Style
	most := c.visible - c.visible/5
	for _, row := range [...]struct {
		n     int32
		style Style
	}{{c.bold, Bold}, {c.italic, Italic}, {c.under, Underlined}, {c.centered, Centered}, {c.hidden, Hidden}} {
		if row.n >= most {
			s |= row.style
		}
	}
	if c.link*2 > c.visible {
		s |= Linked
	}
	if c.heading {
		s |= Heading
	}
	if c.item {
		s |= ListItem
	}
	if c.breaks {
		s |= PageBreak
	}
	return s
}
