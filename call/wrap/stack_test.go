package wrap

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

// TestStackPause looks at a call that waits to try again: it holds neither a place nor money.
func TestStackPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := fullOptions(&Memory{})
		s := Stack(failing(&call.Failure{Kind: call.Overload, RetryAfter: 20 * time.Second}), o)
		go s.Send(t.Context(), callN(1)) //nolint:errcheck // it answers, as TestRetry has it
		time.Sleep(10 * time.Second)
		if l, b := o.Limit.State(), o.Budget.State(); l.InFlight != 0 || l.Paused != 10*time.Second || b.Reserved != 0 {
			t.Errorf("%+v %+v", l, b)
		}
		time.Sleep(time.Minute)
		if b := o.Budget.State(); b.Calls != 1 {
			t.Errorf("%+v", b)
		}
	})
}

// TestStackQueue has many calls wait for a turn under a small cap: they reserve nothing, so none is refused.
func TestStackQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := Options{Limit: NewLimit(Limits{Concurrency: 2}), Budget: &Budget{Cap: 12 * usd, Price: perToken}}
		s := Stack(slow(time.Second), o)
		all(200, func(i int) {
			_, err := s.Send(t.Context(), callN(i)) // 5 cents of at most a dollar
			must(t, err)
		})
		if got := o.Budget.State(); got.Spent != 10*usd {
			t.Errorf("%+v", got)
		}
	})
}

// TestStackTrace puts the trace outermost: it sees hits, too.
func TestStackTrace(t *testing.T) {
	var seen []call.Source
	trace := func(inner call.Sender) call.Sender {
		return sender(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
			reply, err := inner.Send(ctx, c)
			if err == nil {
				seen = append(seen, reply.Source)
			}
			return reply, err
		})
	}
	o := fullOptions(&Memory{})
	o.Trace = trace
	s := Stack(&inner{}, o)
	for range 2 {
		_, err := s.Send(t.Context(), callN(1))
		must(t, err)
	}
	if len(seen) != 2 || seen[0] != call.Live || seen[1] != call.Cached {
		t.Errorf("saw %q", seen)
	}
	if got := o.Witness.Report(); len(got) != 1 || got[0].Count != 2 {
		t.Errorf("witnessed %+v", got)
	}
}

// chaos is a provider of which three calls in ten fail, each in its way. The same seed fails the same way.
type chaos struct {
	mu     sync.Mutex
	random *rand.Rand
	sent   int
	faults map[call.Kind]int
}

func (x *chaos) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	x.mu.Lock()
	x.sent++
	fault, took := x.random.IntN(30), time.Duration(50+x.random.IntN(400))*time.Millisecond
	x.mu.Unlock()
	if !sleep(ctx, took) {
		return nil, call.FailureOf(c, ctx.Err())
	}
	f := x.fault(ctx, c, fault)
	if f == nil {
		return answer(c, c.URL), nil
	}
	x.mu.Lock()
	x.faults[f.Kind]++
	x.mu.Unlock()
	return nil, f
}

// fault is one of nine faults, or none.
func (x *chaos) fault(ctx context.Context, c *call.Call, n int) *call.Failure {
	f := &call.Failure{Provider: c.Provider, Model: c.Model}
	switch n {
	case 0:
		f.Kind, f.RetryAfter = call.RateLimited, time.Second
	case 1:
		f.Kind = call.RateLimited
	case 2:
		f.Kind = call.Overload
	case 3:
		f.Kind, f.Exchange = call.ServerFault, &call.Exchange{Status: 500, Body: []byte("\xff oops")}
	case 4:
		f.Kind, f.Exchange = call.Malformed, &call.Exchange{Status: 200, Body: []byte("{")}
	case 5:
		f.Kind = call.CutOff
	case 6:
		f.Kind, f.Exchange = call.BadRequest, &call.Exchange{Status: 400, Body: []byte("no")}
	case 7: // hangs
		<-ctx.Done()
		return call.FailureOf(c, ctx.Err())
	case 8: // hangs and hears nothing, and answers in the end
		time.Sleep(time.Minute)
		return nil
	default:
		return nil
	}
	return f
}

