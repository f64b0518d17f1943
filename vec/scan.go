package vec

import (
	"fmt"
	"math"
	"math/bits"
	"unsafe"
)

const (
	// maxTile is the largest number of rows of a tile.
	maxTile = 16
	// blockBytes is the size of the block of rows that is compared with all panels before the next block: what
	// fits into the second-level cache together with a panel.
	blockBytes = 256 << 10
	// aheadBytes is the least distance by which rows are prefetched, to hide the latency of memory.
	aheadBytes = 32 << 10
)

// work is what a Top needs during a scan.
type work struct {
	args   scanArgs
	scores [maxTile * panelWidth]float32
	masks  [maxTile]uint32
	scales [maxTile]float32 // of the last tile
	floats scratch[float32]
	codes  scratch[uint8]
}

// scratch is memory for rows that are not contiguous in the source.
type scratch[T float32 | uint8] struct {
	last []T // the rows of the last tile, and zeros
	some []T // chosen rows
}

// Scan compares all rows, which are numbered from base on, with the queries.
func (t *Top) Scan(q *Queries, rows []float32, base uint32) {
	n := rowsOf(len(rows), q.dim)
	t.start(q.n, n, base)
	s := q.side()
	s.scan(t, rows, nil, numbers{base: base})
}

// ScanSome compares the rows whose numbers are given, counted from the start of rows. It is fastest if the numbers
// ascend.
func (t *Top) ScanSome(q *Queries, rows []float32, which []uint32) {
	n := rowsOf(len(rows), q.dim)
	t.startSome(q.n, n, which)
	s := q.side()
	s.scanSome(t, rows, nil, which)
}

// numbers are those of a block's rows: one by one, or from base on.
type numbers struct {
	base  uint32
	which []uint32
}

func (n numbers) at(i int) uint32 {
	if n.which != nil {
		return n.which[i]
	}
	return n.base + uint32(i)
}

// start prepares a Top for n rows from base on.
func (t *Top) start(queries, n int, base uint32) {
	if queries != t.n {
		panic(fmt.Sprintf("vec: %d queries scanned into the best of %d", queries, t.n))
	}
	end := uint64(base) + uint64(n)
	if end > 1<<32 {
		panic(fmt.Sprintf("vec: %d rows from number %d on; numbers end at %d", n, base, uint32(math.MaxUint32)))
	}
	if t.work == nil {
		t.work = new(work)
	}
	t.expect(uint64(base) >= t.next)
	t.next = max(t.next, end)
}

// startSome prepares a Top for a choice of n rows.
func (t *Top) startSome(queries, n int, which []uint32) {
	t.start(queries, 0, 0)
	next, later := t.next, true
	for _, row := range which {
		if uint64(row) >= uint64(n) {
			panic(fmt.Sprintf("vec: row %d of %d", row, n))
		}
		later = later && uint64(row) >= next
		next = max(next, uint64(row)+1)
	}
	t.expect(later)
	t.next = next
}

// side is the queries' side of a scan, of float32 values or of codes.
type side[T float32 | uint8] struct {
	set    *scanSet
	work   func(*work) *scratch[T]
	n      int
	stride int // from row to row
	depth  int // steps
	zero   T   // fills rows that are not there

	panels []T32 // words of 32 bits: values, or groups of four codes
	tail   []T32
	scales []float32
	start  []int32
}

// T32 is a step of one query.
type T32 = uint32

func (q *Queries) side() *side[float32] {
	return &side[float32]{
		set: &q.kern.float, work: func(w *work) *scratch[float32] { return &w.floats },
		n: q.n, stride: q.dim, depth: q.dim,
		panels: words(q.panels), tail: words(q.tail),
	}
}

