package wrap

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/call"
)

// gauge counts how many calls are in a sender at once and when each began.
type gauge struct {
	mu       sync.Mutex
	now, top int
	began    []time.Time
}

func (g *gauge) around(s call.Sender) call.Sender {
	return sender(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		g.mu.Lock()
		g.now++
		g.top = max(g.top, g.now)
		g.began = append(g.began, time.Now())
		g.mu.Unlock()
		defer func() {
			g.mu.Lock()
			g.now--
			g.mu.Unlock()
		}()
		return s.Send(ctx, c)
	})
}

func TestLimitConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g gauge
		l := NewLimit(Limits{Concurrency: 7})
		s := l.Around(g.around(slow(time.Second)))
		began := time.Now()
		all(70, func(i int) {
			_, err := s.Send(t.Context(), callN(i))
			must(t, err)
		})
		if took := time.Since(began); g.top != 7 || took != 10*time.Second {
			t.Errorf("%d at once, %v in all", g.top, took)
		}
		if got := l.State(); got.InFlight != 0 || got.Waiting != 0 || got.Window != 7 {
			t.Errorf("%+v", got)
		}
	})
}

// TestLimitWindow overruns a provider that takes 10 at once and then lets it recover.
func TestLimitWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimit(Limits{Concurrency: 40})
		var g gauge
		most := 10
		provider := &inner{do: func(_ context.Context, c *call.Call, _ int) (*call.Reply, error) {
			g.mu.Lock()
			over := g.now > most
			g.mu.Unlock()
			time.Sleep(time.Second)
			if over {
				return nil, &call.Failure{Kind: call.Overload}
			}
			return answer(c, "so it is"), nil
		}}
		s := l.Around(g.around(provider))
		all(40, func(i int) { s.Send(t.Context(), callN(i)) }) //nolint:errcheck // some fail, as they should
		if got := l.State(); got.Window != 20 || got.Cuts != 1 {
			t.Fatalf("after one round trip of 30 faults: %+v, want one cut by half", got)
		}
		all(20, func(i int) { s.Send(t.Context(), callN(i)) }) //nolint:errcheck
		if got := l.State(); got.Window != 10 || got.Cuts != 2 {
			t.Fatalf("after a second: %+v", got)
		}
		most = 1000
		all(200, func(i int) {
			_, err := s.Send(t.Context(), callN(i))
			must(t, err)
		})
		if got := l.State(); got.Window < 18 || got.Window > 28 {
			t.Errorf("after 200 replies: %+v, want about one more for each window", got)
		}
		all(4000, func(i int) { s.Send(t.Context(), callN(i)) }) //nolint:errcheck
		if got := l.State(); got.Window != 40 {
			t.Errorf("in the end: %+v, want the maximum", got)
		}
	})
}

// TestLimitNotCut has failures that say nothing of the load.
func TestLimitNotCut(t *testing.T) {
	for _, kind := range []call.Kind{call.BadRequest, call.NoQuota, call.Malformed, call.ServerFault} {
		l := NewLimit(Limits{Concurrency: 8})
		_, err := l.Around(failing(&call.Failure{Kind: kind})).Send(t.Context(), callN(1))
		wantKind(t, err, kind)
		if got := l.State(); got.Window != 8 || got.InFlight != 0 {
			t.Errorf("%s: %+v", kind, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	l := NewLimit(Limits{Concurrency: 8})
	_, err := l.Around(&inner{do: func(_ context.Context, c *call.Call, _ int) (*call.Reply, error) {
		cancel()
		return nil, &call.Failure{Kind: call.Timeout}
	}}).Send(ctx, callN(1))
	wantKind(t, err, call.Timeout)
	if l.State().Window != 8 {
		t.Error("a call that its own caller ended narrowed the window")
	}
}

// TestLimitOrder has calls start in the order they came.
func TestLimitOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []int
		s := NewLimit(Limits{Concurrency: 1}).Around(&inner{do: func(_ context.Context, c *call.Call, _ int) (*call.Reply, error) {
			mu.Lock()
			order = append(order, c.Tokens)
			mu.Unlock()
			time.Sleep(time.Minute)
			return answer(c, "so it is"), nil
		}})
		all(30, func(i int) {
			time.Sleep(time.Duration(i) * time.Millisecond)
			c := callN(i)
			c.Tokens = i
			_, err := s.Send(t.Context(), c)
			must(t, err)
		})
		if len(order) != 30 || !slices.IsSorted(order) {
			t.Errorf("order %v", order)
		}
	})
}

// TestLimitPause keeps all callers from calling while one was told to wait.
func TestLimitPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g gauge
		l := NewLimit(Limits{Concurrency: 8})
		s := l.Around(g.around(failing(&call.Failure{Kind: call.RateLimited, RetryAfter: 30 * time.Second})))
		began := time.Now()
		_, err := s.Send(t.Context(), callN(0))
		wantKind(t, err, call.RateLimited)
		if l.State().Paused != 30*time.Second {
			t.Errorf("%+v", l.State())
		}
		short, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		_, err = s.Send(short, callN(1))
		if f := wantKind(t, err, call.RateLimited); f.RetryAfter != 30*time.Second || time.Since(began) != 0 {
			t.Errorf("%+v after %v: a call that cannot start in its time need not wait", f, time.Since(began))
		}
		all(4, func(i int) {
			_, err := s.Send(t.Context(), callN(i))
			must(t, err)
		})
		for _, at := range g.began[1:] {
			if at.Sub(began) < 30*time.Second {
				t.Errorf("a call began %v into the pause", at.Sub(began))
			}
		}
	})
}

