package bm25

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/assayhq/assay/internal/parallel"
)

// Ask is a question to one file: the K best of Rows, or of all rows if that is nil. Rows are in ascending order.
type Ask struct {
	Query *Query
	Rows  []uint32
	K     int
}

// Hit is a row that matches at least one term.
type Hit struct {
	Row   uint32
	Score float32
}

// Search answers questions, on all cores: for each its hits, the best first and of equal scores the lower row
// first. They are those that scoring every row would give; what is skipped could not have been among them.
func (f *File) Search(ctx context.Context, asks []Ask) ([][]Hit, error) {
	chosen, err := newSelections(f, asks)
	if err != nil {
		return nil, fmt.Errorf("search texts: %w", err)
	}
	parts := f.divide(asks)
	var failed atomic.Pointer[error]
	parallel.Each(runtime.GOMAXPROCS(0), len(parts), func(i int) {
		if failed.Load() != nil {
			return
		}
		p := &parts[i]
		err := ctx.Err()
		if err == nil {
			err = f.search(p, asks[p.ask], chosen[p.ask])
		}
		if err != nil {
			failed.CompareAndSwap(nil, &err)
		}
	})
	if err := failed.Load(); err != nil {
		return nil, fmt.Errorf("search texts: %w", *err)
	}
	return merge(asks, parts), nil
}

// part is a stretch of rows to be searched for one question.
type part struct {
	ask      int
	from, to uint64
	best     []uint64 // as top keeps them
}

// divideFrom is the number of rows from which a question is worth dividing among cores.
const divideFrom = 1 << 18

// divide gives each question one part, or as many as there are cores for it.
func (f *File) divide(asks []Ask) []part {
	var parts []part
	n := uint64(1)
	rows := uint64(len(f.lengths))
	if procs := runtime.GOMAXPROCS(0); len(asks) > 0 && len(asks) < procs && rows >= divideFrom {
		n = uint64(procs / len(asks))
	}
	for ask := range asks {
		for i := range n {
			// Parts begin at a word of a selection's bitmap.
			p := part{ask: ask, from: rows * i / n &^ 63, to: rows * (i + 1) / n &^ 63}
			if i+1 == n {
				p.to = rows
			}
			parts = append(parts, p)
		}
	}
	return parts
}

// merge puts the parts of each question together.
func merge(asks []Ask, parts []part) [][]Hit {
	hits := make([][]Hit, len(asks))
	for len(parts) > 0 {
		ask := parts[0].ask
		var best []uint64
		for len(parts) > 0 && parts[0].ask == ask {
			best = append(best, parts[0].best...)
			parts = parts[1:]
		}
		slices.SortFunc(best, func(a, b uint64) int {
			if a > b {
				return -1
			}
			return 1
		})
		best = best[:min(len(best), max(0, asks[ask].K))]
		hits[ask] = make([]Hit, len(best))
		for i, key := range best {
			score, row := unkey(key)
			hits[ask][i] = Hit{row, float32(float64(score) / asks[ask].Query.scale)}
		}
	}
	return hits
}

// top keeps the best of what it is given, as keys: the score above the complement of the row, so that a higher
// key is better. The worst is on top of the heap.
type top struct {
	keys []uint64
	k    int
}

func key(score, row uint32) uint64         { return uint64(score)<<32 | uint64(^row) }
func unkey(key uint64) (score, row uint32) { return uint32(key >> 32), ^uint32(key) }

// threshold is the score that must be exceeded; rows come in ascending order, so that an equal score is worse.
func (t *top) threshold() uint32 {
	switch {
	case t.k <= 0:
		return math.MaxUint32
	case len(t.keys) < t.k:
		return 0
	}
	return uint32(t.keys[0] >> 32)
}

func (t *top) add(score, row uint32) {
	if score <= t.threshold() {
		return
	}
	h := t.keys
	if len(h) < t.k {
		h = append(h, key(score, row))
		for i := len(h) - 1; i > 0 && h[i] < h[(i-1)/2]; i = (i - 1) / 2 {
			h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
		}
		t.keys = h
		return
	}
	h[0] = key(score, row)
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[child] < h[least] {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
