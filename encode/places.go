package encode

import (
	"math"

	"github.com/assayhq/assay/vec"
)

// loadPlaces loads what all layers share of attention to places, and is the embeddings of distances, if each
// layer makes its own of them.
func (b *body) loadPlaces(l *loader, n names) []float32 {
	switch {
	case n.pairs != "":
		b.places = b.loadPairs(l, n)
	case n.distances != "" && b.span > 0 && (b.toDistance || b.fromDistance):
		return b.loadRelated(l, n)
	}
	b.loadConvolution(l)
	return nil
}

// pairs is MPNet's way: what each distance is worth to each head.
type pairs struct {
	reach  int         // the largest distance
	worths [][]float32 // of each head, from distance -reach to reach
}

func (b *body) loadPairs(l *loader, n names) *pairs {
	stored := l.floats(n.pairs, ".weight", b.buckets, b.heads)
	if l.err != nil {
		return nil
	}
	p := &pairs{reach: b.maxTokens(), worths: make([][]float32, b.heads)}
	for h := range b.heads {
		worths := make([]float32, 2*p.reach+1)
		for d := range worths {
			// The scores that these are added to are scaled later.
			worths[d] = stored[mpnetBucket(d-p.reach)*b.heads+h] / b.scale()
		}
		p.worths[h] = worths
	}
	return p
}

// mpnetBucket is the bucket of a distance from a query to a key: half of the buckets for keys after it, half
// of each side for the nearest distances, the rest on a logarithmic scale.
func mpnetBucket(distance int) int {
	const half, exact = mpnetBuckets / 2, mpnetBuckets / 4
	start := 0
	if distance > 0 {
		start = half
	} else {
		distance = -distance
	}
	if distance < exact {
		return start + distance
	}
	ratio := float32(math.Log(float64(float32(distance)/float32(exact)))) / float32(math.Log(mpnetDistance/exact))
	return start + min(half-1, exact+int(ratio*(half-exact)))
}

func (p *pairs) place(_ *attending, _ *distances, head, from int, _, _, scores vec.Matrix) {
	for i := range scores.Rows {
		first := p.reach - (from + i)
		vec.Add(scores.Data[i*scores.Stride:][:scores.Cols], p.worths[head][first:first+scores.Cols])
	}
}
