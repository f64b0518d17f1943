package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// blocks are clusters that all hold the same cases.
func blocks(clusters int, a, b []float64) (left, right []float64, labels []string) {
	for c := range clusters {
		left, right = append(left, a...), append(right, b...)
		for range a {
			labels = append(labels, fmt.Sprint("company ", c))
		}
	}
	return left, right, labels
}

// TestEqualDifferencesOfAllClusters compares runs whose clusters all differ by the same, which shows no spread at all.
func TestEqualDifferencesOfAllClusters(t *testing.T) {
	one, none := []float64{1, 1, 1, 1}, []float64{0, 0, 0, 0}
	oneLost := []float64{1, 1, 0, 1}
	for _, row := range []struct {
		name             string
		clusters         int
		a, b             []float64
		method, interval string
		p, low, high     float64
	}{
		{"everything broke", 20, none, one, methodSignFlip, methodEven, math.Pow(2, -19), -1, -1 + 2*(1-math.Pow(0.025, 1.0/20))},
		{"everything broke, of five companies", 5, none, one, methodSignFlip, methodEven, 1.0 / 16, -1, -1 + 2*(1-math.Pow(0.025, 1.0/5))},
		{"everything broke, of two", 2, none, one, methodSignFlip, methodEven, 0.5, -1, -1 + 2*(1-math.Sqrt(0.025))},
		{"everything broke, cases alone", 30, none[:1], one[:1], MethodMcNemar, methodBonettPrice, math.Pow(2, -29), -1,
			-30.0/32 + 1.959964*math.Sqrt((1-30.0*30/32/32)/32)},
		{"so many that P is no float", 1_200, none[:1], []float64{7}, methodSignFlip, methodEven,
			math.SmallestNonzeroFloat64, -7 - 14*(1-math.Pow(0.025, 1.0/1200)), -7 + 14*(1-math.Pow(0.025, 1.0/1200))},
		{"one case of four lost everywhere", 12, oneLost, one, methodSignFlip, methodEven,
			tTest(0.25/math.Sqrt(0.1875/47), 11), -0.25 - 2.200985*math.Sqrt(0.1875/47), -0.25 + 2.200985*math.Sqrt(0.1875/47)},
		{"one case of four lost, of few companies", 4, oneLost, one, methodSignFlip, methodEven, math.Pow(2, -3),
			-0.25 - 3.182446*math.Sqrt(0.1875/15), -0.25 + 3.182446*math.Sqrt(0.1875/15)},
		{"by the same but for rounding", 8, []float64{0.5, 0.507, 0.524}, []float64{0.3, 0.307, 0.324}, methodSignFlip,
			methodEven, math.Pow(2, -7), 0.2 - 0.4*(1-math.Pow(0.025, 1.0/8)), 0.2 + 0.4*(1-math.Pow(0.025, 1.0/8))},
		{"equal but for rounding", 8, []float64{0.1 + 0.2, 5}, []float64{0.3, 5}, MethodNone, MethodNone, 1,
			-(1 - math.Pow(0.05, 1.05/16)) * 4.7, (1 - math.Pow(0.05, 1.05/16)) * 4.7},
		{"a win for each loss", 10, []float64{1, 0}, []float64{0, 1}, methodSignFlip, methodEven, 1,
			-2.262157 * math.Sqrt(1.0/19), 2.262157 * math.Sqrt(1.0/19)},
	} {
		t.Run(row.name, func(t *testing.T) {
			a, b, labels := blocks(row.clusters, variables(row.a), variables(row.b))
			if len(row.a) == 1 {
				labels = nil
			}
			c := pairOf(t, Auto, a, b, labels).Compare(Options{Draws: 500})
			if c.Absent != "" || c.Interval == nil || c.Why == "" || c.Method != row.method || c.Interval.Method != row.interval {
				t.Fatalf("method %q (%s), absent %q, interval %+v", c.Method, c.Why, c.Absent, c.Interval)
			}
			closeTo(t, "P", c.P, row.p, 1e-9*row.p)
			closeTo(t, "low", &c.Interval.Low, row.low, 1e-6)
			closeTo(t, "high", &c.Interval.High, row.high, 1e-6)
			if (c.SE == nil) != (row.method != MethodMcNemar) || (c.Detectable == nil) != (c.SE == nil) {
				t.Errorf("standard error %v, detectable %v", c.SE, c.Detectable)
			}
		})
	}
}

// variables keeps the compiler from adding constants exactly: 0.1 + 0.2 is to be no 0.3.
func variables(values []float64) []float64 {
	list := make([]float64, len(values))
	for i, v := range values {
		list[i] = v
		if v == 0.1+0.2 {
			x, y := 0.1, 0.2
			list[i] = x + y
		}
	}
	return list
}

