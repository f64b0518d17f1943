package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/parallel"
	"github.com/assayhq/assay/internal/token"
)

// errNoTokenizer is a model whose directory has weights and settings alone: it reads ids.
var errNoTokenizer = errors.New("the model has no tokenizer: it reads token ids, not texts")

// startTokenizer reads the tokenizer beside the weights.
func (m *Model) startTokenizer() <-chan error {
	done := make(chan error, 1)
	go func() {
		var err error
		m.tokens, err = openTokenizer(m.dir)
		done <- err
	}()
	return done
}

// openTokenizer reads a tokenizer, or gives nil: a directory without one is a model of ids.
func openTokenizer(dir string) (*token.Tokenizer, error) {
	t, err := token.Open(dir)
	if errors.Is(err, token.ErrNone) {
		return nil, nil
	}
	return t, err
}

// setLimits finds how many tokens of a text are read: what the tokenizer's settings say, and for vectors what
// those of sentence embeddings do, and never more than the model has places for.
func (m *Model) setLimits() error {
	c, err := readConfig(m.dir, "tokenizer_config.json", true)
	if err != nil {
		return err
	}
	if err := c.refuseCode(); err != nil {
		return err
	}
	asked := float64(m.body.maxTokens())
	if c.has("model_max_length") {
		asked = c.numberOr("model_max_length", asked)
	} else if m.tokens != nil && m.tokens.Limit() > 0 {
		asked = float64(m.tokens.Limit())
	}
	m.longest = within(asked, m.body.maxTokens())
	m.most = m.longest
	if m.pooling.maxTokens > 0 {
		m.most = within(float64(m.pooling.maxTokens), m.body.maxTokens())
	}
	return c.err
}

// within is a length that was asked for, or the model's own if that is no length.
func within(asked float64, most int) int {
	if asked >= 1 && asked < float64(most) {
		return int(asked)
	}
	return most
}

// Vector is what became of a text.
type Vector struct {
	Values    []float32
	Tokens    int  // that were read
	Truncated bool // the text had more
}

// Tokens is the hidden states of a text.
type Tokens struct {
	States
	IDs       []int32
	Special   []bool // put there by the tokenizer, not by the text
	Truncated bool
}

// Pair is what a model says of two texts: a number for each label.
type Pair struct {
	Logits    []float32
	Tokens    int
	Truncated bool
}

