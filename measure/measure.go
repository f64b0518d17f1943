// Package measure turns the numbers of single cases into statistics that say how far they can be
// trusted: a mean with its interval, a comparison of two systems, a judge's rate corrected by people's
// labels, and how far two graders agree.
//
// Cases of one company or one document are alike, so they come in clusters, and every interval and
// test here is made over the clusters and not over the cases. What has no number is counted by its
// reason and never given one. It refuses to answer where the data cannot: a mean of nothing is absent,
// an interval from one cluster is absent, and each absence has a reason. No result is ever NaN or infinite.
//
// Each method is a file of its own and a row of Methods, which carries its caveat.
package measure

import "math"

// Options are the choices of an analysis. The zero value is what reports use.
type Options struct {
	Level float64 // of intervals: 0 is 0.95
	Power float64 // of the smallest detectable effect: 0 is 0.8
	Draws int     // of bootstraps and sampled permutations: 0 is 2,000 and 10,000
	Seed  uint64  // of the same: equal seeds give equal results
}

const (
	defaultLevel        = 0.95
	defaultPower        = 0.8
	defaultDraws        = 2_000
	defaultPermutations = 10_000
	maxDraws            = 1_000_000
)

// IntervalLevel is the level of intervals, in the open range from 0 to 1.
func (o Options) IntervalLevel() float64 { return openUnit(o.Level, defaultLevel) }

// alpha is the share of intervals that are allowed to miss.
func (o Options) alpha() float64 { return 1 - o.IntervalLevel() }

func (o Options) power() float64 { return openUnit(o.Power, defaultPower) }

func (o Options) draws(fallback int) int {
	if o.Draws <= 0 {
		return fallback
	}
	return min(o.Draws, maxDraws)
}

// openUnit is v where it lies between 0 and 1, and fallback where it does not.
func openUnit(v, fallback float64) float64 {
	if v > 0 && v < 1 {
		return v
	}
	return fallback
}

// Interval is a range that covers the true value in a share of repetitions of the whole evaluation,
// and the name of the row of Methods that made it.
type Interval struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Level  float64 `json:"level"`
	Method string  `json:"method"`
}

// Contains reports whether v lies in the interval, its ends included.
func (i Interval) Contains(v float64) bool { return v >= i.Low && v <= i.High }

// clipped is the interval within the range of values that the measure can take.
func (i Interval) clipped(low, high float64) Interval {
	i.Low, i.High = min(max(i.Low, low), high), min(max(i.High, low), high)
	return i
}

// including is the interval with a value in it.
func (i Interval) including(v float64) Interval {
	i.Low, i.High = min(i.Low, v), max(i.High, v)
	return i
}

// finite reports whether v is a number that sums of squares cannot take out of range.
func finite(v float64) bool { return !math.IsNaN(v) && math.Abs(v) <= MaxValue }

// MaxValue is the largest magnitude that counts as a number: squares of sums of 2^31 of them stay finite.
const MaxValue = 1e100

// number is a copy of v that a struct can point to.
func number(v float64) *float64 { return &v }
