package neighbors

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
	"github.com/assayhq/assay/text"
)

// scoring says how rankings are scored.
type scoring struct {
	K      int  // ranks that count
	Legacy bool // the anchor itself stays in the ranking, as old figures have it
	Exact  bool // the answers hold what an exact search finds, too
	Adapt  bool // windows adapt and anchors may be uncovered, so both are told
}

// defaultK is how many ranks count.
const defaultK = 30

// ranked are the measures over the golds, as rank names them.
var ranked = []string{"hit@1", "hit@3", "hit@5", "hit@10", "mrr@20", "mrr@30", "recall@30", "ndcg@10", "first"}

// classed are the measures for which a sentence of the same text as a gold is as good as the gold.
var classed = []string{"hit@5", "mrr@30"}

// classSuffix marks their names.
const classSuffix = ".class"

// The names of the other scores; measures.go says what they mean.
const (
	self       = "self@1"
	ownClass   = "self@1.class"
	coverage   = "coverage"
	window     = "window"
	distance   = "distance"
	others     = "distance.other"
	auc        = "distance.auc"
	tied       = "tied"
	repeated   = "boilerplate"
	annRecall  = "ann.recall"
	exactHit   = "exact.hit@5"
	indexLoss  = "loss.index@5"
	vectorLoss = "loss.vector@5"
	ratio      = "ann.distance"
)

// Measures that others are made of.
var hitAt1, hitAt5 = mustParse("hit@1"), mustParse("hit@5")

func mustParse(name string) rank.Spec {
	spec, err := rank.Parse(name)
	if err != nil {
		panic(err) // the name is a constant
	}
	return spec
}

// newScorer scores rankings under the names that its options leave.
func newScorer(o scoring) (run.Scorer, error) {
	s := &scorer{scoring: o}
	for _, list := range []struct {
		names []string
		to    *[]rank.Spec
	}{{ranked, &s.ranked}, {classed, &s.classed}} {
		for _, name := range list.names {
			spec, err := rank.Parse(name)
			if err != nil {
				return run.Scorer{}, err
			}
			if cut(name) <= o.K {
				*list.to = append(*list.to, spec)
			}
		}
	}
	return run.Scorer{Measures: s.measures(), Score: s.score}, nil
}

// cut is the k of a measure's name; 0 without one.
func cut(name string) int {
	for i := range name {
		if name[i] == '@' {
			k, _ := strconv.Atoi(name[i+1:])
			return k
		}
	}
	return 0
}

type scorer struct {
	scoring
	ranked, classed []rank.Spec
}

func (s *scorer) score(_ context.Context, c *system.Case, a *system.Answer) ([]score.Score, error) {
	var k known
	if err := json.Unmarshal(c.Extra, &k); err != nil {
		return nil, fmt.Errorf("case %q is none of this suite: %w", c.ID, err)
	}
	r := &ranking{anchor: &k.Anchor, hits: a.Passages, relevant: golds(&k.Anchor)}
	all, err := s.selfAndCoverage(r)
	if err != nil {
		return nil, fmt.Errorf("case %q: %w", c.ID, err)
	}
	rest := r.without(s.Legacy)
	for _, of := range []func(*ranking) ([]score.Score, error){s.ranks, s.classes} {
		some, err := of(rest)
		if err != nil {
			return nil, fmt.Errorf("case %q: %w", c.ID, err)
		}
		all = append(all, some...)
	}
	all = append(all, rest.distances()...)
	all = append(all, lastRankTied(a), rest.repeated(c.Question))
	if s.Exact {
		lost, err := s.losses(rest, a.Exact)
		if err != nil {
			return nil, fmt.Errorf("case %q: %w", c.ID, err)
		}
		all = append(all, lost...)
	}
	for i := range all {
		if all[i].Name == "first" || all[i].Name == "hit@5" {
			explain(&all[i], c, rest)
		}
	}
	return all, nil
}

// ranking is what was found for an anchor.
type ranking struct {
	anchor   *gold.Anchor
	hits     []system.Passage
	relevant rank.Judgments
}

func golds(a *gold.Anchor) rank.Judgments {
	all := rank.Judgments{}
	for _, g := range a.Golds {
		all[g.ID] = 1
	}
	return all
}

