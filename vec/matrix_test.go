package vec

import (
	"math"
	"slices"
	"testing"
)

// canary is a value that a product must leave where it is.
const canary = -12345.5

// strided is a matrix with rows apart, and canaries between them.
func strided(values []float32, rows, cols, gap int) Matrix {
	m := Matrix{Data: make([]float32, max(0, rows*(cols+gap)-gap)), Rows: rows, Cols: cols, Stride: cols + gap}
	for i := range m.Data {
		m.Data[i] = canary
	}
	for i := range rows {
		copy(m.row(i), values[i*cols:(i+1)*cols])
	}
	return m
}

// checkProduct compares dst with x·wᵀ + bias.
func checkProduct(t *testing.T, what string, dst, x, w Matrix, bias []float32) {
	t.Helper()
	for i := range dst.Rows {
		for j := range dst.Cols {
			sum, size := inner(x.row(i), w.row(j))
			if bias != nil {
				sum, size = sum+float64(bias[j]), size+math.Abs(float64(bias[j]))
			}
			if got := dst.row(i)[j]; !near(got, sum, size, x.Cols+1) {
				t.Fatalf("%s: row %d, column %d of %d × %d × %d: %v, want %v", what, i, j, dst.Rows, dst.Cols, x.Cols, got, sum)
			}
		}
		if i+1 < dst.Rows {
			end := i*dst.Stride + dst.Cols
			for _, between := range dst.Data[end : (i+1)*dst.Stride] {
				if between != canary {
					t.Fatalf("%s: something was written between rows", what)
				}
			}
		}
	}
}

func TestMul(t *testing.T) {
	eachPath(t, func(t *testing.T, path *kernels) {
		r, p := source(10), &Panels{kern: path}
		shapes := [][3]int{{100, 130, 70}, {64, 96, 384}, {400, 40, 384}, {3, 500, 1536}}
		for i := range 30 * 40 {
			if !underRace || i%7 == 0 {
				shapes = append(shapes, [3]int{i / 40, i % 40, i % 23})
			}
		}
		for i, shape := range shapes {
			m, n, k := shape[0], shape[1], shape[2]
			kind, gap := i%len(kinds), i%4
			x, w := strided(fill(kind, r, m, k), m, k, gap), strided(fill(kind, r, n, k), n, k, 3-gap)
			dst := strided(make([]float32, m*n), m, n, gap)
			p.SetRows(w)
			p.MulTo(dst, x, 1+i%3)
			checkProduct(t, kinds[kind].name, dst, x, w, nil)

			columns := strided(make([]float32, n*k), k, n, gap)
			for j := range n {
				for l := range k {
					columns.Data[l*columns.Stride+j] = w.row(j)[l]
				}
			}
			bias := fill(kind, r, 1, n)
			p.SetColumns(columns)
			p.Bias(bias)
			p.MulTo(dst, x, 1)
			checkProduct(t, kinds[kind].name+", columns", dst, x, w, bias)
		}
	})
}

// TestMulSameBits: a value of a product does not depend on the rows and columns beside it.
func TestMulSameBits(t *testing.T) {
	eachPath(t, func(t *testing.T, path *kernels) {
		const m, n, k = 61, 75, 37
		r := source(11)
		x, w := random(r, m*k), random(r, n*k)
		p, want := &Panels{kern: path}, make([]float32, m*n)
		p.SetRows(Dense(w, n, k))
		p.Mul(want, x, m, 1)
		for part := 1; part < m; part++ {
			got := make([]float32, m*n)
			p.Mul(got[:part*n], x[:part*k], part, 3)
			p.Mul(got[part*n:], x[part*k:], m-part, 0)
			if !slices.Equal(got, want) {
				t.Fatalf("cut at row %d, the product differs", part)
			}
		}
		for j := range n {
			got := make([]float32, m)
			p.SetRows(Dense(w[j*k:(j+1)*k], 1, k))
			p.Mul(got, x, m, 1)
			for i := range got {
				if got[i] != want[i*n+j] {
					t.Fatalf("column %d alone differs at row %d", j, i)
				}
			}
		}
	})
}

// TestMulWorkers: products large enough to be shared come out the same.
func TestMulWorkers(t *testing.T) {
	r := source(12)
	for _, shape := range [][3]int{{1000, 100, 300}, {5, 3000, 400}, {130, 700, 64}} {
		m, n, k := shape[0], shape[1], shape[2]
		x, p := random(r, m*k), Pack(random(r, n*k), n, k)
		want := make([]float32, m*n)
		p.Mul(want, x, m, 1)
		for _, workers := range []int{0, 2, 3, 7} {
			got := make([]float32, m*n)
			p.Mul(got, x, m, workers)
			if !slices.Equal(got, want) {
				t.Errorf("%v: %d workers change the product", shape, workers)
			}
		}
	}
}

// TestMulOfStridedMatrices multiplies as attention does: matrices that are parts of the rows of one tensor.
func TestMulOfStridedMatrices(t *testing.T) {
	const tokens, heads, width = 13, 3, 8
	r := source(13)
	qkv := random(r, tokens*heads*width)
	head := func(data []float32, h int) Matrix {
		return Matrix{Data: data[h*width:], Rows: tokens, Cols: width, Stride: heads * width}
	}
	out := make([]float32, tokens*heads*width)
	for h := range heads {
		scores := Dense(make([]float32, tokens*tokens), tokens, tokens)
		MatMulT(scores, head(qkv, h), head(qkv, h), 1)
		checkProduct(t, "scores", scores, head(qkv, h), head(qkv, h), nil)
		MatMul(head(out, h), scores, head(qkv, h), 1)
	}
	for h := range heads {
		for i := range tokens {
			for j := range width {
				var sum, size float64
				for l := range tokens {
					var score float64
					for d := range width {
						score += float64(qkv[i*heads*width+h*width+d]) * float64(qkv[l*heads*width+h*width+d])
					}
					p := score * float64(qkv[l*heads*width+h*width+j])
					sum, size = sum+p, size+math.Abs(p)
				}
				if got := out[i*heads*width+h*width+j]; !near(got, sum, size, 4*(tokens+width)) {
					t.Fatalf("head %d, token %d: %v, want %v", h, i, got, sum)
				}
			}
		}
	}
}
