// Package conform holds what every Sender must do, as tests: providers and wrappers run the same ones.
//
// It turns a Sender and a few calls into subtests. It does not look at what replies say: that is for the
// tests of the provider.
package conform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/model"
)

// Subject is a Sender to be held to the rules, and the calls to do it with.
type Subject struct {
	// Open makes the sender; each subtest gets its own.
	Open func(testing.TB) model.Sender
	// Call makes a call that succeeds: equal ones for an equal n, different ones for different n.
	Call func(n int) *model.Call
	// Fail makes a call that fails; nil if none can.
	Fail func(n int) *model.Call
	// Hang makes a call that gets no reply as long as its context lives; nil if none can.
	Hang func(n int) *model.Call
	// Sources are where replies may come from; Live if empty.
	Sources []model.Source
	// Secret is a key that the sender was opened with or that its provider says back.
	Secret string
}

// patience ends a test that would hang; nothing is measured by it.
const patience = 30 * time.Second

// Run holds a subject to all rules.
func Run(t *testing.T, s Subject) {
	t.Helper()
	if s.Open == nil || s.Call == nil {
		t.Fatal("a subject needs Open and Call")
	}
	if len(s.Sources) == 0 {
		s.Sources = []model.Source{model.Live}
	}
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			rule.check(ctx, t, &s)
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				t.Errorf("%s: not done after %v", rule.doc, patience)
			}
		})
	}
}

// rules is what a Sender must do.
var rules = []struct {
	name  string
	doc   string
	check func(context.Context, *testing.T, *Subject)
}{
	{"replies", "a reply is whole, says where it came from and how many tries it took", checkReply},
	{"equal", "equal calls get equal results", checkEqual},
	{"unchanged", "a call is not changed by sending it", checkUnchanged},
	{"concurrent", "many goroutines may send at once", checkConcurrent},
	{"failures", "an error is a *model.Failure that names its kind, provider and model", checkFailure},
	{"cancelled before", "a call whose context has ended is not made", checkCancelledBefore},
	{"cancelled midway", "the end of its context ends a call at once", checkCancelledMidway},
	{"late", "the deadline of its context is a timeout", checkLate},
	{"secret", "no key is seen in replies, failures and their JSON", checkSecret},
}

func checkReply(ctx context.Context, t *testing.T, s *Subject) {
	sender := s.Open(t)
	for n := range 3 {
		reply := send(ctx, t, sender, s.Call(n))
		switch {
		case reply.Exchange == nil:
			t.Error("the reply has no exchange")
		case reply.Result.Value == nil:
			t.Error("the reply has no value")
		case !slices.Contains(s.Sources, reply.Source):
			t.Errorf("the source is %q, want one of %q", reply.Source, s.Sources)
		case reply.Source == model.Live && reply.Tries < 1:
			t.Errorf("a live reply after %d tries", reply.Tries)
		case reply.Source != model.Live && reply.Tries != 0:
			t.Errorf("%d tries for a reply from %s", reply.Tries, reply.Source)
		}
	}
}

func send(ctx context.Context, t *testing.T, sender model.Sender, c *model.Call) *model.Reply {
	t.Helper()
	reply, err := sender.Send(ctx, c)
	if err != nil {
		t.Fatalf("send: %v", err)
	}
	if reply == nil {
		t.Fatal("neither a reply nor an error")
	}
	return reply
}

// unnamed is a result without the id that a provider gives to each of its replies.
func unnamed(r model.Result) model.Result {
	if v, ok := r.Value.(*model.Response); ok {
		same := *v
		same.ID = ""
		r.Value = &same
	}
	return r
}

func checkEqual(ctx context.Context, t *testing.T, s *Subject) {
	sender := s.Open(t)
	one, two := send(ctx, t, sender, s.Call(1)), send(ctx, t, sender, s.Call(1))
	if a, b := unnamed(one.Result), unnamed(two.Result); !reflect.DeepEqual(a, b) {
		t.Errorf("results differ:\n%+v\n%+v", a, b)
	}
	if a, b := s.Call(1), s.Call(1); a.Key() != b.Key() {
		t.Error("the subject's equal calls have different keys")
	}
	if a, b := s.Call(1), s.Call(2); a.Key() == b.Key() {
		t.Error("the subject's different calls have the same key")
	}
}

func checkUnchanged(ctx context.Context, t *testing.T, s *Subject) {
	sender := s.Open(t)
	makers := []func(int) *model.Call{s.Call}
	if s.Fail != nil {
		makers = append(makers, s.Fail)
	}
	for _, make := range makers {
		c, want := make(1), visible(make(1))
		sender.Send(ctx, c) //nolint:errcheck // what matters is the call
		if got := visible(c); !reflect.DeepEqual(got, want) {
			t.Errorf("the call was\n%+v\nand is\n%+v", want, got)
		}
	}
}

