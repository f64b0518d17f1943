package wrap

import (
	"context"
	"errors"

	"github.com/assayhq/assay/call/tape"
	"github.com/assayhq/assay/model"
)

// Record keeps every exchange before its result is used, failures too. A reply that cannot be kept is the
// failure NotStored: whoever used it could neither resume nor replay the run and would pay again, and the
// disk that is full now will be full for the next reply. The failure holds the exchange, so it is not lost
// to the caller.
type Record struct{ Store Store }

// Around records what a sender does.
func (r *Record) Around(inner model.Sender) model.Sender {
	return sender(func(ctx context.Context, c *model.Call) (*model.Reply, error) {
		reply, err := inner.Send(ctx, c)
		var e *model.Exchange
		var f *model.Failure
		if err != nil {
			if f = model.FailureOf(c, err); !exchanged(f) {
				return nil, f
			}
			err = f
		} else {
			e = reply.Exchange
		}
		if saved := r.Store.Save(tape.Of(c, e, f)); saved != nil {
			return nil, notStored(c, e, f, saved)
		}
		return reply, err
	})
}

// exchanged reports whether a failure is the provider's doing: one that was never sent, or that the user
// stopped, says nothing that a replay should repeat.
func exchanged(f *model.Failure) bool {
	if f.Exchange != nil {
		return true
	}
	switch f.Kind {
	case model.MissingKey, model.OverBudget, model.NotRecorded, model.NotStored, model.Cancelled:
		return false
	}
	return true
}

func notStored(c *model.Call, e *model.Exchange, f *model.Failure, err error) *model.Failure {
	n := fail(c, model.NotStored, "", "make room or give write access to the workspace's directory, and resume: what was stored is not paid again")
	n.Exchange, n.Err = e, err
	if f != nil {
		n.Exchange, n.Err = f.Exchange, errors.Join(err, f)
	}
	return n
}
