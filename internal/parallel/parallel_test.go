package parallel

import (
	"sync"
	"testing"
)

func TestWorkersDoEachNumberOnce(t *testing.T) {
	for _, tt := range []struct{ workers, n int }{{0, 3}, {1, 3}, {4, 0}, {4, 3}, {4, 1000}} {
		var mu sync.Mutex
		seen := map[int]int{}
		Workers(tt.workers, tt.n, func(worker, i int) {
			mu.Lock()
			defer mu.Unlock()
			seen[i]++
			if worker < 0 || worker >= max(tt.workers, 1) {
				t.Errorf("worker %d of %d", worker, tt.workers)
			}
		})
		for i := range tt.n {
			if seen[i] != 1 {
				t.Errorf("%d workers, %d numbers: %d was done %d times", tt.workers, tt.n, i, seen[i])
			}
		}
		if len(seen) != tt.n {
			t.Errorf("%d workers did %d of %d numbers", tt.workers, len(seen), tt.n)
		}
	}
}
