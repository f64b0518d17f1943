package vec

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// eachPath runs a test on every path that this machine has.
func eachPath(t *testing.T, test func(t *testing.T, k *kernels)) {
	t.Helper()
	for _, k := range paths() {
		t.Run(k.name, func(t *testing.T) { test(t, k) })
	}
}

func TestPaths(t *testing.T) {
	all := paths()
	if all[0].name != "go" {
		t.Errorf("the first path is %s: plain Go runs everywhere", all[0].name)
	}
	for _, k := range all {
		if got := choose(all, k.name); got != k {
			t.Errorf("asked for %s, got %s", k.name, got.name)
		}
	}
	for _, name := range []string{"", "sse9"} {
		if got := choose(all, name); got != all[len(all)-1] {
			t.Errorf("asked for %q, got %s", name, got.name)
		}
	}
	t.Logf("this machine runs %s", Path())
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func random(r *rand.Rand, n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = float32(r.NormFloat64())
	}
	return s
}

// kinds are values that arithmetic may get wrong. Each fills rows of a dimension.
var kinds = []struct {
	name string
	fill func(r *rand.Rand, dim, row, k int) float32
}{
	{"gaussian", func(r *rand.Rand, _, _, _ int) float32 { return float32(r.NormFloat64()) }},
	{"denormal", func(r *rand.Rand, _, _, _ int) float32 { return math.Float32frombits(r.Uint32() & 0x807fffff) }},
	{"tiny", func(r *rand.Rand, _, _, _ int) float32 { return float32(r.NormFloat64()) * 0x1p-70 }},
	{"huge and small", func(r *rand.Rand, _, _, _ int) float32 {
		return float32(math.Ldexp(r.NormFloat64(), r.IntN(80)-40))
	}},
	{"cancelling", func(_ *rand.Rand, dim, row, k int) float32 {
		x := float32(1+min(k, dim-1-k)) * 1e6
		if 2*k >= dim {
			x = -x
		}
		return x + float32(row)
	}},
	{"equal rows", func(_ *rand.Rand, _, _, k int) float32 { return float32(k%7) - 3 }},
	{"ascending rows", func(_ *rand.Rand, _, row, _ int) float32 { return float32(row) }},
	{"descending rows", func(_ *rand.Rand, _, row, _ int) float32 { return -float32(row) }},
	{"zeros of both signs", func(r *rand.Rand, _, _, _ int) float32 { return float32(math.Copysign(0, r.NormFloat64())) }},
	{"few values", func(r *rand.Rand, _, _, _ int) float32 { return float32(r.IntN(3) - 1) }},
}

// fill makes n rows.
func fill(kind int, r *rand.Rand, n, dim int) []float32 {
	s := make([]float32, n*dim)
	for i := range s {
		s[i] = kinds[kind].fill(r, dim, i/dim, i%dim)
	}
	return s
}

// inner is the inner product in float64, and the sum of the magnitudes that its error is a share of.
func inner(a, b []float32) (sum, size float64) {
	for i := range a {
		p := float64(a[i]) * float64(b[i])
		sum += p
		size += math.Abs(p)
	}
	return sum, size
}

// near says whether a float32 sum of n products is within the bound of any order of adding.
func near(got float32, sum, size float64, n int) bool {
	return math.Abs(float64(got)-sum) <= float64(n+2)*(0x1p-24*size+0x1p-149)
}

func TestDot64(t *testing.T) {
	r := source(1)
	all := paths()
	for n := range 200 {
		for shift := range 3 {
			for kind := range kinds {
				a, b := fill(kind, r, 1, n+shift)[shift:], fill(kind, r, 1, n+shift)[shift:]
				want := dot64(all[0], a, b)
				sum, size := inner(a, b)
				if math.Abs(want-sum) > float64(n)*0x1p-52*size {
					t.Fatalf("%d values, %s: %g, want %g", n, kinds[kind].name, want, sum)
				}
				for _, k := range all[1:] {
					if got := dot64(k, a, b); math.Float64bits(got) != math.Float64bits(want) {
						t.Fatalf("%d values, %s: %s has %x and go %x", n, kinds[kind].name, k.name, got, want)
					}
				}
			}
		}
	}
}

