package wrap

import (
	"time"

	"github.com/assayhq/assay/call"
)

// Options say which wrappers a Stack has. What is nil or zero is left out.
type Options struct {
	Trace   func(call.Sender) call.Sender
	Witness *Witness
	Cache   *Cache
	Call    time.Duration // deadline of a call with all its tries and its waits for a turn
	Retry   *Retry
	Limit   *Limit
	Budget  *Budget
	Try     time.Duration // deadline of one try
	Record  *Record
	Replay  *Replay // answers instead of the provider
}

// Stack puts wrappers around a provider. From the outside in, and why they are in this order:
//
//	Trace    sees every call as its caller sees it, answered from the cache or not
//	Witness  sees every answer that is used: one from the cache, too, says which model gave it
//	Cache    a hit waits for no limit and costs nothing; equal calls in flight are one to all below
//	Call     bounds all that costs time: tries, pauses between them and waiting for a turn
//	Retry    each try takes its turn, its money and its time again; pauses hold none of them
//	Limit    ahead of Budget, so that calls that wait for their turn reserve no money
//	Budget   below Retry, since each try may be billed, and one that broke off too
//	Record   keeps every try before anybody acts on it, and in the order that they were acted on: what a
//	         sender returns after Try has given it up is dropped, so no replay finds it
//	Try      bounds the exchange alone: neither waiting for a turn nor storing is the provider's time
//
// Call counts the time in the queue of Limit, too: it is for people who wait. A run that puts thousands of
// calls before a narrow window leaves it at 0 or makes it long, or calls end that were never sent; Try and the
// bounds of Retry end every call without it, and a queue is no longer than what it waits for.
//
// A Replay takes the place of the provider and of all that guards it: nothing is sent, so there is nothing
// to try again, to limit, to pay or to record, and Trace and Witness see what they saw in the recorded run.
func Stack(provider call.Sender, o Options) call.Sender {
	s := provider
	if o.Replay != nil {
		s = o.Replay
		o = Options{Trace: o.Trace, Witness: o.Witness}
	}
	if o.Try > 0 {
		s = deadline{After: o.Try, Of: "one try", Abandon: true}.Around(s)
	}
	if o.Record != nil {
		s = o.Record.Around(s)
	}
	if o.Budget != nil {
		s = o.Budget.Around(s)
	}
	if o.Limit != nil {
		s = o.Limit.Around(s)
	}
	if o.Retry != nil {
		s = o.Retry.Around(s)
	}
	if o.Call > 0 {
		s = deadline{After: o.Call, Of: "all tries"}.Around(s)
	}
	if o.Cache != nil {
		s = o.Cache.Around(s)
	}
	if o.Witness != nil {
		s = o.Witness.Around(s)
	}
	if o.Trace != nil {
		s = o.Trace(s)
	}
	return s
}
