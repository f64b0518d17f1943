package measure

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// drawn is a made-up evaluation of two systems: companies of uneven size, one in eight attempts without
// a number, of the kind that the seed says.
type drawnCase struct {
	id, cluster string
	a, b        []float64
	missA       string
}

func drawCases(seed uint64, n int) []drawnCase {
	random := rand.New(rand.NewPCG(seed, 77))
	cases := make([]drawnCase, n)
	kind := seed % 5
	value := func() float64 {
		switch kind {
		case 0:
			return float64(random.IntN(2))
		case 1:
			return float64(random.IntN(4))
		case 2:
			return random.Float64()
		case 3:
			return math.Exp(3 * random.NormFloat64())
		}
		return 0.1 * float64(random.IntN(30)-10)
	}
	repeats := 1 + int(seed/5%3)
	for i := range cases {
		c := drawnCase{id: fmt.Sprint("case ", i)}
		if seed%2 == 0 {
			c.cluster = fmt.Sprint("company ", random.IntN(1+n/6)*random.IntN(3))
		}
		for range repeats {
			c.a, c.b = append(c.a, value()), append(c.b, value())
		}
		if random.IntN(8) == 0 {
			c.a, c.missA = nil, []string{"refused", "truncated"}[random.IntN(2)]
		}
		cases[i] = c
	}
	return cases
}

func samplesOf(t *testing.T, cases []drawnCase) (a, b *Sample) {
	t.Helper()
	frame := NewFrame()
	a, b = frame.Sample("a", Auto), frame.Sample("b", Auto)
	for _, c := range cases {
		number, err := frame.Case(c.id, c.cluster)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range c.a {
			a.Add(number, v)
		}
		for _, v := range c.b {
			b.Add(number, v)
		}
		if c.missA != "" {
			a.Miss(number, c.missA)
		}
	}
	return a, b
}

// everything is all results about two samples, as JSON, which has no NaN and no infinity.
func everything(t *testing.T, a, b *Sample) string {
	t.Helper()
	o := Options{Draws: 60, Seed: 3}
	p, err := Pair(a, b)
	if err != nil {
		t.Fatal(err)
	}
	median, why := a.MedianInterval(o)
	boot, whyT := a.BootstrapT(o)
	slope, err := LengthSlope(a, b, o)
	if err != nil {
		t.Fatal(err)
	}
	all := []any{a.Stat(o), b.Stat(o), p.Compare(o), p.Relative(o), median, why, boot, whyT, slope,
		p.MedianChange(false, o), p.MedianChange(true, o)}
	for _, drawn := range []Drawn{AtRandom, ByClass, ByVerdict, Elsewhere} {
		c, err := Correct(b, a, drawn, o)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	data, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatalf("a result is not finite: %v", err)
	}
	return string(data)
}

// TestOrderOfCasesDoesNotMatter: the order in which cases and repeats arrive leaves no trace, to the last bit.
func TestOrderOfCasesDoesNotMatter(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		cases := drawCases(seed, 60)
		a, b := samplesOf(t, cases)
		want := everything(t, a, b)
		random := rand.New(rand.NewPCG(seed, 78))
		random.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
		for _, c := range cases {
			shuffle(random, c.a)
			shuffle(random, c.b)
		}
		a, b = samplesOf(t, cases)
		if got := everything(t, a, b); got != want {
			t.Errorf("seed %d: results depend on the order of cases:\n%s", seed, firstDifference(want, got))
		}
	}
}

func shuffle(random *rand.Rand, values []float64) {
	random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return strings.Join(x[max(0, i-12):i], "\n") + "\n" + x[i] + "\n" + y[i]
		}
	}
	return "their lengths differ"
}

// TestIntervalsContainEstimates: intervals contain their estimates, shares stay shares, counts add up.
func TestIntervalsContainEstimates(t *testing.T) {
	intervals := 0
	for seed := range uint64(60) {
		a, b := samplesOf(t, drawCases(seed, 2+int(seed)))
		o := Options{Draws: 60, Seed: seed}
		s := b.Stat(o)
		if s.Interval != nil {
			intervals++
			within(t, seed, "mean", *s.Interval, *s.Mean)
			if s.Scale == Binary && (s.Interval.Low < 0 || s.Interval.High > 1) {
				t.Errorf("seed %d: rate's interval %v", seed, s.Interval)
			}
			if *s.SE < 0 || *s.Min > *s.P10 || *s.P10 > *s.Median || *s.Median > *s.P90 || *s.P90 > *s.Max {
				t.Errorf("seed %d: %+v", seed, s)
			}
		} else if s.Absent == "" {
			t.Errorf("seed %d: no interval and no reason", seed)
		}
		missed := 0
		stat := a.Stat(o)
		for _, r := range stat.Reasons {
			missed += r.Count
		}
		if stat.Scored+missed != stat.Attempted {
			t.Errorf("seed %d: %d scored and %d missed of %d", seed, stat.Scored, missed, stat.Attempted)
		}
		p, err := Pair(a, b)
		if err != nil {
			t.Fatal(err)
		}
		c := p.Compare(o)
		if c.Wins+c.Ties+c.Losses != c.N || c.N+c.NoNumberA+c.NoNumberB+c.NoNumber+c.OnlyA+c.OnlyB != len(a.frame.ids) {
			t.Errorf("seed %d: cases do not add up: %+v", seed, c)
		}
		if c.P != nil && (*c.P <= 0 || *c.P > 1) {
			t.Errorf("seed %d: P is %g", seed, *c.P)
		}
		if c.Interval != nil {
			within(t, seed, "difference", *c.Interval, *c.Difference)
		} else if c.Absent == "" {
			t.Errorf("seed %d: no interval of the difference and no reason", seed)
		}
	}
	if intervals < 40 {
		t.Errorf("%d intervals of 60: too few to say anything", intervals)
	}
}

