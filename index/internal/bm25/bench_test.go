package bm25

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
)

func BenchmarkAdd(b *testing.B) {
	texts := corpus(rand.New(rand.NewPCG(1, 1)), 20_000, 50_000)
	path := filepath.Join(b.TempDir(), "terms.map")
	for b.Loop() {
		buildAt(b, path, Settings{Parameters: Usual}, texts)
	}
	b.ReportMetric(float64(len(texts)*b.N)/b.Elapsed().Seconds(), "texts/s")
}

func BenchmarkSearch(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	f := build(b, Settings{Parameters: Usual}, corpus(r, 100_000, 50_000))
	words := rand.NewZipf(r, 1.1, 2, 50_000)
	var questions []string
	for range 100 {
		questions = append(questions, sentence(words, 8))
	}
	queries, err := Prepare([]*File{f}, questions)
	if err != nil {
		b.Fatal(err)
	}
	for name, rows := range map[string][]uint32{"all": nil, "one in a thousand": thousandth(f.Len())} {
		b.Run(name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				if _, err := f.Search(b.Context(), []Ask{{queries[i%len(queries)], rows, 30}}); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

func thousandth(n int) []uint32 {
	rows := []uint32{}
	for row := 500; row < n; row += 1000 {
		rows = append(rows, uint32(row))
	}
	return rows
}
