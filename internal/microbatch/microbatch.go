// Package microbatch turns requests that many goroutines make at the same time into batches, so that a function that
// answers many requests in one pass does so although each caller brings only its own.
package microbatch

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Gatherer answers questions in batches. While one batch is answered, the next one is gathered.
type Gatherer[Q, A any] struct {
	answer func(context.Context, []Q) ([]A, error)
	limit  int // questions in a batch

	mu      sync.Mutex
	waiting []*request[Q, A]
	running bool
}

// New returns a batcher for a function that returns one answer per question, in their order. A batch has at most
// limit questions, unless a single caller brings more.
func New[Q, A any](answer func(context.Context, []Q) ([]A, error), limit int) *Gatherer[Q, A] {
	return &Gatherer[Q, A]{answer: answer, limit: limit}
}

// request is one caller's questions.
type request[Q, A any] struct {
	ctx       context.Context
	questions []Q
	answers   []A
	err       error
	done      chan struct{}
}

// Ask waits for the batch that these questions are in. When its context ends, Ask returns at once; the batch goes on
// for the other callers.
func (g *Gatherer[Q, A]) Ask(ctx context.Context, questions []Q) ([]A, error) {
	r := &request[Q, A]{ctx: ctx, questions: questions, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, r)
	first := !g.running
	g.running = true
	g.mu.Unlock()
	if first {
		go g.run()
	}
	select {
	case <-r.done:
		return r.answers, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run answers batches until no request is waiting.
func (g *Gatherer[Q, A]) run() {
	for {
		runtime.Gosched() // callers that were just answered are about to ask again
		batch := g.next()
		if len(batch) == 0 {
			return
		}
		g.serve(batch)
	}
}

// next removes the requests of the next batch from those that wait, leaving out cancelled ones. An empty batch ends run.
func (g *Gatherer[Q, A]) next() (batch []*request[Q, A]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, taken := 0, 0
	for _, r := range g.waiting {
		if n > 0 && n+len(r.questions) > g.limit {
			break
		}
		taken++
		if r.ctx.Err() == nil {
			batch = append(batch, r)
			n += len(r.questions)
		}
	}
	g.waiting = g.waiting[taken:]
	if len(batch) == 0 {
		g.waiting, g.running = nil, false
	}
	return batch
}

// serve answers one batch. Its context is cancelled only when all its callers have left.
func (g *Gatherer[Q, A]) serve(batch []*request[Q, A]) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(batch[0].ctx))
	defer cancel()
	var questions []Q
	var callers atomic.Int64
	callers.Store(int64(len(batch)))
	for _, r := range batch {
		questions = append(questions, r.questions...)
		defer context.AfterFunc(r.ctx, func() {
			if callers.Add(-1) == 0 {
				cancel()
			}
		})()
	}
	answers, err := g.answer(ctx, questions)
	if err == nil && len(answers) != len(questions) {
		err = fmt.Errorf("%d answers to %d questions", len(answers), len(questions))
	}
	for _, r := range batch {
		r.err = err
		if err == nil {
			n := len(r.questions)
			r.answers, answers = answers[:n:n], answers[n:]
		}
		close(r.done)
	}
}
