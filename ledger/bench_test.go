package ledger

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/score"
)

// big is the size of the run that reading is measured on.
const big = 100_000

// appendRun appends a run as the runner does: cases by the page, then for each case a call that is waited
// for and an attempt with three scores that is not.
func appendRun(tb testing.TB, l *Ledger, cases, goroutines int) *Run {
	tb.Helper()
	return appendFrom(tb, l, 0, cases, goroutines)
}

// appendFrom appends a run whose first case is the nth there is.
func appendFrom(tb testing.TB, l *Ledger, first, cases, goroutines int) *Run {
	tb.Helper()
	run := begin(tb, l, "bench")
	const page = 512
	for from := 0; from < cases; from += page {
		var all []Case
		for i := from; i < min(from+page, cases); i++ {
			c := benchCase(first + i)
			c.Ordinal = i
			all = append(all, c)
		}
		if err := run.AddCases(all); err != nil {
			tb.Fatal(err)
		}
	}
	if err := run.EndCases(cases); err != nil {
		tb.Fatal(err)
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range goroutines {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= cases {
					return
				}
				if err := answer(l, run, first, i); err != nil {
					tb.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	return run
}

// answer appends a call and the attempt at the case of an ordinal.
func answer(l *Ledger, run *Run, first, ordinal int) error {
	call := benchCall(first + ordinal)
	if err := l.SaveCall(call); err != nil {
		return err
	}
	a := benchAttempt(first+ordinal, call.Key)
	a.Ordinal = ordinal
	return run.AddAttempt(a)
}

func benchCase(i int) Case {
	return Case{Ordinal: i, ID: fmt.Sprintf("case-%06d", i), Cluster: fmt.Sprintf("company-%d", i/20),
		Tags: map[string]string{"form": []string{"10-K", "10-Q"}[i%2]},
		Body: fmt.Appendf(nil, `{"id":"case-%06d","question":"What did company %d report as revenue in year %d, and how did it compare `+
			`with the year before?","gold":["%d million"]}`, i, i/20, 2000+i%20, i)}
}

func benchCall(i int) *Call {
	now := time.UnixMilli(1_790_000_000_000)
	return &Call{Key: sha256.Sum256(fmt.Appendf(nil, "call %d", i)), Provider: "scripted", Operation: "chat", Model: "answers", Stored: now,
		Request: []byte(`{"method":"POST","url":"https://models.invalid/v1/chat","header":{"Content-Type":["application/json"]}}`),
		Body: fmt.Appendf(nil,
			`{"model":"answers","messages":[{"role":"user","content":"What did company %d report as revenue in year %d? Answer with the `+
				`figure and nothing else."}],"max_tokens":300,"nonce":%d}`, i/20, 2000+i%20, i),
		Response: &Response{Status: 200, Header: []byte(`{"Content-Type":["application/json"]}`), Began: now, Took: time.Millisecond,
			Body: fmt.Appendf(nil, `{"id":"reply-%d","model":"answers","choices":[{"message":{"role":"assistant","content":"Revenue was %d `+
				`million."},"finish_reason":"stop"}],"usage":{"prompt_tokens":40,"completion_tokens":9}}`, i, i)}}
}

func benchAttempt(i int, call Hash) *Attempt {
	in, out, cost := int64(40), int64(9), int64(1234567)
	return &Attempt{Ordinal: i, Key: sha256.Sum256(fmt.Appendf(nil, "attempt %d", i)), Outcome: Answered, Source: Live,
		Took: time.Millisecond, Cost: &cost,
		Answer: fmt.Appendf(nil, `{"text":"Revenue was %d million."}`, i), Finished: time.UnixMilli(1_790_000_000_001),
		Uses: []Use{{Call: call, Provider: "scripted", Asked: "answers", Served: "answers-1", Outcome: "complete",
			Source: Live, Tries: 1, Took: time.Millisecond, Input: &in, Output: &out, Cost: &cost}},
		Scores: []score.Score{
			{Name: "figure", Outcome: score.Scored, Value: float64(i % 2), Expected: fmt.Sprintf("%d million", i),
				Extracted: fmt.Sprintf("%d million", i), Explanation: "the figures are equal"},
			{Name: "f1", Outcome: score.Scored, Value: float64(i%7) / 7, Expected: "revenue", Extracted: "revenue", Explanation: "2 tokens of 3"},
			{Name: "quote", Outcome: score.Skipped, Explanation: "the case has no evidence"},
		}}
}

func BenchmarkAppend(b *testing.B) {
	for _, goroutines := range []int{1, 64} {
		b.Run(fmt.Sprintf("goroutines=%d", goroutines), func(b *testing.B) {
			l := create(b, b.TempDir())
			b.ReportAllocs()
			before := cpuTime()
			run := appendRun(b, l, b.N, goroutines)
			if err := run.End(Complete, ""); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
			b.ReportMetric(float64((cpuTime()-before).Microseconds())/float64(b.N), "cpu-us/op")
		})
	}
}

// BenchmarkRead reads a run of 100,000 cases with three scores each.
func BenchmarkRead(b *testing.B) {
	l := create(b, b.TempDir())
	run := appendRun(b, l, big, 64)
	if err := run.End(Complete, ""); err != nil {
		b.Fatal(err)
	}
	read := func(name string, do func(i int) error) {
		b.Run(name, func(b *testing.B) {
			before, i := cpuTime(), 0
			for b.Loop() {
				i++
				if do(i) != nil {
					b.Fatal(do(i))
				}
			}
			b.ReportMetric(float64((cpuTime()-before).Microseconds())/float64(i), "cpu-us/op")
		})
	}
	for _, with := range []With{{}, {Details: true}, everything} {
		read(fmt.Sprintf("Results/%+v", with), func(int) error {
			n := 0
			for _, err := range l.Results(&run.Info, with) {
				n++
				if err != nil {
					return err
				}
			}
			return enough(n, big)
		})
	}
	read("Columns", func(int) error {
		c, err := l.Columns(&run.Info)
		if err != nil {
			return err
		}
		return enough(c.Len(), big)
	})
	read("Totals", func(int) error {
		t, err := l.Totals(&run.Info)
		if err != nil {
			return err
		}
		return enough(t.Attempts, big)
	})
	read("Pending", func(int) error {
		for from := 0; from >= 0; {
			_, next, err := run.Pending(from, 1, nil)
			if err != nil {
				return err
			}
			from = next
		}
		return nil
	})
	read("Find", func(i int) error {
		found, err := l.Find([]Hash{sha256.Sum256(fmt.Appendf(nil, "attempt %d", i*7919%big))}, Answered)
		if err != nil {
			return err
		}
		return enough(len(found), 1)
	})
	read("Calls", func(i int) error {
		found, err := l.Calls(sha256.Sum256(fmt.Appendf(nil, "call %d", i*7919%big)))
		if err != nil {
			return err
		}
		return enough(len(found), 1)
	})
}

func enough(got, want int) error {
	if got != want {
		return fmt.Errorf("read %d, want %d", got, want)
	}
	return nil
}

// BenchmarkResultsHeap reports the live memory in the middle of reading runs of several sizes.
func BenchmarkResultsHeap(b *testing.B) {
	for _, cases := range []int{10_000, 100_000, 500_000} {
		b.Run(fmt.Sprint(cases), func(b *testing.B) {
			l := create(b, b.TempDir())
			run := appendRun(b, l, cases, 64)
			var most uint64
			for b.Loop() {
				i := 0
				for _, err := range l.Results(&run.Info, With{Bodies: true, Answers: true, Uses: true, Details: true}) {
					if err != nil {
						b.Fatal(err)
					}
					i++
					if i%(cases/10) == 0 {
						var m runtime.MemStats
						runtime.GC()
						runtime.ReadMemStats(&m)
						most = max(most, m.HeapAlloc)
					}
				}
			}
			b.ReportMetric(float64(most)/1e6, "MB-heap")
			if err := run.End(Complete, ""); err != nil {
				b.Fatal(err)
			}
		})
	}
}
