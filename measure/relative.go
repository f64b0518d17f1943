package measure

import "math"

// Relative is the difference of the means as a share of B's: 0.1 is ten percent above.
type Relative struct {
	A        *float64  `json:"a"`      // mean of A over the cases of both
	B        *float64  `json:"b"`      // mean of B over the same
	Change   *float64  `json:"change"` // (A − B)/|B|
	Interval *Interval `json:"interval"`
	Absent   string    `json:"absent,omitempty"`
	N        int       `json:"n"`
	Clusters int       `json:"clusters"`
}

// Relative computes the relative change and its interval, with the uncertainty of B's mean counted in.
// It refuses where that mean cannot be distinguished from 0. A rise is above 0 where B's mean is below it, too.
func (p *Paired) Relative(o Options) Relative {
	c := p.Compare(o)
	r := Relative{A: c.A, B: c.B, Absent: c.Absent, N: c.N, Clusters: c.Clusters}
	if c.Interval == nil {
		return r
	}
	base := spreadOf(p.b, p.cluster, p.clusters)
	critical := tQuantile(1-o.alpha()/2, p.clusters-1)
	ratio := *c.A / base.mean
	half, method := critical*p.ratioError(ratio, base.mean), methodRelative
	if even := evenHalfWidth(ratio-1, p.clusters, o); half <= 1e-9*even { // every case changes by the same share
		half, method = even, methodEven
	}
	if c.SE == nil { // every cluster differs by the same, perhaps by nothing
		reach := max(c.Interval.High-*c.Difference, *c.Difference-c.Interval.Low) / math.Abs(base.mean)
		half, method = max(half, reach), c.Interval.Method
	}
	if math.Abs(base.mean) <= critical*base.se || !finite(ratio) || !finite(half) {
		r.Absent = "the mean of B cannot be distinguished from 0; ask for an absolute change"
		return r
	}
	change := math.Copysign(1, base.mean) * (ratio - 1)
	r.Change = number(change)
	r.Interval = &Interval{Low: change - half, High: change + half, Level: o.IntervalLevel(), Method: method}
	return r
}

// ratioError is the standard error of A/B to first order: that of the mean of (a_i − ratio·b_i)/B.
func (p *Paired) ratioError(ratio, mean float64) float64 {
	rest := make([]float64, len(p.a))
	for i := range rest {
		rest[i] = (p.a[i] - ratio*p.b[i]) / mean
	}
	return spreadOf(rest, p.cluster, p.clusters).se
}
