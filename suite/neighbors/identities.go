package neighbors

import (
	"fmt"

	"github.com/assayhq/assay/measure/rank"
)

// rising are measures of which, in every ranking, each is at most the next.
var rising = [][]rank.Spec{
	chain("hit@1", "hit@3", "hit@5", "hit@10", "hit@20", "hit@30"),
	chain("hit@1", "mrr@20", "hit@20"),
	chain("mrr@20", "mrr@30", "hit@30"),
}

func chain(names ...string) []rank.Spec {
	specs := make([]rank.Spec, len(names))
	for i, name := range names {
		specs[i] = mustParse(name)
	}
	return specs
}

// rounding is what sums of floats may be off by.
const rounding = 1e-9

// consistent holds a ranking's measures against what is true of every ranking: of a wrong number nothing is
// reported. Where no scores are equal nothing is left to chance, and a hit is found or not.
func (r *ranking) consistent(j *rank.Judged) error {
	certain := true
	for i := range r.hits {
		certain = certain && (i == 0 || r.hits[i].Score != r.hits[i-1].Score)
	}
	for _, chain := range rising {
		least := 0.0
		for i, spec := range chain {
			value, reason := spec.Of(j)
			if reason != rank.Scored {
				break // nothing was found, or there is nothing to find
			}
			if value < least-rounding || value > 1+rounding {
				return fmt.Errorf("%s is %v, want between %s, which is %v, and 1: this is a bug in assay, please report it",
					spec, value, chain[max(0, i-1)], least)
			}
			if certain && spec.Name == "hit" && value != 0 && value != 1 {
				return fmt.Errorf("%s is %v in a ranking without ties, want 0 or 1: this is a bug in assay, please report it",
					spec, value)
			}
			least = value
		}
	}
	return nil
}
