package gate

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// neighbours makes a run as the suite of that name does: 2,000 anchors of 100 companies under both regimes,
// of which a share is found. Anchors that one run finds a better run finds, too.
func neighbours(t *testing.T, l *ledger.Ledger, self, filtered, open, farther float64) *ledger.Info {
	t.Helper()
	const anchors = 2000
	r, err := l.Begin(ledger.Header{Suite: "neighbors"}, ledger.Hash{1}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	var cases []ledger.Case
	var attempts []*ledger.Attempt
	for i := range 2 * anchors {
		regime, found := "filtered", filtered
		if i >= anchors {
			regime, found = "open", open
		}
		at := float64(i*7919%anchors) / anchors // spread over the companies
		hit := func(share float64) float64 {
			if at < share {
				return 1
			}
			return 0
		}
		c := ledger.Case{Ordinal: i, ID: fmt.Sprintf("%s/%d", regime, i%anchors), Cluster: fmt.Sprint("company ", i%100),
			Tags: map[string]string{"regime": regime}, Body: json.RawMessage(fmt.Sprintf(`{"anchor":%d}`, i))}
		cases = append(cases, c)
		attempts = append(attempts, &ledger.Attempt{Ordinal: i, Outcome: ledger.Answered, Source: ledger.Live, Scores: []score.Score{
			score.Of("self@1", hit(self)), score.Of("hit@5", hit(found)), score.Of("distance", 0.2+at/10+farther)}})
	}
	if err := r.AddCases(cases); err != nil {
		t.Fatal(err)
	}
	for _, a := range attempts {
		if err := r.AddAttempt(a); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.End(ledger.Complete, ""); err != nil {
		t.Fatal(err)
	}
	return &r.Info
}

// TestMonthly plants one change at a time in retrieval: each fails its own rule and no other.
func TestMonthly(t *testing.T) {
	l, err := ledger.Create(t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	monthly, err := Open("monthly")
	if err != nil {
		t.Fatal(err)
	}
	base := neighbours(t, l, 1, 0.8, 0.6, 0)
	for _, c := range []struct {
		name                          string
		self, filtered, open, farther float64
		fails                         int // the rule, or -1
		severity                      string
	}{
		{"the same", 1, 0.8, 0.6, 0, -1, ""},
		{"a little of each", 0.985, 0.79, 0.59, 0.01, -1, ""},
		{"sentences lost", 0.9, 0.8, 0.6, 0, 0, "P0"},
		{"filter dropped", 1, 0.65, 0.6, 0, 1, "P1"},
		{"better by far", 1, 0.95, 0.6, 0, 1, "P1"},
		{"open worse", 1, 0.8, 0.5, 0, 2, "P2"},
		{"farther", 1, 0.8, 0.6, 0.1, 3, "P2"},
	} {
		run := neighbours(t, l, c.self, c.filtered, c.open, c.farther)
		r, err := Judge(l, run, base, monthly, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Results {
			want := Pass
			if i == c.fails {
				want = Fail
			}
			if one := &r.Results[i]; one.Verdict != want {
				t.Errorf("%s: %s: %s, want %s: %s", c.name, one.Name, one.Verdict, want, one.Why)
			}
		}
		if r.Severity != c.severity || len(r.Results) != 4 {
			t.Errorf("%s: %s, %d rules", c.name, r.Severity, len(r.Results))
		}
	}
}
