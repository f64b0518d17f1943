package batch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// service is a provider of batches that does what a test wants.
type service struct {
	batches map[string]*held
	order   []string
	polls   int                          // questions until a batch ends
	submit  func(n int, id string) error // what the nth submission says after the batch was made; nil says yes
	drop    bool                         // submissions do not arrive
	answer  func(*call.Call) (*call.Exchange, *call.Failure)
	silent  map[call.Key]bool // calls that get no line
	ended   State
	removed int
	n       int
	foreign []Status
	now     func() time.Time
}

type held struct {
	calls []*call.Call
	asked int
	made  time.Time
}

func (s *service) Submit(_ context.Context, calls []*call.Call) (string, error) {
	s.n++
	id := fmt.Sprintf("b-%d", s.n)
	if !s.drop {
		if s.batches == nil {
			s.batches = map[string]*held{}
		}
		s.batches[id] = &held{calls: calls, made: s.now()}
		s.order = append(s.order, id)
	}
	if s.submit != nil {
		if err := s.submit(s.n, id); err != nil {
			return "", err
		}
	}
	return id, nil
}

func (s *service) Status(_ context.Context, id string) (Status, error) {
	b := s.batches[id]
	if b == nil {
		return Status{}, &call.Failure{Kind: call.BadRequest, Message: "no such batch"}
	}
	b.asked++
	if b.asked <= s.polls {
		return Status{State: Running, Total: len(b.calls)}, nil
	}
	state := s.ended
	if state == "" {
		state = Done
	}
	return Status{State: state, Total: len(b.calls), Raw: string(state)}, nil
}

func (s *service) List(context.Context) ([]Status, error) {
	all := s.foreign
	for _, id := range s.order {
		b := s.batches[id]
		all = append(all, Status{ID: id, Total: len(b.calls), Created: b.made})
	}
	return all, nil
}

func (s *service) Collect(_ context.Context, id string, take func(string, *call.Exchange, *call.Failure) error) error {
	b := s.batches[id]
	for i := len(b.calls) - 1; i >= 0; i-- { // never in the order of the input
		c := b.calls[i]
		if s.silent[c.Key()] {
			continue
		}
		e, f := s.answer(c)
		if err := take(c.Key().String(), e, f); err != nil {
			return err
		}
	}
	return nil
}

func (s *service) Remove(context.Context, string) error { s.removed++; return nil }
func (s *service) Cancel(context.Context, string) error { return nil }

// echo is the exchange that answers a call with its own body.
func echo(c *call.Call) (*call.Exchange, *call.Failure) {
	return &call.Exchange{Status: 200, Body: append([]byte("re: "), c.Body...)}, nil
}

func readText(e *call.Exchange) (call.Result, error) {
	if e.Status != 200 {
		return call.Result{}, &call.Failure{Kind: call.BadRequest, Message: "status"}
	}
	u := catalog.Usage{Input: 1000, Output: 100, Known: catalog.PartAll}
	return call.Result{Value: &model.Response{Text: string(e.Body), Stop: model.Complete, Usage: u}, Usage: u, Served: "gpt-6-luna"}, nil
}

// some gives n calls.
func some(n int) Calls {
	return func() iter.Seq2[*call.Call, error] {
		return func(yield func(*call.Call, error) bool) {
			for i := range n {
				c := &call.Call{Provider: "openai", Operation: call.Chat, Model: "gpt-6-luna", Method: "POST", URL: "http://host/x",
					Body: fmt.Appendf(nil, "call %d", i), Read: readText}
				if !yield(c, nil) {
					return
				}
			}
		}
	}
}

// bench is a runner over a service, with a clock that sleeping moves.
type bench struct {
	*Runner
	s     *service
	clock time.Time
}