// TestDot64HasFixedBits holds the order of adding to bits that were written down.
func TestDot64HasFixedBits(t *testing.T) {
	a, b := make([]float32, 83), make([]float32, 83)
	for i := range a {
		a[i], b[i] = float32(i*i%31)/7-2, float32(1+i%13)/3
	}
	eachPath(t, func(t *testing.T, k *kernels) {
		if got, want := math.Float64bits(dot64(k, a, b)), uint64(dot64Bits); got != want {
			t.Errorf("%#x, want %#x", got, want)
		}
	})
}

const dot64Bits = 0xc04461860f9b6dba

func TestNormalize(t *testing.T) {
	v := []float32{3, 0, -4}
	if norm := Normalize(v); norm != 5 || !slices.Equal(v, []float32{0.6, 0, -0.8}) {
		t.Errorf("%v %v", norm, v)
	}
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, v := range [][]float32{{}, {0, 0}, {1, inf}, {nan, 1}} {
		was := slices.Clone(v)
		Normalize(v)
		for i := range v {
			if math.Float32bits(v[i]) != math.Float32bits(was[i]) {
				t.Errorf("%v became %v", was, v)
			}
		}
	}
	if v := []float32{0x1p-149, 0}; Normalize(v) == 0 || v[0] != 1 {
		t.Errorf("the smallest vector became %v", v)
	}
}

// TestMistakesOfShapePanic lists mistakes of shape.
func TestMistakesOfShapePanic(t *testing.T) {
	top, q, q8 := NewTop(2, 3), PackQueries(make([]float32, 10), 2, 5), PackQueries8(make([]float32, 10), 2, 5)
	w := Pack(make([]float32, 6), 2, 3)
	for name, do := range map[string]func(){
		"lengths of a dot product":   func() { Dot(make([]float32, 2), make([]float32, 3)) },
		"no dimensions":              func() { PackQueries(nil, 0, 0) },
		"too many dimensions":        func() { PackQueries(nil, 0, MaxDim+1) },
		"queries short":              func() { PackQueries(make([]float32, 9), 2, 5) },
		"queries negative":           func() { PackQueries(nil, -1, 5) },
		"int8 queries short":         func() { PackQueries8(make([]float32, 9), 2, 5) },
		"negative k":                 func() { NewTop(1, -1) },
		"negative n":                 func() { NewTop(-1, 1) },
		"rows short":                 func() { top.Scan(q, make([]float32, 9), 0) },
		"other number of queries":    func() { NewTop(1, 3).Scan(q, nil, 0) },
		"merging another number":     func() { top.Merge(NewTop(3, 3)) },
		"rescoring another number":   func() { top.Rescore(NewTop(3, 3), 1, nil) },
		"numbers beyond 32 bits":     func() { top.Scan(q, make([]float32, 10), math.MaxUint32) },
		"a row that is not there":    func() { top.ScanSome(q, make([]float32, 10), []uint32{2}) },
		"a code row not there":       func() { top.ScanSome8(q8, make([]uint8, 16), make([]float32, 2), []uint32{2}) },
		"codes short":                func() { top.Scan8(q8, make([]uint8, 7), make([]float32, 1), 0) },
		"scales short":               func() { top.Scan8(q8, make([]uint8, 16), make([]float32, 1), 0) },
		"room for codes":             func() { Quantize(make([]uint8, 5), make([]float32, 1), make([]float32, 5), 5) },
		"weights short":              func() { Pack(make([]float32, 5), 2, 3) },
		"inputs short":               func() { w.Mul(make([]float32, 2), make([]float32, 2), 1, 1) },
		"outputs short":              func() { w.Mul(make([]float32, 1), make([]float32, 3), 1, 1) },
		"bias short":                 func() { w.Bias(make([]float32, 1)) },
		"overlapping rows":           func() { w.SetRows(Matrix{make([]float32, 9), 3, 3, 2}) },
		"matrix beyond its data":     func() { w.SetRows(Matrix{make([]float32, 8), 3, 3, 3}) },
		"matrix beyond its stride":   func() { w.SetColumns(Matrix{make([]float32, 10), 3, 3, 4}) },
		"matrices that do not match": func() { MatMul(Dense(nil, 0, 2), Dense(nil, 0, 3), Dense(make([]float32, 4), 2, 2), 1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if message, ok := recover().(string); !ok || message[:5] != "vec: " {
					t.Errorf("it ended with %q", message)
				}
			}()
			do()
		})
	}
}
