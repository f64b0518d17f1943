package analysis

import (
	"math"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// maxBins is how many bins a histogram has at most.
const maxBins = 20

// histogram counts the values of a measure in bins of one width: over the measure's range where it has one
// and the values keep to it, one for each grade where they are few whole numbers, and round ones over what
// there is otherwise. Two values or fewer need no picture.
func histogram(about score.Measure, c *ledger.Column) []Bin {
	from, to, ranged := about.Range()
	values := valuesOf(c)
	low, high, whole, few := extent(values)
	switch {
	case few:
		return nil
	case ranged && from <= low && high <= to && to-from <= measure.MaxValue:
		return fill(values, from, (to-from)/maxBins, maxBins)
	case whole && high-low < maxBins:
		return fill(values, low-0.5, 1, int(high-low)+1)
	}
	width := roundUp((high - low) / maxBins)
	first := math.Floor(low/width) * width
	return fill(values, first, width, min(int((high-first)/width)+1, maxBins+2))
}

// valuesOf are the numbers of a column that statistics count as such.
func valuesOf(c *ledger.Column) []float64 {
	values := make([]float64, 0, len(c.Values))
	for i, v := range c.Values {
		if c.Outcomes.At(i) == score.Scored && math.Abs(v) <= measure.MaxValue {
			values = append(values, v)
		}
	}
	return values
}

// extent is the range of values, whether all are whole, and whether they are two at most.
func extent(values []float64) (low, high float64, whole, few bool) {
	whole, few = true, true
	for i, v := range values {
		if i == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
		whole = whole && v == math.Trunc(v)
	}
	for _, v := range values {
		few = few && (v == low || v == high)
	}
	return low, high, whole, few
}

// roundUp is the next of 1, 2, 5 times a power of ten.
func roundUp(width float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(width)))
	for _, times := range []float64{1, 2, 5} {
		if times*unit >= width {
			return times * unit
		}
	}
	return 10 * unit
}

// fill counts values in n bins of a width. Ends are computed from the first, so that they do not drift.
func fill(values []float64, first, width float64, n int) []Bin {
	bins := make([]Bin, n)
	for i := range bins {
		bins[i].Low, bins[i].High = first+float64(i)*width, first+float64(i+1)*width
	}
	for _, v := range values {
		i := min(max(int((v-first)/width), 0), n-1)
		for i > 0 && v < bins[i].Low {
			i--
		}
		for i < n-1 && v >= bins[i].High {
			i++
		}
		bins[i].Count++
	}
	return bins
}
