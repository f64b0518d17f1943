package score

import (
	"hash/maphash"
	"math/bits"
	"sync"
)

// scratch is the memory that a scorer works in. It goes from one call to the next, so that short answers
// are scored without allocating. Nothing of one call shows in another: what is kept are stems.
type scratch struct {
	vocab        vocab
	grams        grams
	stems        stems
	gold, answer []int32
	counts, here []int32
	ends         []int // of each gold in gold
	buf, spare   []byte
	lcs          lcs
	sum          summary
	match        matcher
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// maxKept is the size in bytes up to which a text's scratch is kept for the next call.
const maxKept = 1 << 20

// getScratch returns a scratch from the pool for texts of so many bytes.
func getScratch(size int) *scratch {
	s := scratches.Get().(*scratch)
	s.vocab.reset(size)
	return s
}

// giveBack returns a scratch that has worked on texts of so many bytes. That of a huge text is left to
// the collector.
func (s *scratch) giveBack(size int) {
	if size <= maxKept {
		scratches.Put(s)
	}
}

// cleared is counts for so many ids, all zero.
func (s *scratch) cleared(n int) []int32 {
	s.counts = zeroed(s.counts, n)
	return s.counts
}

// zeroed is a slice of n zeros, in the memory of s if that is enough.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// vocab numbers the different tokens of a pair of texts in the order in which they come. The hash is
// seeded again in every process, so that no text can be written to collide; the numbers do not depend
// on it.
type vocab struct {
	bytes []byte
	ends  []int32 // of each token in bytes
	slots []int32 // id + 1, or 0
}

var hashSeed = maphash.MakeSeed()

// reset forgets the tokens and allocates for those of texts of so many bytes.
func (v *vocab) reset(size int) {
	v.bytes, v.ends = v.bytes[:0], v.ends[:0]
	slots := 64
	for slots < size/2 && slots < 1<<16 {
		slots *= 2
	}
	v.slots = zeroed(v.slots, slots)
}

func (v *vocab) token(id int32) []byte {
	start := int32(0)
	if id > 0 {
		start = v.ends[id-1]
	}
	return v.bytes[start:v.ends[id]]
}

// id is the number of a token, a new one if it is new.
func (v *vocab) id(token []byte) int32 {
	if len(v.slots) < 2*(len(v.ends)+1) {
		v.grow()
	}
	mask := uint64(len(v.slots) - 1)
	for at := maphash.Bytes(hashSeed, token) & mask; ; at = (at + 1) & mask {
		known := v.slots[at] - 1
		if known < 0 {
			v.bytes = append(v.bytes, token...)
			v.ends = append(v.ends, int32(len(v.bytes)))
			v.slots[at] = int32(len(v.ends))
			return int32(len(v.ends) - 1)
		}
		if string(v.token(known)) == string(token) {
			return known
		}
	}
}

func (v *vocab) grow() {
	v.slots = zeroed(v.slots, 4*len(v.slots))
	mask := uint64(len(v.slots) - 1)
	for id := range int32(len(v.ends)) {
		at := maphash.Bytes(hashSeed, v.token(id)) & mask
		for v.slots[at] != 0 {
			at = (at + 1) & mask
		}
		v.slots[at] = id + 1
	}
}

// grams numbers pairs of numbers: an n-gram is the number of its first n-1 tokens and its last token.
type grams struct {
	keys  []uint64
	slots []int32 // id + 1, or 0
}

func (g *grams) reset(expected int) {
	size := 64
	for size < 2*expected {
		size *= 2
	}
	g.keys = g.keys[:0]
	g.slots = zeroed(g.slots, size)
}

// The factors of the pairs' hash, as unknown to the writer of a text as the seed.
var (
	mixer  = maphash.String(hashSeed, "mixer")
	factor = maphash.String(hashSeed, "factor") | 1
)

// id is the number of a pair. No more pairs may come than reset allocated for.
func (g *grams) id(first, last int32) int32 {
	key := uint64(uint32(first))<<32 | uint64(uint32(last))
	high, low := bits.Mul64(key^mixer, factor)
	mask := uint64(len(g.slots) - 1)
	for at := (high ^ low) & mask; ; at = (at + 1) & mask {
		known := g.slots[at] - 1
		if known < 0 {
			g.keys = append(g.keys, key)
			g.slots[at] = int32(len(g.keys))
			return int32(len(g.keys) - 1)
		}
		if g.keys[known] == key {
			return known
		}
	}
}

// extend makes n-grams into those that are one token longer, in place: each with the one after it.
func (g *grams) extend(ids []int32) []int32 {
	if len(ids) == 0 {
		return ids
	}
	for i := range ids[1:] {
		ids[i] = g.id(ids[i], ids[i+1])
	}
	return ids[:len(ids)-1]
}
