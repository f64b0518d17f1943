package vec

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// benchRows are enough to leave every cache.
const benchRows, benchDim = 100_000, 384

func benchmarkScan(b *testing.B, run func(b *testing.B, k *kernels, rows []float32)) {
	rows := random(rand.New(rand.NewPCG(1, 1)), benchRows*benchDim)
	for _, k := range paths() {
		b.Run(k.name, func(b *testing.B) { run(b, k, rows) })
	}
}

// BenchmarkScan is the best 30 of 100,000 rows of 384.
func BenchmarkScan(b *testing.B) {
	benchmarkScan(b, func(b *testing.B, k *kernels, rows []float32) {
		for _, n := range []int{1, 2, 3, 4, 16, 32, 256} {
			if k.name == "go" && n > 4 {
				continue
			}
			q := packQueries(k, rows[:n*benchDim], n, benchDim)
			b.Run(fmt.Sprint(n), func(b *testing.B) {
				b.SetBytes(int64(4 * len(rows)))
				for b.Loop() {
					NewTop(n, 30).Scan(q, rows, 0)
				}
				gflops := 2 * float64(n) * float64(len(rows)) * float64(b.N) / float64(b.Elapsed().Nanoseconds())
				b.ReportMetric(gflops, "GFLOP/s")
			})
		}
	})
}

// BenchmarkScan8 is the best 120 of 100,000 rows of 384 codes.
func BenchmarkScan8(b *testing.B) {
	benchmarkScan(b, func(b *testing.B, k *kernels, rows []float32) {
		codes, scales := make([]uint8, benchRows*CodeStride(benchDim)), make([]float32, benchRows)
		Quantize(codes, scales, rows, benchDim)
		for _, n := range []int{1, 2, 3, 4, 16, 32, 256} {
			if k.name == "go" && n > 4 {
				continue
			}
			q := packQueries8(k, rows[:n*benchDim], n, benchDim)
			b.Run(fmt.Sprint(n), func(b *testing.B) {
				b.SetBytes(int64(len(codes)))
				for b.Loop() {
					NewTop(n, 120).Scan8(q, codes, scales, 0)
				}
				gops := 2 * float64(n) * float64(len(rows)) * float64(b.N) / float64(b.Elapsed().Nanoseconds())
				b.ReportMetric(gops, "GOP/s")
			})
		}
	})
}

// BenchmarkMul are the products of a small encoder: 960 tokens.
func BenchmarkMul(b *testing.B) {
	for _, k := range paths() {
		for _, size := range [][3]int{{960, 384, 384}, {960, 1536, 384}, {960, 384, 1536}, {30, 30, 32}, {30, 384, 384}, {1, 384, 384}} {
			m, n, depth := size[0], size[1], size[2]
			b.Run(fmt.Sprintf("%s/%dx%dx%d", k.name, m, n, depth), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 1))
				p := &Panels{kern: k}
				p.SetRows(Dense(random(r, n*depth), n, depth))
				x, dst := random(r, m*depth), make([]float32, m*n)
				for b.Loop() {
					p.Mul(dst, x, m, 1)
				}
				gflops := 2 * float64(m*n*depth) * float64(b.N) / float64(b.Elapsed().Nanoseconds())
				b.ReportMetric(gflops, "GFLOP/s")
			})
		}
	}
}

func BenchmarkDot64(b *testing.B) {
	v := random(rand.New(rand.NewPCG(1, 1)), 2*benchDim)
	for _, k := range paths() {
		b.Run(k.name, func(b *testing.B) {
			var sum float64
			for b.Loop() {
				sum += dot64(k, v[:benchDim], v[benchDim:])
			}
			if sum == 0 {
				b.Fatal("no sum")
			}
		})
	}
}
