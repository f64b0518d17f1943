package ledger

import (
	"math"
	"testing"
)

// TestTotalsOfRetries: what a first try cost is neither lost nor mixed with what the answers cost; a call that
// both tries rest on was paid once.
func TestTotalsOfRetries(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "docqa")
	addCases(t, run, 2)
	use := func(call byte, cost *int64) Use {
		return Use{Call: Hash{call}, Provider: "quill", Asked: "quill-2", Outcome: "complete", Source: Live, Tries: 1, Took: -1, Cost: cost}
	}
	attempt := func(ordinal, try int, outcome string, cost int64, uses ...Use) {
		must(t, run.AddAttempt(&Attempt{Ordinal: ordinal, Try: try, Outcome: outcome, Source: Live, Took: -1,
			Cost: known(cost), Finished: testTime, Uses: uses}))
	}
	attempt(0, 0, "error", 150, use(1, known(100)), use(2, known(50)))
	attempt(0, 1, "error", 107, use(1, known(100)), use(3, known(7)))
	attempt(0, 2, Answered, 110, use(1, known(100)), use(4, known(10)))
	attempt(1, 0, Answered, 1000, use(5, known(1000)))
	must(t, run.End(Complete, ""))
	totals, err := l.Totals(&run.Info)
	must(t, err)
	if totals.Attempts != 2 || totals.Cost != 1110 || totals.Retried != 57 || totals.Models[0].Calls != 3 {
		t.Errorf("%+v", totals)
	}
}

// TestTotalsOfHugeCounts: a reply's count of tokens is any number in ledgers of older versions. It fails no reader, and
// sums stop at the largest number.
func TestTotalsOfHugeCounts(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "docqa")
	addCases(t, run, 3)
	counts := []int64{math.MaxInt64, 1<<32 - 1, math.MaxInt64}
	for i, n := range counts {
		must(t, run.AddAttempt(&Attempt{Ordinal: i, Outcome: Answered, Source: Live, Took: -1, Cost: known(n), Finished: testTime,
			Uses: []Use{{Call: Hash{byte(i)}, Provider: "quill", Asked: "quill-2", Outcome: "complete", Source: Live, Tries: 1, Took: -1,
				Input: known(n), Output: known(int64(i)<<32 - 1), Cost: known(n)}}}))
	}
	must(t, run.End(Complete, ""))
	totals, err := l.Totals(&run.Info)
	must(t, err)
	m := totals.Models[0]
	if totals.Cost != math.MaxInt64 || m.Cost != math.MaxInt64 || m.Input != math.MaxInt64 || m.Output != 3<<32-3 {
		t.Errorf("%+v", totals)
	}
	must(t, l.Remove([]*Info{&run.Info}))
}
