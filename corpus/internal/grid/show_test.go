package grid

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/internal/label"
)

// Limits of the text rendering.
const (
	maxLabelWidth = 48
	maxCellWidth  = 22
)

// AppendShow appends the grid as aligned text for a terminal: caption, unit, headers, rows.
func (g *Grid) AppendShow(dst []byte) []byte {
	s := show{g: g, widths: make([]int, g.Width+1)}
	if g.Kind != Numeric {
		return s.layout(dst)
	}
	s.measure()
	dst = s.head(dst)
	band := int32(-1)
	for i := range g.Rows {
		r := &g.Rows[i]
		if r.Band != band && (r.Kind == DataRow || r.Kind == sectionRow) {
			band = r.Band
			dst = s.header(dst, g.Bands[band])
		}
		dst = s.row(dst, r)
	}
	return dst
}

// show is the state of one rendering.
type show struct {
	g      *Grid
	widths []int   // of the labels, then of each column
	shown  []Label // the sections of the rows above
	buf    []byte
}

// measure finds how wide the columns must be.
func (s *show) measure() {
	for i := range s.g.Rows {
		r := &s.g.Rows[i]
		s.widths[0] = max(s.widths[0], min(utf8.RuneCount(s.label(r)), maxLabelWidth))
		for k := range r.Values {
			v := &r.Values[k]
			s.buf = s.value(s.buf[:0], v)
			s.widths[v.Col+1] = max(s.widths[v.Col+1], min(utf8.RuneCount(s.buf), maxCellWidth))
		}
	}
	for _, band := range s.g.Bands {
		for c := range band {
			for _, p := range band[c].Path {
				s.widths[c+1] = max(s.widths[c+1], min(utf8.RuneCount(s.g.doc.Of(p.Span)), maxCellWidth))
			}
		}
	}
}

// value appends a value; the table's own scale is printed above.
func (s *show) value(dst []byte, v *Value) []byte {
	w := *v
	if v.scales {
		w.Scale = 0
	}
	return s.g.AppendValue(dst, &w)
}

// head is the caption and what is known of the unit.
func (s *show) head(dst []byte) []byte {
	g := s.g
	if g.Caption.End > g.Caption.Start {
		dst = append(appendText(dst, g.doc.Of(g.Caption)), '\n')
	}
	dst = append(dst, "unit: "...)
	if code := g.Scaling.Currency; code != "" {
		dst = append(append(dst, code...), ' ')
	}
	if word := scaleSuffix(g.Scaling.Money); word != "" {
		dst = append(append(dst, word[1:]...), ' ')
	}
	return append(append(append(dst, '('), g.Scaling.From.String()...), ")\n"...)
}

// header is one line per level of the columns' paths, aligned at the bottom.
func (s *show) header(dst []byte, band []Column) []byte {
	depth := 0
	for c := range band {
		depth = max(depth, len(band[c].Path))
	}
	for level := depth; level > 0; level-- {
		dst = pad(dst, nil, s.widths[0], false)
		for c := range band {
			var text []byte
			if p := band[c].Path; len(p) >= level {
				text = s.g.doc.Of(p[len(p)-level].Span)
			}
			dst = append(dst, "  "...)
			dst = pad(dst, text, s.widths[c+1], true)
		}
		dst = append(bytes.TrimRight(dst, " "), '\n')
	}
	for _, w := range s.widths {
		for range w {
			dst = append(dst, '-')
		}
		dst = append(dst, "  "...)
	}
	return append(bytes.TrimRight(dst, " "), '\n')
}

// row is one row of the body. Titles and headers are shown already.
func (s *show) row(dst []byte, r *Row) []byte {
	switch r.Kind {
	case NoteRow:
		return append(appendText(append(dst, "note: "...), s.g.doc.Of(r.Span)), '\n')
	case sectionRow:
		s.shown = r.Path
		return append(appendText(dst, s.label(r)), '\n')
	case DataRow:
		dst = s.parents(dst, r)
	default:
		return dst
	}
	dst = pad(dst, s.label(r), s.widths[0], false)
	col := int32(0)
	for i := range r.Values {
		v := &r.Values[i]
		for ; col < v.Col; col++ {
			dst = pad(append(dst, "  "...), nil, s.widths[col+1], true)
		}
		s.buf = s.value(s.buf[:0], v)
		dst = pad(append(dst, "  "...), s.buf, s.widths[v.Col+1], true)
		col = v.Col + 1
	}
	return append(bytes.TrimRight(dst, " "), '\n')
}

// parents shows the sections of a row that no row of their own has shown: a label that spans rows, a date
// in the corner of the header.
func (s *show) parents(dst []byte, r *Row) []byte {
	last := len(r.Path)
	for last > 0 && r.Path[last-1].Continues {
		last--
	}
	parents := r.Path[:max(last-1, 0)]
	same := 0
	for same < len(parents) && same < len(s.shown) && parents[same] == s.shown[same] {
		same++
	}
	for depth, at := 0, 0; at < len(parents); depth++ {
		end := at + 1
		for end < len(parents) && parents[end].Continues {
			end++
		}
		if end > same {
			for range depth {
				dst = append(dst, "  "...)
			}
			dst = append(s.g.AppendPath(dst, parents[at:end], " "), '\n')
		}
		at = end
	}
	s.shown = parents
	return dst
}

// label is a row's own label, indented by the sections that it is in.
func (s *show) label(r *Row) []byte {
	var out []byte
	start, depth := 0, 0
	for i, p := range r.Path {
		if !p.Continues {
			start = i
			depth++
		}
	}
	for range depth - 1 {
		out = append(out, "  "...)
	}
	return s.g.AppendPath(out, r.Path[start:], " ")
}

// layout lists the rows of a table that holds no figures.
func (s *show) layout(dst []byte) []byte {
	dst = append(append(dst, s.g.Kind.String()...), '\n')
	for i := range s.g.Rows {
		r := &s.g.Rows[i]
		if r.Kind == BlankRow {
			continue
		}
		dst = append(append(dst, r.Kind.String()...), ": "...)
		dst = append(appendText(dst, s.g.doc.Of(r.Span)), '\n')
	}
	return dst
}

// pad appends text in a field of the given width, cut off with an ellipsis where it is longer.
func pad(dst, text []byte, width int, right bool) []byte {
	n := utf8.RuneCount(text)
	if n > width {
		n = 0
		for i := range string(text) {
			if n == width-1 {
				text = append(append([]byte{}, text[:i]...), "…"...)
				break
			}
			n++
		}
		n = width
	}
	if right {
		dst = blanks(dst, width-n)
	}
	dst = appendText(dst, text)
	if !right {
		dst = blanks(dst, width-n)
	}
	return dst
}

func blanks(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}

var rowKindNames = [...]string{"blank", "title", "header", "section", "wrapped", "data", "note", "heading", "item", "text"}

func (k RowKind) String() string { return rowKindNames[k] }

var unitNames = [...]string{"", "money", "percent", "per share", "per unit", "shares", "count", "multiple", "years", "basis points", "points", "year"}

func unitName(u label.Unit) string { return unitNames[u] }

var sourceNames = [...]string{"unstated", "table", "before", "note", "inherited"}

func (s Source) String() string { return sourceNames[s] }
