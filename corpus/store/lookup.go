package store

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Document is the document of an id.
func (c *Corpus) Document(docID string) (Document, error) {
	return first(docID, c.Documents(Query{Documents: []string{docID}}))
}

// Item is one item of a document. Its id may be in lower case.
func (c *Corpus) Item(docID, item string) (Item, error) {
	q := Query{Documents: []string{docID}, Sections: []string{item}}
	it, err := first(docID+" item "+item, c.Items(q))
	if upper := strings.ToUpper(item); errors.Is(err, ErrNotFound) && upper != item {
		q.Sections[0] = upper
		it, err = first(docID+" item "+item, c.Items(q))
	}
	return it, err
}

// first is the first row of a sequence, or the error that there is none.
func first[T any](what string, rows iter.Seq2[T, error]) (T, error) {
	for row, err := range rows {
		return row, err
	}
	var none T
	return none, fmt.Errorf("find %q: %w", what, ErrNotFound)
}

// Table is one table of a document with its filled cells.
func (c *Corpus) Table(docID string, tableID int32) (Table, []Cell, error) {
	at, ok := c.find(docID)
	if !ok || tableID < 0 || int64(tableID) >= c.parts[at.part].manifest.Documents[at.document].rows(tablesTable) {
		return Table{}, nil, fmt.Errorf("find table %d of %q: %w", tableID, docID, ErrNotFound)
	}
	row, _ := c.parts[at.part].rowsOf(tablesTable, at.document)
	row += int64(tableID)
	found, err := collect[Table](c, tablesTable, at.part, stretch{at.part, row, row + 1}, nil)
	if err != nil {
		return Table{}, nil, err
	}
	start, end := c.parts[at.part].rowsOf(cellsTable, at.document)
	same := condition{columnIndex(cellsTable, "table_id"), func(v parquet.Value) bool { return v.Int32() == tableID }}
	cells, err := collect[Cell](c, cellsTable, at.part, stretch{at.part, start, end}, []condition{same})
	return found[0], cells, err
}

// collect reads the rows of a stretch that meet conditions.
func collect[T any](c *Corpus, t, part int, at stretch, conditions []condition) ([]T, error) {
	s := &scanner[T]{corpus: c, t: t, conditions: conditions, buf: make([]T, min(scanRows, at.end-at.first))}
	defer s.close()
	var rows []T
	_, err := s.give(part, at, func(row T, _ error) bool {
		rows = append(rows, row)
		return true
	})
	return rows, err
}

// Sentence is the sentence of an id, with as many neighbours of the same section on either side.
func (c *Corpus) Sentence(id string, neighbours int) (before []Sentence, sentence Sentence, after []Sentence, err error) {
	at, row, err := c.locate(id)
	if err != nil {
		return nil, Sentence{}, nil, fmt.Errorf("find sentence %q: %w", id, err)
	}
	start, end := c.parts[at.part].rowsOf(sentencesTable, at.document)
	n := int64(max(neighbours, 0))
	from := max(start, row-n)
	rows, err := collect[Sentence](c, sentencesTable, at.part, stretch{at.part, from, min(end, row+1+n)}, nil)
	if err != nil {
		return nil, Sentence{}, nil, err
	}
	mid := int(row - from)
	lo, hi := mid, mid+1
	for lo > 0 && rows[lo-1].Section == rows[mid].Section {
		lo--
	}
	for hi < len(rows) && rows[hi].Section == rows[mid].Section {
		hi++
	}
	return rows[lo:mid], rows[mid], rows[mid+1 : hi], nil
}

// locate finds the row of a sentence. Ids of the usual form begin with their document's; others are
// looked for in all documents.
func (c *Corpus) locate(id string) (ref, int64, error) {
	for cut := id; ; {
		i := strings.LastIndexByte(cut, '_')
		if i < 0 {
			break
		}
		cut = cut[:i]
		at, ok := c.find(cut)
		if !ok {
			continue
		}
		row, err := c.locateIn(at, id)
		if !errors.Is(err, ErrNotFound) {
			return at, row, err
		}
	}
	for _, r := range c.runs {
		for doc := r.first; doc < r.end; doc++ {
			at := ref{r.part, doc}
			row, err := c.locateIn(at, id)
			if !errors.Is(err, ErrNotFound) {
				return at, row, err
			}
		}
	}
	return ref{}, 0, ErrNotFound
}

// locateIn finds the row of a sentence in a document; it reads the column of ids.
func (c *Corpus) locateIn(at ref, id string) (found int64, err error) {
	f, err := c.table(at.part, sentencesTable)
	if err != nil {
		return 0, err
	}
	defer guard(&err)
	columns := newColumns(nil, f.data)
	defer columns.close()
	first, end := c.parts[at.part].rowsOf(sentencesTable, at.document)
	found = -1
	row := first
	err = columns.each(columnIndex(sentencesTable, "sentence_id"), first, end, func(v parquet.Value) {
		if string(v.ByteArray()) == id {
			found = row
		}
		row++
	})
	if err == nil && found < 0 {
		err = ErrNotFound
	}
	return found, err
}
