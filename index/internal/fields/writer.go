package fields

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/mapped"
)

// Writer makes a file. What is added goes to files beside it, a column each, so that memory does not grow with
// the rows but with the different values of a field.
type Writer struct {
	to      mapped.Location
	tool    string
	schema  index.Schema
	columns []*columnWriter
	ids     *idWriter
	err     error
}

// Create begins a file of records with fields of a schema; tool is the version of the program.
func Create(to mapped.Location, tool string, schema index.Schema) (*Writer, error) {
	if err := schema.Validate(); err != nil {
		return nil, err
	}
	w := &Writer{to: to, tool: tool, schema: schema}
	var err error
	if w.ids, err = newIDWriter(to); err != nil {
		return nil, err
	}
	for _, f := range schema {
		c, err := newColumnWriter(to, f)
		if err != nil {
			w.Abort()
			return nil, err
		}
		w.columns = append(w.columns, c)
	}
	return w, nil
}

// Add appends a row. After an error the row is not there, and more can be added unless the disk failed. An id
// that was added before is noticed by Commit.
func (w *Writer) Add(id string, fields index.Fields) error {
	switch {
	case w.err != nil:
		return w.err
	case id == "" || len(id) > MaxID:
		return fmt.Errorf("id %q has %d bytes; an id has 1 to %d", id[:min(len(id), 40)], len(id), MaxID)
	case w.ids.rows >= maxRows:
		return fmt.Errorf("there are %d rows, and no file has more", w.ids.rows)
	}
	fields, err := w.schema.Normal(fields)
	if err != nil {
		return fmt.Errorf("id %q: %w", id, err)
	}
	for _, c := range w.columns {
		if err := c.fits(fields[c.field.Name]); err != nil {
			return fmt.Errorf("id %q: %w", id, err)
		}
	}
	for _, c := range w.columns {
		w.err = errors.Join(w.err, c.add(fields[c.field.Name]))
	}
	w.err = errors.Join(w.err, w.ids.add([]byte(id)))
	return w.err
}

// Len is the number of rows added.
func (w *Writer) Len() int { return w.ids.rows }

// Commit ends the file and gives it its name.
func (w *Writer) Commit() error {
	defer w.Abort()
	if w.err != nil {
		return w.err
	}
	layouts := make([]layout, len(w.columns))
	for i, c := range w.columns {
		layouts[i] = c.plan(w.ids.rows)
	}
	// The layouts are in the file's table, which is made when it is begun.
	columns, err := json.Marshal(layouts)
	if err != nil {
		return err
	}
	schema, err := json.Marshal(w.schema)
	if err != nil {
		return err
	}
	m, err := w.to.Create(mapped.About{Kind: kind, Format: format, Tool: w.tool,
		Texts: map[string]string{aboutSchema: string(schema), aboutColumns: string(columns)}})
	if err != nil {
		return err
	}
	if err = w.ids.write(m); err == nil {
		for i, c := range w.columns {
			if err = c.write(m, i, layouts[i], w.ids.rows); err != nil {
				break
			}
		}
	}
	if err != nil {
		m.Abort()
		return fmt.Errorf("write fields %q: %w", w.to, err)
	}
	return m.Commit()
}

// Abort takes back what was begun; after Commit it does nothing.
func (w *Writer) Abort() {
	w.ids.abort()
	for _, c := range w.columns {
		c.spool.Remove()
	}
	if w.err == nil {
		w.err = errors.New("the writer of fields has ended")
	}
}

// idWriter takes ids in the order of rows.
type idWriter struct {
	rows   int
	spool  *mapped.Temp // as the file will have them
	last   []byte
	block  []byte // ids since the last that is stored in full
	blocks []uint64
	hashes *sorter
}

func newIDWriter(to mapped.Location) (*idWriter, error) {
	s, err := to.Temp()
	if err != nil {
		return nil, err
	}
	return &idWriter{spool: s, hashes: newSorter(to)}, nil
}

func (w *idWriter) abort() {
	w.spool.Remove()
	w.hashes.remove()
}

func (w *idWriter) add(id []byte) error {
	shared := 0
	if w.rows%idBlock == 0 {
		w.blocks = append(w.blocks, uint64(w.spool.Size()))
	} else {
		for shared < min(len(id), len(w.last)) && id[shared] == w.last[shared] {
			shared++
		}
	}
	w.block = binary.AppendUvarint(w.block[:0], uint64(shared))
	w.block = binary.AppendUvarint(w.block, uint64(len(id)-shared))
	w.block = append(w.block, id[shared:]...)
	if _, err := w.spool.Write(w.block); err != nil {
		return err
	}
	if err := w.hashes.add(hashed{hash(id), uint32(w.rows)}); err != nil {
		return err
	}
	w.last = append(w.last[:0], id...)
	w.rows++
	return nil
}

// write writes the sections of ids, and refuses an id that is there twice.
func (w *idWriter) write(m *mapped.Writer) error {
	m.Section("ids", 1)
	if err := w.spool.CopyTo(m); err != nil {
		return err
	}
	if err := mapped.Put(m, "ids.blocks", w.blocks); err != nil {
		return err
	}
	heads := make([]uint32, buckets(w.rows)+1)
	marks := make([]uint8, 0, w.rows)
	m.Section("ids.order", 4)
	out := m.Buffered()
	var before hashed
	err := w.hashes.each(func(h hashed) error {
		if len(marks) > 0 && h.hash == before.hash {
			if err := w.differ(before.row, h.row); err != nil {
				return err
			}
		}
		before = h
		heads[bucket(h.hash, len(heads)-1)+1]++
		marks = append(marks, uint8(h.hash))
		return appendCode(out, 4, h.row)
	})
	if err = cmp.Or(err, out.Flush()); err != nil {
		return err
	}
	for b := 1; b < len(heads); b++ {
		heads[b] += heads[b-1]
	}
	return errors.Join(mapped.Put(m, "ids.heads", heads), mapped.Put(m, "ids.marks", marks))
}

// differ compares the ids of two rows whose hashes are equal.
func (w *idWriter) differ(a, b uint32) error {
	x, err := w.read(a)
	if err != nil {
		return err
	}
	y, err := w.read(b)
	if err == nil && x == y {
		err = fmt.Errorf("id %q was added twice, as rows %d and %d", x, a, b)
	}
	return err
}

// read is the id of a row that was added.
func (w *idWriter) read(row uint32) (string, error) {
	from, to := int64(w.blocks[row/idBlock]), w.spool.Size()
	if next := int(row/idBlock) + 1; next < len(w.blocks) {
		to = int64(w.blocks[next])
	}
	text := make([]byte, to-from)
	in, err := w.spool.Range(from, to, len(text))
	if err == nil {
		_, err = io.ReadFull(in, text)
	}
	var id []byte
	for i := uint32(0); err == nil && i <= row%idBlock; i++ {
		id, text, err = next(text, id)
	}
	return string(id), err
}
