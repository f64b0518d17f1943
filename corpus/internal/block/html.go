package block

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// Limits of one document. Real filings are far below them; Doc.Warnings says what exceeds one.
const (
	maxOpen   = 1024          // open elements that are remembered
	maxTables = 64            // tables inside tables
	maxSource = math.MaxInt32 // offsets are 32 bits
	maxColumn = 1000          // columns that one cell spans, as browsers clamp them
)

// HTML reads an HTML or inline-XBRL document. It accepts anything: what it cannot make sense of is
// text, and Doc.Warnings says what it had to give up on.
func HTML(src []byte) *Doc {
	d, _ := Read(src, true, nil)
	return d
}

func newReader(src []byte, markup bool) *reader {
	text, runs := len(src), len(src)/40 // as much as is expected
	if markup {
		text, runs = len(src)/5, len(src)/96
	}
	r := &reader{styles: styleCache{}, stack: make([]open, 1, 64), sizes: map[int32]int32{}}
	if encoding := wideEncoding(src); encoding != "" {
		r.doc.warn("the text is " + encoding + ": it has to be decoded first")
	}
	if len(src) > maxSource {
		r.doc.warn("over 2 GB: the rest was not read")
		src = src[:maxSource]
	}
	r.doc.source, r.scan.src, r.prefix = src, src, inlinePrefix(src)
	r.w = writer{src: src, text: make([]byte, 0, text+64), runs: make([]run, 0, runs+16), owed: startBlock}
	r.stack[0].link = -1
	return r
}

// reader is the state of one pass over a document.
type reader struct {
	doc    Doc
	w      writer
	scan   scanner
	styles styleCache
	prefix []byte // the namespace prefix of inline XBRL, colon included

	stack     []open
	opened    [elements]int32 // how many of the stack's elements are of each kind
	block     counters
	page      int32
	newPage   bool
	tables    []*tableState
	closed    []*tableState // for use again
	tooDeep   int           // tables opened beyond maxTables and not closed yet
	unclosed  [elements]bool
	newPlain  bool            // the next line of a plain-text table begins one
	inLine    bool            // inside a line of plain text, which is one block whatever its tags say
	names     []name          // anchors, before those that no link points to are dropped
	marks     []int32         // open inline-XBRL elements, as indexes of doc.Marks
	markTable []int32         // for each mark the table that its cell belongs to
	sizes     map[int32]int32 // visible characters by type size
	blockSize []int32         // type size of each block

	grow    Grow
	held    int64 // bytes of cells and their paragraphs
	taken   int64 // bytes that grow was told of
	refused error // by grow
}

func (r *reader) readHTML() {
	src := r.scan.src
	r.doc.Blocks = make([]Block, 0, len(src)/2048+16)
	for at := 0; at < len(src) && r.bound(); {
		lt := bytes.IndexByte(src[at:], '<')
		if lt < 0 {
			r.text(at, len(src))
			return
		}
		if lt > 0 {
			r.text(at, at+lt)
		}
		at += lt
		tag, next, ok := r.scan.tag(at)
		switch {
		case ok:
			next = r.tag(&tag, next)
		case next == at+1:
			r.text(at, next)
		default:
			r.comment(src[at:next])
		}
		at = next
	}
}

// tag acts on one tag and returns where to read on.
func (r *reader) tag(t *Tag, next int) int {
	e, k := elementOf(t.Name)
	switch k {
	case unknown:
		if bytes.HasPrefix(t.Name, r.prefix) {
			return r.inlineXBRL(t, next)
		}
	case opaque:
		if !t.Close && !t.Empty {
			return r.skip(e, t.Name, next)
		}
	case ruler:
		r.rule(e, t)
	case pre:
		if !t.Close {
			return r.preformatted(t, next)
		}
	case tabular:
		r.tabular(e, t)
	default:
		if t.Close {
			r.close(e, k)
		} else {
			r.open(e, k, t)
		}
	}
	return next
}

