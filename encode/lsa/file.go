package lsa

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/assayhq/assay/internal/mapped"
)

// kind and format name the file of a model.
const (
	kind   = "lsa"
	format = 1
)

// errDamaged is a file that contradicts itself.
var errDamaged = errors.New("the file is damaged; train the model again")

// Save writes the model to a file. The tool is the version of the program that does it.
func (m *Model) Save(path, tool string) error {
	facts, err := json.Marshal(m.facts)
	if err != nil {
		return fmt.Errorf("lsa: save %q: %w", path, err)
	}
	ends, end := make([]uint32, len(m.words)), uint32(0)
	for i, w := range m.words {
		end += uint32(len(w))
		ends[i] = end
	}
	out, err := mapped.Create(path, mapped.About{Kind: kind, Format: format, Tool: tool,
		Texts: map[string]string{"facts": string(facts), "hash": m.hash}})
	if err != nil {
		return fmt.Errorf("lsa: save %q: %w", path, err)
	}
	// What could not be written is found by Commit.
	mapped.Put(out, "words", []byte(strings.Join(m.words, "")))
	mapped.Put(out, "ends", ends)
	mapped.Put(out, "squares", m.squares)
	mapped.Put(out, "vectors", m.vectors)
	if err := out.Commit(); err != nil {
		return fmt.Errorf("lsa: save: %w", err)
	}
	return nil
}

// Open reads a model whose vectors stay in the file. What it says of itself is believed; Verify checks it.
func Open(path string) (*Model, error) {
	f, err := mapped.Open(path, kind, format)
	if err != nil {
		return nil, fmt.Errorf("lsa: %w", err)
	}
	m := &Model{file: f}
	if err := m.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("lsa: open %q: %w", path, err), f.Close())
	}
	return m, nil
}

func (m *Model) load() error {
	about := m.file.About().Texts
	if err := json.Unmarshal([]byte(about["facts"]), &m.facts); err != nil {
		return fmt.Errorf("what it says of itself: %w", err)
	}
	if m.facts.Version != version {
		return fmt.Errorf("it was trained by recipe %d and this assay embeds by recipe %d; train it again", m.facts.Version, version)
	}
	m.hash = about["hash"]
	words, err := mapped.Array[byte](m.file, "words")
	ends, err1 := mapped.Array[uint32](m.file, "ends")
	squares, err2 := mapped.Array[float64](m.file, "squares")
	vectors, err3 := mapped.Array[float32](m.file, "vectors")
	if err := errors.Join(err, err1, err2, err3); err != nil {
		return err
	}
	if d := m.facts.Dim; d < 1 || d > maxDim || d != len(squares) || len(ends) != m.facts.Terms ||
		len(ends) > maxTermsCap || len(vectors) != d*len(ends) {
		return errDamaged
	}
	m.vectors, m.squares = vectors, append([]float64(nil), squares...)
	if m.words, err = cut(string(words), ends); err != nil {
		return err
	}
	m.index()
	if len(m.columns) != len(m.words) {
		return errDamaged
	}
	return nil
}

// cut takes the words out of all of them, where the file says that they end.
func cut(all string, ends []uint32) ([]string, error) {
	words, start := make([]string, len(ends)), uint32(0)
	for i, end := range ends {
		if end <= start || uint64(end) > uint64(len(all)) {
			return nil, errDamaged
		}
		words[i], start = all[start:end], end
	}
	if uint64(start) != uint64(len(all)) {
		return nil, errDamaged
	}
	return words, nil
}

// Close ends the use of the file, and of the model if it came from one.
func (m *Model) Close() error {
	if m.file == nil {
		return nil
	}
	f := m.file
	m.file, m.vectors = nil, nil
	m.words, m.columns = nil, nil
	m.facts.Dim = 0
	return f.Close()
}
