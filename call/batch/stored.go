package batch

import (
	"context"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
)

// Stored answers calls with what batches brought, and sends nothing: with the newest final reply, or else with the
// newest reply or failure. Of calls that were stored since a time the first answer is Live, as it was paid for now.
type Stored struct {
	Store wrap.Store
	Since time.Time

	mu   sync.Mutex
	used map[call.Key]bool
}

// Send answers a call.
func (s *Stored) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	if err := ctx.Err(); err != nil {
		return nil, call.FailureOf(c, err)
	}
	entries, err := s.Store.Load(c.Key())
	var unfinished *call.Reply
	var failed *wrap.Entry
	for i := len(entries) - 1; i >= 0; i-- {
		e := entries[i]
		if e.Failure != nil {
			if failed == nil && unfinished == nil {
				failed = e
			}
			continue
		}
		reply, unread := call.Reread(c, e.Response, s.source(e))
		if unread != nil {
			err = unread
			continue
		}
		if reply.Result.Final() {
			return s.first(c, reply), nil
		}
		if failed == nil && unfinished == nil {
			unfinished = reply
		}
	}
	switch {
	case unfinished != nil:
		return s.first(c, unfinished), nil
	case failed != nil:
		return nil, failed.AsFailure()
	}
	return nil, &call.Failure{Kind: call.NotRecorded, Provider: c.Provider, Model: c.Model, Err: err,
		Message: "no batch has brought a reply to this call", Next: "run the same command again with --retry"}
}

func (s *Stored) source(e *wrap.Entry) call.Source {
	if e.Stored.Before(s.Since) {
		return call.Cached
	}
	return call.Live
}

// first marks the first of equal calls as the one that was paid for.
func (s *Stored) first(c *call.Call, reply *call.Reply) *call.Reply {
	if reply.Source != call.Live {
		return reply
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used[c.Key()] {
		reply.Source = call.Cached
		return reply
	}
	if s.used == nil {
		s.used = map[call.Key]bool{}
	}
	s.used[c.Key()] = true
	reply.Tries = 1
	return reply
}
