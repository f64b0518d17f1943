package bm25

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// cursor goes through the postings of a term in one file, from block to block. The rows of a block are read when
// they are asked for.
type cursor struct {
	blocks   []uint64 // two of each block
	postings []uint8
	limit    uint32 // rows of the file
	count    uint32 // postings of the list

	at      int    // the block
	base    uint32 // the first row that it may hold
	last    uint32 // the last that it holds; after the end of the list both are the highest number
	info    info
	n       int    // its postings
	pos     int    // the posting that the cursor is at, if all rows are read
	ready   int    // how many rows are read
	next    uint64 // 1 more than the last of these
	counted bool
	done    bool
	damaged bool
	src     []uint8
	freqs   []uint8
	rows    [blockLen]uint32 // after n the highest number, if all are read
	times   [blockLen]uint32 // frequencies less 1, if counted
}

// open begins the list of a term.
func (c *cursor) open(f *File, id int) {
	c.postings, c.limit, c.count = f.postings, uint32(len(f.lengths)), f.counts[id]
	c.done, c.damaged = false, false
	first, n := uint64(f.firsts[id]), (uint64(c.count)+blockLen-1)/blockLen
	if n == 0 || 2*(first+n) > uint64(len(f.blocks)) {
		c.fail()
		return
	}
	c.blocks = f.blocks[2*first : 2*(first+n)]
	c.load(0)
}

func (c *cursor) end() {
	c.done = true
	c.ready = 0
	c.n = 0
	c.base = math.MaxUint32
	c.last = math.MaxUint32
}
func (c *cursor) fail() { c.end(); c.damaged = true }

// lastOf is the last row of a block.
func (c *cursor) lastOf(block int) uint32 { return uint32(c.blocks[2*block]) }

// load goes to the beginning of a block; after the last the list is done.
func (c *cursor) load(block int) {
	if 2*block+1 >= len(c.blocks) {
		c.end()
		return
	}
	head, at := c.blocks[2*block], c.blocks[2*block+1]
	c.at = block
	c.pos = 0
	c.ready = 0
	c.counted = false
	c.n = blockLen
	c.base = 0
	if 2*block+2 == len(c.blocks) {
		c.n = int(c.count) - block*blockLen
	}
	if block > 0 {
		c.base = c.lastOf(block-1) + 1
	}
	c.next, c.last, c.info = uint64(c.base), uint32(head), info(head>>32)
	rows, freqs := c.info.packedSize(c.n, c.last-c.base)
	if size := uint64(len(c.postings)); c.last >= c.limit || c.base > c.last || !c.info.possible(c.last-c.base) ||
		at > size || rows+freqs+slack > size-at {
		c.fail()
		return
	}
	c.src = c.postings[at:]
	c.freqs = c.src[rows:]
}

// fill reads all rows of the block.
func (c *cursor) fill() {
	if c.ready == c.n {
		return
	}
	if c.info.rowWidth() != asBits {
		c.readUpTo(c.n)
		return
	}
	if n := c.readBits(); n != c.n || c.rows[n-1] != c.last {
		c.fail()
		return
	}
	c.ready = c.n
	c.pad()
}

// readUpTo reads rows from their distances. They grow, and the last is the one that the block's header states as its end
// with: so none is beyond it.
func (c *cursor) readUpTo(n int) {
	c.next = unpackRows(&c.rows, c.ready, n, c.src, c.info.rowWidth(), c.next)
	c.ready = n
	if n < c.n {
		return
	}
	if c.next != uint64(c.last)+1 {
		c.fail()
		return
	}
	c.pad()
}

func (c *cursor) pad() {
	for i := c.n; i < blockLen; i++ {
		c.rows[i] = math.MaxUint32
	}
}