// open begins an inline or block element.
func (r *reader) open(e element, k kind, t *Tag) {
	l := r.readLooks(e, t)
	flows := k == flow && !l.inline
	switch {
	case flows:
		r.closeImplied(e)
		r.breakBlock()
		l.raised = false // a block that is moved up is no footnote mark
	case l.breakPage&breakBefore != 0:
		r.breakBlock()
	case e == elA:
		r.closeLink()
	}
	if l.breakPage&breakBefore != 0 {
		r.breakPage()
	}
	if t.Empty {
		return
	}
	in := r.top().inherit(e, &l)
	in.flows, in.breakAfter = flows, l.breakPage&breakAfter != 0
	if e == elA {
		if in.link = r.openLink(t); in.link >= 0 {
			in.style |= Linked
		}
	}
	r.push(in)
}

func (r *reader) top() *open { return &r.stack[len(r.stack)-1] }

// push makes an element the innermost one. Pages that open elements and never close them reach the
// limit; the oldest are then forgotten, which costs nothing but that their end tags say nothing.
func (r *reader) push(in open) {
	if len(r.stack) >= maxOpen {
		r.doc.warn("more than 1024 open elements")
		const forget = maxOpen / 4
		for i := 1; i <= forget; i++ {
			r.leave(&r.stack[i])
		}
		r.stack = append(r.stack[:1], r.stack[1+forget:]...)
		for _, t := range r.tables {
			t.depth = max(1, t.depth-forget)
		}
	}
	r.stack = append(r.stack, in)
	r.opened[in.element]++
}

// leave takes an element out of the count of open ones and ends its link.
func (r *reader) leave(o *open) {
	r.opened[o.element]--
	if o.link >= 0 {
		r.doc.Links[o.link].End = int32(len(r.w.text))
	}
}

// readLooks gathers what a tag says of its element's appearance, and keeps its id.
func (r *reader) readLooks(e element, t *Tag) looks {
	l := ownLooks(e)
	for rest := r.scan.src[t.attrs.Start:t.attrs.End]; len(rest) > 0; {
		var a Attr
		if a, rest = nextAttr(rest); a.Name == nil {
			break
		}
		switch len(a.Name) {
		case 2:
			if equalFold(a.Name, "id") {
				r.anchor(a.Value)
			}
		case 4:
			if e == elA && equalFold(a.Name, "name") {
				r.anchor(a.Value)
			} else if e == elFont {
				fontElement(a, &l)
			}
		case 5:
			if equalFold(a.Name, "style") {
				l = l.and(r.styles.of(a.Value))
			} else if equalFold(a.Name, "align") {
				l.toggle(Centered, equalFold(a.Value, "center"))
			}
		case 7:
			if e == elTd && equalFold(a.Name, "colspan") {
				l.cols = clampSpan(a.Value, maxColumn)
			} else if e == elTd && equalFold(a.Name, "rowspan") {
				l.rows = clampSpan(a.Value, maxRowSpan)
			}
		}
	}
	return l
}

// and adds the declarations of a style attribute to an element's own looks.
func (l looks) and(css looks) looks {
	css.set |= l.set &^ css.clear
	css.clear |= l.clear &^ css.set
	css.indent += l.indent
	css.raised = css.raised || l.raised
	if !css.hasFont {
		css.hasFont, css.glyphs = l.hasFont, l.glyphs
	}
	if css.size == 0 {
		css.size = l.size
	}
	css.cols, css.rows = l.cols, l.rows
	return css
}

// close ends the innermost element of that name, and what was left open inside it. An end tag without
// a beginning is passed over; so is one whose beginning lies outside the current cell.
func (r *reader) close(e element, k kind) {
	if r.opened[e] > 0 {
		for i := len(r.stack) - 1; i > 0 && r.stack[i].element != elTd; i-- {
			if r.stack[i].element == e {
				r.popTo(i)
				return
			}
		}
	}
	if k == flow {
		r.breakBlock()
	}
}

