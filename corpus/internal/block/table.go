package block

import (
	"bytes"

	"github.com/assayhq/assay/internal/ascii"
)

// tableState is a table that has begun and not ended.
type tableState struct {
	index    int32 // in Doc.Tables
	depth    int   // of the element stack outside it
	inRow    bool
	inCell   bool
	row      int32
	col      int32
	until    []int32 // for each column the row at which a cell that spans rows ends
	cells    []Cell
	cell     Cell
	centered bool   // the row centers its cells
	parts    []part // of the current row so far
	look     counters
}

// part is one paragraph of one cell.
type part struct {
	Span
	look counters
	cell int32
}

// longRow is the length from which a row with several paragraphs in a cell is layout for text, whose
// paragraphs are blocks of their own, rather than a line of a table.
const longRow = 400

func (r *reader) table() *tableState {
	if n := len(r.tables); n > 0 {
		return r.tables[n-1]
	}
	return nil
}

func (r *reader) tabular(e element, t *Tag) {
	switch {
	case e == elTable && !t.Close:
		r.openTable(t)
	case r.table() == nil:
		// A row or cell outside any table: only its boundary counts.
		r.breakBlock()
	case e == elTable && r.tooDeep > 0:
		r.tooDeep--
	case e == elTable:
		r.closeTable(t.Range.End)
	case e == elTr && !t.Close:
		r.openRow(t)
	case e == elTr || e == elTbody:
		r.closeRow()
	case e == elTd && !t.Close:
		r.openCell(t)
	case e == elTd && r.table().inCell:
		r.closeCell(t.Range.End)
	default: // a caption, the end of a cell that never began
		r.breakBlock()
	}
}

func (r *reader) openTable(t *Tag) {
	if outer := r.table(); outer != nil && !outer.inCell {
		r.closeTable(t.Range.Start)
	}
	if len(r.tables) >= maxTables {
		r.doc.warn("tables nested more than 64 deep")
		r.tooDeep++
		return
	}
	parent := int32(-1)
	if outer := r.table(); outer != nil {
		outer.endPart(r)
		r.endRowBlock(outer)
		parent = outer.index
	} else {
		r.endBlock()
	}
	l := r.readLooks(elTable, t)
	if l.breakPage&breakBefore != 0 {
		r.breakPage()
	}
	state := r.newTable()
	state.index, state.depth, state.row = int32(len(r.doc.Tables)), len(r.stack), -1
	r.tables = append(r.tables, state)
	at := int32(len(r.w.text))
	r.doc.Tables = append(r.doc.Tables, Table{
		Span: Span{at, at}, Source: t.Range, Parent: parent,
		Blocks: Span{int32(len(r.doc.Blocks)), 0},
	})
	in := r.top().inherit(elTable, &l)
	// Alignment and type of the page do not reach into a table, as in browsers' quirks mode.
	in.style &^= Centered | Bold | Italic | Underlined
	in.breakAfter = l.breakPage&breakAfter != 0
	r.push(in)
}

// newTable is the state of a new table, in the memory of one that has ended.
func (r *reader) newTable() *tableState {
	n := len(r.closed)
	if n == 0 {
		return &tableState{}
	}
	t := r.closed[n-1]
	r.closed = r.closed[:n-1]
	*t = tableState{until: t.until[:0], cells: t.cells[:0], parts: t.parts[:0]}
	return t
}

func (r *reader) closeTable(sourceEnd int32) {
	t := r.table()
	r.closeRow()
	doc := &r.doc.Tables[t.index]
	doc.Source.End = sourceEnd
	doc.Rows = t.row + 1
	doc.Blocks.End = int32(len(r.doc.Blocks))
	doc.End = doc.Start
	if doc.Blocks.End > doc.Blocks.Start {
		doc.End = r.doc.Blocks[doc.Blocks.End-1].End
	}
	doc.Cells = Span{int32(len(r.doc.Cells)), int32(len(r.doc.Cells) + len(t.cells))}
	r.doc.Cells = append(r.doc.Cells, t.cells...)
	r.tables = r.tables[:len(r.tables)-1]
	r.closed = append(r.closed, t)
	if t.depth < len(r.stack) {
		r.popTo(t.depth)
	}
	r.block = counters{start: int32(len(r.w.text))}
	r.w.owed = startBlock
}

func (r *reader) openRow(t *Tag) {
	r.closeRow()
	state := r.table()
	if t.attrs.End > t.attrs.Start {
		l := r.readLooks(elTr, t)
		if l.breakPage&breakBefore != 0 {
			r.breakPage()
		}
		state.centered = l.set&Centered != 0
	}
	state.inRow = true
	state.row++
	state.col = 0
	r.block = counters{start: int32(len(r.w.text))}
	r.w.owed = startBlock
}

func (r *reader) closeRow() {
	t := r.table()
	if t.inCell {
		r.closeCell(-1)
	}
	t.endPart(r)
	r.endRowBlock(t)
	t.inRow, t.centered = false, false
}

