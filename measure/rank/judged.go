package rank

func judged(j *Judged, k int) (float64, Reason) {
	if len(j.grades) == 0 {
		return 0, nothingFound
	}
	sum := 0.0
	for _, t := range j.ties {
		sum += float64(t.within(k)*(t.relevant+t.nonrelevant)) / float64(t.size)
	}
	return sum / float64(min(k, len(j.grades))), Scored
}
