// Package store writes the rows of parsed documents to Parquet files and reads them back: documents, items,
// paragraphs, tables, cells, sentences and tagged facts.
//
// A corpus is a directory of parts. A part is a directory too, holds one Parquet file per table and
// a manifest, and is never changed: it appears by a rename when it is complete, and is removed as a whole.
// Added documents wait, packed, in a spool until there are enough for a large part; removing and replacing
// rewrite the parts that held the rows, and merging makes few large parts of many small ones. Whatever is
// interrupted leaves the state before or the state after.
//
//	.assay/corpus/
//	  part-<16 hex>/documents.parquet, items.parquet, paragraphs.parquet, tables.parquet,
//	                cells.parquet, sentences.parquet, facts.parquet, manifest.json
//	  ingest.jsonl    what each ingest did with each path
//	  lock            held by the one process that writes
//	  .tmp/           spools, parts being written and parts being removed
//	  .pending/       complete parts whose documents replace others; they are added when the others are gone
//
// Any Parquet reader may read */sentences.parquet and so on: no document is in two parts. The one exception is
// the moment between the rename that adds a merged part and those that remove its sources: the merged part's
// manifest names them, readers of this package ignore them, and after a crash the next writer removes them.
//
// Within a part every table is in the same order of documents (cik, year, doc_id) and every document's
// rows are contiguous, so that the counts in documents.parquet say where in the other files a
// document's rows are: reading one filing touches its pages and no others.
//
// A table's grid is stored as JSON in its row in addition to the filled cells in cells.parquet: one row then
// prints one table in any language, and a nested list column would cost every other reader more.
//
// OpenForeign opens Parquet files of other programs, for ingest: the decoder believes the sizes and counts
// that a file states, so they are checked against the file first.
//
// The package knows nothing of markup, of items' meaning or of sentence splitting. It refuses rows that
// contradict themselves (a sentence of a table that its document does not have), corpora of a newer
// format, a second writer, and Parquet files that claim more than they can hold.
package store