// visible is what a call says, without its functions.
func visible(c *model.Call) map[string]any {
	return map[string]any{
		"provider": c.Provider, "operation": c.Operation, "model": c.Model, "repeat": c.Repeat, "method": c.Method,
		"url": c.URL, "header": maps.Clone(c.Header), "body": string(c.Body), "tokens": c.Tokens, "max out": c.MaxOut,
		"tier": c.Tier, "dropped": slices.Clone(c.Dropped), "forced": c.Forced, "key": c.Key(),
	}
}

func checkConcurrent(ctx context.Context, t *testing.T, s *Subject) {
	const different, goroutines = 6, 48
	want := make([]model.Result, different)
	first := s.Open(t)
	for n := range want {
		want[n] = unnamed(send(ctx, t, first, s.Call(n)).Result)
	}
	sender := s.Open(t)
	var group sync.WaitGroup
	for i := range goroutines {
		group.Go(func() {
			reply, err := sender.Send(ctx, s.Call(i%different))
			if err != nil {
				t.Errorf("send: %v", err)
				return
			}
			if !reflect.DeepEqual(unnamed(reply.Result), want[i%different]) {
				t.Errorf("call %d got another result than when it was sent alone", i%different)
			}
		})
	}
	group.Wait()
}

func checkFailure(ctx context.Context, t *testing.T, s *Subject) {
	if s.Fail == nil {
		t.Skip("the subject has no call that fails")
	}
	c := s.Fail(1)
	reply, err := s.Open(t).Send(ctx, c)
	if reply != nil || err == nil {
		t.Fatalf("got %v and %v, want a failure alone", reply, err)
	}
	f, ok := err.(*model.Failure)
	switch {
	case !ok:
		t.Errorf("the error is a %T", err)
	case f.Kind == "" || f.Provider != c.Provider || f.Model != c.Model:
		t.Errorf("the failure is of kind %q, provider %q, model %q; the call of %q, %q", f.Kind, f.Provider, f.Model, c.Provider, c.Model)
	case f.Error() == "":
		t.Error("the failure says nothing")
	}
}

func checkCancelledBefore(ctx context.Context, t *testing.T, s *Subject) {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	_, err := s.Open(t).Send(ctx, s.Call(1))
	wantKind(t, err, model.Cancelled)
}

func wantKind(t *testing.T, err error, want model.Kind) {
	t.Helper()
	if f, ok := err.(*model.Failure); !ok || f.Kind != want {
		t.Errorf("the error is %T of kind %q, want %q: %v", err, model.KindOf(err), want, err)
	}
}

func checkCancelledMidway(ctx context.Context, t *testing.T, s *Subject) {
	if s.Hang == nil {
		t.Skip("the subject has no call that hangs")
	}
	ctx, cancel := context.WithCancel(ctx)
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := s.Open(t).Send(ctx, s.Hang(1))
	wantKind(t, err, model.Cancelled)
}

func checkLate(ctx context.Context, t *testing.T, s *Subject) {
	if s.Hang == nil {
		t.Skip("the subject has no call that hangs")
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	_, err := s.Open(t).Send(ctx, s.Hang(1))
	wantKind(t, err, model.Timeout)
}

func checkSecret(ctx context.Context, t *testing.T, s *Subject) {
	if s.Secret == "" {
		t.Skip("the subject has no key")
	}
	sender := s.Open(t)
	reply := send(ctx, t, sender, s.Call(1))
	shows(t, s.Secret, "the reply", reply, reply.Exchange, reply.Result, reply.Result.Value)
	if s.Fail == nil {
		return
	}
	_, err := sender.Send(ctx, s.Fail(1))
	if err == nil {
		t.Fatal("the call that fails did not")
	}
	shows(t, s.Secret, "the failure", err.Error())
	for ; err != nil; err = errors.Unwrap(err) {
		shows(t, s.Secret, "the failure", err, err.Error())
		if f, ok := err.(*model.Failure); ok && f.Exchange != nil {
			shows(t, s.Secret, "the failure's exchange", f.Exchange)
		}
	}
}

// shows fails if any way of printing the values shows the secret.
func shows(t *testing.T, secret, what string, values ...any) {
	t.Helper()
	for _, v := range values {
		text := fmt.Sprintf("%v\n%+v\n%#v\n%s", v, v, v, v)
		if e, ok := v.(*model.Exchange); ok {
			text += string(e.Body) + fmt.Sprint(e.Header)
		}
		if j, err := json.Marshal(v); err == nil {
			text += string(j)
		}
		if strings.Contains(text, secret) {
			t.Errorf("%s shows the key (as %T)", what, v)
		}
	}
}
