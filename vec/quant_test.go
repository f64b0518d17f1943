package vec

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// quantized are the codes and scales of rows.
func quantized(rows []float32, dim int) ([]uint8, []float32) {
	n := len(rows) / dim
	codes, scales := make([]uint8, n*CodeStride(dim)), make([]float32, n)
	Quantize(codes, scales, rows, dim)
	return codes, scales
}

func TestQuantize(t *testing.T) {
	r := source(7)
	for kind := range kinds {
		for dim := 1; dim < 40; dim++ {
			rows := fill(kind, r, 3, dim)
			codes, scales := quantized(rows, dim)
			stride := CodeStride(dim)
			for i, x := range rows {
				code, scale := codes[i/dim*stride+i%dim], float64(scales[i/dim])
				back := (float64(code) - CodeZero) * scale
				// Half a step, the rounding of the scale, and the smallest number there is.
				if bound := 0.5*scale + 127*(0x1p-24*scale+0x1p-149); code == 0 || math.Abs(back-float64(x)) > bound {
					t.Fatalf("%s: %g is code %d of scale %g", kinds[kind].name, x, code, scale)
				}
			}
			for i := range 3 {
				for _, code := range codes[i*stride+dim : (i+1)*stride] {
					if code != CodeZero {
						t.Fatalf("code %d beyond dimension %d", code, dim)
					}
				}
			}
		}
	}
}

func TestQuantizeFixed(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for name, c := range map[string]struct {
		row   []float32
		codes []uint8
		scale float32
	}{
		"values":   {[]float32{1, -2, 0, 4, -4}, []uint8{160, 64, 128, 255, 1, 128, 128, 128}, 4.0 / 127},
		"zeros":    {[]float32{0, 0, 0, 0}, []uint8{128, 128, 128, 128}, 0},
		"NaN":      {[]float32{1, nan}, []uint8{128, 128, 128, 128}, nan},
		"NaN late": {[]float32{inf, 0, nan}, []uint8{128, 128, 128, 128}, nan},
		"infinite": {[]float32{1, -inf}, []uint8{128, 128, 128, 128}, nan},
		"smallest": {[]float32{-0x1p-149}, []uint8{1, 128, 128, 128}, 0},
		"largest":  {[]float32{math.MaxFloat32}, []uint8{255, 128, 128, 128}, float32(math.MaxFloat32 / 127.0)},
	} {
		codes, scales := quantized(c.row, len(c.row))
		same := scales[0] == c.scale || scales[0] != scales[0] && c.scale != c.scale
		if !slices.Equal(codes, c.codes) || !same {
			t.Errorf("%s: %v of scale %v, want %v of %v", name, codes, scales, c.codes, c.scale)
		}
	}
}

// reference8 is the score that every path must have, from the codes themselves.
func reference8(q []float32, row []float32) float32 {
	qc, qs := quantized(q, len(q))
	rc, rs := quantized(row, len(row))
	var sum int64
	for i := range qc {
		sum += (int64(qc[i]) - CodeZero) * (int64(rc[i]) - CodeZero)
	}
	return float32(float32(sum)*rs[0]) * qs[0]
}

// TestScan8Scores: int8 scores have the same bits on every path and in every place.
func TestScan8Scores(t *testing.T) {
	eachPath(t, func(t *testing.T, k *kernels) {
		r := source(8)
		eachShape(t, 3, func(i, dim, n, count int) {
			kind := i % len(kinds)
			q, rows := fill(kind, r, n, dim), fill(kind, r, count, dim)
			codes, scales := quantized(rows, dim)
			packed := packQueries8(k, q, n, dim)
			top, some := NewTop(n, count), NewTop(n, count)
			top.Scan8(packed, codes, scales, 0)
			some.ScanSome8(packed, codes, scales, shuffled(r, count))
			hits := byRow(top)
			sameBits(t, "chosen rows", byRow(some), hits)
			for i := 0; i < n; i += 1 + n/3 {
				if len(hits[i]) != count {
					t.Fatalf("dim %d, %d queries, %d rows: query %d has %d hits", dim, n, count, i, len(hits[i]))
				}
				for row, h := range hits[i] {
					want := reference8(q[i*dim:(i+1)*dim], rows[row*dim:(row+1)*dim])
					if h.Row != uint32(row) || math.Float32bits(h.Score) != math.Float32bits(want) {
						t.Fatalf("dim %d, %d queries, %d rows, %s: query %d, row %d: %v, want %v",
							dim, n, count, kinds[kind].name, i, row, h, want)
					}
				}
			}
		})
	})
}

