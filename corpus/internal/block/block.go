// Package block turns the bytes of one filing, HTML or plain text, into blocks: short runs of
// readable text in reading order, each with its style, its place in a table and the source bytes
// that it came from.
//
// It is the only reader of markup in the corpus. Items, tables, sentences and tagged facts are spans
// over the text it makes, so none of them looks at a tag again. It builds no tree: real filings nest
// wrongly, leave thousands of elements open and run to tens of megabytes, and a tree helps with none
// of that. It refuses to interpret: what a heading or a number means is for other packages to decide.
package block

import (
	"slices"
	"sort"
	"unicode/utf8"
)

// Doc is one document as text, with everything about its layout that later stages need.
// Text is valid UTF-8 in which white space is collapsed: blocks are separated by '\n', table cells
// within a row by '\t', paragraphs inside a cell by '\v', and words by single blanks. Plain-text
// tables are the exception: their lines keep their runs of blanks, because those are their columns.
type Doc struct {
	Text    []byte
	Blocks  []Block  // in order, disjoint
	Tables  []Table  // in order of their opening
	Cells   []Cell   // all tables' cells, grouped by table, row by row
	Marks   []Mark   // inline-XBRL elements outside ix:header, in order of their opening
	Headers []Range  // source ranges of the ix:header elements, contents only
	Anchors []Anchor // the id= and name= targets that Links point to
	Links   []Link   // links to anchors of this document, some of which may be missing

	Warnings []string // what was wrong with the markup, in words: cut off, too deep
	runs     []run    // maps Text to the source
	source   []byte
}

// Span is a half-open range of Doc.Text; Range one of the source.
type (
	Span  struct{ Start, End int32 }
	Range struct{ Start, End int32 }
)

// Style is the look of a block or cell, as far as it distinguishes a heading from prose.
type Style uint16

// The styles of a block hold for nearly all of its visible characters.
const (
	Bold       Style = 1 << iota
	Italic           //
	Underlined       //
	Centered         //
	Heading          // an h1 … h6 element
	ListItem         // an li element, or opens with a bullet glyph
	Linked           // most of its text links into this document
	Hidden           // display:none; its text is kept for the facts inside it
	PageBreak        // there is a page break between this block and the one before it
	Joined           // plain text: continues the paragraph of the block before it
	Large            // larger type than the text around it
)

// Block is one heading, paragraph, list item or table row; in plain text, one line.
type Block struct {
	Span
	Style  Style
	Table  int32 // the table whose row it is, or -1
	Row    int32 // the row within that table
	Page   int32 // page breaks before it
	Indent int32 // left indent: points in HTML, columns in plain text
}

// Table is a region laid out in rows and cells; most of those in filings are layout, not figures.
type Table struct {
	Span
	Source             Range
	Cells              Span  // its cells, as a range of Doc.Cells
	Blocks             Span  // its rows, as a range of Doc.Blocks (a nested table's rows included)
	Parent             int32 // the table it is nested in, or -1
	Rows               int32
	Plain              bool // plain text: rows are lines and there are no cells
	ContinuesAfterPage bool // the next table continues it; only readers of paged documents set it
}

// Cell is one td or th. Where its row is layout for text, or a table is nested in it, its paragraphs are
// blocks of their own, separated by '\n'.
type Cell struct {
	Span
	Row, Col         int32 // Col is its first grid column, spans of earlier cells and rows counted
	ColSpan, RowSpan int32
	Style            Style
	Indent           int32 // points
	Source           Range
}

// Mark is an inline-XBRL element of the page: its tag for the attributes, and its text.
type Mark struct {
	Span
	Tag    Range // the opening tag in the source, "<" to ">"
	Source Range // from the opening tag's "<" to the closing tag's ">"
	Parent int32 // the mark it is nested in, or -1
	Cell   int32 // the cell it opens in, as an index of Doc.Cells, or -1
}

// Anchor is a place that links point to.
type Anchor struct {
	Name string
	At   int32 // offset in Text
}

// Link is text that leads to an anchor.
type Link struct {
	Span
	Target string
}

// run says that Text from At on is the source from Source on, byte for byte, until the next run.
type run struct{ At, Source int32 }

// SourceOf is the source byte that the character at the given offset came from.
func (d *Doc) SourceOf(at int32) int32 {
	// The bytes of one character may come from fewer bytes of the source.
	for at > 0 && int(at) < len(d.Text) && !utf8.RuneStart(d.Text[at]) {
		at--
	}
	i := sort.Search(len(d.runs), func(i int) bool { return d.runs[i].At > at })
	if i == 0 {
		return 0
	}
	// A separator after a character that is shorter in the source must not overtake what follows.
	most := int32(len(d.source))
	if i < len(d.runs) {
		most = d.runs[i].Source
	}
	r := d.runs[i-1]
	return min(r.Source+at-r.At, most)
}

// TextSpan is the text that came from the given source range.
func (d *Doc) TextSpan(r Range) Span {
	at := func(source int32) int32 {
		n := sort.Search(len(d.Text), func(i int) bool { return d.SourceOf(int32(i)) >= source })
		return int32(n)
	}
	s := Span{at(r.Start), at(r.End)}
	return trim(d.Text, s)
}

// SourceRange is the smallest source range that holds the given text.
func (d *Doc) SourceRange(s Span) Range {
	if s.End <= s.Start {
		at := d.SourceOf(s.Start)
		return Range{at, at}
	}
	return Range{d.SourceOf(s.Start), d.sourceEnd(s.End - 1)}
}

// sourceEnd is the source place after the character that holds the given text byte; a character written
// as a reference ends with the reference.
func (d *Doc) sourceEnd(last int32) int32 {
	source := d.SourceOf(last)
	if int(source) >= len(d.source) {
		return source
	}
	_, n := decode(d.source[source:])
	return source + int32(n)
}

// warn adds a warning once.
func (d *Doc) warn(text string) {
	if !slices.Contains(d.Warnings, text) {
		d.Warnings = append(d.Warnings, text)
	}
}

// Of is the text of a span.
func (d *Doc) Of(s Span) []byte { return d.Text[s.Start:s.End] }
