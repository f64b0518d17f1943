package ledger

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/score"
)

// world is a random run as a plain list, against which what the ledger says is held.
type world struct {
	cases    []Case
	repeats  int
	attempts []*Attempt // the last one of a repeat counts
}

// randomWorld has more than a page of cases, of which some have no attempt and some several.
func randomWorld(r *rand.Rand, cases, repeats int) *world {
	w := &world{repeats: repeats}
	for i := range cases {
		c := Case{Ordinal: i, ID: fmt.Sprintf("c%d-%d", r.IntN(1000), i), Body: fmt.Appendf(nil, `{"q":%d}`, r.IntN(cases))}
		if r.IntN(3) > 0 {
			c.Cluster = fmt.Sprintf("company %d", r.IntN(9))
		}
		if r.IntN(4) > 0 {
			c.Tags = map[string]string{"form": []string{"10-K", "10-Q"}[r.IntN(2)]}
			if r.IntN(2) > 0 {
				c.Tags["year"] = fmt.Sprint(2000 + r.IntN(5))
			}
		}
		w.cases = append(w.cases, c)
		for repeat := range repeats {
			for try := range r.IntN(4) {
				w.attempts = append(w.attempts, randomAttempt(r, i, repeat, try))
			}
		}
	}
	return w
}

func randomAttempt(r *rand.Rand, ordinal, repeat, try int) *Attempt {
	outcomes := []string{Answered, Answered, Answered, "refused", "error"}
	a := &Attempt{Ordinal: ordinal, Repeat: repeat, Try: try, Outcome: outcomes[r.IntN(len(outcomes))],
		Source: []string{Live, Cached, Replayed, Carried}[r.IntN(4)],
		Key:    sha256.Sum256(fmt.Appendf(nil, "%d %d", ordinal, repeat)), Took: -1, Finished: testTime.Add(time.Duration(try) * time.Second)}
	if r.IntN(2) > 0 {
		a.Took = time.Duration(r.IntN(1_000_000)) * time.Microsecond
		a.Cost = known(int64(r.IntN(1_000_000)))
	}
	if a.Outcome == Answered {
		a.Answer = fmt.Appendf(nil, `{"text":"%d"}`, r.IntN(50))
	} else {
		a.Reason = "because"
	}
	for i, name := range []string{"exact", "f1", "judge"} {
		switch r.IntN(4 + i) {
		case 0:
		case 1:
			a.Scores = append(a.Scores, score.Not(name, score.Unparsable, "no figure"))
		default:
			one := score.Of(name, r.Float64())
			one.Expected, one.Extracted, one.Evidence = "gold", "answer", []string{"a", "b"}
			a.Scores = append(a.Scores, one)
		}
	}
	for i := range r.IntN(3) {
		u := Use{Call: Hash{byte(i)}, Provider: "p", Asked: "m", Served: []string{"", "m-1"}[r.IntN(2)],
			Outcome: []string{"complete", "refused"}[r.IntN(2)], Source: Live, Tries: 1 + i, Took: -1}
		if r.IntN(2) > 0 {
			u.Took, u.Input = time.Microsecond, known(int64(r.IntN(100)))
			u.Output, u.Cost = known(int64(r.IntN(9))), known(int64(r.IntN(999)))
			u.Cached, u.Written, u.Reasoning = known(1), known(2), known(3)
		}
		a.Uses = append(a.Uses, u)
	}
	return a
}

func known(n int64) *int64 { return &n }

// write appends a world, in an order of its own.
func (w *world) write(tb testing.TB, l *Ledger, r *rand.Rand) *Run {
	tb.Helper()
	run := begin(tb, l, "random")
	must(tb, run.AddCases(w.cases))
	must(tb, run.EndCases(len(w.cases)))
	for _, i := range r.Perm(len(w.attempts)) {
		must(tb, run.AddAttempt(w.attempts[i]))
	}
	must(tb, run.Warn("all is written")) // waits for all that was before
	return run
}

// finals are the attempts that count.
func (w *world) finals() []*Attempt {
	var out []*Attempt
	for _, a := range w.attempts {
		if n := len(out); n > 0 && out[n-1].Ordinal == a.Ordinal && out[n-1].Repeat == a.Repeat {
			out[n-1] = a
		} else {
			out = append(out, a)
		}
	}
	return out
}

