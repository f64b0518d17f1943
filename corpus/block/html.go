package block

import (
	"bytes"
	"math"
)

// Limits of one document. Real filings stay far below; what exceeds them is said in Doc.Warnings.
const (
	maxOpen   = 1024          // open elements that are remembered
	maxTables = 64            // tables inside tables
	maxSource = math.MaxInt32 // offsets are 32 bits
	maxColumn = 1000          // columns of a table, as browsers clamp them
)

// HTML reads an HTML or inline-XBRL document. It accepts anything: what it cannot make sense of is
// text, and what it had to give up on stands in Doc.Warnings.
func HTML(src []byte) *Doc {
	r := newReader(src)
	r.readHTML()
	return r.finish()
}

func newReader(src []byte) *reader {
	if len(src) > maxSource {
		src = src[:maxSource]
	}
	r := &reader{
		doc:    &Doc{source: src},
		scan:   scanner{src: src},
		styles: styleCache{},
		prefix: inlinePrefix(src),
		stack:  make([]open, 1, 64),
		sizes:  map[int32]int32{},
	}
	r.w = writer{src: src, text: make([]byte, 0, len(src)/6+64), runs: make([]run, 0, len(src)/64+16), owed: startBlock}
	r.stack[0].link = -1
	return r
}

// reader is the state of one pass over a document.
type reader struct {
	doc    *Doc
	w      writer
	scan   scanner
	styles styleCache
	prefix []byte // the namespace prefix of inline XBRL, colon included

	stack     []open
	tooDeep   int // elements opened beyond maxOpen and not closed yet
	block     counters
	page      int32
	newPage   bool
	tables    []*tableState
	marks     []int32         // open inline-XBRL elements, as indexes of doc.Marks
	markTable []int32         // for each mark the table that its cell belongs to
	sizes     map[int32]int32 // visible characters by type size
	blockSize []int32         // type size of each block
}

func (r *reader) readHTML() {
	src := r.scan.src
	for at := 0; at < len(src); {
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
			next = r.tag(tag, next)
		case next == at+1:
			r.text(at, next)
		}
		at = next
	}
}

