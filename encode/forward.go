package encode

import (
	"context"

	"github.com/assayhq/assay/vec"
)

// pack is texts whose tokens are one after the other, without padding.
type pack struct {
	ids   []int32
	types []uint8
	ends  []int // of each text
}

// from is where a text begins.
func (p *pack) from(i int) int {
	if i == 0 {
		return 0
	}
	return p.ends[i-1]
}

// blockRows is how many tokens pass both layers after attention at once, so that what is between them
// stays in the cache.
const blockRows = 96

// sharedRows is blockRows where several workers share a block: a bound on memory for long texts.
const sharedRows = 512

// step is how many tokens make a block.
func (s *scratch) step() int {
	if s.workers > 1 {
		return sharedRows
	}
	return blockRows
}

// scratch is the memory of a pass.
type scratch struct {
	workers         int
	states          []float32 // of each token: what the next layer reads
	first           []float32 // of the embeddings, for a convolution
	heads           []float32 // queries, keys and values
	mixed, sum, mid []float32
	rows            [3][]float32
	attending       []attending // of each worker
}

// sized is a slice of so many values, with the memory of another if it suffices.
func sized(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}

// forward runs a pack through the layers. It calls a function with the states after the embeddings, which
// is layer 0, and after each layer, up to the last that is asked for. The states are overwritten after it.
func (b *body) forward(ctx context.Context, p *pack, s *scratch, last int, each func(layer int, x vec.Matrix)) error {
	x := b.embed(p, s)
	each(0, x)
	if b.convolution != nil && last > 0 {
		s.first = append(s.first[:0], x.Data...)
	}
	for i, y := range b.layers[:last] {
		if err := ctx.Err(); err != nil {
			return err
		}
		y.run(b, p, s, x)
		if i == 0 && b.convolution != nil {
			b.convolution.add(p, s, x)
		}
		if b.last != nil && i+1 == len(b.layers) {
			b.last.of(x)
		}
		each(i+1, x)
	}
	return nil
}

func (y *layer) run(b *body, p *pack, s *scratch, x vec.Matrix) {
	b.attend(y, p, s, x)
	y.feed(s, x)
}

// embed looks up the tokens, with their positions and types.
func (b *body) embed(p *pack, s *scratch) vec.Matrix {
	n := len(p.ids)
	s.states = sized(s.states, n*b.width)
	for i := range s.rows {
		s.rows[i] = sized(s.rows[i], b.embedding)
	}
	x := vec.Dense(s.states, n, b.width)
	to := x
	if b.project != nil {
		s.mid = sized(s.mid, n*b.embedding)
		to = vec.Dense(s.mid, n, b.embedding)
	}
	text := 0
	for i, id := range p.ids {
		for i >= p.ends[text] {
			text++
		}
		row := to.Data[i*b.embedding : (i+1)*b.embedding]
		copy(row, b.words.row(int(id), s.rows[0]))
		if b.types != nil {
			vec.Add(row, b.types.row(int(p.types[i]), s.rows[1]))
		}
		if b.positions != nil {
			vec.Add(row, b.positions.row(b.first+i-p.from(text), s.rows[2]))
		}
	}
	if !b.projectFirst {
		b.norm.of(to)
	}
	if b.project != nil {
		b.project.mul(x, to, s.workers)
	}
	if b.projectFirst {
		b.norm.of(x)
	}
	return x
}

// feed is the half of a layer after attention: two linear layers with the activation between.
func (y *layer) feed(s *scratch, x vec.Matrix) {
	for from := 0; from < x.Rows; from += s.step() {
		block := rowsOf(x, from, min(x.Rows, from+s.step()))
		s.mid = sized(s.mid, block.Rows*y.inner.n)
		mid := vec.Dense(s.mid, block.Rows, y.inner.n)
		y.inner.mul(mid, block, s.workers)
		y.act(mid.Data)
		s.sum = sized(s.sum, block.Rows*x.Cols)
		y.outer.mul(vec.Dense(s.sum, block.Rows, x.Cols), mid, s.workers)
		y.outerNorm.sum(block, s.sum)
	}
}
