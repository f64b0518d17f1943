package rank

// reciprocal sums over the possible ranks of the first relevant document. All of them lie in the
// first group that has a relevant one. P(first at i) = C(size-i, relevant-1) / C(size, relevant), of which
// each is the one before times (size-i-relevant+1) / (size-i).
func reciprocal(j *Judged, k int) (float64, Reason) {
	for _, t := range j.ties {
		if t.relevant == 0 {
			continue
		}
		p, sum := float64(t.relevant)/float64(t.size), 0.0
		for i := 1; i <= t.within(k) && p > 0; i++ {
			sum += p / float64(t.above+i)
			p *= float64(t.size-i-t.relevant+1) / float64(max(1, t.size-i))
		}
		return sum, Scored
	}
	return 0, Scored
}
