package measure

import "math"

// Relative is the difference as a share of B's mean: 0.1 is ten percent above.
type Relative struct {
	Change   *float64  `json:"change"` // A/B − 1
	Interval *Interval `json:"interval"`
	Absent   string    `json:"absent,omitempty"`
}

// Relative computes the relative change and its interval, with the uncertainty of B's mean counted in.
// It refuses where that mean cannot be told from 0.
func (p *Paired) Relative(o Options) Relative {
	c := p.Compare(o)
	if c.Interval == nil {
		return Relative{Absent: c.Absent}
	}
	base := spreadOf(p.b, p.cluster, p.clusters)
	critical := tQuantile(1-o.alpha()/2, p.clusters-1)
	ratio := *c.A / base.mean
	half, method := critical*p.ratioError(ratio, base.mean), MethodRelative
	if even := turned(ratio-1, p.clusters, o); half <= 1e-9*even { // every case changes by the same share
		half, method = even, MethodEven
	}
	if c.SE == nil { // every cluster differs by the same, perhaps by nothing
		reach := max(c.Interval.High-*c.Difference, *c.Difference-c.Interval.Low) / math.Abs(base.mean)
		half, method = max(half, reach), c.Interval.Method
	}
	if math.Abs(base.mean) <= critical*base.se || !finite(ratio) || !finite(half) {
		return Relative{Absent: "the mean of B cannot be told from 0"}
	}
	return Relative{
		Change:   number(ratio - 1),
		Interval: &Interval{Low: ratio - 1 - half, High: ratio - 1 + half, Level: o.level(), Method: method},
	}
}

// ratioError is the standard error of A/B to first order: that of the mean of (a_i − ratio·b_i)/B.
func (p *Paired) ratioError(ratio, mean float64) float64 {
	rest := make([]float64, len(p.a))
	for i := range rest {
		rest[i] = (p.a[i] - ratio*p.b[i]) / mean
	}
	return spreadOf(rest, p.cluster, p.clusters).se
}