func (r *reader) openCell(tag *Tag) {
	t := r.table()
	if t.inCell {
		r.closeCell(tag.Range.Start)
	}
	t.endPart(r) // text between cells, which browsers move out of the table
	if !t.inRow {
		t.inRow, t.col = true, 0
		t.row++
	}
	l := r.readLooks(elTd, tag)
	t.placeCell(&l)
	at := int32(len(r.w.text))
	t.cell = Cell{
		Span: Span{at, at}, Row: t.row, Col: t.col, ColSpan: l.cols, RowSpan: l.rows, Source: tag.Range,
	}
	t.col += l.cols
	t.inCell, t.look = true, counters{}
	if len(t.parts) > 0 {
		r.w.owe(newCell)
	}
	r.block = counters{start: at}
	if t.centered && l.clear&Centered == 0 {
		l.set |= Centered
	}
	if tag.Name[1] == 'h' {
		l.set |= (Bold | Centered) &^ l.clear
	}
	in := r.top().inherit(elTd, &l)
	in.indent = l.indent
	r.push(in)
}

const (
	// maxColumns is the column from which on cells are taken to span one column, whatever they say.
	maxColumns = 1 << 14

	// maxRowSpan is how many rows a cell spans at most, as browsers clamp them.
	maxRowSpan = 65534
)

// placeCell settles the spans of a new cell and finds its column.
func (t *tableState) placeCell(l *looks) {
	l.cols, l.rows = max(1, l.cols), max(1, l.rows)
	if t.col > maxColumns {
		l.cols = 1
	}
	for t.occupied(t.col) {
		t.col++
	}
	t.occupy(t.col, l.cols, l.rows)
}

// clampSpan reads the number that a span opens with, as browsers do; 1 where there is none.
func clampSpan(value []byte, most int32) int32 {
	n := int32(0)
	for _, c := range bytes.TrimSpace(value) {
		if !ascii.IsDigit(c) {
			break
		}
		n = min(n*10+int32(c-'0'), most)
	}
	return max(n, 1)
}

func (t *tableState) occupied(col int32) bool {
	return int(col) < len(t.until) && t.until[col] > t.row
}

func (t *tableState) occupy(col, cols, rows int32) {
	if rows < 2 {
		return
	}
	for c := col; c < min(col+cols, maxColumn); c++ {
		for int(c) >= len(t.until) {
			t.until = append(t.until, 0)
		}
		t.until[c] = t.row + rows
	}
}

// endPart closes the paragraph of the current cell.
func (t *tableState) endPart(r *reader) {
	c := r.block
	end := int32(len(r.w.text))
	r.block = counters{start: end}
	if c.visible == 0 || end <= c.start {
		return
	}
	span := trim(r.w.text, Span{c.start, end})
	t.parts = append(t.parts, part{span, c, int32(len(t.cells))})
	r.held += partBytes
	t.look.join(c)
}

func (r *reader) closeCell(sourceEnd int32) {
	t := r.table()
	for i := len(r.stack) - 1; i >= t.depth; i-- {
		if r.stack[i].element == elTd {
			r.popTo(i)
			break
		}
	}
	t.endPart(r)
	t.cell.End = int32(len(r.w.text))
	t.cell.Span = trim(r.w.text, t.cell.Span)
	if sourceEnd > t.cell.Source.End {
		t.cell.Source.End = sourceEnd
	}
	t.cell.Style, t.cell.Indent = t.look.style(), t.look.indent
	t.cells = append(t.cells, t.cell)
	r.held += cellBytes
	t.inCell = false
	r.w.owed = nothing
	if len(t.parts) > 0 {
		r.w.owed = newCell // for text between cells too
	}
}

// endRowBlock makes blocks of the row's parts: one, or one per paragraph where the row is layout.
func (r *reader) endRowBlock(t *tableState) {
	parts := t.parts
	t.parts = t.parts[:0]
	if len(parts) == 0 {
		r.w.owed = startBlock
		return
	}
	all := Span{parts[0].Start, parts[len(parts)-1].End}
	r.w.endBlock(all.Start)
	if isLayout(parts, all) {
		for _, p := range parts {
			r.w.text[p.End] = '\n'
			r.addBlock(p.Span, &p.look, t.index, max(0, t.row))
		}
	} else {
		look := counters{}
		for _, p := range parts {
			look.join(p.look)
		}
		r.addBlock(all, &look, t.index, max(0, t.row))
	}
	r.block = counters{start: int32(len(r.w.text))}
}

func isLayout(parts []part, all Span) bool {
	oneCell, several := true, false
	for i := 1; i < len(parts); i++ {
		same := parts[i].cell == parts[i-1].cell
		oneCell, several = oneCell && same, several || same
	}
	return several && (oneCell || all.End-all.Start > longRow)
}

// maxTrim bounds what is trimmed: only lines of plain-text tables hold long runs of blanks, and a page can
// put any number of links in front of one.
const maxTrim = 1024

// trim takes white space and separators off both ends.
func trim(text []byte, s Span) Span {
	for most := min(s.End, s.Start+maxTrim); s.Start < most && isSeparator(text[s.Start]); {
		s.Start++
	}
	for least := max(s.Start, s.End-maxTrim); s.End > least && isSeparator(text[s.End-1]); {
		s.End--
	}
	return s
}

func isSeparator(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\n' }
