package rank

// bpref: within a group, the documents judged as not relevant that are above a given relevant one are
// any number from 0 to all of the group with equal probability, since that one is as likely to be in
// each of the gaps between them.
func bpref(j *Judged, _ int) (float64, Reason) {
	sum, above := 0.0, 0
	bound := min(j.nonrelevant, j.relevant)
	for _, t := range j.ties {
		part := 0.0
		for x := 0; t.relevant > 0 && x <= t.nonrelevant; x++ {
			part += 1 - misplaced(above+x, bound)
		}
		sum += float64(t.relevant) * part / float64(t.nonrelevant+1)
		above += t.nonrelevant
	}
	return sum / float64(j.relevant), Scored
}

// misplaced is the share of the compared documents that are above a relevant document.
func misplaced(above, bound int) float64 {
	if above == 0 {
		return 0
	}
	return float64(min(above, bound)) / float64(bound)
}
