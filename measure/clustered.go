package measure

import (
	"math"
	"slices"
)

// spread is what a mean over cases in clusters is known to within.
type spread struct {
	n, clusters int
	mean        float64
	se          float64 // of the mean, over clusters
	variance    float64 // among cases, as if they were alone
	design      float64 // se² as a multiple of what cases alone would give; 1 where that is 0
	size        float64 // cases in the cluster of an average case
}

// spreadOf computes SE² = G/(G−1) · (1/n²) Σ_c (Σ_{i∈c} (x_i − x̄))², which is the formula of single
// cases plus the products within clusters. G/(G−1) makes it s²/n where every cluster is one case. It
// is 0 where there are fewer than two clusters: what the clusters differ by cannot be seen then.
func spreadOf(values []float64, cluster []int32, clusters int) spread {
	s := spread{n: len(values), clusters: clusters, design: 1, size: 1}
	if s.n == 0 {
		return s
	}
	s.mean = meanOf(values)
	s.variance = varianceOf(values, s.mean)
	if clusters < 2 {
		s.size = float64(s.n)
		return s
	}
	if clusters == s.n {
		s.se = s.alone()
		return s
	}
	sums := make([]sum, clusters)
	sizes := make([]float64, clusters)
	for i, v := range values {
		sums[cluster[i]].add(v - s.mean)
		sizes[cluster[i]]++
	}
	squares, cases := make([]float64, clusters), sum{}
	for c := range sums {
		squares[c] = sums[c].value() * sums[c].value()
		cases.add(sizes[c] * sizes[c])
	}
	n, g := float64(s.n), float64(clusters)
	s.size = cases.value() / n
	s.se = math.Sqrt(total(squares)*g/(g-1)) / n
	if alone := s.variance / n; alone > 0 {
		s.design = s.se * s.se / alone
	}
	return s
}

// varianceOf is the variance with n − 1 below, 0 for fewer than two values.
func varianceOf(values []float64, mean float64) float64 {
	if len(values) < 2 {
		return 0
	}
	var s sum
	for _, v := range values {
		s.add((v - mean) * (v - mean))
	}
	return s.value() / float64(len(values)-1)
}

// tInterval is mean ± t·SE with clusters − 1 degrees of freedom.
func (s spread) tInterval(o Options) Interval {
	half := tQuantile(1-o.alpha()/2, s.clusters-1) * s.se
	method := methodT
	if s.clusters < s.n {
		method = MethodClusteredT
	}
	return Interval{Low: s.mean - half, High: s.mean + half, Level: o.IntervalLevel(), Method: method}
}

// alone is the standard error of the mean of independent cases.
func (s spread) alone() float64 { return math.Sqrt(s.variance / float64(s.n)) }

// evenInterval is for clusters with the same mean: that they happen to agree does not make the mean more certain than
// independent cases would.
func (s spread) evenInterval(o Options) Interval {
	s.se = s.alone()
	i := s.tInterval(o)
	i.Method = methodEvenMeans
	return i
}

// constant reports whether all values are the same.
func constant(values []float64) bool {
	return len(values) == 0 || slices.Min(values) == slices.Max(values)
}
