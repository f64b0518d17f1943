package wrap

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
)

// Retry makes a call again where another try can help (model.Kind.Retryable): not where a quota is used up,
// a key is wrong or the request is, and not where the provider says x-should-retry: false. It waits as long
// as the provider says, else exponentially longer with full jitter. It begins no wait that the caller's
// deadline or its own would cut off: then, and after the last try, the last failure is returned.
type Retry struct {
	Tries  int            // at most; 0 is DefaultTries
	Total  time.Duration  // of all waits of a call; 0 is DefaultTotal
	Base   time.Duration  // of the first wait; 0 is DefaultBase
	Max    time.Duration  // of one wait that the provider does not set; 0 is DefaultMax
	Random func() float64 // from 0 to 1, used by many goroutines; nil is the machine's
}

// The defaults of a Retry.
const (
	defaultTries = 6
	defaultTotal = 10 * time.Minute
	defaultBase  = 500 * time.Millisecond
	defaultMax   = 60 * time.Second
)

// Around tries again what a sender fails at.
func (r *Retry) Around(inner call.Sender) call.Sender {
	return sender(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		var waited time.Duration
		for try := 1; ; try++ {
			reply, err := inner.Send(ctx, c)
			if err == nil {
				return counted(reply, try), nil
			}
			f := call.FailureOf(c, err)
			if !canRetry(f) || ctx.Err() != nil {
				return nil, gaveUp(f, try, "")
			}
			wait := r.wait(f, try)
			if why := r.stopReason(ctx, try, waited, wait); why != "" {
				return nil, gaveUp(f, try, why)
			}
			if !sleep(ctx, wait) {
				return nil, interrupted(ctx, c, f, try)
			}
			waited += wait
		}
	})
}

// counted is a reply with the tries that were made for it.
func counted(reply *call.Reply, try int) *call.Reply {
	if try == 1 {
		return reply
	}
	own := *reply
	own.Tries += try - 1
	return &own
}

func canRetry(f *call.Failure) bool {
	if !f.Kind.Retryable() {
		return false
	}
	return f.Exchange == nil || !strings.EqualFold(f.Exchange.Header.Get("X-Should-Retry"), "false")
}

// wait is the pause after a try: what the provider says and up to a tenth more, so that callers that were
// told the same do not come back at once; else anything from nothing to a limit that doubles.
func (r *Retry) wait(f *call.Failure, try int) time.Duration {
	random := r.Random
	if random == nil {
		random = rand.Float64
	}
	if f.RetryAfter > 0 {
		return f.RetryAfter + time.Duration(random()*0.1*float64(f.RetryAfter))
	}
	limit, most := or(r.Base, defaultBase), or(r.Max, defaultMax)
	for ; try > 1 && limit < most; try-- {
		limit *= 2
	}
	return time.Duration(random() * float64(min(limit, most)))
}

func or[T int | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}

// stopReason says why there is no further try, or nothing if there is one.
func (r *Retry) stopReason(ctx context.Context, try int, waited, wait time.Duration) string {
	total := or(r.Total, defaultTotal)
	switch until, bounded := ctx.Deadline(); {
	case try >= or(r.Tries, defaultTries):
		return fmt.Sprintf("%d tries were made", try)
	case bounded && time.Until(until) <= wait:
		return fmt.Sprintf("the next try would come in %v, after the time for the call is over", wait.Round(time.Millisecond))
	case waited+wait > total:
		return fmt.Sprintf("the next try would come in %v, and all waits may take %v", wait.Round(time.Millisecond), total)
	}
	return ""
}

// gaveUp is the last failure, with the tries that came to it.
func gaveUp(last *call.Failure, try int, why string) *call.Failure {
	f := *last
	f.Tries = max(1, f.Tries) + try - 1
	if why != "" {
		f.Next = strings.TrimPrefix(f.Next+"; "+why, "; ")
	}
	return &f
}

// interrupted is the failure of a call that was stopped between two tries.
func interrupted(ctx context.Context, c *call.Call, last *call.Failure, try int) *call.Failure {
	f := ended(ctx, c, "while waiting to try again after: "+last.Error())
	f.Tries = try
	return f
}

// sleep waits, and reports whether it did to the end.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
