package lsa

import (
	"context"
	"math"
	"unsafe"

	"gonum.org/v1/gonum/mat"

	"github.com/assayhq/assay/internal/parallel"
	"github.com/assayhq/assay/vec"
)

// rounds is how often the sketch is multiplied by AᵀA before its last product. Half of what is surely below the
// values looked for is taken off the diagonal first (the shift of Feng, Yu and others' dashSVD), which lets them
// stand out in half as many rounds. With the extra columns it brings the singular values to a thousandth of the
// true ones.
const rounds = 6

// extra is the share of columns beyond the dimensions asked for.
const extra = 0.25

// negligible is the squared length, relative to the longest, below which a direction cannot be distinguished from the
// rounding of products in float32.
const negligible = 1e-6

// dense is a matrix with a row a term, as panels of columns.
type dense []panel

func newDense(rows, panels int) dense {
	d := make(dense, panels)
	for i := range d {
		d[i] = make(panel, rows)
	}
	return d
}

// sketch fills q with signs that depend on the seed and the place alone.
func (d dense) sketch(seed uint64) {
	for p := range d {
		for i := range d[p] {
			signs := mix(mix(seed^uint64(p)<<32) ^ uint64(i))
			for j := range d[p][i] {
				d[p][i][j] = float32(int(signs>>j&1)*2 - 1)
			}
		}
	}
}

// scratch is what one worker writes to. It is allocated once: the garbage would be more than what is kept.
type scratch struct {
	x, y   []float32
	sum    []float64
	packed vec.Panels
}

// newScratch is a scratch for each worker, which takes one and puts it back.
func newScratch(workers, panels int) chan *scratch {
	scratches := make(chan *scratch, workers)
	for range workers {
		n := chunk * panels * width
		scratches <- &scratch{x: make([]float32, n), y: make([]float32, n), sum: make([]float64, width*width)}
	}
	return scratches
}

// decompose finds the right singular vectors of the matrix with the largest singular values, as the first dim
// columns of the result, and their squared values.
func decompose(ctx context.Context, m *matrix, dim int, seed uint64, workers int) (dense, []float64, error) {
	columns := min(dim+max(16, int(float64(dim)*extra)), m.columns)
	panels := (columns + width - 1) / width
	q := newDense(m.columns, panels)
	q.sketch(seed)
	scratches := newScratch(workers, panels)
	spare := make(chan panel, workers) // what the product of a panel is written to; it then takes the panel's place
	for range min(workers, panels) {
		spare <- make(panel, m.columns)
	}
	shift := 0.0
	for round := range rounds {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		parallel.Each(workers, panels, func(p int) {
			z := <-spare
			m.square(z, q[p], shift)
			q[p], z = z, q[p]
			spare <- z
		})
		turn, least := orthonormalize(q.gram(scratches), negligible)
		q.times(turn, scratches)
		turn, _ = orthonormalize(q.gram(scratches), 0)
		q.times(turn, scratches)
		if round > 0 { // the sketch is longer than one
			shift = max(shift, (shift+least)/2)
		}
	}
	s := mat.NewSymDense(panels*width, nil) // qᵀAᵀA q
	parallel.Each(workers, panels, func(p int) {
		z, r := <-spare, <-scratches
		m.square(z, q[p], 0)
		for a := range p + 1 {
			put(s, a, p, q[a].products(z, r))
		}
		spare <- z
		scratches <- r
	})
	values, vectors := eigen(s)
	q.times(vectors, scratches)
	return q, values[:min(dim, rank(values))], nil
}

// rank is how many of the falling values are more than rounding.
func rank(values []float64) int {
	n := 0
	for n < len(values) && values[n] > negligible*values[0] {
		n++
	}
	return n
}

// orthonormalize returns the transformation that makes the columns of a matrix orthonormal, from the products of its
// columns with each other, and the length of the shortest direction before. If there is a floor, directions
// shorter than it, relative to the longest, are made longer only as if they were at it, so that a second
// pass can tell those that are real from rounding; else they become zero.
func orthonormalize(gram *mat.SymDense, floor float64) (turn *mat.Dense, least float64) {
	values, vectors := eigen(gram)
	n := rank(values)
	for j, v := range values {
		scale := 0.0
		if j < n || floor > 0 && values[0] > 0 {
			scale = 1 / math.Sqrt(max(v, floor*values[0]))
		}
		for i := range values {
			vectors.Set(i, j, vectors.At(i, j)*scale)
		}
	}
	return vectors, math.Sqrt(max(0, values[len(values)-1]))
}

