package encode

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/assayhq/assay/internal/parallel"
	"github.com/assayhq/assay/internal/tensor"
	"github.com/assayhq/assay/vec"
)

// maxStaticTokens is how many tokens of a text a static model reads: the mean of more says little.
const maxStaticTokens = 1 << 16

// model2vecTokens is how many one of model2vec reads if it does not say.
const model2vecTokens = 512

// static is embeddings of tokens, of which a text is the mean.
type static struct {
	table     *table
	rows      []int64   // the row of each token; nil if they are the same
	weights   []float32 // of each token; nil for none
	unknown   int32     // does not count; -1 for none
	normalize bool
	keep      int // of the values of a vector
}

// isStatic reports whether config.json, or the first module, is that of static embeddings.
func isStatic(dir string, c *config) bool {
	if c.textOr("model_type", "") == "model2vec" {
		return true
	}
	var modules []module
	found, err := readOptional(dir, "modules.json", &modules)
	return err == nil && found && len(modules) > 0 && modules[0].kind() == "StaticEmbedding"
}

// loadStatic loads either layout.
func (m *Model) loadStatic(c *config) error {
	s := &static{unknown: -1, normalize: c.boolOr("normalize", false)}
	dir, err := s.readModules(m.dir)
	if err != nil {
		return err
	}
	if m.set, err = tensor.Open(dir); err != nil {
		return err
	}
	if m.tokens, err = openTokenizer(dir); err != nil {
		return err
	}
	m.most = maxStaticTokens
	_, model2vec := m.set.Lookup("embeddings") // the name that it has there
	if model2vec {
		m.most = c.intOr("max_length", model2vecTokens, 1, maxStaticTokens)
	}
	m.longest = m.most
	if err := errors.Join(s.load(m.set), c.err); err != nil {
		return err
	}
	use, err := readConfig(m.dir, "config_sentence_transformers.json", true)
	if err != nil {
		return err
	}
	s.keep = min(s.table.width, use.intOr("truncate_dim", maxWidth, 1, maxWidth))
	if use.err != nil {
		return use.err
	}
	if model2vec && m.tokens != nil {
		for _, name := range []string{"[UNK]", "<unk>"} {
			if id, ok := m.tokens.ID(name); ok && s.unknown < 0 {
				s.unknown = id
			}
		}
	}
	m.static = s
	return nil
}

// readModules finds the directory of the weights, and what follows them.
func (s *static) readModules(dir string) (string, error) {
	var modules []module
	if found, err := readOptional(dir, "modules.json", &modules); err != nil || !found {
		return dir, err
	}
	weights := dir
	for i, one := range modules {
		switch kind := one.kind(); {
		case kind == "StaticEmbedding" && i == 0 && (one.Path == "" || filepath.IsLocal(one.Path)):
			weights = filepath.Join(dir, one.Path)
		case kind == "Normalize":
			s.normalize = true
		default:
			return "", fmt.Errorf("modules.json: module %d, %q, is not known after static embeddings", i, short(one.Type))
		}
	}
	return weights, nil
}

func (s *static) load(set *tensor.Set) error {
	name := "embeddings"
	if _, ok := set.Lookup(name); !ok {
		name = "embedding.weight"
	}
	t, ok := set.Lookup(name)
	if !ok || len(t.Shape) != 2 || t.Shape[0] < 1 || t.Shape[0] > maxVocab || t.Shape[1] < 1 || t.Shape[1] > maxWidth {
		return fmt.Errorf("no tensor \"embeddings\" or \"embedding.weight\" of up to %d rows of up to %d values", maxVocab,
			maxWidth)
	}
	l := &loader{set: set}
	s.table = l.tableOf(t)
	if l.err != nil {
		return l.err
	}
	if t, ok := set.Lookup("mapping"); ok {
		rows, err := t.Ints()
		if err != nil {
			return err
		}
		s.rows = rows
		if i := slices.IndexFunc(rows, func(r int64) bool { return r < 0 || r >= int64(s.table.rows) }); i >= 0 {
			return fmt.Errorf("tensor \"mapping\" sends token %d to row %d of %d", i, rows[i], s.table.rows)
		}
	}
	if t, ok := set.Lookup("weights"); ok {
		if !t.Is(s.vocab()) {
			return fmt.Errorf("tensor %s; there are %d tokens", t, s.vocab())
		}
		s.weights = make([]float32, t.Len())
		return t.Read(s.weights, 0)
	}
	return nil
}

// vocab is the number of tokens.
func (s *static) vocab() int {
	if s.rows != nil {
		return len(s.rows)
	}
	return s.table.rows
}

// vectorsOf is the mean of the tokens of each input.
func (s *static) vectorsOf(ctx context.Context, m *Model, inputs []Input) ([][]float32, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return nil, errors.New("the model is closed")
	}
	out, errs := make([][]float32, len(inputs)), make([]error, len(inputs))
	parallel.Each(m.threads, (len(inputs)+tokenizePiece-1)/tokenizePiece, func(piece int) {
		sums, work := make([]float64, s.table.width), make([]float32, s.table.width)
		for i := piece * tokenizePiece; i < min(len(inputs), (piece+1)*tokenizePiece) && ctx.Err() == nil; i++ {
			out[i], errs[i] = s.mean(inputs[i].IDs, sums, work)
			if errs[i] != nil {
				errs[i] = fmt.Errorf("text %d: %w", i+1, errs[i])
			}
		}
	})
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return nil, err
	}
	return out, finite(out, func(v []float32) []float32 { return v })
}

func (s *static) mean(ids []int32, sums []float64, work []float32) ([]float32, error) {
	clear(sums)
	n := 0
	for _, id := range ids {
		if id == s.unknown {
			continue
		}
		if id < 0 || int(id) >= s.vocab() {
			return nil, fmt.Errorf("token %d; the model knows 0 to %d", id, s.vocab()-1)
		}
		row, weight := int(id), float32(1)
		if s.rows != nil {
			row = int(s.rows[id])
		}
		if s.weights != nil {
			weight = s.weights[id]
		}
		for j, v := range s.table.row(row, work) {
			sums[j] += float64(v * weight)
		}
		n++
	}
	out := make([]float32, len(sums))
	for j, sum := range sums {
		out[j] = float32(sum / float64(max(1, n)))
	}
	if s.normalize {
		vec.Normalize(out)
	}
	return out[:s.keep:s.keep], nil
}
