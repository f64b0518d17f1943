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
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/model"
)

// reranker says how well texts answer a query: the more the better.
type reranker struct {
	rank   func(ctx context.Context, query string, texts []string) (scores []float64, cut int, err error)
	signed func() (string, error) // its name, and its hash where it runs here
	close  func() error
}

// namedReranker is a reranker of assay.yaml, PROVIDER/MODEL, or encoder:NAME.
func namedReranker(name string) (*reranker, error) {
	cfg, err := config.Open(".")
	if err != nil {
		return nil, err
	}
	n, err := cfg.Find("rerankers", name)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	if n.Here() {
		return rerankerHere(cfg, name, n.ID)
	}
	client, err := unkept(cfg, n.Provider)
	if err != nil {
		return nil, err
	}
	return &reranker{
		rank: func(ctx context.Context, query string, texts []string) ([]float64, int, error) {
			got, err := client.Rank(ctx, &model.RerankRequest{Model: n.ID, Query: query, Documents: texts})
			if err != nil {
				return nil, 0, err
			}
			return got.Scores, 0, nil
		},
		signed: func() (string, error) { return n.Provider + "/" + n.ID, nil },
		close:  func() error { return nil },
	}, nil
}

// rerankerHere is a model that runs here and was trained to score pairs.
func rerankerHere(cfg *config.Config, name, id string) (*reranker, error) {
	m, err := openEncoder(cfg, id, encode.Options{})
	if err != nil {
		return nil, fmt.Errorf("reranker %q: %w", name, err)
	}
	if n := len(m.Facts().Labels); n != 1 {
		return nil, errors.Join(usage.Errorf("reranker %q: it gives %d numbers for a pair, and a reranker gives one", name, n), m.Close())
	}
	return &reranker{
		rank: func(ctx context.Context, query string, texts []string) ([]float64, int, error) {
			return rankHere(ctx, m, query, texts)
		},
		signed: signing(m, name),
		close:  m.Close,
	}, nil
}

// rankHere scores each text with the query, and counts those that are longer than the model reads.
func rankHere(ctx context.Context, m *encode.Model, query string, texts []string) (scores []float64, cut int, err error) {
	pairs := make([][2]string, len(texts))
	for i, text := range texts {
		pairs[i] = [2]string{query, text}
	}
	got, err := m.Pairs(ctx, pairs)
	for i := range got {
		scores = append(scores, float64(got[i].Logits[0]))
		if got[i].Truncated {
			cut++
		}
	}
	return scores, cut, err
}

// rerank orders hits by what the reranker says of their texts, and keeps the best k. A hit whose text is gone is
// left out; of equal ones the one that was before stays before. It says how many texts the reranker read in part.
func (r *reranker) rerank(ctx context.Context, query string, hits []index.Hit, texts map[string]string, k int) (best []index.Hit, cut int, err error) {
	var kept []index.Hit
	var asked []string
	for _, h := range hits {
		if text, ok := texts[h.ID]; ok {
			kept, asked = append(kept, h), append(asked, text)
		}
	}
	if len(kept) == 0 {
		return nil, 0, nil
	}
	scores, cut, err := r.rank(ctx, query, asked)
	if err != nil {
		return nil, 0, err
	}
	for i := range kept {
		kept[i].Score = scores[i]
	}
	slices.SortStableFunc(kept, func(a, b index.Hit) int { return cmp.Compare(b.Score, a.Score) })
	kept = kept[:min(k, len(kept))]
	for i := range kept {
		kept[i].Rank = i + 1
	}
	return kept, cut, nil
}
