package measure

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

// reach is z_{α/2} + z_β.
func (o Options) reach() float64 { return zQuantile(1-o.alpha()/2) + zQuantile(o.power()) }
