package bm25

import (
	"fmt"
	"slices"
	"unsafe"
)

// selection is the rows that may be found; nil is all of them.
type selection struct {
	rows []uint32
	bits []uint64 // of each row, if there are many
}

// newSelections are the selections of questions; those that share their rows share theirs, too.
func newSelections(f *File, asks []Ask) ([]*selection, error) {
	type same struct {
		first *uint32
		n     int
	}
	seen := map[same]*selection{}
	all := make([]*selection, len(asks))
	for i, a := range asks {
		if a.Rows == nil {
			continue
		}
		id := same{unsafe.SliceData(a.Rows), len(a.Rows)}
		if seen[id] == nil {
			made, err := newSelection(f, a.Rows)
			if err != nil {
				return nil, err
			}
			seen[id] = made
		}
		all[i] = seen[id]
	}
	return all, nil
}

// bitsFrom is the share of rows from which a selection is a bitmap, too: one in so many.
const bitsFrom = 64

func newSelection(f *File, rows []uint32) (*selection, error) {
	before := int64(-1)
	for _, row := range rows {
		if int64(row) <= before || int64(row) >= int64(len(f.lengths)) {
			return nil, fmt.Errorf("the selected rows are not in ascending order or not of this file, which has %d: "+
				"%d follows %d", len(f.lengths), row, before)
		}
		before = int64(row)
	}
	s := &selection{rows: rows}
	if len(rows) < len(f.lengths)/bitsFrom {
		return s, nil
	}
	s.bits = make([]uint64, (len(f.lengths)+63)/64)
	for _, row := range rows {
		s.bits[row/64] |= 1 << (row % 64)
	}
	return s, nil
}

func (s *selection) none() bool { return s != nil && len(s.rows) == 0 }

// sparse reports whether it is less work to look up the terms of the selected rows than to go through the
// terms' postings.
func (s *selection) sparse(postings uint64) bool {
	return s != nil && (s.bits == nil || uint64(len(s.rows))*lookUpCost < postings)
}

// lookUpCost is what looking a row up costs, in postings that are gone through.
const lookUpCost = 16

// within is the rows of a stretch.
func (s *selection) within(from, to uint64) []uint32 {
	i, _ := slices.BinarySearchFunc(s.rows, from, compareRow)
	j, _ := slices.BinarySearchFunc(s.rows, to, compareRow)
	return s.rows[i:max(i, j)]
}

func compareRow(row uint32, to uint64) int {
	if uint64(row) < to {
		return -1
	}
	return 1
}

// word is 64 rows of the bitmap; after the last there are none.
func (s *selection) word(i uint32) uint64 {
	if uint64(i) < uint64(len(s.bits)) {
		return s.bits[i]
	}
	return 0
}

// scanRows looks the terms up for selected rows, window by window.
func (s *searcher) scanRows(rows []uint32) {
	for len(rows) > 0 {
		from := rows[0]
		s.candidates = s.candidates[:0]
		for len(rows) > 0 && rows[0]-from < window {
			s.candidates = append(s.candidates, candidate{rows[0], rows[0] - from})
			s.sums[rows[0]-from] = 1 // what is 0 is no candidate
			rows = rows[1:]
		}
		s.narrow(s.terms[len(s.terms)-1])
		s.settle(len(s.terms), from, 1)
	}
}
