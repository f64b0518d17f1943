package grid

import (
	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// Limits of the search for a table's caption.
const (
	captionBlocks = 6    // blocks before the table that are looked at
	captionProse  = 2    // paragraphs of prose among them that are passed over
	captionReach  = 1500 // bytes
	captionLength = 140
)

// caption finds the heading of a table: a title within it, else the nearest heading before it. A unit or
// a page number between them is passed over, a short paragraph that introduces the table as well.
func (r *reader) caption(g *Grid) {
	if s := r.captionElement(g); s.End > s.Start && s.End-s.Start <= captionLength {
		g.Caption = s
	}
	titled := false
	for i := range r.lines {
		l := &r.lines[i]
		if l.kind == DataRow {
			break
		}
		if l.kind == titleRow && g.subtitle.End == 0 {
			g.subtitle = l.items[0].Span
		}
		if l.kind == titleRow && titled && g.aboveLabels.End == 0 {
			g.aboveLabels = l.items[0].Span // a second title
		}
		if l.kind == titleRow && !titled && !r.isUnitOnly(&l.items[0]) && l.items[0].End-l.items[0].Start <= captionLength {
			g.Caption, titled = l.items[0].Span, true
			r.date(g, r.text(&l.items[0]))
		}
	}
	t := &r.d.Tables[g.Table]
	prose := 0
	for i := t.Blocks.Start - 1; i >= max(t.Blocks.Start-captionBlocks, 0) && prose <= captionProse; i-- {
		b := &r.d.Blocks[i]
		if t.Start-b.End > captionReach || b.Table >= 0 && !r.isHeadingTable(b.Table) {
			break
		}
		text := r.d.Of(b.Span)
		r.date(g, text)
		if g.subtitle.End == 0 && len(text) <= captionLength {
			g.subtitle = b.Span
		}
		switch {
		case len(text) > captionLength || len(text) > 0 && text[len(text)-1] == '.':
			prose++
		case g.Caption.End == 0 && r.looksLikeCaption(b, text):
			g.Caption = b.Span
		}
	}
}

// isHeadingTable reports whether an earlier table only lays out a heading.
func (r *reader) isHeadingTable(table int32) bool {
	return int(table) < len(r.grids) && r.grids[table].doc != nil && r.grids[table].Kind == Heading
}

// date takes the period of a table whose headers name none from the text before it, the nearest first.
func (r *reader) date(g *Grid, text []byte) {
	if g.Period.Year == 0 && len(text) <= maxBefore {
		g.Period.Add(text)
		if g.Period.Year == 0 {
			g.Period = label.Period{}
		}
	}
}

// looksLikeCaption reports whether a block looks like a heading and says more than a unit or a date.
func (r *reader) looksLikeCaption(b *block.Block, text []byte) bool {
	const least = 4
	if len(text) < least || text[0] == '(' || ascii.IsLower(text[0]) || label.IsDate(text) || isFurniture(text) ||
		figure.ReadCell(text).Form != figure.WordCell {
		return false
	}
	if s, ok := label.FindScaling(text); ok && s.Start < 24 {
		return false
	}
	const heading = block.Bold | block.Heading | block.Underlined | block.Large | block.Centered | block.Italic
	return b.Style&heading != 0 || isCapitals(text)
}

// isFurniture reports whether a text is on every page: a running header or footer.
func isFurniture(text []byte) bool {
	const longest = 60
	return ascii.HasPrefixFold(text, "table of contents") || ascii.HasPrefixFold(text, "notes to ") ||
		len(text) < longest && ascii.ContainsFold(text, "form 10-")
}

// isCapitals reports whether a text is in capitals.
func isCapitals(text []byte) bool {
	upper := 0
	for _, c := range text {
		if ascii.IsLower(c) {
			return false
		}
		if ascii.IsUpper(c) {
			upper++
		}
	}
	return upper > 3
}

// continueTable gives a table without headers those of the table just before it, when it continues that one
// on the next page: as many columns, and little between them.
func (r *reader) continueTable(g *Grid) {
	const maxGap = 300 // bytes between the two
	if r.last == nil || r.last.Width != g.Width || g.Width == 0 || hasHeaders(g.Bands[0]) {
		return
	}
	t, before := &r.d.Tables[g.Table], &r.d.Tables[r.last.Table]
	if t.Plain != before.Plain || t.Start < before.End || t.Start-before.End > maxGap {
		return
	}
	g.Bands[0] = r.last.Bands[len(r.last.Bands)-1]
	g.Scaling = r.last.Scaling
	if g.Scaling.From != unstated {
		g.Scaling.From = Inherited
	}
}

// hasHeaders reports whether any column has a header.
func hasHeaders(columns []Column) bool {
	for c := range columns {
		if len(columns[c].Path) > 0 {
			return true
		}
	}
	return false
}
