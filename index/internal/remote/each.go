package remote

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/fusion"
)

// Each does n things, as many at once as the connection may, and returns the first error of one; after it,
// nothing more is begun.
func (c *Client) Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan int)
	var all sync.WaitGroup
	for range min(n, c.concurrency) {
		all.Go(func() {
			for i := range next {
				if err := do(ctx, i); err != nil {
					stop(err)
				}
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	all.Wait()
	return context.Cause(ctx)
}

// Batches are the ends of batches of things in a row: each of at most so many things and, unless it holds one
// alone, of at most so many bytes.
func Batches(n, most, mostBytes int, size func(i int) int) (ends []int) {
	count, bytes := 0, 0
	for i := range n {
		if b := size(i); count > 0 && (count == most || bytes+b > mostBytes) {
			ends = append(ends, i)
			count, bytes = 0, 0
		}
		count++
		bytes += size(i)
	}
	if n > 0 {
		ends = append(ends, n)
	}
	return ends
}

// PerHit and PerNumber are about how many bytes of a reply a hit with its fields and a number of a vector take:
// requests are cut so that their replies stay well below model.MaxReplyBytes.
const (
	PerHit    = 512
	PerNumber = 12
)

// Span is the half-open range of the i-th batch.
func Span(ends []int, i int) (from, to int) {
	if i > 0 {
		from = ends[i-1]
	}
	return from, ends[i]
}

// Fuse makes one ranking of several by reciprocal rank. Hits of equal scores are in the order of their first appearance,
// the first ranking first.
func Fuse(k int, rankings ...[]index.Hit) []index.Hit {
	var fused []index.Hit
	for _, f := range fusion.Fuse(func(h index.Hit) string { return h.ID }, rankings...) {
		fused = append(fused, index.Hit{ID: f.Item.ID, Fields: f.Item.Fields, Score: f.Score})
	}
	slices.SortStableFunc(fused, func(a, b index.Hit) int { return cmp.Compare(b.Score, a.Score) })
	fused = fused[:min(k, len(fused))]
	for i := range fused {
		fused[i].Rank = i + 1
	}
	return fused
}
