package neighbors

import (
	"slices"

	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// distances tell how far golds and other hits are, and whether distance tells the two apart.
func (r *ranking) distances() []score.Score {
	var near, far []float64
	measured := len(r.hits) == 0
	for i := range r.hits {
		d := r.hits[i].Distance
		if d == nil {
			continue
		}
		measured = true
		if r.relevant[r.hits[i].ID] > 0 {
			near = append(near, *d)
		} else {
			far = append(far, *d)
		}
	}
	none := func(what string) string {
		switch {
		case !measured:
			return "the engine gives no distances"
		case len(r.relevant) == 0:
			return uncovered
		}
		return "no " + what + " was found"
	}
	all := []score.Score{median(distance, near, none("gold")), median(others, far, none("other sentence"))}
	if len(near) == 0 || len(far) == 0 {
		return append(all, score.Not(auc, score.Skipped, none("gold beside another sentence")))
	}
	return append(all, score.Of(auc, nearer(near, far)))
}

func median(name string, of []float64, none string) score.Score {
	if len(of) == 0 {
		return score.Not(name, score.Skipped, none)
	}
	slices.Sort(of)
	n := len(of)
	return score.Of(name, (of[(n-1)/2]+of[n/2])/2)
}

// nearer is the chance that one of the first is smaller than one of the second, equal ones counting half.
func nearer(a, b []float64) float64 {
	wins := 0.0
	for _, x := range a {
		for _, y := range b {
			switch {
			case x < y:
				wins++
			case x == y:
				wins += 0.5
			}
		}
	}
	return wins / float64(len(a)*len(b))
}

// losses tell what an approximate index loses from what the vectors lose.
func (s *scorer) losses(r *ranking, exact []system.Passage) ([]score.Score, error) {
	truth := (&ranking{r.anchor, exact, r.relevant}).without(s.Legacy)
	all := []score.Score{s.annRecall(r, truth), distanceRatio(r, truth)}
	if len(r.relevant) == 0 {
		for _, name := range []string{exactHit, indexLoss, vectorLoss} {
			all = append(all, score.Not(name, score.Skipped, uncovered))
		}
		return all, nil
	}
	best, err := truth.hitAt5()
	if err != nil {
		return nil, err
	}
	got, err := r.hitAt5()
	if err != nil {
		return nil, err
	}
	return append(all, score.Of(exactHit, best), score.Of(indexLoss, best-got), score.Of(vectorLoss, 1-best)), nil
}

func (r *ranking) hitAt5() (float64, error) {
	j, err := r.judge(r.relevant)
	if err != nil {
		return 0, err
	}
	value, _ := hitAt5.Of(j) // without hits it is 0
	return value, nil
}

// annRecall is the share of the k exact neighbours that the engine found. The exact ranking is whole to the
// end of the group that its last rank is tied with, and any of that group will do.
func (s *scorer) annRecall(r, truth *ranking) score.Score {
	k := min(s.K, len(truth.hits))
	if k == 0 {
		return score.Not(annRecall, score.Skipped, "an exact search finds nothing")
	}
	there := map[string]bool{}
	for i := range truth.hits {
		there[truth.hits[i].ID] = true
	}
	found := 0
	for i := range min(k, len(r.hits)) {
		if there[r.hits[i].ID] {
			found++
		}
	}
	return score.Of(annRecall, float64(found)/float64(k))
}

// distanceRatio is how much farther the engine's hits are, rank by rank, the exact distance being above 0.
func distanceRatio(r, truth *ranking) score.Score {
	sum, n := 0.0, 0
	for i := range min(len(r.hits), len(truth.hits)) {
		got, want := r.hits[i].Distance, truth.hits[i].Distance
		if got == nil || want == nil || *want <= 1e-6 {
			continue
		}
		sum += *got / *want
		n++
	}
	if n == 0 {
		return score.Not(ratio, score.Skipped, "there are no distances to compare")
	}
	return score.Of(ratio, sum/float64(n))
}
