package tape

import (
	"encoding/binary"
	"slices"

	"github.com/assayhq/assay/call"
)

// index says where the entries are. It costs about 60 bytes for each (TestIndexMemory): of a key it knows the
// first 8 bytes, and reading an entry tells whether it is the one that was looked for.
type index struct {
	slots []slot
	last  map[uint64]uint32 // by the beginning of a key: the newest slot, counted from 1
}

// slot is the place of one entry.
type slot struct {
	offset  int64
	size    uint32
	segment uint32
	before  uint32 // the slot before with the same beginning of its key, counted from 1; 0 if there is none
}

func newIndex() index { return index{last: map[uint64]uint32{}} }

func (x *index) add(key call.Key, s slot) {
	start := binary.LittleEndian.Uint64(key[:])
	s.before = x.last[start]
	x.slots = append(x.slots, s)
	x.last[start] = uint32(len(x.slots))
}

// find is where the entries of a key may be, oldest first.
func (x *index) find(key call.Key) []slot {
	var found []slot
	for n := x.last[binary.LittleEndian.Uint64(key[:])]; n != 0; n = x.slots[n-1].before {
		found = append(found, x.slots[n-1])
	}
	slices.Reverse(found)
	return found
}

func (x *index) at(i int) (slot, bool) {
	if i >= len(x.slots) {
		return slot{}, false
	}
	return x.slots[i], true
}
