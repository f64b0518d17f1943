package corpus

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/internal/ascii"
)

// Assemble turns one text into the rows of a document, in memory, as ingest does with a file. Source offsets are
// those of the text. In addition to what a file of plain text may hold it reads tables that are left by tools which strip
// markup: rows of cells between bars, and cells one below the other after the label of their row.
func Assemble(text string) (*store.Rows, error) {
	src := []byte(text)
	marked, places := markup(text)
	r := &reading{format: "text", bytes: int64(len(src))}
	if places != nil {
		src = marked
	}
	b := &budget{}
	doc, err := block.Read(src, places != nil || looksLikeHTML(src), b.grow)
	if err != nil {
		return nil, err
	}
	if len(doc.Blocks) == 0 {
		return &store.Rows{}, nil
	}
	p := piece{doc: doc, src: src}
	r.describe(&p)
	if err := r.findItems(&p); err != nil { // a form without a table of items is one section
		p.kind, p.sections = "none", wholeBody(doc)
	}
	r.pieces = []piece{p}
	made, err := assemble(r, b)
	if err != nil {
		return nil, err
	}
	rows := made.Rows
	if places != nil {
		places.restore(rows, int64(len(text)))
	}
	return rows, nil
}

// textPlaces say where parts of a text are that was marked up.
type textPlaces []textPlace

// textPlace is a part that was copied: n bytes, from the text to the markup.
type textPlace struct{ markup, text, n int }

// at is the offset in the text of an offset in the markup.
func (p textPlaces) at(markup int64) int64 {
	i := sort.Search(len(p), func(i int) bool { return int64(p[i].markup) > markup }) - 1
	if i < 0 {
		return 0
	}
	return int64(p[i].text) + min(markup-int64(p[i].markup), int64(p[i].n))
}

func (p textPlaces) restore(rows *store.Rows, size int64) {
	move := func(start, end *int64) {
		*start, *end = p.at(*start), min(p.at(*end-1)+1, size)
	}
	for i := range rows.Items {
		move(&rows.Items[i].SourceStart, &rows.Items[i].SourceEnd)
	}
	for i := range rows.Paragraphs {
		move(&rows.Paragraphs[i].SourceStart, &rows.Paragraphs[i].SourceEnd)
	}
	for i := range rows.Tables {
		move(&rows.Tables[i].SourceStart, &rows.Tables[i].SourceEnd)
	}
	for i := range rows.Cells {
		move(&rows.Cells[i].SourceStart, &rows.Cells[i].SourceEnd)
	}
	for i := range rows.Sentences {
		move(&rows.Sentences[i].SourceStart, &rows.Sentences[i].SourceEnd)
	}
}

// textLine is a line of a text without the blanks around it.
type textLine struct {
	text string
	at   int // of its first byte
}

// Limits of tables that lost their layout.
const (
	maxCellBytes  = 24  // of a line that can be a cell by itself
	maxLabelBytes = 160 // of the label of a row
	maxLabelLines = 3   // between two rows of cells
	maxStackedRow = 40  // cells
)

// markup writes a text as HTML if it has tables that lost their layout; textPlaces are nil if it has none, or if the
// text is marked up already.
func markup(text string) ([]byte, textPlaces) {
	if looksLikeHTML([]byte(text)) {
		return nil, nil
	}
	m := marker{text: text, lines: linesOf(text)}
	if slices.ContainsFunc(m.lines, func(l textLine) bool { return strings.EqualFold(l.text, "<page>") }) {
		return nil, nil // a filing of plain text, with its layout and its pages
	}
	for i := 0; i < len(m.lines); {
		next := m.barTable(i)
		if next == i {
			next = m.tabTable(i)
		}
		if next == i {
			next = m.stackedTable(i)
		}
		i = max(next, i+1)
	}
	if !m.tables {
		return nil, nil
	}
	m.prose(len(m.lines))
	return m.out, m.places
}

func linesOf(text string) []textLine {
	var all []textLine
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		line := text[at : at+end]
		trimmed := strings.TrimLeft(line, " \t\r\u00a0")
		all = append(all, textLine{strings.TrimRight(trimmed, " \t\r\u00a0"), at + len(line) - len(trimmed)})
		at += end + 1
	}
	return all
}

// marker writes markup.
type marker struct {
	text   string
	lines  []textLine
	out    []byte
	places textPlaces
	from   int // the first line that is not written yet
	tables bool
}

// prose writes the lines before a line as they are.
func (m *marker) prose(to int) {
	if m.from >= to {
		return
	}
	m.out = append(m.out, "<pre>\n"...)
	start, end := m.lineStart(m.from), len(m.text)
	if to < len(m.lines) {
		end = m.lineStart(to)
	}
	m.copy(start, end)
	m.out = append(m.out, "</pre>\n"...)
	m.from = to
}

