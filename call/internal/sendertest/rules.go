package sendertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
)

func checkReply(ctx context.Context, t testing.TB, s *Subject) {
	sender := s.Open(t)
	sources := s.Sources
	if len(sources) == 0 {
		sources = []call.Source{call.Live}
	}
	for n := range 3 {
		reply := send(ctx, t, sender, s.Call(n))
		switch {
		case reply.Exchange == nil:
			t.Error("the reply has no exchange")
			continue
		case reply.Result.Value == nil:
			t.Error("the reply has no value")
		case !slices.Contains(sources, reply.Source):
			t.Errorf("the source is %q, want one of %q", reply.Source, sources)
		case reply.Source == call.Live && reply.Tries < 1:
			t.Errorf("a live reply after %d tries", reply.Tries)
		case reply.Source != call.Live && reply.Tries != 0:
			t.Errorf("%d tries for a reply from %s", reply.Tries, reply.Source)
		}
		if again, err := s.Call(n).Read(reply.Exchange); err != nil || !reflect.DeepEqual(again, reply.Result) {
			t.Errorf("its exchange means\n%+v, %v\nand the reply says\n%+v", again, err, reply.Result)
		}
	}
}

// unnamed is a result without the id that a provider gives to each of its replies.
func unnamed(r call.Result) call.Result {
	v := reflect.ValueOf(r.Value)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return r
	}
	same := reflect.New(v.Elem().Type())
	same.Elem().Set(v.Elem())
	if id := same.Elem().FieldByName("ID"); id.IsValid() {
		id.SetZero()
	}
	r.Value = same.Interface()
	return r
}

func checkEqual(ctx context.Context, t testing.TB, s *Subject) {
	sender := s.Open(t)
	one, two := send(ctx, t, sender, s.Call(1)), send(ctx, t, sender, s.Call(1))
	if a, b := unnamed(one.Result), unnamed(two.Result); !reflect.DeepEqual(a, b) {
		t.Errorf("results differ:\n%+v\n%+v", a, b)
	}
	if two.Source != call.Live && one.Exchange != nil && two.Exchange != nil && string(one.Exchange.Body) != string(two.Exchange.Body) {
		t.Errorf("the bytes from %s differ:\n%s\n%s", two.Source, one.Exchange.Body, two.Exchange.Body)
	}
	if a, b := s.Call(1), s.Call(1); a.Key() != b.Key() {
		t.Error("the subject's equal calls have different keys")
	}
	if a, b := s.Call(1), s.Call(2); a.Key() == b.Key() {
		t.Error("the subject's different calls have the same key")
	}
}

func checkUnchanged(ctx context.Context, t testing.TB, s *Subject) {
	sender := s.Open(t)
	makers := []func(int) *call.Call{s.Call}
	if s.Fail != nil {
		makers = append(makers, s.Fail)
	}
	for _, make := range makers {
		c := make(1)
		want := visible(c)
		attempt(ctx, t, sender, c) //nolint:errcheck // what matters is the call
		if got := visible(c); got != want {
			t.Errorf("the call was\n%s\nand is\n%s", want, got)
		}
	}
}

// visible is what a call says, its functions apart. It takes the call as a value: asking a call for its key
// would set it.
func visible(c *call.Call) string {
	rest := *c
	key := rest.Key()
	request, err := json.Marshal(rest.Request)
	functions := []bool{rest.Read == nil, rest.Fresh == nil}
	rest.Request = nil
	rest.Read = nil
	rest.Fresh = nil
	rest.Body = nil
	return fmt.Sprintf("%#v\nbody %q\nrequest %s %v\nkey %s, functions %v", rest, c.Body, request, err, key, functions)
}

func checkConcurrent(ctx context.Context, t testing.TB, s *Subject) {
	const different, goroutines = 6, 48
	want := make([]call.Result, different)
	first := s.Open(t)
	for n := range want {
		want[n] = unnamed(send(ctx, t, first, s.Call(n)).Result)
	}
	sender := s.Open(t)
	var group sync.WaitGroup
	for i := range goroutines {
		group.Go(func() {
			reply, err := attempt(ctx, t, sender, s.Call(i%different))
			switch {
			case err == errBroken:
			case err != nil:
				t.Errorf("send: %v", err)
			case !reflect.DeepEqual(unnamed(reply.Result), want[i%different]):
				t.Errorf("call %d got another result than when it was sent alone", i%different)
			}
		})
	}
	group.Wait()
}

