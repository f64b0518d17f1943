// Package encode turns texts into hidden states, sentence vectors and pair scores: inference of the BERT
// family on the kernels of vec, from a directory as model hubs serve it.
//
// A directory has config.json, weights as safetensors, a tokenizer, and, for sentence embeddings, the
// settings of sentence-transformers. What the files ask for is checked before anything is computed: a
// tensor that is missing or has another shape is named, with the shape that it should have.
//
// The same text gives the same bits whatever texts are beside it, however they are cut into batches and
// however many workers there are: a value of a product depends on its row and column alone, attention on one
// text alone. Between machines with different vector instructions the last bits may differ; with int8, more.
//
// A text that is longer than the model can read is cut there, and what comes back says so. The package
// refuses architectures that it does not know, models that bring code of their own, weights that do not fit the
// settings, and results that are not numbers. It downloads nothing.
package encode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/assayhq/assay/internal/parallel"
	"github.com/assayhq/assay/internal/tensor"
	"github.com/assayhq/assay/internal/token"
	"github.com/assayhq/assay/vec"
)

// Options say how a model is run.
type Options struct {
	Threads int // goroutines that compute; below 1 as many as there are processors
	// Int8 keeps the weights of layers in a byte each: a quarter of their memory. With AVX-512 VNNI it is more than
	// twice as fast, and what is multiplied with them is rounded to bytes as well; elsewhere the weights are made
	// floats again for each product, which is slower than without. Of 10,000 sentences the vectors of MiniLM then
	// have a cosine of 0.9959 or more with what they would be otherwise, by bench/encode/run.sh.
	Int8 bool
}

// Model is a model that is ready to read texts. It may be used from several goroutines.
type Model struct {
	dir     string
	threads int
	int8    bool
	set     *tensor.Set
	row     *architecture
	kind    string // model_type of config.json
	body    *body
	head    *head // nil if the weights have none
	pooling *sentence
	static  *static // instead of the others
	tokens  *token.Tokenizer
	most    int // tokens of a text that becomes a vector
	longest int // tokens of any other
	scratch sync.Pool

	hash struct {
		once sync.Once
		text string
		err  error
	}

	mu     sync.RWMutex // held for reading while texts are read
	closed bool
}

// Open loads a model.
func Open(dir string, o Options) (*Model, error) {
	m := &Model{dir: dir, threads: o.Threads, int8: o.Int8}
	if m.threads < 1 {
		m.threads = runtime.GOMAXPROCS(0)
	}
	if err := m.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("open model %q: %w", filepath.Base(dir), err), m.Close())
	}
	return m, nil
}

func (m *Model) load() error {
	c, err := readConfig(m.dir, "config.json", true)
	if err != nil {
		return err
	}
	if isStatic(m.dir, c) {
		return m.loadStatic(c)
	}
	if m.row, err = architectureOf(c); err != nil {
		return err
	}
	m.kind = kindOf(c)
	s, err := readSettings(c, m.row)
	if err != nil {
		return err
	}
	if m.set, err = tensor.Open(m.dir); err != nil {
		return err
	}
	l, err := newLoader(m.set, m.row.names.words)
	if err != nil {
		return err
	}
	l.int8 = m.int8
	done := m.startTokenizer()
	m.body, err = newBody(l, m.row, s, m.threads)
	if err == nil {
		l.int8 = false // the head is small, and its numbers are what is read
		m.head = loadHead(l, m.row, s)
		m.pooling, err = loadSentence(m.dir, s.width)
	}
	err = errors.Join(err, l.err, <-done)
	if err == nil {
		err = m.setLimits()
	}
	return err
}

// errNoBody refuses what a model without layers cannot do.
var errNoBody = errors.New("a static model has no layers")

// errNoHead refuses to score pairs.
var errNoHead = errors.New("the model has no head for sequence classification: it scores no pairs; take a cross-encoder")

// Close gives the memory of a model back. It waits for texts that are being read.
func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || m.set == nil {
		return nil
	}
	m.closed = true
	return m.set.Close()
}

// Input is a text as a model reads it: token ids with the special ones, and the type of each, which may be
// nil for all zero.
type Input struct {
	IDs   []int32
	Types []uint8
}

// packTokens is how many tokens a worker takes at once: enough that the weights are read seldom, few enough
// that the work divides well.
const packTokens = 512

// run reads inputs in packs of similar length, several at a time. It calls a function with the states of
// each pack, and the numbers of its inputs, for every layer up to the last.
func (m *Model) run(ctx context.Context, inputs []Input, last int,
	each func(layer int, which []int, p *pack, x vec.Matrix)) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return errors.New("the model is closed")
	}
	if m.body == nil {
		return errNoBody
	}
	for i, in := range inputs {
		if err := m.body.check(in); err != nil {
			return fmt.Errorf("text %d: %w", i+1, err)
		}
	}
	packs := m.packs(inputs)
	inner := 1
	if len(packs) < m.threads {
		inner = (m.threads + len(packs) - 1) / max(1, len(packs))
	}
	errs := make([]error, len(packs))
	parallel.Each(m.threads, len(packs), func(i int) {
		if errs[i] = ctx.Err(); errs[i] != nil {
			return
		}
		s, _ := m.scratch.Get().(*scratch)
		if s == nil {
			s = new(scratch)
		}
		defer m.scratch.Put(s)
		s.workers = inner
		p := packed(inputs, packs[i])
		errs[i] = m.body.forward(ctx, p, s, last, func(layer int, x vec.Matrix) { each(layer, packs[i], p, x) })
	})
	return errors.Join(slices.CompactFunc(errs, func(a, b error) bool { return a == b })...)
}

