package measure

import (
	"math"
	"slices"
)

// Stat is one measure over the cases of a run: how many attempts have a number, why the others have none,
// and what the numbers say. Numbers that the data cannot give are nil.
type Stat struct {
	Name      string    `json:"name"`
	Scored    int       `json:"scored"`    // attempts with a number
	Attempted int       `json:"attempted"` // all attempts
	Reasons   []Reason  `json:"reasons,omitempty"`
	Cases     int       `json:"cases"`    // cases with a number; its repeats count once
	Clusters  int       `json:"clusters"` // companies or documents among them
	Scale     Scale     `json:"scale,omitempty"`
	Mean      *float64  `json:"mean"`
	SE        *float64  `json:"se"`
	Interval  *Interval `json:"interval"`
	Absent    string    `json:"absent,omitempty"` // why the mean or the interval is
	Median    *float64  `json:"median"`
	P10       *float64  `json:"p10"`
	P90       *float64  `json:"p90"`
	Min       *float64  `json:"min"`
	Max       *float64  `json:"max"`
	Effective *float64  `json:"effective,omitempty"` // of a rate: as many independent cases would say as much
	Repeats   *Repeats  `json:"repeats,omitempty"`   // where cases were asked several times
}

// Why a number is absent.
const (
	AbsentEmpty    = "no case has a number"
	AbsentSingle   = "one case says nothing about the spread"
	AbsentCluster  = "all cases are of one cluster, so how clusters differ cannot be seen"
	AbsentConstant = "every case has the same value, so their spread cannot be seen"
)

// Stat computes the statistics of the sample. A case that was asked several times counts once, with
// the mean of its numbers. It takes a few passes and one sort of the values, and memory for a copy of
// them; repeats, and cases out of order, cost a second sort.
func (s *Sample) Stat(o Options) Stat {
	stat := Stat{
		Name: s.Name, Scored: s.Scored(), Attempted: s.Attempted(), Reasons: s.Reasons(),
	}
	if len(s.values) == 0 {
		stat.Absent = AbsentEmpty
		return stat
	}
	raw := spanOf(s.values)
	g := s.grouped()
	spread := spreadOf(g.values, g.cluster, g.clusters)
	stat.Cases, stat.Clusters, stat.Scale = spread.n, spread.clusters, raw.scale(s.Scale)
	stat.Mean = number(spread.mean)
	stat.Repeats = g.components()
	stat.describe(g.values)
	stat.infer(spread, raw, o)
	return stat
}

// describe fills in the distribution of the cases.
func (stat *Stat) describe(values []float64) {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	stat.Min, stat.Max = number(sorted[0]), number(sorted[len(sorted)-1])
	stat.Median = number(quantile(sorted, 0.5))
	stat.P10, stat.P90 = number(quantile(sorted, 0.1)), number(quantile(sorted, 0.9))
}

// infer fills in what the cases say beyond themselves.
func (stat *Stat) infer(s spread, raw span, o Options) {
	switch {
	case s.n < 2:
		stat.Absent = AbsentSingle
		return
	case s.clusters < 2:
		stat.Absent = AbsentCluster
		return
	}
	stat.SE = number(s.se)
	switch {
	case stat.Scale == Binary && raw.binary:
		interval, effective := s.rateInterval(stat.Scored, o)
		stat.Interval, stat.Effective = &interval, &effective
	case stat.Scale == Ratio && raw.low == raw.high && (s.mean == 0 || s.mean == 1):
		interval := noneIn(float64(s.n)/presumedDesign(s.size), s.mean == 1, o)
		stat.Interval = &interval // of the share of cases at the bound, and so of the mean
	case s.alone() <= raw.noise():
		stat.SE, stat.Absent = nil, AbsentConstant
	case s.se <= raw.noise():
		stat.SE = nil
		stat.Interval = raw.within(s.evenInterval(o), stat.Scale)
	default:
		stat.Interval = raw.within(s.tInterval(o), stat.Scale)
	}
}

// within is the interval of a mean within what values of the scale can be.
func (r span) within(i Interval, scale Scale) *Interval {
	if scale == Ratio && r.fits(Ratio) == nil {
		i = i.clipped(0, 1)
	}
	return &i
}

// noise is how far rounding moves means of the values.
func (r span) noise() float64 { return 1e-14 * max(math.Abs(r.low), math.Abs(r.high)) }
