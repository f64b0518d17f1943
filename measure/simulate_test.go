package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// logitModel draws 0/1 outcomes of systems on the same cases: the logit is a level, plus what the item,
// the company and the company's fit to the system add.
type logitModel struct {
	companies, items          int
	level, item, company, fit float64
}

// methodsModel is the model of the figures that these tests reproduce.
func methodsModel() logitModel {
	return logitModel{companies: 20, items: 25, item: 1.5, company: 1, fit: 0.7}
}

// draw fills outcome[s][i] for two systems that are equally good.
func (m logitModel) draw(random *rand.Rand, outcome *[2][]float64) {
	for c := range m.companies {
		company := m.level + m.company*random.NormFloat64()
		fit := [2]float64{m.fit * random.NormFloat64(), m.fit * random.NormFloat64()}
		for i := range m.items {
			item := m.item * random.NormFloat64()
			for s := range outcome {
				outcome[s][c*m.items+i] = 0
				if random.Float64() < logistic(company+fit[s]+item) {
					outcome[s][c*m.items+i] = 1
				}
			}
		}
	}
}

func logistic(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// truth is the rate of the model over all companies and items.
func (m logitModel) truth() float64 {
	sd := math.Sqrt(m.item*m.item + m.company*m.company + m.fit*m.fit)
	const steps = 4_000
	var rate, mass float64
	for i := range steps {
		x := -8 + 16*(float64(i)+0.5)/steps
		w := math.Exp(-x * x / 2)
		rate += w * logistic(m.level+sd*x)
		mass += w
	}
	return rate / mass
}

func (m logitModel) room() [2][]float64 {
	n := m.companies * m.items
	return [2][]float64{make([]float64, n), make([]float64, n)}
}

// near fails where a share of reps draws is further from want than four standard errors of the
// simulation and the rounding of want.
func near(t *testing.T, name string, hits, reps int, want, rounding float64) {
	t.Helper()
	got := float64(hits) / float64(reps)
	if off := 4*math.Sqrt(want*(1-want)/float64(reps)) + rounding; math.Abs(got-want) > off {
		t.Errorf("%s: %.4f of %d draws, want %.3f ± %.3f", name, got, reps, want, off)
	} else {
		t.Logf("%s: %.4f of %d draws (want %.3f ± %.3f)", name, got, reps, want, off)
	}
}

// TestFalseAlarms compares two equal systems again and again: tests that ignore the companies see
// differences that are not there, the clustered ones do so as often as they say.
func TestFalseAlarms(t *testing.T) {
	t.Parallel()
	const reps = 600
	m := methodsModel()
	outcome := m.room()
	frame := numbers(t, m.companies*m.items, m.items)
	random := rand.New(rand.NewPCG(11, 12))
	alarms := map[string]int{}
	chosen := map[string]int{}
	for rep := range reps {
		m.draw(random, &outcome)
		p := pairIn(t, frame, Auto, outcome[0], outcome[1])
		c := p.Compare(Options{Seed: uint64(rep), Draws: 500})
		chosen[c.Method]++
		count(alarms, "the chosen test", *c.P <= 0.05)
		count(alarms, "its interval", !c.Interval.Contains(0))
		s := spreadOf(p.differences(), p.cluster, p.clusters)
		count(alarms, "clustered t", tTest(s.mean/s.se, s.clusters-1) <= 0.05)
		count(alarms, "paired z", math.Abs(s.mean) > 1.959964*math.Sqrt(s.variance/float64(s.n)))
		count(alarms, "McNemar", McNemar(c.Wins, c.Losses) <= 0.05)
		count(alarms, "unpaired z", math.Abs(s.mean) > 1.959964*unpairedError(p))
		count(alarms, "sign flip", SignFlip(clusterSums(p.differences(), p.cluster, p.clusters), Options{Seed: uint64(rep), Draws: 199}) <= 0.05)
	}
	t.Log("chosen:", chosen)
	for name, want := range map[string]float64{
		"unpaired z": 0.15, "paired z": 0.23, "McNemar": 0.21, "clustered t": 0.05, "sign flip": 0.05,
		"the chosen test": 0.05, "its interval": 0.05,
	} {
		near(t, name, alarms[name], reps, want, 0.005)
	}
}

func count(tally map[string]int, name string, hit bool) {
	if hit {
		tally[name]++
	}
}

func unpairedError(p *Paired) float64 {
	n := float64(len(p.a))
	return math.Sqrt((varianceOf(p.a, meanOf(p.a)) + varianceOf(p.b, meanOf(p.b))) / n)
}

// pairOf pairs two columns of values on the same cases.
func pairOf(t *testing.T, scale Scale, a, b []float64, labels []string) *Paired {
	t.Helper()
	frame := NewFrame()
	for i := range a {
		label := ""
		if labels != nil {
			label = labels[i]
		}
		if _, err := frame.Case(fmt.Sprint("case ", i), label); err != nil {
			t.Fatal(err)
		}
	}
	return pairIn(t, frame, scale, a, b)
}

// pairIn pairs two columns of values on the cases of a frame.
func pairIn(t *testing.T, frame *Frame, scale Scale, a, b []float64) *Paired {
	t.Helper()
	sa, sb := frame.Sample("a", scale), frame.Sample("b", scale)
	for i := range a {
		sa.Add(i, a[i])
		sb.Add(i, b[i])
	}
	p, err := Pair(sa, sb)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRelativeCoverage: the interval covers the true relative change of two systems over companies.
func TestRelativeCoverage(t *testing.T) {
	t.Parallel()
	const reps, companies, items = 250, 25, 8
	random := rand.New(rand.NewPCG(131, 132))
	frame := numbers(t, companies*items, items)
	a, b := make([]float64, companies*items), make([]float64, companies*items)
	hits := 0
	for range reps {
		for c := range companies {
			company, fit := 0.5*random.NormFloat64(), 0.2*random.NormFloat64()
			for i := c * items; i < (c+1)*items; i++ {
				b[i] = 2 + company + random.NormFloat64()
				a[i] = 2.3 + company + fit + random.NormFloat64()
			}
		}
		r := pairIn(t, frame, Continuous, a, b).Relative(Options{Draws: 200})
		if r.Interval == nil {
			t.Fatal(r.Absent)
		}
		if r.Interval.Contains(0.15) {
			hits++
		}
	}
	near(t, "relative change", hits, reps, 0.95, 0.01)
	if r := pairIn(t, frame, Continuous, a, make([]float64, len(a))).Relative(Options{}); r.Change != nil || r.Absent == "" {
		t.Errorf("relative to nothing: %+v", r)
	}
	if r := pairIn(t, frame, Continuous, a, a).Relative(Options{}); r.Change == nil || *r.Change != 0 || r.Interval.Method != MethodNone {
		t.Errorf("relative to itself: %+v", r)
	}
}

// TestFlipInterval: the interval that inverts the sign flip keeps its level with few companies, and
// agrees with the P beside it.
func TestFlipInterval(t *testing.T) {
	t.Parallel()
	const reps = 120
	for _, companies := range []int{8, 12, 24} {
		m := methodsModel()
		m.companies, m.items = companies, 15
		outcome := m.room()
		frame := numbers(t, companies*m.items, m.items)
		random := rand.New(rand.NewPCG(111, uint64(companies)))
		hits, apart := 0, 0
		for rep := range reps {
			m.draw(random, &outcome)
			p := pairIn(t, frame, Auto, outcome[0], outcome[1])
			sums, o := clusterSums(p.differences(), p.cluster, p.clusters), Options{Seed: uint64(rep), Draws: 999}
			interval := flipInterval(sums, p.sizes(), o)
			if interval == nil {
				t.Fatal("no interval")
			}
			count := interval.Contains(0)
			if count {
				hits++
			}
			if count != (SignFlip(sums, o) > 0.05) {
				apart++
			}
		}
		near(t, fmt.Sprint(companies, " companies"), hits, reps, 0.955, 0.01)
		if companies <= maxEnumerated && apart > 0 || apart > reps/20 {
			t.Errorf("%d companies: interval and P differ in %d of %d", companies, apart, reps)
		}
	}
}

// TestRateCoverage holds Wilson's interval on effective cases to its level where plain Wilson and the
// clustered t miss theirs: rates of 0.5 to 0.995, few and many companies.
func TestRateCoverage(t *testing.T) {
	t.Parallel()
	const reps = 120
	var plain, clustered float64
	shapes := [][2]int{{20, 25}, {50, 10}, {10, 5}}
	levels := []float64{0, 2, 4, 5, 7}
	for _, shape := range shapes {
		for _, level := range levels {
			m := methodsModel()
			m.level, m.companies, m.items = level, shape[0], shape[1]
			truth := m.truth()
			outcome := m.room()
			frame := numbers(t, m.companies*m.items, m.items)
			random := rand.New(rand.NewPCG(21, uint64(level)))
			hits := map[string]int{}
			for range reps {
				m.draw(random, &outcome)
				s := frame.Sample("rate", Auto)
				for i, v := range outcome[0] {
					s.Add(i, v)
				}
				count(hits, "effective", s.Stat(Options{}).Interval.Contains(truth))
				wilson, err := Wilson(int(total(outcome[0])), len(outcome[0]), Options{})
				if err != nil {
					t.Fatal(err)
				}
				count(hits, "plain", wilson.Contains(truth))
				g := s.grouped()
				count(hits, "t", spreadOf(g.values, g.cluster, g.clusters).tInterval(Options{}).Contains(truth))
			}
			effective := float64(hits["effective"]) / reps
			t.Logf("rate %.4f, %d companies × %d: effective %.3f, clustered t %.3f, plain Wilson %.3f", truth, shape[0], shape[1],
				effective, float64(hits["t"])/reps, float64(hits["plain"])/reps)
			if effective < 0.90 || effective > 0.999 {
				t.Errorf("rate %.4f, %v: coverage %.3f, want about 0.95", truth, shape, effective)
			}
			plain += float64(hits["plain"]) / reps
			clustered += float64(hits["t"]) / reps
		}
	}
	settings := float64(len(shapes) * len(levels))
	if plain/settings > 0.92 || clustered/settings > 0.92 {
		t.Errorf("plain Wilson covers %.3f and clustered t %.3f: this simulation tells nothing apart", plain/settings, clustered/settings)
	}
}

// TestSkewedCoverage: bootstrap-t covers the mean of skewed values better than t does.
func TestSkewedCoverage(t *testing.T) {
	t.Parallel()
	const reps, companies, items = 200, 15, 4
	truth := math.Exp(1.5 * 1.5 / 2)
	random := rand.New(rand.NewPCG(31, 32))
	hits := map[string]int{}
	labels := make([]string, companies*items)
	for i := range labels {
		labels[i] = fmt.Sprint("company ", i/items)
	}
	for rep := range reps {
		values := make([]float64, companies*items)
		for c := range companies {
			company := random.NormFloat64() * 1.2
			for i := range items {
				values[c*items+i] = math.Exp(company + 0.9*random.NormFloat64())
			}
		}
		s := Of("skewed", Continuous, values, labels)
		count(hits, "t", s.Stat(Options{}).Interval.Contains(truth))
		interval, absent := s.BootstrapT(Options{Seed: uint64(rep), Draws: 500})
		if interval == nil {
			t.Fatal(absent)
		}
		count(hits, "bootstrap-t", interval.Contains(truth))
		median, absent := s.MedianInterval(Options{Seed: uint64(rep), Draws: 500})
		if median == nil {
			t.Fatal(absent)
		}
		count(hits, "median", median.Contains(1))
	}
	t.Logf("of %d: t %d, bootstrap-t %d; median %d", reps, hits["t"], hits["bootstrap-t"], hits["median"])
	if hits["bootstrap-t"] <= hits["t"] {
		t.Errorf("bootstrap-t covers %d of %d, t %d", hits["bootstrap-t"], reps, hits["t"])
	}
	near(t, "median", hits["median"], reps, 0.95, 0.01)
}

// TestRepeatComponents finds ω² and σ² of a model with repeats.
func TestRepeatComponents(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(51, 52))
	frame := NewFrame()
	a, b := frame.Sample("a", Continuous), frame.Sample("b", Continuous)
	for i := range 12_000 {
		number, err := frame.Case(fmt.Sprint(i), "")
		if err != nil {
			t.Fatal(err)
		}
		level, diff := random.NormFloat64()*0.5, 0.5*random.NormFloat64()
		for range 3 {
			a.Add(number, level+diff+0.3*random.NormFloat64())
		}
		for range 2 {
			b.Add(number, level+0.4*random.NormFloat64())
		}
	}
	ofA, ofB := a.Stat(Options{}).Repeats, b.Stat(Options{}).Repeats
	for _, row := range []struct {
		name      string
		got, want float64
	}{
		{"ω² of A", ofA.Between, 0.5}, {"σ² of A", ofA.Within, 0.09}, {"σ² of B", ofB.Within, 0.16},
		{"K of A", ofA.PerCase, 3}, {"K of B", ofB.PerCase, 2},
	} {
		if math.Abs(row.got-row.want) > 0.04*row.want {
			t.Errorf("%s is %.4f, want %.4f", row.name, row.got, row.want)
		}
	}
}
