package wrap

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

const usd = catalog.Dollar

// perToken prices output at a cent a token, and knows one model only.
func perToken(s catalog.Sale) catalog.Cost {
	if s.Model != "ledger-1" {
		return catalog.Cost{Why: catalog.Reason{Cause: catalog.NoModel, Provider: s.Provider, Model: s.Model}}
	}
	return catalog.Cost{USD: catalog.USD(s.Usage.Output) * usd / 100, Known: true}
}

// TestBudgetNeverExceeds lets many spend at once: what is spent stays under the cap, though each reserves 20
// times what it costs, and nearly all of it is spent.
func TestBudgetNeverExceeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Budget{Cap: 10 * usd, Price: perToken}
		s := b.Around(slow(time.Second)) // 5 tokens: 5 cents
		var answered, refused atomic.Int64
		all(400, func(i int) {
			_, err := s.Send(t.Context(), callN(i)) // at most 100 tokens: 1 dollar
			if err == nil {
				answered.Add(1)
				return
			}
			refused.Add(1)
			if f := wantKind(t, err, call.OverBudget); !strings.Contains(f.Error(), "of $10.00 are spent") ||
				!strings.Contains(f.Error(), "--max-cost") {
				t.Errorf("says %q", f)
			}
		})
		got := b.State()
		if got.Spent > 10*usd || got.Spent < 9*usd || got.Reserved != 0 || got.Waiting != 0 || got.Calls != answered.Load() {
			t.Errorf("%+v", got)
		}
		if got.Spent != catalog.USD(answered.Load())*usd/20 || answered.Load()+refused.Load() != 400 {
			t.Errorf("%d answered, %d refused, %s spent", answered.Load(), refused.Load(), got.Spent)
		}
	})
}

func TestBudgetUnknown(t *testing.T) {
	other := func() *call.Call {
		c := callN(1)
		c.Model = "ledger-9"
		c.Read = stopping(model.Complete, "words")
		return c
	}
	refuse := &Budget{Refuse: true, Price: perToken}
	_, err := refuse.Around(&inner{}).Send(t.Context(), other())
	if f := wantKind(t, err, call.OverBudget); !strings.Contains(f.Error(), `"ledger-9"`) {
		t.Errorf("says %q", f)
	}
	count := &Budget{Price: perToken}
	for _, c := range []*call.Call{other(), callN(2)} {
		_, err = count.Around(&inner{}).Send(t.Context(), c)
		must(t, err)
	}
	if got := count.State(); got.Unpriced != 1 || got.Calls != 2 || got.Spent != 5*usd/100 || len(got.Why) != 1 {
		t.Errorf("%+v", got)
	}
	tier := callN(3)
	tier.Tier = "unheard of"
	_, err = refuse.Around(&inner{}).Send(t.Context(), tier)
	wantKind(t, err, call.OverBudget)
}

// TestBudgetFailures settles each kind of failure as the provider may have billed it.
func TestBudgetFailures(t *testing.T) {
	whole := &call.Exchange{Status: 200, Body: []byte(`{"text":"so it is"}`)}
	tests := map[string]struct {
		failure       *call.Failure
		spent, atRisk catalog.USD
	}{
		"refused":             {&call.Failure{Kind: call.RateLimited}, 0, 0},
		"bad request":         {&call.Failure{Kind: call.BadRequest, Exchange: &call.Exchange{Status: 400}}, 0, 0},
		"timeout":             {&call.Failure{Kind: call.Timeout}, 0, usd},
		"broke off":           {&call.Failure{Kind: call.CutOff}, 0, usd},
		"stopped":             {&call.Failure{Kind: call.Cancelled}, 0, usd},
		"malformed":           {&call.Failure{Kind: call.Malformed, Exchange: &call.Exchange{Status: 200, Body: []byte("{")}}, 0, usd},
		"whole but unstored":  {&call.Failure{Kind: call.NotStored, Exchange: whole}, usd / 20, 0},
		"not whole, unstored": {&call.Failure{Kind: call.NotStored}, 0, usd},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := &Budget{Cap: 10 * usd, Price: perToken}
			_, err := b.Around(failing(test.failure)).Send(t.Context(), callN(1))
			wantKind(t, err, test.failure.Kind)
			if got := b.State(); got.Spent != test.spent || got.AtRisk != test.atRisk || got.Reserved != 0 ||
				(got.Broken == 1) != (test.atRisk > 0) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestBudgetCancelled stops calls that wait for others: nothing stays reserved.
func TestBudgetCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Budget{Cap: 3 * usd / 2, Price: perToken}
		s := b.Around(slow(time.Minute))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		all(5, func(i int) {
			if i == 0 {
				_, err := s.Send(t.Context(), callN(i))
				must(t, err)
				return
			}
			time.Sleep(time.Millisecond)
			_, err := s.Send(ctx, callN(i))
			wantKind(t, err, call.Cancelled)
		})
		if got := b.State(); got.Reserved != 0 || got.Waiting != 0 || got.Spent != usd/20 {
			t.Errorf("%+v", got)
		}
	})
}

func TestBudgetFree(t *testing.T) {
	b := &Budget{Cap: 1, Price: perToken}
	manage := callN(1)
	manage.Operation = call.Manage
	_, err := b.Around(&inner{}).Send(t.Context(), manage)
	must(t, err)
	_, err = b.Around(&inner{}).Send(t.Context(), callN(1))
	wantKind(t, err, call.OverBudget)
	if got := b.State(); got.Calls != 0 || got.Spent != 0 {
		t.Errorf("%+v", got)
	}
}

// TestBudgetLastMoment ends a call at the moment its claim is granted: the money goes back.
func TestBudgetLastMoment(t *testing.T) {
	b := &Budget{Cap: usd, Price: perToken}
	place := b.waiting.PushBack(&claim{amount: usd, decided: make(chan struct{})})
	b.decide()
	if b.reserved != usd {
		t.Fatalf("%s reserved", b.reserved)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, f := b.decision(ctx, callN(1), place)
	wantKind(t, f, call.Cancelled)
	if b.reserved != 0 {
		t.Errorf("%s reserved", b.reserved)
	}
}
