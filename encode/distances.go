package encode

import (
	"math"

	"github.com/assayhq/assay/vec"
)

// disentangled is the position bias of DeBERTa: contents attend to distances, and distances to contents.
type disentangled struct {
	reach   int     // the largest distance
	buckets []int32 // from distance -reach to reach, ascending
}

// distances are one layer's projections of the embeddings of distances: keys and queries of each head. Those that
// the model does not use are empty.
type distances struct {
	keys, queries []vec.Panels
}

// loadRelated reads the embeddings of distances.
func (b *body) loadRelated(l *loader, n names) []float32 {
	half := b.span
	if b.buckets > 0 {
		half = b.buckets
	}
	related := append([]float32(nil), l.floats(n.distances, ".weight", 2*half, b.width)...)
	if b.normed {
		normed := l.norm("encoder.LayerNorm", b.width, b.eps)
		if l.err == nil {
			normed.of(vec.Dense(related, 2*half, b.width))
		}
	}
	b.loadConvolution(l)
	if l.err != nil {
		return nil
	}
	d := &disentangled{reach: b.maxTokens()}
	for i := -d.reach; i <= d.reach; i++ {
		bucket := i
		if b.buckets > 0 {
			bucket = logBucket(i, b.buckets, b.span)
		}
		d.buckets = append(d.buckets, int32(max(0, min(2*half-1, bucket+half))))
	}
	b.bias = d
	return related
}

// logBucket is the bucket of a distance: its own up to half of the buckets, and then one on a logarithmic
// scale, of which the last is that of the highest distance.
func logBucket(distance, buckets, most int) int {
	mid := buckets / 2
	size := max(distance, -distance)
	if size <= mid {
		return distance
	}
	ratio := log32(float32(size)/float32(mid)) / log32(float32(most-1)/float32(mid))
	bucket := int(math.Ceil(float64(ratio*float32(mid-1)))) + mid
	if distance < 0 {
		return -bucket
	}
	return bucket
}

// log32 rounds as the reference does: some distances are exactly between two buckets.
func log32(x float32) float32 { return float32(math.Log(float64(x))) }

// loadDistances projects the embeddings of distances to a layer's keys and queries.
func (b *body) loadDistances(l *loader, y *layer, n names, related []float32) *distances {
	d := &distances{}
	key, query := y.key, y.query
	if !b.shared {
		// The first version has no bias here, as its keys have none.
		if b.toDistance && n.joined != "" {
			key = l.unbiased(n.distanceKey, b.width, b.width)
		} else if b.toDistance {
			key = l.linear(n.distanceKey, b.width, b.width)
		}
		if b.fromDistance {
			query = l.linear(n.distanceQuery, b.width, b.width)
		}
	}
	if l.err != nil {
		return d
	}
	if b.toDistance {
		d.keys = b.byHead(key, related)
	}
	if b.fromDistance {
		d.queries = b.byHead(query, related)
	}
	return d
}

// byHead multiplies the embeddings of distances by a layer and packs the product of each head.
func (b *body) byHead(l *linear, related []float32) []vec.Panels {
	rows := len(related) / b.width
	all := vec.Dense(make([]float32, len(related)), rows, b.width)
	l.mul(all, vec.Dense(related, rows, b.width), 1)
	heads := make([]vec.Panels, b.heads)
	for h := range heads {
		heads[h].SetRows(columnsOf(all, h*b.headWidth(), (h+1)*b.headWidth()))
	}
	return heads
}

func (d *disentangled) addTo(a *attending, of *distances, head, from int, queries, keys, scores vec.Matrix) {
	n := scores.Cols
	// Only the distances that a text of this length has.
	low := int(d.buckets[d.reach-(n-1)]) / vec.PanelWidth * vec.PanelWidth
	high := int(d.buckets[d.reach+n-1]) + 1
	width := high - low
	if of.queries != nil && from == 0 {
		a.fromDistance = sized(a.fromDistance, n*width)
		of.queries[head].Columns(low, high).MulTo(vec.Dense(a.fromDistance, n, width), keys, 1)
	}
	if of.keys != nil {
		a.toDistance = sized(a.toDistance, queries.Rows*width)
		of.keys[head].Columns(low, high).MulTo(vec.Dense(a.toDistance, queries.Rows, width), queries, 1)
	}
	for i := range scores.Rows {
		row := scores.Data[i*scores.Stride:][:n]
		// Bucket j is that of the distance from key j to this query.
		buckets := d.buckets[d.reach+from+i-(n-1):][:n]
		if of.keys != nil {
			bias := a.toDistance[i*width:][:width]
			for j := range row {
				row[j] += bias[int(buckets[n-1-j])-low]
			}
		}
		if of.queries != nil {
			for j := range row {
				row[j] += a.fromDistance[j*width+int(buckets[n-1-j])-low]
			}
		}
	}
}

// convolution is what DeBERTa v2 adds to the first layer: it mixes each token's embedding with its neighbours'.
type convolution struct {
	kernel int
	mix    *linear // of kernel embeddings, concatenated
	act    activation
	norm   *norm
	width  int
}

func (b *body) loadConvolution(l *loader) {
	if b.kernel == 0 {
		return
	}
	k, w := b.kernel, b.width
	stored := l.floats("encoder.conv.conv", ".weight", w, w, k)
	bias := l.floats("encoder.conv.conv", ".bias", w)
	b.convolution = &convolution{kernel: k, act: b.kernelAct, norm: l.norm("encoder.conv.LayerNorm", w, b.eps), width: w}
	if l.err != nil {
		return
	}
	turned := make([]float32, len(stored))
	for o := range w {
		for i := range w {
			for d := range k {
				turned[(o*k+d)*w+i] = stored[(o*w+i)*k+d]
			}
		}
	}
	b.convolution.mix = l.newLinear(turned, w, k*w, bias)
}

// add adds the convolution of the embeddings to the states and normalises the sum.
func (c *convolution) add(p *pack, s *scratch, x vec.Matrix) {
	w := c.width
	for text, end := range p.ends {
		start := p.from(text)
		for from := start; from < end; from += blockRows {
			rows := min(end-from, blockRows)
			s.mid = sized(s.mid, rows*c.kernel*w)
			clear(s.mid)
			for i := range rows {
				for d := range c.kernel {
					if at := from + i + d - c.kernel/2; at >= start && at < end {
						copy(s.mid[(i*c.kernel+d)*w:][:w], s.first[at*w:])
					}
				}
			}
			s.sum = sized(s.sum, rows*w)
			c.mix.mul(vec.Dense(s.sum, rows, w), vec.Dense(s.mid, rows, c.kernel*w), s.workers)
			c.act(s.sum)
			c.norm.sum(rowsOf(x, from, from+rows), s.sum)
		}
	}
}
