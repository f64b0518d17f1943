package vec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// functions are those of single elements, with what they ought to be and the error that they may have,
// absolute for values below 1 and relative above.
var functions = []struct {
	name  string
	run   func(*elements, []float32)
	want  func(float64) float64
	error float64
}{
	{"gelu", func(e *elements, x []float32) { e.unary(e.gelu, x) },
		func(x float64) float64 { return x * 0.5 * math.Erfc(-x/math.Sqrt2) }, 5e-7},
	{"geluTanh", func(e *elements, x []float32) { e.unary(e.geluTanh, x) }, func(x float64) float64 {
		return x * 0.5 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x)))
	}, 5e-7},
	{"silu", func(e *elements, x []float32) { e.unary(e.silu, x) }, func(x float64) float64 { return x / (1 + math.Exp(-x)) }, 5e-7},
	{"tanh", func(e *elements, x []float32) { e.unary(e.tanh, x) }, math.Tanh, 4e-7},
	{"relu", func(e *elements, x []float32) { e.unary(e.relu, x) }, func(x float64) float64 { return max(x, 0) }, 0},
}

func TestFunctions(t *testing.T) {
	for _, f := range functions {
		eachPath(t, func(t *testing.T, k *kernels) {
			var x []float32
			for v := float32(-12); v <= 12; v += 0x1p-10 {
				x = append(x, v, v*0x1p-12, v*1e3)
			}
			got, worst := slices.Clone(x), 0.0
			f.run(k.elements, got)
			for i, v := range x {
				want := f.want(float64(v))
				// Below -4 standard deviations the share of the normal distribution is rounding alone.
				off := math.Abs(float64(got[i])-want) / max(1, math.Abs(float64(v)))
				worst = max(worst, off)
				if !(off <= f.error) {
					t.Fatalf("%s(%v) is %v, want %v", f.name, v, got[i], want)
				}
			}
			t.Logf("%s: at most %.2g off", f.name, worst)
			nan := []float32{float32(math.NaN()), 1}
			f.run(k.elements, nan)
			if nan[0] == nan[0] || nan[1] != nan[1] {
				t.Errorf("%s of NaN and 1 is %v", f.name, nan)
			}
		})
	}
}

// reference are the row functions in float64.
func softmax64(x []float32, scale float64) []float64 {
	most, sum, out := math.Inf(-1), 0.0, make([]float64, len(x))
	for _, v := range x {
		most = max(most, float64(v))
	}
	for i, v := range x {
		out[i] = math.Exp((float64(v) - most) * scale)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

func norm64(x, y, gamma, beta []float32, eps float64) []float64 {
	sum, squares, out := 0.0, 0.0, make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
		if y != nil {
			out[i] += float64(y[i])
		}
		sum += out[i]
	}
	mean := sum / float64(len(x))
	for _, v := range out {
		squares += (v - mean) * (v - mean)
	}
	for i, v := range out {
		out[i] = (v-mean)/math.Sqrt(squares/float64(len(x))+eps)*float64(gamma[i]) + float64(beta[i])
	}
	return out
}

func checkRow(t *testing.T, what string, got []float32, want []float64, off float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(float64(got[i])-want[i]) <= off*max(1, math.Abs(want[i]))) {
			t.Fatalf("%s: value %d of %d is %v, want %v", what, i, len(want), got[i], want[i])
		}
	}
}

func scaled(r *rand.Rand, n int, by, shift float32) []float32 {
	x := random(r, n)
	for i := range x {
		x[i] = x[i]*by + shift
	}
	return x
}

