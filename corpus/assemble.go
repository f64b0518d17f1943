package corpus

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/grid"
	"github.com/assayhq/assay/corpus/internal/xbrl"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/figure"
	"github.com/assayhq/assay/text"
)

// assembled is a document as rows, whose ids are set later.
type assembled struct {
	*store.Rows
	factSentence []int32 // the sentence of each fact, or -1
}

// setID sets the document's id and the ids that contain it.
func (d *assembled) setID(id string) {
	d.Document.DocID = id
	for i := range d.Sentences {
		s := &d.Sentences[i]
		s.ID = store.SentenceID(id, s.Section, s.Position)
	}
	for i, sentence := range d.factSentence {
		if sentence >= 0 {
			d.Facts[i].SentenceID = d.Sentences[sentence].ID
		}
	}
}

// assemble turns a reading into the rows of the store. The error is the budget's.
func assemble(r *reading, b *budget) (*assembled, error) {
	rows := &store.Rows{Document: r.meta.document()}
	a := assembly{rows: rows, budget: b, splitter: text.NewSplitter(nil), frugal: true}
	for i := range r.pieces {
		a.piece(&r.pieces[i])
	}
	if r.sentences != nil {
		a.given(r)
	}
	if a.refused != nil {
		return nil, a.refused
	}
	d := &rows.Document
	d.SourceMember, d.SourceFormat = r.member, r.format
	d.SHA256, d.Bytes = r.sha256, r.bytes
	d.Era, d.Encoding, d.Pages = r.era, "utf-8", max(r.pages, a.pages)
	d.Warnings = append(append(d.Warnings, r.meta.warnings...), r.warnings...)
	d.ReaderVersion = ReaderVersion
	if len(r.pieces) > 0 {
		d.ItemKind = r.pieces[0].kind
	} else {
		d.ItemKind = "given by the source"
	}
	for i := range rows.Items {
		d.Words += int64(rows.Items[i].Words)
	}
	return &assembled{rows, a.factSentence}, nil
}

// assembly is the state of turning the pieces of one document into rows.
type assembly struct {
	rows      *store.Rows
	splitter  *text.Splitter
	pages     int32
	unapplied int  // warnings of unit lines
	frugal    bool // drop the page as soon as its rows are made
	budget    *budget
	taken     int64 // bytes of rows that the budget was not told of yet
	refused   error // by the budget; nothing is added after it

	p       *piece
	l       *layout
	tableID []int32 // row of tables for each table of the document, or -1
	cellRow []int32 // row of cells for each cell of the document, from 1; 0 where none

	cellTable []int32 // the table of each cell of the document
	firstCell int     // the first row of cells of this piece
	docCells  []block.Cell
	places    []stretch // the sentences' spans, in the order of the text

	declared []declaration // the scale of the prose, where a line declares one

	factSentence []int32
	contexts     map[*xbrl.Context]factContext

	body       []byte // the current item's text
	buf        []byte
	hasher     text.Hasher
	paragraphs []paragraph
	sentences  []text.Sentence
	amounts    []figure.Amount
}

// stretch is the part of the document's text that a sentence covers.
type stretch struct {
	span     block.Span
	sentence int32
	item     int32
}

// piece adds one text of the document: its tables, its items with paragraphs and sentences, its facts.
func (a *assembly) piece(p *piece) {
	doc := p.doc
	if !a.take(int64(len(doc.Blocks))*layoutBytes + int64(len(doc.Cells))*gridBytes) {
		return
	}
	a.p, a.l = p, newLayout(doc)
	a.declared = a.l.declarations(p.sections)
	a.places = a.places[:0]
	if len(p.notes) > 0 {
		a.splitter = text.NewSplitter(p.notes)
	}
	if n := len(p.doc.Blocks); n > 0 && p.kind != "exhibit" {
		a.pages = p.doc.Blocks[n-1].Page + 1
	}
	a.grow()
	a.tables()
	for i := range p.sections {
		a.section(&p.sections[i])
	}
	if a.refused != nil {
		return
	}
	a.sortPlaces()
	a.homeTables()
	if p.facts != nil {
		a.docCells = p.doc.Cells
		if a.frugal {
			// Facts have their spans: the page, which is most of the memory of a large document, can go.
			p.doc, p.src, a.l = nil, nil, nil
		}
		a.facts()
	}
}

