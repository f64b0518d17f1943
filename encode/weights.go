package encode

import (
	"fmt"
	"strings"

	"github.com/assayhq/assay/internal/tensor"
	"github.com/assayhq/assay/vec"
)

// loader finds the tensors of a model under the names that its checkpoint has for them. It keeps the first
// thing that is wrong.
type loader struct {
	set    *tensor.Set
	prefix string // of all but the head
	int8   bool
	err    error
}

// newLoader finds the prefix of a checkpoint: what comes before the name of the table of words.
func newLoader(set *tensor.Set, words string) (*loader, error) {
	var found []string
	for _, name := range set.Names() {
		if prefix, ok := strings.CutSuffix(name, words+".weight"); ok && (prefix == "" || strings.HasSuffix(prefix, ".")) {
			found = append(found, prefix)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("no tensor is named %q, under whatever prefix: these are not the weights that "+
			"config.json describes", words+".weight")
	case 1:
		return &loader{set: set, prefix: found[0]}, nil
	}
	return nil, fmt.Errorf("several tables of words: tensors with the prefixes %q; one is wanted", found)
}

// fork is a loader for another goroutine.
func (l *loader) fork() *loader {
	other := *l
	return &other
}

// aliases are other endings of a name: what old checkpoints call the parts of a normalisation.
var aliases = map[string]string{".weight": ".gamma", ".bias": ".beta"}

// lookup finds a tensor, with and without the prefix.
func (l *loader) lookup(name, part string) (tensor.Tensor, bool) {
	for _, full := range []string{l.prefix + name + part, name + part} {
		if t, ok := l.set.Lookup(full); ok {
			return t, true
		}
	}
	return l.set.Lookup(l.prefix + name + aliases[part])
}

// tensor is one of a shape.
func (l *loader) tensor(name, part string, shape ...int) tensor.Tensor {
	if l.err != nil {
		return tensor.Tensor{}
	}
	t, ok := l.lookup(name, part)
	switch {
	case !ok:
		l.err = fmt.Errorf("tensor %q is missing; it should be %s", l.prefix+name+part, tensor.Shape(shape))
	case !t.Is(shape...):
		l.err = fmt.Errorf("tensor %s; by config.json it should be %s", t, tensor.Shape(shape))
	case t.Type == tensor.I8: // a byte is a number only with a scale that is stored elsewhere
		l.err = fmt.Errorf("tensor %s: its numbers are quantised; take the model that they were made of", t)
	}
	return t
}

// floats are the values of a tensor of a shape; nil after an error.
func (l *loader) floats(name, part string, shape ...int) []float32 {
	t := l.tensor(name, part, shape...)
	if l.err != nil {
		return nil
	}
	values, err := t.Floats()
	if err != nil {
		l.err = err
		return nil
	}
	return values
}

// vector copies a tensor of one dimension: small ones outlive the mapping's pages.
func (l *loader) vector(name, part string, n int) []float32 {
	return append([]float32(nil), l.floats(name, part, n)...)
}

// linear packs a layer of so many outputs and inputs, with its bias.
func (l *loader) linear(name string, n, k int) *linear { return l.packed(name, n, k, true) }

// unbiased packs a layer that has no bias.
func (l *loader) unbiased(name string, n, k int) *linear { return l.packed(name, n, k, false) }

func (l *loader) packed(name string, n, k int, biased bool) *linear {
	w := l.floats(name, ".weight", n, k)
	var bias []float32
	if biased {
		bias = l.floats(name, ".bias", n)
	}
	if l.err != nil {
		return nil
	}
	t, _ := l.lookup(name, ".weight")
	defer t.Release()
	return l.newLinear(w, n, k, bias)
}

// norm reads a layer normalisation.
func (l *loader) norm(name string, n int, eps float32) *norm {
	return &norm{gamma: l.vector(name, ".weight", n), beta: l.vector(name, ".bias", n), eps: eps}
}

// scaled reads a layer normalisation whose bias may be left out.
func (l *loader) scaled(name string, n int, eps float32, biased bool) *norm {
	if biased {
		return l.norm(name, n, eps)
	}
	return &norm{gamma: l.vector(name, ".weight", n), beta: make([]float32, n), eps: eps}
}

// table reads an embedding table; its rows stay where they are.
func (l *loader) table(name string, rows, width int) *table {
	t := l.tensor(name, ".weight", rows, width)
	if l.err != nil {
		return nil
	}
	return l.tableOf(t)
}

func (l *loader) tableOf(t tensor.Tensor) *table {
	if err := t.Read(make([]float32, min(1, t.Len())), 0); err != nil { // its type
		l.err = err
		return nil
	}
	out := &table{rows: t.Shape[0], width: t.Shape[1], stored: t}
	if t.Type == tensor.F32 {
		out.own, _ = t.Floats()
	}
	return out
}

// table is embeddings by number.
type table struct {
	rows, width int
	own         []float32 // nil if they must be converted
	stored      tensor.Tensor
}

// row is one row; work is memory for it.
func (t *table) row(i int, work []float32) []float32 {
	if t.own != nil {
		return t.own[i*t.width : (i+1)*t.width]
	}
	work = work[:t.width]
	if err := t.stored.Read(work, i*t.width); err != nil {
		panic(err) // the type was read before, and the caller has checked the number
	}
	return work
}

// linear is a layer of weights, packed for multiplication: as floats or as bytes.
type linear struct {
	n, k  int
	float *vec.Panels
	bytes *vec.Panels8
}

func (l *loader) newLinear(w []float32, n, k int, bias []float32) *linear {
	out := &linear{n: n, k: k}
	if l.int8 {
		out.bytes = vec.PackCodes(w, n, k)
	} else {
		out.float = vec.Pack(w, n, k)
	}
	switch {
	case bias == nil:
	case l.int8:
		out.bytes.Bias(bias)
	default:
		out.float.Bias(bias)
	}
	return out
}

// mul writes the products of rows to dst.
func (l *linear) mul(dst, x vec.Matrix, workers int) {
	if l.bytes != nil {
		l.bytes.MulTo(dst, x, workers)
		return
	}
	l.float.MulTo(dst, x, workers)
}

// norm is a layer normalisation.
type norm struct {
	gamma, beta []float32
	eps         float32
}

func (n *norm) of(x vec.Matrix) { vec.LayerNorm(x, n.gamma, n.beta, n.eps) }

// sum is of with y, as many rows side by side, added before.
func (n *norm) sum(x vec.Matrix, y []float32) { vec.AddLayerNorm(x, y, n.gamma, n.beta, n.eps) }
