package wrap

import (
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

// Limit holds calls to what a connection can take. The number of calls in flight has a window that shrinks by
// half when the provider is overrun, at most once for calls that were under way together, and grows by one
// for each window of replies up to a maximum. Calls wait their turn in the order they came. A pause that the
// provider asks of one is kept by all. Requests and tokens per minute keep to what the user sets and to what
// the provider's headers say is left, which is spread over the time until all of it is available again.
type Limit struct {
	mu       sync.Mutex
	most     float64
	window   float64
	inFlight int
	waiting  list.List // of *turn
	pause    time.Time // nothing starts before
	lastCut  time.Time
	cuts     int
	timer    *time.Timer

	requests, tokens                 bucket    // what the user allows
	requestAllowance, tokenAllowance allowance // what the provider allows
}

// Limits are what a user knows of a connection; zero is not known.
type Limits struct {
	Concurrency       int // calls in flight at most; 0 is DefaultConcurrency
	Start             int // calls in flight at first; 0 is Concurrency
	RequestsPerMinute int
	TokensPerMinute   int
}

// defaultConcurrency is how many calls are in flight where Limits name no number.
const defaultConcurrency = 16

// NewLimit makes the limit of one connection.
func NewLimit(o Limits) *Limit {
	l := &Limit{most: float64(or(o.Concurrency, defaultConcurrency))}
	l.window = min(l.most, float64(or(o.Start, int(l.most))))
	now := time.Now()
	l.requests, l.tokens = newBucket(o.RequestsPerMinute, now), newBucket(o.TokensPerMinute, now)
	return l
}

// limitState is what a Limit does at the moment.
type limitState struct {
	Window   int // calls that may be in flight
	Most     int
	InFlight int
	Waiting  int
	Paused   time.Duration // until anything starts
	Cuts     int           // how often the window was halved
}

// State is what the limit does at the moment.
func (l *Limit) State() limitState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return limitState{Window: int(l.window), Most: int(l.most), InFlight: l.inFlight, Waiting: l.waiting.Len(),
		Paused: max(0, time.Until(l.pause)), Cuts: l.cuts}
}

// Around limits the calls of a sender.
func (l *Limit) Around(inner call.Sender) call.Sender {
	return sender(func(ctx context.Context, c *call.Call) (reply *call.Reply, err error) {
		if f := l.enter(ctx, c); f != nil {
			return nil, f
		}
		began := time.Now()
		defer func() { l.leave(ctx, c, began, reply, err) }()
		return inner.Send(ctx, c)
	})
}

// turn is a call that waits.
type turn struct {
	tokens float64
	come   chan struct{}
	mine   bool
}

// enter waits until the call may start.
func (l *Limit) enter(ctx context.Context, c *call.Call) *call.Failure {
	if ctx.Err() != nil {
		return ended(ctx, c, "before a call was made")
	}
	t := turn{tokens: float64(c.Tokens)}
	l.mu.Lock()
	now := time.Now()
	wait := l.wait(now, t.tokens)
	if wait == 0 && l.waiting.Len() == 0 && l.free() {
		l.take(now, t.tokens)
		l.mu.Unlock()
		return nil
	}
	if until, ok := ctx.Deadline(); ok && now.Add(wait).After(until) {
		l.mu.Unlock()
		return tooLate(c, wait)
	}
	own := t
	own.come = make(chan struct{})
	place := l.waiting.PushBack(&own)
	l.admit(now)
	l.mu.Unlock()
	select {
	case <-own.come:
		return nil
	case <-ctx.Done():
	}
	l.abandon(place)
	return ended(ctx, c, "while waiting for a turn")
}

// tooLate is the failure of a call that cannot start in its time.
func tooLate(c *call.Call, wait time.Duration) *call.Failure {
	f := fail(c, call.RateLimited, "no call may start for "+wait.Round(time.Millisecond).String()+", and the time for this one ends before",
		"lower the concurrency, or raise the limits at the provider")
	f.RetryAfter = wait
	return f
}

// abandon leaves the queue, or gives back a turn that came at the last moment.
func (l *Limit) abandon(place *list.Element) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := place.Value.(*turn)
	if t.mine {
		l.inFlight--
		l.requests.give(1)
		l.tokens.give(t.tokens)
	} else {
		l.waiting.Remove(place)
	}
	l.admit(time.Now())
}

func (l *Limit) free() bool { return l.inFlight < max(1, int(l.window)) }

// wait is how long nothing of this size may start; the window apart.
func (l *Limit) wait(now time.Time, tokens float64) time.Duration {
	return max(0, l.pause.Sub(now), l.requests.wait(now, 1), l.tokens.wait(now, tokens),
		l.requestAllowance.wait(now, 1), l.tokenAllowance.wait(now, tokens))
}

func (l *Limit) take(now time.Time, tokens float64) {
	l.inFlight++
	l.requests.take(1)
	l.tokens.take(tokens)
	l.requestAllowance.take(now, 1)
	l.tokenAllowance.take(now, tokens)
}

// admit starts those that waited longest, as far as they may; the timer comes back for the rest.
func (l *Limit) admit(now time.Time) {
	for front := l.waiting.Front(); front != nil && l.free(); front = l.waiting.Front() {
		t := front.Value.(*turn)
		if wait := l.wait(now, t.tokens); wait > 0 {
			l.wake(wait)
			return
		}
		l.take(now, t.tokens)
		l.waiting.Remove(front)
		t.mine = true
		close(t.come)
	}
}

func (l *Limit) wake(after time.Duration) {
	if l.timer != nil {
		l.timer.Reset(after)
		return
	}
	l.timer = time.AfterFunc(after, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.admit(time.Now())
	})
}

// leave learns from the outcome of a call and lets others start.
func (l *Limit) leave(ctx context.Context, c *call.Call, began time.Time, reply *call.Reply, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	full := !l.free()
	l.inFlight--
	switch {
	case err != nil:
		f := call.FailureOf(c, err)
		if f.Exchange != nil {
			l.learn(f.Exchange, now)
		}
		l.backOff(ctx, f, began, now)
	case reply != nil:
		if reply.Exchange != nil {
			l.learn(reply.Exchange, now)
		}
		if u := reply.Result.Usage; u.Has(catalog.PartInput) && u.Input >= 0 {
			l.tokens.give(float64(c.Tokens) - float64(u.Input))
		}
		if full {
			l.window = min(l.most, l.window+1/l.window)
		}
	}
	l.admit(now)
}

func (l *Limit) learn(e *call.Exchange, now time.Time) {
	a := call.ReadAllowances(e.Header, now)
	if a.HasRequests {
		l.requestAllowance.learn(a.Requests, now)
	}
	if a.HasToks {
		l.tokenAllowance.learn(a.Tokens, now)
	}
}

// backOff halves the window where the provider was overrun, and pauses where it asks to. A call that its own
// caller ended says nothing of the provider.
func (l *Limit) backOff(ctx context.Context, f *call.Failure, began, now time.Time) {
	if ctx.Err() != nil {
		return
	}
	switch f.Kind {
	case call.RateLimited, call.Overload, call.ServerFault:
		if until := now.Add(min(f.RetryAfter, call.MaxWait)); f.RetryAfter > 0 && until.After(l.pause) {
			l.pause = until
		}
	}
	switch f.Kind {
	case call.RateLimited, call.Overload, call.Timeout:
		if !began.Before(l.lastCut) {
			l.window, l.lastCut = max(1, l.window/2), now
			l.cuts++
		}
	}
}
