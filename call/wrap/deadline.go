package wrap

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/assayhq/assay/call"
)

// deadline ends what takes too long.
type deadline struct {
	After time.Duration
	Of    string // what is bounded, for the failure's text

	// Abandon returns without a sender that ignores its context, a grace after the end of its time.
	// What it returns later is dropped. Each call to a sender that does not return on cancel takes a goroutine for that.
	Abandon bool
}

// cancelReturner is a sender that says whether it returns once its context ends.
type cancelReturner interface {
	call.Sender
	ReturnsOnCancel() bool
}

func returnsOnCancel(s call.Sender) bool {
	h, ok := s.(cancelReturner)
	return ok && h.ReturnsOnCancel()
}

// grace is what a sender gets to say how far it came once its time is over.
const grace = 2 * time.Second

// outcome is what a sender returned.
type outcome struct {
	reply *call.Reply
	err   error
}

// Around bounds each call of a sender.
func (d deadline) Around(inner call.Sender) call.Sender {
	send := inner.Send
	if d.Abandon && !returnsOnCancel(inner) {
		send = func(ctx context.Context, c *call.Call) (*call.Reply, error) { return await(ctx, c, inner) }
	}
	return sender(func(outer context.Context, c *call.Call) (*call.Reply, error) {
		ctx, cancel := context.WithTimeout(outer, d.After)
		defer cancel()
		reply, err := send(ctx, c)
		if err == nil {
			return reply, nil
		}
		if outer.Err() == nil && errors.Is(ctx.Err(), context.DeadlineExceeded) && stopped(err) {
			return nil, d.late(c, err)
		}
		return nil, call.FailureOf(c, err)
	})
}

// stopped reports whether a failure may be no more than the end of its context.
func stopped(err error) bool {
	kind := call.KindOf(err)
	return kind == call.Timeout || kind == call.Cancelled || kind == ""
}

// late is the failure of a call that took too long; what the sender knows of it is kept.
func (d deadline) late(c *call.Call, err error) *call.Failure {
	f := call.FailureOf(c, err)
	f.Kind, f.Err = call.Timeout, context.DeadlineExceeded
	f.Message = fmt.Sprintf("no reply within the %v that %s may take", d.After, d.Of)
	f.Next = "is the provider slow today? a longer timeout can be set in assay.yaml"
	return f
}

// await sends and waits no longer than the context and a grace.
func await(ctx context.Context, c *call.Call, inner call.Sender) (*call.Reply, error) {
	done := make(chan outcome, 1)
	go func() {
		reply, err := inner.Send(ctx, c)
		done <- outcome{reply, err}
	}()
	select {
	case o := <-done:
		return o.reply, o.err
	case <-ctx.Done():
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case o := <-done:
		return o.reply, o.err
	case <-timer.C:
		return nil, call.FailureOf(c, ctx.Err())
	}
}