func within(t *testing.T, seed uint64, name string, i Interval, v float64) {
	t.Helper()
	if slack := 1e-12 * math.Abs(v); v < i.Low-slack || v > i.High+slack {
		t.Errorf("seed %d: %s %g outside %v", seed, name, v, i)
	}
	if !slices.ContainsFunc(Methods, func(m Method) bool { return m.Name == i.Method }) {
		t.Errorf("seed %d: method %q has no row", seed, i.Method)
	}
}

// TestScalingKeepsP: multiplying all numbers by a factor multiplies what has their unit and leaves P alone.
func TestScalingKeepsP(t *testing.T) {
	for seed := range uint64(20) {
		cases := drawCases(2+5*seed, 40) // kind 2: continuous
		a, b := samplesOf(t, cases)
		const factor = 1024 // exact in binary
		for i := range cases {
			scale(cases[i].a, factor)
			scale(cases[i].b, factor)
		}
		bigA, bigB := samplesOf(t, cases)
		o := Options{Draws: 200, Seed: seed}
		c, big := compared(t, a, b, o), compared(t, bigA, bigB, o)
		if *c.P != *big.P || c.Method != big.Method {
			t.Errorf("seed %d: P %g by %s, scaled %g by %s", seed, *c.P, c.Method, *big.P, big.Method)
		}
		closeTo(t, "difference", number(*big.Difference/factor), *c.Difference, 1e-12)
		closeTo(t, "low", number(big.Interval.Low/factor), c.Interval.Low, 1e-12)
		closeTo(t, "detectable", number(*big.Detectable/factor), *c.Detectable, 1e-12)
		back := compared(t, b, a, o)
		if back.Wins != c.Losses || math.Abs(*back.P-*c.P) > 1e-12 || *back.Difference != -*c.Difference {
			t.Errorf("seed %d: B against A is not A against B the other way round", seed)
		}
	}
}

func scale(values []float64, factor float64) {
	for i := range values {
		values[i] *= factor
	}
}

func compared(t *testing.T, a, b *Sample, o Options) Comparison {
	t.Helper()
	p, err := Pair(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return p.Compare(o)
}

// TestDuplicates: every case twice in the same cluster is no more evidence.
func TestDuplicates(t *testing.T) {
	values, labels := []float64{}, []string{}
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 40 {
		values, labels = append(values, random.Float64()), append(labels, fmt.Sprint(i/2))
	}
	once := Of("x", Continuous, values, labels).Stat(Options{})
	twice := Of("x", Continuous, append(values, values...), append(labels, labels...)).Stat(Options{})
	closeTo(t, "SE of doubled cases", twice.SE, *once.SE, 1e-12)
	closeTo(t, "low", &twice.Interval.Low, once.Interval.Low, 1e-12)
}

// TestExtremeScoresStayFinite: nothing that a scorer may hand over becomes NaN, infinite or a panic.
func TestExtremeScoresStayFinite(t *testing.T) {
	t.Parallel()
	odd := []float64{0, 1, -1, 0.5, 1e100, -1e100, 1e-300, 5e-324, -5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1),
		math.NaN(), 3, 1e16, 1e-16}
	random := rand.New(rand.NewPCG(7, 8))
	for round := range 300 {
		pool := odd[:]
		if round%3 == 0 {
			at := random.IntN(len(odd) - 2)
			pool = odd[at : at+2]
		}
		frame := NewFrame()
		a, b := frame.Sample("a", Auto), frame.Sample("b", []Scale{Auto, Binary, Ratio, Ordinal, Continuous}[round%5])
		for i := range random.IntN(12) {
			number, err := frame.Case(fmt.Sprint(i), []string{"", "x", "y"}[i%(1+round%3)])
			if err != nil {
				t.Fatal(err)
			}
			for range 1 + random.IntN(2) {
				a.Add(number, pool[random.IntN(len(pool))])
				b.Add(number, pool[random.IntN(len(pool))])
			}
		}
		everything(t, a, b)
	}
}
