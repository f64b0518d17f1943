package report

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/ledger"
)

// TestTRECScores: equal scores stay equal, what is no order is replaced by the ranks, and the passage that a case
// asks with is left out unless the run counted it.
func TestTRECScores(t *testing.T) {
	for name, c := range map[string]struct {
		passages, body, ranks string
		want                  []string
	}{
		"ties": {`[{"id":"a","score":0.5},{"id":"b","score":0.5},{"id":"c","score":0.25}]`, `{}`, "",
			[]string{"a 1 0.5", "b 2 0.5", "c 3 0.25"}},
		"below zero": {`[{"id":"a","score":0},{"id":"b","score":-1.5}]`, `{}`, "", []string{"a 1 0", "b 2 -1.5"}},
		"none":       {`[{"id":"a"},{"id":"b"}]`, `{}`, "", []string{"a 1 2", "b 2 1"}},
		"rising":     {`[{"id":"a","score":1},{"id":"b","score":2}]`, `{}`, "", []string{"a 1 2", "b 2 1"}},
		"asked with": {`[{"id":"b","score":3},{"id":"a","score":2},{"id":"c","score":1}]`,
			`{"variables":{"anchor":"a"}}`, "", []string{"b 1 3", "c 2 1"}},
		"counted":        {`[{"id":"a","score":2},{"id":"c","score":1}]`, `{"variables":{"anchor":"a"}}`, "legacy", []string{"a 1 2", "c 2 1"}},
		"of other shape": {`[{"id":"a","score":2}]`, `{"variables":7}`, "", []string{"a 1 2"}},
	} {
		r := &ledger.Result{Case: ledger.Case{ID: "q", Body: json.RawMessage(c.body)},
			Attempt: ledger.Attempt{Answer: json.RawMessage(`{"passages":` + c.passages + `}`)}}
		results := func(ledger.With) iter.Seq2[*ledger.Result, error] {
			return func(yield func(*ledger.Result, error) bool) { yield(r, nil) }
		}
		info := &ledger.Info{Name: "run", Header: ledger.Header{System: ledger.System{Settings: map[string]string{"ranks": c.ranks}}}}
		var b strings.Builder
		if err := exportTREC(&b, info, results); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(b.String()) {
			f := strings.Fields(line)
			got = append(got, fmt.Sprint(f[2], " ", f[3], " ", f[4]))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