// TestLargestCodesDoNotOverflow: sums of the largest codes of the most dimensions do not overflow.
func TestLargestCodesDoNotOverflow(t *testing.T) {
	eachPath(t, func(t *testing.T, k *kernels) {
		row := make([]float32, MaxDim)
		for i := range row {
			row[i] = 127
		}
		for _, n := range []int{1, 5, 32} {
			q := slices.Repeat(row, n)
			for i := range q {
				q[i] *= float32(1 - 2*(i/MaxDim%2))
			}
			codes, scales := quantized(row, MaxDim)
			top := NewTop(n, 1)
			top.Scan8(packQueries8(k, q, n, MaxDim), codes, scales, 0)
			for i := range n {
				want := float32(MaxDim) * 127 * 127 * float32(1-2*(i%2))
				if got := top.Best(i); len(got) != 1 || got[0].Score != want {
					t.Errorf("query %d of %d: %v, want %v", i, n, got, want)
				}
			}
		}
	})
}

func TestNaNRowsOfCodesAreNeverFound(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	eachPath(t, func(t *testing.T, k *kernels) {
		rows := []float32{1, 2, nan, 1, 3, inf, 1, 1, -inf, 0}
		codes, scales := quantized(rows, 2)
		for _, n := range []int{1, 7, 40} {
			q := slices.Repeat([]float32{1, 1}, n)
			q[0] = nan
			top := NewTop(n, 9)
			top.Scan8(packQueries8(k, q, n, 2), codes, scales, 0)
			for i := range n {
				want := []uint32{0, 3}
				if i == 0 {
					want = []uint32{}
				}
				if got := top.rows(i); !slices.Equal(got, want) {
					t.Errorf("query %d of %d found %v, want %v", i, n, got, want)
				}
			}
		}
	})
}

// clustered are unit vectors around few centres, as sentences are around their subjects.
func clustered(r *rand.Rand, n, dim, centres int) []float32 {
	around := random(r, centres*dim)
	rows := make([]float32, n*dim)
	for i := range n {
		c, row := r.IntN(centres)*dim, rows[i*dim:(i+1)*dim]
		for k := range row {
			row[k] = around[c+k] + 0.5*float32(r.NormFloat64())
		}
		Normalize(row)
	}
	return rows
}

// TestRescore: the best of the rescored are nearly all of the best.
func TestRescore(t *testing.T) {
	const dim, n, count, k = 64, 40, 3000, 30
	r := source(9)
	for name, data := range map[string][]float32{
		"gaussian":  random(r, (count+n)*dim),
		"clustered": clustered(r, count+n, dim, 20),
	} {
		rows, q := data[:count*dim], data[count*dim:]
		codes, scales := quantized(rows, dim)
		exact, rough, top := NewTop(n, k), NewTop(n, 4*k), NewTop(n, k)
		exact.Scan(PackQueries(q, n, dim), rows, 0)
		rough.Scan8(PackQueries8(q, n, dim), codes, scales, 0)
		top.Rescore(rough, 2, func(query int, row uint32) float32 {
			return Dot(q[query*dim:(query+1)*dim], rows[row*dim:(row+1)*dim])
		})
		found := 0
		for i := range n {
			want, got := exact.rows(i), top.rows(i)
			for _, row := range got {
				if slices.Contains(want, row) {
					found++
				}
			}
			for _, h := range top.Best(i) {
				if h.Score != Dot(q[i*dim:(i+1)*dim], rows[h.Row*dim:][:dim]) {
					t.Fatalf("%s: query %d: %v is not its exact score", name, i, h)
				}
			}
		}
		if share := float64(found) / (n * k); share < 0.995 {
			t.Errorf("%s: recall %.4f", name, share)
		}
	}
}
