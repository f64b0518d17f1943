package vec

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// byRow are the hits of each query in the order of rows.
func byRow(top *Top) [][]Hit {
	hits := make([][]Hit, top.n)
	for i := range hits {
		hits[i] = top.Best(i)
		slices.SortFunc(hits[i], func(a, b Hit) int { return int(int64(a.Row) - int64(b.Row)) })
	}
	return hits
}

// all are the scores of all rows for all queries, by a scan that keeps every row.
func all(k *kernels, q []float32, n, dim int, rows []float32) [][]Hit {
	top := NewTop(n, len(rows)/dim)
	top.Scan(packQueries(k, q, n, dim), rows, 0)
	return byRow(top)
}

var (
	someDims    = []int{1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 130}
	someQueries = []int{1, 2, 3, 4, 5, 15, 16, 17, 18, 19, 20, 31, 32, 33, 35, 36, 48, 49, 70}
	someRows    = []int{1, 2, 5, 6, 7, 11, 12, 13, 16, 17, 40}
)

// eachShape calls a test with every part-th of the shapes that leave every remainder, and some of real size.
// The test gets a number to take the kind of its values from.
func eachShape(t *testing.T, part int, test func(i, dim, n, count int)) {
	t.Helper()
	if underRace {
		part *= 7
	}
	i, tested := 0, 0
	for _, dim := range someDims {
		for _, n := range someQueries {
			for _, count := range someRows {
				if i++; i%part == 0 {
					test(i/part, dim, n, count)
					tested++
				}
			}
		}
	}
	test(0, 384, 34, 1000/part)
	test(0, 8192, 3, 20)
	if want := 3500 / part; tested < want {
		t.Errorf("%d shapes tested, want %d", tested, want)
	}
}

func TestScanScores(t *testing.T) {
	eachPath(t, func(t *testing.T, k *kernels) {
		r := source(2)
		eachShape(t, 1, func(i, dim, n, count int) {
			kind := i % len(kinds)
			q, rows := fill(kind, r, n, dim), fill(kind, r, count, dim)
			hits := all(k, q, n, dim, rows)
			for i := range n {
				if len(hits[i]) != count {
					t.Fatalf("dim %d, %d queries, %d rows, %s: query %d has %d hits", dim, n, count, kinds[kind].name, i, len(hits[i]))
				}
				for row, h := range hits[i] {
					sum, size := inner(q[i*dim:(i+1)*dim], rows[row*dim:(row+1)*dim])
					if h.Row != uint32(row) || !near(h.Score, sum, size, dim) {
						t.Fatalf("dim %d, %d queries, %d rows, %s: query %d, row %d: %v, want %v",
							dim, n, count, kinds[kind].name, i, row, h, sum)
					}
				}
			}
		})
	})
}

// sameBits compares hits without mercy: the bits of their scores too.
func sameBits(t *testing.T, what string, got, want [][]Hit) {
	t.Helper()
	for i := range want {
		same := slices.EqualFunc(got[i], want[i], func(a, b Hit) bool {
			return a.Row == b.Row && math.Float32bits(a.Score) == math.Float32bits(b.Score)
		})
		if !same {
			t.Fatalf("%s: query %d: %v, want %v", what, i, got[i], want[i])
		}
	}
}

// shuffled are the numbers below n in some order.
func shuffled(r *rand.Rand, n int) []uint32 {
	numbers := make([]uint32, n)
	for i, p := range r.Perm(n) {
		numbers[i] = uint32(p)
	}
	return numbers
}

// TestScoresHaveTheSameBits: whichever way a row and a query meet, their score has the same bits.
func TestScoresHaveTheSameBits(t *testing.T) {
	eachPath(t, func(t *testing.T, k *kernels) {
		r := source(3)
		for i := range 60 {
			dim, n, count := 1+r.IntN(90), 1+r.IntN(70), 1+r.IntN(90)
			kind := i % len(kinds)
			q, rows := fill(kind, r, n, dim), fill(kind, r, count, dim)
			want := all(k, q, n, dim, rows)
			packed := packQueries(k, q, n, dim)

			alone := make([][]Hit, n)
			for j := range n {
				alone[j] = all(k, q[j*dim:(j+1)*dim], 1, dim, rows)[0]
			}
			sameBits(t, "one query at a time", alone, want)

			top := NewTop(n, count)
			top.ScanSome(packed, rows, shuffled(r, count))
			sameBits(t, "chosen rows", byRow(top), want)

			top.Reset()
			for from, to := 0, 0; from < count; from = to {
				to = min(count, from+1+r.IntN(20))
				top.Scan(packed, rows[from*dim:to*dim], uint32(from))
			}
			sameBits(t, "rows in parts", byRow(top), want)
		}
	})
}

