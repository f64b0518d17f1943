package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestMedianChangeCoverage: the interval covers the true change of two systems over few and many
// companies, of normal, skewed and graded values, and the true share of it.
func TestMedianChangeCoverage(t *testing.T) {
	t.Parallel()
	const items, shift = 4, 0.3
	exp := func(v float64) float64 { return math.Exp(v) }
	for companies, reps := range map[int]int{8: 200, 20: 100, 50: 40} {
		frame := numbers(t, companies*items, items)
		for _, row := range []struct {
			name  string
			shape func(float64) float64
			truth float64
			share bool
		}{
			{"normal", func(v float64) float64 { return v }, shift, false},
			{"skewed", exp, exp(shift) - 1, false},
			{"share of skewed", exp, exp(shift) - 1, true},
			{"graded", func(v float64) float64 { return math.Round(2 * v) }, 1, false},
		} {
			random := rand.New(rand.NewPCG(161, uint64(companies)))
			a, b, hits := make([]float64, companies*items), make([]float64, companies*items), 0
			for rep := range reps {
				for c := range companies {
					company, fit := 0.5*random.NormFloat64(), 0.3*random.NormFloat64()
					for i := c * items; i < (c+1)*items; i++ {
						item := company + random.NormFloat64()
						b[i] = row.shape(item + 0.4*random.NormFloat64())
						a[i] = row.shape(item + shift + fit + 0.27*random.NormFloat64())
					}
				}
				m := pairIn(t, frame, Continuous, a, b).MedianChange(row.share, Options{Seed: uint64(rep), Draws: 150})
				if m.Interval == nil {
					t.Fatal(m.Absent)
				}
				if m.Interval.Contains(row.truth) {
					hits++
				}
			}
			// 40 rounds blur it by 0.035, 200 by 0.015; medians move in steps, so that the interval holds
			// more than it must.
			if share := float64(hits) / float64(reps); share < 0.91 {
				t.Errorf("%s, %d companies: coverage %.3f", row.name, companies, share)
			} else {
				t.Logf("%s, %d companies: coverage %.3f", row.name, companies, share)
			}
		}
	}
}

func TestMedianChangeEdges(t *testing.T) {
	ten := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	plus := func(by float64) []float64 {
		list := make([]float64, len(ten))
		for i, v := range ten {
			list[i] = v + by
		}
		return list
	}
	ties := []float64{5, 5, 5, 5, 5, 5, 5, 5, 5, 5}
	share := 1 - math.Pow(0.05, 0.1)
	for _, row := range []struct {
		name     string
		a, b     []float64
		clusters []string
		relative bool
		change   *float64
		method   string
		low      float64
		high     float64
		absent   string
	}{
		{"nothing", nil, nil, nil, false, nil, "", 0, 0, "no case has a number in both"},
		{"one case", ten[:1], ten[1:2], nil, false, number(-1), "", 0, 0, AbsentSingle},
		{"one cluster", ten[:2], ten[1:3], []string{"x", "x"}, false, number(-1), "", 0, 0, AbsentCluster},
		{"few clusters", []float64{1, 7, 2, 9}, ten[1:5], nil, false, number(1), "", 0, 0, "it takes five"},
		{"a share of nothing", ten, make([]float64, 10), nil, true, nil, "", 0, 0, "is 0"},
		{"a share of hardly anything", ten, plus(-5.4), nil, true, number(54), "", 0, 0, "cannot be distinguished from 0"},
		{"a share of too little", []float64{1e-300, 1e-300, 1e-300, 1e-300, 1e50},
			[]float64{1e-300, 1e-300, 1e-300, 1e-300, 1e50}, nil, true, number(0), "", 0, 0, "cannot be distinguished from 0"},
		{"no case differs", ten, ten, nil, false, number(0), MethodNone, -9 * share, 9 * share, ""},
		{"no case differs, as a share", ten, ten, nil, true, number(0), MethodNone, -9 * share / 5.5, 9 * share / 5.5, ""},
		{"all by the same", plus(2), ten, nil, false, number(2), MethodNone, 2 - 9*share, 2 + 9*share, ""},
		{"all by the same but for rounding", plus(0.3), plus(0.2), nil, false, number(0.1), MethodNone, 0.1 - 9*share, 0.1 + 9*share, ""},
		{"ties on both sides", ties, plus(0)[:10], nil, false, number(-0.5), methodPercentile, -4, 3, ""},
		{"two values", ties, []float64{4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, nil, false, number(1), MethodNone, 1, 1, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			m := pairOf(t, Continuous, row.a, row.b, row.clusters).MedianChange(row.relative, Options{})
			if !strings.Contains(m.Absent, row.absent) || (m.Absent == "") != (row.absent == "") || (m.Interval == nil) != (row.method == "") {
				t.Fatalf("absent %q, interval %v", m.Absent, m.Interval)
			}
			if row.change == nil {
				if m.Change != nil {
					t.Errorf("change %g", *m.Change)
				}
			} else {
				closeTo(t, "change", m.Change, *row.change, 1e-9)
			}
			if m.Interval == nil {
				return
			}
			slack := 1e-9
			if row.method == methodPercentile {
				slack = 1 // of draws
			}
			if i := *m.Interval; i.Method != row.method || math.Abs(i.Low-row.low) > slack || math.Abs(i.High-row.high) > slack || i.Level != 0.95 {
				t.Errorf("interval %+v, want %g to %g by %s", i, row.low, row.high, row.method)
			}
		})
	}
}

// TestMedianChangeProperties: the change is that of the medians of the same cases, multiplies as the
// numbers do, and its share does not; the interval holds it.
func TestMedianChangeProperties(t *testing.T) {
	intervals := 0
	for seed := range uint64(40) {
		cases := drawCases(seed, 12+int(seed))
		a, b := samplesOf(t, cases)
		for i := range cases {
			scale(cases[i].a, 1024)
			scale(cases[i].b, 1024)
		}
		bigA, bigB := samplesOf(t, cases)
		o := Options{Draws: 150, Seed: seed}
		for _, relative := range []bool{false, true} {
			m, big := medianChange(t, a, b, relative, o), medianChange(t, bigA, bigB, relative, o)
			factor := map[bool]float64{false: 1024, true: 1}[relative]
			if m.Change == nil {
				continue
			}
			if !relative && *m.Change != *m.A-*m.B || *m.Change*factor != *big.Change || m.Absent != big.Absent {
				t.Errorf("seed %d: %+v, scaled %+v", seed, m, big)
			}
			if m.Interval == nil {
				continue
			}
			intervals++
			within(t, seed, fmt.Sprint("change, relative ", relative), *m.Interval, *m.Change)
			if math.Abs(m.Interval.Low*factor-big.Interval.Low) > 1e-9*math.Abs(big.Interval.Low) {
				t.Errorf("seed %d: interval %+v, scaled %+v", seed, m.Interval, big.Interval)
			}
		}
	}
	if intervals < 30 {
		t.Errorf("%d intervals: too few to say anything", intervals)
	}
}

func medianChange(t *testing.T, a, b *Sample, relative bool, o Options) MedianChange {
	t.Helper()
	p, err := Pair(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return p.MedianChange(relative, o)
}
