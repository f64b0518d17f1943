package rank

// averagePrecision adds, over the places p among the first k, the probability that p holds a relevant
// document times the expected precision there given that it does:
//
// the i-th place of a group of size t with r relevant documents, s documents and a relevant ones above it,
// is relevant with probability r/t, and then a + 1 relevant documents are certain up to it. Each of the i-1
// others of the group that rank higher is one of the r-1 remaining relevant ones with probability
// (r-1)/(t-1). Hence r/t · (a + 1 + (i-1)(r-1)/(t-1)) / (s+i).
func averagePrecision(j *Judged, k int) (float64, Reason) {
	sum, above := 0.0, 0
	for _, t := range j.ties {
		if t.above >= k {
			break
		}
		if t.relevant > 0 {
			sum += t.precisions(k, above)
			above += t.relevant
		}
	}
	return sum / float64(j.relevant), Scored
}

// precisions is the part of a group in the sum, with the number of relevant documents above it.
func (t tie) precisions(k, above int) float64 {
	sum := 0.0
	relevant := float64(t.relevant) / float64(t.size)
	another := float64(t.relevant-1) / float64(max(1, t.size-1))
	for i := 1; i <= t.within(k); i++ {
		sum += relevant * (float64(above+1) + float64(i-1)*another) / float64(t.above+i)
	}
	return sum
}
