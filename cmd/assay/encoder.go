package main

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/hub"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/model"
)

// openEncoder opens a model that runs here: one that was pulled, or a directory.
func openEncoder(cfg *config.Config, name string, o encode.Options) (*encode.Model, error) {
	store, err := hub.Open(cfg.Env)
	if err != nil {
		return nil, err
	}
	m, err := store.Find(name)
	if err != nil {
		return nil, err
	}
	x, err := encode.Open(m.Dir, o)
	if err != nil && len(m.Files) > 0 && !m.Cached {
		err = fmt.Errorf("%w; 'assay models verify %s' says whether its files are what was pulled", err, name)
	}
	return x, err
}

// encoderFinding says whether a model that runs here is here.
func encoderFinding(cfg *config.Config, n config.Named) finding {
	f := finding{Check: n.Name}
	store, err := hub.Open(cfg.Env)
	if err != nil {
		return f.failed(err)
	}
	m, err := store.Find(n.ID)
	if err != nil {
		return f.failed(err)
	}
	l := describeLocal(m)
	return f.set(stateOK, fmt.Sprintf("%s%s runs here: %s, licence %s", config.EncoderPrefix, n.ID, megabytes(l.Bytes), l.license()), "")
}

// encoderTexts is how many texts are embedded at once: enough to be sorted by length, and few enough to see how far
// it is.
const encoderTexts = 1024

// encoderHere is a model that runs here as an embedder. Its hash is that of its files.
func encoderHere(cfg *config.Config, name, id string) (*embedder, error) {
	m, err := openEncoder(cfg, id, encode.Options{})
	if err != nil {
		return nil, fmt.Errorf("embedder %q: %w", name, err)
	}
	hash, err := m.Hash()
	if err != nil {
		return nil, fmt.Errorf("embedder %q: %w", name, err)
	}
	var cut atomic.Int64
	return &embedder{
		Embedder: embedded.Embedder{Name: name, Hash: hash, Dimension: m.Facts().Dim},
		batch:    encoderTexts,
		embed: func(ctx context.Context, texts []string, purpose model.Purpose) ([][]float32, error) {
			return embedHere(ctx, m, texts, purpose, &cut)
		},
		cut:   func() int { return int(cut.Load()) },
		close: m.Close,
	}, nil
}

// purposePrompts are the names under which models keep what they want before a query or a document.
var purposePrompts = map[model.Purpose][]string{
	model.ForQuery:    {"query", "search_query"},
	model.ForDocument: {"document", "passage", "corpus", "search_document"},
}

// embedHere embeds texts behind the prompt that the model has for the purpose, and counts those that are longer than
// the model reads. A text without any token that the model knows gets nil, as it has no direction.
func embedHere(ctx context.Context, m *encode.Model, texts []string, purpose model.Purpose, cut *atomic.Int64) ([][]float32, error) {
	vectors, err := m.Vectors(ctx, texts, promptFor(m.Prompts(), purpose))
	if err != nil {
		return nil, err
	}
	all := make([][]float32, len(vectors))
	for i := range vectors {
		if vectors[i].Truncated {
			cut.Add(1)
		}
		if slices.ContainsFunc(vectors[i].Values, func(x float32) bool { return x != 0 }) {
			all[i] = vectors[i].Values
		}
	}
	return all, nil
}

func promptFor(has []string, purpose model.Purpose) string {
	for _, want := range purposePrompts[purpose] {
		if slices.Contains(has, want) {
			return want
		}
	}
	return ""
}
