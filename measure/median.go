package measure

import (
	"cmp"
	"slices"
)

// MedianInterval is the interval of the median over cases: percentiles of the medians of clusters drawn
// with replacement. The string says why there is none.
func (s *Sample) MedianInterval(o Options) (*Interval, string) {
	if len(s.values) == 0 {
		return nil, AbsentEmpty
	}
	g := s.grouped()
	switch {
	case len(g.values) < 2:
		return nil, AbsentSingle
	case g.clusters < 2:
		return nil, AbsentCluster
	case constant(g.values):
		return nil, AbsentConstant
	}
	cluster := s.frame.canonical(g.cases, g.cluster, g.clusters)
	order := make([]int32, len(g.values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(g.values[i], g.values[j]), cmp.Compare(cluster[i], cluster[j]))
	})
	values, of, sizes := make([]float64, len(order)), make([]int32, len(order)), make([]int64, g.clusters)
	for at, i := range order {
		values[at], of[at] = g.values[i], cluster[i]
		sizes[cluster[i]]++
	}
	interval := o.bootstrap(len(values), g.clusters, false, func(times []int32) (float64, bool) {
		return medianOf(values, of, sizes, times), true
	})
	if interval == nil {
		return nil, AbsentConstant
	}
	return interval, ""
}

// medianOf is the median of the sorted values, each as often as its cluster was drawn.
func medianOf(sorted []float64, cluster []int32, sizes []int64, times []int32) float64 {
	var count int64
	for c, size := range sizes {
		count += size * int64(times[c])
	}
	low, high := (count-1)/2, count/2
	var seen int64
	var below float64
	for i, v := range sorted {
		if times[cluster[i]] == 0 {
			continue
		}
		before := seen
		seen += int64(times[cluster[i]])
		if before <= low && low < seen {
			below = v
		}
		if high < seen {
			return (below + v) / 2
		}
	}
	return below
}
