package vec

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// parallelRows is the number of rows that a worker takes at a time.
const parallelRows = 1 << 13

// Parallel divides n rows among workers, each with a Top of its own, and merges these. It calls the function with
// ranges that cover 0 to n, from several goroutines; the function scans its range into the Top that it gets. Workers
// below 1 are as many as there are processors. The result does not depend on their number.
func (t *Top) Parallel(n, workers int, scan func(part *Top, from, to int)) {
	workers = workerCount(workers, (n+parallelRows-1)/parallelRows)
	if workers == 1 {
		if n > 0 {
			scan(t, 0, n)
		}
		return
	}
	parts := make([]*Top, workers)
	inTurn(workers, n, parallelRows, func(worker, from, to int) {
		if parts[worker] == nil {
			parts[worker] = NewTop(t.n, t.k)
		}
		scan(parts[worker], from, to)
	})
	for _, part := range parts {
		if part != nil {
			t.Merge(part)
		}
	}
}

// workerCount is the number of workers that have work.
func workerCount(workers, pieces int) int {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	return max(1, min(workers, pieces))
}

// inTurn calls a function for each piece of 0 to n from several goroutines; the first free one takes the next piece.
// The caller is one of the workers: a small product takes less time than a goroutine.
func inTurn(workers, n, piece int, do func(worker, from, to int)) {
	if workers == 1 {
		for from := 0; from < n; from += piece {
			do(0, from, min(n, from+piece))
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			for {
				from := int(next.Add(int64(piece))) - piece
				if from >= n {
					return
				}
				do(worker, from, min(n, from+piece))
			}
		})
	}
	all.Wait()
}