// sortPlaces puts the sentences in the order of the text. Of a sentence that several items have, it keeps the one in the
// item where the sentence is at home.
func (a *assembly) sortPlaces() {
	sort.SliceStable(a.places, func(i, k int) bool { return a.places[i].span.Start < a.places[k].span.Start })
	kept := a.places[:0]
	for _, p := range a.places {
		switch last := len(kept) - 1; {
		case last < 0 || kept[last].span.Start != p.span.Start || kept[last].item == p.item:
			kept = append(kept, p)
		case a.rows.Items[p.item].Item == a.p.itemAt(p.span.Start):
			kept[last] = p
		}
	}
	a.places = kept
}

// grow reserves about as many rows as a text of this size gives.
func (a *assembly) grow() {
	blocks, cells := min(len(a.p.doc.Blocks), maxGrown), min(len(a.p.doc.Cells), maxGrown)
	a.rows.Paragraphs = slices.Grow(a.rows.Paragraphs, blocks)
	a.rows.Sentences = slices.Grow(a.rows.Sentences, blocks+blocks/2)
	a.places = slices.Grow(a.places, blocks+blocks/2)
	a.rows.Cells = slices.Grow(a.rows.Cells, cells/3)
}

// maxGrown bounds the rows that are reserved before they are there.
const maxGrown = 1 << 16

// About what a row takes in memory without its text, and what the layout of a block and the grid's value of a cell take.
const (
	rowBytes    = 384
	layoutBytes = 64
	gridBytes   = 192
)

// take counts memory, and reports whether the document may go on.
func (a *assembly) take(bytes int64) bool {
	const step = 1 << 18
	if a.taken += bytes; a.taken >= step && a.refused == nil {
		a.refused = a.budget.grow(a.taken)
		a.taken = 0
	}
	return a.refused == nil
}

// section adds one item: its row, its text, its paragraphs and sentences.
func (a *assembly) section(s *section) {
	it := store.Item{
		Item: s.ID, Part: s.Part, Ord: int32(len(a.rows.Items)), Title: s.Title, Status: string(s.Status),
		Rule: s.Rule, CombinedWith: s.CombinedWith, Flags: s.Flags,
		Heading: oneLine(a.p.doc.Of(s.Heading)),
	}
	size := len(s.Spans)
	for _, span := range s.Spans {
		size += int(span.End - span.Start)
	}
	if !a.take(2 * int64(size)) {
		return
	}
	a.body = slices.Grow(a.body[:0], size)
	index, position := int32(len(a.rows.Items)), int32(0)
	for n, span := range s.Spans {
		if n == 0 {
			it.SourceStart, it.SourceEnd = a.source(span)
			it.PageFirst = a.pageAt(span.Start)
			it.PageLast = it.PageFirst
		} else {
			from, to := a.source(span)
			it.Ranges = append(it.Ranges, from, to)
		}
		it.PageFirst = min(it.PageFirst, a.pageAt(span.Start))
		it.PageLast = max(it.PageLast, a.pageAt(max(span.Start, span.End-1)))
		a.paragraphs = a.l.paragraphs(a.paragraphs[:0], span)
		for i := range a.paragraphs {
			position = a.paragraph(&a.paragraphs[i], s.ID, index, position)
		}
	}
	for _, span := range s.Attached {
		from, to := a.source(span)
		it.Ranges = append(it.Ranges, from, to)
	}
	it.Text = string(bytes.TrimRight(a.body, "\n"))
	it.Chars, it.Words = int32(utf8.RuneCountInString(it.Text)), int32(text.WordCount(it.Text))
	a.rows.Items = append(a.rows.Items, it)
}

