package analysis

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

func TestOf(t *testing.T) {
	l := newLedger(t)
	trials := graded(60, "f1", func(i int) float64 { return float64(i%5) / 4 })
	for i := range trials {
		exact := score.Of("exact", float64(i%2))
		if i%10 == 3 {
			exact = score.Not("exact", score.Unparsable, "no figure")
		}
		trials[i].scores = append(trials[i].scores, exact)
		if i%10 == 7 {
			trials[i].outcome, trials[i].scores = score.Error, []score.Score{score.Not("f1", score.Error, "timeout"),
				score.Not("exact", score.Error, "timeout")}
		}
		if i == 0 {
			trials[i].tags = nil
		}
	}
	info := store(t, l, header("a"), ledger.Complete, trials)
	r, err := Of(l, info, Options{Worst: 6})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Measures) != 2 || r.Totals.Attempts != 60 {
		t.Fatalf("%d measures of %d attempts", len(r.Measures), r.Totals.Attempts)
	}
	f1, exact := r.Measures[0], r.Measures[1]
	if f1.Name != "f1" || f1.Scored != 54 || f1.Attempted != 60 || f1.Scale != measure.Ratio || f1.About.Doc == "" || len(f1.Histogram) != 20 {
		t.Errorf("f1: %+v", f1)
	}
	if exact.Scale != measure.Binary || exact.Histogram != nil || len(exact.Reasons) != 2 ||
		exact.Reasons[1] != (measure.Reason{Reason: "unparsable", Count: 6}) {
		t.Errorf("exact: %+v", exact)
	}
	count := 0
	for _, b := range f1.Histogram {
		count += b.Count
	}
	if count != f1.Scored || f1.Histogram[19].High != 1 || f1.Histogram[19].Count == 0 {
		t.Errorf("the histogram counts %d of %d: %v", count, f1.Scored, f1.Histogram)
	}
	if len(r.Groups) != 1 || r.Groups[0].Tag != "kind" || len(r.Groups[0].Rows) != 3 {
		t.Fatalf("groups: %+v", r.Groups)
	}
	rows := r.Groups[0].Rows
	if rows[0].Value != "even" || rows[0].Measures[0].Attempted != 30 || rows[1].Value != "odd" ||
		rows[1].Measures[0].Attempted != 29 || rows[2].Value != "" || rows[2].Measures[0].Attempted != 1 {
		t.Errorf("rows: %+v", rows)
	}
	checkWorst(t, r.Worst)
}

// checkWorst wants three errors and, the errors apart, those with the lowest numbers.
func checkWorst(t *testing.T, worst []Case) {
	t.Helper()
	if len(worst) != 6 {
		t.Fatalf("%d cases, want 6", len(worst))
	}
	for i, c := range worst {
		if (c.Outcome == string(score.Error)) != (i < 3) || !strings.HasPrefix(c.Question, "What of q") || c.Gold[0] != "gold of "+c.ID {
			t.Errorf("place %d: %+v", i, c)
		}
	}
	if worst[0].Reason != "timeout" || worst[0].Answer != "" || worst[3].Answer != "answer 0 to "+worst[3].ID ||
		worst[3].Scores[1].Value != 0 {
		t.Errorf("%+v\n%+v", worst[0], worst[3])
	}
}

func TestOfChooses(t *testing.T) {
	l := newLedger(t)
	trials := graded(10, "f1", func(i int) float64 { return float64(i) / 10 })
	for i := range trials {
		trials[i].scores = append(trials[i].scores, score.Of("exact", 1))
		trials[i].tags["serial"] = strconv.Itoa(i)
	}
	info := store(t, l, header("a"), ledger.Complete, trials)
	r, err := Of(l, info, Options{Measures: []string{"exact"}, Groups: []string{"serial"}, Worst: 5})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Measures) != 1 || len(r.Groups) != 1 || len(r.Groups[0].Rows) != 10 || len(r.Worst) != 0 {
		t.Errorf("%d measures, %d groups, %d worst: perfect cases are not among the worst", len(r.Measures), len(r.Groups), len(r.Worst))
	}
	many := graded(100, "exact", func(i int) float64 { return 1 })
	for i := range many {
		many[i].tags["serial"] = strconv.Itoa(i)
	}
	if r, err = Of(l, store(t, l, header("b"), ledger.Complete, many), Options{}); err != nil || len(r.Groups) != 1 ||
		r.Groups[0].Tag != "kind" {
		t.Errorf("groups %+v, %v", r.Groups, err)
	}
}

