package encode

import (
	"github.com/assayhq/assay/internal/parallel"
	"github.com/assayhq/assay/vec"
)

// queryRows is how many queries of a text are compared with its keys at once: a bound on memory for long
// texts.
const queryRows = 64

// attending is the scratch memory of one worker in attention.
type attending struct {
	keys, values vec.Panels
	scores       []float32
	toDistance   []float32 // of each query of a block and each distance
	fromDistance []float32 // of each key and each distance
}

// positionBias adds to the scores of a block of queries with all keys what a head adds for the positions of the
// two tokens. The first query of the block is number from. It is called for the blocks of a head in order.
// Scores are multiplied by the scale later.
type positionBias interface {
	addTo(a *attending, d *distances, head, from int, queries, keys, scores vec.Matrix)
}

// attend runs the attention of a layer: it mixes the tokens of each text.
func (b *body) attend(y *layer, p *pack, s *scratch, x vec.Matrix) {
	n := x.Rows
	s.heads = sized(s.heads, 3*n*b.width)
	all := vec.Dense(s.heads, n, 3*b.width)
	for i, l := range []*linear{y.query, y.key, y.value} {
		l.mul(columnsOf(all, i*b.width, (i+1)*b.width), x, s.workers)
	}
	s.sum = sized(s.sum, n*b.width)
	y.out.mul(vec.Dense(s.sum, n, b.width), b.mixAll(p, s, all, b.bias, y.distances), s.workers)
	y.outNorm.sum(x, s.sum)
}

// mixAll mixes the values of each text by its queries and keys, head by head.
func (b *body) mixAll(p *pack, s *scratch, all vec.Matrix, bias positionBias, d *distances) vec.Matrix {
	s.mixed = sized(s.mixed, all.Rows*b.width)
	mixed := vec.Dense(s.mixed, all.Rows, b.width)
	if len(s.attending) < s.workers {
		s.attending = make([]attending, s.workers)
	}
	free := make(chan *attending, s.workers)
	for i := range s.workers {
		free <- &s.attending[i]
	}
	parallel.Each(s.workers, len(p.ends)*b.heads, func(i int) {
		a := <-free
		text, head := i/b.heads, i%b.heads
		b.mix(a, bias, d, head, rowsOf(all, p.from(text), p.ends[text]), rowsOf(mixed, p.from(text), p.ends[text]))
		free <- a
	})
	return mixed
}

// mix runs one head on one text: it turns rows of queries, keys and values into means of values.
func (b *body) mix(a *attending, bias positionBias, d *distances, head int, all, mixed vec.Matrix) {
	w, n := b.headWidth(), all.Rows
	part := func(i int) vec.Matrix { return columnsOf(all, i*b.width+head*w, i*b.width+(head+1)*w) }
	queries, keys := part(0), part(1)
	a.keys.SetRows(keys)
	a.values.SetColumns(part(2))
	a.scores = sized(a.scores, min(n, queryRows)*n)
	for from := 0; from < n; from += queryRows {
		to := min(n, from+queryRows)
		scores := vec.Dense(a.scores[:(to-from)*n], to-from, n)
		some := rowsOf(queries, from, to)
		a.keys.MulTo(scores, some, 1)
		if bias != nil {
			bias.addTo(a, d, head, from, some, keys, scores)
		}
		vec.Softmax(scores, b.scale())
		a.values.MulTo(columnsOf(rowsOf(mixed, from, to), head*w, (head+1)*w), scores, 1)
	}
}
