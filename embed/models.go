package embed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/lsa"
	"github.com/assayhq/assay/model"
)

// Texts per call: few enough to show progress, enough for encoders to sort by length.
const (
	lsaBatch     = 4096
	encoderBatch = 1024
	remoteBatch  = 2048
)

// LSAName is the name of the embedder that needs neither key nor download.
const LSAName = "lsa"

// LSA returns the embedder of a trained model, which it closes.
func LSA(m *lsa.Model) *Model {
	return &Model{
		Info:      Info{Name: LSAName, Hash: m.Hash(), Dimension: m.Dim()},
		BatchSize: lsaBatch,
		embed: func(ctx context.Context, texts []string, _ model.Purpose) ([][]float32, error) {
			return m.Embed(ctx, texts)
		},
		close: m.Close,
	}
}

// Encoder returns the embedder of an encoder, which it closes. Texts follow the prompt that the encoder has for the
// purpose. A text without any token that the encoder knows has no direction, and so no vector.
func Encoder(name string, m *encode.Model) (*Model, error) {
	hash, err := m.Hash()
	if err != nil {
		return nil, fmt.Errorf("embedder %q: %w", name, err)
	}
	var truncated atomic.Int64
	return &Model{
		Info:      Info{Name: name, Hash: hash, Dimension: m.Facts().Dim},
		BatchSize: encoderBatch,
		embed: func(ctx context.Context, texts []string, purpose model.Purpose) ([][]float32, error) {
			vectors, err := m.Vectors(ctx, texts, promptName(m.Prompts(), purpose))
			if err != nil {
				return nil, err
			}
			all := make([][]float32, len(vectors))
			for i, v := range vectors {
				if v.Truncated {
					truncated.Add(1)
				}
				if slices.ContainsFunc(v.Values, func(x float32) bool { return x != 0 }) {
					all[i] = v.Values
				}
			}
			return all, nil
		},
		truncated: func() int { return int(truncated.Load()) },
		close:     m.Close,
	}, nil
}

// prompts are the names under which models keep what they expect before a query or a document.
var prompts = map[model.Purpose][]string{
	model.ForQuery:    {"query", "search_query"},
	model.ForDocument: {"document", "passage", "corpus", "search_document"},
}

// promptName is the prompt for a purpose among those that a model has; empty if it has none.
func promptName(names []string, purpose model.Purpose) string {
	for _, name := range prompts[purpose] {
		if slices.Contains(names, name) {
			return name
		}
	}
	return ""
}

// Remote returns the embedder of a provider's model. Dimensions of 0 are the model's own. A provider shows no hash of
// its model: the one here is of what it is asked for.
func Remote(name string, client *model.Client, provider, id string, dimensions int) *Model {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s %d", provider, id, dimensions))
	return &Model{
		Info:      Info{Name: name, Hash: hex.EncodeToString(sum[:]), Dimension: dimensions},
		BatchSize: remoteBatch,
		embed: func(ctx context.Context, texts []string, purpose model.Purpose) ([][]float32, error) {
			e, err := client.Embed(ctx, &model.EmbedRequest{Model: id, Texts: texts, Purpose: purpose, Dimensions: dimensions})
			if err != nil {
				return nil, err
			}
			return e.Vectors, nil
		},
	}
}
