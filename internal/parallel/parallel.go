// Package parallel turns the numbers from 0 to n into calls on a few goroutines.
package parallel

import (
	"sync"
	"sync/atomic"
)

// Each calls do for 0 to n-1 on at most so many goroutines, each of which takes the next number when it is free. With one
// worker the caller's goroutine does all of it.
func Each(workers, n int, do func(i int)) {
	Workers(workers, n, func(_, i int) { do(i) })
}

// Workers is Each for functions that keep something per worker, which are numbered from 0.
func Workers(workers, n int, do func(worker, i int)) {
	workers = min(workers, n)
	if workers <= 1 {
		for i := range n {
			do(0, i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(worker, i)
			}
		})
	}
	all.Wait()
}
