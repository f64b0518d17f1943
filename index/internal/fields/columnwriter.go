package fields

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/mapped"
)

// runRows is how many rows a span of equal values must have on average for a column to have spans: with fewer,
// scanning the codes is as fast.
const runRows = 8

// columnWriter takes the values of one field, in the order of rows. Texts go to the spool as the number in which
// they were first seen, counted from 1; numbers as themselves, with a byte before them that says whether there
// is one.
type columnWriter struct {
	field index.Field
	spool *mapped.Temp
	texts map[string]uint32
	bytes int                 // of the texts
	bits  map[uint64]struct{} // different numbers; nil when there are too many
	last  uint64              // what the last row had, as the spool has it
	some  bool                // the last row had a value
	with  int                 // rows that have a value
	runs  int
	row   [9]byte // of a number, as the spool has it
}

func newColumnWriter(to mapped.Location, field index.Field) (*columnWriter, error) {
	s, err := to.Temp()
	if err != nil {
		return nil, err
	}
	return &columnWriter{field: field, spool: s, texts: map[string]uint32{}, bits: map[uint64]struct{}{}}, nil
}

// fits reports why a value, nil being none, cannot be added.
func (w *columnWriter) fits(v any) error {
	text, ok := v.(string)
	if !ok {
		return nil
	}
	if len(text) > MaxValue {
		return fmt.Errorf("field %q has a text of %d bytes; it may have %d", w.field.Name, len(text), MaxValue)
	}
	if _, ok := w.texts[text]; !ok && (len(w.texts) >= maxTexts || w.bytes+len(text) > maxDict) {
		return fmt.Errorf("field %q has more than %d different texts; what is so diverse is text to be searched, not a "+
			"field to filter by", w.field.Name, len(w.texts))
	}
	return nil
}

func (w *columnWriter) add(v any) error {
	if w.field.Kind == index.Text {
		return w.addText(v)
	}
	var number uint64
	switch v := v.(type) {
	case int64:
		number = uint64(v)
	case float64:
		number = math.Float64bits(v)
	case bool:
		number = uint64(bit(v))
	}
	if v != nil && w.bits != nil {
		if !w.some || number != w.last {
			w.bits[number] = struct{}{}
		}
		if len(w.bits) > maxCodes {
			w.bits = nil
		}
	}
	w.row[0] = byte(bit(v != nil))
	binary.LittleEndian.PutUint64(w.row[1:], number)
	w.count(v != nil, number)
	_, err := w.spool.Write(w.row[:])
	return err
}

func (w *columnWriter) addText(v any) error {
	var code uint32
	if text, ok := v.(string); ok {
		if code = w.texts[text]; code == 0 {
			code = uint32(len(w.texts)) + 1
			w.texts[text] = code
			w.bytes += len(text)
		}
	}
	w.count(v != nil, uint64(code))
	w.spool.Uint32(code)
	return nil
}

// count keeps account of the row that is added.
func (w *columnWriter) count(some bool, v uint64) {
	if w.runs == 0 || some != w.some || v != w.last {
		w.runs++
	}
	if some {
		w.with++
	}
	w.some, w.last = some, v
}

// plan is how the column will be stored.
func (w *columnWriter) plan(rows int) layout {
	l := layout{Codes: len(w.texts), Rows: w.with, Spans: w.runs}
	if w.field.Kind != index.Text {
		l.Codes = len(w.bits)
		if w.bits == nil {
			return l
		}
	}
	switch {
	case l.Codes < 1<<8:
		l.Width = 1
	case l.Codes < 1<<16:
		l.Width = 2
	default:
		l.Width = 4
	}
	l.Runs = w.runs <= rows/runRows+l.Codes
	return l
}

// write writes the column's sections.
func (w *columnWriter) write(m *mapped.Writer, i int, l layout, rows int) error {
	if l.Width == 0 {
		return w.writeNumbers(m, i, rows)
	}
	code, err := w.writeValues(m, i)
	if err != nil {
		return err
	}
	var runs runList
	m.Section(section(i, "codes"), l.Width)
	out := m.Buffered()
	row := uint32(0)
	err = w.each(func(some bool, v uint64) error {
		c := uint32(0)
		if some {
			c = code(v)
		}
		if l.Runs {
			runs.add(c, row)
		}
		row++
		return appendCode(out, l.Width, c)
	})
	err = cmp.Or(err, out.Flush())
	if err == nil && l.Runs {
		err = runs.write(m, i, l.Codes, row)
	}
	return err
}

