package findings

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/score"
)

// many are so many results of searches, of which a few are made and come again and again under new names.
func many(tb testing.TB, n int) func(ledger.With) iter.Seq2[*ledger.Result, error] {
	tb.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	var made []ledger.Result
	for i := range 64 {
		made = append(made, made1(tb, i, r))
	}
	return func(ledger.With) iter.Seq2[*ledger.Result, error] {
		return func(yield func(*ledger.Result, error) bool) {
			for i := range n {
				one := made[i%len(made)]
				one.ID = fmt.Sprintf("anchor %d %s", i, one.Tags["regime"])
				if !yield(&one, nil) {
					return
				}
			}
		}
	}
}

func made1(tb testing.TB, i int, r *rand.Rand) ledger.Result {
	tb.Helper()
	golds := []string{fmt.Sprint("gold ", i), fmt.Sprint("another gold ", i)}
	body, err := json.Marshal(map[string]any{"question": strings.Repeat("A sentence of usual length. ", 6),
		"evidence": golds, "extra": strings.Repeat("x", 1500)})
	if err != nil {
		tb.Fatal(err)
	}
	var passages []map[string]any
	at := r.IntN(60)
	for j := range 30 {
		id := fmt.Sprintf("0000123456_10-K_2020_section_7_%d", j)
		if j == at {
			id = golds[0]
		}
		passages = append(passages, map[string]any{"id": id, "text": "", "score": 1 - float64(j)/100,
			"distance": float64(j)/100 + r.Float64()/100, "class": "-1779096324428763910", "shape": "-1779096324428763910"})
	}
	answer, err := json.Marshal(map[string]any{"text": "30 hits", "passages": passages})
	if err != nil {
		tb.Fatal(err)
	}
	first := score.Not("first", score.Skipped, "other topic: no gold among 30 hits")
	if at < 30 {
		first = score.Of("first", float64(at+1))
	}
	if at >= 5 && at < 30 {
		first.Explanation = fmt.Sprintf("copies: %d hits before the first gold", at)
	}
	one := ledger.Result{Case: ledger.Case{Tags: map[string]string{"regime": []string{"filtered", "open"}[i%2]}, Body: body}}
	one.Outcome, one.Answer, one.Scores = ledger.Answered, answer, []score.Score{first}
	return one
}

func emptyRun() *analysis.Run {
	return &analysis.Run{Info: &ledger.Info{Header: ledger.Header{Suite: "neighbors-1",
		System: ledger.System{Settings: map[string]string{"k": "30"}}}}}
}

