package docqa

import (
	"cmp"
	"strings"

	"github.com/assayhq/assay/corpus/grid"
	"github.com/assayhq/assay/text"
)

// unit is what is found and cited: a sentence of prose, or a row of a table as a line.
type unit struct {
	text    string
	section string // such as "Item 7", if the document says so
	passage int
	first   int // lines of the passage's text that it was made of, from 1
	last    int
	row     bool
	table   *table // that it is a row of, if that has headers
	label   int    // bytes of a row before its figures; 0 where that is not known
	head    bool   // it is a row of headers
}

// Limits of a unit: beyond them a new one begins, whatever the text looks like.
const (
	maxRowCells   = 40
	maxRowBytes   = 1000
	maxProseLines = 400
	maxCell       = 24 // bytes of the longest line that can be a cell by itself
	maxLabel      = 160
	maxHeading    = 60
)

// appendUnits cuts a text into units. Filings come as text in three manners, which may stand in one document: prose
// wrapped at some width; tables as they are laid out, a row a line; and tables whose cells stand one below the
// other, as tools leave them that strip markup. Cells are put behind the label that they follow, so that a row can
// be read, and found, by itself.
func appendUnits(dst []unit, passage int, all string) []unit {
	c := &cutter{units: dst, passage: passage}
	for len(all) > 0 {
		line, rest, _ := strings.Cut(all, "\n")
		c.at++
		c.line(line)
		all = rest
	}
	c.endRow()
	c.endProse(len(c.prose))
	return c.units
}

// cutter reads a document line by line.
type cutter struct {
	units    []unit
	passage  int
	at       int // the line, from 1
	section  string
	prose    []line   // of a paragraph
	cells    []string // of a row
	from     int      // the line where the row begins
	to       int
	size     int // of the row
	splitter text.Splitter
	spans    []text.Sentence
	table    *table // that rows belong to
	heading  bool   // the unit before is one of its headers
	since    int    // bytes of sentences behind its last row
}

// line is one of a paragraph, with its number.
type line struct {
	text string
	at   int
}

func (c *cutter) line(raw string) {
	line := strings.TrimSpace(strings.ReplaceAll(raw, "\u00a0", " "))
	switch {
	case line == "":
		if len(c.cells) == 0 {
			c.endProse(len(c.prose))
		}
	case isItem(line):
		c.endRow()
		c.endProse(len(c.prose))
		c.section, c.table = itemOf(line), nil
		c.add(squeeze(line), c.at, c.at)
	case isWideRow(line):
		c.endRow()
		c.endProse(len(c.prose))
		c.addRow(unit{text: squeeze(line), label: labelOf(line), first: c.at, last: c.at}, 0)
	case isCell(line):
		c.cell(line)
	default:
		c.endRow()
		c.words(line)
	}
}

// words takes a line of prose. A short line without a stop, before one that begins in upper case, is a heading or a
// label and stands by itself.
func (c *cutter) words(text string) {
	if n := len(c.prose); n > 0 {
		last := c.prose[n-1].text
		if len(last) < maxHeading && !strings.ContainsRune(",;-", rune(last[len(last)-1])) && text[0] >= 'A' && text[0] <= 'Z' || n >= maxProseLines {
			c.endProse(n)
		}
	}
	if text = squeeze(text); text != "" {
		c.prose = append(c.prose, line{text, c.at})
	}
}

// cell takes a line that is a cell of a row. The line before it is the row's label, if it can be one.
func (c *cutter) cell(text string) {
	if len(c.cells) == 0 {
		c.from = c.at
		c.label()
		c.endProse(len(c.prose))
	}
	if len(c.cells) >= maxRowCells || c.size > maxRowBytes {
		c.endRow()
		c.from = c.at
	}
	c.cells, c.to = append(c.cells, text), c.at
	c.size += len(text) + 1
}

// label begins a row with the last line of prose.
func (c *cutter) label() {
	n := len(c.prose)
	if n == 0 || len(c.prose[n-1].text) > maxLabel || strings.HasSuffix(c.prose[n-1].text, ".") {
		return
	}
	label := c.prose[n-1]
	if n > 1 && isLower(label.text[0]) && len(c.prose[n-2].text) <= maxHeading { // a label that was wrapped
		label = line{c.prose[n-2].text + " " + label.text, c.prose[n-2].at}
		n--
	}
	c.prose = c.prose[:n-1]
	c.cells, c.from, c.size = append(c.cells, label.text), label.at, len(label.text)
}

func (c *cutter) endRow() {
	if len(c.cells) == 0 {
		return
	}
	var b strings.Builder
	for i, cell := range c.cells {
		if last := b.Len() - 1; i > 0 && !closesCell(cell[0]) && !opensCell(b.String()[last]) {
			b.WriteByte(' ')
		}
		b.WriteString(cell)
	}
	row := unit{text: squeeze(b.String()), first: c.from, last: c.to}
	if !isCell(c.cells[0]) {
		row.label = len(squeeze(c.cells[0]))
	}
	c.addRow(row, len(c.cells))
	c.cells, c.size = c.cells[:0], 0
}

