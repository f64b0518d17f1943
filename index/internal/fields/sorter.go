package fields

import (
	"cmp"
	"encoding/binary"
	"io"
	"slices"

	"github.com/assayhq/assay/internal/mapped"
)

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
	at     mapped.Location
	limit  int
	rows   []hashed
	spool  *mapped.Temp
	pieces []int64 // where each begins in the spool
}

func newSorter(at mapped.Location) *sorter { return &sorter{at: at, limit: sorterRows} }

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
		if s.spool, err = s.at.Temp(); err != nil {
			return err
		}
	}
	s.pieces = append(s.pieces, s.spool.Size())
	slices.SortFunc(s.rows, hashed.compare)
	for _, h := range s.rows {
		s.spool.Uint64(h.hash)
		s.spool.Uint32(h.row)
	}
	s.rows = s.rows[:0]
	return nil
}

func (s *sorter) remove() {
	if s.spool != nil {
		s.spool.Remove()
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
	if err := s.flush(); err != nil {
		return err
	}
	var open []*piece
	for i, from := range s.pieces {
		to := s.spool.Size()
		if i+1 < len(s.pieces) {
			to = s.pieces[i+1]
		}
		in, err := s.spool.Range(from, to, 32<<10)
		if err != nil {
			return err
		}
		p := &piece{in: in}
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
	in  mapped.Reader
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
