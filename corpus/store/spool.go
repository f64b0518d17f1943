package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"time"
	"unsafe"
)

// spool keeps the rows of documents until there are enough for a part. They are in a file below .tmp,
// which costs no memory, so that a part holds many documents and is written once: sorted, and compressed
// as it stays.
type spool struct {
	path  string
	out   output
	begun time.Time
	bytes int64 // that the rows would take in memory
	size  int64 // of the file
	docs  []spooled
	chunk []byte
}

// spooled is a document in a spool.
type spooled struct {
	entry
	starts [numTables]int64 // where the chunks of its rows begin in each table
}

// spoolRows is how many rows are packed and unpacked at once: it bounds the memory of both.
const spoolRows = 1024

func newSpool(path string, create func(string) (output, error)) (*spool, error) {
	out, err := create(path)
	if err != nil {
		return nil, err
	}
	return &spool{path: path, out: out, begun: time.Now()}, nil
}

// add appends the rows of a document, which take so many bytes in memory.
func (s *spool) add(d *Rows, bytes int64) error {
	doc := spooled{entry: entryOf(&d.Document)}
	for t := range tables {
		doc.starts[t] = s.size
		for first := 0; first < d.len(t); first += spoolRows {
			s.chunk = tables[t].pack(append(s.chunk[:0], 0, 0, 0, 0), d, first, min(first+spoolRows, d.len(t)))
			binary.LittleEndian.PutUint32(s.chunk, uint32(len(s.chunk)-4))
			n, err := s.out.Write(s.chunk)
			s.size += int64(n)
			if err != nil {
				return err
			}
		}
	}
	s.docs = append(s.docs, doc)
	s.bytes += bytes
	return nil
}

// read hands the chunks of a table's rows to an encoder, document by document.
func (s *spool) read(t int, docs []spooled, add func(chunk []byte, rows, document int) error) (err error) {
	f, err := os.Open(s.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	var head [4]byte
	for i := range docs {
		at := docs[i].starts[t]
		rows := int(docs[i].rows(t))
		document := rows
		for first := 0; first < rows; first += spoolRows {
			if _, err := f.ReadAt(head[:], at); err != nil {
				return fmt.Errorf("read %q: %w", s.path, err)
			}
			n := int(binary.LittleEndian.Uint32(head[:]))
			s.chunk = slices.Grow(s.chunk[:0], n)[:n]
			if _, err := f.ReadAt(s.chunk, at+4); err != nil {
				return fmt.Errorf("read %q: %w", s.path, err)
			}
			at += 4 + int64(n)
			if err := add(s.chunk, min(rows-first, spoolRows), document); err != nil {
				return err
			}
			document = 0
		}
	}
	return nil
}

// remove deletes the file.
func (s *spool) remove() error {
	return errors.Join(s.out.Close(), os.Remove(s.path))
}

// slot is a field of a row: where it is in the struct and how its values are packed.
type slot struct {
	offset uintptr
	kind   slotKind
}

type slotKind uint8

const (
	slotString slotKind = iota
	slotInt32
	slotInt64
	slotBool
	slotDouble // a *float64
	slotStrings
	slotInt64s
)

// slotsOf lists the fields of a row, those of embedded structs included.
func slotsOf(row reflect.Type) (all []slot) {
	for i := range row.NumField() {
		f := row.Field(i)
		if f.Anonymous {
			for _, s := range slotsOf(f.Type) {
				all = append(all, slot{f.Offset + s.offset, s.kind})
			}
			continue
		}
		all = append(all, slot{f.Offset, slotKindOf(f.Type)})
	}
	return all
}

func slotKindOf(t reflect.Type) slotKind {
	switch t.Kind() {
	case reflect.String:
		return slotString
	case reflect.Int32:
		return slotInt32
	case reflect.Int64:
		return slotInt64
	case reflect.Bool:
		return slotBool
	case reflect.Pointer:
		return slotDouble
	case reflect.Slice:
		if t.Elem().Kind() == reflect.String {
			return slotStrings
		}
		return slotInt64s
	}
	panic(fmt.Sprintf("store: a row with a field of type %s", t))
}

// fieldAt is a field of a row. Rows are packed and unpacked a column at a time, which reflection would
// make several times slower than the rest of writing.
func fieldAt[F, T any](row *T, s slot) *F {
	return (*F)(unsafe.Add(unsafe.Pointer(row), s.offset))
}

// packRows appends rows column by column. In a column of strings 0 means the string before,
// n+1 one of n bytes.
func packRows[T any](dst []byte, rows []T, slots []slot) []byte {
	for _, s := range slots {
		switch s.kind {
		case slotString:
			last := ""
			for i := range rows {
				text := *fieldAt[string](&rows[i], s)
				if text == last {
					dst = append(dst, 0)
					continue
				}
				dst = appendString(dst, text)
				last = text
			}
		case slotInt32:
			for i := range rows {
				dst = binary.LittleEndian.AppendUint32(dst, uint32(*fieldAt[int32](&rows[i], s)))
			}
		case slotInt64:
			for i := range rows {
				dst = binary.LittleEndian.AppendUint64(dst, uint64(*fieldAt[int64](&rows[i], s)))
			}
		case slotBool:
			for i := range rows {
				dst = append(dst, *fieldAt[byte](&rows[i], s))
			}
		default:
			for i := range rows {
				dst = packRare(dst, &rows[i], s)
			}
		}
	}
	return dst
}

func appendString(dst []byte, text string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(text))+1), text...)
}

