package wrap

import (
	"cmp"
	"container/list"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

// Budget keeps what calls cost under a cap. Before a call it reserves the most that the call is estimated to
// cost, after it the cost as billed takes that place. A call that would exceed the cap with what is spent is
// refused (OverBudget); one that would exceed it only with what others have reserved waits for them, since
// reservations are far above what calls come to. One Budget may wrap many senders.
//
// A call whose price is unknown is counted as unknown and never as free, or refused, as the user chose.
// A call that broke off may have been billed: its estimate stays held against the cap, as at risk.
type Budget struct {
	Cap    catalog.USD // 0 sets none: costs are summed only
	Refuse bool        // calls whose price is unknown
	Price  func(catalog.Sale) catalog.Cost

	mu       sync.Mutex
	spent    catalog.Total
	reserved catalog.USD
	atRisk   catalog.USD
	broken   int64
	calls    int64
	usage    catalog.Usage
	waiting  list.List // of *claim
}

// budgetState is what a Budget has spent and holds.
type budgetState struct {
	Cap      catalog.USD
	Spent    catalog.USD // by the calls whose cost is known
	Reserved catalog.USD // for calls in flight
	AtRisk   catalog.USD // estimated for calls that broke off and may have been billed
	Broken   int64       // how many those are
	Calls    int64       // that were answered
	Unpriced int64       // of them, those whose cost is unknown
	Assumed  int64       // of them, those whose cost rests on an assumption
	Why      []string    // the reasons for unknown costs
	Usage    catalog.Usage
	Waiting  int
	Overflow bool // Spent is too low to be true
}

// State is what the budget has spent and holds.
func (b *Budget) State() budgetState {
	b.mu.Lock()
	defer b.mu.Unlock()
	return budgetState{Cap: b.Cap, Spent: b.spent.USD, Reserved: b.reserved, AtRisk: b.atRisk, Broken: b.broken, Calls: b.calls,
		Unpriced: b.spent.Unpriced, Assumed: b.spent.Assumed, Why: b.spent.Reasons(), Usage: b.usage,
		Waiting: b.waiting.Len(), Overflow: b.spent.Overflow}
}

// Around pays for the calls of a sender.
func (b *Budget) Around(inner call.Sender) call.Sender {
	return sender(func(ctx context.Context, c *call.Call) (reply *call.Reply, err error) {
		if c.Operation == call.Manage {
			return inner.Send(ctx, c)
		}
		estimate, f := b.reserve(ctx, c)
		if f != nil {
			return nil, f
		}
		defer func() { b.settle(c, estimate, reply, err) }()
		return inner.Send(ctx, c)
	})
}

// claim is a call that waits for money.
type claim struct {
	amount  catalog.USD
	decided chan struct{}
	granted bool
}

// reserve holds the estimate of a call against the cap.
func (b *Budget) reserve(ctx context.Context, c *call.Call) (catalog.USD, *call.Failure) {
	if ctx.Err() != nil {
		return 0, ended(ctx, c, "before a call was made")
	}
	cost := b.Estimate(c)
	if !cost.Known && b.Refuse {
		return 0, fail(c, call.OverBudget, cost.Why.String(),
			"give the model a price in assay.yaml, or allow calls of unknown price: they are counted and reported")
	}
	amount := cost.USD
	b.mu.Lock()
	if b.waiting.Len() == 0 && b.fits(amount) {
		b.reserved += amount
		b.mu.Unlock()
		return amount, nil
	}
	if b.neverFits(amount) {
		defer b.mu.Unlock()
		return 0, b.refusal(c, amount)
	}
	own := &claim{amount: amount, decided: make(chan struct{})}
	place := b.waiting.PushBack(own)
	b.mu.Unlock()
	select {
	case <-own.decided:
	case <-ctx.Done():
	}
	return b.decision(ctx, c, place)
}

// decision is what came of a claim, which its caller may have stopped waiting for.
func (b *Budget) decision(ctx context.Context, c *call.Call, place *list.Element) (catalog.USD, *call.Failure) {
	b.mu.Lock()
	defer b.mu.Unlock()
	own := place.Value.(*claim)
	switch {
	case own.granted && ctx.Err() == nil:
		return own.amount, nil
	case own.granted:
		b.reserved -= own.amount
	case ctx.Err() == nil:
		return 0, b.refusal(c, own.amount)
	default:
		b.waiting.Remove(place)
	}
	b.decide()
	return 0, ended(ctx, c, "while waiting for what other calls leave of the budget")
}

// decide grants or refuses the claims that waited longest, as far as that is clear.
func (b *Budget) decide() {
	for front := b.waiting.Front(); front != nil; front = b.waiting.Front() {
		own := front.Value.(*claim)
		switch {
		case b.fits(own.amount):
			b.reserved += own.amount
			own.granted = true
		case !b.neverFits(own.amount):
			return
		}
		b.waiting.Remove(front)
		close(own.decided)
	}
}

// fits reports whether an amount can be reserved now. The reserved sum is at most the cap, or small.
func (b *Budget) fits(amount catalog.USD) bool {
	return b.Cap == 0 || amount <= b.left() && b.reserved <= b.left()-amount
}

// neverFits reports whether an amount will not fit whatever the calls in flight give back.
func (b *Budget) neverFits(amount catalog.USD) bool { return b.Cap != 0 && amount > b.left() }

// left is what is left of the cap, with nothing in flight; below zero if it was exceeded.
func (b *Budget) left() catalog.USD {
	held, ok := b.spent.USD.Plus(b.atRisk)
	if !ok {
		return -1
	}
	return b.Cap - held
}

func (b *Budget) refusal(c *call.Call, amount catalog.USD) *call.Failure {
	held := fmt.Sprintf("it may cost $%s, and $%s of $%s are spent", amount, b.spent.USD, b.Cap)
	if b.atRisk > 0 {
		held += fmt.Sprintf(" and $%s may have been billed for calls that broke off", b.atRisk)
	}
	return fail(c, call.OverBudget, held, "raise --max-cost and resume: what was answered is kept")
}

// Estimate is the most that a call should cost: all of the answer that it may take, and half more prompt
// than estimated, since figures take more tokens than words.
func (b *Budget) Estimate(c *call.Call) catalog.Cost {
	u := catalog.Usage{Input: int64(c.Tokens) * 3 / 2, Output: int64(c.MaxOut), Known: catalog.PartAll}
	switch c.Operation {
	case call.Chat:
		u.Output = cmp.Or(u.Output, call.DefaultMaxOut)
	case call.Rerank:
		u.Searches = 1
	}
	return b.price(c, "", c.Tier, time.Now(), u)
}

// price is the cost of a call, with a tier as providers name it.
func (b *Budget) price(c *call.Call, served, tierName string, on time.Time, u catalog.Usage) catalog.Cost {
	tier, ok := catalog.ParseTier(tierName)
	if !ok || b.Price == nil {
		return catalog.Cost{Why: catalog.Reason{Cause: catalog.NoPrice, Provider: c.Provider, Model: c.Model}}
	}
	return b.Price(catalog.Sale{Provider: c.Provider, Protocol: c.Protocol, Model: c.Model, Served: served, On: on, Tier: tier, Usage: u})
}

// settle puts what a call did cost in the place of its estimate.
func (b *Budget) settle(c *call.Call, estimate catalog.USD, reply *call.Reply, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= estimate
	switch {
	case err == nil && reply != nil && reply.Source == call.Live:
		b.pay(c, reply.Exchange, &reply.Result)
	case err == nil && reply != nil: // nothing was sent
	default:
		b.lose(c, estimate, err)
	}
	b.decide()
}

// pay adds a call as billed: at the price of the model and the tier that served it if they are known, else
// of those asked for.
func (b *Budget) pay(c *call.Call, e *call.Exchange, r *call.Result) {
	on := time.Now()
	if e != nil && !e.Began.IsZero() {
		on = e.Began
	}
	tier := c.Tier
	if r.Tier != "" {
		tier = r.Tier
	}
	b.spent.Add(b.price(c, r.Served, tier, on, r.Usage))
	b.calls++
	if b.calls == 1 {
		b.usage = r.Usage
		return
	}
	b.usage = b.usage.Add(r.Usage)
}

// lose settles a failure. A reply that came whole was billed, though it could not be used; what broke off
// may have been; what was refused was not.
func (b *Budget) lose(c *call.Call, estimate catalog.USD, err error) {
	var f *call.Failure
	if err != nil {
		f = call.FailureOf(c, err)
	}
	if f != nil && f.Exchange != nil && f.Exchange.Status == http.StatusOK {
		if r, err := c.Read(f.Exchange); err == nil {
			b.pay(c, f.Exchange, &r)
			return
		}
	}
	if f != nil && !maybeBilled(f) {
		return
	}
	b.broken++
	if sum, ok := b.atRisk.Plus(estimate); ok {
		b.atRisk = sum
	}
}

func maybeBilled(f *call.Failure) bool {
	switch f.Kind {
	case call.Timeout, call.CutOff, call.Malformed, call.Cancelled, call.NotStored:
		return true
	}
	return false
}
