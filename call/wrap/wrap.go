// Package wrap turns a Sender into one that an evaluation can trust: it answers from what is kept, records,
// tries again, keeps to limits, budgets and deadlines, and watches which model answered.
//
// Each wrapper is a Sender around a Sender, of its own type and in its own file; Stack puts them into the
// order that they work in. Types that hold what several senders share (Cache, Limit, Budget, Witness) may
// stand around any number of them. No wrapper changes a call, makes an answer up, or turns a failure into a
// reply; errors are *model.Failure only.
package wrap

import (
	"context"

	"github.com/assayhq/assay/call/tape"
	"github.com/assayhq/assay/model"
)

// Store keeps exchanges; a *tape.Tape is one.
type Store interface {
	// Load returns what is kept of a call, oldest first, and an error about entries that cannot be read.
	Load(model.Key) ([]*tape.Entry, error)
	// Save returns when the entry is kept.
	Save(*tape.Entry) error
}

// sender is a function that sends.
type sender func(context.Context, *model.Call) (*model.Reply, error)

func (s sender) Send(ctx context.Context, c *model.Call) (*model.Reply, error) { return s(ctx, c) }

// fail is a failure of the call's provider and model.
func fail(c *model.Call, kind model.Kind, message, next string) *model.Failure {
	return &model.Failure{Kind: kind, Provider: c.Provider, Model: c.Model, Message: message, Next: next}
}

// ended is the failure of a call whose context has ended.
func ended(ctx context.Context, c *model.Call, while string) *model.Failure {
	f := model.FailureOf(c, ctx.Err())
	f.Message = "stopped " + while
	if f.Kind == model.Timeout {
		f.Message = "out of time " + while
	}
	return f
}
