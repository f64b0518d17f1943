package measure

import (
	"math"
	"slices"
)

// BootstrapT is the interval of the mean from the t values of clusters drawn with replacement, which
// follow the skewness that Student's t ignores. The string says why there is none.
func (s *Sample) BootstrapT(o Options) (*Interval, string) {
	if len(s.values) == 0 {
		return nil, AbsentEmpty
	}
	g := s.grouped()
	spread := spreadOf(g.values, g.cluster, g.clusters)
	switch {
	case spread.n < 2:
		return nil, AbsentSingle
	case spread.clusters < 2:
		return nil, AbsentCluster
	case spread.se == 0:
		return nil, AbsentConstant
	}
	cluster := s.frame.canonical(g.cases, g.cluster, g.clusters)
	sums, sizes := clusterSums(g.values, cluster, g.clusters), make([]float64, g.clusters)
	for _, c := range cluster {
		sizes[c]++
	}
	var values []float64
	draws := o.drawsFor(g.clusters)
	o.resample(g.clusters, draws, func(times []int32) {
		if t, ok := tOfDraw(sums, sizes, times, spread); ok {
			values = append(values, t)
		}
	})
	if float64(len(values)) < fewestUsable*float64(draws) {
		return nil, "too many draws of clusters have no spread"
	}
	slices.Sort(values)
	interval := Interval{
		Low:   spread.mean - quantile(values, 1-o.alpha()/2)*spread.se,
		High:  spread.mean - quantile(values, o.alpha()/2)*spread.se,
		Level: o.IntervalLevel(), Method: methodBootstrapT,
	}
	if s.Scale == Ratio && spanOf(s.values).fits(Ratio) == nil {
		interval = interval.clipped(0, 1)
	}
	return &interval, ""
}

// tOfDraw is (mean of the draw − mean)/SE of the draw, false where the draw has no spread.
func tOfDraw(sums, sizes []float64, times []int32, whole spread) (float64, bool) {
	var n, all, drawn float64
	for c, k := range times {
		n += sizes[c] * float64(k)
		all += sums[c] * float64(k)
		drawn += float64(k)
	}
	centre := all / n
	var squares float64
	for c, k := range times {
		if k > 0 {
			d := sums[c] - sizes[c]*centre
			squares += d * d * float64(k)
		}
	}
	se := math.Sqrt(squares*drawn/(drawn-1)) / n
	if se <= 1e-9*whole.se {
		return 0, false
	}
	t := (centre - whole.mean) / se
	return t, finite(t)
}