// spentBefore is the cost of the calls of earlier tries that the last try of a repeat does not rest on, each once.
func (w *world) spentBefore() (spent int64) {
	for _, last := range w.finals() {
		costs := map[Hash]int64{}
		for _, a := range w.attempts {
			for _, u := range a.Uses {
				if a.Ordinal == last.Ordinal && a.Repeat == last.Repeat && a.Try < last.Try && u.Cost != nil {
					costs[u.Call] = max(costs[u.Call], *u.Cost)
				}
			}
		}
		for _, u := range last.Uses {
			delete(costs, u.Call)
		}
		for _, cost := range costs {
			spent += cost
		}
	}
	return spent
}

// sizes are cases and repeats of random runs: one, some with repeats, more than a page.
var sizes = [][2]int{{1, 1}, {40, 3}, {pageCases + 50, 1}}

func TestResults(t *testing.T) {
	for seed, size := range sizes {
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		w := randomWorld(r, size[0], size[1])
		l := create(t, t.TempDir())
		run := w.write(t, l, r)
		got := results(t, l, &run.Info, everything)
		want := w.finals()
		if len(got) != len(want) {
			t.Fatalf("%d results, want %d", len(got), len(want))
		}
		for i, g := range got {
			c := w.cases[want[i].Ordinal]
			c.Hash = sha256.Sum256(c.Body)
			g.Attempt.id = 0
			if !reflect.DeepEqual(g.Case, c) {
				t.Fatalf("case %+v, want %+v", g.Case, c)
			}
			if !reflect.DeepEqual(g.Attempt, *want[i]) {
				t.Fatalf("attempt %+v, want %+v", g.Attempt, *want[i])
			}
		}
		checkLess(t, l, run, got)
	}
}

// checkLess reads the same without what makes it heavy, and single cases.
func checkLess(t *testing.T, l *Ledger, run *Run, all []*Result) {
	t.Helper()
	for i, g := range results(t, l, &run.Info, With{}) {
		if g.Body != nil || g.Answer != nil || g.Uses != nil || g.ID != all[i].ID || len(g.Scores) != len(all[i].Scores) {
			t.Fatalf("result %+v", g)
		}
		if slices.ContainsFunc(g.Scores, func(s score.Score) bool { return s.Expected != "" || s.Explanation != "" }) {
			t.Fatal("details that were not wanted")
		}
	}
	for range l.Results(&run.Info, With{}) {
		break // one may stop in the middle
	}
	if len(all) == 0 {
		return
	}
	pick := all[len(all)/2].Case.Ordinal
	found, err := l.At(&run.Info, []int{pick, 1 << 30, pick}, everything)
	must(t, err)
	var want []Result
	for range 2 {
		for _, one := range all {
			if one.Case.Ordinal == pick {
				want = append(want, *one)
			}
		}
	}
	if len(found) != len(want) || found[0].ID != want[0].ID || string(found[len(found)-1].Answer) != string(want[len(want)-1].Answer) {
		t.Fatalf("found %+v, want %+v", found, want)
	}
}

// TestLargeBodies reads a page whose bodies are more than is read at a time.
func TestLargeBodies(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "large")
	var want []string
	for i := range 8 {
		text := json.RawMessage(`"` + strings.Repeat(string(rune('a'+i)), 6<<20) + `"`)
		want = append(want, string(text))
		must(t, run.AddCases([]Case{{Ordinal: 7 * i, ID: fmt.Sprint(i), Body: text}}))
		for repeat := range 2 {
			must(t, run.AddAttempt(&Attempt{Ordinal: 7 * i, Repeat: repeat, Outcome: "error", Source: Live, Finished: testTime}))
		}
	}
	must(t, run.End(Complete, ""))
	first, next, err := l.page(&run.Info, 0, end, everything)
	must(t, err)
	if len(first) == 0 || len(first) > 6 || next == end {
		t.Fatalf("a page of %d results with 6 MB each, and next %d", len(first), next)
	}
	all := results(t, l, &run.Info, everything)
	if len(all) != 16 {
		t.Fatalf("%d results of 16", len(all))
	}
	for i, one := range all {
		if string(one.Body) != want[i/2] || one.Repeat != i%2 || one.Case.Ordinal != 7*(i/2) {
			t.Fatalf("result %d is of case %q, repeat %d", i, one.ID, one.Repeat)
		}
	}
}