func checkFailure(ctx context.Context, t testing.TB, s *Subject) {
	if s.Fail == nil {
		t.Skip("the subject has no call that fails")
	}
	sender := s.Open(t)
	var kinds [2]call.Kind
	for i := range kinds {
		c := s.Fail(1)
		reply, err := attempt(ctx, t, sender, c)
		if err == errBroken {
			return
		}
		if reply != nil || err == nil {
			t.Fatalf("got %v and %v, want a failure alone", reply, err)
		}
		f, ok := err.(*call.Failure)
		switch {
		case !ok:
			t.Fatalf("the error is a %T: %#v", err, err)
		case f.Kind == "" || f.Provider != c.Provider || f.Model != c.Model:
			t.Errorf("the failure is of kind %q, provider %q, model %q; the call of %q, %q", f.Kind, f.Provider, f.Model, c.Provider, c.Model)
		}
		kinds[i] = f.Kind
	}
	if kinds[0] != kinds[1] {
		t.Errorf("equal calls fail as %q and as %q", kinds[0], kinds[1])
	}
}

func checkCancelledBefore(ctx context.Context, t testing.TB, s *Subject) {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	wantEnded(ctx, t, s.Open(t), s.Call(1), call.Cancelled)
}

// wantEnded sends a call that its context ends.
func wantEnded(ctx context.Context, t testing.TB, sender call.Sender, c *call.Call, want call.Kind) {
	t.Helper()
	reply, err := attempt(ctx, t, sender, c)
	if err == errBroken {
		return
	}
	if f, ok := err.(*call.Failure); !ok || f.Kind != want || reply != nil {
		t.Errorf("got %v and a %T of kind %q, want a failure of kind %q alone: %v", reply, err, call.KindOf(err), want, err)
	}
}

// soon is when a call that hangs is ended.
const soon = 20 * time.Millisecond

func checkCancelledMidway(ctx context.Context, t testing.TB, s *Subject) {
	if s.Hang == nil {
		t.Skip("the subject has no call that hangs")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	time.AfterFunc(soon, cancel)
	wantEnded(ctx, t, s.Open(t), s.Hang(1), call.Cancelled)
}

func checkLate(ctx context.Context, t testing.TB, s *Subject) {
	if s.Hang == nil {
		t.Skip("the subject has no call that hangs")
	}
	ctx, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	wantEnded(ctx, t, s.Open(t), s.Hang(1), call.Timeout)
}

// checkGoesOn ends more calls than a sender may allow at once, and expects an answer then.
func checkGoesOn(ctx context.Context, t testing.TB, s *Subject) {
	const calls = 12
	sender := s.Open(t)
	ending, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	var group sync.WaitGroup
	for n := range calls {
		if s.Fail != nil {
			group.Go(func() { attempt(ctx, t, sender, s.Fail(n)) }) //nolint:errcheck // the outcome is for other rules
		}
		if s.Hang != nil {
			group.Go(func() { attempt(ending, t, sender, s.Hang(n)) }) //nolint:errcheck // as above
		}
	}
	group.Wait()
	send(ctx, t, sender, s.Call(1))
}

func checkSecret(ctx context.Context, t testing.TB, s *Subject) {
	if s.Secret == "" {
		t.Skip("the subject has no key")
	}
	sender := s.Open(t)
	reply := send(ctx, t, sender, s.Call(1))
	shows(t, s.Secret, "the reply", reply, reply.Exchange, reply.Result, reply.Result.Value)
	if s.Fail == nil {
		return
	}
	_, err := attempt(ctx, t, sender, s.Fail(1))
	if err == nil {
		t.Fatal("the call that fails did not")
	}
	for ; err != nil; err = errors.Unwrap(err) {
		shows(t, s.Secret, "the failure", err, err.Error())
		if f, ok := err.(*call.Failure); ok && f.Exchange != nil {
			shows(t, s.Secret, "the failure's exchange", f.Exchange)
		}
	}
}

// shows fails if any way of printing the values shows the secret.
func shows(t testing.TB, secret, what string, values ...any) {
	t.Helper()
	for _, v := range values {
		text := fmt.Sprintf("%v\n%+v\n%#v\n%s", v, v, v, v)
		if e, ok := v.(*call.Exchange); ok && e != nil {
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
