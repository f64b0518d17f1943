package store

import (
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"
)

const (
	scanRows    = 256 // rows that are decoded at once
	liveReaders = 4   // parts that a scan keeps its place in; each holds a page of every column
)

// scan gives rows of a table in the order of documents.
func scan[T any](c *Corpus, t int, q Query) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s := &scanner[T]{corpus: c, t: t, conditions: q.rows(t), buf: make([]T, scanRows)}
		defer s.close()
		for part, stretch := range c.stretches(t, &q) {
			if goOn, err := s.give(part, stretch, yield); err != nil {
				var none T
				yield(none, err)
				return
			} else if !goOn {
				return
			}
		}
	}
}

// stretches gives the rows of the chosen documents: those of neighbours in a part together, but not
// more than about a row group's at once.
func (c *Corpus) stretches(t int, q *Query) iter.Seq2[int, stretch] {
	chosen := q.documents()
	return func(yield func(int, stretch) bool) {
		for _, r := range c.runs {
			p := c.parts[r.part]
			var open stretch
			for doc := r.first; doc < r.end; doc++ {
				if !chosen(&p.manifest.Documents[doc]) {
					continue
				}
				first, end := p.rowsOf(t, doc)
				if open.end == first && open.first < first && first-open.first < groupRows {
					open.end = end
					continue
				}
				if open.first < open.end && !yield(r.part, open) {
					return
				}
				open = stretch{r.part, first, end}
			}
			if open.first < open.end && !yield(r.part, open) {
				return
			}
		}
	}
}

// scanner reads stretches of rows as values of T.
type scanner[T any] struct {
	corpus     *Corpus
	t          int
	conditions []condition
	buf        []T
	readers    []*partReader[T] // the one used last comes first
}

// partReader is a place in a table of one part.
type partReader[T any] struct {
	part    int
	path    string
	columns *columns
	fields  []field
}

// give yields the rows of a stretch that meet the conditions.
func (s *scanner[T]) give(part int, at stretch, yield func(T, error) bool) (goOn bool, err error) {
	r, err := s.reader(part)
	if err != nil {
		return false, err
	}
	matching := []stretch{at}
	for _, cond := range s.conditions {
		if matching, err = r.match(cond, matching); err != nil {
			return false, fmt.Errorf("read %q: %w", r.path, err)
		}
	}
	for _, m := range matching {
		for m.first < m.end {
			rows := s.buf[:min(int64(len(s.buf)), m.end-m.first)]
			if err := r.read(rows, m.first); err != nil {
				return false, fmt.Errorf("read %q: %w", r.path, err)
			}
			for i := range rows {
				if !yield(rows[i], nil) {
					return false, nil
				}
			}
			m.first += int64(len(rows))
		}
	}
	return true, nil
}

// reader is the reader of a part. A new one replaces the one that was not used for longest.
func (s *scanner[T]) reader(part int) (*partReader[T], error) {
	i := slices.IndexFunc(s.readers, func(r *partReader[T]) bool { return r.part == part })
	if i < 0 {
		r, err := newReader[T](s.corpus, part, s.t)
		if err != nil {
			return nil, err
		}
		if i = len(s.readers); i == liveReaders {
			i--
			s.readers[i].close()
			s.readers = s.readers[:i]
		}
		s.readers = append(s.readers, r)
	}
	r := s.readers[i]
	copy(s.readers[1:i+1], s.readers[:i])
	s.readers[0] = r
	return r, nil
}

func (s *scanner[T]) close() {
	for _, r := range s.readers {
		r.close()
	}
}

func newReader[T any](c *Corpus, part, t int) (r *partReader[T], err error) {
	f, err := c.table(part, t)
	if err != nil {
		return nil, err
	}
	return &partReader[T]{part: part, path: f.path, columns: newColumns(nil, f.data), fields: fieldsOf[T](t)}, nil
}

// read reads rows from a row number on, column by column.
func (r *partReader[T]) read(rows []T, from int64) (err error) {
	defer guard(&err)
	clear(rows)
	values := reflect.ValueOf(rows)
	for i := range r.fields {
		f := &r.fields[i]
		row := -1
		err := r.columns.each(f.column, from, from+int64(len(rows)), func(v parquet.Value) {
			if v.RepetitionLevel() == 0 {
				row++
			}
			f.set(values.Index(row).FieldByIndex(f.path), v)
		})
		if err != nil {
			return fmt.Errorf("column %q: %w", f.name, err)
		}
	}
	return nil
}

// match narrows stretches down to the rows that meet a condition; it reads the condition's column.
func (r *partReader[T]) match(cond condition, in []stretch) (out []stretch, err error) {
	defer guard(&err)
	for _, s := range in {
		row := s.first
		err := r.columns.each(cond.column, s.first, s.end, func(v parquet.Value) {
			if cond.holds(v) {
				if last := len(out) - 1; last >= 0 && out[last].end == row {
					out[last].end++
				} else {
					out = append(out, stretch{s.source, row, row + 1})
				}
			}
			row++
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *partReader[T]) close() {
	_ = r.columns.close()
}

// guard turns a panic over a damaged file into an error: a corpus may have any origin.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("damaged: %v", p)
	}
}
