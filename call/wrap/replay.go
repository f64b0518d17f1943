package wrap

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"github.com/assayhq/assay/call"
)

// Replay answers from a recording and never sends. It gives the last recorded outcome of a call, which is
// what the recorded run used after all tries; a failure comes back as that failure. Calls that manage state
// at the provider (Operation Manage) have an outcome each time, as when waiting for a file to be ready: the
// n-th call gets the n-th outcome, and the last is repeated for all that follow.
type Replay struct {
	Store Store

	mu   sync.Mutex
	used map[call.Key]int // of Manage
}

// Send answers a call.
func (r *Replay) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	if ctx.Err() != nil {
		return nil, ended(ctx, c, "before the replay of a call")
	}
	entries, err := r.Store.Load(c.Key())
	if len(entries) == 0 {
		return nil, missing(c, err)
	}
	e := entries[r.pick(c, len(entries))]
	if e.Failure != nil {
		return nil, e.AsFailure()
	}
	reply, err := call.Reread(c, e.Response, call.Replayed)
	if err != nil {
		return nil, unreadable(c, e, err)
	}
	return reply, nil
}

func (r *Replay) pick(c *call.Call, n int) int {
	if c.Operation != call.Manage {
		return n - 1
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.used == nil {
		r.used = map[call.Key]int{}
	}
	i := min(r.used[c.Key()], n-1)
	r.used[c.Key()] = i + 1
	return i
}

func missing(c *call.Call, err error) *call.Failure {
	f := fail(c, call.NotRecorded, fmt.Sprintf("no exchange with key %s", c.Key()),
		"the prompt, the model or a parameter differs from the recorded run, or its record is not complete; run without --replay to record it")
	if err != nil {
		f.Message, f.Err = err.Error(), err
	}
	return f
}

// unreadable is the failure of a recorded reply that is understood no more.
func unreadable(c *call.Call, e *Entry, err error) *call.Failure {
	f := call.FailureOf(c, err)
	f.Provider, f.Model, f.Exchange = c.Provider, c.Model, e.Response
	f.Status = cmp.Or(f.Status, e.Response.Status)
	return f
}
