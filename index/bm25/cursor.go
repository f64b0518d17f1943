package bm25

// cursor goes through the postings of a term in one file, from block to block. The rows of a block are read
// eight at a time, as far as they are asked for.
type cursor struct {
	blocks   []uint64 // two of each block
	postings []uint8
	limit    uint32 // rows of the file
	count    uint32 // postings of the list

	at      int    // the block
	last    uint32 // its last row
	info    info
	n       int    // its postings
	ready   int    // how many rows are read, at least one
	next    uint64 // 1 more than the last of these
	pos     int    // the posting that the cursor is at, which is read
	src     []uint8
	freqs   []uint8
	done    bool
	damaged bool
	rows    [blockLen]uint32
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

func (c *cursor) fail() { c.done, c.damaged = true, true }

// lastOf is the last row of a block.
func (c *cursor) lastOf(block int) uint32 { return uint32(c.blocks[2*block]) }

// load goes to the beginning of a block; behind the last the list is done.
func (c *cursor) load(block int) {
	if 2*block >= len(c.blocks) {
		c.done = true
		return
	}
	c.at, c.pos, c.ready, c.n, c.next = block, 0, 0, blockLen, 0
	if 2*block+2 == len(c.blocks) {
		c.n = int(c.count) - block*blockLen
	}
	if block > 0 {
		c.next = uint64(c.lastOf(block-1)) + 1
	}
	at := c.blocks[2*block+1]
	c.last, c.info = c.lastOf(block), info(c.blocks[2*block]>>32)
	size := uint64(len(c.postings))
	if c.last >= c.limit || c.info.rowWidth() > 32 || c.info.freqWidth() > 32 || at > size || c.info.packedSize(c.n)+slack > size-at {
		c.fail()
		return
	}
	c.src = c.postings[at:]
	c.freqs = c.src[(c.n*int(c.info.rowWidth())+7)/8:]
	c.more()
}

// more reads eight more rows, or those that are left. They grow, and the last is the one that the block is said
// to end with: so none is beyond it.
func (c *cursor) more() {
	width := c.info.rowWidth()
	from := c.ready % blockLen
	if c.n-from >= 8 {
		c.next = unpackRows((*[8]uint32)(c.rows[from:]), c.src[uint(from)/8*width:], width, c.next)
		c.ready = from + 8
	} else {
		for c.ready = from; c.ready < c.n; c.ready++ {
			c.next += uint64(unpackOne(c.src, c.ready, width))
			c.rows[c.ready%blockLen] = uint32(c.next)
			c.next++
		}
	}
	if end := uint64(c.last) + 1; c.next > end || c.ready == c.n && c.next != end {
		c.fail()
	}
}

// fill reads all rows of the block.
func (c *cursor) fill() {
	for c.ready < c.n && !c.done {
		c.more()
	}
}

// freq is the frequency of a posting, less 1.
func (c *cursor) freq(i int) uint32 { return unpackOne(c.freqs, i, c.info.freqWidth()) }

// seek goes forward to the first posting at a row or behind it.
func (c *cursor) seek(row uint32) {
	if !c.done && c.last < row {
		c.load(c.blockOf(row))
	}
	for !c.done && c.rows[(c.ready-1)%blockLen] < row {
		c.pos = c.ready
		c.more()
	}
	if !c.done {
		c.pos = c.find(row)
	}
}

// blockOf is the first block behind this one that does not end before a row, or the number of blocks.
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

// find is the place among the rows that are read of the first that is not before row, from pos on.
func (c *cursor) find(row uint32) int {
	i := c.pos
	for i+8 <= c.ready && c.rows[(i+7)%blockLen] < row {
		i += 8
	}
	for i < c.ready && c.rows[i%blockLen] < row {
		i++
	}
	return i
}
