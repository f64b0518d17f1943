package wrap

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// stopping reads any reply as one that stopped so.
func stopping(stop model.Stop, text string) func(*call.Exchange) (call.Result, error) {
	return func(*call.Exchange) (call.Result, error) {
		return call.Result{Value: &model.Response{Text: text, Stop: stop}}, nil
	}
}

// TestCacheFinal asks twice and sees whether the second was answered from the cache, for every stop there is,
// both where the cache stores and where a Record does.
func TestCacheFinal(t *testing.T) {
	kept := map[model.Stop]bool{model.Complete: true, model.Truncated: true, model.Refused: true, model.Filtered: true,
		model.Recitation: true, model.Blocked: true, model.Context: true, model.Unfinished: false, model.Empty: false,
		"": false, "unheard of": false}
	for _, recorded := range []bool{false, true} {
		ask := func(name string, change func(*call.Call), want bool) {
			provider, store := &inner{}, &Memory{}
			s := Stack(provider, Options{Cache: &Cache{Store: store}})
			if recorded {
				s = Stack(provider, Options{Cache: &Cache{Store: store, Recorded: true}, Record: &Record{Store: store}})
			}
			for range 2 {
				c := callN(1)
				change(c)
				_, err := s.Send(t.Context(), c)
				must(t, err)
			}
			if got := provider.n.Load() == 1; got != want {
				t.Errorf("%s, recorded %v: kept %v, want %v", name, recorded, got, want)
			}
			if n := store.Len(); recorded && n != int(provider.n.Load()) {
				t.Errorf("%s: %d entries of %d calls", name, n, provider.n.Load())
			}
		}
		for stop, want := range kept {
			ask("stop "+string(stop), func(c *call.Call) { c.Read = stopping(stop, "words") }, want)
		}
		ask("complete without a word", func(c *call.Call) { c.Read = stopping(model.Complete, " \n") }, false)
		ask("manage", func(c *call.Call) { c.Operation = call.Manage }, false)
		vectors := func(v ...[]float32) func(*call.Call) {
			return func(c *call.Call) {
				c.Operation = call.Embed
				c.Read = func(*call.Exchange) (call.Result, error) {
					return call.Result{Value: &model.Embeddings{Vectors: v}}, nil
				}
			}
		}
		ask("vectors", vectors([]float32{1}), true)
		ask("no vectors", vectors(), false)
	}
}

func TestCacheHit(t *testing.T) {
	provider, store := &inner{}, &Memory{}
	cache := &Cache{Store: store}
	budget := &Budget{Price: cent}
	s := Stack(provider, Options{Cache: cache, Budget: budget})
	for n := range 3 {
		for range 4 {
			c := callN(1)
			c.Repeat = n
			reply, err := s.Send(t.Context(), c)
			must(t, err)
			if v := reply.Result.Value.(*model.Response); v.Text != "so it is" {
				t.Errorf("text %q", v.Text)
			}
		}
	}
	if got := cache.State(); got != (cacheState{Hits: 9, Misses: 3}) || provider.n.Load() != 3 {
		t.Errorf("%+v, %d calls", got, provider.n.Load())
	}
	if b := budget.State(); b.Spent != 3*catalog.Dollar/100 || b.Calls != 3 {
		t.Errorf("%+v: a hit must cost nothing", b)
	}
}

// TestCacheUnreadable has entries that cannot be used any more: they are told of, and the call is made.
func TestCacheUnreadable(t *testing.T) {
	tests := map[string]Store{"unreadable reply": &Memory{}, "damaged store": fullStore{loads: errors.New("damaged at offset 7")}}
	must(t, tests["unreadable reply"].Save(EntryOf(callN(1), &call.Exchange{Status: 200, Body: []byte("{")}, nil)))
	for name, store := range tests {
		t.Run(name, func(t *testing.T) {
			provider, told := &inner{}, 0
			cache := &Cache{Store: store, Recorded: true, Missed: func(c *call.Call, err error) {
				told++
				if err == nil || c.Model != "ledger-1" {
					t.Errorf("told of %v, %v", c.Model, err)
				}
			}}
			reply, err := cache.Around(provider).Send(t.Context(), callN(1))
			must(t, err)
			if reply.Source != call.Live || told != 1 || cache.State().Unreadable != 1 {
				t.Errorf("%s, told %d times, %+v", reply.Source, told, cache.State())
			}
		})
	}
}

func TestCacheCannotStore(t *testing.T) {
	_, err := (&Cache{Store: fullStore{}}).Around(&inner{}).Send(t.Context(), callN(1))
	if f := wantKind(t, err, call.NotStored); f.Exchange == nil || !strings.Contains(f.Error(), "no space left") {
		t.Errorf("%+v", f)
	}
}

// TestCacheInFlight asks the same 50 times at once: one call is made and paid.
func TestCacheInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		provider, cache := slow(time.Second), &Cache{Store: &Memory{}}
		s := cache.Around(provider)
		live := make([]bool, 50)
		all(len(live), func(i int) {
			reply, err := s.Send(t.Context(), callN(1))
			must(t, err)
			live[i] = reply.Source == call.Live
		})
		n := 0
		for _, l := range live {
			if l {
				n++
			}
		}
		if n != 1 || provider.n.Load() != 1 || cache.State().Shared != 49 {
			t.Errorf("%d live replies, %d calls, %+v", n, provider.n.Load(), cache.State())
		}
	})
}

// TestCacheTakeOver stops the caller that makes the call for all: another makes it, and all others are served.
func TestCacheTakeOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		provider := slow(time.Second)
		s := (&Cache{Store: &Memory{}}).Around(provider)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second/2, cancel)
		all(10, func(i int) {
			if i == 0 {
				_, err := s.Send(ctx, callN(1))
				wantKind(t, err, call.Cancelled)
				return
			}
			time.Sleep(time.Millisecond)
			_, err := s.Send(t.Context(), callN(1))
			must(t, err)
		})
		if provider.n.Load() != 2 {
			t.Errorf("%d calls, want the stopped one and one more", provider.n.Load())
		}
	})
}

// TestCacheSharesFailures gives a failure to all that asked the same, each its own.
func TestCacheSharesFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		provider := &inner{do: func(context.Context, *call.Call, int) (*call.Reply, error) {
			time.Sleep(time.Second)
			return nil, &call.Failure{Kind: call.BadRequest}
		}}
		s := (&Cache{Store: &Memory{}}).Around(provider)
		all(10, func(int) {
			_, err := s.Send(t.Context(), callN(1))
			wantKind(t, err, call.BadRequest).Provider = "changed"
		})
		if provider.n.Load() != 1 {
			t.Errorf("%d calls", provider.n.Load())
		}
	})
}

// TestCachePanic leaves no caller waiting for a call that panicked.
func TestCachePanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		provider := &inner{do: func(_ context.Context, c *call.Call, n int) (*call.Reply, error) {
			time.Sleep(time.Second)
			if n == 1 {
				panic("broken")
			}
			return answer(c, "so it is"), nil
		}}
		s := (&Cache{Store: &Memory{}}).Around(provider)
		all(3, func(i int) {
			defer func() { recover() }() //nolint:errcheck // the panic is the test's own
			time.Sleep(time.Duration(i))
			_, err := s.Send(t.Context(), callN(1))
			must(t, err)
		})
	})
}
