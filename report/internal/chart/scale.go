package chart

import (
	"math"
	"strconv"
)

// scale takes values of a domain to places on a canvas.
type scale struct {
	low, high float64 // of the domain
	from, to  float64 // of the canvas
	ticks     []float64
	step      float64
}

// newScale is a scale whose domain is rounded to ticks. Without spread, the domain is made around the value.
func newScale(low, high, from, to float64, wanted int) scale {
	if high-low <= math.Abs(high)*1e-9 {
		around := max(math.Abs(high)*0.1, 0.5)
		low, high = low-around, high+around
	}
	step := niceStep((high - low) / float64(max(wanted, 1)))
	s := scale{low: math.Floor(low/step+1e-9) * step, high: math.Ceil(high/step-1e-9) * step, from: from, to: to,
		step: step}
	for i := range maxTicks {
		at := s.low + float64(i)*step
		if at > s.high+step/2 {
			break
		}
		s.ticks = append(s.ticks, at)
	}
	return s
}

// maxTicks bounds the ticks whatever the arithmetic makes of the step.
const maxTicks = 24

// niceStep is the smallest of 1, 2, 2.5 and 5 times a power of ten that is not below a length.
func niceStep(length float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(length)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if length <= m*power*(1+1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// at is the place of a value; what lies outside the domain is at its end.
func (s *scale) at(v float64) float64 {
	share := (v - s.low) / (s.high - s.low)
	return s.from + min(max(share, 0), 1)*(s.to-s.from)
}

// label writes a tick with as many decimals as tell it from the next.
func (s *scale) label(v float64) string {
	if math.Abs(v) < s.step/1e6 {
		return "0"
	}
	if top := max(math.Abs(s.low), math.Abs(s.high)); top >= 1e6 || top < 1e-3 {
		return minus(strconv.FormatFloat(v, 'g', 3, 64))
	}
	decimals := 0
	for at := s.step; decimals < 6 && math.Abs(at-math.Round(at)) > 1e-6*at; decimals++ {
		at *= 10
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if decimals > 0 {
		return minus(text)
	}
	return grouped(text)
}

// extent is the range of the values that there are.
type extent struct {
	low, high float64
	any       bool
}

func (e *extent) add(values ...*float64) {
	for _, v := range values {
		if v == nil {
			continue
		}
		if !e.any || *v < e.low {
			e.low = *v
		}
		if !e.any || *v > e.high {
			e.high = *v
		}
		e.any = true
	}
}

func (e *extent) addRange(r *Range) {
	if r != nil {
		e.add(&r.Low, &r.High)
	}
}

// within widens a range that is nearly all of 0 to 1 to it: shares are read against their bounds.
func (e *extent) within() {
	if e.any && e.low >= 0 && e.high <= 1 && e.high-e.low > 0.4 {
		e.low, e.high = 0, 1
	}
}
