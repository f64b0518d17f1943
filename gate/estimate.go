package gate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// subject is what a rule is about: the numbers of the run, and of the baseline where there is one.
type subject struct {
	rule  *Rule
	pairs *analysis.Pairs
	run   *measure.Sample // nil if there is no such measure
	base  *measure.Sample

	ofRun, ofBase []string // measures
}

// estimate is a statistic with its interval, in the unit of the rule.
type estimate struct {
	run, base       *float64
	value           *float64 // what is held against the limit; nil if it cannot be known
	low, high       *float64 // of its interval; nil if there is none
	method, absent  string   // how the interval was made, or why there is none
	cases, clusters int
}

func newSubject(p *analysis.Pairs, rule *Rule) *subject {
	s := &subject{rule: rule, pairs: p}
	s.run, s.base = p.Samples(rule.Measure, rule.Where)
	s.ofRun, s.ofBase = p.Names()
	return s
}

// maxNames is how many measures a message names.
const maxNames = 12

// has names the measures that there are.
func has(names []string) string {
	if len(names) == 0 {
		return "it has none"
	}
	text := "it has " + strings.Join(names[:min(len(names), maxNames)], ", ")
	if more := len(names) - maxNames; more > 0 {
		text += fmt.Sprintf(" and %d more ('assay runs show' lists them)", more)
	}
	return text
}

// missing says why there is nothing to judge, or is empty.
func (s *subject) missing() string {
	switch {
	case s.run == nil:
		return "the run has no measure " + s.rule.Measure + "; " + has(s.ofRun)
	case s.run.Attempted() == 0:
		return "the run has no case of these tags under " + s.rule.Measure
	case s.rule.Change == nil:
	case s.base == nil:
		return "the baseline has no measure " + s.rule.Measure + "; " + has(s.ofBase)
	case s.base.Attempted() == 0:
		return "the baseline has no case of these tags under " + s.rule.Measure
	}
	return ""
}

// estimate computes the statistic of the rule with an interval of a level.
func (s *subject) estimate(o measure.Options) estimate {
	switch {
	case s.rule.Statistic == Count:
		return s.counted()
	case s.rule.Change == nil && s.rule.Statistic == Median:
		return s.median(o)
	case s.rule.Change == nil:
		return s.mean(o)
	case s.rule.Statistic == Median:
		return s.medianChange(o)
	}
	return s.meanChange(o)
}

func (e *estimate) within(i *measure.Interval) {
	if i != nil {
		e.low, e.high, e.method = &i.Low, &i.High, i.Method
	}
}

// settle takes an interval, or what a share of the clusters may still differ by where no spread is seen: all
// cases, or all clusters, have the same value.
func (e *estimate) settle(i *measure.Interval, v, low, high float64, o measure.Options) {
	e.within(i)
	if i == nil || i.High-i.Low <= rounding*max(1, math.Abs(v)) {
		e.within(measure.Reach(v, low, high, e.clusters, o))
	}
}

// counted is how many attempts have a value other than 0. What has no number may be one of them, so the
// range that the count lies in is known for certain.
func (s *subject) counted() estimate {
	values := s.numbers()
	count := 0.0
	for _, v := range values {
		if v != 0 {
			count++
		}
	}
	most := count + float64(unscored(s.run))
	stat := s.run.Stat(measure.Options{})
	return estimate{run: &count, value: &count, low: &count, high: &most, method: "count", cases: stat.Cases,
		clusters: stat.Clusters}
}

// numbers are the numbers of the run's cases.
func (s *subject) numbers() []float64 { return s.pairs.Numbers(s.rule.Measure, s.rule.Where) }

// unscored is how many attempts should have a number and have none; a scorer that does not apply to a case
// owes it none.
func unscored(s *measure.Sample) int {
	missed := 0
	for _, r := range s.Reasons() {
		if r.Reason != string(score.Skipped) {
			missed += r.Count
		}
	}
	return missed
}

// mean is the mean of the run, or its rate.
func (s *subject) mean(o measure.Options) estimate {
	stat := s.run.Stat(o)
	e := estimate{run: stat.Mean, value: stat.Mean, absent: stat.Absent, cases: stat.Cases, clusters: stat.Clusters}
	if s.rule.Statistic == Rate && stat.Mean != nil && stat.Scale != measure.Binary {
		e.value, e.absent = nil, "a rate is of a measure that has 0 and 1 only, and this one has other values; ask for its mean"
		return e
	}
	if stat.Mean != nil {
		low, high := s.bounds(*stat.Min, *stat.Max)
		e.settle(stat.Interval, *stat.Mean, low, high, o)
	}
	return e
}

// median is the median of the run.
func (s *subject) median(o measure.Options) estimate {
	stat := s.run.Stat(o)
	e := estimate{run: stat.Median, value: stat.Median, absent: stat.Absent, cases: stat.Cases, clusters: stat.Clusters}
	if stat.Median == nil {
		return e
	}
	interval, why := s.run.MedianInterval(o)
	e.absent = why
	e.within(interval)
	if why == measure.AbsentConstant && stat.Clusters > 1 {
		i := &measure.Interval{Low: *stat.Median, High: *stat.Median, Level: o.IntervalLevel(), Method: measure.MethodNone}
		if measure.Unseen(stat.Clusters, o) >= 0.5 {
			i.Low, i.High = s.bounds(*stat.Median)
		}
		e.within(i)
	}
	return e
}

// bounds is the range of values that the measure can take: its own, or 0 to 1 for values that lie there,
// or that of what was seen.
func (s *subject) bounds(seen ...float64) (low, high float64) {
	about := analysis.MeasureOf(&s.pairs.A.Header, s.rule.Measure)
	if low, high, ok := about.Range(); ok {
		return low, high
	}
	low, high = slices.Min(seen), slices.Max(seen)
	if low >= 0 && high <= 1 {
		return 0, 1
	}
	return low, high
}
