package grid

import (
	"bytes"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/internal/ascii"
)

// layoutCounts is what the rows of a table look like that may hold no figures.
type layoutCounts struct {
	rows, items, headings, exhibits, pages int
	signed, signatures, paged, named       bool
	linked                                 int
	lastPage                               int64
	backwards                              int // page numbers smaller than the one above
}

// layout settles the kind of a table without figures, and of its rows.
func (r *reader) layout(g *Grid, c *layoutCounts) {
	g.Rows = r.rows.take(len(r.lines))
	for i := range r.lines {
		l := &r.lines[i]
		l.kind = r.layoutRow(l)
		g.Rows[i] = Row{Span: spanOf(l.items), Kind: l.kind, Index: l.index}
		switch l.kind {
		case itemRow:
			c.items++
		case headingRow:
			c.headings++
		}
	}
	g.Kind = c.kind()
	if g.Kind == Contents || g.Kind == Signatures || g.Kind == Exhibits {
		for i := range g.Rows {
			if g.Rows[i].Kind != BlankRow {
				g.Rows[i].Kind = textRow
			}
		}
	}
}

// kind is the kind of table that the counts speak for.
func (c *layoutCounts) kind() Kind {
	switch {
	case c.rows == 0:
		return Blank
	case c.signed:
		return Signatures
	case c.isContents():
		return Contents
	case c.signatures && c.rows > 1:
		return Signatures
	case c.exhibits > 1 && c.exhibits*2 >= c.rows || c.exhibits > 1 && c.named && c.exhibits*6 >= c.rows:
		return Exhibits
	case c.headings > 0 && c.headings == c.rows:
		return Heading
	case c.items*2 >= c.rows:
		return List
	}
	return Paragraphs
}

// isContents reports whether most rows end with the number of a page, in order, and links or names say so.
func (c *layoutCounts) isContents() bool {
	const least = 4
	ordered := c.pages >= least && c.pages*2 >= c.rows && c.backwards*8 <= c.pages
	return ordered && (c.paged || c.named && c.exhibits == 0 || c.linked*2 >= c.rows)
}

// survey counts what distinguishes contents lists, exhibit lists and signatures from tables of figures.
func (r *reader) survey() layoutCounts {
	var c layoutCounts
	for i := range r.lines {
		l := &r.lines[i]
		if len(l.items) == 0 {
			continue
		}
		c.rows++
		first, last := &l.items[0], &l.items[len(l.items)-1]
		if first.style&block.Linked != 0 || last.style&block.Linked != 0 {
			c.linked++
		}
		c.words(r.text(first), r.text(last))
		if len(l.items) > 1 && isExhibitNumber(r.text(first)) && l.items[1].content.Form == figure.WordCell {
			c.exhibits++
		} else if page := r.contentsPage(l); page > 0 {
			c.pages++
			if page < c.lastPage {
				c.backwards++
			}
			c.lastPage = page
		}
		for j := range l.items {
			if signature(r.text(&l.items[j])) {
				c.signed = true
			}
		}
	}
	return c
}

// contentsPage is the page number that ends a row of words, as in a contents list, or 0.
func (r *reader) contentsPage(l *line) int64 {
	const most = 4 // cells
	if len(l.items) < 2 || len(l.items) > most || l.items[0].content.Form != figure.WordCell {
		return 0
	}
	last := &l.items[len(l.items)-1]
	return pageNumber(&last.content, r.text(last))
}

// words looks for the words that head or open the rows of lists.
func (c *layoutCounts) words(first, last []byte) {
	switch {
	case ascii.HasPrefixFold(first, "item ") || ascii.HasPrefixFold(first, "part i"), ascii.HasPrefixFold(first, "exhibit"):
		c.named = true
	case ascii.HasPrefixFold(first, "signature") && len(first) < 12, ascii.HasPrefixFold(last, "signature") && len(last) < 12:
		c.signatures = true
	}
	if len(last) < 12 && (ascii.HasPrefixFold(last, "page") || ascii.HasPrefixFold(first, "page")) {
		c.paged = true
	}
}

// signature reports whether a text is a signed name: "/s/ …".
func signature(text []byte) bool {
	return ascii.HasPrefixFold(text, "/s/") || ascii.HasPrefixFold(text, "/ s /") || ascii.HasPrefixFold(text, "s/ ")
}

