package rank

func hit(j *Judged, k int) (float64, Reason) {
	for _, t := range j.ties {
		if t.above >= k {
			break
		}
		if t.relevant > 0 {
			return 1 - t.noneWithin(t.within(k)), Scored
		}
	}
	return 0, Scored
}

// noneWithin is the probability that the first n documents of the group in random order hold no relevant
// one: C(size-relevant, n) / C(size, n), as a product, since the binomials themselves overflow.
func (t tie) noneWithin(n int) float64 {
	p := 1.0
	for i := range n {
		p *= float64(max(0, t.size-t.relevant-i)) / float64(t.size-i)
		if p == 0 {
			break
		}
	}
	return p
}
