package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/model"
)

// Reranker scores how well texts answer a query.
type Reranker struct {
	signature func() (string, error)
	score     func(ctx context.Context, query string, texts []string) (scores []float64, truncated int, err error)
	close     func() error
}

// Signature is the reranker's name, with the hash of a model that runs here.
func (r *Reranker) Signature() (string, error) { return r.signature() }

// Reranker is a reranker of assay.yaml, PROVIDER/MODEL, or encoder:NAME.
func (w *Workspace) Reranker(name string) (*Reranker, error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	n, err := cfg.Find("rerankers", name)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	if n.Here() {
		return localReranker(cfg, name, n.ID)
	}
	client, err := unrecordedClient(cfg, n.Provider)
	if err != nil {
		return nil, err
	}
	return &Reranker{
		signature: func() (string, error) { return n.Provider + "/" + n.ID, nil },
		score: func(ctx context.Context, query string, texts []string) ([]float64, int, error) {
			got, err := client.Rank(ctx, &model.RerankRequest{Model: n.ID, Query: query, Documents: texts})
			if err != nil {
				return nil, 0, err
			}
			return got.Scores, 0, nil
		},
		close: func() error { return nil },
	}, nil
}

// localReranker is a model that runs here and was trained to score pairs.
func localReranker(cfg *config.Config, name, id string) (*Reranker, error) {
	m, err := openEncoder(cfg, id, encode.Options{})
	if err != nil {
		return nil, fmt.Errorf("reranker %q: %w", name, err)
	}
	if n := len(m.Facts().Labels); n != 1 {
		err := usage.Errorf("reranker %q: got %d numbers for a pair, want 1", name, n)
		return nil, errors.Join(err, m.Close())
	}
	signature := sync.OnceValues(func() (string, error) { return m.Signed(name) })
	go signature() // hashing its files takes about as long as the scores
	return &Reranker{
		signature: signature,
		score: func(ctx context.Context, query string, texts []string) ([]float64, int, error) {
			return scorePairs(ctx, m, query, texts)
		},
		close: m.Close,
	}, nil
}

// scorePairs scores each text with the query, and counts the pairs that are longer than the model reads.
func scorePairs(
	ctx context.Context, m *encode.Model, query string, texts []string,
) (scores []float64, truncated int, err error) {
	pairs := make([][2]string, len(texts))
	for i, text := range texts {
		pairs[i] = [2]string{query, text}
	}
	got, err := m.Pairs(ctx, pairs)
	for i := range got {
		scores = append(scores, float64(got[i].Logits[0]))
		if got[i].Truncated {
			truncated++
		}
	}
	return scores, truncated, err
}

// Rerank orders hits by the reranker's scores of their texts and keeps the best k. A hit without a text is left out;
// equal ones keep their order. It counts the texts of which the reranker read the beginning only.
func (r *Reranker) Rerank(
	ctx context.Context, query string, hits []index.Hit, texts map[string]string, k int,
) (best []index.Hit, truncated int, err error) {
	var kept []index.Hit
	var asked []string
	for _, h := range hits {
		if text, ok := texts[h.ID]; ok {
			kept = append(kept, h)
			asked = append(asked, text)
		}
	}
	if len(kept) == 0 {
		return nil, 0, nil
	}
	scores, truncated, err := r.score(ctx, query, asked)
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
	return kept, truncated, nil
}

// Close releases the model.
func (r *Reranker) Close() error { return r.close() }
