package dense

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/internal/mapped"
	"github.com/assayhq/assay/vec"
)

// vectors are n random ones in clusters, of which some are there several times.
func vectors(n, dim int, seed uint64) [][]float32 {
	r := rand.New(rand.NewPCG(seed, 2))
	centres := make([][]float32, 1+n/50)
	for i := range centres {
		centres[i] = random(r, dim)
	}
	vs := make([][]float32, n)
	for i := range vs {
		if i > 0 && r.IntN(10) == 0 {
			vs[i] = vs[r.IntN(i)]
			continue
		}
		v, centre := random(r, dim), centres[r.IntN(len(centres))]
		for k := range v {
			v[k] = v[k]*0.7 + centre[k]
		}
		vs[i] = v
	}
	return vs
}

func random(r *rand.Rand, dim int) []float32 {
	v := make([]float32, dim)
	for k := range v {
		v[k] = float32(r.NormFloat64())
	}
	return v
}

func write(t testing.TB, vs [][]float32, dim int, exact bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "dense.map")
	w, err := Create(mapped.OnDisk(path), "test", dim, exact)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range vs {
		if err := w.Add(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(mapped.OnDisk(path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// oracle scores every row of a file, and sorts.
func oracle(f *File, query []float32, k int, rows []uint32) []Hit {
	q := slices.Clone(query)
	vec.Normalize(q)
	if rows == nil {
		rows = make([]uint32, f.Len())
		for i := range rows {
			rows[i] = uint32(i)
		}
	}
	hits := []Hit{}
	for _, row := range rows {
		v, _ := f.Vector(row, nil)
		hits = append(hits, Hit{row, vec.Dot64(q, v)})
	}
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Row, b.Row)) })
	return hits[:min(k, len(hits))]
}

func TestExactIsExact(t *testing.T) {
	shapes := 0
	for _, n := range []int{1, 2, 255, 257, 3000, 20_000} {
		for _, dim := range []int{1, 3, 17, 64} {
			vs := vectors(n, dim, uint64(n))
			f := open(t, write(t, vs, dim, true))
			if err := f.Verify(); err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(uint64(n), uint64(dim)))
			for _, rows := range [][]uint32{nil, {}, {0}, some(r, n, 3), some(r, n, 40)} {
				for _, k := range []int{1, 30, n + 5} {
					queries := [][]float32{vs[0], vs[n/2], random(r, dim), random(r, dim)}
					got, err := f.Search(context.Background(), queries, k, rows, Exact)
					if err != nil {
						t.Fatal(err)
					}
					for i, q := range queries {
						if want := oracle(f, q, k, rows); !slices.Equal(got[i], want) {
							t.Fatalf("%d rows of %d (%d), k %d, query %d: %s", n, dim, len(rows), k, i, differ(got[i], want))
						}
						shapes++
					}
				}
			}
		}
	}
	if shapes < 1000 {
		t.Errorf("%d searches only", shapes)
	}
}

// some are about one row of each so many.
func some(r *rand.Rand, n, of int) []uint32 {
	rows := []uint32{}
	for row := range n {
		if r.IntN(of) == 0 {
			rows = append(rows, uint32(row))
		}
	}
	return rows
}

func differ(got, want []Hit) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("hit %d is %v, want %v", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d hits, want %d", len(got), len(want))
}

// TestEqualVectorsAtTheCut has far more equal vectors than there are candidates, so that the lower rows must be
// found by every way that leads there.
func TestEqualVectorsAtTheCut(t *testing.T) {
	const n, dim = 30_000, 24
	r := rand.New(rand.NewPCG(1, 1))
	base := random(r, dim)
	for _, equal := range []int{100, 3000, n} {
		vs := make([][]float32, n)
		for i := range vs {
			vs[i] = base
			if i >= equal {
				vs[i] = random(r, dim)
			}
		}
		r.Shuffle(n, func(i, j int) { vs[i], vs[j] = vs[j], vs[i] })
		f := open(t, write(t, vs, dim, true))
		// Nearly the same direction: float32 cannot order these, and float64 can.
		near := slices.Clone(base)
		near[3] += 1e-6
		for _, q := range [][]float32{base, near} {
			got, err := f.Search(context.Background(), [][]float32{q}, 30, nil, Exact)
			if err != nil {
				t.Fatal(err)
			}
			if want := oracle(f, q, 30, nil); !slices.Equal(got[0], want) {
				t.Errorf("%d equal vectors: %s", equal, differ(got[0], want))
			}
		}
	}
}

