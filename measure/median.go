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
	r := orderedOf(g.values, s.frame.canonical(g.cases, g.cluster, g.clusters), g.clusters)
	interval := o.bootstrap(len(g.values), g.clusters, false, func(times []int32) (float64, bool) {
		return r.median(times), true
	})
	if interval == nil {
		return nil, AbsentConstant
	}
	return interval, ""
}

// orderedValues are sorted values with the cluster of each, to take medians of drawn clusters.
type orderedValues struct {
	values  []float64
	cluster []int32
	sizes   []int64 // values of each cluster
}

func orderedOf(values []float64, cluster []int32, clusters int) orderedValues {
	order := make([]int32, len(values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(values[i], values[j]), cmp.Compare(cluster[i], cluster[j]))
	})
	r := orderedValues{make([]float64, len(order)), make([]int32, len(order)), make([]int64, clusters)}
	for at, i := range order {
		r.values[at], r.cluster[at] = values[i], cluster[i]
		r.sizes[cluster[i]]++
	}
	return r
}

// median is that of the values, each as often as its cluster was drawn.
func (r orderedValues) median(times []int32) float64 {
	var count int64
	for c, size := range r.sizes {
		count += size * int64(times[c])
	}
	low, high := (count-1)/2, count/2
	var seen int64
	var below float64
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