// TestChaos sends 2,000 calls to a provider of which three in ten fail: each comes to one outcome, all counts
// agree, and a replay of the recording comes to the same outcomes.
func TestChaos(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls = 2000
		store := &Memory{}
		provider := &chaos{random: rand.New(rand.NewPCG(1, 2)), faults: map[call.Kind]int{}}
		o := Options{Witness: &Witness{}, Cache: &Cache{Store: store, Recorded: true}, Call: 24 * time.Hour, Retry: &Retry{Tries: 4},
			Limit: NewLimit(Limits{Concurrency: 50}), Budget: &Budget{Cap: 1_000_000 * usd, Price: cent}, Try: 10 * time.Second,
			Record: &Record{Store: store}}
		s := Stack(provider, o)
		replies, failures := make([]*call.Reply, calls), make([]*call.Failure, calls)
		all(calls, func(i int) {
			reply, err := s.Send(t.Context(), callN(i))
			if err != nil {
				failures[i], _ = err.(*call.Failure)
				return
			}
			replies[i] = reply
		})
		time.Sleep(2 * time.Minute) // those that hear nothing end, and change nothing any more
		answered, tries := 0, 0
		replay := Stack(nil, Options{Replay: &Replay{Store: store}})
		for i := range calls {
			again, err := replay.Send(t.Context(), callN(i))
			switch reply, f := replies[i], failures[i]; {
			case (reply == nil) == (f == nil):
				t.Fatalf("call %d came to %v and %v", i, reply, f)
			case reply != nil:
				answered++
				tries += reply.Tries
				if err != nil || string(again.Exchange.Body) != string(reply.Exchange.Body) {
					t.Errorf("call %d was answered, and replayed as %v, %v", i, again, err)
				}
			default:
				tries += f.Tries
				if call.KindOf(err) != f.Kind {
					t.Errorf("call %d failed with %q, and replayed with %q", i, f.Kind, call.KindOf(err))
				}
			}
		}
		budget, stored := o.Budget.State(), store.Len()
		if tries != provider.sent || stored != provider.sent || o.Cache.State().Misses != calls {
			t.Errorf("%d tries counted, %d sent, %d recorded, %+v", tries, provider.sent, stored, o.Cache.State())
		}
		if budget.Calls != int64(answered) || budget.Spent != catalog.USD(answered)*usd/100 || budget.Reserved != 0 || budget.Broken == 0 {
			t.Errorf("%d answered, %+v", answered, budget)
		}
		if l := o.Limit.State(); l.InFlight != 0 || l.Waiting != 0 {
			t.Errorf("%+v", l)
		}
		if w := o.Witness.Report(); len(w) != 1 || w[0].Count != int64(answered) {
			t.Errorf("%+v", w)
		}
		if len(provider.faults) < 6 || answered < calls*8/10 || answered == calls {
			t.Errorf("%d answered, faults %v: not the chaos that was wanted", answered, provider.faults)
		}
		t.Logf("%d calls, %d sent, %d answered, faults %v, %+v", calls, provider.sent, answered, provider.faults, o.Limit.State())
	})
}

// TestStackDeaf calls a provider that hangs and does not look at its context: the call ends all the same, is
// recorded as it ended, and what comes later changes nothing.
func TestStackDeaf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &Memory{}
		s := Stack(&inner{do: func(_ context.Context, c *call.Call, _ int) (*call.Reply, error) {
			time.Sleep(time.Hour)
			return answer(c, "so it is"), nil
		}}, Options{Try: 10 * time.Second, Record: &Record{Store: store}})
		began := time.Now()
		_, err := s.Send(t.Context(), callN(1))
		wantKind(t, err, call.Timeout)
		if took := time.Since(began); took != 10*time.Second+grace {
			t.Errorf("took %v", took)
		}
		time.Sleep(2 * time.Hour)
		_, err = (&Replay{Store: store}).Send(t.Context(), callN(1))
		wantKind(t, err, call.Timeout)
	})
}