func TestRows(t *testing.T) {
	eachPath(t, func(t *testing.T, k *kernels) {
		e, r := k.elements, source(21)
		for n := 1; n < 140; n++ {
			const rows = 3
			for _, by := range []float32{0.01, 1, 30} {
				m := strided(scaled(r, rows*n, by, -20*by), rows, n, n%3)
				before := slices.Clone(m.Data)
				e.softmaxRows(m, 0.3)
				for i := range rows {
					checkRow(t, "softmax", m.row(i), softmax64(before[i*m.Stride:i*m.Stride+n], float64(float32(0.3))), 1e-6)
				}
				x, y := scaled(r, rows*n, by, by), scaled(r, rows*n, by, 2*by)
				gamma, beta := scaled(r, n, 1, 1), random(r, n)
				plain, added := slices.Clone(x), slices.Clone(x)
				e.normRows(Dense(plain, rows, n), nil, gamma, beta, 1e-5)
				e.normRows(Dense(added, rows, n), y, gamma, beta, 1e-5)
				for i := range rows {
					at := slice(i, n)
					// The variance of one or two values may be anything; its root then magnifies what rounding does.
					checkRow(t, "norm", at(plain), norm64(at(x), nil, gamma, beta, 1e-5), 2e-5)
					checkRow(t, "sum and norm", at(added), norm64(at(x), at(y), gamma, beta, 1e-5), 2e-5)
				}
				sum, product := slices.Clone(x), slices.Clone(x)
				e.binary(e.add, sum, y)
				e.binary(e.times, product, y)
				for i := range x {
					if sum[i] != x[i]+y[i] || product[i] != x[i]*y[i] {
						t.Fatalf("%v and %v make %v and %v", x[i], y[i], sum[i], product[i])
					}
				}
			}
		}
	})
}

func slice(i, n int) func([]float32) []float32 {
	return func(x []float32) []float32 { return x[i*n : (i+1)*n] }
}

func TestSoftmaxEdges(t *testing.T) {
	least := float32(math.Inf(-1))
	eachPath(t, func(t *testing.T, k *kernels) {
		for _, c := range []struct{ x, want []float32 }{
			{[]float32{least, 0, least}, []float32{0, 1, 0}},
			{[]float32{-1e30, 5, -88 + 5}, []float32{0, 1, 0}},
			{[]float32{3e38, 3e38}, []float32{0.5, 0.5}},
			{slices.Repeat([]float32{-1e30}, 32), slices.Repeat([]float32{1. / 32}, 32)},
		} {
			x := slices.Clone(c.x)
			k.elements.softmaxRows(Dense(x, 1, len(x)), 1)
			if !slices.Equal(x, c.want) {
				t.Errorf("softmax of %v is %v", c.x, x)
			}
		}
		x := random(source(3), 37)
		x[20] = float32(math.NaN())
		k.elements.softmaxRows(Dense(x, 1, len(x)), 1)
		for _, v := range x {
			if v == v {
				t.Fatalf("a NaN among the values leaves %v", v)
			}
		}
	})
}

func TestElementShapes(t *testing.T) {
	x := make([]float32, 4)
	for name, call := range map[string]func(){
		"add":    func() { Add(x, x[:3]) },
		"times":  func() { Times(x[:3], x) },
		"gamma":  func() { LayerNorm(Dense(x, 2, 2), x, x[:2], 0) },
		"beta":   func() { LayerNorm(Dense(x, 2, 2), x[:2], x, 0) },
		"added":  func() { AddLayerNorm(Dense(x, 2, 2), x[:3], x[:2], x[:2], 0) },
		"matrix": func() { Softmax(Matrix{Data: x, Rows: 3, Cols: 2, Stride: 2}, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("shapes that do not agree are taken")
				}
			}()
			call()
		})
	}
	GELU(nil)
	GELUTanh(nil)
	SiLU(nil)
	Tanh(nil)
	ReLU(nil)
	Add(nil, nil)
	Times(nil, nil)
	Softmax(Matrix{}, 1)
	LayerNorm(Matrix{}, nil, nil, 0)
	AddLayerNorm(Matrix{}, nil, nil, nil, 0)
}

func BenchmarkElements(b *testing.B) {
	const rows, n = 64, 384
	r := source(1)
	x, y, gamma := random(r, rows*n), random(r, rows*n), random(r, n)
	for _, k := range paths() {
		e := k.elements
		run := func(name string, do func(x []float32)) {
			b.Run(fmt.Sprintf("%s/%s", name, k.name), func(b *testing.B) {
				work := make([]float32, len(x))
				b.SetBytes(int64(4 * len(x)))
				for b.Loop() {
					copy(work, x)
					do(work)
				}
			})
		}
		for _, f := range functions {
			run(f.name, func(x []float32) { f.run(e, x) })
		}
		run("softmax30", func(x []float32) { e.softmaxRows(Dense(x[:len(x)/30*30], len(x)/30, 30), 0.2) })
		run("norm", func(x []float32) { e.normRows(Dense(x, rows, n), nil, gamma, gamma, 1e-5) })
		run("addNorm", func(x []float32) { e.normRows(Dense(x, rows, n), y, gamma, gamma, 1e-5) })
	}
}
