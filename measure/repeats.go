package measure

import "math"

// Repeats parts the variance among cases from the variance of asking the same case again.
type Repeats struct {
	Cases   int     `json:"cases"`    // cases with two numbers or more
	PerCase float64 `json:"per_case"` // numbers of a case, as the harmonic mean
	Between float64 `json:"between"`  // ω²: variance of the cases' true means
	Within  float64 `json:"within"`   // E[σ²]: variance of one case asked again
}

// components estimates the parts from Var(case means) = ω² + E[σ²]/K, nil where no case has two
// numbers. An estimate of ω² below 0 is 0: all that is seen may be the noise of asking.
func (g grouped) components() *Repeats {
	if g.repeats == nil {
		return nil
	}
	r := &Repeats{}
	var within, inverse sum
	for i, k := range g.repeats {
		inverse.add(1 / float64(k))
		if k > 1 {
			r.Cases++
			within.add(g.within[i])
		}
	}
	share := inverse.value() / float64(len(g.repeats))
	r.PerCase = 1 / share
	r.Within = within.value() / float64(r.Cases)
	r.Between = max(0, varianceOf(g.values, meanOf(g.values))-r.Within*share)
	return r
}

// Components say what a planned comparison of two systems can detect: ω² is the variance among cases
// of the true difference, the others the variance of asking a system again and how often it is asked.
type Components struct {
	Between     float64 `json:"between"`     // ω²
	WithinA     float64 `json:"within_a"`    // σ_A²
	WithinB     float64 `json:"within_b"`    // σ_B²
	RepeatsA    float64 `json:"repeats_a"`   // K_A
	RepeatsB    float64 `json:"repeats_b"`   // K_B
	Correlation float64 `json:"correlation"` // of cases of one cluster
	PerCluster  float64 `json:"per_cluster"` // cases in the cluster of an average case
	Parted      bool    `json:"parted"`      // whether repeats separated ω² from σ²; if not, ω² holds all
}

// variance is that of one case's difference, times the design effect of the clusters.
func (c Components) variance() float64 {
	v := c.Between + c.WithinA/max(c.RepeatsA, 1) + c.WithinB/max(c.RepeatsB, 1)
	return v * (1 + max(c.PerCluster-1, 0)*c.Correlation)
}

// Detectable is the smallest true difference that n cases find with the power of the options:
// δ = (z_{α/2} + z_β) · √(deff · (ω² + σ_A²/K_A + σ_B²/K_B) / n). It is nil for no cases.
func (c Components) Detectable(n int, o Options) *float64 {
	if n <= 0 || !finite(c.variance()) {
		return nil
	}
	return number(o.reach() * math.Sqrt(c.variance()/float64(n)))
}

// Needed is the number of cases, in clusters of the same size as now, that find a true difference of
// delta; nil where no number of cases below MaxCases does.
func (c Components) Needed(delta float64, o Options) *int {
	n := math.Ceil(o.reach()*o.reach()*c.variance()/(delta*delta) - 1e-9)
	if !(n <= MaxCases) {
		return nil
	}
	needed := max(int(n), 1)
	return &needed
}

// reach is z_{α/2} + z_β.
func (o Options) reach() float64 { return zQuantile(1-o.alpha()/2) + zQuantile(o.power()) }
