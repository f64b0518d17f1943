// Package sendertest turns a Sender and a few calls into subtests of what every Sender must do: providers and wrappers
// run the same ones. A sender that panics, hangs or answers nothing fails the rule that met it and no more than that. It
// does not look at what replies say: that is for the tests of the provider.
package sendertest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
)

// Subject is a Sender to be held to the rules, and the calls to do it with.
type Subject struct {
	// Open makes the sender; each subtest gets its own.
	Open func(testing.TB) call.Sender
	// Call makes a call that succeeds: equal ones for an equal n, different ones for different n.
	Call func(n int) *call.Call
	// Fail makes a call that fails; nil if none can.
	Fail func(n int) *call.Call
	// Hang makes a call that gets no reply as long as its context lives; nil if none can.
	Hang func(n int) *call.Call
	// Sources are where replies may come from; Live if empty.
	Sources []call.Source
	// Secret is a key that the sender was opened with or that its provider says back.
	Secret string
}

// Run checks a subject against all rules.
func Run(t *testing.T, s Subject) {
	t.Helper()
	if s.Open == nil || s.Call == nil {
		t.Fatal("a subject needs Open and Call")
	}
	for i := range rules {
		t.Run(rules[i].name, func(t *testing.T) { rules[i].hold(t, &s) })
	}
}

// rule is one thing that a Sender must do.
type rule struct {
	name  string
	doc   string
	check func(context.Context, testing.TB, *Subject)
}

// rules is what a Sender must do.
var rules = []rule{
	{"replies", "a reply is whole, is what its exchange means, and says where it came from and after how many tries", checkReply},
	{"equal", "equal calls get equal results, and what is not live is what was, byte for byte", checkEqual},
	{"unchanged", "a call is not changed by sending it", checkUnchanged},
	{"concurrent", "many goroutines may send at once", checkConcurrent},
	{"failures", "an error is a *call.Failure alone, of the same kind each time, that names its provider and model", checkFailure},
	{"cancelled before", "a call whose context has ended is not made", checkCancelledBefore},
	{"cancelled midway", "the end of its context ends a call at once", checkCancelledMidway},
	{"late", "the deadline of its context is a timeout", checkLate},
	{"goes on", "calls that failed or were ended leave a sender as it was", checkGoesOn},
	{"secret", "no key is seen in replies, failures and their JSON", checkSecret},
}

// hold checks a subject against the rule.
func (r *rule) hold(t testing.TB, s *Subject) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r.check(ctx, t, s)
}

// patience ends a call that would hang; nothing is measured by it.
const patience = 30 * time.Second

// errBroken is the outcome of a call of which the test has been told already.
var errBroken = errors.New("the sender is broken")

// outcome is what came of a call.
type outcome struct {
	reply  *call.Reply
	err    error
	broken string // how, if it is no outcome
}

// attempt sends a call and guards the test against a sender that panics, hangs or answers nothing.
func attempt(ctx context.Context, t testing.TB, sender call.Sender, c *call.Call) (*call.Reply, error) {
	t.Helper()
	done := make(chan outcome, 1)
	go func() {
		o := outcome{broken: "the sender ended its goroutine"}
		defer func() {
			if p := recover(); p != nil {
				o.broken = fmt.Sprintf("the sender panicked: %v", p)
			}
			done <- o
		}()
		o.reply, o.err = sender.Send(ctx, c)
		o.broken = ""
		if f, ok := o.err.(*call.Failure); ok && f == nil || o.reply == nil && o.err == nil {
			o.broken = "neither a reply nor an error"
		}
	}()
	select {
	case o := <-done:
		if o.broken == "" {
			return o.reply, o.err
		}
		t.Error(o.broken)
	case <-time.After(patience):
		t.Errorf("no outcome after %v", patience)
	}
	return nil, errBroken
}

// send sends a call that must succeed; the test ends if it does not.
func send(ctx context.Context, t testing.TB, sender call.Sender, c *call.Call) *call.Reply {
	t.Helper()
	reply, err := attempt(ctx, t, sender, c)
	if err == errBroken {
		t.FailNow()
	}
	if err != nil {
		t.Fatalf("send: %v", err)
	}
	return reply
}
