package wrap

import (
	"context"
	"errors"

	"github.com/assayhq/assay/call"
)

// Record keeps every exchange before its result is used, failures too. A reply that cannot be kept is the
// failure NotStored: a run that used it could be neither resumed nor replayed and would pay again, and the
// disk that is full now will be full for the next reply. The failure holds the exchange, so it is not lost
// to the caller.
type Record struct{ Store Store }

// Around records what a sender does.
func (r *Record) Around(inner call.Sender) call.Sender {
	return sender(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		reply, err := inner.Send(ctx, c)
		var e *call.Exchange
		var f *call.Failure
		if err != nil {
			if f = call.FailureOf(c, err); !exchanged(f) {
				return nil, f
			}
			err = f
		} else {
			e = reply.Exchange
		}
		if saved := r.Store.Save(EntryOf(c, e, f)); saved != nil {
			return nil, notStored(c, e, f, saved)
		}
		return reply, err
	})
}

// exchanged reports whether a failure is the provider's doing: one that was never sent, or that the user
// stopped, says nothing that a replay should repeat.
func exchanged(f *call.Failure) bool {
	if f.Exchange != nil {
		return true
	}
	switch f.Kind {
	case call.MissingKey, call.OverBudget, call.NotRecorded, call.NotStored, call.Cancelled, call.Withheld:
		return false
	}
	return true
}

func notStored(c *call.Call, e *call.Exchange, f *call.Failure, err error) *call.Failure {
	n := fail(c, call.NotStored, "",
		"free disk space or give write access to the workspace's directory, and resume: what was stored is not paid again")
	n.Exchange, n.Err = e, err
	if f != nil {
		n.Exchange, n.Err = f.Exchange, errors.Join(err, f)
	}
	return n
}