// paragraph adds one paragraph and its sentences and returns the position of the next sentence.
func (a *assembly) paragraph(p *paragraph, id string, item, position int32) int32 {
	if !a.take(rowBytes / 2) {
		return position
	}
	b := &a.p.doc.Blocks[p.first]
	row := store.Paragraph{
		Item: id, Kind: p.kind, Page: b.Page, TableID: -1, Style: styleWords(b.Style), Start: int32(len(a.body)),
	}
	row.SourceStart, _ = a.source(p.pieces[0])
	_, row.SourceEnd = a.source(p.pieces[len(p.pieces)-1])
	if p.table >= 0 {
		row.TableID = a.tableID[p.table]
	}
	if p.kind != kindFurniture {
		a.body = a.appendPieces(a.body, p.pieces)
		row.End = int32(len(a.body))
		a.body = append(a.body, '\n')
	}
	row.End = max(row.End, row.Start)
	a.rows.Paragraphs = append(a.rows.Paragraphs, row)
	switch p.kind {
	case kindFurniture:
		return position
	case kindTableRow, kindSignature:
		if p.table >= 0 {
			return a.rowSentence(p, id, item, position)
		}
		return a.sentence(line{oneLine(a.appendPieces(nil, p.pieces)), p.span(), "", uncounted}, p, id, item, position)
	}
	a.buf = a.appendPieces(a.buf[:0], p.pieces)
	a.sentences = a.splitter.Sentences(a.sentences[:0], a.buf)
	cut := false // the sentence before was cut, and this is its rest
	for _, s := range a.sentences {
		flags := ""
		switch {
		case s.Cut || cut:
			flags = "cut"
		case s.Long:
			flags = "long"
		}
		position = a.sentence(line{oneLine(a.buf[s.Start:s.End]), p.spanOf(s.Span), flags, uncounted}, p, id, item, position)
		cut = s.Cut
	}
	return position
}

// rowSentence adds the sentence of a table row. Headers and section rows have none: the sentences of the rows
// below repeat them.
func (a *assembly) rowSentence(p *paragraph, id string, item, position int32) int32 {
	g := &a.l.grids[p.table]
	if g.Kind == grid.Numeric {
		r := rowAt(g, p.row)
		if r == nil || r.Kind != grid.DataRow && r.Kind != grid.NoteRow {
			return position
		}
		if r.Kind == grid.DataRow {
			a.buf = g.AppendLine(a.buf[:0], r)
			return a.sentence(line{string(a.buf), p.pieces[0], "", figures(r)}, p, id, item, position)
		}
	}
	return a.sentence(line{oneLine(a.p.doc.Of(p.pieces[0])), p.pieces[0], "", uncounted}, p, id, item, position)
}

// figures counts the values of a row that are amounts.
func figures(r *grid.Row) (n int32) {
	for i := range r.Values {
		if r.Values[i].Form != grid.Words {
			n++
		}
	}
	return n
}

// rowAt is the row of a grid that has the given number in the source's table.
func rowAt(g *grid.Grid, index int32) *grid.Row {
	i := sort.Search(len(g.Rows), func(i int) bool { return g.Rows[i].Index >= index })
	if i < len(g.Rows) && g.Rows[i].Index == index {
		return &g.Rows[i]
	}
	return nil
}

// line is a sentence before it is a row.
type line struct {
	text    string
	span    block.Span // in the document's text
	flags   string
	figures int32 // amounts in it, or uncounted
}

// uncounted leaves the counting of a line's figures to the grammar; a row of a table knows its own.
const uncounted = -1