// TestGroupsOfRepeats orders groups by their cases, however often each was asked.
func TestGroupsOfRepeats(t *testing.T) {
	l := newLedger(t)
	trials := graded(9, "exact", func(i int) float64 { return float64(i % 2) }) // five odd, four even
	for repeat := range 5 {
		again := trials[1]
		again.repeat = repeat + 1
		trials = append(trials, again)
	}
	r, err := Of(l, store(t, l, header("a"), ledger.Complete, trials), Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := r.Groups[0].Rows
	if len(rows) != 2 || rows[0].Value != "odd" || rows[1].Measures[0].Attempted != 9 || rows[1].Measures[0].Cases != 4 {
		t.Errorf("%+v", rows)
	}
}

func TestHistogram(t *testing.T) {
	column := func(values ...float64) *ledger.Column {
		c := &ledger.Column{Name: "m"}
		for _, v := range values {
			c.Values = append(c.Values, v)
			if err := c.Outcomes.Append(score.Scored); err != nil {
				t.Fatal(err)
			}
		}
		return c
	}
	row := score.Share("m", score.Higher, "", "")
	cases := []struct {
		name        string
		row         score.Measure
		values      []float64
		bins        int
		first, last float64
	}{
		{"nothing", score.Measure{}, nil, 0, 0, 0},
		{"one value", score.Measure{}, []float64{3, 3}, 0, 0, 0},
		{"a rate", row, []float64{0, 1, 1}, 0, 0, 0},
		{"a ratio", row, []float64{0, 0.5, 1}, 20, 0, 1},
		{"beyond its range", row, []float64{-1, 0.5, 1}, 21, -1, 1.1},
		{"grades", score.Measure{}, []float64{1, 2, 5}, 5, 0.5, 5.5},
		{"distances", score.Measure{}, []float64{0.113, 0.2, 0.6421}, 11, 0.1, 0.65},
		{"large", score.Measure{}, []float64{-1e99, 0.5, 1e99}, 20, -1e99, 1e99},
		{"no numbers among them", score.Measure{}, []float64{1, 2, 3, math.Inf(1)}, 3, 0.5, 3.5},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			bins := histogram(c.row, column(c.values...))
			if len(bins) < c.bins || len(bins) > c.bins+1 {
				t.Fatalf("%d bins, want %d: %v", len(bins), c.bins, bins)
			}
			if c.bins == 0 {
				return
			}
			count := 0
			for i, b := range bins {
				count += b.Count
				for _, v := range c.values {
					if inside := v >= b.Low && (v < b.High || i == len(bins)-1 && v == b.High); inside && b.Count == 0 {
						t.Errorf("%g is not in bin %v", v, b)
					}
				}
			}
			if want := len(valuesOf(column(c.values...))); count != want || math.Abs(bins[0].Low-c.first) > 1e-9*math.Abs(c.first) {
				t.Errorf("%d counted, want %d, from %g, want %g", count, want, bins[0].Low, c.first)
			}
		})
	}
}

func TestQuestion(t *testing.T) {
	cases := map[string]struct {
		body, question string
		gold           []string
	}{
		"ours":           {`{"question":"Why?","gold":["a","b"]}`, "Why?", []string{"a", "b"}},
		"a conversation": {`{"messages":[{"role":"user","text":"Hi"},{"role":"user","text":"Why?"}],"gold":"a"}`, "Why?", []string{"a"}},
		"a number":       {`{"question":"How many?","gold":5}`, "How many?", []string{"5"}},
		"neither":        {`{"anchor":"s1"}`, "", nil},
		"no object":      {`7`, "", nil},
	}
	for name, c := range cases {
		if q, gold := question([]byte(c.body)); q != c.question || !slices.Equal(gold, c.gold) {
			t.Errorf("%s: %q, %q", name, q, gold)
		}
	}
	if answer([]byte(`{"text":"","list":["x","y"]}`)) != "x\ny" || answer([]byte(`"plain"`)) != "plain" || answer(nil) != "" {
		t.Error("answers are not read")
	}
}

// large is a run of many cases and three measures.
func large(t testing.TB, l *ledger.Ledger, n int, system string, shift float64) *ledger.Info {
	trials := graded(n, "f1", func(i int) float64 { return math.Mod(float64(i)*0.37+shift, 1) })
	for i := range trials {
		trials[i].scores = append(trials[i].scores, score.Of("exact", float64(i*7%3/2)), score.Of("bleu", math.Mod(float64(i)*3.1+shift, 100)))
		trials[i].cluster = fmt.Sprint("company ", i%500)
	}
	return store(t, l, header(system), ledger.Complete, trials)
}

const (
	memoryCases = 5_000
	memoryLimit = 2000 // bytes for each case of two runs that are compared, garbage included
)

// TestMemory reads and compares runs and wants their statistics in bounded memory.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("stores 10,000 cases")
	}
	l := newLedger(t)
	a, b := large(t, l, memoryCases, "a", 0.1), large(t, l, memoryCases, "bb", 0)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Of(l, a, Options{Worst: 20})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Compare(l, a, b, Options{Worst: 20})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if c.Cases != memoryCases || len(c.Changed) != 20 || len(r.Worst) != 20 {
		t.Errorf("%d cases, %d changed", c.Cases, len(c.Changed))
	}
	if grown := int64(after.HeapInuse) - int64(before.HeapInuse); grown > memoryCases*memoryLimit {
		t.Errorf("the heap grew by %d MB", grown>>20)
	}
}

func BenchmarkOf(b *testing.B) {
	l := newLedger(b)
	info := large(b, l, 100_000, "a", 0.1)
	b.Run("columns", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.Columns(info); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("of", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Of(l, info, Options{Worst: 20}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	l := newLedger(b)
	x, y := large(b, l, 100_000, "a", 0.1), large(b, l, 100_000, "bb", 0)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compare(l, x, y, Options{Worst: 20}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAmounts: a distance is no rate because all of its values happen to be 1.
func TestAmounts(t *testing.T) {
	for name, want := range map[string]measure.Scale{"ann.distance": measure.Continuous, "latency": measure.Continuous,
		"anything": measure.Auto} {
		if got := scaleOf(MeasureOf(&ledger.Header{}, name), &ledger.Column{Name: name}); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := scaleOf(score.Measure{}); got != measure.Auto {
		t.Errorf("nothing: %s", got)
	}
}
