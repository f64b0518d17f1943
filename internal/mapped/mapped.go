// Package mapped turns arrays of numbers into files that are read by mapping them into memory, and back.
//
// A file holds named sections, each an array whose elements have a fixed size, and a table of them at its
// end. It appears complete, by a rename, and is never changed. Opening reads the table alone, which has a
// checksum of its own; Verify reads everything. What is read out of a file is the file's own memory: it must
// not be written to, nor used after Close.
//
// It refuses files of another kind or a newer format, files that were cut, and tables that claim what the
// file does not hold. It knows nothing of what the numbers mean.
package mapped

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"github.com/assayhq/assay/internal/mmap"
)

// A file starts with the magic. After the last section come the table, as JSON, and a footer of fixed size
// that says where the table is.
const (
	magic = "assaymap"
	align = 64 // bytes: where a section may start, for the widest loads
)

// footSize is that of: offset of the table (8 bytes), its size (8), its CRC-32C (4), format of the container
// (4), magic (8).
const footSize = 32

// containerFormat is the version of this layout; Format in the table is the version of what is in it.
const containerFormat = 1

// maxTable bounds the table that a file may claim.
const maxTable = 16 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// table is what a file says of itself.
type table struct {
	Kind     string            `json:"kind"`
	Format   int               `json:"format"`
	Tool     string            `json:"tool"`
	About    map[string]string `json:"about,omitempty"`
	Sections []section         `json:"sections"`
}

type section struct {
	Name   string `json:"name"`
	Offset int64  `json:"offset"`
	Bytes  int64  `json:"bytes"`
	Width  int    `json:"width"` // bytes of an element
	CRC    uint32 `json:"crc32c"`
}

// About says what a file is: its kind, the version of that kind's layout, the version of the tool that made
// it, and texts that belong to it.
type About struct {
	Kind   string
	Format int
	Tool   string
	Texts  map[string]string
}

// Number is an element of a section.
type Number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// Writer makes a file, one section after the other.
type Writer struct {
	to    Location
	file  *os.File // nil in memory
	out   *bufio.Writer
	data  []byte // in memory
	at    int64
	sum   hash.Hash32 // not in memory: what is not stored cannot be damaged
	open  bool        // a section is
	table table
	err   error
}

// Create begins a file at a path, under another name in the same directory until Commit.
func Create(path string, about About) (*Writer, error) { return OnDisk(path).Create(about) }

// Create begins a file, which is not at the location before Commit.
func (l Location) Create(about About) (*Writer, error) {
	if err := littleEndian(); err != nil {
		return nil, err
	}
	w := &Writer{to: l, sum: crc32.New(castagnoli)}
	w.table = table{Kind: about.Kind, Format: about.Format, Tool: about.Tool, About: about.Texts}
	if l.memory == nil {
		hidden := filepath.Join(filepath.Dir(l.path), "."+filepath.Base(l.path)+"."+rand.Text())
		f, err := os.OpenFile(hidden, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, fmt.Errorf("write index file: %w", err)
		}
		w.file, w.out = f, bufio.NewWriterSize(f, 1<<20)
	}
	w.put([]byte(magic))
	return w, nil
}

// littleEndian refuses machines whose memory the files do not match.
func littleEndian() error {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return errors.New("index files are little-endian, and this machine is not")
	}
	return nil
}

func (w *Writer) put(p []byte) {
	switch {
	case w.err != nil:
	case w.file == nil:
		w.data = append(w.data, p...)
	default:
		_, w.err = w.out.Write(p)
	}
	w.at += int64(len(p))
}

// Section begins a section whose elements have a width in bytes; Write and Append go into it until the next
// begins.
func (w *Writer) Section(name string, width int) {
	w.endSection()
	if slices.ContainsFunc(w.table.Sections, func(s section) bool { return s.Name == name }) && w.err == nil {
		w.err = fmt.Errorf("section %q is written twice", name)
	}
	w.put(make([]byte, (align-w.at%align)%align))
	w.table.Sections = append(w.table.Sections, section{Name: name, Offset: w.at, Width: width})
	w.open = true
	w.sum.Reset()
}

