package index

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// echo answers each query with its text as the id, and counts.
type echo struct {
	batches, largest atomic.Int64
	gate             chan struct{}
	err              error
}

func (e *echo) Search(ctx context.Context, queries []Query) ([]Result, error) {
	if e.gate != nil {
		select {
		case <-e.gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	e.batches.Add(1)
	e.largest.Store(max(e.largest.Load(), int64(len(queries))))
	if e.err != nil {
		return nil, e.err
	}
	results := make([]Result, len(queries))
	for i := range queries {
		results[i].Hits = []Hit{{ID: queries[i].Text, Rank: 1}}
	}
	return results, nil
}

func TestGather(t *testing.T) {
	e := &echo{gate: make(chan struct{})}
	g := Gather(e, 64)
	var wait sync.WaitGroup
	for i := range 300 {
		wait.Go(func() {
			queries := []Query{{Text: fmt.Sprint(i, "a")}, {Text: fmt.Sprint(i, "b")}}
			got, err := g.Search(context.Background(), queries)
			if err != nil || len(got) != 2 || got[0].Hits[0].ID != queries[0].Text || got[1].Hits[0].ID != queries[1].Text {
				t.Errorf("%d: %v, %v", i, got, err)
			}
		})
	}
	go func() {
		for {
			e.gate <- struct{}{}
		}
	}()
	wait.Wait()
	if e.largest.Load() > 64 || e.batches.Load() >= 300 {
		t.Errorf("%d batches, the largest of %d queries", e.batches.Load(), e.largest.Load())
	}
	e.err = errors.New("the engine is down")
	if _, err := g.Search(context.Background(), []Query{{}}); !errors.Is(err, e.err) {
		t.Error(err)
	}
}

// TestGatherLeaves ends callers while the engine hangs: each is answered, and when the last has left the
// engine is told.
func TestGatherLeaves(t *testing.T) {
	e := &echo{gate: make(chan struct{})}
	g := Gather(e, 64)
	ctx, leave := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	for range 5 {
		wait.Go(func() {
			if _, err := g.Search(ctx, []Query{{}}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	leave()
	wait.Wait()
	close(e.gate)
	if got, err := g.Search(context.Background(), []Query{{Text: "x"}}); err != nil || got[0].Hits[0].ID != "x" {
		t.Errorf("%v, %v", got, err)
	}
}
