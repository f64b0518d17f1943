package rank

func recall(j *Judged, k int) (float64, Reason) {
	return j.found(k) / float64(j.relevant), Scored
}
