package gate

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/assayhq/assay/measure"
)

// meanChange is the run's mean less the baseline's, over the cases where both have a number.
func (s *subject) meanChange(o measure.Options) estimate {
	a, b, labels := s.pairs.Values(s.rule.Measure, s.rule.Where)
	if len(a) == 0 {
		return estimate{absent: "no case has a number in both"}
	}
	if s.rule.Statistic == Rate && !rates(a, b) {
		return estimate{absent: "a rate is of a measure that has 0 and 1 only, and this one has other values; ask for its mean"}
	}
	if s.rule.Unit == Relative {
		return s.relativeChange(a, b, labels, o)
	}
	pair, err := measure.Pair(s.run, s.base)
	if err != nil {
		return estimate{absent: err.Error()}
	}
	c := pair.Compare(o)
	e := estimate{run: c.A, base: c.B, value: c.Difference, absent: c.Absent, cases: c.N, clusters: c.Clusters}
	if c.Difference != nil {
		low, high := s.bounds(slices.Concat(a, b)...)
		e.settle(c.Interval, *c.Difference, low-high, high-low, o)
	}
	return e.in(s.rule.Unit)
}

// rates reports whether all values are 0 or 1, or means of a case's repeats of them.
func rates(values ...[]float64) bool {
	for _, list := range values {
		for _, v := range list {
			if v < 0 || v > 1 {
				return false
			}
		}
	}
	return true
}

// in is the estimate in another unit than the measure's own.
func (e estimate) in(unit Unit) estimate {
	if unit != Points {
		return e
	}
	for _, p := range []**float64{&e.value, &e.low, &e.high} {
		if *p != nil {
			v := **p * 100
			*p = &v
		}
	}
	return e
}

// relativeChange is the change of the mean as a share r of the baseline's mean B. Its interval is that of the
// mean of (a − b − r·b)/B, what remains of each case when the ratio is taken out: the usual linear
// approximation, clustered like any other mean.
func (s *subject) relativeChange(a, b []float64, labels []string, o measure.Options) estimate {
	meanA, meanB := meanOf(a), meanOf(b)
	e := estimate{run: &meanA, base: &meanB, cases: len(a)}
	if meanB == 0 {
		e.absent = "the baseline's mean is 0, so nothing is a share of it; ask for an absolute change"
		return e
	}
	size := math.Abs(meanB)
	r := (meanA - meanB) / size
	e.value = &r
	rest := make([]float64, len(a))
	for i := range rest {
		rest[i] = (a[i] - b[i] - r*b[i]*math.Copysign(1, meanB)) / size
	}
	stat := measure.Of(s.rule.Measure, measure.Continuous, rest, labels).Stat(o)
	e.clusters, e.absent = stat.Clusters, stat.Absent
	i := stat.Interval
	if i != nil {
		i.Low, i.High = i.Low+r, i.High+r
	}
	low, high := s.bounds(slices.Concat(a, b)...)
	e.settle(i, r, (low-high)/size, (high-low)/size, o)
	return e
}

// medianChange is the run's median less the baseline's, or the share of it, with the percentiles of clusters
// drawn with replacement, the same for both.
func (s *subject) medianChange(o measure.Options) estimate {
	a, b, labels := s.pairs.Values(s.rule.Measure, s.rule.Where)
	if len(a) == 0 {
		return estimate{absent: "no case has a number in both"}
	}
	d := newDrawn(a, b, labels)
	runMedian, baseMedian := medianOf(ordered(a)), medianOf(ordered(b))
	e := estimate{run: &runMedian, base: &baseMedian, cases: len(a), clusters: d.clusters}
	change := func(x, y float64) float64 { return x - y }
	if s.rule.Unit == Relative {
		if baseMedian == 0 {
			e.absent = "the baseline's median is 0, so nothing is a share of it; ask for an absolute change"
			return e
		}
		change = func(x, y float64) float64 { return (x - y) / math.Abs(baseMedian) }
	}
	v := change(runMedian, baseMedian)
	e.value = &v
	switch {
	case len(a) < 2:
		e.absent = measure.AbsentSingle
	case d.clusters < 2:
		e.absent = measure.AbsentCluster
	case slices.Equal(a, b):
		e.within(same(ordered(b), baseMedian, d.clusters, change, o))
	default:
		e.within(d.interval(change, o))
	}
	return e.in(s.rule.Unit)
}

