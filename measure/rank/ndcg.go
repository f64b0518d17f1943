package rank

import "math"

func ndcg(j *Judged, k int) (float64, Reason)    { return j.gained(k, linear) }
func ndcgExp(j *Judged, k int) (float64, Reason) { return j.gained(k, exponential) }

func linear(grade int) float64      { return float64(grade) }
func exponential(grade int) float64 { return math.Exp2(float64(grade)) - 1 }

// gained is the expected discounted gain over the ideal one. The ideal does not depend on the order within
// ties, and at each place of a group the expected gain is the mean of the group's: so the expectation is
// the sum over places of mean gain times discount.
func (j *Judged) gained(k int, gain func(int) float64) (float64, Reason) {
	dcg, ideal := 0.0, 0.0
	for _, t := range j.ties {
		if t.above >= k {
			break
		}
		mean := j.gain(t, gain) / float64(t.size)
		for i := 0; mean > 0 && i < t.within(k); i++ {
			dcg += mean / math.Log2(float64(t.above+i+2))
		}
	}
	for i, grade := range j.ideal[:min(k, len(j.ideal))] {
		ideal += gain(grade) / math.Log2(float64(i+2))
	}
	return dcg / ideal, Scored
}

// gain is the summed gain of the documents of a group.
func (j *Judged) gain(t tie, gain func(int) float64) float64 {
	sum := 0.0
	for _, grade := range j.grades[t.above : t.above+t.size] {
		if grade > 0 {
			sum += gain(grade)
		}
	}
	return sum
}
