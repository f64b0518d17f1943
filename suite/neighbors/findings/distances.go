package findings

import (
	"maps"
	"math"
	"slices"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
)

// histogram counts values in bins so fine that quantiles can be read off them, and so few that they take little
// space: where they become too many, ten become one.
type histogram struct {
	scale float64 // bins to one
	bins  map[float64]int
	n     int
}

const (
	finest  = 1e6    // bins to one, to begin with
	maxFine = 20_000 // bins with values
)

func (h *histogram) add(v float64) {
	switch size := math.Abs(v); {
	case !(size <= measure.MaxValue):
		return
	case size < 1/finest:
		v = 0 // the distance of copies, but for rounding to either side
	}
	if h.bins == nil {
		h.scale, h.bins = finest, map[float64]int{}
	}
	h.bins[math.Floor(v*h.scale)]++
	h.n++
	for len(h.bins) > maxFine {
		h.coarsen(h.scale / 10)
	}
}

// coarsen makes bins of a tenth of the scale, or of a hundredth, or so.
func (h *histogram) coarsen(scale float64) {
	for h.bins != nil && h.scale > scale*1.5 {
		coarse := make(map[float64]int, len(h.bins)/4)
		for at, n := range h.bins {
			coarse[math.Floor(at/10)] += n
		}
		h.scale, h.bins = h.scale/10, coarse
	}
}

// kind describes the values; a quantile is where its bin begins.
func (h *histogram) kind(name string) finding.Kind {
	k := finding.Kind{Name: name, N: h.n}
	if h.n == 0 {
		return k
	}
	sorted := slices.Sorted(maps.Keys(h.bins))
	for _, q := range []struct {
		share float64
		to    **float64
	}{{0.1, &k.P10}, {0.5, &k.Median}, {0.9, &k.P90}} {
		rank, seen := int(math.Ceil(q.share*float64(h.n))), 0
		for _, at := range sorted {
			if seen += h.bins[at]; seen >= rank {
				v := at / h.scale
				*q.to = &v
				break
			}
		}
	}
	return k
}

// measure takes in how far golds and others are.
func (r *regime) measure(s *search) {
	measured := len(s.hits) == 0
	for _, h := range s.hits {
		switch {
		case !h.measured:
			continue
		case s.isGold[h.id]:
			r.near.add(h.distance)
		default:
			r.far.add(h.distance)
		}
		measured = true
	}
	if !measured && s.measure != nil {
		r.distant = s.measure.Explanation
	}
}

// distances lays those of golds over those of other hits.
func (g *gathered) distances(r *analysis.Run, regimes []string) finding.Finding {
	f := finding.Finding{Name: "distances", Title: "Distance of golds and of other hits",
		Doc: "The hits of all searches together, of anchors with golds; golds that were not found are not among them. " +
			"The more the two overlap, the less a threshold of distance tells them apart; " +
			"the share of golds among the hits at a distance is what a hit at that distance is worth. distance and " +
			"distance.other are medians of each search, and distance.auc is the chance, " +
			"within a search, that a gold is nearer than another hit. Counts of hits have no interval: hits of one search are not independent."}
	without := ""
	for _, one := range g.regimes {
		if one.near.n+one.far.n > 0 {
			s := spread(one.name, &one.near, &one.far)
			s.Separation = measured(r)["distance.auc "+one.name]
			f.Spreads = append(f.Spreads, s)
		}
		without = one.distant
	}
	if len(f.Spreads) == 0 {
		f.Doc = "There is nothing to show: " + without + "."
		return unless(without == "", f)
	}
	f.Stats = statsTable(r, regimes, "distance", "distance.other", "distance.auc")
	return f
}

// maxSpread is about how many bins a picture has.
const maxSpread = 20

func spread(name string, near, far *histogram) finding.Spread {
	for _, h := range []*histogram{near, far} { // both at the scale of the coarser
		for _, other := range []*histogram{near, far} {
			if other.n > 0 {
				h.coarsen(other.scale)
			}
		}
	}
	s := finding.Spread{Title: name, Unit: "distance", Kinds: [2]finding.Kind{near.kind("golds"), far.kind("other hits")}}
	low, high, scale := math.Inf(1), math.Inf(-1), finest
	for _, h := range []*histogram{near, far} {
		for at := range h.bins {
			low, high, scale = min(low, at), max(high, at), h.scale
		}
	}
	width := roundUp((high - low + 1) / maxSpread) // in fine bins, and a whole number of them
	first := math.Floor(low / width)
	s.Bins = make([]finding.Bin, int(math.Floor(high/width)-first)+1)
	for i := range s.Bins {
		s.Bins[i].Low, s.Bins[i].High = (first+float64(i))*width/scale, (first+float64(i)+1)*width/scale
	}
	for kind, h := range []*histogram{near, far} {
		for at, n := range h.bins {
			s.Bins[int(math.Floor(at/width)-first)].Counts[kind] += n
		}
	}
	return s
}

// roundUp is the next of 1, 2, 5 times a power of ten, from 1 on.
func roundUp(width float64) float64 {
	for unit := 1.0; ; unit *= 10 {
		for _, times := range []float64{1, 2, 5} {
			if times*unit >= width {
				return times * unit
			}
		}
	}
}
