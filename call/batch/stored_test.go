package batch

import (
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
)

// TestStoredAnswersFromBatches: replies are live once and then cached, failures keep their names, and nothing is sent.
func TestStoredAnswersFromBatches(t *testing.T) {
	b := newBench(t)
	var all []*call.Call
	for c := range some(4)() {
		all = append(all, c)
	}
	b.s.silent = map[call.Key]bool{all[1].Key(): true}
	b.s.answer = func(c *call.Call) (*call.Exchange, *call.Failure) {
		if c.Key() == all[2].Key() {
			return nil, &call.Failure{Kind: call.Cancelled, Code: "canceled"}
		}
		return echo(c)
	}
	since := time.Now().Add(-time.Second)
	if _, err := b.Run(t.Context(), some(3)); err != nil {
		t.Fatal(err)
	}
	s := &Stored{Store: b.Store, Since: since}
	for i, want := range []call.Source{call.Live, call.Cached} {
		reply, err := s.Send(t.Context(), all[0])
		if err != nil || reply.Source != want || reply.Exchange.Took >= 0 || reply.Exchange.Header.Get(call.BatchHeader) != "b-1" {
			t.Errorf("time %d: %+v, %v; want source %s of batch b-1", i, reply, err, want)
		}
	}
	// A call that was cancelled at the provider is an error of its case, and does not end the run as Cancelled would.
	for i, want := range map[int]call.Kind{1: call.ServerFault, 2: call.ServerFault, 3: call.NotRecorded} {
		if _, err := s.Send(t.Context(), all[i]); call.KindOf(err) != want {
			t.Errorf("call %d: %v, want %s", i, err, want)
		}
	}
	old := &Stored{Store: b.Store, Since: time.Now().Add(time.Hour)}
	if reply, err := old.Send(t.Context(), all[0]); err != nil || reply.Source != call.Cached {
		t.Errorf("of an earlier process: %+v, %v", reply, err)
	}
}

// TestFailedCallsAreSubmittedAgain: what failed in a batch has no reply, so the next run submits it.
func TestFailedCallsAreSubmittedAgain(t *testing.T) {
	b := newBench(t)
	b.s.answer = func(*call.Call) (*call.Exchange, *call.Failure) {
		return nil, &call.Failure{Kind: call.RateLimited}
	}
	if _, err := b.Run(t.Context(), some(2)); err != nil {
		t.Fatal(err)
	}
	b.s.answer = echo
	report, err := b.Run(t.Context(), some(2))
	if err != nil || report.Answered != 2 || b.s.n != 2 {
		t.Errorf("%+v, %v after %d submissions", report, err, b.s.n)
	}
}

// TestFailedBatchIsForgotten: a batch that the provider could not begin is an error of the run, and is submitted again.
func TestFailedBatchIsForgotten(t *testing.T) {
	b := newBench(t)
	b.s.ended = Failed
	if _, err := b.Run(t.Context(), some(2)); err == nil || len(b.files(t)) != 0 {
		t.Fatalf("%v, left %v", err, b.files(t))
	}
	b.s.ended = Done
	if report, err := b.Run(t.Context(), some(2)); err != nil || report.Answered != 2 {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestMaxCostIsCheckedBeforeSubmitting, with what is answered or on its way left out.
func TestMaxCostIsCheckedBeforeSubmitting(t *testing.T) {
	b := newBench(t)
	b.AtMost = func(*call.Call) catalog.Cost { return catalog.Cost{USD: catalog.Dollar, Known: true} }
	b.MaxCost = 3 * catalog.Dollar
	if _, err := b.Run(t.Context(), some(4)); call.KindOf(err) != call.OverBudget || b.s.n != 0 {
		t.Fatalf("%v after %d submissions", err, b.s.n)
	}
	if _, err := b.Run(t.Context(), some(3)); err != nil {
		t.Fatal(err)
	}
	if report, err := b.Run(t.Context(), some(6)); err != nil || report.Kept != 3 || report.Answered != 3 {
		t.Errorf("%+v, %v", report, err)
	}
	b.AtMost = func(*call.Call) catalog.Cost { return catalog.Cost{} }
	if _, err := b.Run(t.Context(), some(7)); call.KindOf(err) != call.OverBudget {
		t.Errorf("a call of unknown price under a cap: %v", err)
	}
}
