package microbatch

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
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

func TestAskAnswersInBatches(t *testing.T) {
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

// blocked is a function whose calls begin, and end only with their context.
type blocked struct {
	began  chan int // questions of the call
	ended  chan error
	answer chan struct{}
}

func (b *blocked) call(ctx context.Context, questions []string) ([]string, error) {
	b.began <- len(questions)
	select {
	case <-ctx.Done():
		b.ended <- ctx.Err()
		return nil, ctx.Err()
	case <-b.answer:
		return questions, nil
	}
}

func newBlocked() *blocked {
	return &blocked{began: make(chan int, 1), ended: make(chan error, 1), answer: make(chan struct{})}
}

// TestBatchIsCancelledWithItsLastCaller: callers that leave are answered at once, and the call itself ends when the
// last of them has left. The batcher then serves the next caller.
func TestBatchIsCancelledWithItsLastCaller(t *testing.T) {
	b := newBlocked()
	g := New(b.call, 64)
	ctx, leave := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	for range 5 {
		wait.Go(func() {
			if _, err := g.Ask(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	<-b.began
	leave()
	wait.Wait()
	select {
	case err := <-b.ended:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("all callers left, and the call goes on")
	}
	close(b.answer)
	if got, err := g.Ask(context.Background(), []string{"x"}); err != nil || got[0] != "x" {
		t.Errorf("%v, %v", got, err)
	}
}

// TestBatchGoesOnForOthers: one of two callers of a batch leaves, and the other one gets its answer.
func TestBatchGoesOnForOthers(t *testing.T) {
	b := newBlocked()
	g := New(b.call, 64)
	var wait sync.WaitGroup
	wait.Go(func() { g.Ask(context.Background(), []string{"holds the first batch"}) })
	<-b.began
	ctx, leave := context.WithCancel(context.Background())
	wait.Go(func() { g.Ask(ctx, []string{"leaves"}) })
	wait.Go(func() {
		if got, err := g.Ask(context.Background(), []string{"stays"}); err != nil || got[0] != "stays" {
			t.Errorf("%v, %v", got, err)
		}
	})
	for waiting := 0; waiting < 2; runtime.Gosched() {
		g.mu.Lock()
		waiting = len(g.waiting)
		g.mu.Unlock()
	}
	b.answer <- struct{}{}
	if n := <-b.began; n != 2 {
		t.Errorf("a batch of %d questions, want 2", n)
	}
	leave()
	select {
	case <-b.ended:
		t.Error("the batch was cancelled, though one caller waits for it")
	case b.answer <- struct{}{}:
	}
	wait.Wait()
}
