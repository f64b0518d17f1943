package store

import (
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// Sizes of the files. Pages and row groups are what a reader can skip, so they are small enough to be
// worth skipping; larger ones measured no faster.
const (
	pageBytes     = 144 << 10 // values of one column before a page is closed
	groupRows     = 128 << 10 // rows before a row group is closed, at the next document
	groupBytes    = 16 << 20  // compressed bytes before it is
	statisticsMax = 64        // bytes of a minimum or maximum kept in the page index
)

// table is one Parquet file of a part.
type table struct {
	name    string
	schema  *parquet.Schema
	row     reflect.Type
	count   func(*Document) *int32 // where documents.parquet says how many rows a document has here
	pack    func(dst []byte, d *Rows, first, end int) []byte
	encoder func() encoder
}

// The tables' numbers, in the order of tables.
const (
	documentsTable = iota
	itemsTable
	paragraphsTable
	tablesTable
	cellsTable
	sentencesTable
	factsTable
	numTables
)

var tables = [numTables]table{
	describe("documents", func(r *Rows) []Document { return []Document{r.Document} }, nil),
	describe("items", func(r *Rows) []Item { return r.Items }, func(d *Document) *int32 { return &d.NItems }),
	describe("paragraphs", func(r *Rows) []Paragraph { return r.Paragraphs }, func(d *Document) *int32 { return &d.NParagraphs }),
	describe("tables", func(r *Rows) []Table { return r.Tables }, func(d *Document) *int32 { return &d.NTables }),
	describe("cells", func(r *Rows) []Cell { return r.Cells }, func(d *Document) *int32 { return &d.NCells }),
	describe("sentences", func(r *Rows) []Sentence { return r.Sentences }, func(d *Document) *int32 { return &d.NSentences }),
	describe("facts", func(r *Rows) []Fact { return r.Facts }, func(d *Document) *int32 { return &d.NFacts }),
}

func describe[T any](name string, rows func(*Rows) []T, count func(*Document) *int32) table {
	var row T
	schema := parquet.SchemaOf(row)
	slots := slotsOf(reflect.TypeFor[T]())
	return table{
		name: name, schema: schema, row: reflect.TypeFor[T](), count: count,
		pack: func(dst []byte, d *Rows, first, end int) []byte { return packRows(dst, rows(d)[first:end], slots) },
		encoder: func() encoder {
			w := parquet.NewGenericWriter[T](io.Discard, writerOptions(schema)...)
			return &tableEncoder[T]{slots: slots, optional: optionalColumns(reflect.TypeFor[T]()), w: w}
		},
	}
}

// file is the table's file name in a part.
func (t *table) file() string { return t.name + ".parquet" }

// writerOptions are the options of every file. Bounds of texts are kept although they are of no use: if they are
// skipped, the library writes empty bounds into the page index, and readers that use it find nothing.
func writerOptions(schema *parquet.Schema) []parquet.WriterOption {
	return []parquet.WriterOption{
		schema,
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.PageBufferSize(pageBytes),
		parquet.DataPageStatistics(false), // those in page headers; the page index has them all
		parquet.ColumnIndexSizeLimit(func([]string) int { return statisticsMax }),
		parquet.SortingWriterConfig(parquet.SortingColumns(
			parquet.Ascending("cik"), parquet.Ascending("year"), parquet.Ascending("doc_id"))),
		parquet.CreatedBy("assay", "", ""),
	}
}

// encoder writes the rows of documents to one file.
type encoder interface {
	reset(io.Writer)
	// add takes a packed chunk of a document's rows; document is how many the document has if the chunk is
	// its first, else 0.
	add(chunk []byte, rows, document int) error
	close() (rows int64, err error)
}

type tableEncoder[T any] struct {
	optional   []optionalColumn
	slots      []slot
	w          *parquet.GenericWriter[T]
	rows       [spoolRows]T
	total      int64
	group      int64 // rows in the open row group
	groupStart int64 // bytes before the open row group
}

func (e *tableEncoder[T]) reset(out io.Writer) {
	e.w.Reset(out)
	e.total, e.group, e.groupStart = 0, 0, 0
}

// add closes row groups between documents only: a document's rows are never in two groups.
func (e *tableEncoder[T]) add(chunk []byte, rows, document int) error {
	if e.group > 0 && document > 0 && (e.group+int64(document) > groupRows || e.w.Size()-e.groupStart > groupBytes) {
		if err := e.w.Flush(); err != nil {
			return err
		}
		e.group, e.groupStart = 0, e.w.Size()
	}
	unpackRows(chunk, e.rows[:rows], e.slots)
	for at := 0; at < rows; {
		n := safeRows(e.rows[at:rows], e.optional)
		if _, err := e.w.Write(e.rows[at : at+n]); err != nil {
			return err
		}
		at += n
	}
	e.group += int64(rows)
	e.total += int64(rows)
	return nil
}

func (e *tableEncoder[T]) close() (int64, error) { return e.total, e.w.Close() }
