package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/model"
)

// reranker says how well texts answer a query: the more the better.
type reranker struct {
	rank  func(ctx context.Context, query string, texts []string) ([]float64, error)
	close func() error
}

// namedReranker is a reranker of assay.yaml, PROVIDER/MODEL, or encoder:NAME.
func namedReranker(name string) (*reranker, error) {
	cfg, err := config.Open(".")
	if err != nil {
		return nil, err
	}
	n, err := cfg.Find("rerankers", name)
	if err != nil {
		return nil, usageError{err}
	}
	if n.Here() {
		return rerankerHere(cfg, name, n.ID)
	}
	client, err := unkept(cfg, n.Provider)
	if err != nil {
		return nil, err
	}
	return &reranker{func(ctx context.Context, query string, texts []string) ([]float64, error) {
		got, err := client.Rank(ctx, &model.RerankRequest{Model: n.ID, Query: query, Documents: texts})
		if err != nil {
			return nil, err
		}
		return got.Scores, nil
	}, func() error { return nil }}, nil
}

// rerankerHere is a model that runs here and was trained to score pairs.
func rerankerHere(cfg *config.Config, name, id string) (*reranker, error) {
	m, err := openEncoder(cfg, id, encode.Options{})
	if err != nil {
		return nil, fmt.Errorf("reranker %q: %w", name, err)
	}
	if n := len(m.Facts().Labels); n != 1 {
		return nil, errors.Join(usageError{fmt.Errorf("reranker %q: it gives %d numbers for a pair, and a reranker gives one", name, n)}, m.Close())
	}
	return &reranker{func(ctx context.Context, query string, texts []string) ([]float64, error) {
		pairs := make([][2]string, len(texts))
		for i, text := range texts {
			pairs[i] = [2]string{query, text}
		}
		got, err := m.Pairs(ctx, pairs)
		if err != nil {
			return nil, err
		}
		scores := make([]float64, len(got))
		for i := range got {
			scores[i] = float64(got[i].Logits[0])
		}
		return scores, nil
	}, m.Close}, nil
}

// rerank orders hits by what the reranker says of their texts, and keeps the best k. A hit whose text is gone is
// left out; of equal ones the one that was before stays before.
func (r *reranker) rerank(ctx context.Context, query string, hits []index.Hit, texts map[string]string, k int) ([]index.Hit, error) {
	var kept []index.Hit
	var asked []string
	for _, h := range hits {
		if text, ok := texts[h.ID]; ok {
			kept, asked = append(kept, h), append(asked, text)
		}
	}
	if len(kept) == 0 {
		return nil, nil
	}
	scores, err := r.rank(ctx, query, asked)
	if err != nil {
		return nil, err
	}
	for i := range kept {
		kept[i].Score = scores[i]
	}
	slices.SortStableFunc(kept, func(a, b index.Hit) int { return cmp.Compare(b.Score, a.Score) })
	kept = kept[:min(k, len(kept))]
	for i := range kept {
		kept[i].Rank = i + 1
	}
	return kept, nil
}
