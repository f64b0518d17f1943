package encode

import "context"

// VectorsOf is one vector of each input.
func (m *Model) VectorsOf(ctx context.Context, inputs []Input) ([][]float32, error) {
	return m.vectorsOf(ctx, inputs, 0)
}

// Embed is a vector of each text, with the prompt that the model takes by default.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := m.Vectors(ctx, texts, "")
	if err != nil {
		return nil, err
	}
	out := make([][]float32, len(vectors))
	for i, v := range vectors {
		out[i] = v.Values
	}
	return out, nil
}