// Prompts are the names of what the model puts before texts, sorted: for queries, for documents.
func (m *Model) Prompts() []string {
	var names []string
	if m.pooling != nil {
		for name := range m.pooling.prompts {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Vectors is a vector of each text, each after the prompt of a name; no name is the model's default, if it
// has one. An empty text is what the special tokens make of it; for a static model it is a vector of zeros,
// as is a text that has no token with an embedding.
func (m *Model) Vectors(ctx context.Context, texts []string, prompt string) ([]Vector, error) {
	before, err := m.promptOf(prompt)
	if err != nil {
		return nil, err
	}
	skip := m.promptTokens(before)
	out := make([]Vector, 0, len(texts))
	for some := range slices.Chunk(texts, textsAtOnce) {
		inputs, encodings, err := m.tokenize(ctx, len(some), func(i int) token.Encoding {
			return m.tokens.Encode(before+m.cased(some[i]), token.Options{MaxLength: m.most, NoSpecial: m.static != nil})
		})
		if err != nil {
			return nil, err
		}
		values, err := m.vectorsOf(ctx, inputs, skip)
		if err != nil {
			return nil, err
		}
		for i, e := range encodings {
			out = append(out, Vector{Values: values[i], Tokens: len(e.IDs), Truncated: e.Truncated})
		}
	}
	return out, nil
}

// textsAtOnce bounds the texts held in memory at once, apart from the results.
const textsAtOnce = 1 << 13

// cased is a text as the settings want it.
func (m *Model) cased(text string) string {
	if m.pooling != nil && m.pooling.lower {
		return strings.ToLower(text)
	}
	return text
}

func (m *Model) promptOf(name string) (string, error) {
	if m.pooling == nil || name == "" && m.pooling.prompt == "" {
		if name != "" {
			return "", fmt.Errorf("prompt %q: the model has no prompts", name)
		}
		return "", nil
	}
	name = cmp.Or(name, m.pooling.prompt)
	before, ok := m.pooling.prompts[name]
	if !ok {
		return "", fmt.Errorf("prompt %q: the model has %q", name, m.Prompts())
	}
	return m.cased(before), nil
}

// promptTokens is how many tokens at the beginning of a text belong to its prompt, the special one before it
// among them.
func (m *Model) promptTokens(before string) int {
	if m.tokens == nil || before == "" || m.pooling == nil || !m.pooling.skip {
		return 0
	}
	e := m.tokens.Encode(before, token.Options{MaxLength: m.most})
	n := len(e.IDs)
	if n > 0 && e.Special[n-1] {
		n--
	}
	return n
}

// Read makes ids of texts, as Tokens would.
func (m *Model) Read(ctx context.Context, texts []string) ([]token.Encoding, error) {
	_, encodings, err := m.read(ctx, texts)
	return encodings, err
}

func (m *Model) read(ctx context.Context, texts []string) ([]Input, []token.Encoding, error) {
	return m.tokenize(ctx, len(texts), func(i int) token.Encoding {
		return m.tokens.Encode(texts[i], token.Options{MaxLength: m.longest})
	})
}

// tokenizePiece is how many texts a worker takes at once.
const tokenizePiece = 64

func (m *Model) tokenize(ctx context.Context, n int,
	encode func(i int) token.Encoding) ([]Input, []token.Encoding, error) {
	if m.tokens == nil {
		return nil, nil, errNoTokenizer
	}
	inputs, encodings := make([]Input, n), make([]token.Encoding, n)
	parallel.Each(m.threads, (n+tokenizePiece-1)/tokenizePiece, func(piece int) {
		for i := piece * tokenizePiece; i < min(n, (piece+1)*tokenizePiece) && ctx.Err() == nil; i++ {
			encodings[i] = encode(i)
			inputs[i] = Input{IDs: encodings[i].IDs, Types: encodings[i].Types}
		}
	})
	return inputs, encodings, ctx.Err()
}

// Tokens is the hidden states of each token of each text after a layer: 0 is the embeddings, and a negative
// number counts from the last, -1.
func (m *Model) Tokens(ctx context.Context, texts []string, layer int) ([]Tokens, error) {
	inputs, encodings, err := m.read(ctx, texts)
	if err != nil {
		return nil, err
	}
	states, err := m.StatesOf(ctx, inputs, layer)
	if err != nil {
		return nil, err
	}
	out := make([]Tokens, len(texts))
	for i, e := range encodings {
		out[i] = Tokens{States: states[i], IDs: e.IDs, Special: e.Special, Truncated: e.Truncated}
	}
	return out, nil
}

// Pairs is what the model says of pairs of texts: rerankers one number, the more the better; classifiers one
// for each label, before any softmax. If both are too long together, the longer one is cut.
func (m *Model) Pairs(ctx context.Context, pairs [][2]string) ([]Pair, error) {
	if m.head == nil {
		return nil, errNoHead
	}
	out := make([]Pair, 0, len(pairs))
	for some := range slices.Chunk(pairs, textsAtOnce) {
		inputs, encodings, err := m.tokenize(ctx, len(some), func(i int) token.Encoding {
			return m.tokens.EncodePair(some[i][0], some[i][1], token.Options{MaxLength: m.longest})
		})
		if err != nil {
			return nil, err
		}
		logits, err := m.LogitsOf(ctx, inputs)
		if err != nil {
			return nil, err
		}
		for i, e := range encodings {
			out = append(out, Pair{Logits: logits[i], Tokens: len(e.IDs), Truncated: e.Truncated})
		}
	}
	return out, nil
}

// readOptional reads a file of settings that a model may not have, and says whether it has.
func readOptional(dir, name string, into any) (bool, error) {
	err := readJSON(filepath.Join(dir, name), into)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
