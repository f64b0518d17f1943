package xbrl

import (
	"bytes"
	"sort"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// Limits of the search for an element that shows a hidden fact.
const (
	maxStyleTag = 8 << 10  // bytes of its opening tag before the property
	maxShowing  = 64 << 10 // bytes of its contents
	maxShownAll = 32 << 20 // bytes of the contents of all
)

// placeHidden gives hidden facts the place on the page that shows them in other words, "six years" for
// P6Y, where the page says so: showing are the places of the source where a style names such a fact.
func (r *reader) placeHidden(doc *block.Doc, showing []int32) {
	hidden := map[string]int32{}
	for i := range r.in.Facts {
		if f := &r.in.Facts[i]; len(showing) > 0 && f.Hidden && f.ID != "" {
			hidden[f.ID] = int32(i)
		}
	}
	budget := int32(maxShownAll)
	for _, at := range showing {
		id := propertyValue(r.src[at:])
		fact, ok := hidden[string(id)]
		if !ok || budget < 0 {
			continue
		}
		delete(hidden, string(id))
		inside := r.shownBy(int(at))
		budget -= inside.End - inside.Start
		if s, ok := r.spanOf(doc, inside); ok {
			r.in.Facts[fact].Spans = []block.Span{s}
		}
	}
}

// propertyValue is the text up to where a CSS property or its attribute ends.
func propertyValue(b []byte) []byte {
	const longest = 256
	end := bytes.IndexAny(b[:min(len(b), longest)], ";\"'>")
	return bytes.TrimSpace(b[:max(end, 0)])
}

// shownBy is the contents of the element whose opening tag is at the given place of the source; none
// where no tag does.
func (r *reader) shownBy(at int) block.Range {
	from := max(0, at-maxStyleTag)
	open := bytes.LastIndexByte(r.src[from:at], '<')
	if open < 0 {
		return block.Range{}
	}
	tag, ok := block.ReadTag(r.src, int32(from+open))
	if !ok || tag.Close || tag.Empty || int(tag.Range.End) <= at {
		return block.Range{}
	}
	return block.Range{Start: tag.Range.End, End: r.closing(tag)}
}

// closing is where the closing tag of an element begins.
func (r *reader) closing(tag block.Tag) int32 {
	limit := min(len(r.src), int(tag.Range.End)+maxShowing)
	end, depth := tag.Range.End, 1
	block.Tags(r.src, block.Range{Start: end, End: int32(limit)}, func(t block.Tag) bool {
		switch {
		case string(t.Name) != string(tag.Name) || t.Empty:
		case t.Close:
			depth--
		default:
			depth++
		}
		end = t.Range.Start
		return depth > 0
	})
	return end
}

// spanOf is the text that comes from a range of the source, if any does.
func (r *reader) spanOf(doc *block.Doc, within block.Range) (block.Span, bool) {
	if within.Start >= within.End {
		return block.Span{}, false
	}
	text := r.text[0]
	after := func(source int32) int32 {
		return int32(sort.Search(len(text), func(i int) bool { return doc.SourceOf(int32(i)) >= source }))
	}
	s := block.Span{Start: after(within.Start), End: after(within.End)}
	for s.Start < s.End && ascii.IsSpace(text[s.Start]) {
		s.Start++
	}
	for s.Start < s.End && ascii.IsSpace(text[s.End-1]) {
		s.End--
	}
	return s, s.Start < s.End && doc.SourceOf(s.Start) >= within.Start && doc.SourceOf(s.End-1) < within.End
}