// TestResultsOfMixedSizes reads pages of which some end early, while the next are being read.
func TestResultsOfMixedSizes(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "mixed")
	large := json.RawMessage(`"` + strings.Repeat("x", 6<<20) + `"`)
	n := 2*pageCases + 100
	cases := make([]Case, n)
	for i := range cases {
		cases[i] = Case{Ordinal: i, ID: fmt.Sprint(i), Body: json.RawMessage(fmt.Sprint(i))}
		if i%100 < 2 {
			cases[i].Body = large
		}
	}
	must(t, run.AddCases(cases))
	for i := range n {
		must(t, run.AddAttempt(&Attempt{Ordinal: i, Outcome: "error", Source: Live, Finished: testTime}))
	}
	must(t, run.End(Complete, ""))
	next := 0
	for r, err := range l.Results(&run.Info, everything) {
		must(t, err)
		if r.Case.Ordinal != next || string(r.Body) != string(cases[next].Body) {
			t.Fatalf("result %d is of case %d, with %d bytes", next, r.Case.Ordinal, len(r.Body))
		}
		next++
	}
	if next != n {
		t.Errorf("%d results of %d", next, n)
	}
	for r, err := range l.Results(&run.Info, everything) { // readers end by themselves after an early break
		must(t, err)
		if r.Case.Ordinal == 3 {
			break
		}
	}
}

func TestColumnsAreResults(t *testing.T) {
	for seed, size := range sizes[1:] {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		w := randomWorld(r, size[0], size[1])
		l := create(t, t.TempDir())
		run := w.write(t, l, r)
		all := results(t, l, &run.Info, everything)
		c, err := l.ColumnsByID(&run.Info)
		must(t, err)
		if c.Len() != len(all) || len(c.Measures) != 3 || len(c.Groups) != 2 {
			t.Fatalf("%d places, %d measures, %d groups, for %d results", c.Len(), len(c.Measures), len(c.Groups), len(all))
		}
		for i, one := range all {
			checkPlace(t, c, i, one)
		}
	}
}

func checkPlace(t *testing.T, c *Columns, i int, want *Result) {
	t.Helper()
	seconds := float32(-1)
	if want.Took >= 0 {
		seconds = float32(want.Took.Microseconds()) / 1e6
	}
	if int(c.Ordinals[i]) != want.Case.Ordinal || int(c.Repeats[i]) != want.Repeat ||
		c.ClusterNames[c.Clusters[i]] != want.Cluster || string(c.Outcomes.At(i)) != want.Outcome || c.Seconds[i] != seconds {
		t.Fatalf("place %d: %d %d %q %q %v, want %+v", i, c.Ordinals[i], c.Repeats[i], c.ClusterNames[c.Clusters[i]],
			c.Outcomes.At(i), c.Seconds[i], want)
	}
	if c.IDs[i] != want.ID || c.Hashes[i] != want.Hash {
		t.Fatalf("place %d is of case %q", i, c.IDs[i])
	}
	scores := map[string]score.Score{}
	for _, s := range want.Scores {
		scores[s.Name] = s
	}
	for _, m := range c.Measures {
		if len(m.Values) != c.Len() || len(m.Outcomes) != c.Len() {
			t.Fatalf("measure %q has %d values and %d outcomes", m.Name, len(m.Values), len(m.Outcomes))
		}
		if m.Values[i] != scores[m.Name].Value || m.Outcomes.At(i) != scores[m.Name].Outcome {
			t.Fatalf("place %d, %q: %v %q, want %+v", i, m.Name, m.Values[i], m.Outcomes[i], scores[m.Name])
		}
	}
	tags := map[string]string{}
	for _, g := range c.Groups {
		if g.Of[i] >= 0 {
			tags[g.Tag] = g.Values[g.Of[i]]
		}
	}
	if len(tags) != len(want.Tags) || !maps.Equal(tags, want.Tags) && len(tags) > 0 {
		t.Fatalf("place %d: tags %v, want %v", i, tags, want.Tags)
	}
}

