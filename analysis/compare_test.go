package analysis

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// TestCompare breaks some cases of a system and wants to see which, and nothing else.
func TestCompare(t *testing.T) {
	l := newLedger(t)
	base := func() []trial {
		trials := graded(220, "exact", func(i int) float64 { return float64(min(i%4, 1)) })
		for i := range trials {
			trials[i].scores = append(trials[i].scores, score.Of("distance", 0.5), score.Of("f1", 0.5))
		}
		return trials
	}
	worse := base()
	for i := 1; i < 40; i += 4 {
		worse[i].scores[0] = score.Of("exact", 0) // lost, 10 of them
	}
	worse[4].scores[0] = score.Of("exact", 1)                               // gained
	worse[8].scores[1] = score.Of("distance", 0.9)                          // farther away, which is a loss
	worse[12].scores[0] = score.Not("exact", score.Unparsable, "no figure") // where there was a 0
	worse[9].outcome = score.Error
	for k, name := range []string{"exact", "distance", "f1"} {
		worse[9].scores[k] = score.Not(name, score.Error, "timeout")
	}
	h := header("new")
	h.System.Models, h.System.Prompts = []string{"fake/m2"}, map[string]string{"user": strings.Repeat("ab", 32)}
	old := header("new")
	old.System.Models, old.System.Prompts = []string{"fake/m1"}, map[string]string{"user": strings.Repeat("cd", 32)}
	a, b := store(t, l, h, ledger.Complete, worse), store(t, l, old, ledger.Complete, base())
	c, err := Compare(l, a, b, Options{Worst: 100})
	if err != nil {
		t.Fatal(err)
	}
	if c.Cases != 220 || c.Unpaired != nil || len(c.Measures) != 3 || c.Changes != 13 || len(c.Changed) != 13 {
		t.Fatalf("%d cases, %d measures, %d changes of which %d are shown", c.Cases, len(c.Measures), c.Changes, len(c.Changed))
	}
	m := c.Measures[0]
	if m.Name != "exact" || m.Losses != 9 || m.Wins != 1 || m.NoNumberA != 2 || m.Clusters != 11 || m.P == nil ||
		m.Adjusted == nil || *m.Adjusted < *m.P || *m.Difference >= 0 {
		t.Errorf("%+v", m)
	}
	if c.Measures[1].Better != "lower" || c.Measures[0].Better != "higher" || c.Measures[0].About.Doc == "" {
		t.Errorf("directions: %+v", c.Measures)
	}
	checkChanges(t, c.Changed)
	if got := fmt.Sprint(c.Differs); got != "[{model  fake/m2 fake/m1} {prompt user abababababab cdcdcdcdcdcd}]" {
		t.Errorf("differences %s", got)
	}
	if text, err := json.Marshal(c); err != nil || !strings.Contains(string(text), `"outcome_a":"error"`) {
		t.Errorf("%s, %v", text, err)
	}
}

