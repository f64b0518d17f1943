package workspace

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/lsa"
	"github.com/assayhq/assay/internal/usage"
)

// Embedder is an embedder of assay.yaml, PROVIDER/MODEL, or encoder:NAME. What a provider answers is not recorded:
// an index holds the vectors.
func (w *Workspace) Embedder(name string) (*embed.Model, error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	n, err := cfg.Find("embedders", name)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	if n.Here() {
		return localEmbedder(cfg, name, n.ID)
	}
	client, err := unrecordedClient(cfg, n.Provider)
	if err != nil {
		return nil, err
	}
	return embed.Remote(name, client, n.Provider, n.ID, cfg.Embedders[n.Name].Dimensions), nil
}

func localEmbedder(cfg *config.Config, name, id string) (*embed.Model, error) {
	m, err := openEncoder(cfg, id, encode.Options{})
	if err != nil {
		return nil, fmt.Errorf("embedder %q: %w", name, err)
	}
	return embed.Encoder(name, m)
}

// embedderOf is the embedder that made the vectors of an index, for its queries.
func (w *Workspace) embedderOf(made *embed.Info) (*embed.Model, error) {
	if made == nil {
		return nil, errors.New("the index holds no vectors; search it with mode bm25")
	}
	if made.Name == embed.LSAName {
		return w.trainedLSA(made.Hash)
	}
	e, err := w.Embedder(made.Name)
	if err != nil {
		return nil, err
	}
	if e.Dimension == 0 {
		e.Dimension = made.Dimension
	}
	if e.Dimension != made.Dimension || e.Hash != made.Hash {
		err := fmt.Errorf("embedder %q is not what it was when the index was made; 'assay index build --fresh' embeds again",
			made.Name)
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// lsaPath is where a trained model is kept. Its name is its hash, so that an index finds the one that made its
// vectors, whatever has been trained since.
func (w *Workspace) lsaPath(hash string) string {
	return w.Path("embedders", "lsa-"+hash[:min(16, len(hash))]+".map")
}

func (w *Workspace) trainedLSA(hash string) (*embed.Model, error) {
	m, err := lsa.Open(w.lsaPath(hash))
	if err != nil {
		return nil, fmt.Errorf("the embedder of the index: %w; 'assay index build --fresh' trains one and embeds again", err)
	}
	if m.Hash() != hash {
		err := fmt.Errorf("the embedder %q is not the one that made the index; 'assay index build --fresh' makes both again",
			w.lsaPath(hash))
		return nil, errors.Join(err, m.Close())
	}
	return embed.LSA(m), nil
}

// trainLSA trains an embedder on the corpus and keeps it.
func (w *Workspace) trainLSA(ctx context.Context, c *store.Corpus, o lsa.Options) (*embed.Model, *lsa.Facts, error) {
	m, err := lsa.Train(ctx, sentenceTexts(c), o)
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(w.Path("embedders"), 0o777); err != nil {
		return nil, nil, err
	}
	facts := m.Facts()
	path := w.lsaPath(m.Hash())
	if err := m.Save(path, w.opts.Version); err != nil {
		return nil, nil, err
	}
	// Read from its file, the model's vectors are pages that the system can take back.
	if m, err = lsa.Open(path); err != nil {
		return nil, nil, err
	}
	return embed.LSA(m), &facts, nil
}

// sentenceTexts are the texts of a corpus's sentences.
func sentenceTexts(c *store.Corpus) iter.Seq2[string, error] {
	type row struct {
		Text string `parquet:"text"`
	}
	return func(yield func(string, error) bool) {
		for r, err := range store.Select[row](c, "sentences", store.Query{}) {
			if !yield(r.Text, err) || err != nil {
				return
			}
		}
	}
}
