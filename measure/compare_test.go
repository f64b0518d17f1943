package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestCompareChoice(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	column := func(n int, draw func() float64) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = draw()
		}
		return values
	}
	binary := func() float64 { return float64(random.IntN(2)) }
	grade := func() float64 { return float64(random.IntN(4)) }
	normal := func() float64 { return random.NormFloat64() }
	skewed := func() float64 { return math.Exp(4 * random.NormFloat64()) }
	zero := func() float64 { return 0.5 }
	for _, row := range []struct {
		name      string
		n, groups int // groups 0: every case alone
		a, b      func() float64
		method    string
		interval  string
	}{
		{"0/1, alone", 100, 0, binary, binary, MethodMcNemar, methodBonettPrice},
		{"0/1, many companies", 400, 40, binary, binary, MethodClusteredT, MethodClusteredT},
		{"0/1, few companies", 100, 6, binary, binary, methodSignFlip, methodSignFlip},
		{"0/1, five companies", 100, 5, binary, binary, MethodClusteredT, MethodClusteredT},
		{"grades", 100, 0, grade, grade, methodSignFlip, methodSignFlip},
		{"numbers, alone", 100, 0, normal, normal, methodT, methodT},
		{"numbers, clustered", 200, 40, normal, normal, MethodClusteredT, MethodClusteredT},
		{"skewed", 60, 30, skewed, zero, methodSignFlip, methodSignFlip},
		{"skewed, very many", 3_000, 0, skewed, zero, methodT, methodT},
		{"the same", 100, 10, zero, zero, MethodNone, MethodNone},
	} {
		t.Run(row.name, func(t *testing.T) {
			var labels []string
			for i := range row.n * min(row.groups, 1) {
				labels = append(labels, fmt.Sprint(i%row.groups))
			}
			c := pairOf(t, Auto, column(row.n, row.a), column(row.n, row.b), labels).Compare(Options{Draws: 500})
			if c.Method != row.method || c.Interval == nil || c.Interval.Method != row.interval || c.Why == "" || c.P == nil {
				t.Errorf("method %q (%s), interval %+v; want %q and %q", c.Method, c.Why, c.Interval, row.method, row.interval)
			}
		})
	}
}

func TestCompareEdges(t *testing.T) {
	for _, row := range []struct {
		name     string
		scale    Scale
		a, b     []float64
		clusters []string
		absent   string
		low      float64
		high     float64
	}{
		{"nothing", Auto, nil, nil, nil, "no case has a number in both", 0, 0},
		{"one case", Auto, []float64{1}, []float64{0}, nil, AbsentSingle, 0, 0},
		{"one cluster", Auto, []float64{1, 1}, []float64{0, 1}, []string{"a", "a"}, AbsentCluster, 0, 0},
		{"always the same difference", Auto, []float64{1.5, 2.5}, []float64{0.5, 1.5}, nil, "", 2*math.Sqrt(0.025) - 1, 3 - 2*math.Sqrt(0.025)},
		{"no case of 2 differs", Auto, []float64{1, 0}, []float64{1, 0}, nil, "", -(1 - math.Sqrt(0.05)), 1 - math.Sqrt(0.05)},
		{"nor on another scale", Continuous, []float64{10, 30}, []float64{10, 30}, nil, "", -20 * (1 - math.Sqrt(0.05)),
			20 * (1 - math.Sqrt(0.05))},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := pairOf(t, row.scale, row.a, row.b, row.clusters).Compare(Options{})
			switch {
			case c.Absent != row.absent:
				t.Errorf("absent %q, want %q", c.Absent, row.absent)
			case (c.Interval == nil) != (row.absent != "") || (c.P == nil) != (c.Interval == nil):
				t.Errorf("interval %v, P %v", c.Interval, c.P)
			case c.Interval != nil && (math.Abs(c.Interval.Low-row.low) > 1e-9 || math.Abs(c.Interval.High-row.high) > 1e-9):
				t.Errorf("interval %+v, want %g to %g", *c.Interval, row.low, row.high)
			}
		})
	}
}

// TestCases tells apart why cases are not compared, and lists those that changed.
func TestCases(t *testing.T) {
	frame := numbers(t, 8, 1)
	a, b := frame.Sample("a", Auto), frame.Sample("b", Auto)
	for i, row := range []string{"11", "10", "01", "-1", "1-", "--", "1 ", " 1"} {
		for s, sample := range []*Sample{a, b} {
			switch row[s] {
			case '0', '1':
				sample.Add(i, float64(row[s]-'0'))
			case '-':
				sample.Miss(i, "refused")
			}
		}
	}
	p, err := Pair(a, b)
	if err != nil {
		t.Fatal(err)
	}
	c := p.Compare(Options{})
	got := [...]int{c.N, c.Wins, c.Ties, c.Losses, c.OnlyA, c.OnlyB, c.NoNumberA, c.NoNumberB, c.NoNumber}
	if want := [...]int{3, 1, 1, 1, 1, 1, 1, 1, 1}; got != want || p.Len() != 3 {
		t.Errorf("counts %v, want %v", got, want)
	}
}

func TestAdjust(t *testing.T) {
	list := []Comparison{{P: number(0.01)}, {}, {P: number(0.04)}, {P: number(0.03)}}
	Adjust(list)
	for i, want := range []float64{0.03, 0, 0.06, 0.06} {
		if i == 1 {
			if list[i].Adjusted != nil {
				t.Error("a comparison without P has an adjusted one")
			}
			continue
		}
		closeTo(t, fmt.Sprint("comparison ", i), list[i].Adjusted, want, 1e-12)
	}
}

// TestBonettPriceCoverage: the interval keeps its level where few cases differ, and is wide for very few.
func TestBonettPriceCoverage(t *testing.T) {
	const reps, n = 3_000, 80
	for _, chance := range [][2]float64{{0.02, 0.02}, {0.10, 0.03}, {0.3, 0.2}} {
		random := rand.New(rand.NewPCG(101, uint64(1000*chance[0])))
		hits := 0
		for range reps {
			wins, losses := 0, 0
			for range n {
				switch u := random.Float64(); {
				case u < chance[0]:
					wins++
				case u < chance[0]+chance[1]:
					losses++
				}
			}
			if bonettPrice(wins, losses, n, Options{}).Contains(chance[0] - chance[1]) {
				hits++
			}
		}
		if share := float64(hits) / reps; share < 0.937 {
			t.Errorf("coverage at %v: %.4f", chance, share)
		}
	}
}

// TestSampledSigns: drawn patterns agree with all of them.
func TestSampledSigns(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for round := range 5 {
		d := make([]float64, 14)
		for i := range d {
			d[i] = random.NormFloat64() + 0.3
		}
		size := 0.0
		for _, v := range d {
			size += math.Abs(v)
		}
		bound := math.Abs(total(d)) - 1e-9*size
		every, drawn := enumerateSigns(d, bound), sampleSigns(d, bound, Options{Draws: 20_000, Seed: uint64(round)})
		if off := 4 * math.Sqrt(every*(1-every)/20_000); math.Abs(every-drawn) > off+1e-4 {
			t.Errorf("all patterns %.4f, drawn %.4f", every, drawn)
		}
	}
}

// TestSampledPIsNeverZero: a sampled P is never below one in the patterns seen, the data's own among them.
func TestSampledPIsNeverZero(t *testing.T) {
	d := make([]float64, 40)
	for i := range d {
		d[i] = 1
	}
	d[0] = -1e-3
	if p := SignFlip(d, Options{Draws: 999}); p != 0.001 {
		t.Errorf("P is %g, want 1/1000", p)
	}
}