// checkChanges wants losses first and the gain last.
func checkChanges(t *testing.T, changed []Change) {
	t.Helper()
	kinds := map[string]int{}
	for i, c := range changed {
		kinds[c.A.Outcome]++
		if c.Question == "" || len(c.Gold) != 1 || c.B.Answer == "" {
			t.Errorf("%s was not read: %+v", c.ID, c)
		}
		if i > 0 && c.Loss > changed[i-1].Loss {
			t.Errorf("%s, which lost %g, stands behind a loss of %g", c.ID, c.Loss, changed[i-1].Loss)
		}
	}
	last, before := changed[len(changed)-1], changed[len(changed)-2]
	if last.ID != "q4" || last.Loss != -1 || before.ID != "q8" || before.Loss < 0.3 {
		t.Errorf("the last are %+v and %+v", before, last)
	}
	if kinds["error"] != 1 {
		t.Errorf("outcomes %v", kinds)
	}
	for _, c := range changed {
		if c.A.Outcome == "error" && (c.ID != "q9" || c.A.Reason != "timeout" || c.A.Answer != "" || len(c.Measures) != 3 ||
			c.Measures[0].A != nil || *c.Measures[0].B != 1 || c.Loss != 1) {
			t.Errorf("%+v", c)
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	l := newLedger(t)
	value := func(i int) float64 { return float64(i % 2) }
	all := store(t, l, header("a"), ledger.Complete, graded(30, "exact", value))
	fewer := store(t, l, header("b"), ledger.Interrupted, graded(20, "exact", value))
	edited := graded(30, "exact", value)
	edited[7].content = " now"
	changed := store(t, l, header("c"), ledger.Complete, edited)
	foreign := graded(3, "exact", value)
	for i := range foreign {
		foreign[i].id = "other " + foreign[i].id
	}
	other := store(t, l, header("d"), ledger.Complete, foreign)
	cases := []struct {
		name string
		b    *ledger.Info
		want []string
		both int // cases with Common; 0 is an error
	}{
		{"fewer cases", fewer, []string{"10 only in " + all.Name, "(q20, q21, q22, q23, q24, …)",
			fewer.Name + " is interrupted", "--common compares the 20"}, 20},
		{"an edited case", changed, []string{"1 in both with different contents (q7)", "--common compares the 29"}, 29},
		{"other cases", other, []string{"30 only in", "3 only in " + other.Name, "no case is the same in both"}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Compare(l, all, c.b, Options{})
			for _, want := range c.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v\nlacks %q", err, want)
				}
			}
			got, err := Compare(l, all, c.b, Options{Common: true})
			switch {
			case c.both == 0 && err == nil:
				t.Error("compared nothing")
			case c.both > 0 && (err != nil || got.Cases != c.both || got.Unpaired == nil || got.Measures[0].N != c.both):
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

func TestCompareRepeats(t *testing.T) {
	l := newLedger(t)
	repeated := func(value func(i, repeat int) float64) (all []trial) {
		for i, one := range graded(40, "exact", func(int) float64 { return 0 }) {
			for repeat := range 3 {
				one.repeat, one.scores = repeat, []score.Score{score.Of("exact", value(i, repeat))}
				all = append(all, one)
			}
		}
		return all
	}
	a := store(t, l, header("a"), ledger.Complete, repeated(func(i, repeat int) float64 { return float64((i + repeat) % 2) }))
	b := store(t, l, header("b"), ledger.Complete, repeated(func(i, repeat int) float64 { return float64(i % 2) }))
	c, err := Compare(l, a, b, Options{Worst: 3})
	if err != nil {
		t.Fatal(err)
	}
	if c.Cases != 40 || c.Measures[0].N != 40 || c.Changes != 40 {
		t.Errorf("%+v", c)
	}
	if first := c.Changed[0]; first.Loss < 0.32 || first.Loss > 0.34 || first.A.Answer != "answer 1 to "+first.ID ||
		*first.Measures[0].A > 0.67 {
		t.Errorf("%+v: the second repeat is the first to differ", first)
	}
}

func TestDifferences(t *testing.T) {
	base := func() ledger.Header {
		return ledger.Header{Suite: "cases", Scorers: []string{"exact", "f1"}, Seed: 1, Prices: "2026-11-20", Tool: ledger.Tool{Version: "1"},
			Data:   []ledger.Source{{Path: "a.jsonl", SHA256: "11", Records: 3}},
			System: ledger.System{Name: "s", Kind: "prompt", Hash: "1", Settings: map[string]string{"temperature": "0"}}}
	}
	cases := []struct {
		name   string
		change func(*ledger.Header)
		want   string
	}{
		{"nothing", func(*ledger.Header) {}, "[]"},
		{"the command line", func(h *ledger.Header) { h.Arguments = []string{"x"} }, "[]"},
		{"the order of scorers", func(h *ledger.Header) { h.Scorers = []string{"f1", "exact"} }, "[]"},
		{"the place of the data", func(h *ledger.Header) { h.Data = []ledger.Source{{Path: "b.jsonl", SHA256: "11", Records: 3}} }, "[]"},
		{"the data", func(h *ledger.Header) { h.Data[0].SHA256 = "22" }, "[{data a.jsonl 22, 3 records 11, 3 records}]"},
		{"no data", func(h *ledger.Header) { h.Data = nil }, "[{data a.jsonl none 11, 3 records}]"},
		{"a setting", func(h *ledger.Header) { h.System.Settings = map[string]string{"top_p": "1"} },
			"[{setting temperature  0} {setting top_p 1 }]"},
		{"something else of the system", func(h *ledger.Header) { h.System.Hash = "2" }, "[{system hash 2 1}]"},
		{"the rest", func(h *ledger.Header) { h.Seed, h.Prices, h.Repeats, h.Limit = 2, "later", 3, 5 },
			"[{repeats  3 1} {limit  5 0} {seed  2 1} {prices  later 2026-11-20}]"},
	}
	for _, c := range cases {
		h := base()
		c.change(&h)
		if got := fmt.Sprint(differences(&ledger.Info{Header: h}, &ledger.Info{Header: base()}, nil, nil)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if got := fmt.Sprint(differences(&ledger.Info{}, &ledger.Info{}, []string{"p/m2"}, []string{"p/m1"})); got != "[{served  p/m2 p/m1}]" {
		t.Errorf("another model served: %s", got)
	}
}

// TestPairs reads parts of runs by tags.
func TestPairs(t *testing.T) {
	l := newLedger(t)
	a := store(t, l, header("a"), ledger.Complete, graded(50, "exact", func(i int) float64 { return float64(i % 2) }))
	b := store(t, l, header("b"), ledger.Complete, graded(50, "exact", func(int) float64 { return 1 }))
	p, err := Pair(l, a, b)
	if err != nil {
		t.Fatal(err)
	}
	odd := map[string]string{"kind": "even"} // the cases with odd numbers
	x, y := p.Samples("exact", odd)
	if x.Attempted() != 25 || *x.Stat(Options{}.Options).Mean != 1 || y.Attempted() != 25 {
		t.Errorf("%d and %d", x.Attempted(), y.Attempted())
	}
	for _, where := range []map[string]string{{"kind": "neither"}, {"none": "odd"}, {"kind": "odd", "none": "x"}} {
		if x, _ := p.Samples("exact", where); x.Attempted() != 0 {
			t.Errorf("%v: %d attempts", where, x.Attempted())
		}
	}
	if x, y := p.Samples("f1", nil); x != nil || y != nil {
		t.Error("a measure out of nothing")
	}
	if va, vb := p.Values("exact", odd); len(va) != 25 || len(vb) != 25 || va[0] != 1 || len(p.Numbers("exact", odd)) != 25 {
		t.Errorf("%v %v", va, vb)
	}
	alone, err := Pair(l, a, nil)
	if err != nil {
		t.Fatal(err)
	}
	if va, vb := alone.Values("exact", nil); len(va) != 50 || vb != nil || alone.Refuse() != nil || alone.Stored() {
		t.Errorf("%d values, %v", len(va), vb)
	}
}

// TestJSON holds the keys that docs/formats.md describes: programs rely on them.
func TestJSON(t *testing.T) {
	l := newLedger(t)
	a := store(t, l, header("a"), ledger.Complete, graded(30, "exact", func(i int) float64 { return float64(i % 2) }))
	b := store(t, l, header("b"), ledger.Complete, graded(31, "exact", func(i int) float64 { return float64(i % 3 / 2) }))
	c, err := Compare(l, a, b, Options{Common: true, Worst: 1})
	if err != nil {
		t.Fatal(err)
	}
	past, err := Past(l, ledger.Filter{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name  string
		value any
		want  string
	}{
		{"comparison", c, "a b cases changed changes differs level measures only_a only_b unpaired"},
		{"measure", c.Measures[0],
			"a adjusted b better clusters detectable difference interval losses method n name no_number no_number_a no_number_b only_a " +
				"only_b p power se ties why wins"},
		{"difference", c.Differs[0], "a b name what"},
		{"unpaired", c.Unpaired, "changed only_a only_b some"},
		{"change", c.Changed[0], "a b cluster gold id loss measures question"},
		{"side", c.Changed[0].A, "answer ordinal outcome"},
		{"changed measure", c.Changed[0].Measures[0], "a b loss name outcome_a outcome_b"},
		{"history", past, "left_out level series"},
		{"series", past.Series[0], "better name points suite"},
		{"point", past.Series[0].Points[0], "marks run started stat status system"},
	}
	for _, c := range cases {
		var members map[string]json.RawMessage
		text, err := json.Marshal(c.value)
		if err == nil {
			err = json.Unmarshal(text, &members)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(members)), " "); err != nil || got != c.want {
			t.Errorf("%s has\n%s, want\n%s (%v)", c.name, got, c.want, err)
		}
	}
}
