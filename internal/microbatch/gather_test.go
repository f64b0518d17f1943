package microbatch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// echo answers each question with itself, and counts.
type echo struct {
	batches, largest atomic.Int64
	gate             chan struct{}
	err              error
	few              bool
}

func (e *echo) answer(ctx context.Context, questions []string) ([]string, error) {
	select {
	case <-e.gate:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	e.batches.Add(1)
	e.largest.Store(max(e.largest.Load(), int64(len(questions))))
	if e.few {
		return questions[1:], nil
	}
	return questions, e.err
}

func TestAsk(t *testing.T) {
	e := &echo{gate: make(chan struct{})}
	g := New(e.answer, 64)
	var wait sync.WaitGroup
	for i := range 300 {
		wait.Go(func() {
			questions := []string{fmt.Sprint(i, "a"), fmt.Sprint(i, "b")}
			got, err := g.Ask(context.Background(), questions)
			if err != nil || len(got) != 2 || got[0] != questions[0] || got[1] != questions[1] {
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
		t.Errorf("%d batches, the largest of %d questions", e.batches.Load(), e.largest.Load())
	}
	e.few = true
	if _, err := g.Ask(context.Background(), []string{"a", "b"}); err == nil || err.Error() != "1 answers to 2 questions" {
		t.Error(err)
	}
	e.few, e.err = false, errors.New("the engine is down")
	if _, err := g.Ask(context.Background(), []string{"a"}); !errors.Is(err, e.err) {
		t.Error(err)
	}
}

// TestLeave ends callers while the answer hangs: each is answered, and when the last has left that is told, too.
func TestLeave(t *testing.T) {
	e := &echo{gate: make(chan struct{})}
	g := New(e.answer, 64)
	ctx, leave := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	for range 5 {
		wait.Go(func() {
			if _, err := g.Ask(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	leave()
	wait.Wait()
	close(e.gate)
	if got, err := g.Ask(context.Background(), []string{"x"}); err != nil || got[0] != "x" {
		t.Errorf("%v, %v", got, err)
	}
}
