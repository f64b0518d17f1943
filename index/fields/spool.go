package fields

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// spool is bytes on their way into a file, in a nameless place beside it.
type spool struct {
	file *os.File
	out  *bufio.Writer
	size int64
}

func newSpool(dir string) (*spool, error) {
	f, err := os.CreateTemp(dir, ".spool-*")
	if err != nil {
		return nil, fmt.Errorf("write index file: %w", err)
	}
	return &spool{file: f, out: bufio.NewWriterSize(f, 64<<10)}, nil
}

func (s *spool) write(p []byte) error {
	s.size += int64(len(p))
	_, err := s.out.Write(p)
	return err
}

// reader reads the spool from its start.
func (s *spool) reader() (*bufio.Reader, error) {
	if err := s.out.Flush(); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(io.NewSectionReader(s.file, 0, s.size), 256<<10), nil
}

func (s *spool) readAt(p []byte, at int64) error {
	if err := s.out.Flush(); err != nil {
		return err
	}
	_, err := s.file.ReadAt(p, at)
	return err
}

func (s *spool) copyTo(w io.Writer) error {
	r, err := s.reader()
	if err == nil {
		_, err = io.Copy(struct{ io.Writer }{w}, r)
	}
	return err
}

// remove ends the spool; it may be called again.
func (s *spool) remove() {
	s.file.Close()
	os.Remove(s.file.Name())
}

// hashed is a row and the hash of its id.
type hashed struct {
	hash uint64
	row  uint32
}

func (a hashed) compare(b hashed) int {
	if c := cmp.Compare(a.hash, b.hash); c != 0 {
		return c
	}
	return cmp.Compare(a.row, b.row)
}

const (
	sorterRows = 1 << 20 // rows that are sorted in memory at once
	hashedSize = 12
)

// sorter orders rows by hash. What does not fit into memory is sorted in pieces that are merged at the end.
type sorter struct {
	dir    string
	limit  int
	rows   []hashed
	spool  *spool
	pieces []int64 // where each begins in the spool
}

func newSorter(dir string) *sorter { return &sorter{dir: dir, limit: sorterRows} }

func (s *sorter) add(h hashed) error {
	s.rows = append(s.rows, h)
	if len(s.rows) < s.limit {
		return nil
	}
	return s.flush()
}

func (s *sorter) flush() error {
	if s.spool == nil {
		var err error
		if s.spool, err = newSpool(s.dir); err != nil {
			return err
		}
	}
	s.pieces = append(s.pieces, s.spool.size)
	slices.SortFunc(s.rows, hashed.compare)
	var b [hashedSize]byte
	for _, h := range s.rows {
		binary.LittleEndian.PutUint64(b[:], h.hash)
		binary.LittleEndian.PutUint32(b[8:], h.row)
		if err := s.spool.write(b[:]); err != nil {
			return err
		}
	}
	s.rows = s.rows[:0]
	return nil
}

func (s *sorter) remove() {
	if s.spool != nil {
		s.spool.remove()
	}
}

// each gives all rows in the order of their hashes.
func (s *sorter) each(do func(hashed) error) error {
	if s.spool == nil {
		slices.SortFunc(s.rows, hashed.compare)
		for _, h := range s.rows {
			if err := do(h); err != nil {
				return err
			}
		}
		return nil
	}
	if err := errors.Join(s.flush(), s.spool.out.Flush()); err != nil {
		return err
	}
	var open []*piece
	for i, from := range s.pieces {
		to := s.spool.size
		if i+1 < len(s.pieces) {
			to = s.pieces[i+1]
		}
		p := &piece{in: bufio.NewReaderSize(io.NewSectionReader(s.spool.file, from, to-from), 32<<10)}
		if ok, err := p.next(); err != nil {
			return err
		} else if ok {
			open = append(open, p)
		}
	}
	return merge(open, do)
}

// piece is a sorted part of a sorter's rows.
type piece struct {
	in  *bufio.Reader
	now hashed
}

func (p *piece) next() (bool, error) {
	var b [hashedSize]byte
	if _, err := io.ReadFull(p.in, b[:]); err != nil {
		if err == io.EOF {
			err = nil
		}
		return false, err
	}
	p.now = hashed{binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint32(b[8:])}
	return true, nil
}

// merge gives the rows of sorted pieces in order. The pieces are kept sorted by what each gives next; there
// are few of them.
func merge(open []*piece, do func(hashed) error) error {
	byNow := func(a, b *piece) int { return a.now.compare(b.now) }
	slices.SortFunc(open, byNow)
	for len(open) > 0 {
		first := open[0]
		if err := do(first.now); err != nil {
			return err
		}
		ok, err := first.next()
		if err != nil {
			return err
		}
		rest := open[1:]
		if !ok {
			open = rest
			continue
		}
		at, _ := slices.BinarySearchFunc(rest, first, byNow)
		copy(open, rest[:at])
		open[at] = first
	}
	return nil
}
