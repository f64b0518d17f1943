package store

import (
	"fmt"
	"iter"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// Query chooses rows. Values of one field are alternatives, fields must all hold, and an empty field
// chooses everything. Rows of documents that are not chosen are not read.
type Query struct {
	Documents []string // document ids
	CIKs      []int64
	Years     []int32
	Forms     []string // form or form family
	Sections  []string // item ids; the chosen rows of a document are read, the others are not
	Concepts  []string // facts only
}

// documents says of every document whether it is chosen.
func (q *Query) documents() func(*entry) bool {
	ids, ciks := setOf(q.Documents), setOf(q.CIKs)
	years, forms := setOf(q.Years), setOf(q.Forms)
	return func(e *entry) bool {
		return (ids == nil || ids[e.ID]) && (ciks == nil || ciks[e.CIK]) && (years == nil || years[e.Year]) &&
			(forms == nil || forms[e.Form] || forms[e.Family])
	}
}

// rows is the condition on the rows of a table, or none.
func (q *Query) rows(t int) []condition {
	var all []condition
	if len(q.Sections) > 0 && t != documentsTable {
		column := "item"
		if t == sentencesTable {
			column = "section"
		}
		all = append(all, textIn(t, column, q.Sections))
	}
	if len(q.Concepts) > 0 && t == factsTable {
		all = append(all, textIn(t, "concept", q.Concepts))
	}
	return all
}

func setOf[T comparable](values []T) map[T]bool {
	if len(values) == 0 {
		return nil
	}
	set := make(map[T]bool, len(values))
	for _, v := range values {
		set[v] = true
	}
	return set
}

// condition is what a row must have in one column.
type condition struct {
	column int
	holds  func(parquet.Value) bool
}

func textIn(t int, column string, values []string) condition {
	set := setOf(values)
	return condition{columnIndex(t, column), func(v parquet.Value) bool { return set[string(v.ByteArray())] }}
}

func columnIndex(t int, name string) int {
	leaf, ok := tables[t].schema.Lookup(name)
	if !ok {
		panic(fmt.Sprintf("table %s has no column %s", tables[t].name, name))
	}
	return leaf.ColumnIndex
}

// Documents, Items and so on give the chosen rows in order: by cik, year and document id, and within
// a document in reading order. A sequence ends after an error.

// Documents gives the chosen documents.
func (c *Corpus) Documents(q Query) iter.Seq2[Document, error] {
	return scan[Document](c, documentsTable, q)
}

// Items gives the chosen items with their text.
func (c *Corpus) Items(q Query) iter.Seq2[Item, error] { return scan[Item](c, itemsTable, q) }

// Paragraphs gives the chosen paragraphs.
func (c *Corpus) Paragraphs(q Query) iter.Seq2[Paragraph, error] {
	return scan[Paragraph](c, paragraphsTable, q)
}

// Tables gives the chosen tables.
func (c *Corpus) Tables(q Query) iter.Seq2[Table, error] { return scan[Table](c, tablesTable, q) }

// Cells gives the filled cells of the chosen tables.
func (c *Corpus) Cells(q Query) iter.Seq2[Cell, error] { return scan[Cell](c, cellsTable, q) }

// Sentences gives the chosen sentences.
func (c *Corpus) Sentences(q Query) iter.Seq2[Sentence, error] {
	return scan[Sentence](c, sentencesTable, q)
}

// Facts gives the chosen facts.
func (c *Corpus) Facts(q Query) iter.Seq2[Fact, error] { return scan[Fact](c, factsTable, q) }

// Select gives the chosen rows of a table as values of T, a struct that has some of the table's
// columns, tagged and typed as in the row struct of the table. Columns that T leaves out are not read.
func Select[T any](c *Corpus, tableName string, q Query) iter.Seq2[T, error] {
	t := slices.IndexFunc(tables[:], func(t table) bool { return t.name == tableName })
	if t < 0 {
		return fail[T](fmt.Errorf("read corpus %q: no table %q", c.dir, tableName))
	}
	if err := subset(parquet.SchemaOf(new(T)), tables[t].schema); err != nil {
		return fail[T](fmt.Errorf("read corpus %q: table %q: %w", c.dir, tableName, err))
	}
	return scan[T](c, t, q)
}

func fail[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}
