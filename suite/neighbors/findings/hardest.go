package findings

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/score"
)

// uncovered is the cause of an anchor that has no golds.
const uncovered = "no gold"

// Causes is why an anchor is hard, in the order in which they are looked for.
var Causes = []finding.Label{
	{Name: uncovered, Doc: "It has no golds to be found."},
	{Name: "nothing found", Doc: "The engine found nothing but the anchor."},
	{Name: "copies", Doc: "What ranks before its golds has its very words: other filings say the same."},
	{Name: "boilerplate", Doc: "What ranks before its golds has its words but for figures, dates and names."},
	{Name: "sister filing", Doc: "What ranks before its golds is in other filings of the same company, of other years as a rule."},
	{Name: "figures", Doc: "The sentence is mostly figures, which are alike to an embedder."},
	{Name: "short section", Doc: "Its section has fewer than ten sentences, and so few golds."},
	{Name: "other topic", Doc: "What ranks before its golds is merely nearer."},
}

// easy is the kind of anchors that are not hard.
var easy = finding.Label{Name: "not hard", Doc: "A gold is among its first five hits."}

// causes counts anchors by why they are hard.
func (g *gathered) causes() finding.Finding {
	f := finding.Finding{Name: "causes", Title: "Why anchors are hard",
		Doc: "An anchor is hard if none of its golds is among its first five hits. The cause is read off the anchor and " +
			"the first five hits that rank before its first gold; the first cause that holds is taken. " +
			"Anchors without golds and searches without an answer are left out."}
	c := finding.Counts{Head: "cause", Of: "anchors", Kinds: append([]finding.Label{easy}, g.causesFound()...)}
	for _, r := range g.regimes {
		s := finding.Series{Name: r.name, Counts: []int{r.easy}, Left: r.left}
		for _, kind := range c.Kinds[1:] {
			s.Counts = append(s.Counts, r.why[kind.Name])
		}
		c.Series = append(c.Series, s)
	}
	f.Counts = []finding.Counts{c}
	return unless(!some(c.Series), f)
}

// causesFound are the causes that were found. Those of another version of the suite are last.
func (g *gathered) causesFound() []finding.Label {
	found := map[string]bool{}
	for _, r := range g.regimes {
		for name := range r.why {
			found[name] = true
		}
	}
	var all []finding.Label
	for _, cause := range Causes {
		if found[cause.Name] {
			all = append(all, cause)
			delete(found, cause.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		all = append(all, finding.Label{Name: name})
	}
	return all
}

// candidate is an anchor that may be shown.
type candidate struct {
	finding.Case
	rank float64 // of its first gold; infinite where none was found
	draw uint64  // tells equally hard ones apart without favour for those that come first
}

const (
	perCause = 3 // anchors of each cause that are shown
	above    = 5 // hits before the first gold
	maxGolds = 3 // golds
)

// offer keeps a search if it is one of the hardest of its cause.
func (r *regime) offer(why string, s *search) {
	c := candidate{rank: math.Inf(1), draw: draw(s.anchor)}
	if s.first.Outcome == score.Scored {
		c.rank = s.first.Value
	}
	kept := r.hard[why]
	at, _ := slices.BinarySearchFunc(kept, c, harder)
	if at == perCause {
		return
	}
	c.Case = s.shown(r.name)
	kept = slices.Insert(kept, at, c)
	r.hard[why] = kept[:min(len(kept), perCause)]
}

func harder(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.draw, b.draw))
}

func draw(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}

// shown is the search as a reader looks into it: what is where its golds should be, and where they are.
func (s *search) shown(regime string) finding.Case {
	c := finding.Case{Group: regime, ID: s.anchor, Cluster: s.result.Cluster, Text: s.text, Why: s.first.Explanation}
	before, golds := finding.List{Name: "before its golds"}, finding.List{Name: "golds"}
	for i, h := range s.hits {
		if s.isGold[h.id] || i == above {
			break
		}
		before.Items = append(before.Items, h.item(i))
	}
	for i, h := range s.hits {
		if s.isGold[h.id] && len(golds.Items) < maxGolds {
			golds.Items = append(golds.Items, h.item(i))
		}
	}
	for _, id := range s.golds {
		if len(golds.Items) < maxGolds && !slices.ContainsFunc(s.hits, func(h hit) bool { return h.id == id }) {
			golds.Items = append(golds.Items, finding.Item{ID: id, Note: fmt.Sprintf("not among %d hits", len(s.hits))})
		}
	}
	c.Lists = []finding.List{before, golds}
	return c
}

// item is a hit at a place in a ranking.
func (h *hit) item(place int) finding.Item {
	note := fmt.Sprintf("rank %d", place+1)
	if h.measured {
		note += ", distance " + strconv.FormatFloat(math.Round(h.distance*1000)/1000+0, 'f', 3, 64) // and no minus before 0
	}
	return finding.Item{ID: h.id, Note: note}
}

// hardest are the hardest anchors: of each regime the hardest of each cause, most frequent causes first, then
// the next of each, so that who reads the first few has seen what there is.
func (g *gathered) hardest() finding.Finding {
	f := finding.Finding{Name: "hardest", Title: "The hardest anchors",
		Doc: "Of each cause the anchors whose first gold ranks lowest, or is not found, the most frequent cause first. Which " +
			"of equally hard ones are shown is drawn by their ids."}
	for _, r := range g.regimes {
		var causes []string
		for _, cause := range g.causesFound() {
			causes = append(causes, cause.Name)
		}
		slices.SortStableFunc(causes, func(a, b string) int { return cmp.Compare(r.why[b], r.why[a]) })
		for i := range perCause {
			for _, cause := range causes {
				if i < len(r.hard[cause]) {
					f.Cases = append(f.Cases, r.hard[cause][i].Case)
				}
			}
		}
	}
	return unless(len(f.Cases) == 0, f)
}