// TestMemoryDoesNotGrow gathers ten times as many results, and keeps no more.
func TestMemoryDoesNotGrow(t *testing.T) {
	var kept [2]int
	for i, n := range []int{1_000, 10_000} {
		g := newGathered(&emptyRun().Info.Header)
		for one := range many(t, n)(ledger.With{}) {
			if err := g.add(one); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range g.regimes {
			kept[i] += len(r.first) + len(r.why) + len(r.near.bins) + len(r.far.bins)
			for _, all := range r.hard {
				kept[i] += len(all)
			}
		}
	}
	if kept[0] == 0 || kept[1] > kept[0] {
		t.Errorf("of ten times as many results %d things are kept, after %d", kept[1], kept[0])
	}
}

// TestNothing is of runs that have nothing to show, and of results that are damaged.
func TestNothing(t *testing.T) {
	all, err := Of(emptyRun(), func(ledger.With) iter.Seq2[*ledger.Result, error] {
		return func(func(*ledger.Result, error) bool) {}
	})
	if err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
	one := made1(t, 1, rand.New(rand.NewPCG(1, 1)))
	for name, damage := range map[string]func(*ledger.Result){
		"case":   func(r *ledger.Result) { r.Body = []byte(`{"question":3}`) },
		"answer": func(r *ledger.Result) { r.Answer = []byte(`{`) },
	} {
		r := one
		damage(&r)
		if err := newGathered(&emptyRun().Info.Header).add(&r); err == nil {
			t.Errorf("a damaged %s is no error", name)
		}
	}
	without := one
	without.Scores = append(slices.Clone(one.Scores), score.Not("distance", score.Skipped, "the engine gives no distances"))
	without.Answer = []byte(`{"passages":[{"id":"a"},{"id":"b"}]}`)
	g := newGathered(&emptyRun().Info.Header)
	if err := g.add(&without); err != nil {
		t.Fatal(err)
	}
	if f := g.distances(emptyRun(), nil); len(f.Spreads) != 0 || f.Doc != "There is nothing to show: the engine gives no distances." {
		t.Errorf("%+v", f)
	}
}

// TestRanksBetween counts an expected rank at the next whole one, and ranks beyond those that count.
func TestRanksBetween(t *testing.T) {
	g := newGathered(&emptyRun().Info.Header)
	for _, first := range []float64{1, 1.5, 2, 5.01, 30, 30.5, 31} {
		one := made1(t, 0, rand.New(rand.NewPCG(1, 1)))
		one.Scores[0] = score.Of("first", first)
		if err := g.add(&one); err != nil {
			t.Fatal(err)
		}
	}
	c := g.ranks().Counts[0]
	got := map[string]int{}
	for i, kind := range c.Kinds {
		got[kind.Name] = c.Series[0].Counts[i]
		if beyond := kind.Name == "31"; beyond != (kind.Doc == "Found, beyond the ranks that count.") {
			t.Errorf("%+v", kind)
		}
	}
	want := map[string]int{"1": 1, "2": 2, "3": 0, "4": 0, "5": 0, "6 to 10": 1, "11 to 20": 0, "21 to 30": 1, "31": 2, "not found": 0}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestAnotherCause shows a cause that another version of the suite gave.
func TestAnotherCause(t *testing.T) {
	one := made1(t, 1, rand.New(rand.NewPCG(1, 1)))
	one.Scores[0].Explanation = "moonshine: no gold among 30 hits"
	g := newGathered(&emptyRun().Info.Header)
	if err := g.add(&one); err != nil {
		t.Fatal(err)
	}
	f, hardest := g.causes(), g.hardest()
	if c := f.Counts[0]; len(c.Kinds) != 2 || c.Kinds[1].Name != "moonshine" || c.Series[0].Of() != 1 || len(hardest.Cases) != 1 {
		t.Errorf("%+v, %+v", c, hardest)
	}
}

// TestHistogram holds bins and quantiles to the values, whatever these are.
func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for name, value := range map[string]func() float64{
		"cosine":  func() float64 { return 2 * r.Float64() },
		"below 0": func() float64 { return -50 * r.Float64() },
		"one":     func() float64 { return 0.25 },
		"copies":  func() float64 { return 1e-8 * (r.Float64() - 0.5) },
		"large":   func() float64 { return 1e6 * r.ExpFloat64() },
		"huge":    func() float64 { return (r.Float64() - 0.5) * measure.MaxValue },
	} {
		var near, far histogram
		var values []float64
		for i := range 30_000 {
			v := value()
			values = append(values, v)
			if i%3 == 0 {
				near.add(v)
			} else {
				far.add(v)
			}
		}
		far.add(math.NaN())
		far.add(math.Inf(1))
		if len(near.bins) > maxFine || len(far.bins) > maxFine {
			t.Errorf("%s: %d and %d bins", name, len(near.bins), len(far.bins))
		}
		s := spread(name, &near, &far)
		var sums [2]int
		for i, b := range s.Bins {
			sums[0], sums[1] = sums[0]+b.Counts[0], sums[1]+b.Counts[1]
			if i > 0 && b.Low != s.Bins[i-1].High || b.Low >= b.High {
				t.Errorf("%s: a bin from %v to %v behind one to %v", name, b.Low, b.High, s.Bins[max(i-1, 0)].High)
			}
		}
		if sums != [2]int{10_000, 20_000} || len(s.Bins) > maxSpread+2 || s.Kinds[0].N != sums[0] || s.Kinds[1].N != sums[1] {
			t.Errorf("%s: %v in %d bins", name, sums, len(s.Bins))
		}
		slices.Sort(values)
		width := values[len(values)-1] - values[0]
		for _, k := range s.Kinds {
			if d := math.Abs(*k.Median - values[len(values)/2]); d > 0.03*width+2/finest {
				t.Errorf("%s: the median of %s is %v, and of all %v", name, k.Name, *k.Median, values[len(values)/2])
			}
		}
	}
}

// TestHardestAreTheHardest offers anchors in any order.
func TestHardestAreTheHardest(t *testing.T) {
	var want []string
	for turn := range 5 {
		g := newGathered(&emptyRun().Info.Header)
		for _, i := range rand.New(rand.NewPCG(uint64(turn), 1)).Perm(200) {
			one := made1(t, 0, rand.New(rand.NewPCG(1, 1)))
			one.ID = fmt.Sprintf("a%d filtered", i)
			one.Scores[0] = score.Of("first", float64(10+i/2))
			one.Scores[0].Explanation = "copies: some hits before the first gold"
			if err := g.add(&one); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		for _, c := range g.hardest().Cases {
			got = append(got, c.ID)
		}
		if turn == 0 {
			want = got
		}
		if len(got) != perCause || !slices.Equal(got, want) || !slices.Contains(got, "a199") || !slices.Contains(got, "a198") {
			t.Errorf("%v, and before %v", got, want)
		}
	}
}

// BenchmarkOf reads 100,000 results.
func BenchmarkOf(b *testing.B) {
	results := many(b, 100_000)
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var all []finding.Finding
		all, err := Of(emptyRun(), results)
		if err != nil || len(all) == 0 {
			b.Fatal(len(all), err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "MB-kept")
		runtime.KeepAlive(all)
	}
}
