package lsa

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/assayhq/assay/internal/mapped"
	"github.com/assayhq/assay/internal/parallel"
)

// Model is an embedder. It may be used by many goroutines.
type Model struct {
	facts   Facts
	words   []string // the most frequent first
	columns map[string]int32
	vectors []float32 // facts.Dim values for each word, its inverse document frequency in them
	squares []float64 // of the singular values
	hash    string
	file    *mapped.File // that the vectors are the memory of; nil if they are not
}

// newModel makes a model of what training found.
//
// A text's place is its weights times the singular vectors, without a division by the singular values: on
// filings that found as many neighbours of a sentence as any other power of them, and leaving out the first
// dimension lost some.
func newModel(facts Facts, words []string, idf []float32, v dense, squares []float64) *Model {
	m := &Model{facts: facts, words: words, squares: squares, vectors: make([]float32, len(words)*facts.Dim)}
	for j := range squares {
		column, k := v[j/width], j%width
		sign := column.sign(k)
		for t := range column {
			m.vectors[t*facts.Dim+j] = sign * column[t][k] * idf[t]
		}
	}
	m.hash = m.sum()
	m.index()
	return m
}

// sign is that of the value farthest from zero in a column. That of a singular vector means nothing; times
// this one it is the same whatever way the vector was found.
func (p panel) sign(k int) float32 {
	var farthest float32
	for t := range p {
		if x := p[t][k]; max(x, -x) > max(farthest, -farthest) {
			farthest = x
		}
	}
	return float32(math.Copysign(1, float64(farthest)))
}

func (m *Model) index() {
	m.columns = make(map[string]int32, len(m.words))
	for i, w := range m.words {
		m.columns[w] = int32(i)
	}
}

// sum is the SHA-256 of all that decides what the vectors of texts are.
func (m *Model) sum() string {
	h := sha256.New()
	facts, err := json.Marshal(m.facts)
	if err != nil {
		panic(fmt.Sprintf("lsa: facts of numbers alone do not become JSON: %v", err))
	}
	h.Write(facts)
	for _, w := range m.words {
		h.Write(append([]byte(w), 0xff))
	}
	var buffer []byte
	for part := range slices.Chunk(m.vectors, 1<<14) {
		buffer = buffer[:0]
		for _, x := range part {
			buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(x))
		}
		h.Write(buffer)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Dim is the number of dimensions of its vectors.
func (m *Model) Dim() int { return m.facts.Dim }

// Hash identifies the model: the same hash gives the same vectors on one kind of machine.
func (m *Model) Hash() string { return m.hash }

// Facts are what the model says of itself.
func (m *Model) Facts() Facts { return m.facts }

// block is how many texts a worker embeds at a time.
const block = 256

// Embed makes a vector of length one of each text. It is nil for a text that has none: the model knows none of
// its terms, or they cancel each other out. The vectors lie side by side in one piece of memory.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	dim := m.facts.Dim
	if dim == 0 {
		return nil, errors.New("lsa: the model is closed")
	}
	vectors, memory := make([][]float32, len(texts)), make([]float32, len(texts)*dim)
	damaged := make([]bool, len(texts))
	parallel.Each(runtime.GOMAXPROCS(0), (len(texts)+block-1)/block, func(b int) {
		var e embedding
		for i := b * block; i < min(len(texts), (b+1)*block) && ctx.Err() == nil; i++ {
			vector := memory[i*dim : (i+1)*dim : (i+1)*dim]
			switch length := e.embed(m, texts[i], vector); {
			case math.IsNaN(length) || math.IsInf(length, 0):
				damaged[i] = true
			case length > 0:
				vectors[i] = vector
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("lsa: embed %d texts: %w", len(texts), err)
	}
	if i := slices.Index(damaged, true); i >= 0 {
		return nil, fmt.Errorf("lsa: the vector of text %d of %d is not finite: the model is damaged; train it again", i,
			len(texts))
	}
	return vectors, nil
}

// embedding is what is used again from one text to the next.
type embedding struct {
	reader
	row   []int32
	ids   []int32
	times []uint16
}

// embed writes a text's vector and returns how long it was before it was made of length one; zero is none.
func (e *embedding) embed(m *Model, text string, vector []float32) float64 {
	e.read(text)
	e.row = e.row[:0]
	e.each(func(term []byte) {
		if id, ok := m.columns[string(term)]; ok {
			e.row = append(e.row, id)
		}
	})
	e.ids, e.times = appendRuns(e.ids[:0], e.times[:0], e.row)
	for k, id := range e.ids {
		at := int(id) * len(vector)
		addTo(vector, float32(sublinear(int(e.times[k]))), m.vectors[at:at+len(vector)])
	}
	square := 0.0
	for _, x := range vector {
		square += float64(x) * float64(x)
	}
	length := math.Sqrt(square)
	if length > 0 {
		for i := range vector {
			vector[i] = float32(float64(vector[i]) / length)
		}
	}
	return length
}

// addTo adds a x to y, four values at a time.
func addTo(y []float32, a float32, x []float32) {
	for len(y) >= 4 && len(x) >= 4 {
		y[0] += a * x[0]
		y[1] += a * x[1]
		y[2] += a * x[2]
		y[3] += a * x[3]
		y, x = y[4:], x[4:]
	}
	for i := range y {
		y[i] += a * x[i]
	}
}
