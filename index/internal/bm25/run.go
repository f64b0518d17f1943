package bm25

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sync"
)

// A chunk is a stretch of texts that is inverted at once.
type chunk struct {
	texts []byte
	ends  []int // of the texts
	first uint32
}

// chunkBytes and chunkTexts bound a chunk: the memory of building is a few times this for each core, whatever
// the number of texts.
const (
	chunkBytes = 8 << 20
	chunkTexts = 1 << 17
)

func (c *chunk) full() bool { return len(c.texts) >= chunkBytes || len(c.ends) >= chunkTexts }

// inverter turns a chunk into a run: its terms in the order of their bytes, each with its postings.
type inverter struct {
	analyzer Analyzer
	scratch  scratch
	seed     maphash.Seed
	slots    []uint32 // id + 1 by hash, 0 where free; as many as a power of two
	hashes   []uint32 // by id
	arena    []byte   // the terms, one after the other
	ends     []uint32 // of the terms, by id
	counts   []uint32 // postings of a term
	newest   []uint32 // a term's latest posting + 1
	ids      []uint32 // of the postings, in the order of rows
	freqs    []uint32 // of the postings
	rowEnds  []uint32 // postings up to a row
	lengths  []uint32 // terms of a row
	rows     []uint32 // of the postings, by term
	byTerm   []uint32 // their frequencies
	order    []sortable
	out      []byte // the run
}

// sortable is a term with the beginning of its bytes as a number.
type sortable struct {
	head uint64
	id   uint32
}

const firstSlots = 1 << 10

// inverters are kept from one index to the next.
var inverters = sync.Pool{New: func() any {
	return &inverter{seed: maphash.MakeSeed(), slots: make([]uint32, firstSlots)}
}}

func (v *inverter) reset() {
	clear(v.slots)
	v.hashes = v.hashes[:0]
	v.arena = v.arena[:0]
	v.ends = v.ends[:0]
	v.counts = v.counts[:0]
	v.newest = v.newest[:0]
	v.ids = v.ids[:0]
	v.freqs = v.freqs[:0]
	v.rowEnds = v.rowEnds[:0]
	v.lengths = v.lengths[:0]
}

// invert reads a chunk.
func (v *inverter) invert(c *chunk) {
	v.reset()
	start := 0
	for _, end := range c.ends {
		began, terms := uint32(len(v.ids)), uint32(0)
		v.analyzer.each(&v.scratch, c.texts[start:end], func(term []byte) {
			terms++
			v.add(v.id(term), began)
		})
		v.rowEnds = append(v.rowEnds, uint32(len(v.ids)))
		v.lengths = append(v.lengths, terms)
		start = end
	}
	v.scatter()
	v.sort()
}

// add counts a term in the row whose postings began at an index.
func (v *inverter) add(id, began uint32) {
	if at := v.newest[id]; at > began {
		v.freqs[at-1]++
		return
	}
	v.ids = append(v.ids, id)
	v.freqs = append(v.freqs, 1)
	v.newest[id] = uint32(len(v.ids))
	v.counts[id]++
}

// id is the number of a term, in the order of appearance.
func (v *inverter) id(term []byte) uint32 {
	h := uint32(maphash.Bytes(v.seed, term))
	mask := uint32(len(v.slots) - 1)
	slot := h & mask
	for ; v.slots[slot] != 0; slot = (slot + 1) & mask {
		if id := v.slots[slot] - 1; v.hashes[id] == h && bytes.Equal(v.term(id), term) {
			return id
		}
	}
	id := uint32(len(v.ends))
	v.slots[slot] = id + 1
	v.hashes = append(v.hashes, h)
	v.arena = append(v.arena, term...)
	v.ends = append(v.ends, uint32(len(v.arena)))
	v.counts = append(v.counts, 0)
	v.newest = append(v.newest, 0)
	if 2*len(v.ends) > len(v.slots) {
		v.grow()
	}
	return id
}

func (v *inverter) grow() {
	v.slots = make([]uint32, 2*len(v.slots))
	mask := uint32(len(v.slots) - 1)
	for id, h := range v.hashes {
		slot := h & mask
		for v.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		v.slots[slot] = uint32(id) + 1
	}
}

func (v *inverter) term(id uint32) []byte {
	start := uint32(0)
	if id > 0 {
		start = v.ends[id-1]
	}
	return v.arena[start:v.ends[id]]
}

// scatter puts the postings in the order of their terms; newest then says where those of a term end.
func (v *inverter) scatter() {
	at := uint32(0)
	for id, n := range v.counts {
		v.newest[id] = at
		at += n
	}
	v.rows = slices.Grow(v.rows[:0], len(v.ids))[:len(v.ids)]
	v.byTerm = slices.Grow(v.byTerm[:0], len(v.ids))[:len(v.ids)]
	i := uint32(0)
	for row, end := range v.rowEnds {
		for ; i < end; i++ {
			to := &v.newest[v.ids[i]]
			v.rows[*to], v.byTerm[*to] = uint32(row), v.freqs[i]
			*to++
		}
	}
}

func (v *inverter) sort() {
	v.order = v.order[:0]
	for id := range uint32(len(v.ends)) {
		var head [8]byte
		copy(head[:], v.term(id))
		v.order = append(v.order, sortable{binary.BigEndian.Uint64(head[:]), id})
	}
	slices.SortFunc(v.order, func(a, b sortable) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return bytes.Compare(v.term(a.id), v.term(b.id))
	})
}

// appendRun appends the run: for each term its length and bytes, the number of its postings, the size of what
// follows, and for each posting the row's length as a byte and the distance of rows, doubled, with a one if the
// frequency is 1, else followed by the frequency.
func (v *inverter) appendRun(dst []byte) []byte {
	var postings []byte
	for _, s := range v.order {
		term, n := v.term(s.id), v.counts[s.id]
		end := v.newest[s.id]
		postings = v.appendPostings(postings[:0], end-n, end)
		dst = appendTerm(dst, term, uint64(n), len(postings))
		dst = append(dst, postings...)
	}
	return dst
}

// appendTerm appends what comes before a term's postings: the term, how many they are, and their size.
func appendTerm(dst, term []byte, n uint64, size int) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(term)))
	dst = append(dst, term...)
	dst = binary.AppendUvarint(dst, n)
	return binary.AppendUvarint(dst, uint64(size))
}

func (v *inverter) appendPostings(dst []byte, from, to uint32) []byte {
	before := uint32(0)
	for i := from; i < to; i++ {
		row := v.rows[i]
		dst = appendPosting(dst, uint8(min(v.lengths[row], long)), row-before, v.byTerm[i])
		before = row
	}
	return dst
}

// appendPosting appends one, of a row so long and so far from the one before.
func appendPosting(dst []byte, length uint8, distance, freq uint32) []byte {
	code := uint64(distance) << 1
	dst = append(dst, length)
	if freq == 1 {
		return binary.AppendUvarint(dst, code|1)
	}
	dst = binary.AppendUvarint(dst, code)
	return binary.AppendUvarint(dst, uint64(freq))
}
