package measure

import "slices"

// sum adds numbers with the rounding errors kept beside, so that the order of the cases does not show
// in the last digits of a report.
type sum struct{ high, low float64 }

func (s *sum) add(v float64) {
	t := s.high + v
	b := t - s.high
	s.low += (s.high - (t - b)) + (v - b)
	s.high = t
}

func (s sum) value() float64 { return s.high + s.low }

// total is the sum of the values.
func total(values []float64) float64 {
	var s sum
	for _, v := range values {
		s.add(v)
	}
	return s.value()
}

// meanOf is the mean of at least one value. It never lies outside them, whatever the rounding.
func meanOf(values []float64) float64 {
	mean := total(values) / float64(len(values))
	return min(max(mean, slices.Min(values)), slices.Max(values))
}