// lineStart is where a line begins, with the blanks before its text.
func (m *marker) lineStart(i int) int {
	return strings.LastIndexByte(m.text[:m.lines[i].at], '\n') + 1
}

// copy writes a part of the text, in which nothing is markup.
func (m *marker) copy(start, end int) {
	for start < end {
		n := strings.IndexAny(m.text[start:end], "<&")
		if n < 0 {
			n = end - start
		}
		m.places = append(m.places, textPlace{len(m.out), start, n})
		m.out = append(m.out, m.text[start:start+n]...)
		if start += n; start == end {
			return
		}
		m.places = append(m.places, textPlace{len(m.out), start, 0})
		if m.text[start] == '<' {
			m.out = append(m.out, "&lt;"...)
		} else {
			m.out = append(m.out, "&amp;"...)
		}
		start++
	}
}

// cell is a part of the text, or several that follow each other.
type cell struct{ parts []textLine }

func (c *cell) text() string {
	var b strings.Builder
	for _, p := range c.parts {
		b.WriteString(p.text)
	}
	return b.String()
}

// row writes a row of a table. In headers a cell reaches over the empty ones after it.
func (m *marker) row(cells []cell, header bool) {
	m.out = append(m.out, "<tr>"...)
	for i := 0; i < len(cells); i++ {
		c, wide := &cells[i], 1
		for header && i > 0 && c.text() != "" && i+1 < len(cells) && cells[i+1].text() == "" {
			i++
			wide++
		}
		m.out = fmt.Appendf(m.out, "<td colspan=%d>", wide)
		if c.text() == "$" {
			c = &cell{}
		}
		m.parts(c.parts)
		m.out = append(m.out, "</td>"...)
	}
	m.out = append(m.out, "</tr>\n"...)
}

// parts writes parts of the text, parted by blanks where they are words of their own.
func (m *marker) parts(parts []textLine) {
	for i, p := range parts {
		if i > 0 && !joinsCell(parts[i-1].text, p.text) {
			m.out = append(m.out, ' ')
		}
		m.copy(p.at, p.at+len(p.text))
	}
}

// table writes rows; one alone is a line of text.
func (m *marker) table(rows [][]cell) {
	m.tables = true
	if len(rows) == 1 {
		var parts []textLine
		for _, c := range rows[0] {
			parts = append(parts, c.parts...)
		}
		m.alone(parts)
		return
	}
	m.out = append(m.out, "<table>\n"...)
	header := true
	for _, r := range rows {
		header = header && !hasAmount(r)
		m.row(r, header)
	}
	m.out = append(m.out, "</table>\n"...)
}

// hasAmount reports whether a cell after the first is a figure and no year.
func hasAmount(cells []cell) bool {
	for i := 1; i < len(cells); i++ {
		text := cells[i].text()
		if isCell(text) && strings.ContainsAny(text, "0123456789") && !allYears(cells[i:i+1]) {
			return true
		}
	}
	return false
}

// barTable writes the rows between bars that begin at a line, and returns the line after them.
func (m *marker) barTable(i int) int {
	next := i
	for next < len(m.lines) && hasBars(m.lines[next].text) {
		next++
	}
	if next == i {
		return i
	}
	if next == i+1 {
		return i // one line with bars is no table
	}
	m.prose(i)
	var rows [][]cell
	framed := !slices.ContainsFunc(m.lines[i:next], func(l textLine) bool {
		return l.text[0] != '|' || l.text[len(l.text)-1] != '|'
	})
	for _, line := range m.lines[i:next] {
		switch {
		case strings.Trim(line.text, "|-: ") == "":
		case framed: // as in Markdown
			rows = append(rows, barCells(textLine{line.text[1 : len(line.text)-1], line.at + 1}))
		default:
			rows = append(rows, barCells(line))
		}
	}
	for k := range rows {
		if len(rows[k]) > len(rows[0]) {
			rows[k] = joinSymbols(rows[k])
		}
	}
	m.table(rows)
	m.from = next
	return next
}

// tabTable writes the rows of cells between tabs that begin at a line, and returns the line after them. A line without
// tabs is the heading of the rows after it, unless these begin with years: then it belongs to the next table.
func (m *marker) tabTable(i int) int {
	var rows [][]cell
	next := i
	for next < len(m.lines) {
		if to := m.headings(next); to > next && len(rows) > 0 {
			for ; next < to; next++ {
				rows = append(rows, []cell{{[]textLine{m.lines[next]}}})
			}
		}
		cells := tabCells(m.lines[next])
		if len(cells) < 2 || len(rows) > 0 && allYears(cells[1:]) {
			break
		}
		rows = append(rows, joinSymbols(cells))
		next++
	}
	if len(rows) < 2 {
		return i
	}
	m.prose(i)
	m.table(rows)
	m.from = next
	return next
}

