package vec

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// fuzzSeeds is how many FuzzScan starts from.
const fuzzSeeds = 6

// FuzzScan reads shapes and values from bytes: every path must find what sorting all scores finds, and
// scores must be near those of float64 where these are numbers.
func FuzzScan(f *testing.F) {
	seeds := [][]byte{
		{},
		{1, 1, 1, 0, 0, 0x80, 0x3f},
		{16, 3, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
		{33, 17, 2, 0, 0, 0x80, 0x7f, 0, 0, 0xc0, 0x7f, 1, 0, 0, 0},
		{4, 40, 0, 0xff, 0xff, 0x7f, 0x7f},
		slices.Repeat([]byte{7, 0x40}, 300),
	}
	if len(seeds) != fuzzSeeds {
		f.Fatalf("%d seeds, want %d", len(seeds), fuzzSeeds)
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 3 {
			return
		}
		dim, n, keep := 1+int(data[0])%80, int(data[1])%50, int(data[2])%40
		values := floats(data[3:], n*dim)
		q, rows := values[:n*dim], values[n*dim:]
		rows = rows[:len(rows)/dim*dim]
		for _, k := range paths() {
			whole := all(k, q, n, dim, rows)
			checkScores(t, k, whole, q, rows, dim)
			top := NewTop(n, keep)
			top.Scan(packQueries(k, q, n, dim), rows, 0)
			for i := range n {
				if got, want := top.Best(i), best(whole[i], keep); !slices.Equal(got, want) {
					t.Fatalf("%s: query %d: %v, want %v", k.name, i, got, want)
				}
			}
			codes, scales := quantized(rows, dim)
			top.Reset()
			top.Scan8(packQueries8(k, q, n, dim), codes, scales, 0)
		}
	})
}

// floats are the values that the bytes are, over again until there are at least so many.
func floats(data []byte, least int) []float32 {
	values := make([]float32, 0, least+len(data)/4)
	for i := 0; len(data) >= 4 && (i+4 <= len(data) || len(values) < least); i += 4 {
		if i+4 > len(data) {
			i = 0
		}
		values = append(values, math.Float32frombits(binary.LittleEndian.Uint32(data[i:])))
	}
	return append(values, make([]float32, max(0, least-len(values)))...)
}

// checkScores compares scores with float64, where no sum or product can have left the range of float32.
func checkScores(t *testing.T, k *kernels, whole [][]Hit, q, rows []float32, dim int) {
	t.Helper()
	for i, hits := range whole {
		for _, h := range hits {
			sum, size := inner(q[i*dim:(i+1)*dim], rows[int(h.Row)*dim:][:dim])
			if size < math.MaxFloat32/2 && !near(h.Score, sum, size, dim) {
				t.Fatalf("%s: query %d: %v, want %v", k.name, i, h, sum)
			}
		}
	}
}
