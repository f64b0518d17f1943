package measure

// Retest is how well a repeated question gets the same answer.
type Retest struct {
	Same        Stat     `json:"same"`        // over cases: share of the pairs of repeats that are equal
	Repeats     *Repeats `json:"repeats"`     // the variance among cases and among repeats
	Reliability *float64 `json:"reliability"` // ω²/(ω² + σ²): share of one answer's variance that is the case's
}

// Retest compares the repeats of each case with one another; cases with one number only are counted as
// missing.
func (s *Sample) Retest(o Options) Retest {
	same := s.frame.Sample("test-retest agreement", Ratio)
	order := s.byCase()
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && s.cases[order[to]] == s.cases[order[from]] {
			to++
		}
		if k := to - from; k > 1 {
			same.Add(int(s.cases[order[from]]), s.equalPairs(order[from:to]))
		} else {
			same.Miss(int(s.cases[order[from]]), "asked once")
		}
		from = to
	}
	r := Retest{Same: same.Stat(o), Repeats: s.grouped().components()}
	if r.Repeats != nil && r.Repeats.Between+r.Repeats.Within > 0 {
		r.Reliability = number(r.Repeats.Between / (r.Repeats.Between + r.Repeats.Within))
	}
	return r
}

// equalPairs is the share of pairs of equal values, which come sorted.
func (s *Sample) equalPairs(at []int32) float64 {
	var equal, run float64
	for i := range at {
		if i > 0 && s.values[at[i]] == s.values[at[i-1]] {
			run++
		} else {
			run = 0
		}
		equal += run
	}
	k := float64(len(at))
	return 2 * equal / (k * (k - 1))
}
