package gate

import (
	"slices"

	"github.com/assayhq/assay/measure"
)

// meanChange is the run's mean less the baseline's, over the cases where both have a number.
func (s *subject) meanChange(o measure.Options) estimate {
	a, b := s.pairs.Values(s.rule.Measure, s.rule.Where)
	if len(a) == 0 {
		return estimate{absent: "no case has a number in both"}
	}
	if s.rule.Statistic == Rate && !rates(a, b) {
		return estimate{absent: "a rate is of a measure that has 0 and 1 only, and this one has other values; ask for its mean"}
	}
	if s.rule.Unit == Relative {
		return s.relativeChange(o)
	}
	pair, err := measure.Pair(s.run, s.base)
	if err != nil {
		return estimate{absent: err.Error()}
	}
	c := pair.Compare(o)
	e := estimate{run: c.A, base: c.B, value: c.Difference, absent: c.Absent, cases: c.N, clusters: c.Clusters}
	if c.Difference != nil {
		low, high := s.bounds(slices.Concat(a, b)...)
		e.settle(c.Interval, *c.Difference, low-high, high-low, o)
	}
	return e.in(s.rule.Unit)
}

// rates reports whether all values are 0 or 1, or means of a case's repeats of them.
func rates(values ...[]float64) bool {
	for _, list := range values {
		for _, v := range list {
			if v < 0 || v > 1 {
				return false
			}
		}
	}
	return true
}

// in is the estimate in another unit than the measure's own.
func (e estimate) in(unit Unit) estimate {
	if unit != Points {
		return e
	}
	for _, p := range []**float64{&e.value, &e.low, &e.high} {
		if *p != nil {
			v := **p * 100
			*p = &v
		}
	}
	return e
}

// relativeChange is the change of the mean as a share of the baseline's.
func (s *subject) relativeChange(o measure.Options) estimate {
	pair, err := measure.Pair(s.run, s.base)
	if err != nil {
		return estimate{absent: err.Error()}
	}
	r := pair.Relative(o)
	e := estimate{run: r.A, base: r.B, value: r.Change, absent: r.Absent, cases: r.N, clusters: r.Clusters}
	if r.B != nil && *r.B == 0 {
		e.absent = "the baseline's mean is 0, so nothing is a share of it; ask for an absolute change"
	}
	e.within(r.Interval)
	return e
}

// medianChange is the run's median less the baseline's, over the cases where both have a number, or the share
// of it.
func (s *subject) medianChange(o measure.Options) estimate {
	pair, err := measure.Pair(s.run, s.base)
	if err != nil {
		return estimate{absent: err.Error()}
	}
	c := pair.MedianChange(s.rule.Unit == Relative, o)
	e := estimate{run: c.A, base: c.B, value: c.Change, absent: c.Absent, cases: c.N, clusters: c.Clusters}
	e.within(c.Interval)
	return e.in(s.rule.Unit)
}
