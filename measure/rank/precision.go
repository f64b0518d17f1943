package rank

func precision(j *Judged, k int) (float64, Reason) {
	if len(j.grades) == 0 {
		return 0, nothingFound
	}
	return j.expectedRelevant(k) / float64(orAll(k, len(j.grades))), Scored
}

func rPrecision(j *Judged, _ int) (float64, Reason) {
	return j.expectedRelevant(j.relevant) / float64(j.relevant), Scored
}

// expectedRelevant is the expected number of relevant documents among the first k. In a group of equal scores each
// place holds a relevant document with the same probability, and expectations add up.
func (j *Judged) expectedRelevant(k int) float64 {
	sum := 0.0
	for _, t := range j.ties {
		if t.above >= k {
			break
		}
		if t.relevant > 0 {
			sum += float64(t.within(k)*t.relevant) / float64(t.size)
		}
	}
	return sum
}

// orAll is the cut-off, or the length of the list where there is none.
func orAll(k, length int) int {
	if k == whole {
		return length
	}
	return k
}
