package milvus

import (
	"context"
	"time"

	"github.com/assayhq/assay/call"
)

// How long the server may take to make ready what it holds, and how often it is asked.
const (
	maxSettling = 2 * time.Hour
	firstPause  = 50 * time.Millisecond
	lastPause   = 5 * time.Second
)

// Settle seals what was written, waits until it is indexed, and loads the collection. Searches see what was
// written without it; what is sealed they find by the index.
func (x *Index) Settle(ctx context.Context) error {
	sealed, err := ask(ctx, x, "Flush", x.named(3), func() *flushed { return new(flushed) })
	if err != nil {
		return err
	}
	err = x.until(ctx, "kept", func() (bool, error) {
		got, err := ask(ctx, x, "GetFlushState", x.flushState(sealed), func() *single[bool] { return new(single[bool]) })
		return err == nil && got.value, err
	})
	if err != nil {
		return err
	}
	if err := x.until(ctx, "indexed", func() (bool, error) { return x.indexedAll(ctx) }); err != nil {
		return err
	}
	return x.load(ctx)
}

// indexedAll reports whether every sealed record is in the indexes.
func (x *Index) indexedAll(ctx context.Context) (bool, error) {
	got, err := x.indexes(ctx)
	if err != nil {
		return false, err
	}
	for _, i := range got.all {
		if i.state == stateFailed {
			return false, x.client.Failf(call.ServerFault, nextHealth, "the index of field %q was not built: %s", i.field, i.why)
		}
		if i.state != stateBuilt || i.pending > 0 {
			return false, nil
		}
	}
	return true, nil
}

// load puts the collection into the memory of those who search it, and waits until it is there.
func (x *Index) load(ctx context.Context) error {
	if err := x.invoke(ctx, "LoadCollection", x.named(3).integer(4, int64(x.o.Replicas))); err != nil {
		return err
	}
	return x.until(ctx, "loaded", func() (bool, error) {
		got, err := ask(ctx, x, "GetLoadState", x.named(2), func() *single[int64] { return new(single[int64]) })
		return err == nil && got.value == stateLoaded, err
	})
}

// until asks, ever less often, until something is so.
func (x *Index) until(ctx context.Context, what string, is func() (bool, error)) error {
	give := time.NewTimer(maxSettling)
	defer give.Stop()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		if ok, err := is(); ok || err != nil {
			return err
		}
		next := time.NewTimer(pause)
		select {
		case <-next.C:
		case <-ctx.Done():
			next.Stop()
			return ctx.Err()
		case <-give.C:
			next.Stop()
			return x.client.Failf(call.Timeout, nextHealth, "after %v the collection is still not %s", maxSettling, what)
		}
	}
}
