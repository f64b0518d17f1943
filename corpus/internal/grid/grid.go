// Package grid turns the table regions of a block.Doc into grids: rows with their section path, columns
// with their header path and period, cells with an exact value, a unit and the table's scale, and one
// readable line per row.
//
// It works on cells and blocks only and looks at no markup. Package figure reads the cells, and package label the words
// of labels, headers and unit lines. Most tables of a filing are layout: those it names (a heading, list items,
// paragraphs, a contents list, signatures, exhibits) and leaves to others. It refuses to guess a scale that nothing
// states, to scale a per-share amount, a ratio, a percentage or a count, and to call words a number because digits are
// among them.
package grid

import (
	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/label"
	"github.com/assayhq/assay/figure"
)

// Limits on what one table may cost. Real filings stay far below them.
const (
	maxColumns = 1024 // grid columns of the source; further ones count as the last
	maxHeaders = 24   // rows of a header
	maxDepth   = 12   // sections within sections
	maxWrapped = 4    // lines of a label before its last
	maxBefore  = 400  // bytes of text before a table that may state its unit
)

// Kind is what a table is for.
type Kind uint8

// The kinds of table. Sentences are split only within Heading, List and Paragraphs.
const (
	Blank      Kind = iota // no text at all
	Numeric                // figures in rows and columns
	Heading                // the layout of one heading
	List                   // bullets or enumerators with their text beside them
	Paragraphs             // any other layout of prose
	Contents               // a contents list
	Signatures             // who signed
	Exhibits               // a list of exhibits
)

var kindNames = [...]string{"blank", "numeric", "heading", "list", "paragraphs", "contents", "signatures", "exhibits"}

func (k Kind) String() string { return kindNames[k] }

// RowKind is what a row of a table is for.
type RowKind uint8

// The kinds of row. The first seven occur in numeric tables, the others in layout.
const (
	BlankRow   RowKind = iota
	titleRow           // a caption within the table
	HeaderRow          // names the columns below it
	sectionRow         // a label without figures: names the rows below it
	WrappedRow         // the first lines of a label that the next row ends
	DataRow            // a label and its figures
	NoteRow            // a footnote
	headingRow         // layout: a heading
	itemRow            // layout: a list item, the bullet and its text
	textRow            // layout: prose
)

// Source says where a table's unit was found.
type Source uint8

// The places that state a unit, the surest first.
const (
	unstated  Source = iota
	inTable          // its caption or first rows
	inBefore         // the text just before it
	inNote           // a note below it
	Inherited        // the statement, the notes' heading, or the document's usual scale
)

// Scaling is the unit statement that a table is under, and where it was found.
type Scaling struct {
	label.Scaling
	From    Source
	noticed bool // a paragraph states it for the tables that follow
}

// Label is a piece of a header or row label. A piece that continues the one before it is the next line
// of the same label; otherwise it is the next level.
type Label struct {
	block.Span
	Continues bool
}

// Column is one column of figures under one band of headers.
type Column struct {
	Path    []Label // top down
	Period  label.Period
	opening bool // "balance at beginning of year"
	label.Traits
}

// Value is one filled cell, its "$", "(" and "%" neighbours merged into it.
type Value struct {
	block.Span       // all its text; the signs beside the number included
	Cell       int32 // index of Doc.Cells, or -1 in plain text
	Col        int32 // column of the grid
	Coef       int64 // value = Coef × 10^(Exp+Scale)
	Exp        int8
	Scale      int8 // the table's power of ten, where it applies
	Unit       label.Unit
	Currency   figure.Unit
	Form       Form
	scales     bool       // the table's power of ten applies
	counts     bool       // and its power of ten for what is counted, where it states one
	comma      bool       // printed with a comma, as no percentage is
	fraction   bool       // printed as "12 3/8", as only prices are
	hint       label.Unit // what its label says that it may be
	unnamed    bool       // no label or header above it says that it is money
	stock      bool       // its row has a word of shares
	explicit   bool       // its row is about a number of things: "Number of employees"
	averages   bool       // an average, or a figure for one of something
	area       bool       // of land or buildings
	named      bool       // a label or header has a word of money
}

// Form is how a cell states its value.
type Form uint8

// The forms of a cell.
const (
	Words  Form = iota // text; no value
	Number             // a number
	Nil                // a dash: zero, or not applicable
)

// Row is one row of the source.
type Row struct {
	block.Span
	Kind    RowKind
	Band    int32        // which header is above it
	Index   int32        // row of the block.Table
	Path    []Label      // sections, then its own label
	Values  []Value      // in the order of their columns
	Period  label.Period // of its section or its own label, or between two dated balances
	opening bool         // a balance at the beginning of the column's period
}

// Grid is one table read. It holds spans of the document that it was read from, and keeps that alive.
type Grid struct {
	Table   int32 // index of Doc.Tables
	Kind    Kind
	Scaling Scaling
	Period  label.Period // of its caption, for tables whose headers name none
	Caption block.Span   // the heading just before it or in its first rows; empty where there is none
	Width   int          // columns of figures
	Bands   [][]Column   // headers, top down: a table may name its columns again half way
	Rows    []Row
	doc     *block.Doc

	aboveLabels block.Span // words above the labels of its rows: "(as a percentage of net sales)"
	subtitle    block.Span // the block just before it or its first title
	printsMoney bool       // a currency sign is somewhere in it
	areas       int8       // power of ten of areas
	hinted      bool       // labels say what figures may be
	stocked     bool       // labels are about shares or units
	ownScales   bool       // a row or section states a scale of its own
}

// Column is the column of a value of a row.
func (g *Grid) Column(r *Row, v *Value) *Column { return &g.Bands[r.Band][v.Col] }

// PeriodOf is the period that a value is for: its column's, else that of its section or of the dated
// balances around its row, else the one that the table's caption names. An opening balance under a year
// is the balance at the end of the year before.
func (g *Grid) PeriodOf(r *Row, v *Value) label.Period {
	c := g.Column(r, v)
	p := c.Period
	switch {
	case p.Year != 0 && (r.opening || c.opening):
		return label.Period{Year: p.Year - 1}
	case p.Year != 0:
		return p
	case r.Period.Year != 0:
		return r.Period
	}
	return g.Period
}
