package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// cases are invented questions.
func cases(n int) iter.Seq2[*system.Case, error] {
	return func(yield func(*system.Case, error) bool) {
		for i := range n {
			c := &system.Case{ID: "q" + strconv.Itoa(i), Question: fmt.Sprintf("What is %d and one?", i), Gold: []string{strconv.Itoa(i + 1)},
				Cluster: "company " + strconv.Itoa(i%7), Tags: map[string]string{"kind": []string{"odd", "even"}[i%2]}}
			if !yield(c, nil) {
				return
			}
		}
	}
}

// oracle answers from a function and counts.
type oracle struct {
	answer func(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error)
	asked  atomic.Int64
	mu     sync.Mutex
	each   map[string]int
}

func (o *oracle) Answer(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
	o.asked.Add(1)
	o.mu.Lock()
	if o.each == nil {
		o.each = map[string]int{}
	}
	o.each[c.ID+"/"+strconv.Itoa(repeat)]++
	o.mu.Unlock()
	if len(c.Gold) > 0 || c.Cluster != "" {
		return nil, errors.New("the system sees the gold")
	}
	return o.answer(ctx, c, repeat)
}

func right(_ context.Context, c *system.Case, _ int) (*system.Answer, error) {
	n, _ := strconv.Atoi(c.ID[1:])
	return &system.Answer{Text: strconv.Itoa(n + 1 - n%3/2), Outcome: system.Answered, Took: -1}, nil
}

func planOf(n int, s system.System) *Plan {
	exact, _ := score.Find("exact")
	return &Plan{Header: ledger.Header{Suite: "cases", System: ledger.System{Name: "oracle", Hash: "1"}, Scorers: []string{"exact"},
		Repeats: 1},
		Cases: cases(n), System: s, Scorers: []Scorer{Deterministic(exact)}}
}

