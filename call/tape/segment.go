package tape

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// suffix ends the names of segments; what else lies in the directory is not looked at.
const suffix = ".tape.zst"

// inMemory stands for the path of a segment that is no file.
const inMemory = "memory"

// segment is one file of a tape, or all of a tape in memory.
type segment struct {
	path   string
	size   int64
	file   *os.File // of the own segment
	memory []byte   // instead of a file
}

// newSegment begins the segment that this process writes.
func (t *Tape) newSegment() (*segment, error) {
	start, err := appendPreamble(nil, t.tool)
	if err != nil {
		return nil, err
	}
	s := &segment{path: inMemory}
	if t.dir != "" {
		if s.file, err = createSegment(t.dir); err != nil {
			return nil, err
		}
		s.path = s.file.Name()
	}
	return s, s.append(start)
}

// createSegment makes a file whose name sorts by the time and is no other process's.
func createSegment(dir string) (*os.File, error) {
	for {
		name := time.Now().UTC().Format("20060102T150405.000000000Z") + "-" + rand.Text()[:8] + suffix
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// append writes in one call, so that a kill leaves at most one entry cut off.
func (s *segment) append(b []byte) error {
	if s.file == nil {
		s.memory = append(s.memory, b...)
	} else if _, err := s.file.WriteAt(b, s.size); err != nil {
		return err
	}
	s.size += int64(len(b))
	return nil
}

// undo takes back an append that failed midway.
func (s *segment) undo(size int64) error {
	s.size = size
	if s.file == nil {
		return nil
	}
	return s.file.Truncate(size)
}

func (s *segment) flush() error {
	if s.file == nil {
		return nil
	}
	return s.file.Sync()
}

func (s *segment) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// addSegment indexes the entries of a file by their heads.
func (t *Tape) addSegment(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open recording: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("open recording: %w", err)
	}
	s := &segment{path: path, size: info.Size()}
	t.segments = append(t.segments, s)
	scan := scanner{file: f, segment: s, number: uint32(len(t.segments) - 1), tape: t}
	if err := scan.run(); err != nil {
		return fmt.Errorf("open recording %q: %w", path, err)
	}
	return nil
}

// scanner reads the heads of a segment.
type scanner struct {
	file    *os.File
	segment *segment
	number  uint32
	tape    *Tape

	last     slot // the entry read last, not yet in the index
	lastHead head
}

func (s *scanner) run() error {
	start := make([]byte, min(8+maxPreambleBytes, s.segment.size))
	if _, err := s.file.ReadAt(start, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	n, err := readPreamble(start)
	if errors.Is(err, errCutOff) {
		s.report(0, s.segment.size, true)
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.entries(int64(n)); err != nil {
		return err
	}
	return s.finish()
}

// entries goes from head to head. Where there is none, it looks for the next: what lies between is damaged,
// or cut off if nothing follows.
func (s *scanner) entries(at int64) error {
	b := make([]byte, entryHead)
	for at < s.segment.size {
		n, err := s.file.ReadAt(b, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		h, ok := readHead(b[:n])
		end := at + entryHead + int64(h.size)
		if ok && end > s.segment.size {
			s.report(at, s.segment.size-at, true)
			return nil
		}
		if ok {
			s.keepLast()
			s.last = slot{offset: at, size: entryHead + h.size, segment: s.number}
			s.lastHead = h
			at = end
			continue
		}
		next, err := s.resume(at + 1)
		if err != nil {
			return err
		}
		s.report(at, next-at, next == s.segment.size)
		at = next
	}
	return nil
}

func (s *scanner) keepLast() {
	if s.last.size != 0 {
		s.tape.index.add(s.lastHead.key, s.last)
	}
}

// finish looks at the last entry whole: after a loss of power a file may be as long as it should be and hold
// nothing at its end.
func (s *scanner) finish() error {
	if s.last.size == 0 {
		return nil
	}
	sum := crc32.New(castagnoli)
	from := s.last.offset + entryHead
	if _, err := io.Copy(sum, io.NewSectionReader(s.file, from, int64(s.lastHead.size))); err != nil {
		return err
	}
	if sum.Sum32() != s.lastHead.sum {
		s.report(s.last.offset, int64(s.last.size), true)
		return nil
	}
	s.keepLast()
	return nil
}

// resume finds the next head at or after a place, or the end of the segment. What it reads at once grows, so
// that a segment of many small gaps is not read many times over.
func (s *scanner) resume(at int64) (int64, error) {
	magic := binary.LittleEndian.AppendUint32(nil, skippable)
	for window := smallWindow; at < s.segment.size; window = min(2*window, largeWindow) {
		b := make([]byte, window)
		n, err := s.file.ReadAt(b, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if i := findHead(b[:n], magic); i >= 0 {
			return at + int64(i), nil
		}
		if n < window {
			break
		}
		at += int64(n - entryHead + 1) // a head may begin in this window and end in the next
	}
	return s.segment.size, nil
}

const (
	smallWindow = 512
	largeWindow = 64 << 10
)

// findHead is where the first head begins, or -1.
func findHead(b, magic []byte) int {
	for i := 0; ; i++ {
		j := bytes.Index(b[i:], magic)
		if j < 0 {
			return -1
		}
		i += j
		if _, ok := readHead(b[i:]); ok {
			return i
		}
	}
}

func (s *scanner) report(at, size int64, torn bool) {
	err := errors.New("no entry can be read there")
	if torn {
		err = errCutOff
	}
	s.tape.damage = append(s.tape.damage, Damage{File: s.segment.path, Offset: at, Bytes: size, Torn: torn, Err: err})
}

// maxOpenFiles is how many segments are kept open for reading; the others are opened for each read.
const maxOpenFiles = 64

// openFiles are the segments that are open for reading.
type openFiles struct {
	mu    sync.Mutex
	files map[*segment]*os.File
}

// readAt reads a part of a segment.
func (t *Tape) readAt(s *segment, b []byte, at int64) error {
	switch {
	case s.file != nil:
		_, err := s.file.ReadAt(b, at)
		return err
	case s.path == inMemory:
		t.mu.RLock()
		defer t.mu.RUnlock()
		copy(b, s.memory[at:])
		return nil
	}
	f, kept, err := t.files.open(s)
	if err != nil {
		return err
	}
	if !kept {
		defer f.Close()
	}
	_, err = f.ReadAt(b, at)
	return err
}

func (o *openFiles) open(s *segment) (f *os.File, kept bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if f = o.files[s]; f != nil {
		return f, true, nil
	}
	if f, err = os.Open(s.path); err != nil || len(o.files) >= maxOpenFiles {
		return f, false, err
	}
	if o.files == nil {
		o.files = map[*segment]*os.File{}
	}
	o.files[s] = f
	return f, true, nil
}

func (o *openFiles) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var problems []error
	for _, f := range o.files {
		problems = append(problems, f.Close())
	}
	o.files = nil
	return errors.Join(problems...)
}