// without is the ranking without the anchor itself.
func (r *ranking) without(legacy bool) *ranking {
	rest := *r
	if !legacy {
		rest.hits = slices.DeleteFunc(slices.Clone(r.hits), func(p system.Passage) bool { return p.ID == r.anchor.ID })
	}
	return &rest
}

func (r *ranking) judge(relevant rank.Judgments) (*rank.Judged, error) {
	hits := make([]rank.Hit, len(r.hits))
	for i := range r.hits {
		hits[i] = rank.Hit{Doc: r.hits[i].ID, Score: r.hits[i].Score}
	}
	return rank.Judge(hits, relevant, rank.Expected, 1)
}

func (s *scorer) selfAndCoverage(r *ranking) ([]score.Score, error) {
	j, err := r.judge(rank.Judgments{r.anchor.ID: 1})
	if err != nil {
		return nil, err
	}
	value, _ := hitAt1.Of(j) // where nothing was found it is 0
	covered := 0.0
	if len(r.relevant) > 0 {
		covered = 1
	}
	all := []score.Score{score.Of(self, value), score.Of(ownClass, r.ownText())}
	if s.Adapt {
		all = append(all, score.Of(coverage, covered), score.Of(window, float64(r.anchor.Window)))
	}
	return all, nil
}

// ownText is the share of the hits tied for the first place that have the anchor's text.
func (r *ranking) ownText() float64 {
	own, n := 0, 0
	for ; n < len(r.hits) && r.hits[n].Score == r.hits[0].Score; n++ {
		if p := &r.hits[n]; p.ID == r.anchor.ID || p.Class != "" && p.Class == classOf(r.anchor.Class) {
			own++
		}
	}
	if n == 0 {
		return 0
	}
	return float64(own) / float64(n)
}

const uncovered = "uncovered: no gold in the window"

func (s *scorer) ranks(r *ranking) ([]score.Score, error) {
	return measured(r, s.ranked, "", r.relevant)
}

// classes judges by text: what says the same as a gold is as good.
func (s *scorer) classes(r *ranking) ([]score.Score, error) {
	texts := map[string]bool{}
	for _, g := range r.anchor.Golds {
		texts[classOf(g.Class)] = true
	}
	relevant := golds(r.anchor)
	for i := range r.hits {
		if p := &r.hits[i]; p.Class != "" && texts[p.Class] {
			relevant[p.ID] = 1
		}
	}
	return measured(r, s.classed, classSuffix, relevant)
}

func classOf(hash int64) string { return strconv.FormatInt(hash, 10) }

func measured(r *ranking, specs []rank.Spec, suffix string, relevant rank.Judgments) (all []score.Score, err error) {
	j, err := r.judge(relevant)
	if err == nil {
		err = r.consistent(j)
	}
	if err != nil {
		return nil, err
	}
	for _, spec := range specs {
		name := spec.String() + suffix
		value, reason := spec.Of(j)
		switch {
		case len(r.relevant) == 0:
			all = append(all, score.Not(name, score.Skipped, uncovered))
		case reason == rank.Scored:
			all = append(all, score.Of(name, value))
		default: // first has no value where no gold was found; the others are 0 then
			all = append(all, score.Not(name, score.Skipped, reason.String()))
		}
	}
	return all, nil
}

// lastRankTied says whether the answer leaves open who is at the last rank.
func lastRankTied(a *system.Answer) score.Score {
	if strings.HasSuffix(a.Text, tiedNote) {
		return score.Of(tied, 1)
	}
	return score.Of(tied, 0)
}

// repeated scores whether a hit repeats the anchor's words, apart from figures, dates and names.
func (r *ranking) repeated(anchor string) score.Score {
	class, shape := classOf(r.anchor.Class), classOf(int64(text.ShapeHash(anchor)))
	known := len(r.hits) == 0
	for i := range r.hits {
		p := &r.hits[i]
		if p.ID != r.anchor.ID && (p.Class == class || p.Shape == shape) {
			return score.Of(repeated, 1)
		}
		known = known || p.Class != "" || p.Shape != ""
	}
	if !known {
		return score.Not(repeated, score.Skipped, "the engine does not say which texts are equal")
	}
	return score.Of(repeated, 0)
}

// explain says why an anchor is hard, by the hits before its first gold.
func explain(to *score.Score, c *system.Case, r *ranking) {
	to.Explanation, to.Evidence = cause(c.Question, r)
}
