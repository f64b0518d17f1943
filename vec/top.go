package vec

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Hit is a row and its score.
type Hit struct {
	Row   uint32
	Score float32
}

// compare puts the better hit first: the higher score, and of equal ones the lower row.
func (h Hit) compare(o Hit) int {
	switch {
	case h.Score > o.Score:
		return -1
	case h.Score < o.Score:
		return 1
	}
	return cmp.Compare(h.Row, o.Row)
}

// Top is the best k rows of each of n queries, so far. Scans, other Tops and Add put rows into it, in any order. A
// row that is added twice is in it twice. It is for one goroutine at a time.
type Top struct {
	n, k  int
	held  []int     // hits of each query
	hits  []Hit     // k of each query: a heap with the worst on top
	limit []float32 // what a score must reach to be considered; NaN for lanes without a query
	next  uint64    // no row so far is this or higher
	later bool      // all rows to come are higher than those so far, so that equal scores change nothing
	work  *work
}

// NewTop returns an empty Top. It panics if n or k is negative.
func NewTop(n, k int) *Top {
	if n < 0 || k < 0 {
		panic(fmt.Sprintf("vec: the best %d of %d queries", k, n))
	}
	t := &Top{n: n, k: k, held: make([]int, n), hits: make([]Hit, n*k), limit: aligned[float32](up(n, panelWidth))}
	t.Reset()
	return t
}

// Reset empties it.
func (t *Top) Reset() {
	clear(t.held)
	t.next, t.later = 0, false
	for i := range t.limit {
		t.limit[i] = float32(math.NaN())
		if i < t.n && t.k > 0 {
			t.limit[i] = float32(math.Inf(-1))
		}
	}
}

// Len is the number of queries.
func (t *Top) Len() int { return t.n }

// Merge adds all rows that another Top of as many queries holds.
func (t *Top) Merge(o *Top) {
	if t.n != o.n {
		panic(fmt.Sprintf("vec: merging the best of %d and of %d queries", t.n, o.n))
	}
	t.expect(false)
	t.next = max(t.next, o.next)
	for query := range o.n {
		for _, h := range o.heap(query) {
			t.offer(query, h)
		}
	}
}

// Best returns the hits of a query, best first, in a new slice.
func (t *Top) Best(query int) []Hit {
	best := slices.Clone(t.heap(query))
	slices.SortFunc(best, Hit.compare)
	return best
}

func (t *Top) heap(query int) []Hit {
	return t.hits[query*t.k : query*t.k+t.held[query]]
}

// expect stores whether rows to come may win ties, and sets the limits accordingly.
func (t *Top) expect(later bool) {
	if t.later == later {
		return
	}
	t.later = later
	for query := range t.n {
		t.setLimit(query)
	}
}

func (t *Top) setLimit(query int) {
	if t.k == 0 || t.held[query] < t.k {
		return
	}
	limit := t.hits[query*t.k].Score
	if t.later {
		limit = above(limit)
	}
	t.limit[query] = limit
}

// above is the least number above; above infinity it is NaN, which no score reaches.
func above(x float32) float32 {
	if math.IsInf(float64(x), 1) {
		return float32(math.NaN())
	}
	return math.Nextafter32(x, float32(math.Inf(1)))
}

func (t *Top) offer(query int, h Hit) {
	held := t.held[query]
	if h.Score != h.Score || t.k == 0 {
		return
	}
	heap := t.hits[query*t.k : (query+1)*t.k]
	switch {
	case held < t.k:
		heap[held] = h
		t.held[query]++
		siftUp(heap, held)
	case h.compare(heap[0]) < 0:
		heap[0] = h
		siftDown(heap)
	default:
		return
	}
	t.setLimit(query)
}

// siftUp moves a hit up to where nothing above is better.
func siftUp(heap []Hit, at int) {
	for h := heap[at]; at > 0; {
		parent := (at - 1) / 2
		if h.compare(heap[parent]) <= 0 {
			return
		}
		heap[at], heap[parent] = heap[parent], h
		at = parent
	}
}

// siftDown moves the first hit down to where nothing below is worse.
func siftDown(heap []Hit) {
	h, at := heap[0], 0
	for {
		child := 2*at + 1
		if child >= len(heap) {
			break
		}
		if child+1 < len(heap) && heap[child+1].compare(heap[child]) > 0 {
			child++
		}
		if heap[child].compare(h) <= 0 {
			break
		}
		heap[at] = heap[child]
		at = child
	}
	heap[at] = h
}
