package bm25

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayhq/assay/internal/mapped"
)

// build makes a file of texts.
func build(t testing.TB, s Settings, texts []string) *File {
	t.Helper()
	return openBuilt(t, buildAt(t, filepath.Join(t.TempDir(), "terms.map"), s, texts))
}

func buildAt(t testing.TB, path string, s Settings, texts []string) string {
	t.Helper()
	w, err := Create(mapped.OnDisk(path), "test", s)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if err := w.Add(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return path
}

func openBuilt(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(mapped.OnDisk(path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func ask(t testing.TB, files []*File, texts []string, rows []uint32, k int) [][]Hit {
	t.Helper()
	queries, err := Prepare(files, texts)
	if err != nil {
		t.Fatal(err)
	}
	asks := make([]Ask, len(queries))
	for i, q := range queries {
		asks[i] = Ask{q, rows, k}
	}
	hits, err := files[0].Search(t.Context(), asks)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// reference scores every text by the formula, in float64.
func reference(texts []string, query string, p Parameters) []float64 {
	frequencies := make([]map[string]float64, len(texts))
	lengths := make([]float64, len(texts))
	df := map[string]float64{}
	var total float64
	for i, text := range texts {
		frequencies[i] = map[string]float64{}
		for _, term := range strings.Fields(text) {
			frequencies[i][term]++
			lengths[i]++
		}
		total += lengths[i]
		for term := range frequencies[i] {
			df[term]++
		}
	}
	n := float64(len(texts))
	scores := make([]float64, len(texts))
	for _, term := range strings.Fields(query) {
		idf := math.Log(1 + (n-df[term]+0.5)/(df[term]+0.5))
		for i := range texts {
			if tf := frequencies[i][term]; tf > 0 {
				scores[i] += idf * tf / (tf + p.K1*(1-p.B+p.B*lengths[i]/(total/n)))
			}
		}
	}
	return scores
}

// corpus is texts of words of which a few are frequent and most are rare; some texts are empty or very long.
func corpus(r *rand.Rand, n, vocabulary int) []string {
	words := rand.NewZipf(r, 1.1, 2, uint64(vocabulary))
	texts := make([]string, n)
	for i := range texts {
		length := r.IntN(40)
		if r.IntN(50) == 0 {
			length = 250 + r.IntN(100)
		}
		texts[i] = sentence(words, length)
	}
	return texts
}

func sentence(words *rand.Zipf, length int) string {
	var b strings.Builder
	for range length {
		fmt.Fprintf(&b, "w%d ", words.Uint64())
	}
	return b.String()
}

// exhaustive is the best of all rows, scored one by one with the file's own numbers.
func exhaustive(t testing.TB, f *File, q *Query, rows []uint32, k int) []Hit {
	t.Helper()
	scores := map[uint32]uint32{}
	for _, w := range q.terms {
		id, ok, err := f.find(w.text)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			continue
		}
		var c cursor
		for c.open(f, id); !c.done; c.load(c.at + 1) {
			c.fill()
			for i := range c.n {
				scores[c.rows[i]] += contribution(w.weight, float64(c.freq(i))+1, q.norms.of(f.length(c.rows[i])))
			}
		}
	}
	chosen := map[uint32]bool{}
	for _, row := range rows {
		chosen[row] = true
	}
	var keys []uint64
	for row, score := range scores {
		if rows == nil || chosen[row] {
			keys = append(keys, key(score, row))
		}
	}
	slices.SortFunc(keys, func(a, b uint64) int { return cmp.Compare(b, a) })
	hits := []Hit{}
	for _, key := range keys[:min(k, len(keys))] {
		score, row := unkey(key)
		hits = append(hits, Hit{row, float32(float64(score) / q.scale)})
	}
	return hits
}

func TestSearchIsExact(t *testing.T) {
	for _, c := range []struct {
		name          string
		n, vocabulary int
		p             Parameters
	}{
		{"few texts", 7, 5, Usual},
		{"one block", 100, 30, Usual},
		{"many blocks", 7000, 3000, Usual},
		{"few words", 4000, 12, Usual},
		{"no length", 2500, 300, Parameters{2, 0}},
		{"all length", 2500, 300, Parameters{0.5, 1}},
		{"no frequency", 2500, 300, Parameters{0, 0.75}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(c.n)))
			texts := corpus(r, c.n, c.vocabulary)
			f := build(t, Settings{Analyzer: "blanks", Parameters: c.p}, texts)
			words := rand.NewZipf(r, 1.1, 2, uint64(c.vocabulary))
			var questions []string
			for range 12 {
				questions = append(questions, sentence(words, 1+r.IntN(9)))
			}
			checkExact(t, f, r, texts, questions)
			for _, question := range questions[:3] {
				checkReference(t, f, texts, question, c.p)
			}
		})
	}
}

// selections are none, few, half and all of n rows.
func selections(r *rand.Rand, n int) [][]uint32 {
	all := [][]uint32{nil, {}}
	for _, share := range []float64{0.002, 0.5, 1} {
		rows := []uint32{}
		for row := range n {
			if r.Float64() < share {
				rows = append(rows, uint32(row))
			}
		}
		all = append(all, rows)
	}
	return all
}

func checkExact(t *testing.T, f *File, r *rand.Rand, texts, questions []string) {
	t.Helper()
	queries, err := Prepare([]*File{f}, questions)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range selections(r, len(texts)) {
		for _, k := range []int{1, 10, 100} {
			for i, hits := range ask(t, []*File{f}, questions, rows, k) {
				if want := exhaustive(t, f, queries[i], rows, k); !slices.Equal(hits, want) {
					t.Fatalf("%q, best %d of %d rows:\n%v\nwant\n%v", questions[i], k, len(rows), hits, want)
				}
			}
		}
	}
}

func checkReference(t *testing.T, f *File, texts []string, question string, p Parameters) {
	t.Helper()
	want := reference(texts, question, p)
	hits := ask(t, []*File{f}, []string{question}, nil, len(texts))[0]
	matching := 0
	for _, score := range want {
		if score > 0 {
			matching++
		}
	}
	if len(hits) != matching {
		t.Fatalf("%q: %d hits, want %d", question, len(hits), matching)
	}
	for _, h := range hits {
		if math.Abs(float64(h.Score)-want[h.Row]) > 1e-5*max(1, want[h.Row]) {
			t.Fatalf("%q: row %d has %v, want %v", question, h.Row, h.Score, want[h.Row])
		}
	}
}
