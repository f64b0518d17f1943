package measure

import "math"

// Comparison is how far two systems differ on the same cases. Numbers that the data cannot give are
// nil.
type Comparison struct {
	Name       string    `json:"name"`
	A          *float64  `json:"a"`          // mean of A over the cases of both
	B          *float64  `json:"b"`          // mean of B over the same
	Difference *float64  `json:"difference"` // A − B
	SE         *float64  `json:"se"`         // of the difference
	Interval   *Interval `json:"interval"`   // of the difference
	P          *float64  `json:"p"`
	Adjusted   *float64  `json:"adjusted"` // P by Holm, once Adjust has seen its companions
	Method     string    `json:"method,omitempty"`
	Why        string    `json:"why,omitempty"`    // why this method
	Absent     string    `json:"absent,omitempty"` // why there is no P or interval
	Wins       int       `json:"wins"`             // cases where A is above B
	Ties       int       `json:"ties"`
	Losses     int       `json:"losses"`
	N          int       `json:"n"` // cases with a number in both
	Clusters   int       `json:"clusters"`
	OnlyA      int       `json:"only_a"` // cases that B did not attempt
	OnlyB      int       `json:"only_b"`
	NoNumberA  int       `json:"no_number_a"` // cases of both where only A has no number
	NoNumberB  int       `json:"no_number_b"`
	NoNumber   int       `json:"no_number"`  // cases of both where neither has
	Detectable *float64  `json:"detectable"` // the smallest true difference that these cases find
	Power      float64   `json:"power"`      // how often they find it
}

// Compare tests whether A and B differ, by the method that fits the data (see choose). It takes a few
// passes over the cases; drawn sign patterns visit the clusters, never the cases.
func (p *Paired) Compare(o Options) Comparison {
	c := Comparison{
		Name: p.NameA, N: len(p.cases), Clusters: p.clusters, OnlyA: p.OnlyA, OnlyB: p.OnlyB,
		NoNumberA: p.NoA, NoNumberB: p.NoB, NoNumber: p.Neither, Power: o.power(),
	}
	if c.N == 0 {
		c.Absent = "no case has a number in both"
		return c
	}
	c.tally(p)
	d := p.differences()
	s := spreadOf(d, p.cluster, p.clusters)
	c.A, c.B, c.Difference = number(meanOf(p.a)), number(meanOf(p.b)), number(s.mean)
	switch {
	case s.n < 2:
		c.Absent = AbsentSingle
	case s.clusters < 2:
		c.Absent = AbsentCluster
	default:
		c.infer(p, d, s, o)
	}
	return c
}

func (c *Comparison) tally(p *Paired) {
	for i := range p.a {
		switch {
		case p.a[i] > p.b[i]:
			c.Wins++
		case p.a[i] < p.b[i]:
			c.Losses++
		default:
			c.Ties++
		}
	}
}

// infer makes the interval and the test of two or more clusters.
func (c *Comparison) infer(p *Paired, d []float64, s spread, o Options) {
	c.SE = number(s.se)
	degrees := s.clusters - 1
	c.Detectable = number((tQuantile(1-o.alpha()/2, degrees) + tQuantile(o.power(), degrees)) * s.se)
	sums := clusterSums(d, p.cluster, p.clusters)
	c.Method, c.Why = p.choose(sums, o)
	interval := s.tInterval(o)
	switch even := p.even(d, s); {
	case even && p.same(d):
		c.inferNone(p, s, o)
		return
	case c.Method == MethodMcNemar:
		c.P = number(McNemar(c.Wins, c.Losses))
		interval = bonettPrice(c.Wins, c.Losses, c.N, o).including(s.mean)
	case even:
		c.inferEven(p, d, s, o)
		return
	case c.Method == methodSignFlip:
		c.P = number(SignFlip(sums, o))
		if flipped := flipInterval(sums, p.sizes(), o); flipped != nil {
			interval = *flipped
		}
	default:
		c.P = number(tTest(s.mean/s.se, degrees))
	}
	c.Interval = p.bounded(interval)
}

// inferNone handles runs of which no case differs, but for rounding: at most a share 1 − α^{1/n} of all cases does, and by
// no more than the range of the values.
func (c *Comparison) inferNone(p *Paired, s spread, o Options) {
	c.SE, c.Detectable = nil, nil
	extent := p.raw.high - p.raw.low
	if p.scale == Binary || p.scale == Ratio {
		extent = 1
	}
	reach := noneIn(float64(s.n)/presumedDesign(s.size), false, o).High * extent
	c.P, c.Method, c.Why = number(1), MethodNone, "no case differs"
	c.Interval = &Interval{Low: s.mean - reach, High: s.mean + reach, Level: o.IntervalLevel(), Method: MethodNone}
}

// clusterSums are Σ_{i∈c} d_i.
func clusterSums(d []float64, cluster []int32, clusters int) []float64 {
	sums := make([]sum, clusters)
	for i, v := range d {
		sums[cluster[i]].add(v)
	}
	values := make([]float64, clusters)
	for c := range sums {
		values[c] = sums[c].value()
	}
	return values
}

const (
	fewDiffering    = 10    // clusters that differ, below which t is not trusted
	manyClusters    = 2_000 // above which t is trusted whatever the shape
	cochranMultiple = 25    // Cochran: t needs 25 · skewness² clusters
)

// sizes are the cases of each cluster.
func (p *Paired) sizes() []int {
	sizes := make([]int, p.clusters)
	for _, c := range p.cluster {
		sizes[c]++
	}
	return sizes
}

// choose is the rule of which test fits. 0/1 on cases that are clusters of their own: exact McNemar.
// Otherwise, over clusters: the paired t-test where they are so few that no sign flip could reach the
// level, or very many; a sign flip where fewer than ten clusters differ, for grades, and where the
// clusters' differences are too skewed for their number; and the paired t-test everywhere else.
func (p *Paired) choose(sums []float64, o Options) (method, why string) {
	alone := p.clusters == len(p.cases)
	plain := MethodClusteredT
	if alone {
		plain = methodT
	}
	differ := differing(sums)
	switch {
	case alone && p.scale == Binary && p.zeroOne():
		return MethodMcNemar, "0 or 1 on cases without clusters"
	case len(sums) > manyClusters:
		return plain, "many clusters"
	case math.Pow(2, float64(1-len(sums))) > o.alpha():
		return plain, "too few clusters for a sign flip"
	case len(differ) < fewDiffering:
		return methodSignFlip, "fewer than ten clusters differ"
	case p.scale == Ordinal:
		return methodSignFlip, "grades"
	case float64(len(sums)) < cochranMultiple*math.Pow(skewness(sums), 2):
		return methodSignFlip, "skewed differences"
	}
	return plain, "enough clusters for the shape of their differences"
}

// zeroOne reports whether every case has 0 or 1 on both sides; the mean of repeats need not be.
func (p *Paired) zeroOne() bool { return spanOf(p.a).binary && spanOf(p.b).binary }

// skewness is the standardised third moment, 0 where the values do not vary.
func skewness(values []float64) float64 {
	mean := meanOf(values)
	deviation := math.Sqrt(varianceOf(values, mean))
	if deviation == 0 {
		return 0
	}
	var third sum
	for _, v := range values {
		standard := (v - mean) / deviation
		third.add(standard * standard * standard)
	}
	return third.value() / float64(len(values))
}
