// Package bertscore turns pairs of a candidate and a reference into precision, recall and F1 by the similarity
// of their tokens' hidden states: each token is matched with the one that is most like it on the other side.
//
// The numbers are those of the bert-score package on the same weights and layer, to four decimals. They
// depend on both: Signature names them, and a score without it compares with nothing. Which layer to take is
// known for the models of the table alone, where it was chosen by agreement with people; for any other, say
// one.
//
// It refuses to make a number for a text without tokens: the score says so instead.
package bertscore

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/internal/token"
	"github.com/assayhq/assay/vec"
)

// Pair is what is scored against what.
type Pair struct {
	Candidate, Reference string
}

// Score is how alike two texts are.
type Score struct {
	Precision float64 // how well the candidate's tokens are matched
	Recall    float64 // how well the reference's are
	F1        float64
	Empty     bool // a text had no tokens: there is nothing to compare, and the numbers say nothing
	Truncated bool // a text had more tokens than the model reads
}

// Options say how texts are compared.
type Options struct {
	Layer int    // whose states are compared; 0 for the model's row in the table
	Name  string // of the model, for the table
	// References are texts; tokens weigh less the more of them have the token. Nil weighs all tokens alike. The
	// published implementation takes those of the pairs that it is given.
	References []string
	Baseline   *Baseline // nil for scores as they are
}

// scorer compares texts by one model.
type scorer struct {
	model *encode.Model
	facts encode.Facts
	o     Options

	mu    sync.Mutex
	weigh func(id int32, special bool) float64 // nil until the references were read
}

// New checks the options against a model.
func New(m *encode.Model, o Options) (*scorer, error) {
	s := &scorer{model: m, facts: m.Facts(), o: o}
	if s.facts.Layers == 0 {
		return nil, errors.New("bertscore: a static model has no layers to compare")
	}
	if o.Layer == 0 {
		layer, ok := layerOf(o.Name)
		if !ok {
			return nil, fmt.Errorf("bertscore: no layer is known to serve for model %q; say one from 1 to %d", o.Name,
				s.facts.Layers)
		}
		s.o.Layer = layer
	}
	if s.o.Layer < 1 || s.o.Layer > s.facts.Layers {
		return nil, fmt.Errorf("bertscore: layer %d of a model with %d", s.o.Layer, s.facts.Layers)
	}
	if o.Baseline != nil && !o.Baseline.Has(s.o.Layer) {
		return nil, fmt.Errorf("bertscore: the baseline has no row for layer %d", s.o.Layer)
	}
	return s, nil
}

// Signature names what scores depend on.
func (s *scorer) Signature() (string, error) {
	hash, err := s.model.Hash()
	if err != nil {
		return "", err
	}
	weights, baseline := "", ""
	if s.o.References != nil {
		weights = "_idf"
	}
	if s.o.Baseline != nil {
		baseline = "_rescaled"
	}
	bytes := ""
	if s.facts.Int8 {
		bytes = "_int8"
	}
	return fmt.Sprintf("%s_%s%s_L%d%s%s", s.facts.Architecture, hash[:12], bytes, s.o.Layer, weights, baseline), nil
}

// stateBytes bounds the hidden states that are held at once.
const stateBytes = 128 << 20

// Scores compares pairs.
func (s *scorer) Scores(ctx context.Context, pairs []Pair) ([]Score, error) {
	if err := s.learn(ctx); err != nil {
		return nil, err
	}
	scores := make([]Score, 0, len(pairs))
	for from := 0; from < len(pairs); {
		to, bytes := from, 0
		for to < len(pairs) && (to == from || bytes < stateBytes) {
			bytes += s.most(pairs[to].Candidate) + s.most(pairs[to].Reference)
			to++
		}
		some, err := s.some(ctx, pairs[from:to])
		if err != nil {
			return nil, err
		}
		scores, from = append(scores, some...), to
	}
	return scores, nil
}

// most is how many bytes the states of a text may take: a token has a byte at least.
func (s *scorer) most(text string) int {
	return min(len(text)+specials, s.facts.Longest) * s.facts.Width * 4
}

// specials are the tokens that are put around a text, at most.
const specials = 4

