package rank

func recall(j *Judged, k int) (float64, Reason) {
	return j.expectedRelevant(k) / float64(j.relevant), Scored
}