// sentence adds one sentence and returns the position of the next. A line without letters and digits is dropped.
func (a *assembly) sentence(l line, p *paragraph, id string, item, position int32) int32 {
	if strings.IndexFunc(l.text, isWordRune) < 0 || !a.take(rowBytes+int64(len(l.text))) {
		return position
	}
	s := store.Sentence{
		Section: id, SectionName: store.SectionName(id), Position: position,
		Kind: p.kind, Text: l.text, Figures: l.figures, Flags: l.flags,
		Paragraph: int32(len(a.rows.Paragraphs) - 1), TableID: -1, Row: -1, Page: a.p.doc.Blocks[p.first].Page,
	}
	s.SourceStart, s.SourceEnd = a.source(l.span)
	if p.table >= 0 {
		s.TableID, s.Row = a.tableID[p.table], p.row
	}
	a.measure(&s)
	scale := a.scaleOf(p.table, l.span.Start)
	s.Scale, s.ShareScale = int32(scale.Money), int32(scale.Shares)
	a.places = append(a.places, stretch{l.span, int32(len(a.rows.Sentences)), item})
	a.rows.Sentences = append(a.rows.Sentences, s)
	return position + 1
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// measure fills what follows from a sentence's text alone.
func (a *assembly) measure(s *store.Sentence) {
	s.Words = int32(text.WordCount(s.Text))
	exact, shape := a.hasher.Sum([]byte(s.Text))
	s.TextHash, s.MaskHash = int64(exact), int64(shape)
	if s.Figures != uncounted {
		return
	}
	s.Figures = 0
	a.amounts = figure.Append(a.amounts[:0], s.Text)
	for i := range a.amounts {
		if a.amounts[i].IsAmount() {
			s.Figures++
		}
	}
}

// given adds sentences that came ready from the source.
func (a *assembly) given(r *reading) {
	sections := sentenceSections(r.meta.form, r.sentences)
	order := map[string]int{}
	for i, s := range sections {
		order[s.ID] = i
	}
	sort.SliceStable(r.sentences, func(i, k int) bool {
		x, y := &r.sentences[i], &r.sentences[k]
		if x.Section != y.Section {
			return order[x.Section] < order[y.Section]
		}
		return x.Position < y.Position
	})
	at := 0
	for _, s := range sections {
		it := store.Item{
			Item: s.ID, Part: s.Part, Title: s.Title, Status: string(s.Status), Rule: s.Rule, Ord: int32(len(a.rows.Items)),
		}
		var body strings.Builder
		for ; at < len(r.sentences) && r.sentences[at].Section == s.ID; at++ {
			given := r.sentences[at]
			if !a.take(rowBytes + 2*int64(len(given.Text))) {
				return
			}
			given.SectionName = store.SectionName(s.ID)
			given.Figures = uncounted
			a.measure(&given)
			a.rows.Sentences = append(a.rows.Sentences, given)
			body.WriteString(given.Text)
			body.WriteByte('\n')
		}
		it.Text = strings.TrimRight(body.String(), "\n")
		it.Chars, it.Words = int32(utf8.RuneCountInString(it.Text)), int32(text.WordCount(it.Text))
		a.rows.Items = append(a.rows.Items, it)
	}
}

// source returns the bytes of the unpacked file that a span of the text was read from. A PDF has none.
func (a *assembly) source(s block.Span) (start, end int64) {
	if a.p.src == nil {
		return 0, 0
	}
	r := a.p.doc.SourceRange(s)
	return a.p.base + int64(r.Start), a.p.base + int64(r.End)
}

func (a *assembly) pageAt(at int32) int32 {
	blocks := a.p.doc.Blocks
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].End > at })
	if i == len(blocks) {
		i--
	}
	if i < 0 {
		return 0
	}
	return blocks[i].Page
}

// appendPieces appends the text of a paragraph, its pieces parted by blanks. Cells keep their tabs;
// paragraphs within a cell become blanks.
func (a *assembly) appendPieces(dst []byte, pieces []block.Span) []byte {
	for i, s := range pieces {
		if i > 0 {
			dst = append(dst, ' ')
		}
		from := len(dst)
		dst = append(dst, a.p.doc.Of(s)...)
		for k := from; k < len(dst); k++ {
			if dst[k] == '\v' || dst[k] == '\n' {
				dst[k] = ' '
			}
		}
	}
	return dst
}

// spanOf is the part of the document's text that a sentence of the paragraph covers.
func (p *paragraph) spanOf(s text.Span) block.Span {
	return block.Span{Start: p.textAt(int32(s.Start)), End: p.textAt(int32(s.End)-1) + 1}
}

// span is the part of the document's text from the paragraph's first piece to its last.
func (p *paragraph) span() block.Span {
	return block.Span{Start: p.pieces[0].Start, End: p.pieces[len(p.pieces)-1].End}
}

// textAt maps an offset in the paragraph's own text to the document's.
func (p *paragraph) textAt(at int32) int32 {
	for _, s := range p.pieces {
		if n := s.End - s.Start; at > n {
			at -= n + 1
		} else {
			return s.Start + min(at, n)
		}
	}
	return p.pieces[len(p.pieces)-1].End
}

// oneLine is text as one line: the marks between cells and lines become blanks.
func oneLine(b []byte) string {
	b = bytes.TrimSpace(b)
	for _, c := range b {
		if c == '\t' || c == '\v' || c == '\n' {
			return lineMarks.Replace(string(b))
		}
	}
	return string(b)
}

var lineMarks = strings.NewReplacer("\t", " ", "\v", " ", "\n", " ")

// styleWords names the styles of a block.
func styleWords(s block.Style) string {
	if s == 0 {
		return ""
	}
	var words []string
	for _, w := range [...]struct {
		style block.Style
		word  string
	}{
		{block.Heading, "heading"}, {block.Bold, "bold"}, {block.Italic, "italic"}, {block.Underlined, "underlined"},
		{block.Centered, "centered"}, {block.Large, "large"}, {block.Linked, "linked"}, {block.PageBreak, "page_break"},
	} {
		if s&w.style != 0 {
			words = append(words, w.word)
		}
	}
	return strings.Join(words, " ")
}
