package block

import "bytes"

// Lines of a Markdown pipe table.
const (
	noPipe   = iota
	pipeRow  // cells with pipes between them
	pipeRule // the dashes below the header; nothing of it is text
)

// markPipes finds the pipe tables of Markdown: a row of headers, a rule of dashes with as many cells, and the rows
// below up to a line without a pipe.
func (r *reader) markPipes(lines []line) {
	src := r.scan.src
	for i := 0; i+1 < len(lines); i++ {
		head, rule := &lines[i], &lines[i+1]
		if head.table != noTable || rule.table != noTable || head.blank || rule.pageBreak {
			continue
		}
		columns := ruleColumns(src[rule.from:rule.to])
		if columns == 0 || countPipeCells(src[head.from:head.to]) != columns {
			continue
		}
		head.opens = true
		head.pipe, rule.pipe = pipeRow, pipeRule
		head.table, rule.table = inTable, inTable
		for i += 2; i < len(lines); i++ {
			l := &lines[i]
			if l.table != noTable || l.pageBreak || l.blank || bytes.IndexByte(src[l.from:l.to], '|') < 0 {
				break
			}
			l.pipe, l.table = pipeRow, inTable
		}
		i--
	}
}

// ruleColumns is the number of columns of a rule such as "| --- | :---: |", or 0 where the line is none.
func ruleColumns(text []byte) int {
	if bytes.IndexByte(text, '|') < 0 || bytes.IndexByte(text, '-') < 0 {
		return 0
	}
	columns := 0
	ok := true
	eachPipeCell(text, func(from, to int) {
		dashes := bytes.TrimSuffix(bytes.TrimPrefix(text[from:to], []byte(":")), []byte(":"))
		ok = ok && len(dashes) > 0 && len(bytes.Trim(dashes, "-")) == 0
		columns++
	})
	if !ok {
		return 0
	}
	return columns
}

func countPipeCells(text []byte) (n int) {
	if bytes.IndexByte(text, '|') < 0 {
		return 0
	}
	eachPipeCell(text, func(int, int) { n++ })
	return n
}

// eachPipeCell visits the cells of a row, blanks at their ends trimmed. The pipes at both ends of the row are
// optional, and a pipe after a backslash is text.
func eachPipeCell(text []byte, visit func(from, to int)) {
	from := 0
	if len(text) > 0 && text[0] == '|' {
		from = 1
	}
	for i := from; i <= len(text); i++ {
		switch {
		case i+1 < len(text) && text[i] == '\\':
			i++
		case i == len(text) && from == len(text) && from > 0 && text[from-1] == '|':
			return // the pipe at the end
		case i >= len(text) || text[i] == '|':
			a, b := from, min(i, len(text))
			for a < b && (text[a] == ' ' || text[a] == '\t') {
				a++
			}
			for b > a && (text[b-1] == ' ' || text[b-1] == '\t') {
				b--
			}
			visit(a, b)
			from = i + 1
		}
	}
}

// writePipeRow makes a block and cells of one row of a pipe table.
func (r *reader) writePipeRow(l *line) {
	w := &r.w
	table, row := r.nextPlainRow()
	r.doc.Tables[table].Plain = false
	start := int32(len(w.text))
	r.block = counters{start: start}
	w.owed = startBlock
	col := int32(0)
	eachPipeCell(r.scan.src[l.from:l.to], func(from, to int) {
		if col >= maxColumn {
			return
		}
		if col > 0 {
			w.owe(newCell)
		}
		r.addPipeCell(Cell{Row: row, Col: col, ColSpan: 1, RowSpan: 1}, l.from+from, l.from+to)
		col++
	})
	r.doc.Tables[table].Cells.End = int32(len(r.doc.Cells))
	if !w.endBlock(start) {
		return
	}
	look := r.block
	r.addBlock(Span{start, int32(len(w.text) - 1)}, &look, table, row)
	r.block = counters{start: int32(len(w.text))}
}

// addPipeCell copies the text of one cell, without the asterisks around it that print it bold.
func (r *reader) addPipeCell(c Cell, from, to int) {
	w, src := &r.w, r.scan.src
	c.Source = Range{int32(from), int32(to)}
	for _, mark := range []string{"**", "__"} {
		if n := len(mark); to-from > 2*n && string(src[from:from+n]) == mark && string(src[to-n:to]) == mark {
			from, to = from+n, to-n
			c.Style |= Bold
		}
	}
	before := len(w.text)
	for from < to {
		next := bytes.Index(src[from:to], []byte(`\|`))
		if next < 0 {
			next = to - from
		}
		w.copySource(from, from+next)
		from += next
		if from < to {
			w.copySource(from+1, from+2)
			from += 2
		}
	}
	c.Start, c.End = int32(before), int32(len(w.text))
	if c.End > c.Start && w.text[c.Start] == '\t' {
		c.Start++
	}
	if n := c.End - c.Start; n > 0 {
		r.count(r.top(), n)
	}
	r.doc.Cells = append(r.doc.Cells, c)
	r.held += cellBytes
}