// packRare packs a field that may be absent, or a list.
func packRare[T any](dst []byte, row *T, s slot) []byte {
	switch s.kind {
	case slotDouble:
		if v := *fieldAt[*float64](row, s); v != nil {
			return binary.LittleEndian.AppendUint64(append(dst, 1), math.Float64bits(*v))
		}
		return append(dst, 0)
	case slotStrings:
		list := *fieldAt[[]string](row, s)
		dst = binary.AppendUvarint(dst, uint64(len(list)))
		for _, text := range list {
			dst = appendString(dst, text)
		}
	case slotInt64s:
		list := *fieldAt[[]int64](row, s)
		dst = binary.AppendUvarint(dst, uint64(len(list)))
		for _, n := range list {
			dst = binary.AppendVarint(dst, n)
		}
	}
	return dst
}

// unpackRows is the reverse of packRows. Strings are parts of the chunk.
func unpackRows[T any](chunk []byte, rows []T, slots []slot) {
	u := unpacker{chunk}
	for _, s := range slots {
		switch s.kind {
		case slotString:
			last := ""
			for i := range rows {
				if n := u.uvarint(); n > 0 {
					last = u.text(n - 1)
				}
				*fieldAt[string](&rows[i], s) = last
			}
		case slotInt32:
			for i := range rows {
				*fieldAt[int32](&rows[i], s) = int32(binary.LittleEndian.Uint32(u.next(4)))
			}
		case slotInt64:
			for i := range rows {
				*fieldAt[int64](&rows[i], s) = int64(binary.LittleEndian.Uint64(u.next(8)))
			}
		case slotBool:
			for i := range rows {
				*fieldAt[bool](&rows[i], s) = u.next(1)[0] != 0
			}
		default:
			for i := range rows {
				unpackRare(&u, &rows[i], s)
			}
		}
	}
}

func unpackRare[T any](u *unpacker, row *T, s slot) {
	switch s.kind {
	case slotDouble:
		var v *float64
		if u.next(1)[0] != 0 {
			v = new(float64)
			*v = math.Float64frombits(binary.LittleEndian.Uint64(u.next(8)))
		}
		*fieldAt[*float64](row, s) = v
	case slotStrings:
		list := make([]string, u.uvarint())
		for i := range list {
			list[i] = u.text(u.uvarint() - 1)
		}
		*fieldAt[[]string](row, s) = list
	case slotInt64s:
		list := make([]int64, u.uvarint())
		for i := range list {
			v, n := binary.Varint(u.left)
			list[i], u.left = v, u.left[n:]
		}
		*fieldAt[[]int64](row, s) = list
	}
}

// unpacker reads a chunk, which this process has written.
type unpacker struct{ left []byte }

func (u *unpacker) next(n int) []byte {
	b := u.left[:n]
	u.left = u.left[n:]
	return b
}

func (u *unpacker) uvarint() uint64 {
	if c := u.left[0]; c < 0x80 {
		u.left = u.left[1:]
		return uint64(c)
	}
	v, n := binary.Uvarint(u.left)
	u.left = u.left[n:]
	return v
}

func (u *unpacker) text(n uint64) string {
	if n == 0 {
		return ""
	}
	return unsafe.String(&u.next(int(n))[0], n)
}