// TestNearlyEqualVectorsAreOrderedExactly has thousands of vectors that differ in the last bits only, which float32 orders wrongly.
func TestNearlyEqualVectorsAreOrderedExactly(t *testing.T) {
	const n, dim = 6000, 33
	r := rand.New(rand.NewPCG(5, 1))
	base := random(r, dim)
	vs := make([][]float32, n)
	for i := range vs {
		vs[i] = slices.Clone(base)
		vs[i][r.IntN(dim)] *= 1 + float32(r.IntN(9))*1e-7
	}
	f := open(t, write(t, vs, dim, true))
	for _, k := range []int{1, 10, 200} {
		got, err := f.Search(context.Background(), vs[:5], k, nil, Exact)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if want := oracle(f, vs[i], k, nil); !slices.Equal(got[i], want) {
				t.Errorf("k %d, query %d: %s", k, i, differ(got[i], want))
			}
		}
	}
}

// TestShapesAgree asks the same in batches of all sizes.
func TestShapesAgree(t *testing.T) {
	vs := vectors(20_000, 40, 3)
	f := open(t, write(t, vs, 40, true))
	for _, mode := range []Mode{Exact, Int8} {
		together, err := f.Search(context.Background(), vs[:101], 20, nil, mode)
		if err != nil {
			t.Fatal(err)
		}
		for size := range 40 {
			got, err := f.Search(context.Background(), vs[size:size+size+1], 20, nil, mode)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				if !slices.Equal(got[i], together[size+i]) {
					t.Fatalf("%s, query %d of %d: %s", mode, i, size+1, differ(got[i], together[size+i]))
				}
			}
		}
	}
}

func TestInt8Recall(t *testing.T) {
	const k = 30
	for _, dim := range []int{64, 256} {
		vs := vectors(20_000, dim, 8)
		f := open(t, write(t, vs, dim, true))
		exact, err := f.Search(context.Background(), vs[:200], k, nil, Exact)
		if err != nil {
			t.Fatal(err)
		}
		coarse, err := f.Search(context.Background(), vs[:200], k, nil, Int8)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for i := range exact {
			for _, h := range coarse[i] {
				// A row that is as good as the last counts as found.
				if h.Score >= exact[i][k-1].Score {
					found++
				}
			}
		}
		if recall := float64(found) / float64(k*len(exact)); recall < 0.995 {
			t.Errorf("%d dimensions: recall %.4f", dim, recall)
		}
	}
}

func TestCodesOnly(t *testing.T) {
	vs := vectors(5000, 50, 8)
	f := open(t, write(t, vs, 50, false))
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
	if f.Exact() {
		t.Error("codes are called exact")
	}
	got, err := f.Search(context.Background(), vs[:50], 10, nil, Int8)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i][0].Score < 0.9995 || got[i][0].Score > 1.000001 {
			t.Errorf("query %d, a vector of the file, has score %v", i, got[i][0])
		}
	}
	if _, err := f.Search(context.Background(), vs[:1], 1, nil, Exact); err == nil || !strings.Contains(err.Error(), "it has codes only") {
		t.Error(err)
	}
}