// headings is the line after those without tabs that begin at a line, if rows follow that belong to the same table.
func (m *marker) headings(i int) int {
	to := i
	for to < len(m.lines) && to-i < maxLabelLines && !strings.Contains(m.lines[to].text, "\t") {
		text := m.lines[to].text
		if text == "" || len(text) > maxLabelBytes || strings.HasSuffix(text, ".") {
			return i
		}
		to++
	}
	if to == len(m.lines) {
		return i
	}
	if cells := tabCells(m.lines[to]); len(cells) < 2 || allYears(cells[1:]) {
		return i
	}
	return to
}

// cellOf is the text at an offset as a cell; one of blanks alone has no parts.
func cellOf(text string, at int) cell {
	trimmed := strings.TrimLeft(text, " ")
	if trimmed == "" {
		return cell{}
	}
	return cell{[]textLine{{strings.TrimRight(trimmed, " "), at + len(text) - len(trimmed)}}}
}

// tabCells are the parts of a line between tabs.
func tabCells(line textLine) []cell {
	var all []cell
	at := line.at
	for part := range strings.SplitSeq(line.text, "\t") {
		all = append(all, cellOf(part, at))
		at += len(part) + 1
	}
	return all
}

// joinSymbols makes one cell of a figure and the currency sign, bracket or percent sign that has a cell of its own.
func joinSymbols(cells []cell) []cell {
	joined := cells[:1]
	for _, c := range cells[1:] {
		last := &joined[len(joined)-1]
		text := c.text()
		isFirst := len(joined) == 1
		switch {
		case !isFirst && last.text() == "$", !isFirst && (text == ")" || text == "%" || text == ")%"):
			last.parts = append(slices.Clip(last.parts), c.parts...)
		default:
			joined = append(joined, c)
		}
	}
	return joined
}

// hasBars reports whether a line is a row of a table, and not prose with a bar in it.
func hasBars(line string) bool {
	bars := strings.Count(line, "|")
	return bars > 1 || bars == 1 && (line[0] == '|' || strings.Contains(line, " | ")) && strings.ContainsAny(line, "0123456789")
}

// barCells are the parts of a line between bars.
func barCells(line textLine) []cell {
	text, at := line.text, line.at
	var all []cell
	for {
		n := strings.IndexByte(text, '|')
		part := text
		if n >= 0 {
			part = text[:n]
		}
		c := cellOf(part, at)
		if len(c.parts) > 0 {
			c.parts[0].text = withoutRepeat(c.parts[0].text)
		}
		all = append(all, c)
		if n < 0 {
			return all
		}
		text, at = text[n+1:], at+n+1
	}
}

// withoutRepeat is a cell without its figure in brackets as printed, as FinQA writes negative ones: "-27.9 ( 27.9 )".
func withoutRepeat(cell string) string {
	figure, printed, ok := strings.Cut(cell, " ( ")
	if ok && strings.TrimSuffix(printed, " )") == strings.ReplaceAll(strings.TrimPrefix(figure, "-"), "%", " %") {
		return figure
	}
	return cell
}

// stackedRow is a row whose cells are one below the other.
type stackedRow struct {
	label  cell // with the headings before it
	values []cell
	next   int // line
}

// stackedTable writes the rows of cells that begin at a line, with the label before them.
func (m *marker) stackedTable(i int) int {
	if !isCell(m.lines[i].text) {
		return i
	}
	first := i
	for n := m.labelLines(i); n > 0; n-- {
		first--
	}
	var rows []stackedRow
	next := first
	for {
		r, ok := m.stackedRow(next)
		if !ok {
			break
		}
		rows = append(rows, r)
		next = r.next
	}
	if len(rows) == 0 {
		return i
	}
	m.prose(first)
	m.stacked(rows)
	m.from = next
	return next
}

// labelLines is how many lines before a cell are the label of its row: one, or two where it was wrapped.
func (m *marker) labelLines(i int) int {
	isLabel := func(k, most int) bool {
		return k >= m.from && m.lines[k].text != "" && len(m.lines[k].text) <= most && !strings.HasSuffix(m.lines[k].text, ".") &&
			!isCell(m.lines[k].text) && !hasBars(m.lines[k].text)
	}
	switch {
	case !isLabel(i-1, maxLabelBytes):
		return 0
	case startsLower([]byte(m.lines[i-1].text)) && isLabel(i-2, maxLabelBytes/2):
		return 2
	}
	return 1
}

