package vec

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// TestPanels8 compares products with those of the weights that the codes stand for: what is off may come
// from the left side's codes alone.
func TestPanels8(t *testing.T) {
	shapes := [][3]int{{1, 1, 1}, {12, 32, 64}, {13, 33, 65}, {100, 130, 70}, {97, 96, 384}, {250, 40, 129}, {3, 500, 1536}}
	for i := range 200 {
		shapes = append(shapes, [3]int{1 + i%26, 1 + i%37, 1 + i%19})
	}
	eachPath(t, func(t *testing.T, path *kernels) {
		r := source(41)
		for i, shape := range shapes {
			m, n, k := shape[0], shape[1], shape[2]
			gap := i % 3
			x, w, bias := strided(random(r, m*k), m, k, gap), random(r, n*k), random(r, n)
			p := packCodes(path, w, n, k)
			p.Bias(bias)
			dst := strided(make([]float32, m*n), m, n, 2-gap)
			p.MulTo(dst, x, 1+i%3)
			weights := decoded(w, n, k)
			for row := range m {
				step := 0.5 * float64(max(0, slices.Max(x.row(row)))-min(0, slices.Min(x.row(row)))) / codeSteps * 1.001
				if path.codes.run == nil {
					step = 1e-6
				}
				for col := range n {
					sum, size := inner(x.row(row), weights[col*k:(col+1)*k])
					var most float64
					for _, v := range weights[col*k : (col+1)*k] {
						most += math.Abs(float64(v))
					}
					if got := float64(dst.row(row)[col]) - float64(bias[col]); math.Abs(got-sum) > step*most+1e-5*(size+1) {
						t.Fatalf("%v: row %d, column %d is %v, want %v", shape, row, col, got, sum)
					}
				}
				if end := row*dst.Stride + n; row+1 < m &&
					slices.ContainsFunc(dst.Data[end:(row+1)*dst.Stride], func(v float32) bool { return v != canary }) {
					t.Fatal("something was written between rows")
				}
			}
		}
	})
}

// decoded is what the codes of weights stand for.
func decoded(w []float32, n, k int) []float32 {
	codes, scales := quantized(w, k)
	out := make([]float32, 0, len(w))
	for i := range n {
		for _, c := range codes[i*CodeStride(k):][:k] {
			out = append(out, float32(int(c)-CodeZero)*scales[i])
		}
	}
	return out
}

// TestPanels8SameBits: a value does not depend on the rows and columns beside it, nor on workers.
func TestPanels8SameBits(t *testing.T) {
	const m, n, k = 230, 75, 130
	eachPath(t, func(t *testing.T, path *kernels) {
		r := source(42)
		x, w := random(r, m*k), random(r, n*k)
		p := packCodes(path, w, n, k)
		want := make([]float32, m*n)
		p.MulTo(Dense(want, m, n), Dense(x, m, k), 1)
		for _, part := range []int{1, 5, 96, 97, 200} {
			for workers := range 4 {
				got := make([]float32, m*n)
				p.MulTo(Dense(got[:part*n], part, n), Dense(x[:part*k], part, k), workers)
				p.MulTo(Dense(got[part*n:], m-part, n), Dense(x[part*k:], m-part, k), workers)
				if !slices.Equal(got, want) {
					t.Fatalf("cut at row %d, with %d workers, the product differs", part, workers)
				}
			}
		}
	})
}

func TestPanels8Edges(t *testing.T) {
	nan := float32(math.NaN())
	eachPath(t, func(t *testing.T, path *kernels) {
		p := packCodes(path, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 2, 5)
		out := make([]float32, 6)
		p.MulTo(Dense(out, 3, 2), Dense([]float32{0, 0, 0, 0, 0, 1, nan, 1, 1, 1, 0x1p-149, 0, 0, 0, 0}, 3, 5), 1)
		if out[0] != 0 || out[1] != 0 || out[2] == out[2] || out[3] == out[3] || math.Abs(float64(out[4])) > 1e-40 {
			t.Errorf("rows of zeros, with a NaN, and of almost nothing make %v", out)
		}
		p.MulTo(Dense(nil, 0, 2), Dense(nil, 0, 5), 1)
	})
	for name, call := range map[string]func(){
		"weights": func() { PackCodes(make([]float32, 5), 2, 3) },
		"bias":    func() { PackCodes(make([]float32, 6), 2, 3).Bias(make([]float32, 3)) },
		"product": func() { PackCodes(make([]float32, 6), 2, 3).MulTo(Dense(nil, 0, 2), Dense(nil, 0, 2), 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of another shape are taken", name)
				}
			}()
			call()
		}()
	}
}

// TestRowCodes: a value is within half a step of what its code stands for, and nothing is written beyond the codes.
func TestRowCodes(t *testing.T) {
	eachPath(t, func(t *testing.T, path *kernels) {
		if path.codes.run == nil {
			t.Skip("this path makes no codes of the left side")
		}
		r := source(44)
		rows := [][]float32{{1, 2, 3, 0.5}, {-1, -2, -3, -0.5}, {0, 0, 0, 1}, {255, -0.5, 254.5, 0.5}}
		for n := range 200 {
			rows = append(rows, random(r, 1+n%50))
		}
		for _, row := range rows {
			codes := slices.Repeat([]uint8{99}, CodeStride(len(row))+line)
			beyond := codes[CodeStride(len(row)):]
			stands := codesOf(path, codes[:CodeStride(len(row))], row)
			for i, x := range row {
				if got := float32(int32(codes[i])-stands.zero) * stands.step; math.Abs(float64(got)-float64(x)) > 0.51*float64(stands.step) {
					t.Errorf("%v becomes %v", x, got)
				}
			}
			if slices.ContainsFunc(beyond, func(c uint8) bool { return c != 99 }) {
				t.Fatalf("the codes of %d values reach further", len(row))
			}
		}
		wide := codesOf(path, make([]uint8, 4), []float32{3e38, -3e38, 1, 0})
		if !(wide.step > 0) || math.IsInf(float64(wide.step), 1) {
			t.Errorf("a step of values further apart than numbers go is %v", wide.step)
		}
	})
}

func BenchmarkPanels8(b *testing.B) {
	const m, n, k = 512, 1536, 384
	r := source(1)
	x, w, dst := random(r, m*k), random(r, n*k), make([]float32, m*n)
	for _, path := range paths() {
		p := packCodes(path, w, n, k)
		b.Run(fmt.Sprintf("%s/512x1536x384", path.name), func(b *testing.B) {
			for b.Loop() {
				p.MulTo(Dense(dst, m, n), Dense(x, m, k), 1)
			}
			b.ReportMetric(2*m*n*k*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GOP/s")
		})
	}
}
