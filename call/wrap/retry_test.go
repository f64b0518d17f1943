package wrap

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/call"
)

func half() float64 { return 0.5 }

func TestRetry(t *testing.T) {
	no := &call.Exchange{Status: 503, Header: http.Header{"X-Should-Retry": {"false"}}}
	yes := &call.Exchange{Status: 400, Header: http.Header{"X-Should-Retry": {"true"}}}
	busy := &call.Failure{Kind: call.Overload}
	tests := map[string]struct {
		retry    Retry
		time     time.Duration // of the call; 0 is no limit
		failures []*call.Failure
		want     call.Kind // empty is an answer
		tries    int
		waited   time.Duration
		says     string
	}{
		"no failure":  {tries: 1},
		"once":        {failures: []*call.Failure{busy}, tries: 2, waited: 250 * time.Millisecond},
		"exponential": {failures: []*call.Failure{busy, busy, busy}, tries: 4, waited: (250 + 500 + 1000) * time.Millisecond},
		"bounded wait": {retry: Retry{Max: time.Second}, failures: []*call.Failure{busy, busy, busy, busy}, tries: 5,
			waited: (250 + 500 + 500 + 500) * time.Millisecond},
		"as told": {failures: []*call.Failure{{Kind: call.RateLimited, RetryAfter: 40 * time.Second}}, tries: 2,
			waited: 42 * time.Second},
		"as told at a fault": {failures: []*call.Failure{{Kind: call.ServerFault, RetryAfter: 10 * time.Second}}, tries: 2,
			waited: 10500 * time.Millisecond},
		"out of tries": {retry: Retry{Tries: 2}, failures: []*call.Failure{busy, busy, busy}, want: call.Overload,
			tries: 2, waited: 250 * time.Millisecond, says: "2 tries were made"},
		"out of waiting time": {retry: Retry{Total: time.Second}, failures: []*call.Failure{busy, busy, busy, busy},
			want: call.Overload, tries: 3, waited: 750 * time.Millisecond, says: "all waits may take 1s"},
		"told longer than all": {failures: []*call.Failure{{Kind: call.RateLimited, RetryAfter: time.Hour}},
			want: call.RateLimited, tries: 1, says: "all waits may take 10m"},
		"past the deadline": {time: 5 * time.Second,
			failures: []*call.Failure{busy, {Kind: call.RateLimited, RetryAfter: 10 * time.Second}}, want: call.RateLimited,
			tries: 2, waited: 250 * time.Millisecond, says: "after the time for the call is over"},
		"quota":           {failures: []*call.Failure{{Kind: call.NoQuota, RetryAfter: time.Second}}, want: call.NoQuota, tries: 1},
		"bad request":     {failures: []*call.Failure{{Kind: call.BadRequest}}, want: call.BadRequest, tries: 1},
		"bad key":         {failures: []*call.Failure{{Kind: call.BadKey}}, want: call.BadKey, tries: 1},
		"not stored":      {failures: []*call.Failure{{Kind: call.NotStored}}, want: call.NotStored, tries: 1},
		"told not to":     {failures: []*call.Failure{{Kind: call.ServerFault, Exchange: no}}, want: call.ServerFault, tries: 1},
		"told to in vain": {failures: []*call.Failure{{Kind: call.BadRequest, Exchange: yes}}, want: call.BadRequest, tries: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if test.time > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.time)
					defer cancel()
				}
				test.retry.Random = half
				began, provider := time.Now(), failing(test.failures...)
				reply, err := test.retry.Around(provider).Send(ctx, callN(1))
				if waited := time.Since(began); waited != test.waited || provider.n.Load() != int64(test.tries) {
					t.Errorf("%d tries in %v, want %d in %v", provider.n.Load(), waited, test.tries, test.waited)
				}
				if test.want == "" {
					must(t, err)
					if reply.Tries != test.tries {
						t.Errorf("the reply counts %d tries, want %d", reply.Tries, test.tries)
					}
					return
				}
				if f := wantKind(t, err, test.want); f.Tries != test.tries || !strings.Contains(f.Error(), test.says) {
					t.Errorf("%d tries, and says %q, want %q", f.Tries, f.Error(), test.says)
				}
			})
		})
	}
}

// TestRetryJitter holds the waits to their range: none is longer than its limit, and they differ.
func TestRetryJitter(t *testing.T) {
	r := &Retry{}
	seen := map[time.Duration]bool{}
	for try := 1; try < 200; try++ {
		limit := min(defaultMax, defaultBase<<min(try-1, 20))
		wait := r.wait(&call.Failure{}, try)
		if wait < 0 || wait > limit {
			t.Fatalf("wait %v at try %d, above %v", wait, try, limit)
		}
		seen[wait] = true
	}
	if len(seen) < 100 {
		t.Errorf("%d different waits of 199", len(seen))
	}
}

func TestRetryCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		began := time.Now()
		provider := failing(&call.Failure{Kind: call.RateLimited, RetryAfter: time.Minute, Message: "slow down"})
		_, err := (&Retry{}).Around(provider).Send(ctx, callN(1))
		if f := wantKind(t, err, call.Cancelled); f.Tries != 1 || !strings.Contains(f.Error(), "slow down") || time.Since(began) != time.Second {
			t.Errorf("%+v after %v", f, time.Since(began))
		}
	})
}
