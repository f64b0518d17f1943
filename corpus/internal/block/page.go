package block

import "bytes"

// rule acts on an element that separates blocks.
func (r *reader) rule(e element, t *Tag) {
	r.breakBlock()
	switch e {
	case elBr:
		if t.attrs.End > t.attrs.Start && r.readLooks(e, t).breakPage != 0 {
			r.breakPage()
		}
	case elPage:
		r.breakPage()
	case elHr:
		if l := r.readLooks(e, t); l.breakPage != 0 || r.afterPageNumber() {
			r.breakPage()
		}
	}
}

// breakPage begins a page. Two breaks with nothing between them are one: generators end a page with a
// ruler that breaks it and begin the next with a paragraph that does so too.
func (r *reader) breakPage() {
	if r.newPage || len(r.doc.Blocks) == 0 {
		return
	}
	r.page++
	r.newPage = true
}

// comment acts on a comment or declaration: typesetting systems of the 2000s left nothing else where a
// page ended.
func (r *reader) comment(c []byte) {
	if !bytes.HasPrefix(c, []byte("<!--")) {
		return
	}
	text := bytes.TrimLeft(c[len("<!--"):], " \t\r\n")
	for _, mark := range [...]string{"pagebreak", "page break", "zeq."} {
		if len(text) >= len(mark) && equalFold(text[:len(mark)], mark) {
			r.breakBlock()
			r.breakPage()
			return
		}
	}
}

// afterPageNumber reports whether the block just written is a page number: a rule below it is the foot
// of a page, where nothing else marks it.
func (r *reader) afterPageNumber() bool {
	n := len(r.doc.Blocks)
	if n == 0 {
		return false
	}
	s := r.doc.Blocks[n-1].Span
	return s.End-s.Start <= 16 && isPageNumber(r.w.text[s.Start:s.End])
}

// isPageNumber reports whether b is a page number: 12, -12-, F-12, 10-K/12, xii or "Page 12".
func isPageNumber(b []byte) bool {
	b = bytes.Trim(b, "- ")
	if len(b) > 5 && equalFold(b[:5], "page ") {
		b = b[5:]
	}
	if dash := bytes.LastIndexAny(b, "-/"); dash > 0 && dash <= 4 && b[0] >= '0' {
		b = bytes.TrimLeft(b[dash+1:], " ")
	}
	if len(b) == 0 {
		return false
	}
	digits, romans := 0, 0
	for _, c := range b {
		switch c {
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			digits++
		case 'i', 'v', 'x', 'l':
			romans++
		}
	}
	return digits == len(b) && digits <= 4 || romans == len(b) && romans <= 7
}
