package lsa

import "slices"

// pairs are the terms of texts, and how often each is in them: one row per text. They are in blocks, because one
// array that grows is copied, and needs memory for both copies.
type pairs struct {
	blocks []piece
	spans  []span
	n      int // pairs
}

// piece is some rows.
type piece struct {
	ids   []int32 // of the terms of a row, rising, row after row
	times []uint16
}

// blockPairs is how many pairs a block has, unless one row has more.
const blockPairs = 1 << 18

// span is where a row is.
type span struct {
	block    int32
	from, to int32
}

func (p *pairs) rows() int { return len(p.spans) }

// begin allocates for a row of at most so many pairs.
func (p *pairs) begin(most int) {
	last := len(p.blocks) - 1
	if last < 0 || cap(p.blocks[last].ids)-len(p.blocks[last].ids) < most {
		size := max(most, min(blockPairs, 2*p.n), 1<<10)
		p.blocks = append(p.blocks, piece{make([]int32, 0, size), make([]uint16, 0, size)})
		last++
	}
	at := int32(len(p.blocks[last].ids))
	p.spans = append(p.spans, span{int32(last), at, at})
}

func (p *pairs) add(id int32, times uint16) {
	b := &p.blocks[len(p.blocks)-1]
	b.ids, b.times = append(b.ids, id), append(b.times, times)
}

// end ends the row that was begun last.
func (p *pairs) end() {
	s := &p.spans[len(p.spans)-1]
	s.to = int32(len(p.blocks[s.block].ids))
	p.n += int(s.to - s.from)
}

// row is the terms of a row, and how often each is in it.
func (p *pairs) row(i int) ([]int32, []uint16) {
	s := &p.spans[i]
	b := &p.blocks[s.block]
	return b.ids[s.from:s.to], b.times[s.from:s.to]
}

// shorten leaves the first pairs of a row.
func (p *pairs) shorten(i, pairs int) {
	s := &p.spans[i]
	p.n -= int(s.to-s.from) - pairs
	s.to = s.from + int32(pairs)
}

func (p *pairs) compare(a, b int32) int {
	idsA, timesA := p.row(int(a))
	idsB, timesB := p.row(int(b))
	if d := slices.Compare(idsA, idsB); d != 0 {
		return d
	}
	return slices.Compare(timesA, timesB)
}