func TestPending(t *testing.T) {
	for seed, size := range sizes {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		w := randomWorld(r, size[0], size[1])
		l := create(t, t.TempDir())
		run := w.write(t, l, r)
		for _, again := range [][]string{nil, {"error"}, {"error", "refused"}} {
			var want []string
			last := map[[2]int]*Attempt{}
			for _, a := range w.attempts {
				last[[2]int{a.Ordinal, a.Repeat}] = a
			}
			for _, c := range w.cases {
				for repeat := range w.repeats + 1 { // the last one is asked for again
					switch a := last[[2]int{c.Ordinal, repeat}]; {
					case a == nil:
						want = append(want, fmt.Sprintf("%s %d 0 %s %s", c.ID, repeat, c.Cluster, c.Body))
					case slices.Contains(again, a.Outcome):
						want = append(want, fmt.Sprintf("%s %d %d %s %s", c.ID, repeat, a.Try+1, c.Cluster, c.Body))
					}
				}
			}
			var got []string
			for from := 0; from >= 0; {
				page, next, err := run.Pending(from, w.repeats+1, again)
				must(t, err)
				for _, p := range page {
					got = append(got, fmt.Sprintf("%s %d %d %s %s", p.ID, p.Repeat, p.Try, p.Cluster, p.Body))
				}
				from = next
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, again %q: %d pending, want %d", seed, again, len(got), len(want))
			}
		}
	}
}

func TestPendingOfNothing(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "empty")
	page, next, err := run.Pending(0, 1, nil)
	if len(page) != 0 || next >= 0 || err != nil {
		t.Errorf("%v, %d, %v", page, next, err)
	}
	if n, all, err := run.Registered(); n != 0 || all || err != nil {
		t.Errorf("%d registered, all %t, %v", n, all, err)
	}
	if got := results(t, l, &run.Info, everything); len(got) != 0 {
		t.Errorf("results of nothing: %v", got)
	}
	if c, err := l.Columns(&run.Info); err != nil || c.Len() != 0 {
		t.Errorf("columns of nothing: %v, %v", c, err)
	}
}

func TestFind(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "docqa")
	addCases(t, run, 2)
	key := Hash{9}
	for try, outcome := range []string{"error", Answered, Answered, "refused"} {
		a := benchAttempt(0, Hash{byte(try)})
		a.Key, a.Try = key, try
		a.Outcome, a.Source = outcome, Carried
		a.Reason = "because"
		if outcome == Answered {
			a.Reason = ""
		}
		must(t, run.AddAttempt(a))
	}
	must(t, run.End(Complete, ""))
	for _, c := range []struct {
		outcomes []string
		want     int // try, or -1
	}{{[]string{Answered}, 2}, {[]string{Answered, "refused"}, 3}, {[]string{"error"}, 0}, {[]string{"skipped"}, -1}, {nil, -1}} {
		got, err := l.Find([]Hash{key, {8}}, c.outcomes...)
		must(t, err)
		if c.want < 0 {
			if len(got) != 0 {
				t.Errorf("%q: found %+v", c.outcomes, got[key])
			}
			continue
		}
		a := got[key]
		if len(got) != 1 || a == nil || a.Try != c.want || a.Uses[0].Call != (Hash{byte(c.want)}) ||
			string(a.Answer) != string(benchAttempt(0, key).Answer) || a.Scores != nil || *a.Cost != 1234567 || a.Took != time.Millisecond {
			t.Errorf("%q: found %+v, want try %d", c.outcomes, a, c.want)
		}
	}
	if n := counts(t, l)["blobs"]; n != 3 {
		t.Errorf("%d bodies, want those of two cases and one answer", n)
	}
}

func TestCalls(t *testing.T) {
	l := create(t, t.TempDir())
	failed := benchCall(1)
	failed.Response, failed.Failure = nil, json.RawMessage(`{"kind":"timeout"}`)
	odd := benchCall(1)
	odd.Repeat, odd.Failure = 3, json.RawMessage(`{"kind":"refused"}`)
	odd.Response = &Response{Status: 500, Header: []byte(`{"Retry-After":["1"]}`), Body: []byte{},
		Began: time.Unix(1_700_000_000, 123456789).UTC(), Took: 5}
	for _, c := range []*Call{failed, odd, benchCall(1)} {
		must(t, l.SaveCall(c))
	}
	got, err := l.Calls(benchCall(1).Key)
	must(t, err)
	want := []*Call{failed, odd, benchCall(1)}
	if len(got) != len(want) {
		t.Fatalf("%d calls, want %d", len(got), len(want))
	}
	for i := range got {
		want[i].Stored = want[i].Stored.UTC()
		if r := want[i].Response; r != nil {
			r.Began = r.Began.UTC()
		}
		if !reflect.DeepEqual(got[i], *want[i]) {
			t.Errorf("call %d: got %+v, want %+v", i, got[i], *want[i])
		}
	}
	if n := counts(t, l)["blobs"]; n != 6 { // request, body, two headers, two responses
		t.Errorf("%d bodies, want 6: what was sent thrice is kept once", n)
	}
	if none, err := l.Calls(Hash{}); err != nil || len(none) != 0 {
		t.Error(none, err)
	}
}