// TestSameBitsOfFusedPaths: paths with fused multiply-add agree with each other.
func TestSameBitsOfFusedPaths(t *testing.T) {
	fused := paths()[1:]
	if len(fused) < 2 {
		t.Skip("this machine has fewer than two paths in assembly")
	}
	r := source(4)
	for i := range 100 {
		dim, n := 1+r.IntN(100), 1+r.IntN(40)
		count, kind := 1+r.IntN(40), i%len(kinds)
		q, rows := fill(kind, r, n, dim), fill(kind, r, count, dim)
		want := all(fused[0], q, n, dim, rows)
		for _, k := range fused[1:] {
			sameBits(t, k.name, all(k, q, n, dim, rows), want)
		}
	}
}

// TestFusedFixed holds paths with fused multiply-add to bits that were written down, so that they agree on all
// processors: those of scores, which are also those of a product, and those of a product of codes.
func TestFusedFixed(t *testing.T) {
	const n, count, dim = 21, 37, 75
	r := source(16)
	values := make([]float32, (n+count)*dim)
	for i := range values {
		values[i] = float32(math.Ldexp(float64(int32(r.Uint32()>>8)-1<<23), -r.IntN(40)))
	}
	q, rows := values[:n*dim], values[n*dim:]
	for _, k := range paths()[1:] {
		p, product := &Panels{kern: k}, make([]float32, n*count)
		p.SetRows(Dense(rows, count, dim))
		p.Mul(product, q, n, 1)
		if got := bitsOf(product); got != fusedBits {
			t.Errorf("%s: the product has the bits %#x, want %#x", k.name, got, uint64(fusedBits))
		}
		for i, hits := range all(k, q, n, dim, rows) {
			for _, h := range hits {
				product[i*count+int(h.Row)] = h.Score
			}
		}
		if got := bitsOf(product); got != fusedBits {
			t.Errorf("%s: the scores have the bits %#x, want %#x", k.name, got, uint64(fusedBits))
		}
		packCodes(k, rows, count, dim).MulTo(Dense(product, n, count), Dense(q, n, dim), 1)
		if got := bitsOf(product); k.codes.run != nil && got != codesBits {
			t.Errorf("%s: the product of codes has the bits %#x, want %#x", k.name, got, uint64(codesBits))
		}
	}
}

const fusedBits, codesBits = 0x29a217909302cd02, 0x959cc5764e5f1ba9

// bitsOf is a hash of the bits of values.
func bitsOf(values []float32) uint64 {
	h := fnv.New64a()
	for _, v := range values {
		h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
	}
	return h.Sum64()
}

// best are the first k of all hits, by sorting.
func best(all []Hit, k int) []Hit {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, Hit.compare)
	return sorted[:min(k, len(sorted))]
}

// TestTopEqualsSorting holds every way to find the best rows to sorting all of them. Many scores are equal.
func TestTopEqualsSorting(t *testing.T) {
	eachPath(t, func(t *testing.T, path *kernels) {
		r, times := source(5), 150
		if underRace {
			times = 30
		}
		for i := range times {
			dim, n := 1+r.IntN(20), 1+r.IntN(40)
			count, k := r.IntN(300), r.IntN(40)
			kind := i % len(kinds)
			q, rows := fill(kind, r, n, dim), fill(kind, r, count, dim)
			want := all(path, q, n, dim, rows)
			for j := range want {
				want[j] = best(want[j], k)
			}
			packed := packQueries(path, q, n, dim)
			for name, scan := range waysToScan(r, packed, rows, count) {
				top := NewTop(n, k)
				scan(top)
				got := make([][]Hit, n)
				for j := range got {
					got[j] = top.Best(j)
				}
				sameBits(t, name+" of "+kinds[kind].name, got, want)
			}
		}
	})
}