// stackedRow reads the headings, the label and the cells that begin at a line. A sentence between two rows ends a table.
func (m *marker) stackedRow(from int) (r stackedRow, ok bool) {
	i := from
	for i < len(m.lines) && i-from <= maxLabelLines && !isCell(m.lines[i].text) {
		i++
	}
	if i == len(m.lines) || !isCell(m.lines[i].text) {
		return r, false
	}
	last := i - min(m.labelLines(i), i-from)
	for k := from; k < i; k++ {
		text := m.lines[k].text
		if k < last && (len(text) > maxLabelBytes || strings.HasSuffix(text, ".") || hasBars(text)) {
			return r, false
		}
		if text != "" {
			r.label.parts = append(r.label.parts, m.lines[k])
		}
	}
	var open cell
	for ; i < len(m.lines) && len(r.values) < maxStackedRow; i++ {
		text := m.lines[i].text
		if text == "" {
			continue
		}
		if !isCell(text) {
			break
		}
		line := m.lines[i]
		sign := len(text) > 1 && text[len(text)-1] == '$' // of the next cell
		if sign {
			line.text = strings.TrimRight(text[:len(text)-1], " ")
			text = line.text
		}
		if k := len(open.parts); k > 0 && !joinsCell(open.parts[k-1].text, text) || k > 0 && open.text() == text {
			r.values = append(r.values, open)
			open = cell{}
		}
		open.parts = append(open.parts, line)
		if sign {
			r.values = append(r.values, open)
			open = cell{[]textLine{{"$", m.lines[i].at + len(m.lines[i].text) - 1}}}
		}
	}
	r.values = append(r.values, open)
	r.next = i
	loneNumber := len(r.label.parts) == 0 && len(r.values) == 1 && !allYears(r.values)
	return r, !loneNumber
}

// joinsCell reports whether two lines are parts of one cell: "$" and "5", "(810" and ")".
func joinsCell(a, b string) bool {
	last := a[len(a)-1]
	return last == '(' || last == '$' || b[0] == ')' || b[0] == '%'
}

// isCell reports whether a line can only be a cell: a figure, a currency sign, a bracket, the mark of a footnote.
func isCell(line string) bool {
	if line == "" || len(line) > maxCellBytes {
		return false
	}
	letters := 0
	for i := range len(line) {
		if ascii.IsLetter(line[i]) {
			letters++
		}
	}
	return letters <= 2
}

// stacked writes rows as tables. Where headers are known, a row with another number of values has lost some of its
// cells: it is a line by itself, and the table goes on after it.
func (m *marker) stacked(rows []stackedRow) {
	var header []cell
	var table [][]cell
	flush := func() {
		if len(table) > 0 {
			m.table(table)
		}
		table = nil
	}
	for i := 0; i < len(rows); i++ {
		if h, n := headerOf(rows[i:]); n > 0 {
			flush()
			header, table = h, append(table, h)
			i += n - 1
			continue
		}
		r := &rows[i]
		if header != nil && len(r.values) != len(header)-1 {
			flush()
			m.table([][]cell{append([]cell{r.label}, r.values...)})
			continue
		}
		if len(table) == 0 && header != nil {
			table = append(table, header)
		}
		table = append(table, append([]cell{r.label}, r.values...))
	}
	flush()
}

// headerOf is the row of headers that rows begin with, and of how many it was made: years in a row, or one year in
// each, after its day.
func headerOf(rows []stackedRow) (header []cell, n int) {
	if len(rows[0].values) > 1 {
		if !allYears(rows[0].values) {
			return nil, 0
		}
		return append([]cell{rows[0].label}, rows[0].values...), 1
	}
	header = []cell{{}}
	for ; n < len(rows) && len(rows[n].values) == 1 && allYears(rows[n].values); n++ {
		label := rows[n].label.parts
		day := max(0, len(label)-1)
		switch {
		case n > 0 && day > 0 || day < len(label) && !strings.HasSuffix(label[day].text, ","):
			return header, n
		case n == 0:
			header[0].parts = label[:day]
		}
		header = append(header, cell{slices.Concat(label[day:], rows[n].values[0].parts)})
	}
	return header, n
}

func allYears(values []cell) bool {
	for i := range values {
		text := values[i].text()
		if len(text) != 4 || text[:2] != "19" && text[:2] != "20" || strings.Trim(text, "0123456789") != "" {
			return false
		}
	}
	return true
}

// alone writes parts as a line of text.
func (m *marker) alone(parts []textLine) {
	m.out = append(m.out, "<p>"...)
	m.parts(parts)
	m.out = append(m.out, "</p>\n"...)
}
