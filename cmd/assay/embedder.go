package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/encode/lsa"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/model"
)

// embeddersDir is where models stand that were trained here.
const embeddersDir = workspaceDir + "/embedders"

// lsaPath is where a trained model stands. Its name is its hash, so that an index finds the one that made its
// vectors, whatever has been trained since.
func lsaPath(hash string) string {
	return filepath.Join(filepath.FromSlash(embeddersDir), "lsa-"+hash[:min(16, len(hash))]+".map")
}

// trainLSA trains an embedder on the corpus and keeps it.
func trainLSA(ctx context.Context, c *store.Corpus, o lsa.Options) (*embed.Model, *lsa.Facts, error) {
	m, err := lsa.Train(ctx, texts(c), o)
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(filepath.FromSlash(embeddersDir), 0o777); err != nil {
		return nil, nil, err
	}
	facts, path := m.Facts(), lsaPath(m.Hash())
	if err := m.Save(path, version); err != nil {
		return nil, nil, err
	}
	// Read from its file its vectors are pages that the system can take back.
	if m, err = lsa.Open(path); err != nil {
		return nil, nil, err
	}
	return embed.LSA(m), &facts, nil
}

// texts are the sentences of a corpus.
func texts(c *store.Corpus) iter.Seq2[string, error] {
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

// openEmbedder is the embedder that made the vectors of an index, for its queries.
func openEmbedder(made *embed.Info) (*embed.Model, error) {
	if made == nil {
		return nil, errors.New("the index holds no vectors; search it with --mode bm25")
	}
	if made.Name == embed.LSAName {
		m, err := lsa.Open(lsaPath(made.Hash))
		if err != nil {
			return nil, fmt.Errorf("the embedder of the index: %w; 'assay index build --fresh' trains one and embeds again", err)
		}
		if m.Hash() != made.Hash {
			return nil, errors.Join(fmt.Errorf("the embedder %q is not the one that made the index; 'assay index build --fresh' makes both again", lsaPath(made.Hash)), m.Close())
		}
		return embed.LSA(m), nil
	}
	e, err := namedEmbedder(made.Name)
	if err != nil {
		return nil, err
	}
	if e.Dimension == 0 {
		e.Dimension = made.Dimension
	}
	if e.Dimension != made.Dimension || e.Hash != made.Hash {
		return nil, errors.Join(fmt.Errorf("embedder %q is not what it was when the index was made; 'assay index build --fresh' embeds again", made.Name), e.Close())
	}
	return e, nil
}

// namedEmbedder is an embedder of assay.yaml, PROVIDER/MODEL, or encoder:NAME.
func namedEmbedder(name string) (*embed.Model, error) {
	cfg, err := config.Open(".")
	if err != nil {
		return nil, err
	}
	n, err := cfg.Find("embedders", name)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	if n.Here() {
		return encoderHere(cfg, name, n.ID)
	}
	return remoteEmbedder(cfg, name, n)
}

// remoteEmbedder asks a provider. What it is asked is not kept: the index holds the vectors.
func remoteEmbedder(cfg *config.Config, name string, n config.Named) (*embed.Model, error) {
	client, err := unkept(cfg, n.Provider)
	if err != nil {
		return nil, err
	}
	return embed.Remote(name, client, n.Provider, n.ID, cfg.Embedders[n.Name].Dimensions), nil
}

// unkept is a client of a provider whose replies nobody keeps.
func unkept(cfg *config.Config, provider string) (*model.Client, error) {
	conn, err := cfg.Connect(provider)
	if err != nil {
		return nil, err
	}
	p := cfg.Providers[provider]
	at := p.Concurrency
	if at == 0 {
		at = 8
	}
	limit := wrap.NewLimit(wrap.Limits{Concurrency: at, RequestsPerMinute: p.RequestsPerMinute, TokensPerMinute: p.TokensPerMinute})
	return &model.Client{Wire: conn.Wire, Sender: wrap.Stack(conn.Sender, wrap.Options{Retry: &wrap.Retry{Tries: p.Tries}, Limit: limit, Try: 5 * time.Minute})}, nil
}