func newLedger(t testing.TB) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Create(t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func execute(t testing.TB, l *ledger.Ledger, p *Plan) *Result {
	t.Helper()
	r, err := Execute(context.Background(), l, p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestExecute(t *testing.T) {
	l, o := newLedger(t), &oracle{answer: right}
	r := execute(t, l, planOf(1500, o))
	if r.Run.Status != ledger.Complete || r.Progress.Done != 1500 || o.asked.Load() != 1500 {
		t.Fatalf("status %s, progress %+v, %d asked", r.Run.Status, r.Progress, o.asked.Load())
	}
	columns, err := l.Columns(r.Run)
	if err != nil {
		t.Fatal(err)
	}
	m := columns.Measure("exact")
	if m == nil || columns.Len() != 1500 || len(m.Values) != 1500 {
		t.Fatalf("columns of %d attempts: %+v", columns.Len(), columns.Measures)
	}
	sum := 0.0
	for i, v := range m.Values {
		if m.Outcomes.At(i) != score.Scored || columns.Ordinals[i] != int32(i) {
			t.Fatalf("attempt %d: %s of case %d", i, m.Outcomes.At(i), columns.Ordinals[i])
		}
		sum += v
	}
	if sum != 1000 {
		t.Errorf("%v of 1500 are right, want 1000", sum)
	}
}

// TestInterruptedRunAnswersEachCaseOnce interrupts a run many times; each case is answered once in the end.
func TestInterruptedRunAnswersEachCaseOnce(t *testing.T) {
	l := newLedger(t)
	o := &oracle{answer: right}
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancel(context.Background())
		n := o.asked.Load()
		p := planOf(1200, o)
		inner := o.answer
		o.answer = func(c context.Context, k *system.Case, r int) (*system.Answer, error) {
			if o.asked.Load() >= n+150 { // not ==: calls run at once
				cancel()
			}
			return inner(c, k, r)
		}
		r, err := Execute(ctx, l, p)
		o.answer = inner
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if r.Run.Status == ledger.Complete {
			if stops < 5 {
				t.Errorf("stopped %d times only", stops)
			}
			break
		}
		if r.Run.Status != ledger.Interrupted || stops > 20 {
			t.Fatalf("stop %d: %s: %s", stops, r.Run.Status, r.Run.Reason)
		}
	}
	for id, n := range o.each {
		if n != 1 {
			t.Errorf("%s was asked %d times", id, n)
		}
	}
	runs, err := l.Runs(ledger.Filter{})
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
}

// TestUnchangedCasesAreCarriedOver answers a changed data set: only what is new is asked.
func TestUnchangedCasesAreCarriedOver(t *testing.T) {
	l, o := newLedger(t), &oracle{answer: right}
	execute(t, l, planOf(100, o))
	p := planOf(130, o)
	p.Header.Data = []ledger.Source{{SHA256: "another"}}
	r := execute(t, l, p)
	if o.asked.Load() != 130 || r.Progress.Carried != 100 {
		t.Errorf("%d asked, %d carried", o.asked.Load(), r.Progress.Carried)
	}
	p = planOf(130, o)
	p.Header.Data, p.IgnoreCache = []ledger.Source{{SHA256: "another"}}, true
	execute(t, l, p)
	if o.asked.Load() != 260 {
		t.Errorf("a fresh run asked %d", o.asked.Load()-130)
	}
}

// TestRetryOutcomes tries errors again, and only those.
func TestRetryOutcomes(t *testing.T) {
	l, o := newLedger(t), &oracle{}
	o.answer = func(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
		if n, _ := strconv.Atoi(c.ID[1:]); n%10 == 3 && o.each[c.ID+"/0"] == 1 {
			return &system.Answer{Outcome: string(score.Error), Reason: "timeout", Took: time.Second}, nil
		}
		return right(ctx, c, repeat)
	}
	p := planOf(100, o)
	p.Concurrency = 1
	r := execute(t, l, p)
	if r.Progress.Outcomes["timeout"] != 10 {
		t.Fatalf("%+v", r.Progress)
	}
	p.RetryOutcomes = []string{string(score.Error)}
	if r = execute(t, l, p); !r.Resumed || o.asked.Load() != 110 {
		t.Fatalf("resumed %v, %d asked", r.Resumed, o.asked.Load())
	}
	totals, err := l.Totals(r.Run)
	if err != nil || totals.Attempts != 100 || totals.Outcomes[system.Answered][""] != 100 {
		t.Errorf("%+v, %v", totals, err)
	}
}

// TestEnders end the run and leave no attempt.
func TestEnders(t *testing.T) {
	for kind, want := range map[call.Kind]ledger.Status{call.OverBudget: ledger.Stopped, call.MissingKey: ledger.Failed} {
		l, o := newLedger(t), &oracle{}
		o.answer = func(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
			if o.asked.Load() > 50 {
				return nil, &call.Failure{Kind: kind, Provider: "fake"}
			}
			return right(ctx, c, repeat)
		}
		r, err := Execute(context.Background(), l, planOf(100, o))
		if r == nil || r.Run.Status != want || (err != nil) != (want == ledger.Failed) {
			t.Errorf("%s: %+v, %v", kind, r, err)
		}
	}
}

// TestDoubleIDs refuses cases with one id.
func TestDoubleIDs(t *testing.T) {
	l := newLedger(t)
	p := planOf(3, &oracle{answer: right})
	p.Cases = func(yield func(*system.Case, error) bool) {
		_ = yield(&system.Case{ID: "a", Question: "?"}, nil) && yield(&system.Case{ID: "a", Question: "!"}, nil)
	}
	if _, err := Execute(context.Background(), l, p); !errors.Is(err, ledger.ErrTwice) {
		t.Errorf("got %v", err)
	}
}

func TestSample(t *testing.T) {
	ids := func(s iter.Seq2[*system.Case, error]) (all []string) {
		for c := range s {
			all = append(all, c.ID)
		}
		return all
	}
	few, many := ids(Sample(cases(1000), 50, 1)), ids(Sample(cases(1010), 50, 1))
	if len(few) != 50 || len(ids(First(cases(1000), 7))) != 7 {
		t.Fatal(len(few))
	}
	same := map[string]bool{}
	for _, id := range few {
		same[id] = true
	}
	kept := 0
	for _, id := range many {
		if same[id] {
			kept++
		}
	}
	if kept < 45 {
		t.Errorf("ten more cases changed %d of the 50 drawn", 50-kept)
	}
	if fmt.Sprint(ids(Sample(cases(1000), 50, 2))) == fmt.Sprint(few) {
		t.Error("another seed draws the same")
	}
}

func BenchmarkExecute(b *testing.B) {
	for b.Loop() {
		l, o := newLedger(b), &oracle{answer: right}
		o.each = nil
		r := execute(b, l, planOf(20_000, o))
		b.ReportMetric(float64(r.Progress.Done)/r.Progress.Elapsed.Seconds(), "cases/s")
	}
}

// TestFinishes lets what is under way end when one case ends the run: it may be paid for.
func TestFinishes(t *testing.T) {
	l, o := newLedger(t), &oracle{}
	begun := make(chan struct{})
	o.answer = func(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
		if c.ID == "q3" {
			<-begun
			return nil, &call.Failure{Kind: call.OverBudget, Provider: "fake"}
		}
		if c.ID == "q2" {
			close(begun)
			time.Sleep(20 * time.Millisecond)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return right(ctx, c, repeat)
	}
	p := planOf(100, o)
	p.Concurrency = 4
	r := execute(t, l, p)
	done := map[string]bool{}
	for one, err := range l.Results(r.Run, ledger.With{}) {
		if err != nil {
			t.Fatal(err)
		}
		done[one.ID] = true
	}
	if r.Run.Status != ledger.Stopped || !done["q2"] || done["q3"] || len(done) == 100 {
		t.Errorf("%s with %d done, q2 %v, q3 %v", r.Run.Status, len(done), done["q2"], done["q3"])
	}
}

// TestHangingRunEndsAfterItsGrace stops a run that hangs: after its grace it ends, and the case is asked again.
func TestHangingRunEndsAfterItsGrace(t *testing.T) {
	l, o := newLedger(t), &oracle{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.answer = func(inner context.Context, c *system.Case, repeat int) (*system.Answer, error) {
		if c.ID == "q5" && o.each["q5/0"] == 1 {
			cancel()
			<-inner.Done()
			return nil, inner.Err()
		}
		return right(inner, c, repeat)
	}
	p := planOf(40, o)
	p.Grace, p.Concurrency = 10*time.Millisecond, 1
	r, err := Execute(ctx, l, p)
	if err != nil || r.Run.Status != ledger.Interrupted || !r.Progress.Stopping || !r.Progress.Interrupted {
		t.Fatalf("%+v, %v", r, err)
	}
	p.NewRun = true
	if r := execute(t, l, p); r.Resumed || r.Progress.Carried != 5 {
		t.Errorf("a new run: %+v", r.Progress)
	}
	p.NewRun = false
	if r := execute(t, l, p); r.Resumed {
		t.Error("a complete run is gone on with")
	}
	if runs, err := l.Runs(ledger.Filter{}); err != nil || len(runs) != 3 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}

// A run that ends by an error of its own was not interrupted.
func TestFailedIsNotInterrupted(t *testing.T) {
	l, o := newLedger(t), &oracle{}
	o.answer = func(context.Context, *system.Case, int) (*system.Answer, error) {
		return nil, errors.New("no more paper")
	}
	r, err := Execute(t.Context(), l, planOf(4, o))
	if err == nil || r.Run.Status != ledger.Failed || !r.Progress.Stopping || r.Progress.Interrupted {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRunResumesAfterItsGrace goes on with a run whose grace ended within a case.
func TestRunResumesAfterItsGrace(t *testing.T) {
	l, o := newLedger(t), &oracle{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.answer = func(inner context.Context, c *system.Case, repeat int) (*system.Answer, error) {
		if c.ID == "q5" && o.each["q5/0"] == 1 {
			cancel()
			<-inner.Done()
			return nil, inner.Err()
		}
		return right(inner, c, repeat)
	}
	p := planOf(40, o)
	p.Grace, p.Concurrency = 10*time.Millisecond, 1
	if _, err := Execute(ctx, l, p); err != nil {
		t.Fatal(err)
	}
	if r := execute(t, l, p); !r.Resumed || r.Run.Status != ledger.Complete || o.each["q5/0"] != 2 || o.each["q4/0"] != 1 {
		t.Errorf("%+v, q5 asked %d times", r, o.each["q5/0"])
	}
}

// TestSameCases: two sets of stored answers to one question are answers to the same case.
func TestSameCases(t *testing.T) {
	l := newLedger(t)
	of := func(answer, second string) *ledger.Columns {
		p := planOf(2, &system.Stored{})
		p.Header.System = ledger.System{Kind: "stored", Hash: answer}
		p.Cases = func(yield func(*system.Case, error) bool) {
			_ = yield(&system.Case{ID: "a", Question: "Why?", Answer: &answer}, nil) &&
				yield(&system.Case{ID: "b", Question: second, Answer: &answer}, nil)
		}
		c, err := l.ColumnsByID(execute(t, l, p).Run)
		if err != nil || c.Len() != 2 {
			t.Fatalf("%+v, %v", c, err)
		}
		return c
	}
	x, y := of("x", "When?"), of("y", "Where?")
	if x.Hashes[0] != y.Hashes[0] || x.Hashes[1] == y.Hashes[1] {
		t.Errorf("hashes %x and %x", x.Hashes, y.Hashes)
	}
}
