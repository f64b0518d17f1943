package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func ratings(t *testing.T, categories int, clusters []string, rows ...[]int) *Ratings {
	t.Helper()
	r := NewRatings("set", make([]string, len(rows[0])), make([]string, categories))
	for i, row := range rows {
		label := ""
		if clusters != nil {
			label = clusters[i]
		}
		if err := r.Add(fmt.Sprint(i), label, row...); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestAgreeEdges(t *testing.T) {
	for _, row := range []struct {
		name, coefficient string
		rows              [][]int
		value             *float64
		absent            string
	}{
		{"no such coefficient", "kappa of nobody", [][]int{{0, 1}}, nil, "no coefficient of this name"},
		{"three raters", methodKappa, [][]int{{0, 1, 1}}, nil, "it is for two raters"},
		{"nobody rated twice", methodAC1, [][]int{{0, Missing}, {Missing, 1}}, nil, "no unit has two ratings"},
		{"one category, kappa", methodKappa, [][]int{{1, 1}, {1, 1}}, nil, "all ratings are the same"},
		{"one category, weighted", methodWeightedKappa, [][]int{{1, 1}, {1, 1}}, nil, "all ratings are the same"},
		{"one category, nominal", methodAlphaNominal, [][]int{{1, 1}, {1, 1}}, nil, "all ratings are the same"},
		{"one category, ordinal", methodAlphaOrdinal, [][]int{{1, 1}, {1, 1}}, nil, "all ratings are the same"},
		{"one category, interval", methodAlphaInterval, [][]int{{2, 2}, {2, 2}}, nil, "all ratings are the same"},
		{"perfect", methodKappa, [][]int{{0, 0}, {1, 1}, {2, 2}}, number(1), "too few clusters differ"},
		{"perfect, ordinal", methodAlphaOrdinal, [][]int{{0, 0}, {1, 1}, {2, 2}}, number(1), "too few clusters differ"},
		{"opposite", methodKappa, [][]int{{0, 1}, {1, 0}}, number(-1), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := ratings(t, 3, nil, row.rows...).Agree(row.coefficient, Options{Draws: 100})
			if (a.Value == nil) != (row.value == nil) || a.Value != nil && math.Abs(*a.Value-*row.value) > 1e-12 {
				t.Errorf("value %v", a.Value)
			}
			if row.absent != "" && !strings.HasPrefix(a.Absent, row.absent) {
				t.Errorf("absent %q, want %q", a.Absent, row.absent)
			}
		})
	}
}

func TestRatingsRefused(t *testing.T) {
	r := NewRatings("set", []string{"a", "b"}, []string{"no", "yes"})
	for _, codes := range [][]int{{0}, {0, 1, 1}, {0, 2}, {-2, 0}} {
		if err := r.Add("x", "", codes...); err == nil {
			t.Errorf("ratings %v are taken", codes)
		}
	}
	if err := r.Add("x", "", 0, 1); err != nil {
		t.Fatal(err)
	}
	if err := r.Add("x", "", 0, 1); err == nil {
		t.Error("a unit is rated twice")
	}
}

// TestAC1AvoidsTheKappaParadox: one category has nearly all ratings; the raters agree on 94 of 100, κ says they hardly
// do, AC1 says they do.
func TestAC1AvoidsTheKappaParadox(t *testing.T) {
	var rows [][]int
	for i := range 100 {
		switch {
		case i < 3:
			rows = append(rows, []int{0, 1})
		case i < 6:
			rows = append(rows, []int{1, 0})
		default:
			rows = append(rows, []int{1, 1})
		}
	}
	r := ratings(t, 2, nil, rows...)
	kappa, ac1 := r.Agree(methodKappa, Options{}), r.Agree(methodAC1, Options{})
	if *kappa.Observed != 0.94 || *kappa.Value > 0 || *ac1.Value < 0.9 {
		t.Errorf("observed %g, κ %g, AC1 %g", *kappa.Observed, *kappa.Value, *ac1.Value)
	}
}

// TestAgreeCoverage: the interval over clusters covers the κ of a model whose companies differ in how
// clear their cases are.
func TestAgreeCoverage(t *testing.T) {
	t.Parallel()
	const reps, companies, items = 40, 30, 10
	draw := func(random *rand.Rand, companies int) *Ratings {
		r := NewRatings("set", []string{"a", "b"}, []string{"no", "yes"})
		for c := range companies {
			clear := 0.5 + 0.45*random.Float64()
			for i := range items {
				truth := random.IntN(2)
				codes := [2]int{truth, truth}
				for rater := range codes {
					if random.Float64() > clear {
						codes[rater] = random.IntN(2)
					}
				}
				if err := r.Add(fmt.Sprint(c, " ", i), fmt.Sprint(c), codes[:]...); err != nil {
					t.Fatal(err)
				}
			}
		}
		return r
	}
	truth := *draw(rand.New(rand.NewPCG(1, 1)), 2_000).Agree(methodKappa, Options{Draws: 2}).Value
	hits := 0
	for rep := range reps {
		a := draw(rand.New(rand.NewPCG(2, uint64(rep))), companies).Agree(methodKappa, Options{Draws: 300, Seed: uint64(rep)})
		if a.Interval.Contains(truth) {
			hits++
		}
	}
	near(t, fmt.Sprintf("κ of %.3f", truth), hits, reps, 0.94, 0.02)
}

// TestRatingsOf makes the same ratings from samples as by hand.
func TestRatingsOf(t *testing.T) {
	frame := numbers(t, 40, 4)
	people, judge := frame.Sample("people", Ordinal), frame.Sample("judge", Ordinal)
	random := rand.New(rand.NewPCG(4, 4))
	r := NewRatings("set", []string{"people", "judge"}, []string{"0", "1", "2", "3"})
	for i := range 40 {
		codes := []int{random.IntN(4), random.IntN(4)}
		people.Add(i, float64(codes[0]))
		if i%5 == 0 {
			codes[1] = Missing
		} else {
			judge.Add(i, float64(codes[1]))
		}
		if err := r.Add(frame.ID(i), frame.Cluster(i), codes...); err != nil {
			t.Fatal(err)
		}
	}
	made, err := RatingsOf("set", people, judge)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range coefficients {
		got, want := made.Agree(c.Name, Options{Draws: 50}), r.Agree(c.Name, Options{Draws: 50})
		if *got.Value != *want.Value || *got.Interval != *want.Interval || got.Skipped != 8 || got.Units != 32 {
			t.Errorf("%s: %+v, by hand %+v", c.Name, got, want)
		}
	}
	judge.Add(1, 2)
	if _, err := RatingsOf("set", people, judge); err == nil {
		t.Error("a case with two numbers of one rater is taken")
	}
}

func TestOrderSwap(t *testing.T) {
	s := NewSwaps()
	for i, pair := range [][2]Preference{
		{First, First}, {Second, Second}, {Neither, Neither}, {First, First},
		{First, Second}, {First, Second}, {First, Second}, {First, Second}, {First, Second}, {Second, First},
		{First, Neither},
	} {
		if err := s.Add(fmt.Sprint(i), "", pair[0], pair[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Miss("lost", "", "refused"); err != nil {
		t.Fatal(err)
	}
	if err := s.Add("odd", "", 7, First); err == nil {
		t.Error("a preference that is none is taken")
	}
	r := s.Result(Options{})
	if *r.Consistent.Mean != 4.0/11 || r.Consistent.Attempted != 12 || r.FirstWins != 5 || r.LastWins != 1 ||
		r.HalfTies != 1 || *r.P != McNemar(5, 1) {
		t.Errorf("%+v", r)
	}
}
