package block

import "github.com/assayhq/assay/internal/ascii"

// finish closes all open elements and settles what needed the complete document.
func (r *reader) finish() *Doc {
	for len(r.tables) > 0 {
		r.closeTable(int32(len(r.scan.src)))
	}
	r.popTo(1)
	r.endBlock()
	r.endMarks(0, int32(len(r.scan.src)))
	d := &r.doc
	d.Text, d.runs = r.w.text, r.w.runs
	r.settleMarks()
	r.settleLinks()
	r.markLarge()
	return d
}

// settleMarks finds the cells of the marks, which were numbered by table, and moves marks without text
// into the marks around them.
func (r *reader) settleMarks() {
	d := &r.doc
	for i := range d.Marks {
		m := &d.Marks[i]
		if table := r.markTable[i]; table >= 0 {
			m.Cell += d.Tables[table].Cells.Start
		}
		if m.Parent >= 0 && m.Start >= m.End {
			around := d.Marks[m.Parent].Span
			m.Start = max(around.Start, min(m.Start, around.End))
			m.End = m.Start
		}
	}
}

// larger is how much larger than the body Large type is, in tenths of a point.
const larger = 15

// markLarge marks the blocks set larger than most of the text.
func (r *reader) markLarge() {
	var body, most int32
	for size, n := range r.sizes {
		if n > most || n == most && size < body {
			body, most = size, n
		}
	}
	for i, size := range r.blockSize {
		if most > 0 && size >= body+larger {
			r.doc.Blocks[i].Style |= Large
		}
	}
}

// checkEnd looks for the end that a whole HTML document has.
func (r *reader) checkEnd() {
	src := r.scan.src
	tail := src[max(0, len(src)-4096):]
	if ascii.ContainsFold(tail, "</html") || ascii.ContainsFold(tail, "</body") {
		return
	}
	switch {
	case r.scan.cut:
		r.doc.warn("ends inside a tag: the file may be cut off")
	case ascii.ContainsFold(src[:min(len(src), 64<<10)], "<html"):
		r.doc.warn("ends without </html>: the file may be cut off")
	}
}