func (w *Writer) endSection() {
	if !w.open {
		return
	}
	s := &w.table.Sections[len(w.table.Sections)-1]
	s.Bytes = w.at - s.Offset
	if w.file != nil {
		s.CRC = w.sum.Sum32()
	}
	if s.Bytes%int64(s.Width) != 0 && w.err == nil {
		w.err = fmt.Errorf("section %q has %d bytes, which is no number of elements of %d", s.Name, s.Bytes, s.Width)
	}
	w.open = false
}

// Write appends bytes to the open section.
func (w *Writer) Write(p []byte) (int, error) {
	if !w.open {
		return 0, errors.New("write index file: no section is open")
	}
	if w.file != nil {
		w.sum.Write(p)
	}
	w.put(p)
	return len(p), w.err
}

// Buffered returns a buffer for many small writes to the open section. Flush must end it.
func (w *Writer) Buffered() *bufio.Writer {
	size := 64 << 10 // the checksum is computed once per flush
	if w.file == nil {
		size = 1 << 10 // an index in memory is small, and one is made for each document
	}
	return bufio.NewWriterSize(w, size)
}

// Append appends elements to the open section.
func Append[T Number](w *Writer, values []T) error {
	_, err := w.Write(bytesOf(values))
	return err
}

// Put writes one section.
func Put[T Number](w *Writer, name string, values []T) error {
	w.Section(name, width[T]())
	return Append(w, values)
}

func width[T Number]() int {
	var one T
	return int(unsafe.Sizeof(one))
}

// bytesOf is the memory of a slice.
func bytesOf[T Number](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*width[T]())
}

// Commit ends the file and gives it its name.
func (w *Writer) Commit() error {
	w.endSection()
	if w.file == nil {
		*w.to.memory = content{w.data, w.table}
		return w.err
	}
	text, err := json.Marshal(w.table)
	if err != nil {
		return w.fail(err)
	}
	foot := make([]byte, 0, footSize)
	foot = binary.LittleEndian.AppendUint64(foot, uint64(w.at))
	foot = binary.LittleEndian.AppendUint64(foot, uint64(len(text)))
	foot = binary.LittleEndian.AppendUint32(foot, crc32.Checksum(text, castagnoli))
	foot = binary.LittleEndian.AppendUint32(foot, containerFormat)
	foot = append(foot, magic...)
	w.put(text)
	w.put(foot)
	failed := func() error { return w.err }
	rename := func() error { return os.Rename(w.file.Name(), w.to.path) }
	for _, step := range []func() error{failed, w.out.Flush, w.file.Sync, w.file.Close, rename} {
		if err := step(); err != nil {
			return w.fail(err)
		}
	}
	return nil
}

func (w *Writer) fail(err error) error {
	w.Abort()
	return fmt.Errorf("write index file %q: %w", w.to, err)
}

// Abort takes back what was begun.
func (w *Writer) Abort() {
	if w.file == nil {
		w.data = nil
		return
	}
	w.file.Close()
	os.Remove(w.file.Name())
}

// File is an open file.
type File struct {
	path     string
	data     []byte
	close    func() error
	table    table
	inMemory bool
}

// Open maps the file at a path. It is of a kind, and of any format up to one.
func Open(path, kind string, format int) (*File, error) { return OnDisk(path).Open(kind, format) }

// Open maps a file of a kind, of any format up to one.
func (l Location) Open(kind string, format int) (*File, error) {
	if err := littleEndian(); err != nil {
		return nil, err
	}
	f := &File{path: l.path}
	var err error
	if l.memory != nil {
		f.data, f.table, f.inMemory = l.memory.data, l.memory.table, true
	} else if f.data, f.close, err = mmap.Open(l.path); err != nil {
		return nil, fmt.Errorf("open index file: %w", err)
	} else {
		err = f.readTable()
	}
	if err == nil {
		err = f.check(kind, format)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open index file %q: %w", l.path, err), f.Close())
	}
	return f, nil
}

