package workspace

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/assayhq/assay/index"
)

// TestRerank: the reranker's order, ties as they were, ranks from 1, and no hit without a text.
func TestRerank(t *testing.T) {
	hits := []index.Hit{{ID: "a", Rank: 1}, {ID: "gone", Rank: 2}, {ID: "b", Rank: 3}, {ID: "c", Rank: 4}, {ID: "d", Rank: 5}}
	texts := map[string]string{"a": "low", "b": "high", "c": "high", "d": "middle"}
	r := &Reranker{score: func(_ context.Context, query string, texts []string) ([]float64, int, error) {
		scores := make([]float64, len(texts))
		for i, text := range texts {
			scores[i] = map[string]float64{"low": -3, "middle": 0.5, "high": 9}[text]
		}
		return scores, 1, nil
	}}
	got, cut, err := r.Rerank(t.Context(), "q", hits, texts, 3)
	if err != nil || cut != 1 {
		t.Fatal(cut, err)
	}
	var ids []string
	for i, h := range got {
		ids = append(ids, h.ID)
		if h.Rank != i+1 {
			t.Errorf("%s has rank %d", h.ID, h.Rank)
		}
	}
	if want := []string{"b", "c", "d"}; !slices.Equal(ids, want) || got[0].Score != 9 {
		t.Errorf("%v, want %v", got, want)
	}
	if got, _, err := r.Rerank(t.Context(), "q", hits, nil, 3); len(got) != 0 || err != nil {
		t.Errorf("without texts: %v, %v", got, err)
	}
	r.score = func(context.Context, string, []string) ([]float64, int, error) {
		return nil, 0, errors.New("the server is down")
	}
	if _, _, err := r.Rerank(t.Context(), "q", hits, texts, 3); err == nil {
		t.Error("no error")
	}
}
