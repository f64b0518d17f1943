package measure

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// maxEnumerated is up to how many clusters every pattern of signs is tried.
const maxEnumerated = 16

// SignFlip is the two-sided P of the clusters' summed differences when the sign of each could as well
// have been the other way round, which is what two equal systems give. Up to 16 clusters that differ
// all patterns are tried; beyond them as many as the options draw, where P is (r + 1)/(m + 1). Where all
// clusters have the same sign, only turning all of them round is as extreme, and P is 2·2^-G.
func SignFlip(sums []float64, o Options) float64 {
	d := differing(sums)
	slices.Sort(d)
	var all, size sum
	for _, v := range d {
		all.add(v)
		size.add(math.Abs(v))
	}
	bound := math.Abs(all.value()) - 1e-9*size.value()
	if len(d) == 0 || bound <= 0 {
		return 1
	}
	if d[0] > 0 || d[len(d)-1] < 0 {
		return max(math.Ldexp(1, 1-len(d)), math.SmallestNonzeroFloat64)
	}
	if len(d) <= maxEnumerated {
		return enumerateSigns(d, bound)
	}
	return sampleSigns(d, bound, o)
}

// differing are the sums that are not 0 but for rounding.
func differing(sums []float64) []float64 {
	largest := 0.0
	for _, v := range sums {
		largest = max(largest, math.Abs(v))
	}
	var list []float64
	for _, v := range sums {
		if math.Abs(v) > 1e-12*largest {
			list = append(list, v)
		}
	}
	return list
}

// enumerateSigns steps through the patterns so that each differs from the last in one sign. The last
// sign stays: turning all of them round changes nothing.
func enumerateSigns(d []float64, bound float64) float64 {
	patterns := 1 << (len(d) - 1)
	value := total(d)
	signs, as := make([]float64, len(d)), 0
	for i := range signs {
		signs[i] = 1
	}
	for step := 1; ; step++ {
		if math.Abs(value) >= bound {
			as++
		}
		if step == patterns {
			return float64(as) / float64(patterns)
		}
		flip := bits.TrailingZeros(uint(step))
		value -= 2 * signs[flip] * d[flip]
		signs[flip] = -signs[flip]
	}
}

// sampleSigns draws patterns, 64 signs to a random number.
func sampleSigns(d []float64, bound float64, o Options) float64 {
	random := rand.NewPCG(o.Seed, streamSigns)
	draws, as := o.draws(defaultPermutations), 0
	all := total(d)
	for range draws {
		var word uint64
		minus := 0.0
		for i, v := range d {
			if i%64 == 0 {
				word = random.Uint64()
			}
			if word&1 != 0 {
				minus += v
			}
			word >>= 1
		}
		if math.Abs(all-2*minus) >= bound {
			as++
		}
	}
	return float64(as+1) / float64(draws+1)
}

// Streams give different methods independent random numbers under one seed.
const (
	streamSigns     = 0x7369676e
	streamBootstrap = 0x626f6f74
)
