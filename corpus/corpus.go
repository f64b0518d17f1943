// Package corpus turns files into documents, documents into items, paragraphs, tables, sentences and
// tagged facts, and keeps them in a store that any Parquet reader opens.
//
// A reader parses one kind of file; assembly turns what it read into rows;
// ingest runs both over directories, in parallel and in order. It refuses what it cannot read by name:
// a form without a table of items, a damaged file, an archive that unfolds to gigabytes. One bad file
// costs only itself.
package corpus

import (
	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/item"
	"github.com/assayhq/assay/corpus/internal/xbrl"
	"github.com/assayhq/assay/corpus/store"
)

// ReaderVersion names the rules by which files become rows. A change that makes rows differ gets a new
// one, and the next ingest reads the sources again.
const ReaderVersion = "2"

// reading is one document as its reader found it, before it becomes rows.
type reading struct {
	meta   meta
	member string // which document or row of the source file
	format string // the reader's name
	era    string
	sha256 string
	bytes  int64
	pages  int32

	pieces    []piece
	sentences []store.Sentence // given by the source; nothing is split then
	warnings  []string
	refused   error // why this row of a file is no document; nothing else is set then
}

// piece is one text of a document: the filing itself, or an exhibit that holds a part of it.
type piece struct {
	doc      *block.Doc
	src      []byte // what doc was read from
	base     int64  // where src begins in the unpacked file
	kind     string // how the sections were found
	sections []section
	notes    []string // titles of the notes to the financial statements
	facts    *xbrl.Instance
}

// section is an item of the form, or another named stretch of the document.
type section struct {
	item.Item
}

// sectionBody is the id of the one section of a document that has no items.
const sectionBody = "body"

// wholeBody is the one section of a document without items.
func wholeBody(doc *block.Doc) []section {
	return []section{{Item: item.Item{
		ID: sectionBody, Status: item.Extracted, Rule: "the document has no items",
		Spans: []block.Span{{Start: 0, End: int32(len(doc.Text))}},
	}}}
}
