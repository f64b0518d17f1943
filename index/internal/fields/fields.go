// Package fields turns the ids and fields of records into a file of columns, in which a filter finds the rows
// that pass it, an id its row, and a row its id and fields.
//
// A column holds, for each row, the number of its value in a sorted list of the column's values, 0 being none;
// a column of numbers that hardly repeat holds the numbers themselves. Where equal values lie together, as
// companies, years and sections do in a corpus, the column also has, for each value, the spans of rows that
// have it: a filter is then a matter of intersecting spans, and reads nothing that does not pass. Ids are
// stored as their difference to the one before, and found by a hash.
//
// It refuses ids that are there twice, values that the schema does not have, and texts of more kinds than a
// filter could be meant for. A damaged file is an error and never a panic.
package fields

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/mapped"
)

const (
	kind   = "fields"
	format = 1
)

// about names the texts of the file.
const (
	aboutSchema  = "schema"
	aboutColumns = "columns"
)

// Bounds of what a file holds.
const (
	MaxID    = 1 << 10 // bytes of an id
	MaxValue = 1 << 12 // bytes of a text in a field
	maxRows  = 1<<32 - 2
	maxTexts = 1 << 20   // different texts in a field
	maxDict  = 256 << 20 // bytes of them
	maxCodes = 1<<16 - 1 // different numbers, above which a column holds the numbers themselves
)

// errDamaged is a file that contradicts itself.
var errDamaged = errors.New("it contradicts itself; build the index again: assay index build --fresh")

// File is an open file of fields. Its methods may be called from many goroutines.
type File struct {
	file    *mapped.File
	from    mapped.Location
	schema  index.Schema
	columns []column
	ids     ids
}

// Open opens a file that Writer made.
func Open(from mapped.Location) (*File, error) {
	m, err := from.Open(kind, format)
	if err != nil {
		return nil, err
	}
	f := &File{file: m, from: from}
	if err := f.open(); err != nil {
		return nil, errors.Join(f.fail(err), m.Close())
	}
	return f, nil
}

func (f *File) open() error {
	texts := f.file.About().Texts
	if err := json.Unmarshal([]byte(texts[aboutSchema]), &f.schema); err != nil {
		return fmt.Errorf("its schema cannot be read: %w", err)
	}
	if err := f.schema.Validate(); err != nil {
		return err
	}
	var layouts []layout
	if err := json.Unmarshal([]byte(texts[aboutColumns]), &layouts); err != nil {
		return fmt.Errorf("its list of columns cannot be read: %w", err)
	}
	if len(layouts) != len(f.schema) {
		return errDamaged
	}
	var err error
	if f.ids, err = openIDs(f.file); err != nil {
		return err
	}
	f.columns = make([]column, len(layouts))
	for i := range layouts {
		if f.columns[i], err = openColumn(f.file, i, f.schema[i], layouts[i], f.ids.rows); err != nil {
			return fmt.Errorf("field %q: %w", f.schema[i].Name, err)
		}
	}
	return nil
}

func (f *File) fail(err error) error {
	return fmt.Errorf("fields %q: %w", f.from, err)
}

// Schema is the fields that rows may have.
func (f *File) Schema() index.Schema { return f.schema }

// Len is the number of rows.
func (f *File) Len() int { return f.ids.rows }

// Size is the file's, in bytes.
func (f *File) Size() int64 { return f.file.Size() }

// ID is the id of a row.
func (f *File) ID(row uint32) (string, error) {
	id, err := f.ids.at(row)
	if err != nil {
		return "", f.fail(err)
	}
	return id, nil
}

// Find is the row of an id, if there is one.
func (f *File) Find(id string) (row uint32, ok bool, err error) {
	if row, ok, err = f.ids.find(id); err != nil {
		err = f.fail(err)
	}
	return row, ok, err
}

// Fields is what a row has in its fields.
func (f *File) Fields(row uint32) (index.Fields, error) {
	if int64(row) >= int64(f.ids.rows) {
		return nil, f.fail(fmt.Errorf("there is no row %d among %d", row, f.ids.rows))
	}
	fields := make(index.Fields, len(f.columns))
	for i := range f.columns {
		v, err := f.columns[i].at(row)
		if err != nil {
			return nil, f.fail(fmt.Errorf("field %q: %w", f.schema[i].Name, err))
		}
		if v != nil {
			fields[f.schema[i].Name] = v
		}
	}
	return fields, nil
}

// Close ends the use of the file.
func (f *File) Close() error { return f.file.Close() }