// same is the interval of the change of a median where no case changed: a share of the others may have, and
// moves the median no further than to the quantiles that far from it.
func same(sorted []float64, median float64, clusters int, change func(x, y float64) float64, o measure.Options) *measure.Interval {
	share := unseen(clusters, o)
	at := func(q float64) float64 { return sorted[min(max(int(q*float64(len(sorted))), 0), len(sorted)-1)] }
	return &measure.Interval{Low: change(at(0.5-share), median), High: change(at(0.5+share), median), Level: levelOf(Options{o}), Method: measure.MethodNone}
}

// drawn are the values of two runs in order, to take medians of clusters that are drawn again and again.
type drawn struct {
	a, b     ranked
	sizes    []int64 // cases of each cluster
	clusters int
}

// ranked are sorted values with the cluster of each.
type ranked struct {
	values  []float64
	cluster []int32
}

func newDrawn(a, b []float64, labels []string) *drawn {
	d := &drawn{}
	cluster, seen := make([]int32, len(labels)), map[string]int32{}
	for i, label := range labels {
		at, known := seen[label]
		if label == "" || !known {
			at = int32(len(d.sizes))
			d.sizes = append(d.sizes, 0)
			if label != "" {
				seen[label] = at
			}
		}
		cluster[i] = at
		d.sizes[at]++
	}
	d.clusters = len(d.sizes)
	d.a, d.b = rankedOf(a, cluster), rankedOf(b, cluster)
	return d
}

func rankedOf(values []float64, cluster []int32) ranked {
	order := make([]int32, len(values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(i, j int32) int {
		switch {
		case values[i] < values[j]:
			return -1
		case values[i] > values[j]:
			return 1
		}
		return 0
	})
	r := ranked{make([]float64, len(values)), make([]int32, len(values))}
	for at, i := range order {
		r.values[at], r.cluster[at] = values[i], cluster[i]
	}
	return r
}

const (
	defaultDraws = 2000
	fewestDraws  = 400
	medianWork   = 100_000_000 // values visited over all draws
)

// interval is the percentiles of the change over draws of clusters.
func (d *drawn) interval(change func(x, y float64) float64, o measure.Options) *measure.Interval {
	draws := o.Draws
	if draws <= 0 {
		draws = min(defaultDraws, max(fewestDraws, medianWork/max(len(d.a.values), 1)))
	}
	random := rand.New(rand.NewPCG(o.Seed, 0x6d656469616e))
	values, times := make([]float64, 0, draws), make([]int32, d.clusters)
	for range draws {
		clear(times)
		var cases int64
		for range times {
			c := random.IntN(d.clusters)
			times[c]++
			cases += d.sizes[c]
		}
		values = append(values, change(d.a.median(times, cases), d.b.median(times, cases)))
	}
	slices.Sort(values)
	tail := (1 - levelOf(Options{o})) / 2
	at := func(q float64) float64 {
		return values[min(max(int(math.Round(q*float64(len(values)-1))), 0), len(values)-1)]
	}
	return &measure.Interval{Low: at(tail), High: at(1 - tail), Level: levelOf(Options{o}), Method: measure.MethodPercentile}
}

// median is that of the values, each as often as its cluster was drawn.
func (r *ranked) median(times []int32, cases int64) float64 {
	low, high := (cases-1)/2, cases/2
	var seen int64
	below := math.NaN()
	for i, v := range r.values {
		n := int64(times[r.cluster[i]])
		if n == 0 {
			continue
		}
		if seen <= low && low < seen+n {
			below = v
		}
		if seen += n; high < seen {
			return below/2 + v/2
		}
	}
	return below
}
