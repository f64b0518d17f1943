package pdf

import (
	"bytes"
	"math"

	"github.com/assayhq/assay/corpus/internal/block"
)

// largeType is how much larger than the document's body type a heading's is.
const largeType = 1.2

// composer writes the blocks of a document.
type composer struct {
	doc     *Document
	hyphens *hyphens
	body    float32 // size of most running text
	around  float32 // and of most on the page, where it has enough
	page    *rawPage
	plane   *plane
	first   bool // no block of the page yet
	broken  bool // a hyphen ended the segment that was written last
	last    tail
}

// tail is how the last block ended, to decide whether the next one continues it.
type tail struct {
	prose  bool
	open   bool // not at the end of a sentence
	middle bool // certainly in the middle of one
	size   float32
}

// compose lays a file out.
func compose(f *rawFile) *Document {
	stripFurniture(f.pages)
	c := &composer{doc: &Document{Repaired: f.repaired}, hyphens: learnHyphens(f.pages), body: bodySize(f.pages)}
	for _, p := range f.pages {
		c.addPage(p)
	}
	return c.doc
}

// proseChars is the length of text from which a page has a body size of its own: releases set their
// small print, which may be most of their text, on pages of its own.
const proseChars = 800

// proseSegment is the number of words from which a segment is taken for running text.
const proseSegment = 5

// bodySize is the size, to half a point, in which most running text is set, or most text if none runs.
func bodySize(pages []*rawPage) float32 {
	for _, words := range []int{proseSegment, 0} {
		counts := map[int]int{}
		best := 0
		for _, p := range pages {
			for i := range p.planes {
				countSizes(counts, p.planes[i].segments, words)
			}
		}
		for k, n := range counts {
			if n > counts[best] || n == counts[best] && k < best {
				best = k
			}
		}
		if best > 0 {
			return float32(best) / 2
		}
	}
	return 0
}

func countSizes(counts map[int]int, segments []segment, words int) {
	for i := range segments {
		if s := &segments[i]; s.words() >= words {
			counts[int(s.size*2)] += int(s.chars)
		}
	}
}

func (c *composer) addPage(p *rawPage) {
	d := c.doc
	c.page, c.first, c.around = p, true, c.body
	if p.chars >= proseChars {
		c.around = bodySize([]*rawPage{p})
	}
	at := c.here()
	from := len(d.Blocks)
	for i := range p.planes {
		c.plane = &p.planes[i]
		for _, region := range cut(c.plane.segments, 0) {
			c.region(region)
		}
	}
	span := block.Span{Start: at, End: at}
	if len(d.Blocks) > from {
		span = block.Span{Start: d.Blocks[from].Start, End: c.here()}
	}
	d.Pages = append(d.Pages, Page{
		Span: span, Number: p.number, Label: p.label, Printed: p.printed,
		Width: p.box.Right - p.box.Left, Height: p.box.Top - p.box.Bottom,
		Chars: p.chars, ImageOnly: p.hasImage && p.chars < scanChars,
		Header: p.header, Footer: p.footer, Failure: p.failure,
	})
}

func (c *composer) here() int32 { return int32(len(c.doc.Text)) }

// region writes one column.
func (c *composer) region(segments []segment) {
	rows := rowsOf(segments)
	lines := make([]line, len(rows))
	for i := range rows {
		lines[i] = lineOf(rows[i])
	}
	m := measureOf(lines)
	at := 0
	for _, t := range findTables(lines) {
		c.prose(lines[at:t.from], m)
		c.table(lines, t, m)
		at = t.to
	}
	c.prose(lines[at:], m)
}

// prose gathers lines into paragraphs.
func (c *composer) prose(lines []line, m measure) {
	for len(lines) > 0 {
		p := newParagraph(lines)
		for n := 1; n < len(lines) && p.continuesWith(&lines[n], m); n++ {
			p.take(&lines[n])
		}
		c.paragraph(&p, m)
		lines = lines[len(p.lines):]
	}
}

