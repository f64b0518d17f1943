package store

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDocumentBytes bounds the text of one document: Parquet counts the bytes of a page in 32 bits.
const maxDocumentBytes = 1 << 30

// stamp makes a document's rows agree with it: keys, numbers and counts are filled, text is made valid
// UTF-8 (one invalid byte makes a whole column unreadable to others), references are checked.
// It returns about how much memory the rows take.
func (d *Rows) stamp() (int64, error) {
	if err := d.identify(); err != nil {
		return 0, err
	}
	key := d.Document.Key
	each(d.Items, func(i int, r *Item) { r.Key, r.NSentences = key, 0 })
	each(d.Paragraphs, func(i int, r *Paragraph) { r.Key, r.Seq = key, int32(i) })
	each(d.Tables, func(i int, r *Table) { r.Key, r.TableID = key, int32(i) })
	each(d.Cells, func(i int, r *Cell) { r.Key = key })
	each(d.Facts, func(i int, r *Fact) { r.Key, r.Seq = key, int32(i) })
	each(d.Sentences, func(i int, r *Sentence) {
		r.Key, r.Seq = key, int32(i)
		r.Company, r.Form = d.Document.Company, d.Document.Form
	})
	for t := range tables {
		if tables[t].count != nil {
			*tables[t].count(&d.Document) = int32(d.len(t))
		}
	}
	bytes := d.clean()
	if bytes > maxDocumentBytes {
		return 0, d.errorf("its rows take %d bytes, more than %d", bytes, maxDocumentBytes)
	}
	return bytes, errors.Join(d.checkOrder(), d.checkReferences())
}

// ErrInvalid is the error of Add for rows that contradict themselves. Nothing of the document is kept,
// and the writer goes on.
var ErrInvalid = errors.New("invalid rows")

func (d *Rows) errorf(format string, args ...any) error {
	return fmt.Errorf("add document %q: %w: %s", d.Document.DocID, ErrInvalid, fmt.Sprintf(format, args...))
}

func (d *Rows) identify() error {
	id := d.Document.DocID
	if id == "" || !utf8.ValidString(id) || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' }) {
		return d.errorf("its id is empty or holds blanks or invalid UTF-8")
	}
	if b, err := hex.DecodeString(d.Document.SHA256); err != nil || len(b) != 32 {
		return d.errorf("its sha256 %q is not 64 hex digits", d.Document.SHA256)
	}
	return nil
}

// len is how many rows the document has in a table.
func (d *Rows) len(table int) int {
	return [numTables]int{
		1, len(d.Items), len(d.Paragraphs), len(d.Tables), len(d.Cells), len(d.Sentences), len(d.Facts),
	}[table]
}

func each[T any](rows []T, f func(int, *T)) {
	for i := range rows {
		f(i, &rows[i])
	}
}

// checkOrder checks that rows are in reading order: items by ord, sentences section by section. Readers fetch
// sections, so each must be contiguous, and its ids must differ.
func (d *Rows) checkOrder() error {
	for i := range d.Items {
		if i > 0 && d.Items[i].Ord <= d.Items[i-1].Ord {
			return d.errorf("item %q has ord %d after %d", d.Items[i].Item, d.Items[i].Ord, d.Items[i-1].Ord)
		}
	}
	items := make(map[string]*Item, len(d.Items))
	each(d.Items, func(_ int, r *Item) { items[r.Item] = r })
	closed := make(map[string]bool, len(d.Items))
	foreign := make(map[string]bool)
	var id []byte
	for i := range d.Sentences {
		s := &d.Sentences[i]
		if i > 0 && d.Sentences[i-1].Section != s.Section {
			closed[d.Sentences[i-1].Section] = true
		} else if i > 0 && s.Position <= d.Sentences[i-1].Position {
			return d.errorf("section %q has position %d after %d", s.Section, s.Position, d.Sentences[i-1].Position)
		}
		if closed[s.Section] {
			return d.errorf("section %q is in two places", s.Section)
		}
		if id = appendSentenceID(id[:0], d.Document.DocID, s.Section, s.Position); s.ID != string(id) {
			if s.ID == "" || foreign[s.ID] {
				return d.errorf("sentence %d has no id of its own: %q", i, s.ID)
			}
			foreign[s.ID] = true
		}
		if item := items[s.Section]; item != nil {
			item.NSentences++
		}
	}
	return nil
}

// SentenceID is the id of a sentence: CIK10_FORM_YEAR_section_ID_SEQ.
func SentenceID(docID, section string, position int32) string {
	return string(appendSentenceID(nil, docID, section, position))
}

// sectionMark separates the document's id and the section in the id of a sentence.
const sectionMark = "_section_"

// DocumentOf is the document of a sentence, by the sentence's id; false if it is none.
func DocumentOf(sentenceID string) (docID string, ok bool) {
	docID, _, ok = strings.Cut(sentenceID, sectionMark)
	return docID, ok
}

func appendSentenceID(b []byte, docID, section string, position int32) []byte {
	b = append(append(append(b, docID...), sectionMark...), section...)
	return strconv.AppendInt(append(b, '_'), int64(position), 10)
}

// checkReferences makes sure that every number that points at another row of the document finds one.
func (d *Rows) checkReferences() error {
	tables, paragraphs, facts := int32(len(d.Tables)), int32(len(d.Paragraphs)), int32(len(d.Facts))
	for i := range d.Paragraphs {
		if t := d.Paragraphs[i].TableID; t < -1 || t >= tables {
			return d.errorf("paragraph %d is of table %d, of %d", i, t, tables)
		}
	}
	for i := range d.Cells {
		c := &d.Cells[i]
		if c.TableID < 0 || c.TableID >= tables {
			return d.errorf("cell %d is of table %d, of %d", i, c.TableID, tables)
		}
		if c.Fact < -1 || c.Fact >= facts {
			return d.errorf("cell %d holds fact %d, of %d", i, c.Fact, facts)
		}
		if i > 0 && !follows(&d.Cells[i-1], c) {
			last := &d.Cells[i-1]
			return d.errorf("cell %d is out of order: table %d row %d col %d after table %d row %d col %d",
				i, c.TableID, c.Row, c.Col, last.TableID, last.Row, last.Col)
		}
	}
	for i := range d.Sentences {
		s := &d.Sentences[i]
		if s.TableID < -1 || s.TableID >= tables {
			return d.errorf("sentence %q is of table %d, of %d", s.ID, s.TableID, tables)
		}
		if s.Paragraph < -1 || s.Paragraph >= paragraphs {
			return d.errorf("sentence %q is of paragraph %d, of %d", s.ID, s.Paragraph, paragraphs)
		}
	}
	for i := range d.Facts {
		if t := d.Facts[i].TableID; t < -1 || t >= tables {
			return d.errorf("fact %d is of table %d, of %d", i, t, tables)
		}
	}
	return nil
}

// follows reports whether b comes after a in the order table, row, column.
func follows(a, b *Cell) bool {
	if a.TableID != b.TableID {
		return a.TableID < b.TableID
	}
	if a.Row != b.Row {
		return a.Row < b.Row
	}
	return a.Col < b.Col
}