func appendCode(out *bufio.Writer, width int, c uint32) error {
	for ; width > 0; width-- {
		if err := out.WriteByte(byte(c)); err != nil {
			return err
		}
		c >>= 8
	}
	return nil
}

// each gives the values of all rows as they were put into the spool.
func (w *columnWriter) each(do func(some bool, v uint64) error) error {
	in, err := w.spool.Range(0, w.spool.Size(), 256<<10)
	if err != nil {
		return err
	}
	var b [9]byte
	size := 9
	if w.field.Kind == index.Text {
		size = 4
	}
	for {
		if _, err := io.ReadFull(in, b[:size]); err != nil {
			if err == io.EOF {
				err = nil
			}
			return err
		}
		v := binary.LittleEndian.Uint64(b[1:])
		some := b[0] != 0
		if size == 4 {
			v = uint64(binary.LittleEndian.Uint32(b[:]))
			some = v != 0
		}
		if err := do(some, v); err != nil {
			return err
		}
	}
}

// writeValues writes the sorted list of values, and gives the code of each.
func (w *columnWriter) writeValues(m *mapped.Writer, i int) (code func(uint64) uint32, err error) {
	if w.field.Kind == index.Text {
		return w.writeTexts(m, i)
	}
	numbers := make([]uint64, 0, len(w.bits))
	for v := range w.bits {
		numbers = append(numbers, v)
	}
	slices.SortFunc(numbers, func(a, b uint64) int {
		if w.field.Kind == index.Float {
			return cmp.Compare(math.Float64frombits(a), math.Float64frombits(b))
		}
		return cmp.Compare(int64(a), int64(b))
	})
	codes := make(map[uint64]uint32, len(numbers))
	for k, v := range numbers {
		codes[v] = uint32(k) + 1
	}
	m.Section(section(i, w.numbers()), 8)
	return func(v uint64) uint32 { return codes[v] }, mapped.Append(m, numbers)
}

// numbers is the section of a column's numbers.
func (w *columnWriter) numbers() string {
	if w.field.Kind == index.Float {
		return "floats"
	}
	return "ints"
}

func (w *columnWriter) writeTexts(m *mapped.Writer, i int) (func(uint64) uint32, error) {
	texts := make([]string, 0, len(w.texts))
	for text := range w.texts {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	codes := make([]uint32, len(texts)+1)
	ends := make([]uint32, len(texts))
	m.Section(section(i, "texts"), 1)
	out := m.Buffered()
	end := uint32(0)
	for k, text := range texts {
		codes[w.texts[text]] = uint32(k) + 1
		end += uint32(len(text))
		ends[k] = end
		if _, err := out.WriteString(text); err != nil {
			return nil, err
		}
	}
	if err := out.Flush(); err != nil {
		return nil, err
	}
	return func(v uint64) uint32 { return codes[v] }, mapped.Put(m, section(i, "ends"), ends)
}

// writeNumbers writes the number of each row, and which rows have none.
func (w *columnWriter) writeNumbers(m *mapped.Writer, i, rows int) error {
	none := make([]uint64, (rows+63)/64)
	row := 0
	m.Section(section(i, w.numbers()), 8)
	out := m.Buffered()
	err := w.each(func(some bool, v uint64) error {
		if !some {
			none[row/64] |= 1 << (row % 64)
		}
		row++
		_, err := out.Write(binary.LittleEndian.AppendUint64(out.AvailableBuffer(), v))
		return err
	})
	if err = cmp.Or(err, out.Flush()); err != nil {
		return err
	}
	return mapped.Put(m, section(i, "none"), none)
}

// runList is the spans of a column in the order of rows.
type runList struct {
	codes []uint32
	from  []uint32
}

func (r *runList) add(code, row uint32) {
	if n := len(r.codes); n == 0 || r.codes[n-1] != code {
		r.codes, r.from = append(r.codes, code), append(r.from, row)
	}
}

// write writes the spans by code.
func (r *runList) write(m *mapped.Writer, i, codes int, rows uint32) error {
	heads := make([]uint32, codes+2)
	for _, c := range r.codes {
		heads[c+1]++
	}
	for c := 1; c < len(heads); c++ {
		heads[c] += heads[c-1]
	}
	at := slices.Clone(heads)
	runs := make([]uint32, 2*len(r.codes))
	for k, c := range r.codes {
		to := rows
		if k+1 < len(r.from) {
			to = r.from[k+1]
		}
		runs[2*at[c]], runs[2*at[c]+1] = r.from[k], to
		at[c]++
	}
	if err := mapped.Put(m, section(i, "heads"), heads); err != nil {
		return err
	}
	return mapped.Put(m, section(i, "runs"), runs)
}