// TestEvenProperties draws clusters that all differ by the same: P is at most α exactly where the interval
// leaves out 0, the interval has a width and holds the difference, and more clusters are more evidence.
func TestEvenProperties(t *testing.T) {
	told, open := 0, 0
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 141))
		size, clusters := 1+random.IntN(5), 2+random.IntN(14)
		a, b := make([]float64, size), make([]float64, size)
		shift := random.NormFloat64()
		for i := range a {
			switch b[i] = random.Float64(); seed % 3 {
			case 0:
				a[i] = b[i] + shift
			case 1:
				a[i] = b[i] + shift + random.NormFloat64()
			default:
				a[i], b[i] = float64(random.IntN(2)), float64(random.IntN(2))
			}
		}
		o := Options{Draws: 200, Seed: seed, Level: []float64{0, 0.9, 0.99, 0.5}[seed%4]}
		c := comparedBlocks(t, clusters, a, b, 1, o)
		low, high := c.Interval.Low, c.Interval.High
		if low > *c.Difference || high < *c.Difference || high-low < 1e-9 {
			t.Errorf("seed %d: %g in %+v", seed, *c.Difference, *c.Interval)
		}
		if c.Interval.Method == methodEven {
			if outside := !c.Interval.Contains(0); outside != (*c.P < o.alpha()) {
				t.Errorf("seed %d: P %g beside %+v", seed, *c.P, *c.Interval)
			} else if outside {
				told++
			} else {
				open++
			}
		}
		back := comparedBlocks(t, clusters, b, a, 1, o)
		closeTo(t, "P the other way round", back.P, *c.P, 1e-12)
		closeTo(t, "low the other way round", &back.Interval.Low, -high, 1e-9)
		if seed%3 < 2 && size > 1 {
			scaled := comparedBlocks(t, clusters, a, b, 1024, o)
			closeTo(t, "P of larger numbers", scaled.P, *c.P, 1e-12)
			closeTo(t, "high of larger numbers", number(scaled.Interval.High/1024), high, 1e-9)
		}
		if more := comparedBlocks(t, clusters+3, a, b, 1, o); *more.P > *c.P {
			t.Errorf("seed %d: P %g of %d clusters, %g of three more", seed, *c.P, clusters, *more.P)
		}
	}
	if told < 30 || open < 30 {
		t.Errorf("%d differences told and %d left open: too few to say anything", told, open)
	}
}

func comparedBlocks(t *testing.T, clusters int, a, b []float64, factor float64, o Options) Comparison {
	t.Helper()
	left, right, labels := blocks(clusters, a, b)
	scale(left, factor)
	scale(right, factor)
	return pairOf(t, Auto, left, right, labels).Compare(o)
}

// TestNearlyEqualDifferences: one cluster that differs from the others a little changes the answer a little.
func TestNearlyEqualDifferences(t *testing.T) {
	a, b, labels := blocks(14, []float64{1, 2, 3}, []float64{2, 3, 4})
	even := pairOf(t, Continuous, a, b, labels).Compare(Options{})
	a[0] += 1e-6
	near := pairOf(t, Continuous, a, b, labels).Compare(Options{})
	if even.Interval.Method != methodEven || near.Interval.Method == methodEven {
		t.Errorf("intervals %+v and %+v", even.Interval, near.Interval)
	}
	if *even.P > 0.001 || *near.P > 0.001 || near.SE == nil {
		t.Errorf("P %g and %g", *even.P, *near.P)
	}
}

// TestOneSignEqualsEnumeration: where all clusters have the same sign, P is what trying every pattern gives.
func TestOneSignEqualsEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(151, 152))
	for n := 1; n <= 14; n++ {
		d, all := make([]float64, n), 0.0
		for i := range d {
			d[i] = -0.1 - random.Float64()
			all -= d[i]
		}
		if got, want := SignFlip(d, Options{}), enumerateSigns(d, all*(1-1e-9)); got != want {
			t.Errorf("%d clusters: P %g, all patterns give %g", n, got, want)
		}
	}
}

// TestRelativeBelowZero: a rise is above 0, though the mean that it is a share of is below it.
func TestRelativeBelowZero(t *testing.T) {
	var a, b []float64
	for i := range 40 {
		b = append(b, -10-float64(i%5))
		a = append(a, b[i]+3+float64(i%3))
	}
	up, down := pairOf(t, Continuous, a, b, nil).Relative(Options{}), pairOf(t, Continuous, b, a, nil).Relative(Options{})
	if up.Change == nil || *up.Change <= 0 || up.Interval.Low <= 0 || math.Abs(*up.Change-(*up.A-*up.B)/math.Abs(*up.B)) > 1e-12 {
		t.Errorf("up: %+v", up)
	}
	if down.Change == nil || *down.Change >= 0 || down.Interval.High >= 0 {
		t.Errorf("down: %+v", down)
	}
}

// TestUnseenIsTheRuleOfThree holds the reach of a constant against the rule of three's exact form.
func TestUnseenIsTheRuleOfThree(t *testing.T) {
	if got := Unseen(20, Options{}); math.Abs(got-(1-math.Pow(0.05, 1.0/20))) > 1e-15 {
		t.Error(got)
	}
	if Unseen(0, Options{}) != 1 || Reach(1, 0, 1, 1, Options{}) != nil || Reach(1, 1, 1, 9, Options{}) != nil {
		t.Error("an interval of nothing")
	}
	if i := Reach(1, 0, 1, 20, Options{}); i.High != 1 || math.Abs(i.Low-math.Pow(0.05, 1.0/20)) > 1e-12 {
		t.Errorf("%+v", i)
	}
	if got := Findable(1.959963984540054, Options{}); math.Abs(got-2.8015852178) > 1e-9 {
		t.Error(got)
	}
}

// TestRelativeEven: a share that every case has in common still has an interval with a width.
func TestRelativeEven(t *testing.T) {
	for name, b := range map[string][]float64{"a share of each": {1, 2, 4}, "the same everywhere": {2, 2, 2}} {
		a := make([]float64, len(b))
		for i := range a {
			a[i] = 0.75 * b[i]
		}
		left, right, labels := blocks(15, a, b)
		r := pairOf(t, Continuous, left, right, labels).Relative(Options{})
		want := 0.5 * (1 - math.Pow(0.025, 1.0/15))
		if r.Interval == nil || r.Interval.Method != methodEven || math.Abs(*r.Change+0.25) > 1e-12 ||
			math.Abs(r.Interval.High-r.Interval.Low-2*want) > 1e-9 {
			t.Errorf("%s: %v in %+v %s, want -0.25 ± %g", name, *r.Change, r.Interval, r.Absent, want)
		}
	}
}
