// Package embed turns texts into vectors, whichever model makes them: one that was trained on the user's own corpus,
// an encoder that runs on this machine, or a provider's model.
//
// A text that a model can say nothing of has no vector (nil) rather than one of zeros. The package refuses replies
// that do not hold one vector per text.
package embed

import (
	"context"
	"fmt"
	"slices"

	"github.com/assayhq/assay/model"
)

// Embedder turns texts into vectors, in the order of the texts. The vector is nil where the embedder can say nothing
// of a text.
type Embedder interface {
	Embed(ctx context.Context, texts []string, purpose model.Purpose) ([][]float32, error)
}

// Info identifies the model that made vectors. Vectors compare only with those of the same model.
type Info struct {
	Name      string `json:"name"`
	Hash      string `json:"hash"` // of the model, so that another one of the same name is noticed
	Dimension int    `json:"dimension"`
}

// Model is an Embedder with what an index records of it. It may be used by many goroutines.
type Model struct {
	Info          // Dimension is 0 until MeasureDimension, if a provider does not say it
	BatchSize int // texts per call of the model; Embed takes any number

	embed     func(ctx context.Context, texts []string, purpose model.Purpose) ([][]float32, error)
	truncated func() int
	close     func() error
}

// Embed implements Embedder for any number of texts.
func (m *Model) Embed(ctx context.Context, texts []string, purpose model.Purpose) ([][]float32, error) {
	all := make([][]float32, 0, len(texts))
	for part := range slices.Chunk(texts, m.BatchSize) {
		vectors, err := m.embed(ctx, part, purpose)
		if err != nil {
			return nil, err
		}
		if len(vectors) != len(part) {
			return nil, fmt.Errorf("embedder %q: got %d vectors for %d texts", m.Name, len(vectors), len(part))
		}
		all = append(all, vectors...)
	}
	return all, nil
}

// MeasureDimension embeds one text to learn the dimension, unless it is known.
func (m *Model) MeasureDimension(ctx context.Context) error {
	if m.Dimension > 0 {
		return nil
	}
	vectors, err := m.Embed(ctx, []string{"Revenue increased."}, model.ForDocument)
	if err != nil {
		return err
	}
	m.Dimension = len(vectors[0])
	return nil
}

// Truncated is how many texts so far were longer than the model reads. It is 0 for a provider's model, which does not
// say.
func (m *Model) Truncated() int {
	if m.truncated == nil {
		return 0
	}
	return m.truncated()
}

// Close releases the model.
func (m *Model) Close() error {
	if m.close == nil {
		return nil
	}
	return m.close()
}
