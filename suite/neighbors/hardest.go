package neighbors

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// hardAnchor is an anchor whose golds stand low in its ranking, or nowhere.
type hardAnchor struct {
	Anchor string   `json:"anchor"`
	Regime string   `json:"regime"`
	Text   string   `json:"text"`
	First  *float64 `json:"first"` // rank of the first gold; null where none was found
	Why    string   `json:"why"`
	Above  []string `json:"above"` // ids of what is before it
}

// hardCauses counts the anchors of a regime by why they are hard.
type hardCauses struct {
	Regime string         `json:"regime"`
	Of     int            `json:"of"` // anchors with golds
	Hard   map[string]int `json:"hard"`
}

// hardestAnchors reads a run of this suite: why anchors are hard, by regime, and the hardest n of each, worst first.
func hardestAnchors(results iter.Seq2[*ledger.Result, error], n int) (reasons []hardCauses, hardest []hardAnchor,
	err error) {
	by := map[string][]hardAnchor{}
	for r, err := range results {
		if err != nil {
			return nil, nil, err
		}
		i := slices.IndexFunc(r.Scores, func(s score.Score) bool { return s.Name == "first" })
		if i < 0 {
			continue
		}
		s := &r.Scores[i]
		regime := r.Tags["regime"]
		at := slices.IndexFunc(reasons, func(r hardCauses) bool { return r.Regime == regime })
		if at < 0 {
			at, reasons = len(reasons), append(reasons, hardCauses{Regime: regime, Hard: map[string]int{}})
		}
		why, _, _ := strings.Cut(s.Explanation, ":")
		if why == "no gold" || r.Outcome != ledger.Answered {
			continue
		}
		reasons[at].Of++
		if why == "" {
			continue
		}
		reasons[at].Hard[why]++
		h := hardAnchor{Anchor: strings.TrimSuffix(r.ID, " "+regime), Regime: regime, Why: s.Explanation, Above: s.Evidence}
		if s.Outcome == score.Scored {
			h.First = &s.Value
		}
		var c system.Case
		if err := json.Unmarshal(r.Body, &c); err != nil {
			return nil, nil, fmt.Errorf("case %q: %w", r.ID, err)
		}
		h.Text = c.Question
		by[regime] = worst(append(by[regime], h), n)
	}
	for _, r := range reasons {
		hardest = append(hardest, by[r.Regime][:min(n, len(by[r.Regime]))]...)
	}
	return reasons, hardest, nil
}

// worst keeps the hardest n; of equally hard ones, those that came first.
func worst(all []hardAnchor, n int) []hardAnchor {
	slices.SortStableFunc(all, func(a, b hardAnchor) int { return cmp.Compare(b.rank(), a.rank()) })
	return all[:min(n, len(all))]
}

func (h *hardAnchor) rank() float64 {
	if h.First == nil {
		return math.Inf(1)
	}
	return *h.First
}
