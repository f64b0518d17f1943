// Package wrap turns a Sender into one that an evaluation can trust: it answers from what is kept, records,
// tries again, keeps to limits, budgets and deadlines, and watches which model answered.
//
// Each wrapper is a Sender around a Sender, of its own type and in its own file; Stack puts them into the
// order that they work in. Types that hold what several senders share (Cache, Limit, Budget, Witness) may
// wrap any number of them. No wrapper changes a call, makes an answer up, or turns a failure into a
// reply; errors are *model.Failure only.
package wrap

import (
	"context"

	"github.com/assayhq/assay/call"
)

// sender is a function that sends.
type sender func(context.Context, *call.Call) (*call.Reply, error)

func (s sender) Send(ctx context.Context, c *call.Call) (*call.Reply, error) { return s(ctx, c) }

// fail is a failure of the call's provider and model.
func fail(c *call.Call, kind call.Kind, message, next string) *call.Failure {
	return &call.Failure{Kind: kind, Provider: c.Provider, Model: c.Model, Message: message, Next: next}
}

// ended is the failure of a call whose context has ended.
func ended(ctx context.Context, c *call.Call, while string) *call.Failure {
	f := call.FailureOf(c, ctx.Err())
	f.Message = "stopped " + while
	if f.Kind == call.Timeout {
		f.Message = "out of time " + while
	}
	return f
}
