package measure

import (
	"cmp"
	"errors"
	"slices"
)

// Separation is how well a score separates positive cases from negative ones.
type Separation struct {
	AUC       *float64  `json:"auc"` // chance that a positive case scores above a negative one; ties count half
	Interval  *Interval `json:"interval"`
	Absent    string    `json:"absent,omitempty"`
	Positives int       `json:"positives"`
	Negatives int       `json:"negatives"`
	Clusters  int       `json:"clusters"`
}

// Separate computes the AUC of score for positive, whose values are 1 and 0, with an interval by
// bootstrap over clusters. For distances, where positives score below, the AUC is 1 minus this one.
func Separate(score, positive *Sample, o Options) (Separation, error) {
	p, err := Pair(score, positive)
	if err != nil {
		return Separation{}, err
	}
	if !spanOf(p.b).binary {
		return Separation{}, errors.New("separate positives from negatives: the label of each case must be 0 or 1")
	}
	s := Separation{Positives: int(total(p.b)), Clusters: p.clusters}
	s.Negatives = len(p.b) - s.Positives
	if s.Positives == 0 || s.Negatives == 0 {
		s.Absent = "it needs positive and negative cases"
		return s, nil
	}
	r := p.ranked()
	area, _ := r.area(ones(p.clusters))
	s.AUC = &area
	s.Interval = o.bootstrap(len(p.cases), p.clusters, true, r.area)
	if s.Interval == nil {
		s.Absent = AbsentCluster
		if p.clusters > 1 {
			s.Absent = "positives and negatives are separated equally well in every draw of clusters"
		}
	}
	return s, nil
}

// ranked is the cases in the order of their scores.
type ranked struct {
	score    []float64
	positive []bool
	cluster  []int32
}

func (p *Paired) ranked() ranked {
	cluster := p.frame.canonical(p.cases, p.cluster, p.clusters)
	order := make([]int32, len(p.cases))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(p.a[i], p.a[j]), cmp.Compare(cluster[i], cluster[j]))
	})
	r := ranked{}
	for _, i := range order {
		r.score = append(r.score, p.a[i])
		r.positive = append(r.positive, p.b[i] == 1)
		r.cluster = append(r.cluster, cluster[i])
	}
	return r
}

// area counts, for each group of equal scores, the negatives below it and half of those within it.
// Counts stay whole numbers in a float up to 2^53 pairs, so their order does not show.
func (r ranked) area(times []int32) (float64, bool) {
	var above, below, positives, negatives, pairs float64
	for i, v := range r.score {
		if i > 0 && v != r.score[i-1] {
			pairs += positives * (below + negatives/2)
			above, below = above+positives, below+negatives
			positives, negatives = 0, 0
		}
		if r.positive[i] {
			positives += float64(times[r.cluster[i]])
		} else {
			negatives += float64(times[r.cluster[i]])
		}
	}
	pairs += positives * (below + negatives/2)
	above, below = above+positives, below+negatives
	if above == 0 || below == 0 {
		return 0, false
	}
	return pairs / (above * below), true
}
