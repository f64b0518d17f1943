package encode

import (
	"math"

	"github.com/assayhq/assay/vec"
)

// loadPositionBias loads the position bias that all layers share. It returns the embeddings of distances if each
// layer projects them itself.
func (b *body) loadPositionBias(l *loader, n names) []float32 {
	switch {
	case n.distanceBias != "":
		b.bias = b.loadDistanceBias(l, n)
	case n.distances != "" && b.span > 0 && (b.toDistance || b.fromDistance):
		return b.loadRelated(l, n)
	}
	b.loadConvolution(l)
	return nil
}

// distanceBias is the position bias of MPNet: a number for each distance and head.
type distanceBias struct {
	reach  int         // the largest distance
	byHead [][]float32 // of each head, from distance -reach to reach
}

func (b *body) loadDistanceBias(l *loader, n names) *distanceBias {
	stored := l.floats(n.distanceBias, ".weight", b.buckets, b.heads)
	if l.err != nil {
		return nil
	}
	p := &distanceBias{reach: b.maxTokens(), byHead: make([][]float32, b.heads)}
	for h := range b.heads {
		biases := make([]float32, 2*p.reach+1)
		for d := range biases {
			// The scores that these are added to are scaled later.
			biases[d] = stored[mpnetBucket(d-p.reach)*b.heads+h] / b.scale()
		}
		p.byHead[h] = biases
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

func (p *distanceBias) addTo(_ *attending, _ *distances, head, from int, _, _, scores vec.Matrix) {
	for i := range scores.Rows {
		first := p.reach - (from + i)
		vec.Add(scores.Data[i*scores.Stride:][:scores.Cols], p.byHead[head][first:first+scores.Cols])
	}
}
