package bm25

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// TestScoresMatchBM25S holds scores against those of bm25s and of the formula in Python: bench/bm25/expect.py.
func TestScoresMatchBM25S(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("testdata", "bm25s.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expect struct {
		Texts, Queries []string
		BM25s, Formula [][]float64
	}
	if err := json.Unmarshal(content, &expect); err != nil {
		t.Fatal(err)
	}
	if len(expect.Queries) < 30 || len(expect.Texts) < 200 || len(expect.BM25s) != len(expect.Queries) ||
		len(expect.Formula) != len(expect.Queries) {
		t.Fatalf("%d questions on %d texts only", len(expect.Queries), len(expect.Texts))
	}
	f := build(t, Settings{Analyzer: "blanks", Parameters: Usual}, expect.Texts)
	compared := 0
	for i, hits := range ask(t, []*File{f}, expect.Queries, nil, len(expect.Texts)) {
		got := make([]float64, len(expect.Texts))
		for _, h := range hits {
			got[h.Row] = float64(h.Score)
		}
		for row, score := range got {
			for name, want := range map[string]float64{"bm25s": expect.BM25s[i][row], "the formula": expect.Formula[i][row]} {
				if math.Abs(score-want) > 1e-5*max(1, want) {
					t.Fatalf("%q, row %d: %v, and %s says %v", expect.Queries[i], row, score, name, want)
				}
			}
			if score > 0 {
				compared++
			}
		}
	}
	if compared < 2000 {
		t.Errorf("%d scores compared only", compared)
	}
}
