package encode

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayhq/assay/internal/parallel"
	"github.com/assayhq/assay/internal/token"
)

// Facts are what a listing or a record says of a model.
type Facts struct {
	Architecture string   // model_type of config.json
	Layers       int      // 0 for static embeddings
	Width        int      // of hidden states
	Dim          int      // of vectors
	Parameters   int64    // floats of the weights
	Tokens       int      // of a text that are read for its vector
	Longest      int      // of a text, or a pair, that are read for anything else
	Labels       []string // of pair scores; nil if there is no head
	Prompts      []string
	Int8         bool // weights in a byte each: vectors differ a little from those of the same hash without
}

// Facts are what is known without reading the weights.
func (m *Model) Facts() Facts {
	f := Facts{Parameters: m.set.Values(), Tokens: m.most, Longest: m.longest, Prompts: m.Prompts(), Int8: m.int8}
	if m.static != nil {
		f.Architecture, f.Width, f.Dim = "model2vec", m.static.table.width, m.static.keep
		return f
	}
	f.Architecture, f.Layers = m.kind, m.body.settings.layers
	f.Width, f.Dim = m.body.width, m.pooling.width
	if m.head != nil {
		f.Labels = m.body.labels
		for i := len(f.Labels); i < m.head.labels.n; i++ {
			f.Labels = append(f.Labels, fmt.Sprintf("LABEL_%d", i))
		}
	}
	return f
}

// hashed are the files beside the weights and the tokenizer's that determine what comes out.
var hashed = []string{
	"config.json", "modules.json", "config_sentence_transformers.json", "tokenizer_config.json",
	"special_tokens_map.json", "added_tokens.json",
}

// Hash is that of everything that determines what a model makes of a text: settings, tokenizer and weights.
// It reads the weights once, which takes as long as opening does, and remembers what came out.
func (m *Model) Hash() (string, error) {
	m.hash.once.Do(func() { m.hash.text, m.hash.err = m.readHash() })
	return m.hash.text, m.hash.err
}

// Signed is a name of the model with its hash, for records: values compare with those of the same model only.
func (m *Model) Signed(name string) (string, error) {
	hash, err := m.Hash()
	if err != nil {
		return "", err
	}
	signed := name + " " + hash[:16]
	if m.int8 {
		signed += " int8"
	}
	return signed, nil
}

func (m *Model) readHash() (string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return "", errors.New("the model is closed")
	}
	files := slices.Concat(m.set.Files(), m.stageFiles())
	for _, name := range slices.Concat(hashed, sentenceConfigs, token.Files()) {
		files = append(files, filepath.Join(m.dir, name))
	}
	sums := make([][]byte, len(files))
	errs := make([]error, len(files))
	parallel.Each(m.threads, len(files), func(i int) { sums[i], errs[i] = sumFile(files[i]) })
	if err := errors.Join(errs...); err != nil {
		return "", fmt.Errorf("hash model: %w", err)
	}
	all := sha256.New()
	for i, sum := range sums {
		if sum != nil {
			m.addSum(all, files[i], sum)
		}
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// addSum adds a file under its name within the model, so that a copy elsewhere has the same hash.
func (m *Model) addSum(all hash.Hash, file string, sum []byte) {
	name, err := filepath.Rel(m.dir, file)
	if err != nil {
		name = filepath.Base(file)
	}
	fmt.Fprintf(all, "%s\x00%x\x00", filepath.ToSlash(name), sum)
}

// stageFiles are the settings and weights of the stages after the transformer.
func (m *Model) stageFiles() []string {
	var modules []module
	if found, err := readOptional(m.dir, "modules.json", &modules); err != nil || !found {
		return nil
	}
	var files []string
	for _, one := range modules {
		if one.Path != "" && filepath.IsLocal(one.Path) {
			for _, name := range []string{"config.json", "model.safetensors", "tokenizer.json"} {
				files = append(files, filepath.Join(m.dir, one.Path, name))
			}
		}
	}
	return slices.DeleteFunc(files, func(f string) bool { return slices.Contains(m.set.Files(), f) })
}

// sumFile is the checksum of a file; nil if there is none.
func sumFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.CopyBuffer(struct{ io.Writer }{sum}, f, make([]byte, 1<<20)); err != nil {
		return nil, err
	}
	return sum.Sum(nil), nil
}
