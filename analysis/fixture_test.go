package analysis

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// trial is an attempt as tests write it: scores of one repeat of one case.
type trial struct {
	id      string
	repeat  int
	content string // of the case, beside its id
	cluster string
	tags    map[string]string
	outcome score.Outcome // of the attempt; empty is answered
	scores  []score.Score
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

// store makes a run of trials; those of one case stand together.
func store(t testing.TB, l *ledger.Ledger, h ledger.Header, status ledger.Status, trials []trial) *ledger.Info {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	r, err := l.Begin(h, ledger.Hash{byte(len(trials))}, time.Now())
	must(err)
	var cases []ledger.Case
	ordinals := map[string]int{}
	for _, one := range trials {
		if _, known := ordinals[one.id]; known {
			continue
		}
		ordinals[one.id] = len(cases)
		body, err := json.Marshal(map[string]any{"id": one.id, "question": "What of " + one.id + one.content + "?",
			"gold": []string{"gold of " + one.id}})
		must(err)
		cases = append(cases, ledger.Case{Ordinal: len(cases), ID: one.id, Cluster: one.cluster, Tags: one.tags, Body: body})
		if len(cases)%5000 == 0 {
			must(r.AddCases(cases[len(cases)-5000:]))
		}
	}
	if rest := len(cases) % 5000; rest > 0 {
		must(r.AddCases(cases[len(cases)-rest:]))
	}
	must(r.EndCases(len(cases)))
	for _, one := range trials {
		a := &ledger.Attempt{Ordinal: ordinals[one.id], Repeat: one.repeat, Outcome: ledger.Answered, Source: ledger.Live, Took: time.Millisecond,
			Finished: time.Now(), Scores: one.scores, Answer: json.RawMessage(fmt.Sprintf(`{"text":"answer %d to %s"}`, one.repeat, one.id))}
		a.Key = ledger.Hash{byte(a.Ordinal), byte(a.Ordinal >> 8), byte(a.Ordinal >> 16), byte(a.Repeat), byte(len(h.System.Name))}
		if one.outcome != "" {
			a.Outcome, a.Reason, a.Answer = string(one.outcome), "timeout", nil
		}
		must(r.AddAttempt(a))
	}
	must(r.End(status, ""))
	info, err := l.Run(r.Name)
	must(err)
	return info
}

// header is that of a run of the system.
func header(system string) ledger.Header {
	return ledger.Header{Suite: "cases", System: ledger.System{Name: system, Kind: "prompt", Hash: system}, Repeats: 1}
}

// graded are n trials under one measure, from a function of the case's number.
func graded(n int, name string, value func(i int) float64) []trial {
	trials := make([]trial, n)
	for i := range trials {
		trials[i] = trial{id: "q" + strconv.Itoa(i), cluster: "company " + strconv.Itoa(i%11),
			tags:   map[string]string{"kind": []string{"odd", "even"}[i%2]},
			scores: []score.Score{score.Of(name, value(i))}}
	}
	return trials
}
