package lsa

import (
	"slices"
	"testing"
)

// TestPairs: rows come back as they were added, whatever block they are in; one may have more than a block.
func TestPairs(t *testing.T) {
	var p pairs
	lengths := []int{0, 1, 3, blockPairs + 5, 0, 2}
	for i := range 2000 {
		lengths = append(lengths, i%700)
	}
	sum := 0
	for i, n := range lengths {
		p.begin(n + i%2) // more room than is used
		for k := range n {
			p.add(int32(k), uint16(i))
		}
		p.end()
		sum += n
	}
	if p.n != sum || p.rows() != len(lengths) || len(p.blocks) < 3 {
		t.Fatalf("%d pairs of %d in %d rows and %d blocks", p.n, sum, p.rows(), len(p.blocks))
	}
	for i, n := range lengths {
		ids, times := p.row(i)
		if len(ids) != n || len(times) != n || slices.ContainsFunc(times, func(x uint16) bool { return x != uint16(i) }) {
			t.Fatalf("row %d of %d: %d ids, %d times", i, n, len(ids), len(times))
		}
		for k, id := range ids {
			if id != int32(k) {
				t.Fatalf("row %d: id %d at %d", i, id, k)
			}
		}
	}
	p.shorten(3, 4)
	if ids, _ := p.row(3); p.n != sum-blockPairs-1 || !slices.Equal(ids, []int32{0, 1, 2, 3}) {
		t.Errorf("%d pairs, row %v", p.n, ids)
	}
	if p.compare(1, 2) >= 0 || p.compare(2, 1) <= 0 || p.compare(2, 2) != 0 {
		t.Error("rows are out of order")
	}
}
