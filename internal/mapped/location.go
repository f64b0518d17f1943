package mapped

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Location is where a file is: at a path, or in memory.
type Location struct {
	path   string
	memory *content // nil for a path
}

// content is what a location in memory holds, once it is committed.
type content struct {
	data  []byte
	table table
}

// OnDisk is the location of a path.
func OnDisk(path string) Location { return Location{path: path} }

// InMemory is the location of one file that is nowhere else.
func InMemory() Location { return Location{path: "in memory", memory: new(content)} }

func (l Location) String() string { return l.path }

// Temp begins temporary bytes: a file in the same directory, or memory.
func (l Location) Temp() (*Temp, error) {
	if l.memory != nil {
		return &Temp{memory: make([]byte, 0, 1<<10)}, nil
	}
	f, err := os.CreateTemp(filepath.Dir(l.path), ".spool-*")
	if err != nil {
		return nil, fmt.Errorf("write index file: %w", err)
	}
	return &Temp{file: f, out: bufio.NewWriterSize(f, 64<<10)}, nil
}

// Temp holds bytes until the file that they belong to is written. Remove must end it.
type Temp struct {
	file   *os.File // nil in memory
	out    *bufio.Writer
	memory []byte
	size   int64
}

// Size is how many bytes there are.
func (t *Temp) Size() int64 { return t.size }

// Write appends bytes.
func (t *Temp) Write(p []byte) (int, error) {
	t.size += int64(len(p))
	if t.file != nil {
		return t.out.Write(p)
	}
	t.memory = append(t.memory, p...)
	return len(p), nil
}

// Uint32 appends a number. A failure is that of the next Write or Range.
func (t *Temp) Uint32(v uint32) {
	if t.file == nil {
		t.memory = binary.LittleEndian.AppendUint32(t.memory, v)
	} else {
		t.out.Write(binary.LittleEndian.AppendUint32(t.out.AvailableBuffer(), v))
	}
	t.size += 4
}

// Uint64 appends a number. A failure is that of the next Write or Range.
func (t *Temp) Uint64(v uint64) {
	if t.file == nil {
		t.memory = binary.LittleEndian.AppendUint64(t.memory, v)
	} else {
		t.out.Write(binary.LittleEndian.AppendUint64(t.out.AvailableBuffer(), v))
	}
	t.size += 8
}

// Reader reads bytes, one by one too.
type Reader interface {
	io.Reader
	io.ByteReader
}

// Range reads some of the bytes, with a buffer of a size. Nothing may be appended meanwhile.
func (t *Temp) Range(from, to int64, buffer int) (Reader, error) {
	if t.file == nil {
		return bytes.NewReader(t.memory[from:to]), nil
	}
	if err := t.out.Flush(); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(io.NewSectionReader(t.file, from, to-from), buffer), nil
}

// CopyTo appends all bytes to the open section of a file.
func (t *Temp) CopyTo(w *Writer) error {
	if t.file == nil {
		w.data = slices.Grow(w.data, len(t.memory))
		_, err := w.Write(t.memory)
		return err
	}
	r, err := t.Range(0, t.size, 256<<10)
	if err == nil {
		_, err = io.Copy(struct{ io.Writer }{w}, r)
	}
	return err
}

// Remove ends the use of the bytes. It may be called again.
func (t *Temp) Remove() {
	if t.file != nil {
		t.file.Close()
		os.Remove(t.file.Name())
	}
	t.memory = nil
}
