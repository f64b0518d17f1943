package measure

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// flipInterval holds the differences that the sign flip does not reject. A pattern of signs parts the
// clusters in two; assuming a difference δ, the pattern looks as extreme as the data exactly while δ
// lies between the mean differences of its two parts. So the interval runs between the α-quantiles of
// the lower and of the higher of these means, over all patterns up to 16 clusters and drawn ones
// beyond. It is nil where the clusters are too few for any pattern to be left out.
func flipInterval(sums []float64, sizes []int, o Options) *Interval {
	clusters := make([]part, len(sums))
	for c := range clusters {
		clusters[c] = part{sums[c], float64(sizes[c])}
	}
	slices.SortFunc(clusters,
		func(x, y part) int { return cmp.Or(cmp.Compare(x.sum, y.sum), cmp.Compare(x.size, y.size)) })
	var lows, highs []float64
	visit := func(plus, minus part) {
		u, v := plus.mean(math.Inf(-1)), minus.mean(math.Inf(-1))
		lows = append(lows, min(u, v))
		u, v = plus.mean(math.Inf(1)), minus.mean(math.Inf(1))
		highs = append(highs, max(u, v))
	}
	if len(clusters) <= maxEnumerated {
		everySplit(clusters, visit)
	} else {
		someSplits(clusters, o, visit)
	}
	slices.Sort(lows)
	slices.Sort(highs)
	left := int(o.alpha() * float64(len(lows)))
	low, high := lows[left], highs[len(highs)-1-left]
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return nil
	}
	return &Interval{Low: low, High: high, Level: o.IntervalLevel(), Method: methodSignFlip}
}

// part is the clusters of one sign taken together.
type part struct{ sum, size float64 }

func (p part) add(other part) part  { return part{p.sum + other.sum, p.size + other.size} }
func (p part) less(other part) part { return part{p.sum - other.sum, p.size - other.size} }

// mean is the mean difference of the part's cases, or the substitute for an empty part.
func (p part) mean(empty float64) float64 {
	if p.size < 0.5 {
		return empty
	}
	return p.sum / p.size
}

func sumOf(clusters []part) part {
	var s, n sum
	for _, c := range clusters {
		s.add(c.sum)
		n.add(c.size)
	}
	return part{s.value(), n.value()}
}

// everySplit visits every split once: the last cluster stays on the plus side.
func everySplit(clusters []part, visit func(plus, minus part)) {
	plus, minus := sumOf(clusters), part{}
	gone := make([]bool, len(clusters))
	for step := 1; ; step++ {
		visit(plus, minus)
		if step == 1<<(len(clusters)-1) {
			return
		}
		flip := bits.TrailingZeros(uint(step))
		if gone[flip] {
			plus, minus = plus.add(clusters[flip]), minus.less(clusters[flip])
		} else {
			plus, minus = plus.less(clusters[flip]), minus.add(clusters[flip])
		}
		gone[flip] = !gone[flip]
	}
}

// someSplits visits the data's own signs and as many drawn splits as the options say.
func someSplits(clusters []part, o Options, visit func(plus, minus part)) {
	random := rand.NewPCG(o.Seed, streamSigns)
	all := sumOf(clusters)
	visit(all, part{})
	for range o.draws(defaultPermutations) {
		var word uint64
		var minus part
		for i, c := range clusters {
			if i%64 == 0 {
				word = random.Uint64()
			}
			if word&1 != 0 {
				minus = minus.add(c)
			}
			word >>= 1
		}
		visit(all.less(minus), minus)
	}
}
