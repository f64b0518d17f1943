package wrap

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/assayhq/assay/call"
)

// Cache answers calls from what is kept of equal ones, and makes one of equal calls in flight. It keeps only
// replies that were read and are final: an answer, or a stop that another call would meet again. A reply
// without a word and one that the provider did not finish are asked again, so no score can rest on nothing
// that was kept. Calls of Operation Manage are never answered from it, and Repeat keeps calls apart.
//
// An entry that can be read no more is a miss that is counted and reported to Missed; it stops nothing.
type Cache struct {
	Store    Store
	Recorded bool                    // a Record further in keeps to the same store: nothing is kept twice
	Missed   func(*call.Call, error) // told of entries that could not be used; may be nil

	mu      sync.Mutex
	flights map[call.Key]*flight

	hits, misses, shared, unreadable atomic.Int64
}

// flight is a call under way that equal calls wait for.
type flight struct {
	done    chan struct{}
	reply   *call.Reply
	failure *call.Failure
	void    bool // it ended for reasons of its own caller: the next who waits makes the call
}

// cacheState counts what a Cache has done.
type cacheState struct {
	Hits       int64 // answered from the store
	Shared     int64 // answered by an equal call in flight
	Misses     int64 // passed on
	Unreadable int64 // entries that could not be used
}

// State is what the cache has done so far.
func (k *Cache) State() cacheState {
	return cacheState{Hits: k.hits.Load(), Shared: k.shared.Load(), Misses: k.misses.Load(), Unreadable: k.unreadable.Load()}
}

// Around answers for a sender.
func (k *Cache) Around(inner call.Sender) call.Sender {
	return sender(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		if c.Operation == call.Manage {
			return inner.Send(ctx, c)
		}
		return k.send(ctx, c, inner)
	})
}

func (k *Cache) send(ctx context.Context, c *call.Call, inner call.Sender) (*call.Reply, error) {
	key := c.Key()
	for {
		if ctx.Err() != nil {
			return nil, ended(ctx, c, "before a call was made")
		}
		k.mu.Lock()
		f := k.flights[key]
		if f == nil {
			f = k.start(key)
			k.mu.Unlock()
			return k.lead(ctx, c, inner, f)
		}
		k.mu.Unlock()
		select {
		case <-f.done:
		case <-ctx.Done():
			return nil, ended(ctx, c, "while an equal call was under way")
		}
		if !f.void {
			return k.share(f)
		}
	}
}

// start begins a flight; the cache is locked.
func (k *Cache) start(key call.Key) *flight {
	if k.flights == nil {
		k.flights = map[call.Key]*flight{}
	}
	f := &flight{done: make(chan struct{}), void: true}
	k.flights[key] = f
	return f
}

// lead makes the call for all that wait. Should it panic, the flight ends void and another leads.
func (k *Cache) lead(ctx context.Context, c *call.Call, inner call.Sender, f *flight) (*call.Reply, error) {
	defer func() {
		k.mu.Lock()
		delete(k.flights, c.Key())
		k.mu.Unlock()
		close(f.done)
	}()
	if reply := k.find(c); reply != nil {
		k.hits.Add(1)
		f.set(c, reply, nil)
		f.void = false
		return reply, nil
	}
	k.misses.Add(1)
	reply, err := inner.Send(ctx, c)
	if err == nil {
		err = k.keep(c, reply)
	}
	f.set(c, reply, err)
	f.void = err != nil && (ctx.Err() != nil || call.KindOf(err) == call.Cancelled)
	if err != nil {
		return nil, call.FailureOf(c, err)
	}
	return reply, nil
}

// set notes the outcome, as a copy: the caller may do with its own what it likes.
func (f *flight) set(c *call.Call, reply *call.Reply, err error) {
	if err != nil {
		f.failure = call.FailureOf(c, err)
		return
	}
	own := *reply
	f.reply = &own
}

// share gives the outcome of an equal call: it was paid once.
func (k *Cache) share(f *flight) (*call.Reply, error) {
	k.shared.Add(1)
	if f.failure != nil {
		own := *f.failure
		return nil, &own
	}
	reply := *f.reply
	if reply.Source == call.Live {
		reply.Source, reply.Tries = call.Cached, 0
	}
	return &reply, nil
}

// find is the newest kept reply that is final, or nil.
func (k *Cache) find(c *call.Call) *call.Reply {
	entries, err := k.Store.Load(c.Key())
	if err != nil {
		k.miss(c, err)
	}
	for i := len(entries) - 1; i >= 0; i-- {
		e := entries[i]
		if e.Failure != nil {
			continue
		}
		reply, err := call.Reread(c, e.Response, call.Cached)
		if err != nil {
			k.miss(c, err)
			continue
		}
		if reply.Result.Final() {
			return reply
		}
	}
	return nil
}

func (k *Cache) miss(c *call.Call, err error) {
	k.unreadable.Add(1)
	if k.Missed != nil {
		k.Missed(c, err)
	}
}

// keep stores a final reply, unless it came from a store or a Record has done so.
func (k *Cache) keep(c *call.Call, reply *call.Reply) error {
	if k.Recorded || reply.Source != call.Live || !reply.Result.Final() {
		return nil
	}
	if err := k.Store.Save(EntryOf(c, reply.Exchange, nil)); err != nil {
		return notStored(c, reply.Exchange, nil, err)
	}
	return nil
}
