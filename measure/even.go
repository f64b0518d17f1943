package measure

import "math"

// evenNoise is how far rounding moves the differences of a cluster, as a share of the numbers that
// they are made of.
const evenNoise = 1e-15

// even reports whether every cluster differs by the same, but for the rounding of the numbers compared.
// A standard error over such clusters is 0 or noise, and meaningless.
func (p *Paired) even(d []float64, s spread) bool {
	largest := max(math.Abs(p.raw.low), math.Abs(p.raw.high))
	if s.se == 0 || s.se > 1e-9*largest {
		return s.se == 0 // the usual case costs no pass over the cases
	}
	deviations, noise, sizes := make([]sum, p.clusters), make([]float64, p.clusters), p.sizes()
	all := 0.0
	for i, v := range d {
		c := p.cluster[i]
		deviations[c].add(v - s.mean)
		if v != 0 {
			of := math.Abs(p.a[i]) + math.Abs(p.b[i])
			noise[c] += of
			all += of
		}
	}
	for c := range deviations {
		if math.Abs(deviations[c].value()) > evenNoise*(noise[c]+all/float64(s.n)*float64(sizes[c])) {
			return false
		}
	}
	return true
}

// same reports whether no case differs by more than rounding.
func (p *Paired) same(d []float64) bool {
	for i, v := range d {
		if math.Abs(v) > evenNoise*(math.Abs(p.a[i])+math.Abs(p.b[i])) {
			return false
		}
	}
	return true
}

// inferEven handles clusters that all differ by the same, other than 0, or whose differences all cancel.
//
// P is the sign flip's, 2·2^-G for G clusters: each could as well have gone the other way, and none did.
// The interval takes back the same test: where a share q of all clusters goes the other way, the mean is
// (1 − 2q) of what is seen, and G clusters without one of them leave q up to 1 − (α/2)^{1/G}. Where the
// cases within clusters do differ, neither is more certain than Student's t of independent cases.
// So P is at most α exactly where the interval leaves out 0.
func (c *Comparison) inferEven(p *Paired, d []float64, s spread, o Options) {
	c.SE, c.Detectable = nil, nil
	c.Method, c.Why = methodSignFlip, "every cluster differs by the same"
	half, chance := evenHalfWidth(s.mean, s.clusters, o), SignFlip(clusterSums(d, p.cluster, p.clusters), o)
	if alone := math.Sqrt(s.variance / float64(s.n)); !constant(d) && alone > 0 {
		half = max(half, tQuantile(1-o.alpha()/2, s.clusters-1)*alone)
		chance = max(chance, tTest(s.mean/alone, s.clusters-1))
	}
	c.P = number(chance)
	interval := Interval{Low: s.mean - half, High: s.mean + half, Level: o.IntervalLevel(), Method: methodEven}
	c.Interval = p.bounded(interval)
}

// evenHalfWidth = 2·|mean|·(1 − (α/2)^(1/n)), n clusters: see inferEven.
func evenHalfWidth(mean float64, clusters int, o Options) float64 {
	return 2 * math.Abs(mean) * (1 - math.Pow(o.alpha()/2, 1/float64(clusters)))
}

// bounded is the interval within what differences of the scale can be.
func (p *Paired) bounded(i Interval) *Interval {
	if p.scale == Binary || p.scale == Ratio {
		i = i.clipped(-1, 1)
	}
	return &i
}