func TestTotals(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 3))
		w := randomWorld(r, 200, 2)
		l := create(t, t.TempDir())
		run := w.write(t, l, r)
		want := &Totals{Cases: len(w.cases), Outcomes: map[string]map[string]int{}, Sources: map[string]int{}}
		models := map[string]*ModelTotals{}
		for _, a := range w.finals() {
			want.add(a, models)
		}
		want.Retried = w.spentBefore()
		for _, served := range slices.Sorted(maps.Keys(models)) {
			want.Models = append(want.Models, *models[served])
		}
		got, err := l.Totals(&run.Info)
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func (t *Totals) add(a *Attempt, models map[string]*ModelTotals) {
	t.Attempts++
	if t.Outcomes[a.Outcome] == nil {
		t.Outcomes[a.Outcome] = map[string]int{}
	}
	t.Outcomes[a.Outcome][a.Reason]++
	t.Sources[a.Source]++
	if a.Cost != nil {
		t.Cost += *a.Cost
	} else if len(a.Uses) > 0 {
		t.Unpriced++
	}
	for _, u := range a.Uses {
		m := models[u.Served]
		if m == nil {
			m = &ModelTotals{Provider: "p", Asked: "m", Served: u.Served}
			models[u.Served] = m
		}
		m.Calls++
		if u.Outcome != "complete" {
			m.Failed++
		}
		if u.Input == nil {
			m.Unknown++
			m.Unpriced++
			continue
		}
		m.Input, m.Output, m.Cost = m.Input+*u.Input, m.Output+*u.Output, m.Cost+*u.Cost
	}
}

func TestServedAndWarnings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	w := randomWorld(r, 60, 2)
	l := create(t, t.TempDir())
	run := w.write(t, l, r)
	if served, err := l.Served(&run.Info); err != nil || !slices.Equal(served, []string{"p/m-1"}) {
		t.Errorf("served %q, %v", served, err)
	}
	must(t, run.End(Complete, ""))
	must(t, l.Warn(&run.Info, []string{"b", "all is written", "b", "c"}))
	must(t, l.Warn(&run.Info, []string{"c"}))
	if got, err := l.Warnings(&run.Info); err != nil || !slices.Equal(got, []string{"all is written", "b", "c"}) {
		t.Errorf("warnings %q, %v", got, err)
	}
	if info, err := l.Run(run.Name); err != nil || info.Status != Complete {
		t.Errorf("a warning changed how the run stands: %v, %v", info, err)
	}
}

func TestRegisteredAndDone(t *testing.T) {
	l := create(t, t.TempDir())
	run := begin(t, l, "docqa")
	must(t, run.AddCases([]Case{benchCase(0), benchCase(7)})) // a sample keeps its places
	if n, all, err := run.Registered(); n != 2 || all || err != nil {
		t.Errorf("%d, %t, %v", n, all, err)
	}
	must(t, run.EndCases(2))
	for try := range 3 {
		a := benchAttempt(7, Hash{})
		a.Try = try
		must(t, run.AddAttempt(a))
	}
	must(t, run.Warn("written"))
	if n, all, err := run.Registered(); n != 2 || !all || err != nil {
		t.Errorf("%d, %t, %v", n, all, err)
	}
	if done, others, err := run.Done(); done != 1 || others || err != nil {
		t.Errorf("%d, %t, %v", done, others, err)
	}
	must(t, begin(t, l, "other").End(Complete, ""))
	if _, others, err := run.Done(); !others || err != nil {
		t.Errorf("%t, %v", others, err)
	}
}
