package block

import "bytes"

// inlinePrefix is the prefix, with its colon, that the page binds to inline XBRL; "ix:" where it binds
// none. The declaration stands in the root element, near the beginning.
func inlinePrefix(src []byte) []byte {
	head := src[:min(len(src), 64<<10)]
	// The transformations' namespaces begin alike; the elements' own ends here.
	uri := bytes.Index(head, []byte("/inlineXBRL\""))
	if uri < 0 {
		uri = bytes.Index(head, []byte("/inlineXBRL'"))
	}
	if uri < 0 {
		return []byte("ix:")
	}
	decl := bytes.LastIndex(head[:uri], []byte("xmlns:"))
	if decl < 0 || uri-decl > 200 {
		return []byte("ix:")
	}
	name := head[decl+len("xmlns:") : uri]
	eq := bytes.IndexByte(name, '=')
	if eq <= 0 || eq > 20 {
		return []byte("ix:")
	}
	return append(bytes.ToLower(bytes.TrimSpace(name[:eq])), ':')
}

// inlineXBRL acts on a tag of inline XBRL and returns where to read on.
func (r *reader) inlineXBRL(t Tag, next int) int {
	switch string(t.Name[len(r.prefix):]) {
	case "header":
		if !t.Close && !t.Empty {
			return r.skipHeader(t, next)
		}
	case "nonfraction", "nonnumeric", "fraction", "numerator", "denominator", "continuation",
		"exclude", "footnote", "tuple":
		if t.Close {
			r.closeMark(t)
		} else {
			r.openMark(t)
		}
	}
	return next
}

// skipHeader keeps the place of the header, which is data and not text.
func (r *reader) skipHeader(t Tag, next int) int {
	src := r.scan.src
	name := string(t.Name)
	end := indexClose(src[next:], []byte(name))
	if end < 0 {
		r.warn("<" + name + "> is never closed")
		r.doc.Headers = append(r.doc.Headers, Range{int32(next), int32(len(src))})
		return len(src)
	}
	r.doc.Headers = append(r.doc.Headers, Range{int32(next), int32(next + end)})
	return next + end
}

func (r *reader) openMark(t Tag) {
	at := int32(len(r.w.text))
	m := Mark{Span: Span{at, at}, Tag: t.Range, Source: t.Range, Parent: -1, Cell: -1}
	if n := len(r.marks); n > 0 {
		m.Parent = r.marks[n-1]
	}
	home := int32(-1)
	if table := r.table(); table != nil && table.inCell {
		m.Cell, home = int32(len(table.cells)), table.index
	}
	r.doc.Marks = append(r.doc.Marks, m)
	r.markTable = append(r.markTable, home)
	if !t.Empty {
		r.marks = append(r.marks, int32(len(r.doc.Marks)-1))
	}
}

// closeMark ends the innermost open mark of that name; those left open inside it end with it.
func (r *reader) closeMark(t Tag) {
	for i := len(r.marks) - 1; i >= 0 && i >= len(r.marks)-64; i-- {
		if r.markName(r.marks[i], len(t.Name)) == string(t.Name) {
			r.endMarks(i, t.Range.End)
			return
		}
	}
}

// markName is the lower-case name in the opening tag of a mark, which has the given length.
func (r *reader) markName(mark int32, length int) string {
	at := int(r.doc.Marks[mark].Tag.Start) + 1
	src := r.scan.src
	if at+length >= len(src) || isNameByte(src[at+length]) {
		return ""
	}
	return string(bytes.ToLower(src[at : at+length]))
}

func (r *reader) endMarks(from int, sourceEnd int32) {
	for _, i := range r.marks[from:] {
		m := &r.doc.Marks[i]
		m.End = int32(len(r.w.text))
		m.Span = trim(r.w.text, m.Span)
		m.Source.End = sourceEnd
	}
	r.marks = r.marks[:from]
}

// finish closes whatever is open and settles what needed the whole document.
func (r *reader) finish() *Doc {
	for len(r.tables) > 0 {
		r.closeTable(int32(len(r.scan.src)))
	}
	r.popTo(1)
	r.endBlock()
	r.endMarks(0, int32(len(r.scan.src)))
	d := r.doc
	d.Text, d.runs = r.w.text, r.w.runs
	for i, table := range r.markTable {
		if table >= 0 {
			d.Marks[i].Cell += d.Tables[table].Cells.Start
		}
	}
	r.keepLinkedAnchors()
	r.markLarge()
	return d
}

// keepLinkedAnchors drops the anchors that nothing points to: generators give every element an id.
func (r *reader) keepLinkedAnchors() {
	targets := make(map[string]bool, len(r.doc.Links))
	for _, l := range r.doc.Links {
		targets[l.Target] = true
	}
	kept := r.doc.Anchors[:0]
	for _, a := range r.doc.Anchors {
		if targets[a.Name] {
			kept = append(kept, a)
		}
	}
	r.doc.Anchors = kept
}

// markLarge marks the blocks set at least a point and a half above the size of most of the text.
func (r *reader) markLarge() {
	var body, most int32
	for size, n := range r.sizes {
		if n > most || n == most && size < body {
			body, most = size, n
		}
	}
	for i, size := range r.blockSize {
		if most > 0 && size >= body+15 {
			r.doc.Blocks[i].Style |= Large
		}
	}
}