// readBits reads the rows from a bitmap, and how many there are.
func (c *cursor) readBits() int {
	n, span := 0, uint(c.last-c.base)+1
	for at := uint(0); at < span; at += 64 {
		word := binary.LittleEndian.Uint64(c.src[at/8:])
		if rest := span - at; rest < 64 {
			word &= 1<<rest - 1
		}
		for first := c.base + uint32(at); word != 0; word &= word - 1 {
			c.rows[n%blockLen] = first + uint32(bits.TrailingZeros64(word))
			n++
		}
	}
	return n
}

// fillFreqs reads the frequencies of the block.
func (c *cursor) fillFreqs() {
	if !c.counted {
		unpack(&c.times, c.n, c.freqs, c.info.freqWidth())
		c.counted = true
	}
}

// freq is the frequency of a posting, less 1.
func (c *cursor) freq(i int) uint32 { return unpackOne(c.freqs, i%blockLen, c.info.freqWidth()) }

// seek goes forward to the first posting at a row or after it.
func (c *cursor) seek(row uint32) {
	if c.last < row {
		c.load(c.blockOf(row))
	}
	c.fill()
	if !c.done {
		c.pos = max(c.pos, c.before(row))
	}
}

// find is the place of a row in its block, to which it goes forward; false if the list does not have it.
func (c *cursor) find(row uint32) (int, bool) {
	if c.last < row {
		c.load(c.blockOf(row))
	}
	if row < c.base {
		return 0, false
	}
	if c.ready == c.n {
		i := c.before(row)
		return i, c.rows[i%blockLen] == row
	}
	if c.info.rowWidth() == asBits {
		return c.findBit(uint(row - c.base))
	}
	return c.findFar(row)
}

// findFar is find where not all rows are read. Eight are read at a time, and it looks at the latest: it is only
// asked for rows that grow.
func (c *cursor) findFar(row uint32) (int, bool) {
	for c.next <= uint64(row) {
		c.readUpTo(min(c.ready+8, c.n))
		if c.done {
			return 0, false
		}
	}
	if c.ready == c.n {
		i := c.before(row)
		return i, c.rows[i%blockLen] == row
	}
	n := uint32(0)
	for _, r := range (*[8]uint32)(c.rows[(c.ready-8)%blockLen:]) {
		n += exceeds(row, r)
	}
	i := c.ready - 8 + int(n)
	return i, c.rows[i%blockLen] == row
}

// findBit is find in a bitmap.
func (c *cursor) findBit(bit uint) (int, bool) {
	if c.src[bit/8]>>(bit%8)&1 == 0 {
		return 0, false
	}
	n, at := 0, uint(0)
	for ; at+64 <= bit; at += 64 {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(c.src[at/8:]))
	}
	return n + bits.OnesCount64(binary.LittleEndian.Uint64(c.src[at/8:])&(1<<(bit-at)-1)), true
}

// blockOf is the first block after this one that does not end before a row, or the number of blocks.
func (c *cursor) blockOf(row uint32) int {
	low, step := c.at, 1 // low ends before the row
	for high := low + step; 2*high < len(c.blocks) && c.lastOf(high) < row; high = low + step {
		low = high
		step *= 2
	}
	high := min(low+step, len(c.blocks)/2)
	for low+1 < high {
		if mid := (low + high) / 2; c.lastOf(mid) < row {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// before is how many rows of the block, which does not end before it, are before a row. There is no jump in it
// that could be guessed wrong.
func (c *cursor) before(row uint32) int {
	i := 0
	if c.rows[63] < row {
		i = 64
	}
	if c.rows[(i+31)%blockLen] < row {
		i += 32
	}
	if c.rows[(i+15)%blockLen] < row {
		i += 16
	}
	if c.rows[(i+7)%blockLen] < row {
		i += 8
	}
	if c.rows[(i+3)%blockLen] < row {
		i += 4
	}
	if c.rows[(i+1)%blockLen] < row {
		i += 2
	}
	if c.rows[i%blockLen] < row {
		i++
	}
	return i
}
