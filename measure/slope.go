package measure

import (
	"errors"
	"math"
)

// Slope is how much a score rises with a property of the case, such as the length of the answer.
type Slope struct {
	Value     *float64  `json:"value"` // rise of the score per unit
	Intercept *float64  `json:"intercept"`
	SE        *float64  `json:"se"` // robust to clusters and to uneven spread
	Interval  *Interval `json:"interval"`
	P         *float64  `json:"p"`
	Absent    string    `json:"absent,omitempty"`
	N         int       `json:"n"`
	Clusters  int       `json:"clusters"`
}

// LengthSlope is the least-squares line of score on length, with the standard error over clusters.
// Lengths are best given as logarithms: a judge that likes long answers likes twice as long, not ten
// words more.
func LengthSlope(score, length *Sample, o Options) (Slope, error) {
	if score.frame != length.frame {
		return Slope{}, errors.New("slope: score and length number their cases differently; make both from one frame")
	}
	p, err := Pair(score, length)
	if err != nil {
		return Slope{}, err
	}
	return p.slope(o), nil
}

// slope regresses a on b.
func (p *Paired) slope(o Options) Slope {
	s := Slope{N: len(p.cases), Clusters: p.clusters}
	if s.N < 3 {
		s.Absent = "it needs three cases with both"
		return s
	}
	meanY, meanX := meanOf(p.a), meanOf(p.b)
	var products, squares sum
	for i := range p.a {
		products.add((p.b[i] - meanX) * (p.a[i] - meanY))
		squares.add((p.b[i] - meanX) * (p.b[i] - meanX))
	}
	slope := products.value() / squares.value()
	switch {
	case constant(p.b) || squares.value() == 0 || !finite(slope):
		s.Absent = "the lengths hardly differ"
		return s
	case p.clusters < 2:
		s.Absent = AbsentCluster
	default:
		s.infer(p.slopeError(slope, meanX, meanY, squares.value()), slope, o)
	}
	s.Value, s.Intercept = number(slope), number(meanY-slope*meanX)
	return s
}

// slopeError is √(Σ_c (Σ_{i∈c} x̃_i e_i)² / (Σ x̃²)² · G/(G−1) · (n−1)/(n−2)), where x̃ is b about its mean
// and e the residual.
func (p *Paired) slopeError(slope, meanX, meanY, squares float64) float64 {
	moved := make([]float64, len(p.a))
	for i := range moved {
		x := p.b[i] - meanX
		moved[i] = x * (p.a[i] - meanY - slope*x) / squares
	}
	sums := clusterSums(moved, p.cluster, p.clusters)
	for i, v := range sums {
		sums[i] = v * v
	}
	n, g := float64(len(p.a)), float64(p.clusters)
	return math.Sqrt(total(sums) * g / (g - 1) * (n - 1) / (n - 2))
}

func (s *Slope) infer(se, slope float64, o Options) {
	if se == 0 || !finite(se) {
		s.Absent = "the line passes through every case"
		return
	}
	half := tQuantile(1-o.alpha()/2, s.Clusters-1) * se
	s.SE, s.P = number(se), number(tTest(slope/se, s.Clusters-1))
	s.Interval = &Interval{Low: slope - half, High: slope + half, Level: o.IntervalLevel(), Method: methodSlope}
}