// isExhibitNumber reports whether a text is the number of an exhibit: "10.1", "(31.2)*", "101.INS", "4(a)".
func isExhibitNumber(text []byte) bool {
	const longest = 14
	if len(text) > longest {
		return false
	}
	text = bytes.TrimLeft(text, "*(+†‡# ")
	n := 0
	for n < len(text) && ascii.IsDigit(text[n]) {
		n++
	}
	if n == 0 || n > 3 {
		return false
	}
	rest := text[n:]
	if bytes.IndexByte(text, '%') >= 0 {
		return false // the rate of a note
	}
	return len(rest) == 0 || rest[0] == '.' && len(rest) > 1 || bytes.IndexByte([]byte("(-*)"), rest[0]) >= 0
}

// isBare reports whether a number has neither sign, unit nor scale.
func isBare(c *figure.Cell) bool {
	return c.Kind == figure.None && c.Currency == "" && c.Counts == "" && !c.Scaled && !c.Negative
}

// pageNumber is the page that the last cell of a contents row names, or 0: "12", "F-3", "12-15".
func pageNumber(c *figure.Cell, text []byte) int64 {
	if c.Form == figure.NumberCell && c.Exp == 0 && !c.Grouped && c.Coef > 0 && c.Coef < 2000 && isBare(c) {
		return c.Coef
	}
	if len(text) < 3 || len(text) > 9 {
		return 0
	}
	page := int64(0)
	if ascii.IsLetter(text[0]) && text[1] == '-' && ascii.IsDigit(text[2]) {
		const afterNumbered = 2000 // F-pages come after the numbered ones
		page, text = afterNumbered, text[2:]
	}
	for _, c := range text {
		if !ascii.IsDigit(c) {
			if c == '-' && page > 0 {
				return page
			}
			return 0
		}
		page = page*10%20000 + int64(c-'0')
	}
	return page
}

// layoutRow is the kind of one row of layout.
func (r *reader) layoutRow(l *line) RowKind {
	if len(l.items) == 0 {
		return BlankRow
	}
	first := &l.items[0]
	text := r.text(first)
	switch {
	case len(l.items) > 1 && isBullet(text):
		if ascii.IsDigit(text[0]) && r.isHeading(l) {
			return headingRow // "7." beside the title of a note
		}
		return itemRow
	case first.style&block.ListItem != 0:
		return itemRow
	case r.isHeading(l):
		return headingRow
	}
	return textRow
}

// isHeading reports whether a row is a heading: an item's or part's label, or few words in bold.
func (r *reader) isHeading(l *line) bool {
	const longest = 160
	span := spanOf(l.items)
	if span.End-span.Start > longest {
		return false
	}
	text := r.text(&l.items[0])
	if label := itemLabel(text); label {
		return true
	}
	for j := range l.items {
		if l.items[j].style&(block.Bold|block.Heading) == 0 {
			return false
		}
	}
	last := r.text(&l.items[len(l.items)-1])
	return last[len(last)-1] != '.' || span.End-span.Start < 60
}

// itemLabel reports whether a text opens with "Item 7" or "Part II".
func itemLabel(text []byte) bool {
	switch {
	case ascii.HasPrefixFold(text, "item") && len(text) > 5:
		rest := bytes.TrimLeft(text[4:], " s\v")
		return len(rest) > 0 && (ascii.IsDigit(rest[0]) || rest[0] == 'I' || rest[0] == 'V' || rest[0] == 'X')
	case ascii.HasPrefixFold(text, "part i"), ascii.HasPrefixFold(text, "part v"):
		return len(text) < 12
	}
	return false
}

// isBullet reports whether a cell holds only the glyph or enumerator of a list.
func isBullet(text []byte) bool {
	const longest = 6
	if len(text) > longest || len(text) == 0 {
		return false
	}
	if text[0] >= 0x80 { // a glyph of its own: "•", "◦", "▪", "–", "●", "·"
		n := 1
		for n < len(text) && text[n]&0xC0 == 0x80 {
			n++
		}
		return n == len(text)
	}
	if len(text) == 1 {
		return text[0] == 'o' || text[0] == '*' || text[0] == '-' || text[0] == '+'
	}
	body := bytes.Trim(text, "().")
	if len(body) == len(text) || len(body) == 0 {
		return false
	}
	letters, digits := 0, 0
	for _, c := range body {
		switch {
		case ascii.IsDigit(c):
			digits++
		case ascii.IsLetter(c):
			letters++
		default:
			return false
		}
	}
	return digits > 0 && digits <= 2 && letters == 0 || letters > 0 && letters <= 4 && digits == 0
}
