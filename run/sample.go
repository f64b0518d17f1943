package run

import (
	"container/heap"
	"encoding/binary"
	"iter"
	"slices"

	"crypto/sha256"

	"github.com/assayhq/assay/system"
)

// First takes the first n cases; 0 takes all.
func First(cases iter.Seq2[*system.Case, error], n int) iter.Seq2[*system.Case, error] {
	if n <= 0 {
		return cases
	}
	return func(yield func(*system.Case, error) bool) {
		taken := 0
		for c, err := range cases {
			if !yield(c, err) || err != nil {
				return
			}
			if taken++; taken == n {
				return
			}
		}
	}
}

// Sample draws n cases; 0 takes all. Which are drawn depends on their ids and the seed alone, so that adding
// cases or sorting them changes as little as can be, and they keep the order of the data. It holds n cases.
func Sample(cases iter.Seq2[*system.Case, error], n int, seed uint64) iter.Seq2[*system.Case, error] {
	if n <= 0 {
		return cases
	}
	return func(yield func(*system.Case, error) bool) {
		var drawn ticketHeap
		at := 0
		for c, err := range cases {
			if err != nil {
				yield(nil, err)
				return
			}
			t := ticket{draw(c.ID, seed), at, c}
			at++
			if len(drawn) < n {
				heap.Push(&drawn, t)
			} else if t.number < drawn[0].number {
				drawn[0] = t
				heap.Fix(&drawn, 0)
			}
		}
		slices.SortFunc(drawn, func(a, b ticket) int { return a.at - b.at })
		for _, t := range drawn {
			if !yield(t.c, nil) {
				return
			}
		}
	}
}

func draw(id string, seed uint64) uint64 {
	sum := sha256.Sum256(append(binary.LittleEndian.AppendUint64(nil, seed), id...))
	return binary.LittleEndian.Uint64(sum[:])
}

// ticket is a case with the number that it drew; the lowest win.
type ticket struct {
	number uint64
	at     int
	c      *system.Case
}

// ticketHeap is a heap of the tickets drawn so far with the highest number on top.
type ticketHeap []ticket

func (l ticketHeap) Len() int           { return len(l) }
func (l ticketHeap) Less(i, j int) bool { return l[i].number > l[j].number }
func (l ticketHeap) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *ticketHeap) Push(x any)        { *l = append(*l, x.(ticket)) }
func (l *ticketHeap) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}
