package lsa

import (
	"context"
	"fmt"
	"iter"
	"sync"
)

// Texts go to workers in batches: of so many, or fewer if they are long.
const (
	batchTexts = 512
	batchBytes = 1 << 20
)

// batch is some texts, and their terms when it is ready.
type batch struct {
	places []int64
	texts  []string
	bytes  int
	keys   []byte // of all terms
	ends   []int  // of the terms in keys
	rows   []int  // of the texts in ends
	ready  chan struct{}
}

func newBatch() *batch { return &batch{ready: make(chan struct{})} }

func (b *batch) add(place int64, text string) {
	b.places, b.texts, b.bytes = append(b.places, place), append(b.texts, text), b.bytes+len(text)
}

func (b *batch) full() bool { return len(b.texts) >= batchTexts || b.bytes >= batchBytes }

// read finds the terms of the batch.
func (b *batch) read(r *reader) {
	for _, s := range b.texts {
		r.read(s)
		base := len(b.keys)
		b.keys = append(b.keys, r.keys...)
		for _, end := range r.ends {
			b.ends = append(b.ends, base+end)
		}
		b.rows = append(b.rows, len(b.ends))
	}
	b.texts = nil
	close(b.ready)
}

// terms gives those of one text.
func (b *batch) terms(i int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		from, start := 0, 0
		if i > 0 {
			from = b.rows[i-1]
		}
		if from > 0 {
			start = b.ends[from-1]
		}
		for _, end := range b.ends[from:b.rows[i]] {
			if !yield(b.keys[start:end]) {
				return
			}
			start = end
		}
	}
}

// count reads all texts: workers find their terms, which are counted in the order of the texts.
func (c *counts) count(ctx context.Context, texts iter.Seq2[string, error], workers int) error {
	work := make(chan *batch, workers)
	var group sync.WaitGroup
	defer group.Wait()
	defer close(work)
	for range workers {
		group.Go(func() {
			var r reader
			for b := range work {
				b.read(&r)
			}
		})
	}
	var waiting []*batch
	send := func(b *batch, most int) {
		work <- b
		waiting = append(waiting, b)
		for len(waiting) > most {
			c.take(waiting[0])
			waiting = waiting[1:]
		}
	}
	b := newBatch()
	for s, err := range texts {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("lsa: read text %d: %w", c.texts, err)
		}
		if c.draws(c.texts) {
			b.add(c.texts, s)
		}
		c.texts++
		if b.full() {
			send(b, 2*workers)
			b = newBatch()
		}
	}
	send(b, 0)
	return nil
}

// take counts a batch when it is ready.
func (c *counts) take(b *batch) {
	<-b.ready
	for i, place := range b.places {
		if c.draws(place) {
			c.add(place, b.terms(i))
			c.bound()
		}
	}
}