// errCut is a file that does not end as it was written.
var errCut = errors.New("it was cut or is no index file; build the index again: assay index build --fresh")

func (f *File) readTable() error {
	n := int64(len(f.data))
	if n < int64(len(magic)+footSize) || string(f.data[:len(magic)]) != magic || string(f.data[n-int64(len(magic)):]) != magic {
		return errCut
	}
	foot := f.data[n-footSize:]
	at, size := binary.LittleEndian.Uint64(foot), binary.LittleEndian.Uint64(foot[8:])
	if v := binary.LittleEndian.Uint32(foot[20:]); v > containerFormat {
		return fmt.Errorf("its layout is %d and this assay knows layouts up to %d; update assay", v, containerFormat)
	}
	if size > maxTable || at > uint64(n-footSize) || at+size != uint64(n-footSize) {
		return errCut
	}
	text := f.data[at : at+size]
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(foot[16:]) {
		return errors.New("its table is damaged; build the index again: assay index build --fresh")
	}
	if err := json.Unmarshal(text, &f.table); err != nil {
		return err
	}
	return f.checkSections()
}

// check reports whether the file is of a kind, and of a format up to one.
func (f *File) check(kind string, format int) error {
	if f.table.Kind != kind {
		return fmt.Errorf("it holds %q, not %q", f.table.Kind, kind)
	}
	if f.table.Format > format {
		return fmt.Errorf("its format is %d and this assay knows formats up to %d; update assay", f.table.Format, format)
	}
	return nil
}

// checkSections reports whether the sections of the table are within the file.
func (f *File) checkSections() error {
	end := int64(len(f.data)) - footSize
	for _, s := range f.table.Sections {
		placed := s.Offset >= int64(len(magic)) && s.Offset%align == 0 && s.Offset <= end
		if !placed || s.Bytes < 0 || s.Bytes > end-s.Offset || s.Width < 1 || s.Bytes%int64(s.Width) != 0 {
			return fmt.Errorf("section %q is at an offset that it cannot have; build the index again: assay index build --fresh", s.Name)
		}
	}
	return nil
}

// Array is a section as the file's own memory.
func Array[T Number](f *File, name string) ([]T, error) {
	i := slices.IndexFunc(f.table.Sections, func(s section) bool { return s.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("index file %q has no section %q", f.path, name)
	}
	s := f.table.Sections[i]
	if s.Width != width[T]() {
		return nil, fmt.Errorf("index file %q: section %q has elements of %d bytes, not %d", f.path, name, s.Width, width[T]())
	}
	if s.Bytes == 0 {
		return nil, nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&f.data[s.Offset])), s.Bytes/int64(s.Width)), nil
}

// Has reports whether there is a section.
func (f *File) Has(name string) bool {
	return slices.ContainsFunc(f.table.Sections, func(s section) bool { return s.Name == name })
}

// About is what the file says of itself.
func (f *File) About() About {
	return About{Kind: f.table.Kind, Format: f.table.Format, Tool: f.table.Tool, Texts: f.table.About}
}

// Size is the file's, in bytes.
func (f *File) Size() int64 { return int64(len(f.data)) }

// Verify reads all sections and holds them against their checksums.
func (f *File) Verify() error {
	if f.inMemory {
		return nil // it was never written: it has no checksums
	}
	for _, s := range f.table.Sections {
		if crc32.Checksum(f.data[s.Offset:s.Offset+s.Bytes], castagnoli) != s.CRC {
			return fmt.Errorf("index file %q: section %q does not have its checksum; build the index again: assay index "+
				"build --fresh", f.path, s.Name)
		}
	}
	return nil
}

// Close ends the mapping.
func (f *File) Close() error {
	if f.close == nil {
		return nil
	}
	do := f.close
	f.close, f.data = nil, nil
	return do()
}
