package vec

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// parallelRows is how many rows a worker takes at a time.
const parallelRows = 1 << 13

// Parallel shares n rows between workers, each with a Top of its own, and merges these. The function is
// called with ranges that cover 0 to n, from several goroutines; it scans such a range into the Top that
// it is given, by any of the ways to scan. Workers below 1 are as many as there are processors. What comes
// out does not depend on them.
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

// workerCount is how many workers there is work for.
func workerCount(workers, pieces int) int {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	return max(1, min(workers, pieces))
}

// inTurn calls a function for the pieces of 0 to n, on so many goroutines, whoever is free first. One worker
// is the caller itself: a small product takes less time than a goroutine.
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
