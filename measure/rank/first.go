package rank

// first is the mean rank of the first of r relevant documents in a group of size t: s + (t+1)/(r+1).
func first(j *Judged, _ int) (float64, Reason) {
	for _, t := range j.ties {
		if t.relevant > 0 {
			return float64(t.above) + float64(t.size+1)/float64(t.relevant+1), Scored
		}
	}
	return 0, noneFound
}