// TestRowsWithoutVectors has more rows than there are vectors: they are never found, and nothing else is missed.
func TestRowsWithoutVectors(t *testing.T) {
	const dim = 20
	for _, exact := range []bool{true, false} {
		for _, n := range []int{5, 300, 5000} {
			path := filepath.Join(t.TempDir(), "f")
			w, err := Create(mapped.OnDisk(path), "test", dim, exact)
			if err != nil {
				t.Fatal(err)
			}
			vs := vectors(n, dim, 2)
			for i, v := range vs {
				if i%3 == 0 {
					err = w.AddNone()
				} else {
					err = w.Add(v)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Commit(); err != nil {
				t.Fatal(err)
			}
			f := open(t, path)
			if err := f.Verify(); err != nil {
				t.Fatal(err)
			}
			if v, err := f.Vector(3, nil); v != nil || err != nil {
				t.Errorf("row 3 has the vector %v, %v", v, err)
			}
			mode := map[bool]Mode{true: Exact, false: Int8}[exact]
			for _, k := range []int{2, 40, n} {
				for _, rows := range [][]uint32{nil, {0, 1, 2, 3}} {
					hits, err := f.Search(context.Background(), vs[1:3], k, rows, mode)
					if err != nil {
						t.Fatal(err)
					}
					want := n - (n+2)/3
					if rows != nil {
						want = 2
					}
					for i := range hits {
						if len(hits[i]) != min(want, k) || slices.ContainsFunc(hits[i], func(h Hit) bool { return h.Row%3 == 0 }) {
							t.Errorf("%d rows, k %d: %d hits, want %d", n, k, len(hits[i]), min(want, k))
						}
					}
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	if _, err := Create(mapped.OnDisk(filepath.Join(dir, "f")), "test", 0, true); err == nil {
		t.Error("no dimensions")
	}
	for _, exact := range []bool{true, false} {
		w, err := Create(mapped.OnDisk(filepath.Join(dir, "f")), "test", 2, exact)
		if err != nil {
			t.Fatal(err)
		}
		nan, inf := float32(math.NaN()), float32(math.Inf(-1))
		for _, v := range [][]float32{{0, 0}, {nan, 1}, {1, nan}, {inf, 1}, {1, -inf}} {
			if err := w.Add(v); !errors.Is(err, ErrNoDirection) {
				t.Errorf("%v: %v", v, err)
			}
		}
		if err := w.Add([]float32{1}); err == nil || !strings.Contains(err.Error(), "1 dimensions among those of 2") {
			t.Error(err)
		}
		for _, v := range [][]float32{{1e-45, 0}, {3e38, 3e38}, {1e-45, 1e38}} {
			if err := w.Add(v); err != nil {
				t.Errorf("%v: %v", v, err)
			}
		}
		w.Abort()
		if err := w.Add([]float32{1, 1}); err == nil {
			t.Error("a row after the end")
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	f := open(t, write(t, vectors(300, 4, 1), 4, true))
	for name, search := range map[string]func() ([][]Hit, error){
		"query 1 has 3 dimensions": func() ([][]Hit, error) {
			return f.Search(context.Background(), [][]float32{{1, 0, 0, 0}, {1, 2, 3}}, 1, nil, Exact)
		},
		"query 0: the vector has": func() ([][]Hit, error) {
			return f.Search(context.Background(), [][]float32{{0, 0, 0, 0}}, 1, nil, Exact)
		},
		"row 300 is not there":   func() ([][]Hit, error) { return f.Search(context.Background(), nil, 1, []uint32{1, 300}, Exact) },
		"row 1 is not there, or": func() ([][]Hit, error) { return f.Search(context.Background(), nil, 1, []uint32{1, 1}, Exact) },
		`mode "hnsw"`:            func() ([][]Hit, error) { return f.Search(context.Background(), nil, 1, nil, "hnsw") },
	} {
		if _, err := search(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if hits, err := f.Search(context.Background(), [][]float32{{1, 0, 0, 0}}, -1, nil, Exact); err != nil ||
		len(hits) != 1 || len(hits[0]) != 0 {
		t.Errorf("%v, %v", hits, err)
	}
}

func TestDamage(t *testing.T) {
	vs := vectors(20, 6, 1)
	for _, exact := range []bool{true, false} {
		whole, err := os.ReadFile(write(t, vs, 6, exact))
		if err != nil {
			t.Fatal(err)
		}
		path, refused := filepath.Join(t.TempDir(), "f"), 0
		for at := range whole {
			damaged := slices.Clone(whole)
			damaged[at] ^= 0x41
			if err := os.WriteFile(path, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			f, err := Open(mapped.OnDisk(path))
			if err != nil {
				refused++
				continue
			}
			for row := range f.Len() {
				if f.verify(row, nil) != nil {
					refused++
					break
				}
			}
			for _, mode := range []Mode{Exact, Int8} {
				_, _ = f.Search(context.Background(), vs[:3], 5, nil, mode)
				_, _ = f.Search(context.Background(), vs[:3], 5, []uint32{3, 4}, mode)
			}
			f.Close()
		}
		if refused < len(whole)/3 {
			t.Errorf("%d of %d changes were noticed without checksums", refused, len(whole))
		}
	}
}

// BenchmarkCandidates measures how many of the best 30 the codes find, by the number of candidates, in the file that
// ASSAY_BENCH_DENSE names, with its own vectors as queries.
func BenchmarkCandidates(b *testing.B) {
	path := os.Getenv("ASSAY_BENCH_DENSE")
	if path == "" {
		b.Skip("ASSAY_BENCH_DENSE names no file of vectors")
	}
	f := open(b, path)
	var queries [][]float32
	for i := range 1000 {
		if v, _ := f.Vector(uint32(i*(f.Len()/1000)), nil); v != nil {
			queries = append(queries, v)
		}
	}
	const k = 30
	exact, err := f.Search(context.Background(), queries, k, nil, Exact)
	if err != nil {
		b.Fatal(err)
	}
	// How many queries the first scan of mode Exact leaves open, and how many the second.
	s := &search{ctx: context.Background(), f: f, dim: f.dim, n: f.rows, k: k, hits: make([][]Hit, len(queries)),
		queries: slices.Concat(queries...)}
	all := make([]int, len(queries))
	for i := range all {
		all[i] = i
	}
	again := s.scan(all, k+spare, Exact)
	b.Logf("%d queries: %d scanned again, %d scored row by row", len(all), len(again), len(s.scan(again, wide, Exact)))
	for _, candidates := range []int{30, 35, 40, 50, 64, 94, 124, 184, 304} {
		b.Run(fmt.Sprint(candidates), func(b *testing.B) {
			found, worst := 0, k
			for b.Loop() {
				s.scan(all, candidates, Int8)
			}
			for i := range exact {
				n := 0
				for _, h := range s.hits[i] {
					if h.Score >= exact[i][k-1].Score {
						n++
					}
				}
				found, worst = found+n, min(worst, n)
			}
			b.ReportMetric(float64(found)/float64(k*len(exact)), "recall")
			b.ReportMetric(float64(worst)/k, "least")
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	const n, dim = 1_000_000, 256
	r := rand.New(rand.NewPCG(1, 1))
	path := filepath.Join(b.TempDir(), "f")
	w, err := Create(mapped.OnDisk(path), "test", dim, true)
	if err != nil {
		b.Fatal(err)
	}
	var queries [][]float32
	v := make([]float32, dim)
	for i := range n {
		for k := range v {
			v[k] = r.Float32() - 0.5
		}
		if i%(n/1000) == 0 {
			queries = append(queries, slices.Clone(v))
		}
		if err := w.Add(v); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		b.Fatal(err)
	}
	f := open(b, path)
	thousandth := some(r, n, 1000)
	for _, c := range []struct {
		name string
		n    int
		rows []uint32
		mode Mode
	}{
		{"one/exact", 1, nil, Exact}, {"one/int8", 1, nil, Int8}, {"one/exact/thousandth", 1, thousandth, Exact},
		{"1000/exact", 1000, nil, Exact}, {"1000/int8", 1000, nil, Int8}, {"1000/exact/thousandth", 1000, thousandth, Exact},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := f.Search(context.Background(), queries[:c.n], 30, c.rows, c.mode); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