func (c *composer) paragraph(p *paragraph, m measure) {
	box := emptyBox
	var chars, bold, italic int32
	head, end := &p.lines[0], &p.lines[len(p.lines)-1]
	next := tail{open: !end.ended, middle: end.hyphen || inSentence(end), size: end.size}
	start := c.open()
	for i := range p.lines {
		l := &p.lines[i]
		for k := range l.segments {
			c.text(start, &l.segments[k], i*len(l.segments)+k > 0)
		}
		box = box.with(l)
		chars, bold, italic = chars+l.chars, bold+l.bold, italic+l.italic
	}
	if end.hyphen {
		c.doc.Text = append(c.doc.Text, '-')
	}
	style := c.styleOf(chars, bold, italic, head.size)
	if c.isCentered(p, m) {
		style |= block.Centered
	}
	if isBullet(head.segments[0].firstRune()) && head.marked {
		style |= block.ListItem
	}
	if c.continues(head, style) {
		style |= block.Joined
	}
	next.prose = style&(block.Centered|block.Large|block.Bold) == 0
	c.close(block.Block{Span: block.Span{Start: start}, Style: style, Table: -1, Indent: indent(head.x0, m)}, box)
	c.last = next
}

// continues reports whether a paragraph continues the block before it, over a page or column's end. A
// page printed from the web may break a line anywhere, so its length says nothing.
func (c *composer) continues(head *line, style block.Style) bool {
	l := &c.last
	if !l.prose || !l.open || style&(block.Centered|block.Large|block.ListItem) != 0 || head.marked {
		return false
	}
	return (l.middle || head.startsLow) && abs(l.size-head.size) <= sizeSlack*max(l.size, head.size)
}

// inSentence: the line ends with a comma or a word that no sentence or heading ends with.
func inSentence(l *line) bool {
	text := l.segments[len(l.segments)-1].text
	switch string(text[bytes.LastIndexByte(text, ' ')+1:]) {
	case "a", "an", "the", "of", "in", "on", "at", "to", "by", "for", "from", "with", "and", "or", "our", "its",
		"their", "that", "which":
		return true
	}
	return text[len(text)-1] == ','
}

// open starts a block and gives its place in the text.
func (c *composer) open() int32 {
	if len(c.doc.Text) > 0 {
		c.doc.Text = append(c.doc.Text, '\n')
	}
	return c.here()
}

// text writes a segment of running text.
func (c *composer) text(start int32, s *segment, follows bool) {
	d := c.doc
	if follows {
		d.Text = append(d.Text, c.hyphens.between(d.Text[start:], c.broken, s.text)...)
	}
	d.Text = append(d.Text, s.text...)
	c.broken = s.hyphen
}

// close ends the block.
func (c *composer) close(b block.Block, box Box) {
	d := c.doc
	b.End = c.here()
	b.Page = int32(c.page.number)
	if c.first {
		b.Style |= block.PageBreak
		c.first = false
	}
	d.Blocks = append(d.Blocks, b)
	d.Boxes = append(d.Boxes, turnBack(box, c.plane.turn))
}

func (c *composer) styleOf(chars, bold, italic int32, size float32) block.Style {
	var s block.Style
	if float32(bold) >= mostly*float32(chars) {
		s |= block.Bold
	}
	if float32(italic) >= mostly*float32(chars) {
		s |= block.Italic
	}
	if size >= largeType*c.around {
		s |= block.Large
	}
	return s
}

// Rules for centred lines, in shares of the width.
const (
	centreSlack     = 0.02
	minCentreMargin = 0.06 // of the column on either side
	minPageMargin   = 0.2  // of the page, where the column's width is not known
)

// isCentered: every line has as much space on its left as on its right, within the column or, for
// lines that are the widest of their column, on the page.
func (c *composer) isCentered(p *paragraph, m measure) bool {
	for i := range p.lines {
		l := &p.lines[i]
		inColumn := centredIn(l, m.left, m.right, minCentreMargin)
		if m.isEdge(l.x0) || !inColumn && !centredIn(l, c.plane.box.Left, c.plane.box.Right, minPageMargin) {
			return false
		}
	}
	return true
}