// check refuses an input that the tables do not hold.
func (b *body) check(in Input) error {
	most := b.maxTokens()
	switch {
	case len(in.IDs) == 0:
		return errors.New("no tokens")
	case most > 0 && len(in.IDs) > most:
		return fmt.Errorf("%d tokens; the model reads up to %d", len(in.IDs), most)
	case in.Types != nil && len(in.Types) != len(in.IDs):
		return fmt.Errorf("%d tokens with %d types", len(in.IDs), len(in.Types))
	}
	for _, id := range in.IDs {
		if id < 0 || int(id) >= b.vocab {
			return fmt.Errorf("token %d; the model knows 0 to %d", id, b.vocab-1)
		}
	}
	for _, kind := range in.Types {
		if b.types != nil && int(kind) >= b.types.rows {
			return fmt.Errorf("token type %d; the model knows 0 to %d", kind, b.types.rows-1)
		}
	}
	return nil
}

// packs are the numbers of the inputs, longest first, in groups of about packTokens: smaller ones if some
// worker would have nothing to do.
func (m *Model) packs(inputs []Input) [][]int {
	order, total := make([]int, len(inputs)), 0
	for i := range order {
		order[i] = i
		total += len(inputs[i].IDs)
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(inputs[b].IDs) - len(inputs[a].IDs) })
	most := min(packTokens, max(1, (total+m.threads-1)/m.threads))
	var packs [][]int
	for from := 0; from < len(order); {
		to, tokens := from, 0
		for to < len(order) && (to == from || tokens+len(inputs[order[to]].IDs) <= most) {
			tokens += len(inputs[order[to]].IDs)
			to++
		}
		packs = append(packs, order[from:to])
		from = to
	}
	return packs
}

// packed puts inputs one after the other.
func packed(inputs []Input, which []int) *pack {
	p := &pack{ends: make([]int, 0, len(which))}
	for _, i := range which {
		in := inputs[i]
		p.ids = append(p.ids, in.IDs...)
		if in.Types == nil {
			p.types = append(p.types, make([]uint8, len(in.IDs))...)
		} else {
			p.types = append(p.types, in.Types...)
		}
		p.ends = append(p.ends, len(p.ids))
	}
	return p
}

// States are the hidden states of a text's tokens, one row each.
type States struct {
	Width  int
	Values []float32
}

// Row is the state of a token.
func (s States) Row(i int) []float32 { return s.Values[i*s.Width : (i+1)*s.Width] }

// StatesOf is the hidden states of inputs after a layer: 0 is the embeddings, and a negative number counts
// from the last, -1.
func (m *Model) StatesOf(ctx context.Context, inputs []Input, layer int) ([]States, error) {
	if m.body == nil {
		return nil, errNoBody
	}
	last := layer
	if layer < 0 {
		last += m.body.settings.layers + 1
	}
	if last < 0 || last > m.body.settings.layers {
		return nil, fmt.Errorf("layer %d of a model with %d", layer, m.body.settings.layers)
	}
	out := make([]States, len(inputs))
	err := m.run(ctx, inputs, last, func(layer int, which []int, p *pack, x vec.Matrix) {
		if layer != last {
			return
		}
		for i, input := range which {
			rows := rowsOf(x, p.from(i), p.ends[i])
			out[input] = States{Width: x.Cols, Values: slices.Clone(rows.Data)}
		}
	})
	if err != nil {
		return nil, err
	}
	return out, finite(out, func(s States) []float32 { return s.Values })
}

func (m *Model) vectorsOf(ctx context.Context, inputs []Input, prompt int) ([][]float32, error) {
	if m.static != nil {
		return m.static.vectorsOf(ctx, m, inputs)
	}
	out, last := make([][]float32, len(inputs)), m.body.settings.layers
	err := m.run(ctx, inputs, last, func(layer int, which []int, p *pack, x vec.Matrix) {
		if layer == last {
			for i, v := range slicesOf(m.pooling.vectors(p, x, prompt)) {
				out[which[i]] = v
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return out, finite(out, func(v []float32) []float32 { return v })
}

// LogitsOf is what the head of sequence classification says of each input.
func (m *Model) LogitsOf(ctx context.Context, inputs []Input) ([][]float32, error) {
	if m.head == nil {
		return nil, errNoHead
	}
	out, last := make([][]float32, len(inputs)), m.body.settings.layers
	err := m.run(ctx, inputs, last, func(layer int, which []int, p *pack, x vec.Matrix) {
		if layer == last {
			for i, v := range slicesOf(m.head.logits(p, x)) {
				out[which[i]] = v
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return out, finite(out, func(v []float32) []float32 { return v })
}

// finite refuses results that are not numbers: broken weights make them.
func finite[T any](all []T, values func(T) []float32) error {
	for i, one := range all {
		for _, v := range values(one) {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return fmt.Errorf("text %d: the model makes %v of it, which is no number; its weights are damaged", i+1, v)
			}
		}
	}
	return nil
}
