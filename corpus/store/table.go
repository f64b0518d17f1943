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
	doc     string
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
	describe("documents", "one row per filing, report or corpus row", func(r *Rows) []Document { return []Document{r.Document} }, nil),
	describe("items", "one row per item of a filing or section of a report, absent items included", func(r *Rows) []Item { return r.Items }, func(d *Document) *int32 { return &d.NItems }),
	describe("paragraphs", "one row per block of an item's text", func(r *Rows) []Paragraph { return r.Paragraphs }, func(d *Document) *int32 { return &d.NParagraphs }),
	describe("tables", "one row per table", func(r *Rows) []Table { return r.Tables }, func(d *Document) *int32 { return &d.NTables }),
	describe("cells", "one row per filled cell of a table", func(r *Rows) []Cell { return r.Cells }, func(d *Document) *int32 { return &d.NCells }),
	describe("sentences", "one row per sentence, heading, list entry or table row", func(r *Rows) []Sentence { return r.Sentences }, func(d *Document) *int32 { return &d.NSentences }),
	describe("facts", "one row per tagged inline-XBRL fact", func(r *Rows) []Fact { return r.Facts }, func(d *Document) *int32 { return &d.NFacts }),
}

func describe[T any](name, doc string, rows func(*Rows) []T, count func(*Document) *int32) table {
	var row T
	schema := parquet.SchemaOf(row)
	slots := slotsOf(reflect.TypeFor[T]())
	return table{
		name: name, doc: doc, schema: schema, row: reflect.TypeFor[T](), count: count,
		pack: func(dst []byte, d *Rows, first, end int) []byte { return packRows(dst, rows(d)[first:end], slots) },
		encoder: func() encoder {
			return &tableEncoder[T]{slots: slots, w: parquet.NewGenericWriter[T](io.Discard, writerOptions(schema)...)}
		},
	}
}

// file is the table's file name in a part.
func (t *table) file() string { return t.name + ".parquet" }

// writerOptions are all that is to be said about a file. Bounds are kept of texts too, although nobody
// looks for them: told to skip them, the library writes empty bounds into the page index, and readers
// that go by it would find nothing.
func writerOptions(schema *parquet.Schema) []parquet.WriterOption {
	return []parquet.WriterOption{
		schema,
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.PageBufferSize(pageBytes),
		parquet.DataPageStatistics(false), // those in page headers; the page index has them all
		parquet.ColumnIndexSizeLimit(func([]string) int { return statisticsMax }),
		parquet.SortingWriterConfig(parquet.SortingColumns(parquet.Ascending("cik"), parquet.Ascending("year"), parquet.Ascending("doc_id"))),
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
	if _, err := e.w.Write(e.rows[:rows]); err != nil {
		return err
	}
	e.group += int64(rows)
	e.total += int64(rows)
	return nil
}

func (e *tableEncoder[T]) close() (int64, error) { return e.total, e.w.Close() }
