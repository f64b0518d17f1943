package neighbors

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite/neighbors/findings"
	"github.com/assayhq/assay/system"
)

// recorded runs the anchors of a world, some of them without golds and some without a vector, through an engine
// that loses most of what it holds, and gives the run and what is to be read of it.
func recorded(t *testing.T, seed uint64, ranks string) (*analysis.Run, []finding.Finding, []ledger.Result) {
	t.Helper()
	r, w := rand.New(rand.NewPCG(seed, 11)), newWorld(4, 3, 30, seed)
	for i := range w.anchors.Anchors {
		a := &w.anchors.Anchors[i]
		a.Length = 5 + r.IntN(50)
		if r.IntN(6) == 0 {
			a.Golds = nil
		}
	}
	s := &search{Searcher: w.engine("nine tenths of the index"), Exact: w.engine(""), Schema: index.Sentences, K: 10,
		Vector: func(_ context.Context, id, _ string) ([]float32, error) {
			if strings.HasSuffix(id, "7") {
				return nil, nil
			}
			return w.vectors[id], nil
		}}
	scorer, err := newScorer(scoring{K: 10, Exact: true, Adapt: true, Legacy: ranks == "legacy"})
	check(t, err)
	l, err := ledger.Create(t.TempDir(), "test")
	check(t, err)
	t.Cleanup(func() { check(t, l.Close()) })
	p := &run.Plan{System: s, Scorers: []run.Scorer{scorer}, Cases: casesOf(w.anchors, regimeTable)}
	p.Header = ledger.Header{Suite: "neighbors-2", Split: "regime", Scorers: scorer.Names(),
		System: ledger.System{Name: "main", Kind: "search", Hash: "1", Settings: map[string]string{"k": "10", "ranks": ranks}}}
	done, err := run.Execute(context.Background(), l, p)
	check(t, err)
	told, err := analysis.Of(l, done.Run, analysis.Options{})
	check(t, err)
	read := func(with ledger.With) iter.Seq2[*ledger.Result, error] { return l.Results(done.Run, with) }
	all, err := findings.Of(told, read)
	check(t, err)
	var results []ledger.Result
	for one, err := range read(ledger.With{Bodies: true, Answers: true, Details: true}) {
		check(t, err)
		results = append(results, *one)
	}
	return told, all, results
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func byName(t *testing.T, all []finding.Finding, name string) *finding.Finding {
	t.Helper()
	at := slices.IndexFunc(all, func(f finding.Finding) bool { return f.Name == name })
	if at < 0 {
		t.Fatalf("there is no finding %q", name)
	}
	return &all[at]
}

// TestFindingsSayWhatTheResultsSay holds every figure of the findings of random runs against tally's, and against
// the results themselves.
func TestFindingsSayWhatTheResultsSay(t *testing.T) {
	for seed := range uint64(6) {
		ranks := []string{"", "legacy"}[seed%2]
		t.Run(fmt.Sprint(seed, ranks), func(t *testing.T) {
			r, all, results := recorded(t, seed, ranks)
			statsAgree(t, r, all, results)
			ranksAgree(t, r, byName(t, all, "ranks"), results)
			causesAgree(t, all, results, ranks == "legacy")
			for i := range byName(t, all, "distances").Spreads {
				distancesAgree(t, &byName(t, all, "distances").Spreads[i], results, ranks == "legacy")
			}
		})
	}
}

func statsAgree(t *testing.T, r *analysis.Run, all []finding.Finding, results []ledger.Result) {
	t.Helper()
	seen := 0
	for _, f := range all {
		for _, s := range f.Stats {
			for _, row := range s.Rows {
				for column, stat := range row.Stats {
					if stat == nil {
						t.Errorf("%s, %s: no statistic in column %s", f.Name, row.Label, s.Columns[column])
						continue
					}
					length, name := "", row.Label+" "+s.Columns[column]
					if f.Name == "lengths" {
						length, name = row.Label, s.Columns[column]+" "+s.Title
					}
					if stat.Name != name {
						t.Errorf("%s: %s stands where %s should", f.Name, stat.Name, name)
					}
					statAgrees(t, r, stat, length, results)
					seen++
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("%d statistics only", seen)
	}
}

// statAgrees holds a statistic against that of tally for the same group, and against a mean of the results.
func statAgrees(t *testing.T, r *analysis.Run, got *measure.Stat, length string, results []ledger.Result) {
	t.Helper()
	name, regime, _ := strings.Cut(got.Name, " ")
	var want *measure.Stat
	for i := range r.Measures {
		if r.Measures[i].Name == got.Name && length == "" {
			want = &r.Measures[i].Stat
		}
	}
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			if g.Tag == "length" && row.Value == length && length != "" {
				want = &row.Measures[slices.IndexFunc(row.Measures, func(s measure.Stat) bool { return s.Name == got.Name })]
			}
		}
	}
	if want == nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s of length %q: %+v, and tally has %+v", got.Name, length, got, want)
	}
	sum, n, attempted := 0.0, 0, 0
	for i := range results {
		if results[i].Tags["regime"] != regime || length != "" && results[i].Tags["length"] != length {
			continue
		}
		for _, s := range results[i].Scores {
			if s.Name == name {
				attempted++
				if s.Outcome == score.Scored {
					sum, n = sum+s.Value, n+1
				}
			}
		}
	}
	if n != got.Scored || attempted != got.Attempted || n > 0 && math.Abs(sum/float64(n)-*got.Mean) > 1e-9 {
		t.Errorf("%s of length %q: mean %v of %d of %d; the results say %v of %d of %d", got.Name, length, *got.Mean,
			got.Scored, got.Attempted, sum/float64(n), n, attempted)
	}
}

func ranksAgree(t *testing.T, r *analysis.Run, f *finding.Finding, results []ledger.Result) {
	t.Helper()
	c := &f.Counts[0]
	for _, s := range c.Series {
		var first *analysis.Measure
		for i := range r.Measures {
			if r.Measures[i].Name == "first "+s.Name {
				first = &r.Measures[i]
			}
		}
		found := s.Of() - s.Counts[len(s.Counts)-1]
		if found != first.Scored || s.Of()+s.Left != first.Attempted || found == 0 || s.Left == 0 {
			t.Errorf("%s: %d found of %d, %d left out; tally has %d of %d", s.Name, found, s.Of(), s.Left, first.Scored, first.Attempted)
		}
		want := map[string]int{}
		for i := range results {
			if at := slices.IndexFunc(results[i].Scores,
				func(s score.Score) bool { return s.Name == "first" }); results[i].Tags["regime"] == s.Name &&
				results[i].Scores[at].Outcome == score.Scored {
				switch v := results[i].Scores[at].Value; {
				case v <= 5:
					want[fmt.Sprint(math.Ceil(v))]++
				case v <= 10:
					want["6 to 10"]++
				}
			}
		}
		for i, kind := range c.Kinds[:6] {
			if s.Counts[i] != want[kind.Name] {
				t.Errorf("%s, rank %s: %d, and the results have %d", s.Name, kind.Name, s.Counts[i], want[kind.Name])
			}
		}
	}
}

func causesAgree(t *testing.T, all []finding.Finding, results []ledger.Result, legacy bool) {
	t.Helper()
	reasons, hardest, err := hardestAnchors(func(yield func(*ledger.Result, error) bool) {
		for i := range results {
			if !yield(&results[i], nil) {
				return
			}
		}
	}, 1)
	check(t, err)
	c := &byName(t, all, "causes").Counts[0]
	for i, s := range c.Series {
		if s.Of() != reasons[i].Of || s.Name != reasons[i].Regime {
			t.Errorf("%s: %d anchors; there are %d in %s", s.Name, s.Of(), reasons[i].Of, reasons[i].Regime)
		}
		for j, kind := range c.Kinds[1:] {
			if s.Counts[j+1] != reasons[i].Hard[kind.Name] {
				t.Errorf("%s, %s: %d, want %d", s.Name, kind.Name, s.Counts[j+1], reasons[i].Hard[kind.Name])
			}
		}
	}
	cases := byName(t, all, "hardest").Cases
	for _, h := range hardest {
		at := slices.IndexFunc(cases, func(c finding.Case) bool { return c.Group == h.Regime && c.Why == h.Why })
		if at < 0 {
			t.Errorf("no anchor of %s is as hard as %s: %s", h.Regime, h.Anchor, h.Why)
		}
	}
	evidence := map[string][]string{}
	for i := range results {
		var c system.Case
		check(t, json.Unmarshal(results[i].Body, &c))
		evidence[c.ID] = c.Evidence
	}
	for _, c := range cases {
		golds, of := c.Lists[1].Items, evidence[c.ID+" "+c.Group]
		if slices.ContainsFunc(c.Lists[0].Items, func(i finding.Item) bool { return slices.Contains(of, i.ID) }) ||
			slices.ContainsFunc(golds, func(i finding.Item) bool { return !slices.Contains(of, i.ID) }) {
			t.Errorf("%s: of the golds %v, %+v", c.ID, of, c.Lists)
		}
		if c.Text == "" || len(golds) == 0 ||
			slices.ContainsFunc(c.Lists[0].Items, func(i finding.Item) bool { return i.ID == c.ID && !legacy || i.Note == "" }) {
			t.Errorf("%+v", c)
		}
	}
}

// distancesAgree counts the distances of hits again.
func distancesAgree(t *testing.T, s *finding.Spread, results []ledger.Result, legacy bool) {
	t.Helper()
	var want [2][]float64
	for i := range results {
		var c system.Case
		var a system.Answer
		if results[i].Outcome != ledger.Answered || results[i].Tags["regime"] != s.Title {
			continue
		}
		check(t, json.Unmarshal(results[i].Body, &c))
		check(t, json.Unmarshal(results[i].Answer, &a))
		for _, p := range a.Passages {
			switch {
			case len(c.Evidence) == 0 || p.ID+" "+s.Title == c.ID && !legacy:
			case slices.Contains(c.Evidence, p.ID):
				want[0] = append(want[0], *p.Distance)
			default:
				want[1] = append(want[1], *p.Distance)
			}
		}
	}
	for kind, values := range want {
		slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(a, b) })
		k, n := &s.Kinds[kind], len(values)
		if k.N != n || n == 0 {
			t.Fatalf("%s: %d %s, and the answers have %d", s.Title, k.N, k.Name, n)
		}
		for share, got := range map[float64]*float64{0.1: k.P10, 0.5: k.Median, 0.9: k.P90} {
			if want := values[int(math.Ceil(share*float64(n)))-1]; math.Abs(*got-want) > 1e-4 {
				t.Errorf("%s, %s: %v of them are below %v, and it is %v", s.Title, k.Name, share, *got, want)
			}
		}
		for _, b := range s.Bins {
			in := 0
			for _, v := range values {
				if math.Abs(v) < 1e-6 {
					v = 0
				}
				if v >= b.Low && v < b.High {
					in++
				}
			}
			if d := in - b.Counts[kind]; d < -1 || d > 1 { // rounding at its ends
				t.Errorf("%s, %s from %v to %v: %d, and there are %d", s.Title, k.Name, b.Low, b.High, b.Counts[kind], in)
			}
		}
	}
	if s.Separation == nil || s.Separation.Name != "distance.auc "+s.Title {
		t.Errorf("%s: %+v tells the two apart", s.Title, s.Separation)
	}
}

// TestCausesHaveNames holds the causes that are found to those that are explained.
func TestCausesHaveNames(t *testing.T) {
	_, all, _ := recorded(t, 3, "")
	c := &byName(t, all, "causes").Counts[0]
	if len(c.Kinds) < 2 || slices.ContainsFunc(c.Kinds, func(l finding.Label) bool { return l.Doc == "" }) {
		t.Errorf("%+v", c.Kinds)
	}
}
