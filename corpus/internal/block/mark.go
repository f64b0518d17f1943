package block

import "bytes"

// inlinePrefix is the prefix, with its colon, that the page binds to inline XBRL; "ix:" where it binds
// none. The declaration is in the root element, near the beginning.
func inlinePrefix(src []byte) []byte {
	head := src[:min(len(src), 64<<10)]
	// The transformations' namespaces have the same prefix; the elements' own ends here.
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

// inlineXBRL acts on a tag of inline XBRL and returns where to continue.
func (r *reader) inlineXBRL(t *Tag, next int) int {
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

// skipHeader keeps the place of the header, which is data and not text. One that is never closed ends
// with the hidden element that holds it, so that the page after it is not lost.
func (r *reader) skipHeader(t *Tag, next int) int {
	rest := r.scan.src[next:]
	end := -1
	if !r.unclosed[other] {
		end = indexClose(rest, t.Name)
	}
	if end < 0 {
		r.unclosed[other] = true
		r.doc.warn("<" + string(t.Name) + "> is never closed")
		end = indexClose(rest, []byte("div"))
		if end < 0 {
			end = len(rest)
		}
	}
	r.doc.Headers = append(r.doc.Headers, Range{int32(next), int32(next + end)})
	return next + end
}

func (r *reader) openMark(t *Tag) {
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

// maxMarkSearch bounds how many open marks an end tag is compared with; real ones nest five deep.
const maxMarkSearch = 64

// closeMark ends the innermost open mark of that name; those left open inside it end with it.
func (r *reader) closeMark(t *Tag) {
	src := r.scan.src
	for i := len(r.marks) - 1; i >= 0 && i >= len(r.marks)-maxMarkSearch; i-- {
		name := src[r.doc.Marks[r.marks[i]].Tag.Start+1:]
		if n := len(t.Name); len(name) > n && !isNameByte(name[n]) && equalFold(name[:n], string(t.Name)) {
			r.endMarks(i, t.Range.End)
			return
		}
	}
}

func (r *reader) endMarks(from int, sourceEnd int32) {
	for _, i := range r.marks[from:] {
		m := &r.doc.Marks[i]
		m.Span = trim(r.w.text, Span{m.Start, int32(len(r.w.text))})
		m.Source.End = sourceEnd
	}
	r.marks = r.marks[:from]
}