// eigen is the eigenvalues of a symmetric matrix, falling, and the vectors as columns.
func eigen(s *mat.SymDense) ([]float64, *mat.Dense) {
	n := s.SymmetricDim()
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		// The iteration of the factorisation ends for every finite matrix.
		panic("lsa: eigenvalues of a symmetric matrix were not found")
	}
	var rising mat.Dense
	e.VectorsTo(&rising)
	values, vectors := make([]float64, n), mat.NewDense(n, n, nil)
	for j, v := range e.Values(nil) {
		values[n-1-j] = v
		for i := range n {
			vectors.Set(i, n-1-j, rising.At(i, j))
		}
	}
	return values, vectors
}

// chunk is the rows that are multiplied at a time: their products are added up in float32, and the sums of
// chunks in float64.
const chunk = 512

// chunks calls do with the bounds of each chunk of rows.
func chunks(rows int, do func(from, to int)) {
	for from := 0; from < rows; from += chunk {
		do(from, min(rows, from+chunk))
	}
}

// flat is some rows of the panel as a matrix.
func (p panel) flat(from, to int) vec.Matrix {
	return vec.Dense(unsafe.Slice(&p[from][0], (to-from)*width), to-from, width)
}

// gram is dᵀd.
func (d dense) gram(scratches chan *scratch) *mat.SymDense {
	s := mat.NewSymDense(len(d)*width, nil)
	var pairs [][2]int
	for a := range d {
		for b := a; b < len(d); b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	parallel.Each(cap(scratches), len(pairs), func(i int) {
		r := <-scratches
		a, b := pairs[i][0], pairs[i][1]
		put(s, a, b, d[a].products(d[b], r))
		scratches <- r
	})
	return s
}

// put puts the products of panels a and b, which is not before a, into a matrix that is symmetric but for
// rounding: of those on the diagonal it takes the upper triangle.
func put(s *mat.SymDense, a, b int, products []float64) {
	for i := range width {
		for j := range width {
			if a < b || i <= j {
				s.SetSym(a*width+i, b*width+j, products[i*width+j])
			}
		}
	}
}

// products is aᵀb, in the memory of the scratch.
func (a panel) products(b panel, r *scratch) []float64 {
	turned, part := r.x[:width*chunk], r.y[:width*width]
	clear(r.sum)
	chunks(len(a), func(from, to int) {
		for i := range width {
			for t := range to - from {
				turned[i*(to-from)+t] = a[from+t][i]
			}
		}
		r.packed.SetColumns(b.flat(from, to))
		r.packed.MulTo(vec.Dense(part, width, width), vec.Dense(turned[:width*(to-from)], width, to-from), 1)
		for i, x := range part {
			r.sum[i] += float64(x)
		}
	})
	return r.sum
}

// times multiplies d with m, in place.
func (d dense) times(m *mat.Dense, scratches chan *scratch) {
	n := len(d) * width
	right := make([]float32, n*n)
	for i := range n {
		for j := range n {
			right[i*n+j] = float32(m.At(i, j))
		}
	}
	var packed vec.Panels
	packed.SetColumns(vec.Dense(right, n, n))
	rows := len(d[0])
	parallel.Each(cap(scratches), (rows+chunk-1)/chunk, func(c int) {
		r := <-scratches
		defer func() { scratches <- r }()
		from, to := c*chunk, min(rows, (c+1)*chunk)
		x, y := r.x[:(to-from)*n], r.y[:(to-from)*n]
		for t := from; t < to; t++ {
			for p := range d {
				copy(x[(t-from)*n+p*width:], d[p][t][:])
			}
		}
		packed.MulTo(vec.Dense(y, to-from, n), vec.Dense(x, to-from, n), 1)
		for t := from; t < to; t++ {
			for p := range d {
				copy(d[p][t][:], y[(t-from)*n+p*width:])
			}
		}
	})
}