// some compares a few pairs; a text that comes twice is read once.
func (s *scorer) some(ctx context.Context, pairs []Pair) ([]Score, error) {
	var texts []string
	number := map[string]int{}
	at := func(text string) int {
		text = s.clean(text)
		i, ok := number[text]
		if !ok {
			i = len(texts)
			number[text], texts = i, append(texts, text)
		}
		return i
	}
	places := make([][2]int, len(pairs))
	for i, p := range pairs {
		places[i] = [2]int{at(p.Candidate), at(p.Reference)}
	}
	read, err := s.model.Tokens(ctx, texts, s.o.Layer)
	if err != nil {
		return nil, fmt.Errorf("bertscore: %w", err)
	}
	for _, one := range read {
		for i := range one.IDs {
			vec.Normalize(one.Row(i))
		}
	}
	scores := make([]Score, len(pairs))
	for i, p := range places {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		scores[i] = s.o.Baseline.rescale(compare(&read[p[0]], &read[p[1]], s.weigh), s.o.Layer)
	}
	return scores, nil
}

// clean is a text as the reference implementation reads it: byte-level vocabularies begin with a space.
func (s *scorer) clean(text string) string {
	text = strings.TrimSpace(text)
	if text != "" && s.facts.Architecture == "roberta" {
		return " " + text
	}
	return text
}

// compare matches the tokens of two texts. Special tokens may be matched, but weigh nothing. A token that
// resembles none, so that even its best match is negative, counts 0: in the reference implementation that is
// so for all pairs but the longest of a batch, by the zeros that the others are filled up with.
func compare(candidate, reference *encode.Tokens, weigh func(id int32, special bool) float64) Score {
	out := Score{Truncated: candidate.Truncated || reference.Truncated}
	n, m := len(candidate.IDs), len(reference.IDs)
	if !textual(candidate) || !textual(reference) {
		out.Empty = true
		return out
	}
	alike := vec.Dense(make([]float32, n*m), n, m)
	vec.MatMulT(alike, vec.Dense(candidate.Values, n, candidate.Width), vec.Dense(reference.Values, m, reference.Width), 1)
	rows, columns := make([]float32, n), make([]float32, m)
	for i := range rows {
		for j, v := range alike.Data[i*m : (i+1)*m] {
			rows[i], columns[j] = max(rows[i], v), max(columns[j], v)
		}
	}
	var ok [2]bool
	out.Precision, ok[0] = mean(rows, candidate, weigh)
	out.Recall, ok[1] = mean(columns, reference, weigh)
	if !ok[0] || !ok[1] {
		return Score{Empty: true, Truncated: out.Truncated}
	}
	if sum := out.Precision + out.Recall; sum != 0 {
		out.F1 = 2 * out.Precision * out.Recall / sum
	}
	return out
}

// textual says whether a text has a token of its own.
func textual(t *encode.Tokens) bool {
	return slices.ContainsFunc(t.Special, func(special bool) bool { return !special })
}

// mean is that of the best matches, by weight. There is none if no token weighs anything.
func mean(best []float32, t *encode.Tokens, weigh func(id int32, special bool) float64) (float64, bool) {
	var sum, all float64
	for i, v := range best {
		w := weigh(t.IDs[i], t.Special[i])
		sum, all = sum+w*float64(v), all+w
	}
	return sum / all, all > 0
}

// evenly is the weight of tokens without references: special ones weigh nothing and all others the same.
func evenly(_ int32, special bool) float64 {
	if special {
		return 0
	}
	return 1
}

// learn finds what tokens weigh, once: with references the logarithm of how rare a token is among them, special
// ones included as any other.
func (s *scorer) learn(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.weigh != nil {
		return nil
	}
	if s.o.References == nil {
		s.weigh = evenly
		return nil
	}
	have := map[int32]int{}
	for from := 0; from < len(s.o.References); from += readAtOnce {
		texts := slices.Clone(s.o.References[from:min(from+readAtOnce, len(s.o.References))])
		for i := range texts {
			texts[i] = s.clean(texts[i])
		}
		read, err := s.model.Read(ctx, texts)
		if err != nil {
			return fmt.Errorf("bertscore: %w", err)
		}
		count(have, read)
	}
	n := float64(len(s.o.References) + 1)
	s.weigh = func(id int32, _ bool) float64 { return math.Log(n / float64(have[id]+1)) }
	return nil
}

// readAtOnce is how many references are held as tokens.
const readAtOnce = 4096

// count adds, for each token, how many texts have it.
func count(have map[int32]int, read []token.Encoding) {
	for _, e := range read {
		once := map[int32]bool{}
		for _, id := range e.IDs {
			if !once[id] {
				once[id] = true
				have[id]++
			}
		}
	}
}
