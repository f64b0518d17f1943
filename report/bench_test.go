package report

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// benchCases is the size that the targets of speed and memory are given for.
const benchCases = 100_000

// large makes a run of one attempt and two measures a case, in 500 clusters, with answers of usual length.
func large(tb testing.TB, l *ledger.Ledger) *ledger.Info {
	tb.Helper()
	run, err := l.Begin(small{}.header(), ledger.Hash{9}, smallStart)
	must(tb, err)
	const batch = 1000
	cases := make([]ledger.Case, 0, batch)
	for i := range benchCases {
		body := fmt.Sprintf(`{"question":"What was the revenue of company %d in fiscal year %d?","gold":["%d million"]}`, i%500, 2000+i%25, i)
		cases = append(cases, ledger.Case{Ordinal: i, ID: fmt.Sprintf("case-%d", i),
			Cluster: fmt.Sprintf("company %d", i%500), Body: []byte(body),
			Tags: map[string]string{"form": []string{"10-K", "10-Q", "8-K"}[i%3]}})
		if len(cases) == batch {
			must(tb, run.AddCases(cases))
			cases = cases[:0]
		}
	}
	must(tb, run.EndCases(benchCases))
	for i := range benchCases {
		cost, tokens := int64(1_000_000), int64(900)
		a := &ledger.Attempt{Ordinal: i, Outcome: ledger.Answered, Source: ledger.Live, Took: time.Second, Cost: &cost, Finished: smallStart,
			Answer: fmt.Appendf(nil, `{"text":"The revenue of the company was %d million in that year, as item 7 says."}`, i),
			Uses: []ledger.Use{{Call: ledger.Hash{byte(i), byte(i >> 8), byte(i >> 16)}, Provider: "acme", Asked: "luna-2",
				Served: "luna-2", Outcome: "complete", Source: ledger.Live, Tries: 1, Input: &tokens, Output: &tokens, Cost: &cost}},
			Scores: []score.Score{score.Of("f1", float64(i%101)/100), score.Of("exact-normal", float64(i%3/2))}}
		if i%50 == 0 {
			a.Scores[0] = score.Not("f1", score.Abstained, "it says that it has none")
		}
		must(tb, run.AddAttempt(a))
	}
	must(tb, run.End(ledger.Complete, ""))
	info, err := l.Run(run.Name)
	must(tb, err)
	return info
}

// BenchmarkReport makes each form of the report of a run of 100,000 cases, its statistics included, and says
// how much memory the heap held at most.
func BenchmarkReport(b *testing.B) {
	l := newLedger(b)
	info := large(b, l)
	for _, f := range Formats {
		b.Run(f.Name, func(b *testing.B) {
			peak := watchHeap(b)
			for b.Loop() {
				r, err := Of(l, info, analysis.Options{Worst: 5})
				must(b, err)
				must(b, f.Write(io.Discard, r, Options{Results: ResultsOf(context.Background(), l, info)}))
			}
			b.ReportMetric(float64(peak())/1e6, "MB-heap")
		})
	}
	for _, e := range Exports[:4] {
		b.Run("export-"+e.Name, func(b *testing.B) {
			peak := watchHeap(b)
			for b.Loop() {
				must(b, e.Write(io.Discard, info, ResultsOf(context.Background(), l, info)))
			}
			b.ReportMetric(float64(peak())/1e6, "MB-heap")
		})
	}
}

// watchHeap reads the heap now and then until it is asked for the highest that it saw.
func watchHeap(b *testing.B) func() uint64 {
	b.Helper()
	runtime.GC()
	var top atomic.Uint64
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var m runtime.MemStats
		for t := time.NewTicker(20 * time.Millisecond); ; {
			select {
			case <-t.C:
				runtime.ReadMemStats(&m)
				top.Store(max(top.Load(), m.HeapInuse))
			case <-done:
				t.Stop()
				return
			}
		}
	}()
	return func() uint64 {
		close(done)
		<-ended
		return top.Load()
	}
}

func BenchmarkMarkdownText(b *testing.B) {
	text := []byte(nil)
	for _, h := range hostile {
		text = append(text, h.text...)
	}
	s := string(bytes.Repeat(text, 10))
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		markdown(s)
	}
}
