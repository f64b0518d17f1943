package block

const (
	maxBetween      = 3 // lines without figures that may be between two with them
	maxBlankBetween = 6 // the same, blank ones counted
	maxLabelLines   = 5 // the same where none is blank: a label of many lines
	headLines       = 10
	headBlanks      = 2

	maxLabelWords = 20 // of a row of figures; prose with gaps has more
)

// markTables finds the tables that no tag announces: at least two lines near each other with figures in
// columns of their own, and what belongs to them above and below.
func markTables(lines []line) {
	for i := 0; i < len(lines); i++ {
		if !lines[i].tabular() {
			continue
		}
		last, rows, between := i, 1, 0
		for k := i + 1; k < len(lines) && k <= last+maxBlankBetween+1; k++ {
			l := &lines[k]
			if l.table != noTable || l.pageBreak || l.prose() {
				break
			}
			if between > maxLabelLines || between > maxBetween && between < k-last-1 {
				break
			}
			switch {
			case l.tabular():
				last, between = k, 0
				rows++
			case !l.blank:
				between++
			}
		}
		if rows >= 2 {
			from := headOfTable(lines, i)
			last = footOfTable(lines, last)
			lines[from].opens = true
			for k := from; k <= last; k++ {
				lines[k].table = inTable
			}
		}
		i = last
	}
}

// tabular reports whether a line has figures in columns.
func (l *line) tabular() bool {
	switch {
	case l.table != noTable || l.blank || l.gaps == 0 || l.words > maxLabelWords:
		return false
	case l.wideFigures >= 1:
		return l.words <= 12 || l.wide >= 2
	case l.wide >= 1:
		return l.figures >= 1 && (l.figures >= 2 || l.gaps >= 2)
	}
	// Justified lines have gaps of two and three blanks, and more words than figures.
	return l.figures >= 2 && l.words <= l.figures+2
}

// prose reports whether a line is filled with words.
func (l *line) prose() bool {
	return !l.blank && l.wide == 0 && l.words >= 8 && l.left <= deepest && l.right > l.width*9/10
}

// headOfTable is the first line of the headings above a table's first line of figures.
func headOfTable(lines []line, from int) int {
	blanks, head := 0, from
	for k := from - 1; k >= 0 && k >= from-headLines; k-- {
		l := &lines[k]
		switch {
		case l.table != noTable || lines[k+1].pageBreak:
			return head
		case l.blank:
			blanks++
			if blanks > headBlanks {
				return head
			}
		case l.rule || l.columns > 0 || l.left > l.page/3 && !l.centred() && l.right-l.left < l.page/3:
			head, blanks = k, 0
		case l.right > l.page/2 || l.ends && !l.capitals || l.left > deepest:
			return head // prose or a title; what is left are headings of groups of rows
		}
	}
	return head
}

// footOfTable is the last line of the rules below a table.
func footOfTable(lines []line, last int) int {
	for k := last + 1; k < len(lines) && lines[k].rule && lines[k].table == noTable && !lines[k].pageBreak; k++ {
		last = k
	}
	return last
}

// nextPlainRow is the table and the row of the line of a table that has just been written.
func (r *reader) nextPlainRow() (table, row int32) {
	if r.newPlain {
		r.newPlain = false
		cells := int32(len(r.doc.Cells))
		r.doc.Tables = append(r.doc.Tables, Table{Parent: -1, Plain: true, Cells: Span{cells, cells}})
	}
	t := &r.doc.Tables[len(r.doc.Tables)-1]
	t.Rows++
	return int32(len(r.doc.Tables) - 1), t.Rows - 1
}

// closePlainTables settles the spans of the tables from the blocks that name them, both from the given
// ones on.
func (r *reader) closePlainTables(block, table int) {
	for i := block; i < len(r.doc.Blocks); i++ {
		b := &r.doc.Blocks[i]
		if b.Table < 0 {
			continue
		}
		t := &r.doc.Tables[b.Table]
		if t.Blocks.End == 0 {
			t.Blocks.Start, t.Start = int32(i), b.Start
		}
		t.Blocks.End, t.End = int32(i+1), b.End
	}
	d := Doc{Text: r.w.text, runs: r.w.runs, source: r.scan.src}
	for i := table; i < len(r.doc.Tables); i++ {
		if t := &r.doc.Tables[i]; t.Blocks.End > 0 {
			t.Source = d.SourceRange(t.Span)
		}
	}
}
