// Package gather turns what many goroutines ask at the same time into batches, so that whatever answers a thousand
// questions in one pass does so, though each caller brings one.
package microbatch

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Gatherer answers questions in batches. While a batch is under way the next one gathers.
type Gatherer[Q, A any] struct {
	answer func(context.Context, []Q) ([]A, error)
	most   int

	mu      sync.Mutex
	waiting []*asking[Q, A]
	running bool
}

// New makes a gatherer for a function that gives an answer for each question, in their order. A batch has at most
// so many questions, unless one caller brings more.
func New[Q, A any](answer func(context.Context, []Q) ([]A, error), most int) *Gatherer[Q, A] {
	return &Gatherer[Q, A]{answer: answer, most: most}
}

// asking is one caller's questions.
type asking[Q, A any] struct {
	ctx       context.Context
	questions []Q
	answers   []A
	err       error
	done      chan struct{}
}

// Ask waits for the batch that these questions are in. A caller that leaves is answered at once; its batch goes on
// for the others.
func (g *Gatherer[Q, A]) Ask(ctx context.Context, questions []Q) ([]A, error) {
	a := &asking[Q, A]{ctx: ctx, questions: questions, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, a)
	lead := !g.running
	g.running = true
	g.mu.Unlock()
	if lead {
		go g.run()
	}
	select {
	case <-a.done:
		return a.answers, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run answers batches until nobody waits.
func (g *Gatherer[Q, A]) run() {
	for {
		runtime.Gosched() // those who were just answered are about to ask again
		batch := g.next()
		if len(batch) == 0 {
			return
		}
		g.serve(batch)
	}
}

// next takes those who wait and are still there, up to the number of questions, at least one; none ends the run.
func (g *Gatherer[Q, A]) next() (batch []*asking[Q, A]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, taken := 0, 0
	for _, a := range g.waiting {
		if n > 0 && n+len(a.questions) > g.most {
			break
		}
		taken++
		if a.ctx.Err() == nil {
			batch = append(batch, a)
			n += len(a.questions)
		}
	}
	g.waiting = g.waiting[taken:]
	if len(batch) == 0 {
		g.waiting, g.running = nil, false
	}
	return batch
}

// serve answers one batch. It ends early only when all who ask have left.
func (g *Gatherer[Q, A]) serve(batch []*asking[Q, A]) {
	ctx, stop := context.WithCancel(context.WithoutCancel(batch[0].ctx))
	defer stop()
	var questions []Q
	var there atomic.Int64
	there.Store(int64(len(batch)))
	for _, a := range batch {
		questions = append(questions, a.questions...)
		defer context.AfterFunc(a.ctx, func() {
			if there.Add(-1) == 0 {
				stop()
			}
		})()
	}
	answers, err := g.answer(ctx, questions)
	if err == nil && len(answers) != len(questions) {
		err = fmt.Errorf("%d answers to %d questions", len(answers), len(questions))
	}
	for _, a := range batch {
		if a.err = err; err == nil {
			a.answers, answers = answers[:len(a.questions):len(a.questions)], answers[len(a.questions):]
		}
		close(a.done)
	}
}
