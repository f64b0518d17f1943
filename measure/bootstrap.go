package measure

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	bootstrapWork  = 200_000_000 // cases visited over all draws
	fewestDraws    = 400
	jackknifeParts = 200
	fewestUsable   = 0.9 // share of draws in which the statistic must exist
)

// statistic computes a value from how often each cluster was drawn; false where it does not exist.
type statistic func(times []int32) (float64, bool)

// drawsFor is the number of draws for n cases: fewer where the cases are many, since each draw visits
// all of them and the interval is then narrow anyway.
func (o Options) drawsFor(n int) int {
	draws := o.draws(defaultDraws)
	if o.Draws > 0 {
		return draws
	}
	return min(draws, max(fewestDraws, bootstrapWork/max(n, 1)))
}

// resample calls each with how often every cluster was drawn, as often as there are draws.
func (o Options) resample(clusters, draws int, each func(times []int32)) {
	random := rand.New(rand.NewPCG(o.Seed, streamBootstrap))
	times := make([]int32, clusters)
	for range draws {
		clear(times)
		for range times {
			times[random.IntN(clusters)]++
		}
		each(times)
	}
}

// bootstrap is the interval of a statistic over clusters: percentiles of its draws, which BCa shifts
// for their bias and stretches for their skewness. nil where there are no draws of it (see drawn).
func (o Options) bootstrap(n, clusters int, corrected bool, f statistic) *Interval {
	values := o.drawn(n, clusters, f)
	if values == nil {
		return nil
	}
	low, high, method := o.alpha()/2, 1-o.alpha()/2, methodPercentile
	if corrected {
		low, high, method = o.accelerated(values, clusters, f)
	}
	return &Interval{Low: quantile(values, low), High: quantile(values, high), Level: o.IntervalLevel(), Method: method}
}

// drawn are the statistic's values over draws of clusters, sorted; nil where there are fewer than two
// clusters, where too many draws have no value, or where all have the same.
func (o Options) drawn(n, clusters int, f statistic) []float64 {
	if clusters < 2 {
		return nil
	}
	var values []float64
	draws := o.drawsFor(n)
	o.resample(clusters, draws, func(times []int32) {
		if v, ok := f(times); ok && finite(v) {
			values = append(values, v)
		}
	})
	if float64(len(values)) < fewestUsable*float64(draws) || len(values) < 2 {
		return nil
	}
	slices.Sort(values)
	if values[0] == values[len(values)-1] {
		return nil
	}
	return values
}

// accelerated are the shares at which BCa reads the sorted draws.
func (o Options) accelerated(values []float64, clusters int, f statistic) (low, high float64, method string) {
	low, high = o.alpha()/2, 1-o.alpha()/2
	times := ones(clusters)
	estimate, ok := f(times)
	if !ok {
		return low, high, methodPercentile
	}
	below, _ := slices.BinarySearch(values, estimate)
	above, _ := slices.BinarySearchFunc(values, estimate, func(v, at float64) int {
		if v <= at {
			return -1
		}
		return 1
	})
	share := float64(below+above) / 2 / float64(len(values)) // draws at the value itself count half
	if share <= 0 || share >= 1 {
		return low, high, methodPercentile
	}
	bias, a := zQuantile(share), acceleration(clusters, f)
	at := func(p float64) float64 {
		z := bias + zQuantile(p)
		return zCDF(bias + z/(1-a*z))
	}
	if a*(bias+zQuantile(high)) >= 1 || a*(bias+zQuantile(low)) <= -1 {
		return low, high, methodPercentile
	}
	return at(low), at(high), methodBCa
}

// acceleration is a sixth of the skewness of what the clusters contribute, by leaving each out, or
// each of 200 groups of them where they are more.
func acceleration(clusters int, f statistic) float64 {
	parts := min(clusters, jackknifeParts)
	var values []float64
	times := ones(clusters)
	for part := range parts {
		for c := part; c < clusters; c += parts {
			times[c] = 0
		}
		if v, ok := f(times); ok && finite(v) {
			values = append(values, v)
		}
		for c := part; c < clusters; c += parts {
			times[c] = 1
		}
	}
	if len(values) < 2 {
		return 0
	}
	mean := meanOf(values)
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(mean-v))
	}
	if largest == 0 {
		return 0
	}
	var second, third sum
	for _, v := range values {
		d := (mean - v) / largest
		second.add(d * d)
		third.add(d * d * d)
	}
	return third.value() / 6 / math.Pow(second.value(), 1.5)
}

func ones(n int) []int32 {
	times := make([]int32, n)
	for i := range times {
		times[i] = 1
	}
	return times
}

// canonical renumbers the clusters of the cases by their labels, so that draws do not depend on the
// order in which cases arrived.
func (f *Frame) canonical(cases, cluster []int32, clusters int) []int32 {
	first := make([]int32, clusters)
	for i := len(cluster) - 1; i >= 0; i-- {
		first[cluster[i]] = cases[i]
	}
	order := make([]int32, clusters)
	for c := range order {
		order[c] = int32(c)
	}
	slices.SortStableFunc(order, func(x, y int32) int {
		return compareLabels(f, f.cluster[first[x]], f.cluster[first[y]])
	})
	place := make([]int32, clusters)
	for at, c := range order {
		place[c] = int32(at)
	}
	renumbered := make([]int32, len(cluster))
	for i, c := range cluster {
		renumbered[i] = place[c]
	}
	return renumbered
}