// tag acts on one tag and returns where to read on.
func (r *reader) tag(t Tag, next int) int {
	if bytes.HasPrefix(t.Name, r.prefix) {
		return r.inlineXBRL(t, next)
	}
	e, k := elementOf(t.Name)
	switch k {
	case unknown:
		return next
	case opaque:
		if !t.Close && !t.Empty {
			return r.skipTo(t.Name, next)
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
func (r *reader) open(e element, k kind, t Tag) {
	if e == elP || e == elLi {
		r.closeImplied(e)
	}
	l := r.looks(e, t)
	flows := k == flow && !l.inline
	if flows {
		r.breakBlock()
	}
	if l.breakPage&breakBefore != 0 {
		r.breakPage()
	}
	if e == elA {
		r.closeLink()
	}
	if t.Empty {
		return
	}
	in := r.top().inherit(e, l)
	in.flows, in.breakAfter = flows, l.breakPage&breakAfter != 0
	if e == elA {
		if in.link = r.openLink(t); in.link >= 0 {
			in.style |= Linked
		}
	}
	r.push(in)
}

// push makes an element the innermost one. Pages that open elements and never close them reach the
// limit; the oldest are then forgotten, which costs nothing but that their end tags say nothing.
func (r *reader) push(in open) {
	if len(r.stack) >= maxOpen {
		r.warn("more than 1024 open elements")
		base := 1
		for i := len(r.stack) - 1; i > 0; i-- {
			if e := r.stack[i].element; e == elTd || e == elTable {
				base = i + 1
				break
			}
		}
		if base > maxOpen/2 {
			r.tooDeep++
			return
		}
		r.stack = append(r.stack[:base], r.stack[base+maxOpen/4:]...)
	}
	r.stack = append(r.stack, in)
}

func (r *reader) top() open { return r.stack[len(r.stack)-1] }

// looks gathers what a tag says of its element's appearance.
func (r *reader) looks(e element, t Tag) looks {
	l := ownLooks(e)
	if t.attrs.Start == t.attrs.End {
		return l
	}
	t.Attrs(r.scan.src, func(a Attr) bool {
		switch {
		case equalFold(a.Name, "style"):
			l = l.and(r.styles.of(a.Value))
		case equalFold(a.Name, "align"):
			l.toggle(Centered, equalFold(a.Value, "center"))
		case equalFold(a.Name, "id"), e == elA && equalFold(a.Name, "name"):
			r.anchor(a.Value)
		case e == elFont:
			fontElement(a, &l)
		}
		return true
	})
	return l
}

// and adds the declarations of a style attribute to an element's own looks.
func (l looks) and(css looks) looks {
	css.set |= l.set &^ css.clear
	css.clear |= l.clear &^ css.set
	css.indent += l.indent
	css.raised = css.raised || l.raised
	css.glyphs = css.glyphs || l.glyphs
	if css.size == 0 {
		css.size = l.size
	}
	return css
}

// close ends the innermost element of that name, and what was left open inside it. An end tag without
// a beginning is passed over; so is one whose beginning lies outside the current cell.
func (r *reader) close(e element, k kind) {
	if r.tooDeep > 0 {
		r.tooDeep--
		if k == flow {
			r.breakBlock()
		}
		return
	}
	for i := len(r.stack) - 1; i > 0 && r.stack[i].element != elTd; i-- {
		if r.stack[i].element == e {
			r.popTo(i)
			return
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
		o := r.stack[i]
		flows, breaks = flows || o.flows, breaks || o.breakAfter
		if o.link >= 0 {
			r.doc.Links[o.link].End = int32(len(r.w.text))
		}
	}
	r.stack = r.stack[:depth]
	if flows {
		r.breakBlock()
	}
	if breaks {
		r.breakPage()
	}
}

// closeImplied ends an open paragraph or list item that a new one ends without saying so.
func (r *reader) closeImplied(e element) {
	for i := len(r.stack) - 1; i > 0; i-- {
		switch o := r.stack[i].element; {
		case o == e:
			r.popTo(i)
			return
		case o == elTd || o == elDiv || o == elUl || o == elOl:
			return
		}
	}
}

func (r *reader) rule(e element, t Tag) {
	switch e {
	case elBr:
		r.breakBlock()
	case elPage:
		r.breakBlock()
		r.breakPage()
	case elHr:
		r.breakBlock()
		if l := r.looks(e, t); l.breakPage != 0 || r.afterPageNumber() {
			r.breakPage()
		}
	}
}

// afterPageNumber tells whether the block just written is a bare number: a rule below it is the foot
// of a page, where nothing else says so.
func (r *reader) afterPageNumber() bool {
	n := len(r.doc.Blocks)
	if n == 0 {
		return false
	}
	text := r.doc.Blocks[n-1].Span
	b := bytes.Trim(r.w.text[text.Start:text.End], "- ")
	if len(b) == 0 || len(b) > 4 {
		return false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func (r *reader) breakPage() {
	r.page++
	r.newPage = true
}

// skipTo passes over contents that are not text.
func (r *reader) skipTo(name []byte, from int) int {
	if end := indexClose(r.scan.src[from:], name); end >= 0 {
		return from + end
	}
	r.warn("<" + string(name) + "> is never closed")
	return len(r.scan.src)
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
		if len(rest) >= len(name) && equalFold(rest[:len(name)], string(name)) {
			return at
		}
		at += 2
	}
}

// text writes src[from:to] in the look of the innermost element.
func (r *reader) text(from, to int) {
	before, o := len(r.w.text), &r.stack[len(r.stack)-1]
	var glyphs func(rune) rune
	switch {
	case o.raised:
		glyphs = raise
	case o.glyphs:
		glyphs = dingbat
	}
	r.w.copySource(from, to, glyphs)
	if n := int32(len(r.w.text) - before); n > 0 {
		r.count(o, n)
	}
}

func (r *reader) count(o *open, n int32) {
	b := &r.block
	if b.visible == 0 {
		b.indent, b.size = o.indent+o.textIndent, o.size
		b.item = o.style&ListItem != 0
	}
	b.add(o.style, n)
}

// breakBlock ends the current block, or, inside a cell, the current paragraph of the cell.
func (r *reader) breakBlock() {
	if t := r.table(); t != nil && t.inCell {
		t.endPart(r)
		if len(r.w.text) > int(t.cell.Start) {
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
	r.addBlock(Span{c.start, int32(len(r.w.text) - 1)}, c, -1, 0)
	r.block = counters{start: int32(len(r.w.text))}
}

func (r *reader) addBlock(s Span, c counters, table, row int32) {
	style := c.style()
	if r.newPage {
		style |= PageBreak
		r.newPage = false
	}
	r.doc.Blocks = append(r.doc.Blocks, Block{
		Span: s, Style: style, Table: table, Row: row, Page: r.page, Indent: c.indent,
	})
	if c.size > 0 {
		r.sizes[c.size] += c.visible
	}
	r.blockSize = append(r.blockSize, c.size)
}

// anchor keeps a place that a link may point to; those that none does are dropped at the end.
func (r *reader) anchor(name []byte) {
	if len(name) > 0 && len(name) < 256 {
		r.doc.Anchors = append(r.doc.Anchors, Anchor{Name: string(name), At: int32(len(r.w.text))})
	}
}

// openLink begins a link into this document; -1 where the element is none.
func (r *reader) openLink(t Tag) int32 {
	href := t.Attr(r.scan.src, "href")
	if len(href) < 2 || href[0] != '#' || len(href) > 256 {
		return -1
	}
	r.doc.Links = append(r.doc.Links, Link{Span: Span{int32(len(r.w.text)), -1}, Target: string(href[1:])})
	return int32(len(r.doc.Links) - 1)
}

// closeLink ends a link that the next one ends without saying so.
func (r *reader) closeLink() {
	for i := len(r.stack) - 1; i > 0 && i > len(r.stack)-8; i-- {
		if r.stack[i].element == elA {
			r.popTo(i)
			return
		}
		if r.stack[i].element == elTd {
			return
		}
	}
}

func (r *reader) warn(text string) {
	for _, w := range r.doc.Warnings {
		if w == text {
			return
		}
	}
	r.doc.Warnings = append(r.doc.Warnings, text)
}