func newBench(t *testing.T) *bench {
	b := &bench{clock: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	now := func() time.Time { return b.clock }
	b.s = &service{answer: echo, now: now}
	b.Runner = &Runner{Service: b.s, Provider: "openai", Store: &wrap.Memory{}, Dir: t.TempDir(), Now: now, Price: catalog.Default().Cost,
		Sleep: func(_ context.Context, d time.Duration) { b.clock = b.clock.Add(d) }}
	return b
}

// files are the records of batches that are left.
func (b *bench) files(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(b.Dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// answered counts the calls that a cache over the store answers without a provider.
func (b *bench) answered(calls Calls) int {
	n := 0
	s := wrap.Stack(nothing{}, wrap.Options{Cache: &wrap.Cache{Store: b.Store}})
	for c := range calls() {
		if reply, err := s.Send(context.Background(), c); err == nil && reply.Source == call.Cached {
			n++
		}
	}
	return n
}

type nothing struct{}

func (nothing) Send(_ context.Context, c *call.Call) (*call.Reply, error) {
	return nil, &call.Failure{Kind: call.Unreachable}
}

func TestRun(t *testing.T) {
	b := newBench(t)
	b.MaxCalls, b.s.polls = 4, 3
	var last Progress
	b.Notify = func(p Progress) { last = p }
	report, err := b.Run(t.Context(), some(10))
	if err != nil {
		t.Fatal(err)
	}
	if report.Answered != 10 || len(report.Failed) != 0 || report.Batches != 3 || b.s.n != 3 || b.s.removed != 3 {
		t.Errorf("%+v after %d submissions, %d removals", report, b.s.n, b.s.removed)
	}
	if last != (Progress{3, 3, 10, 10, Done}) {
		t.Errorf("progress ends as %+v", last)
	}
	// 10 calls of 1,000 tokens in at $0.10 and 100 out at $0.50 a million, at half the price.
	if got := report.Cost.USD.String(); got != "0.00075" || !report.Cost.Complete() {
		t.Errorf("cost %s, %v", got, report.Cost.Reasons())
	}
	if n := b.answered(some(10)); n != 10 {
		t.Errorf("%d of 10 calls are answered from the store", n)
	}
	again, err := b.Run(t.Context(), some(12))
	if err != nil || again.Kept != 10 || again.Answered != 2 || b.s.n != 4 {
		t.Errorf("a second run: %+v, %v, %d submissions", again, err, b.s.n)
	}
	if left := b.files(t); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestPartialAndFailedLines(t *testing.T) {
	b := newBench(t)
	b.s.ended = Expired
	var all []*call.Call
	for c := range some(6)() {
		all = append(all, c)
	}
	b.s.silent = map[call.Key]bool{all[1].Key(): true}
	b.s.answer = func(c *call.Call) (*call.Exchange, *call.Failure) {
		switch c.Key() {
		case all[2].Key():
			return nil, &call.Failure{Kind: call.RateLimited, Message: "line failed"}
		case all[3].Key():
			return &call.Exchange{Status: 400}, nil
		}
		return echo(c)
	}
	report, err := b.Run(t.Context(), some(6))
	if err != nil {
		t.Fatal(err)
	}
	if report.Answered != 3 || len(report.Failed) != 3 || b.answered(some(6)) != 3 {
		t.Fatalf("%+v", report)
	}
	want := map[int]call.Kind{1: call.Timeout, 2: call.RateLimited, 3: call.BadRequest}
	for i, kind := range want {
		if f := report.Failed[all[i].Key()]; f == nil || f.Kind != kind {
			t.Errorf("call %d: %v, want %s", i, f, kind)
		}
	}
	// A replay of the run finds each failure as it was.
	replayed := wrap.Stack(nil, wrap.Options{Replay: &wrap.Replay{Store: b.Store}})
	if _, err := replayed.Send(t.Context(), all[2]); call.KindOf(err) != call.RateLimited {
		t.Errorf("replayed: %v", err)
	}
}

// TestStops ends the run at every point where a process may die, and lets the next one go on: each call is
// submitted once, and answered.
func TestStops(t *testing.T) {
	lost := &call.Failure{Kind: call.CutOff, Message: "the answer was lost"}
	tests := []struct {
		name    string
		prepare func(*testing.T, *bench)
		batches int // made in all
	}{
		{"stopped while waiting", func(t *testing.T, b *bench) {
			ctx, cancel := context.WithCancel(t.Context())
			b.s.polls = 2
			b.Notify = func(Progress) { cancel() }
			if _, err := b.Run(ctx, some(5)); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "run again") {
				t.Fatalf("stopped: %v", err)
			}
			b.Notify = nil
		}, 1},
		{"killed between submitting and remembering", func(t *testing.T, b *bench) {
			b.s.submit = func(int, string) error { panic("killed") }
			func() {
				defer func() { recover() }()
				b.Run(t.Context(), some(5))
			}()
			b.s.submit = nil
		}, 1},
		{"killed before submitting", func(t *testing.T, b *bench) {
			b.s.drop, b.s.submit = true, func(int, string) error { panic("killed") }
			func() {
				defer func() { recover() }()
				b.Run(t.Context(), some(5))
			}()
			b.s.drop, b.s.submit = false, nil
		}, 1},
		{"the answer to a submission is lost", func(t *testing.T, b *bench) {
			b.s.submit = func(n int, _ string) error {
				if n == 1 {
					return lost
				}
				return nil
			}
		}, 1},
		{"the submission itself is lost", func(t *testing.T, b *bench) {
			b.s.drop = true
			b.s.submit = func(n int, _ string) error {
				b.s.drop = false
				if n == 1 {
					return lost
				}
				return nil
			}
		}, 1},
		{"killed while collecting", func(t *testing.T, b *bench) {
			n := 0
			b.s.answer = func(c *call.Call) (*call.Exchange, *call.Failure) {
				n++
				if n == 3 {
					panic("killed")
				}
				return echo(c)
			}
			func() {
				defer func() { recover() }()
				b.Run(t.Context(), some(5))
			}()
			b.s.answer = echo
		}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t)
			test.prepare(t, b)
			report, err := b.Run(t.Context(), some(5))
			if err != nil {
				t.Fatal(err)
			}
			if len(b.s.batches) != test.batches || b.answered(some(5)) != 5 || len(report.Failed) != 0 {
				t.Errorf("%d batches were made, %d calls are answered, report %+v", len(b.s.batches), b.answered(some(5)), report)
			}
			if left := b.files(t); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

func TestDoubtIsForAPerson(t *testing.T) {
	b := newBench(t)
	b.s.drop = true
	b.s.submit = func(int, string) error { return &call.Failure{Kind: call.Timeout} }
	b.s.foreign = []Status{
		{ID: "x-1", Total: 5, Created: b.clock},
		{ID: "x-2", Total: 5, Created: b.clock},
		{ID: "x-3", Total: 7, Created: b.clock},
		{ID: "x-4", Total: 5, Created: b.clock.Add(-time.Hour)},
	}
	_, err := b.Run(t.Context(), some(5))
	if err == nil || !strings.Contains(err.Error(), "x-1 x-2;") || strings.Contains(err.Error(), "x-3") ||
		strings.Contains(err.Error(), "x-4") {
		t.Fatalf("got %v", err)
	}
	if b.s.n != 1 || len(b.files(t)) != 1 {
		t.Errorf("%d submissions, records %v", b.s.n, b.files(t))
	}
}

func TestForeignBatchIsNotCollected(t *testing.T) {
	b := newBench(t)
	b.s.submit = func(int, string) error { panic("killed") }
	func() {
		defer func() { recover() }()
		b.Run(t.Context(), some(5))
	}()
	b.s.submit = nil
	b.s.batches["b-1"].calls = nil
	for c := range some(10)() { // as many as ours, and others
		if len(b.s.batches["b-1"].calls) < 5 && string(c.Body) >= "call 5" {
			b.s.batches["b-1"].calls = append(b.s.batches["b-1"].calls, c)
		}
	}
	if _, err := b.Run(t.Context(), some(5)); err == nil || !strings.Contains(err.Error(), "is it another's batch") {
		t.Errorf("got %v", err)
	}
}

func TestCasesThatWentAway(t *testing.T) {
	b := newBench(t)
	b.s.drop, b.s.submit = true, func(int, string) error { panic("killed") }
	func() {
		defer func() { recover() }()
		b.Run(t.Context(), some(5))
	}()
	b.s.drop, b.s.submit = false, nil
	report, err := b.Run(t.Context(), some(0))
	if err != nil || report.Batches != 0 || len(b.files(t)) != 0 {
		t.Errorf("%+v, %v, left %v", report, err, b.files(t))
	}
}

func TestRefusedForGood(t *testing.T) {
	b := newBench(t)
	b.s.drop, b.s.submit = true, func(int, string) error { return &call.Failure{Kind: call.NoQuota, Message: "billing"} }
	if _, err := b.Run(t.Context(), some(5)); call.KindOf(err) != call.NoQuota {
		t.Fatalf("got %v", err)
	}
	if b.s.n != 1 || len(b.files(t)) != 0 {
		t.Errorf("%d submissions, records %v", b.s.n, b.files(t))
	}
}

func TestOneProcessAtATime(t *testing.T) {
	b := newBench(t)
	release, err := b.claim()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Run(t.Context(), some(1)); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("got %v", err)
	}
	release()
	if _, err := b.Run(t.Context(), some(1)); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestRecordsThatCannotBeRead(t *testing.T) {
	for name, text := range map[string]string{"no JSON": "{", "another file": `{"kind":"notes"}`,
		"newer": `{"kind":"assay batch","format":2}`} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			if err := os.WriteFile(filepath.Join(b.Dir, "openai-x.json"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := b.Run(t.Context(), some(1)); err == nil || !strings.Contains(err.Error(), "openai-x.json") || b.s.n != 0 {
				t.Errorf("got %v", err)
			}
		})
	}
}