// popTo ends every element from the given depth on.
func (r *reader) popTo(depth int) {
	flows, breaks := false, false
	for i := len(r.stack) - 1; i >= depth; i-- {
		o := &r.stack[i]
		flows, breaks = flows || o.flows, breaks || o.breakAfter
		r.leave(o)
	}
	r.stack = r.stack[:depth]
	if flows || breaks {
		r.breakBlock()
	}
	if breaks {
		r.breakPage()
	}
}

// closeImplied ends an open paragraph, list item or definition that a new block ends without saying so.
func (r *reader) closeImplied(e element) {
	if r.opened[elP]+r.opened[elLi]+r.opened[elDd]+r.opened[elDt] == 0 {
		return
	}
	for i := len(r.stack) - 1; i > 0; i-- {
		switch o := r.stack[i].element; o {
		case elP:
			r.popTo(i)
		case elLi:
			if e == elLi {
				r.popTo(i)
				return
			}
		case elDd, elDt:
			if e == elDd || e == elDt {
				r.popTo(i)
				return
			}
		case elTd, elTable, elDiv, elUl, elOl, elBlockquote, elCenter, elH1:
			return
		}
	}
}

// skip passes over contents that are not text.
func (r *reader) skip(e element, name []byte, from int) int {
	if !r.unclosed[e] {
		if end := indexClose(r.scan.src[from:], name); end >= 0 {
			return from + end
		}
		// The text after it is still the filing's.
		r.unclosed[e] = true
		r.doc.warn("<" + string(name) + "> is never closed")
	}
	return from
}

// indexClose finds "</name" without regard to case, or -1.
func indexClose(b, name []byte) int {
	for at := 0; ; {
		i := bytes.Index(b[at:], []byte("</"))
		if i < 0 {
			return -1
		}
		at += i
		rest := b[at+2:]
		if len(rest) >= len(name) && bytes.EqualFold(rest[:len(name)], name) &&
			(len(rest) == len(name) || !isNameByte(rest[len(name)])) {
			return at
		}
		at += 2
	}
}

// text writes src[from:to] in the look of the innermost element.
func (r *reader) text(from, to int) {
	before, o := len(r.w.text), r.top()
	switch {
	case o.raised:
		r.w.copyMapped(from, to, superscript)
	case o.glyphs:
		r.w.copyMapped(from, to, dingbat)
	default:
		r.w.copySource(from, to)
	}
	if n := int32(len(r.w.text) - before); n > 0 {
		r.count(o, n)
	}
}

func (r *reader) count(o *open, n int32) {
	b := &r.block
	if b.visible == 0 {
		b.indent = o.indent + o.textIndent
		b.item = o.style&ListItem != 0
		b.page, b.breaks, r.newPage = r.page, r.newPage, false
	}
	b.add(o, n)
}

// breakBlock ends the current block, or, inside a cell, the current paragraph of the cell.
func (r *reader) breakBlock() {
	if r.inLine {
		return
	}
	if t := r.table(); t != nil && (t.inCell || len(t.parts) > 0) {
		t.endPart(r)
		if len(t.parts) > 0 && len(r.w.text) > int(t.cell.Start) {
			r.w.owe(newPara)
		}
		return
	}
	r.endBlock()
}

// endBlock closes the block that has been written since the last one.
func (r *reader) endBlock() {
	c := r.block
	if !r.w.endBlock(c.start) {
		return
	}
	r.addBlock(Span{c.start, int32(len(r.w.text) - 1)}, &c, -1, 0)
	r.block = counters{start: int32(len(r.w.text))}
}

func (r *reader) addBlock(s Span, c *counters, table, row int32) {
	style := c.style()
	if first, _ := utf8.DecodeRune(r.w.text[s.Start:s.End]); isBullet(first) {
		style |= ListItem
	}
	r.doc.Blocks = append(r.doc.Blocks, Block{
		Span: s, Style: style, Table: table, Row: row, Page: c.page, Indent: c.indent,
	})
	if c.size > 0 {
		r.sizes[c.size] += c.visible
	}
	r.blockSize = append(r.blockSize, c.size)
}
