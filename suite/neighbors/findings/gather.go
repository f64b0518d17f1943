package findings

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/score"
)

// gathered is what one reading of the results leaves. It does not grow with the run.
type gathered struct {
	k       int  // ranks that count
	legacy  bool // the anchor stays in its ranking
	regimes []*regime
}

// maxK is the most ranks that the suite lets count.
const maxK = 1000

// regime is what was seen of one.
type regime struct {
	name      string
	first     map[int]int // anchors by the rank of their first gold, rounded up; 0 where none was found
	left      int         // anchors without golds, and searches without an answer
	easy      int
	why       map[string]int
	hard      map[string][]candidate // by cause, hardest first
	near, far histogram
	distant   string // why hits have no distances
}

func newGathered(h *ledger.Header) *gathered {
	k, _ := strconv.Atoi(h.System.Settings["k"])
	return &gathered{k: min(max(k, 0), maxK), legacy: h.System.Settings["ranks"] == "legacy"}
}

func (g *gathered) regime(name string) *regime {
	at := slices.IndexFunc(g.regimes, func(r *regime) bool { return r.name == name })
	if at < 0 {
		at = len(g.regimes)
		g.regimes = append(g.regimes, &regime{name: name, first: map[int]int{}, why: map[string]int{},
			hard: map[string][]candidate{}})
	}
	return g.regimes[at]
}

// search is a result as it is read here: the suite keeps more.
type search struct {
	result  *ledger.Result
	anchor  string
	text    string
	hits    []hit // without the anchor
	golds   []string
	first   *score.Score
	isGold  map[string]bool
	measure *score.Score // of the distance of golds
}

type hit struct {
	id       string
	distance float64
	measured bool // there is a distance
}

// add takes a result in.
func (g *gathered) add(r *ledger.Result) error {
	first := scoreOf(r, "first")
	if first == nil {
		return nil // it is of no search
	}
	to := g.regime(r.Tags["regime"])
	why, _, _ := strings.Cut(first.Explanation, ":")
	if r.Outcome != ledger.Answered || why == uncovered {
		to.left++
		return nil
	}
	s, err := g.read(r, first)
	if err != nil {
		return err
	}
	if first.Outcome == score.Scored {
		to.first[int(math.Ceil(first.Value))]++
	} else {
		to.first[0]++
	}
	to.measure(s)
	if why == "" {
		to.easy++
		return nil
	}
	to.why[why]++
	to.offer(why, s)
	return nil
}

func scoreOf(r *ledger.Result, name string) *score.Score {
	if i := slices.IndexFunc(r.Scores, func(s score.Score) bool { return s.Name == name }); i >= 0 {
		return &r.Scores[i]
	}
	return nil
}

// read reads case and answer as far as they are needed.
func (g *gathered) read(r *ledger.Result, first *score.Score) (*search, error) {
	s := &search{result: r, anchor: strings.TrimSuffix(r.ID, " "+r.Tags["regime"]), first: first,
		isGold: map[string]bool{}, measure: scoreOf(r, "distance"),
		hits: make([]hit, 0, g.k+2)}
	if err := s.readBody(r.Body); err != nil {
		return nil, fmt.Errorf("case %q: %w", r.ID, err)
	}
	if err := s.readAnswer(r.Answer); err != nil {
		return nil, fmt.Errorf("case %q: its answer: %w", r.ID, err)
	}
	if !g.legacy {
		s.hits = slices.DeleteFunc(s.hits, func(h hit) bool { return h.id == s.anchor })
	}
	for _, id := range s.golds {
		s.isGold[id] = true
	}
	return s, nil
}

// steps are the last ranks of the kinds by which ranks are counted: each of the first, then more at once.
var steps = []int{1, 2, 3, 4, 5, 10, 20, 30, 50, 100, 200, 500, 1000, math.MaxInt}

// ranks is how many anchors have their first gold at which rank.
func (g *gathered) ranks() finding.Finding {
	f := finding.Finding{Name: "ranks", Title: "Rank of the first gold",
		Doc: "Anchors with golds, by the rank of the first of them; where hits are equally near, by its " +
			"expected rank, rounded up. " +
			"The measure first is the mean over those that were found only; here the others are counted, too. Anchors " +
			"without golds and searches without an answer are left out."}
	last := g.k
	for _, r := range g.regimes {
		for rank := range r.first {
			last = max(last, rank)
		}
	}
	c := finding.Counts{Head: "rank", Of: "anchors", Ordered: true}
	for i, to := range steps {
		from := 1
		if i > 0 {
			from = steps[i-1] + 1
		}
		if from > last {
			break
		}
		kind := finding.Label{Name: rankName(from, min(to, last))}
		if from > g.k && g.k > 0 {
			kind.Doc = "Found, beyond the ranks that count."
		}
		c.Kinds = append(c.Kinds, kind)
	}
	c.Kinds = append(c.Kinds, finding.Label{Name: "not found", Doc: "No gold is among the hits."})
	for _, r := range g.regimes {
		counts := make([]int, len(c.Kinds))
		for rank, n := range r.first {
			at, _ := slices.BinarySearch(steps, rank)
			if rank == 0 {
				at = len(counts) - 1
			}
			counts[at] += n
		}
		c.Series = append(c.Series, finding.Series{Name: r.name, Counts: counts, Left: r.left})
	}
	f.Counts = []finding.Counts{c}
	return unless(!some(c.Series), f)
}

func rankName(from, to int) string {
	if from == to {
		return strconv.Itoa(from)
	}
	return fmt.Sprintf("%d to %d", from, to)
}

// some reports whether anything was counted.
func some(all []finding.Series) bool {
	return slices.ContainsFunc(all, func(s finding.Series) bool { return s.Of() > 0 })
}