func centredIn(l *line, left, right, margin float32) bool {
	width := right - left
	return abs((l.x0-left)-(right-l.x1)) <= 2*centreSlack*width && l.x0-left >= margin*width
}

func indent(x float32, m measure) int32 {
	return int32(math.Round(float64(min(max(x-m.left, 0), farAway))))
}

var emptyBox = Box{farAway, farAway, -farAway, -farAway}

func (b Box) with(l *line) Box {
	return Box{min(b.Left, l.x0), min(b.Bottom, l.y0), max(b.Right, l.x1), max(b.Top, l.y1)}
}

// table writes the rows of a table and registers its cells.
func (c *composer) table(lines []line, t tableRun, m measure) {
	d := c.doc
	rows := tableRows(lines, t, c.hyphens.join)
	cols := columnsOf(rows)
	index := int32(len(d.Tables))
	tab := block.Table{
		Cells:  block.Span{Start: int32(len(d.Cells))},
		Blocks: block.Span{Start: int32(len(d.Blocks))},
		Parent: -1, Rows: int32(len(rows)),
	}
	continued := c.first && len(d.Blocks) > 0
	for i := range rows {
		start := c.open()
		if i == 0 {
			tab.Start = start
		}
		c.row(&rows[i], cols, index, int32(i), m)
	}
	tab.End = c.here()
	tab.Cells.End, tab.Blocks.End = int32(len(d.Cells)), int32(len(d.Blocks))
	d.Tables = append(d.Tables, tab)
	if continued {
		c.markContinued(index)
	}
	c.last = tail{}
}

// row writes the cells of one row. An outer column's edge may lie anywhere between its cells, so a
// cell that overlaps none falls into the nearest one.
func (c *composer) row(r *tableRow, cols []columnRange, table, number int32, m measure) {
	d := c.doc
	start := c.here()
	box := emptyBox
	var chars, bold, italic int32
	next := int32(0)
	for k := range r.cells {
		s := &r.cells[k]
		if k > 0 {
			d.Text = append(d.Text, '\t')
		}
		at := c.here()
		d.Text = append(d.Text, s.text...)
		if s.hyphen {
			d.Text = append(d.Text, '-')
		}
		from, n := columnAt(cols, s)
		col := max(int32(from), next)
		span := max(int32(from+n)-col, 1)
		next = col + span
		d.Cells = append(d.Cells, block.Cell{
			Span: block.Span{Start: at, End: c.here()}, Row: number, Col: col, ColSpan: span, RowSpan: 1,
			Style: c.styleOf(s.chars, s.bold, s.italic, s.size), Indent: indent(s.x0, m),
		})
		chars, bold, italic = chars+s.chars, bold+s.bold, italic+s.italic
		box = Box{min(box.Left, s.x0), min(box.Bottom, s.y0), max(box.Right, s.x1), max(box.Top, s.y1)}
	}
	style := c.styleOf(chars, bold, italic, r.size)
	c.close(block.Block{
		Span: block.Span{Start: start}, Style: style, Table: table, Row: number, Indent: indent(r.cells[0].x0, m),
	}, box)
}

// markContinued sets that this table continues the one before: only a page's end is
// between them and both have as many columns.
func (c *composer) markContinued(index int32) {
	d := c.doc
	t := &d.Tables[index]
	before := d.Blocks[t.Blocks.Start-1].Table
	if before >= 0 && before < index && c.widthOf(before) == c.widthOf(index) {
		d.Tables[before].ContinuesAfterPage = true
	}
}

func (c *composer) widthOf(table int32) int32 {
	n := int32(0)
	t := &c.doc.Tables[table]
	for _, cell := range c.doc.Cells[t.Cells.Start:t.Cells.End] {
		n = max(n, cell.Col+cell.ColSpan)
	}
	return n
}
