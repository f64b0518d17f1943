package index

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Gather makes one batch of what many goroutines ask at the same time, up to a number of queries, so that an
// engine that answers a thousand queries in one pass over its vectors does so, though each caller brings one.
// While a batch is under way the next one gathers.
func Gather(s Searcher, most int) Searcher {
	return &gatherer{searcher: s, most: most}
}

type gatherer struct {
	searcher Searcher
	most     int

	mu      sync.Mutex
	waiting []*asking
	running bool
}

// asking is one caller's queries.
type asking struct {
	ctx     context.Context
	queries []Query
	results []Result
	err     error
	done    chan struct{}
}

// Search waits for the batch that these queries are in. A caller that leaves is answered at once; its batch
// goes on for the others.
func (g *gatherer) Search(ctx context.Context, queries []Query) ([]Result, error) {
	a := &asking{ctx: ctx, queries: queries, done: make(chan struct{})}
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
		return a.results, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run answers batches until nobody waits.
func (g *gatherer) run() {
	for {
		runtime.Gosched() // those who were just answered are about to ask again
		batch := g.next()
		if len(batch) == 0 {
			return
		}
		g.answer(batch)
	}
}

// next takes those who wait and are still there, up to the number of queries, at least one; none ends the run.
func (g *gatherer) next() (batch []*asking) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, taken := 0, 0
	for _, a := range g.waiting {
		if n > 0 && n+len(a.queries) > g.most {
			break
		}
		taken++
		if a.ctx.Err() == nil {
			batch = append(batch, a)
			n += len(a.queries)
		}
	}
	g.waiting = g.waiting[taken:]
	if len(batch) == 0 {
		g.waiting, g.running = nil, false
	}
	return batch
}

// answer asks one batch. It ends early only when all who ask have left.
func (g *gatherer) answer(batch []*asking) {
	ctx, stop := context.WithCancel(context.WithoutCancel(batch[0].ctx))
	defer stop()
	var queries []Query
	var there atomic.Int64
	there.Store(int64(len(batch)))
	for _, a := range batch {
		queries = append(queries, a.queries...)
		defer context.AfterFunc(a.ctx, func() {
			if there.Add(-1) == 0 {
				stop()
			}
		})()
	}
	results, err := g.searcher.Search(ctx, queries)
	for _, a := range batch {
		if a.err = err; err == nil {
			a.results, results = results[:len(a.queries):len(a.queries)], results[len(a.queries):]
		}
		close(a.done)
	}
}
