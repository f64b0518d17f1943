package measure

import (
	"errors"
	"math"
)

// Wilson is the score interval of a rate: (p + z²/2n ± z√(p(1−p)/n + z²/4n²)) / (1 + z²/n), for cases
// that are independent of one another.
func Wilson(successes, n int, o Options) (Interval, error) {
	if n <= 0 || successes < 0 || successes > n {
		return Interval{}, errors.New("interval of a rate: successes must lie between 0 and the number of cases, which must be above 0")
	}
	if successes == 0 || successes == n {
		return noneIn(float64(n), successes == n, o), nil
	}
	return wilson(float64(successes)/float64(n), float64(n), zQuantile(1-o.alpha()/2), o), nil
}

func wilson(p, n, z float64, o Options) Interval {
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)) / (1 + z*z/n)
	return Interval{Low: centre - half, High: centre + half, Level: o.IntervalLevel(), Method: methodWilson}.clipped(0, 1)
}

// noneIn is the interval of a rate that no case contradicts: at none in n the upper bound is
// 1 − α^{1/n}, at all in n the lower bound is α^{1/n}.
func noneIn(n float64, all bool, o Options) Interval {
	bound := math.Pow(o.alpha(), 1/n)
	if all {
		return Interval{Low: bound, High: 1, Level: o.IntervalLevel(), Method: MethodNone}
	}
	return Interval{Low: 0, High: 1 - bound, Level: o.IntervalLevel(), Method: MethodNone}
}

// rateInterval is Wilson's interval on the effective number of cases: how many independent ones would
// know the rate as well as these do. It is p(1−p)/SE² · n/(n−1), which is n where every case is alone,
// and never more than the attempts. Student's t with clusters − 1 degrees of freedom replaces z,
// since the effective number is itself estimated from the clusters.
func (s spread) rateInterval(attempts int, o Options) (Interval, float64) {
	n := float64(s.n)
	if s.mean == 0 || s.mean == 1 {
		n /= presumedDesign(s.size)
		return noneIn(n, s.mean == 1, o), n
	}
	effective := float64(attempts)
	if s.se > 0 {
		effective = min(effective, s.mean*(1-s.mean)/(s.se*s.se)*n/(n-1))
	}
	if s.clusters == attempts {
		return wilson(s.mean, effective, zQuantile(1-o.alpha()/2), o), effective
	}
	interval := wilson(s.mean, effective, tQuantile(1-o.alpha()/2, s.clusters-1), o)
	interval.Method = methodWilsonEffective
	return interval, effective
}

// presumedCorrelation is how alike the cases of a cluster are taken to be where none of them differs
// from the others and the data cannot say.
const presumedCorrelation = 0.05

// presumedDesign is the design effect of clusters of a size under the presumed correlation.
func presumedDesign(size float64) float64 { return 1 + max(size-1, 0)*presumedCorrelation }
