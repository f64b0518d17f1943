package measure

import (
	"fmt"
	"math"
)

// Scale is the kind of number of a measure. It decides which interval and which test fit.
type Scale string

const (
	// Auto is Binary where every value is 0 or 1, Ordinal where all are whole numbers at most ten
	// apart, and Continuous otherwise.
	Auto Scale = ""
	// Binary values are 0 or 1: the mean is a rate.
	Binary Scale = "binary"
	// Ordinal values are grades: their order counts, their distances hardly.
	Ordinal Scale = "ordinal"
	// Ratio values are continuous and never below 0 or above 1, such as F1: intervals are clipped.
	Ratio Scale = "ratio"
	// Continuous values are any numbers, such as distances.
	Continuous Scale = "continuous"
)

// maxGrades is the largest range of whole numbers that are taken for grades.
const maxGrades = 10

// span is what the raw values show of their scale.
type span struct {
	count     int
	low, high float64
	whole     bool // every value is a whole number
	binary    bool // every value is 0 or 1
}

func spanOf(values []float64) span {
	s := span{count: len(values), whole: true, binary: true}
	for i, v := range values {
		if i == 0 || v < s.low {
			s.low = v
		}
		if i == 0 || v > s.high {
			s.high = v
		}
		s.binary = s.binary && (v == 0 || v == 1)
		s.whole = s.whole && v == math.Trunc(v)
	}
	return s
}

// with is the span of both sets of values.
func (s span) with(other span) span {
	if s.count == 0 || other.count == 0 {
		if s.count == 0 {
			return other
		}
		return s
	}
	return span{
		count: s.count + other.count, low: min(s.low, other.low), high: max(s.high, other.high),
		whole: s.whole && other.whole, binary: s.binary && other.binary,
	}
}

// scale is the declared scale, or what the values look like.
func (s span) scale(declared Scale) Scale {
	switch {
	case declared != Auto:
		return declared
	case s.binary:
		return Binary
	case s.whole && s.high-s.low <= maxGrades:
		return Ordinal
	}
	return Continuous
}

// fits refuses values that the declared scale does not have.
func (s span) fits(declared Scale) error {
	switch {
	case s.count == 0:
	case declared == Binary && !s.binary:
		return fmt.Errorf("values from %g to %g are not all 0 or 1", s.low, s.high)
	case declared == Ratio && (s.low < 0 || s.high > 1):
		return fmt.Errorf("values from %g to %g are not all between 0 and 1", s.low, s.high)
	}
	return nil
}