// waysToScan are scans that must all find the same.
func waysToScan(r *rand.Rand, q *Queries, rows []float32, count int) map[string]func(*Top) {
	part := func(top *Top, from, to int) { top.Scan(q, rows[from*q.dim:to*q.dim], uint32(from)) }
	cut := r.IntN(count + 1)
	return map[string]func(*Top){
		"scan":       func(top *Top) { top.Scan(q, rows, 0) },
		"last first": func(top *Top) { part(top, cut, count); part(top, 0, cut) },
		"merged": func(top *Top) {
			other := NewTop(top.n, top.k)
			part(top, cut, count)
			part(other, 0, cut)
			top.Merge(other)
		},
		"chosen": func(top *Top) { top.ScanSome(q, rows, shuffled(r, count)) },
		"chosen, ascending": func(top *Top) {
			which := shuffled(r, count)
			slices.Sort(which)
			top.ScanSome(q, rows, which)
		},
		"added": func(top *Top) {
			whole := NewTop(top.n, count)
			whole.Scan(q, rows, 0)
			for query := range top.n {
				for _, h := range whole.heap(query) {
					top.Add(query, h.Row, h.Score)
				}
			}
		},
	}
}

// TestParallel: the workers change nothing.
func TestParallel(t *testing.T) {
	eachPath(t, func(t *testing.T, path *kernels) {
		const dim, n, count, k = 3, 5, 2*parallelRows + 17, 50
		r := source(6)
		for _, kind := range []int{0, 5, 6, 9} {
			rows := fill(kind, r, count, dim)
			q := packQueries(path, fill(kind, r, n, dim), n, dim)
			which := shuffled(r, count)
			want := NewTop(n, k)
			want.Scan(q, rows, 0)
			for workers := range 5 {
				top, some := NewTop(n, k), NewTop(n, k)
				top.Parallel(count, workers, func(part *Top, from, to int) {
					part.Scan(q, rows[from*dim:to*dim], uint32(from))
				})
				some.Parallel(count, workers, func(part *Top, from, to int) {
					part.ScanSome(q, rows, which[from:to])
				})
				for i := range n {
					if !slices.Equal(top.Best(i), want.Best(i)) || !slices.Equal(some.Best(i), want.Best(i)) {
						t.Fatalf("%s, %d workers: query %d differs", kinds[kind].name, workers, i)
					}
				}
			}
		}
	})
}

func TestNaNIsNeverFound(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	eachPath(t, func(t *testing.T, k *kernels) {
		for _, n := range []int{1, 4, 20, 40} {
			for _, dim := range []int{1, 5, 16, 40} {
				q := make([]float32, n*dim)
				for i := range n {
					q[i*dim] = 1
				}
				values := []float32{nan, -inf, 1, inf, nan, 2, inf, -inf, 0}
				rows := make([]float32, len(values)*dim)
				for i, v := range values {
					rows[i*dim] = v
				}
				for keep, want := range map[int][]Hit{
					3: {{3, inf}, {6, inf}, {5, 2}},
					9: {{3, inf}, {6, inf}, {5, 2}, {2, 1}, {8, 0}, {1, -inf}, {7, -inf}},
				} {
					top := NewTop(n, keep)
					top.Scan(packQueries(k, q, n, dim), rows, 0)
					for i := range n {
						if got := top.Best(i); !slices.Equal(got, want) {
							t.Fatalf("dim %d, the best %d, query %d of %d: %v, want %v", dim, keep, i, n, got, want)
						}
					}
				}
			}
		}
	})
}

func TestAddNaN(t *testing.T) {
	top := NewTop(1, 2)
	top.Add(0, 1, float32(math.NaN()))
	top.Add(0, 2, float32(math.Inf(-1)))
	if got := top.rows(0); !slices.Equal(got, []uint32{2}) {
		t.Errorf("it took rows %v", got)
	}
}

func TestEmptyInputs(t *testing.T) {
	eachPath(t, func(t *testing.T, k *kernels) {
		none := packQueries(k, nil, 0, 4)
		top := NewTop(0, 3)
		top.Scan(none, make([]float32, 8), 0)
		top.ScanSome(none, make([]float32, 8), []uint32{1})
		q := packQueries(k, make([]float32, 8), 2, 4)
		for _, keep := range []int{0, 2} {
			top = NewTop(2, keep)
			top.Scan(q, nil, 7)
			top.ScanSome(q, make([]float32, 8), nil)
			top.Parallel(0, 2, func(part *Top, from, to int) { t.Error("called for nothing") })
			if got := top.Best(1); len(got) != 0 {
				t.Errorf("found %v in nothing", got)
			}
		}
		top = NewTop(2, 0)
		top.Scan(q, make([]float32, 8), 0)
		top.Add(1, 2, 3)
		if got := top.Best(1); len(got) != 0 {
			t.Errorf("the best none are %v", got)
		}
	})
}
