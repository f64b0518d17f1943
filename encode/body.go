package encode

import (
	"fmt"
	"math"

	"github.com/assayhq/assay/internal/parallel"
	"github.com/assayhq/assay/vec"
)

// body is a transformer: token ids into hidden states.
type body struct {
	settings
	words, positions, types *table
	norm                    *norm
	project                 *linear // nil if embeddings are as wide as the layers
	layers                  []block
	last                    *norm        // of the states after the last layer; nil for none
	bias                    positionBias // nil if attention takes no account of positions
	convolution             *convolution
}

// block is a layer: it changes the states of a pack.
type block interface {
	run(b *body, p *pack, s *scratch, x vec.Matrix)
}

// layer is attention and what follows it, with a normalisation after each.
type layer struct {
	query, key, value *linear
	distances         *distances // nil for none
	out               *linear
	outNorm           *norm
	inner, outer      *linear
	act               activation
	outerNorm         *norm
}

// newBody loads a transformer, its layers in parallel.
func newBody(l *loader, a *architecture, s settings, workers int) (*body, error) {
	b := &body{settings: s}
	b.loadEmbeddings(l, a.names)
	related := b.loadPositionBias(l, a.names)
	if l.err != nil {
		return nil, l.err
	}
	b.layers = make([]block, s.layers)
	errs := make([]error, s.layers)
	parallel.Each(workers, s.layers, func(i int) {
		own := l.fork()
		own.prefix += fmt.Sprintf(a.names.layer, i)
		if s.rotary {
			b.layers[i] = b.loadModern(own, i)
		} else {
			b.layers[i] = b.loadLayer(own, a.names, related)
		}
		errs[i] = own.err
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b *body) loadEmbeddings(l *loader, n names) {
	b.words = l.table(n.words, b.vocab, b.embedding)
	if b.first >= 0 {
		b.positions = l.table(n.positions, b.settings.positions, b.embedding)
	}
	if b.settings.types > 0 {
		b.types = l.table(n.types, b.settings.types, b.embedding)
	}
	width := b.embedding
	if b.projectFirst {
		width = b.width
	}
	b.norm = l.scaled(n.norm, width, b.eps, b.normBias)
	if b.rotary {
		b.last = l.scaled("final_norm", b.width, b.eps, b.normBias)
	}
	switch {
	case b.embedding == b.width:
	case n.project == "":
		l.err = fmt.Errorf("config.json: an embedding_size of %d differs from the hidden_size %d, and this "+
			"architecture has no place for that", b.embedding, b.width)
	case b.projectFirst:
		b.project = l.unbiased(n.project, b.width, b.embedding)
	default:
		b.project = l.linear(n.project, b.width, b.embedding)
	}
}

func (b *body) loadLayer(l *loader, n names, related []float32) *layer {
	y := &layer{act: b.act}
	if n.joined != "" {
		b.loadJoined(l, y, n)
	} else {
		y.query = l.linear(n.query, b.width, b.width)
		y.key = l.linear(n.key, b.width, b.width)
		y.value = l.linear(n.value, b.width, b.width)
	}
	if related != nil {
		y.distances = b.loadDistances(l, y, n, related)
	}
	y.out, y.outNorm = l.linear(n.out, b.width, b.width), l.norm(n.outNorm, b.width, b.eps)
	y.inner, y.outer = l.linear(n.inner, b.settings.inner, b.width), l.linear(n.outer, b.width, b.settings.inner)
	y.outerNorm = l.norm(n.outerNorm, b.width, b.eps)
	return y
}

// loadJoined takes the three layers of attention apart that DeBERTa keeps in one matrix: for each head the
// rows of its queries, its keys and its values.
func (b *body) loadJoined(l *loader, y *layer, n names) {
	all := l.floats(n.joined, ".weight", 3*b.width, b.width)
	query, value := l.floats("attention.self.q_bias", "", b.width), l.floats("attention.self.v_bias", "", b.width)
	if l.err != nil {
		return
	}
	part := b.headWidth() * b.width
	for i, to := range []**linear{&y.query, &y.key, &y.value} {
		w := make([]float32, 0, b.width*b.width)
		for h := range b.heads {
			w = append(w, all[(3*h+i)*part:(3*h+i+1)*part]...)
		}
		*to = l.newLinear(w, b.width, b.width, [][]float32{query, nil, value}[i])
	}
	t, _ := l.lookup(n.joined, ".weight")
	t.Release()
}

func (b *body) headWidth() int { return b.width / b.heads }

// scale is what scores of attention are multiplied with before they become shares.
func (b *body) scale() float32 {
	terms := 1
	if b.toDistance {
		terms++
	}
	if b.fromDistance {
		terms++
	}
	return float32(1 / math.Sqrt(float64(b.headWidth()*terms)))
}

// rowsOf is some rows of a matrix.
func rowsOf(m vec.Matrix, from, to int) vec.Matrix {
	if from == to {
		return vec.Matrix{Cols: m.Cols, Stride: m.Stride}
	}
	m.Data, m.Rows = m.Data[from*m.Stride:(to-1)*m.Stride+m.Cols], to-from
	return m
}

// columnsOf is some columns of a matrix.
func columnsOf(m vec.Matrix, from, to int) vec.Matrix {
	if m.Rows == 0 {
		return vec.Matrix{Cols: to - from, Stride: m.Stride}
	}
	m.Data, m.Cols = m.Data[from:(m.Rows-1)*m.Stride+to], to-from
	return m
}