// TestLimitRates holds the calls begun in any minute to what the user set.
func TestLimitRates(t *testing.T) {
	tests := map[string]struct {
		limits Limits
		tokens int
		calls  int
		took   time.Duration
	}{
		"requests":             {Limits{Concurrency: 100, RequestsPerMinute: 60}, 10, 61, time.Minute},
		"tokens":               {Limits{Concurrency: 100, TokensPerMinute: 6000}, 100, 61, time.Minute},
		"more than the bucket": {Limits{Concurrency: 100, TokensPerMinute: 6000}, 3000, 3, time.Minute},
		"neither":              {Limits{Concurrency: 100}, 1_000_000, 100, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := NewLimit(test.limits).Around(&inner{do: func(_ context.Context, c *call.Call, _ int) (*call.Reply, error) {
					reply := answer(c, "so it is")
					reply.Result.Usage.Input = int64(test.tokens)
					return reply, nil
				}})
				began := time.Now()
				all(test.calls, func(i int) {
					c := callN(i)
					c.Tokens = test.tokens
					_, err := s.Send(t.Context(), c)
					must(t, err)
				})
				if took := time.Since(began).Round(100 * time.Millisecond); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
			})
		})
	}
}

// TestLimitHeaders calls a provider that refills a bucket of 120 requests a minute and says so: it is used at
// its rate and never overrun.
func TestLimitHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const perMinute = 120
		var mu sync.Mutex
		level, at, refused := float64(perMinute), time.Now(), 0
		s := NewLimit(Limits{Concurrency: 10}).Around(&inner{do: func(_ context.Context, c *call.Call, _ int) (*call.Reply, error) {
			mu.Lock()
			now := time.Now()
			level, at = min(perMinute, level+now.Sub(at).Seconds()*perMinute/60), now
			ok := level >= 1
			if ok {
				level--
			} else {
				refused++
			}
			h := http.Header{"X-Ratelimit-Limit-Requests": {strconv.Itoa(perMinute)}, "X-Ratelimit-Remaining-Requests": {strconv.Itoa(int(level))},
				"X-Ratelimit-Reset-Requests": {time.Duration((perMinute - level) / perMinute * float64(time.Minute)).String()}}
			mu.Unlock()
			time.Sleep(200 * time.Millisecond)
			if !ok {
				return nil, &call.Failure{Kind: call.RateLimited, Exchange: &call.Exchange{Status: 429, Header: h}}
			}
			reply := answer(c, "so it is")
			reply.Exchange.Header = h
			return reply, nil
		}})
		began := time.Now()
		all(600, func(i int) { s.Send(t.Context(), callN(i)) }) //nolint:errcheck // refusals are counted
		took := time.Since(began)
		// 600 calls at 120 a minute, of which a full bucket was there at the start: 4 minutes at best.
		if refused > 6 || took < 3*time.Minute+50*time.Second || took > 5*time.Minute {
			t.Errorf("%d of 600 calls refused, %v in all", refused, took)
		}
		t.Logf("%d of 600 calls refused, %v in all", refused, took)
	})
}

// TestLimitExhausted waits for the reset when nothing is left.
func TestLimitExhausted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewLimit(Limits{Concurrency: 10}).Around(&inner{do: func(_ context.Context, c *call.Call, _ int) (*call.Reply, error) {
			reply := answer(c, "so it is")
			reply.Exchange.Header = http.Header{"Anthropic-Ratelimit-Tokens-Limit": {"1000"}, "Anthropic-Ratelimit-Tokens-Remaining": {"5"},
				"Anthropic-Ratelimit-Tokens-Reset": {time.Now().Add(20 * time.Second).UTC().Format(time.RFC3339)}}
			return reply, nil
		}})
		began := time.Now()
		for n := range 3 {
			_, err := s.Send(t.Context(), callN(n)) // of 10 tokens each
			must(t, err)
		}
		if took := time.Since(began); took != 40*time.Second {
			t.Errorf("took %v, want a wait of 20s before each of two calls", took)
		}
	})
}

// TestLimitCancelled stops waiting calls at random: none of their places is lost.
func TestLimitCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimit(Limits{Concurrency: 3})
		s := l.Around(slow(time.Second))
		all(200, func(i int) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%3 != 0 {
				time.AfterFunc(time.Duration(i*37%7000)*time.Millisecond, cancel)
			}
			_, err := s.Send(ctx, callN(i))
			if err != nil {
				wantKind(t, err, call.Cancelled)
			} else if i%3 == 0 {
				must(t, err)
			}
		})
		if got := l.State(); got.InFlight != 0 || got.Waiting != 0 {
			t.Errorf("%+v", got)
		}
		all(3, func(i int) {
			_, err := s.Send(t.Context(), callN(i))
			must(t, err)
		})
	})
}

// TestLimitLastMoment ends a call at the moment its turn comes: the place goes to the next.
func TestLimitLastMoment(t *testing.T) {
	l := NewLimit(Limits{Concurrency: 1, TokensPerMinute: 60})
	place := l.waiting.PushBack(&turn{tokens: 1, come: make(chan struct{})})
	l.admit(time.Now())
	if l.inFlight != 1 || l.tokens.level > 0.5 {
		t.Fatalf("%d in flight, %v tokens left", l.inFlight, l.tokens.level)
	}
	l.abandon(place)
	if l.inFlight != 0 || l.tokens.level < 0.5 {
		t.Errorf("%d in flight, %v tokens left", l.inFlight, l.tokens.level)
	}
}