func closesCell(b byte) bool { return b == ')' || b == '%' }
func opensCell(b byte) bool  { return b == '(' || b == '$' }

// endProse makes sentences of the first n lines of the paragraph, each with the lines that it stands on.
func (c *cutter) endProse(n int) {
	if n == 0 {
		return
	}
	var b strings.Builder
	ends := make([]int, n) // of the lines in the joined text
	for i, l := range c.prose[:n] {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(l.text)
		ends[i] = b.Len()
	}
	joined := b.String()
	c.spans = c.splitter.Sentences(c.spans[:0], []byte(joined))
	at := 0
	for _, s := range c.spans {
		for ends[at] <= s.Start {
			at++
		}
		first := at
		for ends[at] < s.End {
			at++
		}
		c.add(s.In(joined), c.prose[first].at, c.prose[at].at)
	}
	c.prose = append(c.prose[:0], c.prose[n:]...)
}

// add adds a sentence. When more is said than stands between the rows of a table, the table has ended.
func (c *cutter) add(text string, first, last int) {
	if text == "" {
		return
	}
	c.units = append(c.units, unit{text: text, section: c.section, passage: c.passage, first: first, last: last})
	c.heading = false
	if c.since += len(text); c.since > maxLabel {
		c.table = nil
	}
}

// addRow adds a row of so many cells, or headers, from which a table is.
func (c *cutter) addRow(u unit, cells int) {
	if u.text == "" {
		return
	}
	t := headers(&u, cells)
	if t != nil {
		if c.heading && c.table != nil {
			t = cmp.Or(c.table.under(t), t)
		}
		t.scaling, t.caption = c.scaling(t)
		c.table = t
	}
	c.heading, c.since = t != nil, 0
	u.section, u.passage, u.row, u.table, u.head = c.section, c.passage, true, c.table, t != nil
	c.units = append(c.units, u)
}

// labelOf is the length of what stands before the first wide gap of a row, with single blanks.
func labelOf(line string) int {
	n := strings.Index(line, "  ")
	if tab := strings.IndexByte(line, '\t'); tab >= 0 && (n < 0 || tab < n) {
		n = tab
	}
	if n < 0 || isCell(line[:n]) {
		return 0
	}
	return len(squeeze(line[:n]))
}

// caption is how many sentences before its headers may state a table's scale.
const caption = 30

// scaling is the scale that a table states in its headers, or a sentence before them, and that sentence.
func (c *cutter) scaling(t *table) (grid.Scaling, string) {
	if s, ok := grid.FindScaling([]byte(t.text)); ok {
		return s, ""
	}
	for i := len(c.units) - 1; i >= 0 && i >= len(c.units)-t.rows-caption; i-- {
		if u := &c.units[i]; u.passage == c.passage {
			if s, ok := grid.FindScaling([]byte(u.text)); ok {
				return s, u.text
			}
		}
	}
	return grid.Scaling{}, ""
}

func isLower(b byte) bool { return b >= 'a' && b <= 'z' }
func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// isCell tells a line that can only be a cell: a figure, a currency sign, a bracket, a footnote's mark.
func isCell(line string) bool {
	if len(line) > maxCell {
		return false
	}
	letters := 0
	for i := range len(line) {
		if b := line[i] | 0x20; isLower(b) {
			letters++
		}
	}
	return letters <= 2
}

// isWideRow tells a row that stands in one line: figures between wide gaps, tabs or bars.
func isWideRow(line string) bool {
	gaps, digits := strings.Count(line, " | ")+strings.Count(line, "\t"), 0
	for i := 0; i < len(line); i++ {
		switch {
		case isDigit(line[i]):
			digits++
		case line[i] == ' ' && i+2 < len(line) && line[i+1] == ' ' && line[i+2] != ' ':
			gaps++
		}
	}
	return digits > 0 && gaps > 0 && (gaps > 1 || digits > 2) || strings.Count(line, " | ") > 1 || strings.Count(line, "|") > 2
}

// squeeze makes one blank of many, and takes out what is no text.
func squeeze(s string) string {
	clean := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x80 || s[i] == ' ' && i > 0 && s[i-1] == ' ' {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "\ufffd")
}

// isItem tells the heading of an item: "Item 7.", "ITEM 1A — Risk factors".
func isItem(line string) bool { return itemOf(line) != "" && len(line) <= maxLabel }

// itemOf is the item that a line begins with, as "Item 7A".
func itemOf(line string) string {
	if len(line) < 6 || !strings.EqualFold(line[:4], "item") {
		return ""
	}
	rest := strings.TrimLeft(line[4:], " ")
	n := 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	if n == 0 || n > 2 || len(rest) == len(line)-4 {
		return ""
	}
	name := "Item " + rest[:n]
	if n < len(rest) && rest[n]|0x20 >= 'a' && rest[n]|0x20 <= 'c' {
		name += strings.ToUpper(rest[n : n+1])
		n++
	}
	if n < len(rest) && !strings.ContainsRune(". :-\u2013\u2014(", []rune(rest[n:])[0]) {
		return ""
	}
	return name
}