// words are the same values, as words.
func words(s []float32) []T32 {
	return unsafe.Slice((*T32)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// scan compares rows block by block, so that a block is read from memory once for all queries.
func (s *side[T]) scan(t *Top, rows []T, scales []float32, ids numbers) {
	n := len(rows) / s.stride
	step := s.block()
	for at := 0; at < n && s.n > 0 && t.k > 0; at += step {
		end := min(n, at+step)
		part, ids := scales, ids
		if scales != nil {
			part = scales[at:end]
		}
		if ids.which != nil {
			ids.which = ids.which[at:end]
		}
		ids.base += uint32(at)
		s.queries(t, rows[at*s.stride:end*s.stride], part, ids)
	}
}

// scanSome copies the chosen rows to contiguous memory, one block at a time.
func (s *side[T]) scanSome(t *Top, rows []T, scales []float32, which []uint32) {
	room, step := s.work(t.work), s.block()
	var part []float32
	for at := 0; at < len(which) && s.n > 0 && t.k > 0; at += step {
		chosen := which[at:min(len(which), at+step)]
		room.some, part = room.some[:0], part[:0]
		for _, row := range chosen {
			from := int(row) * s.stride
			room.some = append(room.some, rows[from:from+s.stride]...)
			if scales != nil {
				part = append(part, scales[row])
			}
		}
		s.queries(t, room.some, part, numbers{which: chosen})
	}
}

// block is the number of rows that are compared with one panel before the next.
func (s *side[T]) block() int {
	const even = 48 // a whole number of tiles of every path
	return max(1, blockBytes/(s.stride*int(unsafe.Sizeof(s.zero)))/even) * even
}

// queries compares a block of rows with all queries, with the loop that costs least for the queries that are left.
func (s *side[T]) queries(t *Top, rows []T, scales []float32, ids numbers) {
	for first := 0; first < s.n; {
		left := s.n - first
		kernel := &s.set.wide
		panel := s.panels[first/panelWidth*panelWidth*s.depth+first%panelWidth:]
		switch {
		case left <= leftOver(s.n) && s.set.single.run != nil:
			kernel = &s.set.single
			panel = s.tail[len(s.tail)/leftOver(s.n)*(leftOver(s.n)-left):]
		case left <= s.set.narrow.width:
			kernel = &s.set.narrow
		}
		s.tiles(t, kernel, unsafe.Pointer(&panel[0]), first, rows, scales, ids)
		first += kernel.width
	}
}

// tiles compares a block of rows with the queries of one kernel.
func (s *side[T]) tiles(t *Top, kernel *scanKernel, panel unsafe.Pointer, first int, rows []T, scales []float32, ids numbers) {
	w, n := t.work, len(rows)/s.stride
	a := &w.args
	*a = scanArgs{
		stride: uintptr(s.stride) * unsafe.Sizeof(s.zero), depth: uintptr(s.depth),
		panel: panel, limit: &t.limit[first], scores: &w.scores[0], masks: &w.masks[0],
	}
	tile := a.stride * uintptr(kernel.rows)
	a.ahead = tile * max(1, aheadBytes/tile)
	if s.scales != nil {
		a.queryScales, a.start = &s.scales[first], &s.start[first]
	}
	tiled := n / kernel.rows * kernel.rows
	for at := 0; at < tiled; {
		a.rows = unsafe.Pointer(&rows[at*s.stride])
		if s.scales != nil {
			a.scales = &scales[at]
		}
		a.tiles = uintptr((tiled - at) / kernel.rows)
		kernel.run(a)
		at += int(a.done) * kernel.rows
		if a.found != 0 {
			w.take(t, kernel, first, kernel.rows, ids, at-kernel.rows)
		}
	}
	if tiled < n {
		s.last(w, kernel, rows[tiled*s.stride:], scales, tiled)
		kernel.run(a)
		if a.found != 0 {
			w.take(t, kernel, first, n-tiled, ids, tiled)
		}
	}
}

// last fills the last tile up with zero rows.
func (s *side[T]) last(w *work, kernel *scanKernel, rows []T, scales []float32, tiled int) {
	room := s.work(w)
	if len(room.last) < maxTile*s.stride {
		room.last = make([]T, maxTile*s.stride)
	}
	rest := room.last[copy(room.last, rows) : kernel.rows*s.stride]
	clear(rest)
	w.args.rows, w.args.tiles = unsafe.Pointer(&room.last[0]), 1
	if s.scales != nil {
		clear(w.scales[copy(w.scales[:], scales[tiled:]):])
		w.args.scales = &w.scales[0]
	}
}

// take adds the scores of a tile that reach their limits.
func (w *work) take(t *Top, kernel *scanKernel, first, rows int, ids numbers, at int) {
	if kernel.width == 1 {
		for mask := w.masks[0] & (1<<rows - 1); mask != 0; mask &= mask - 1 {
			row := bits.TrailingZeros32(mask)
			t.offer(first, Hit{ids.at(at + row), w.scores[row]})
		}
		return
	}
	for row := range rows {
		id := ids.at(at + row)
		for mask := w.masks[row]; mask != 0; mask &= mask - 1 {
			lane := bits.TrailingZeros32(mask)
			t.offer(first+lane, Hit{id, w.scores[row*kernel.width+lane]})
		}
	}
}
