package encode

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/tensor"
	"github.com/assayhq/assay/vec"
)

// pool is a way to make one vector of the states of a text's tokens, of which so many were left out before
// the first.
type pool struct {
	name, flag string // in the settings of today, and of before
	into       func(to []float32, rows vec.Matrix, first int)
}

var pooling = []pool{
	{"cls", "pooling_mode_cls_token", func(to []float32, rows vec.Matrix, _ int) { copy(to, rows.Data[:rows.Cols]) }},
	{"max", "pooling_mode_max_tokens", maxOf},
	{"mean", "pooling_mode_mean_tokens", meanOf},
	{"mean_sqrt_len_tokens", "pooling_mode_mean_sqrt_len_tokens", func(to []float32, rows vec.Matrix, _ int) {
		meanBy(to, rows, func(int) float64 { return 1 }, math.Sqrt(float64(rows.Rows)))
	}},
	{"weightedmean", "pooling_mode_weightedmean_tokens", func(to []float32, rows vec.Matrix, first int) {
		n, before := float64(rows.Rows), float64(first)
		meanBy(to, rows, func(i int) float64 { return before + float64(i+1) }, n*before+n*(n+1)/2)
	}},
	{"lasttoken", "pooling_mode_lasttoken", func(to []float32, rows vec.Matrix, _ int) {
		copy(to, rows.Data[(rows.Rows-1)*rows.Stride:])
	}},
}

func maxOf(to []float32, rows vec.Matrix, _ int) {
	copy(to, rows.Data[:rows.Cols])
	for i := 1; i < rows.Rows; i++ {
		for j, v := range rows.Data[i*rows.Stride:][:rows.Cols] {
			to[j] = max(to[j], v)
		}
	}
}

func meanOf(to []float32, rows vec.Matrix, _ int) {
	meanBy(to, rows, func(int) float64 { return 1 }, float64(rows.Rows))
}

// meanBy adds the rows up in float64, each times its weight, and divides.
func meanBy(to []float32, rows vec.Matrix, weight func(i int) float64, by float64) {
	sums := make([]float64, rows.Cols)
	for i := range rows.Rows {
		w := weight(i)
		for j, v := range rows.Data[i*rows.Stride:][:rows.Cols] {
			sums[j] += w * float64(v)
		}
	}
	for j, sum := range sums {
		to[j] = float32(sum / by)
	}
}

// sentence is what makes vectors of texts: the stages after the transformer.
type sentence struct {
	modes     []int // of pooling; their vectors are side by side
	skip      bool  // the prompt's tokens do not count
	stages    []stage
	width     int
	lower     bool // texts are made lower case before they are tokenized
	maxTokens int  // 0 if the settings do not say
	prompts   map[string]string
	prompt    string // the name of the one that is taken if none is asked for
}

// stage changes vectors that are side by side, and returns their new width.
type stage func(x []float32, width int) ([]float32, int)

// module is an entry of modules.json.
type module struct {
	Path string `json:"path"`
	Type string `json:"type"`
}

// loadSentence reads the settings of sentence-transformers. Without them the states' mean is taken, as that
// package does.
func loadSentence(dir string, width int) (*sentence, error) {
	s := &sentence{width: width}
	var modules []module
	found, err := readOptional(dir, "modules.json", &modules)
	if err != nil {
		return nil, err
	}
	for i, m := range modules {
		if err := s.module(dir, i, m); err != nil {
			return nil, fmt.Errorf("modules.json: module %d, %q: %w", i, short(m.Type), err)
		}
	}
	if s.modes == nil {
		if found && len(modules) > 1 {
			return nil, errors.New("modules.json: no module makes one vector of the tokens' states")
		}
		s.modes = []int{slices.IndexFunc(pooling, func(p pool) bool { return p.name == "mean" })}
	}
	return s, s.readUse(dir)
}

// kind is the last part of a type of sentence-transformers: the part before it has changed over time. A type of
// anyone else is code that comes with the model, whatever it is called.
func (m module) kind() string {
	if !strings.HasPrefix(m.Type, "sentence_transformers.") {
		return ""
	}
	return m.Type[strings.LastIndexByte(m.Type, '.')+1:]
}

// module reads one stage.
func (s *sentence) module(dir string, i int, m module) error {
	kind := m.kind()
	if kind == "Transformer" {
		return s.readTransformer(dir, m)
	}
	if m.Path != "" && !filepath.IsLocal(m.Path) {
		return fmt.Errorf("path %q leads out of the model", short(m.Path))
	}
	switch kind {
	case "Pooling":
		return s.readPooling(filepath.Join(dir, m.Path))
	case "Dense":
		return s.readDense(filepath.Join(dir, m.Path))
	case "Normalize":
		s.stages = append(s.stages, func(x []float32, width int) ([]float32, int) {
			for from := 0; from < len(x); from += width {
				vec.Normalize(x[from : from+width])
			}
			return x, width
		})
		return nil
	case "Dropout":
		return nil
	}
	if kind == "" {
		return errors.New("it is code that comes with the model, and assay runs none; take a model of sentence-transformers' own modules")
	}
	return errors.New("it is not known here; known are Transformer, Pooling, Dense, Normalize and Dropout")
}

func (s *sentence) readTransformer(dir string, m module) error {
	if m.Path != "" && m.Path != "." {
		return fmt.Errorf("the transformer is in %q; it should be in the model's own directory", short(m.Path))
	}
	for _, name := range sentenceConfigs {
		c, err := readConfig(dir, name, true)
		if err != nil {
			return err
		}
		if len(c.values) == 0 {
			continue
		}
		s.maxTokens = c.intOr("max_seq_length", 0, 1, maxPositions)
		s.lower = c.boolOr("do_lower_case", false)
		return c.err
	}
	return nil
}

// sentenceConfigs are the names under which sentence-transformers looks for the transformer's settings; the first
// that is there counts.
var sentenceConfigs = []string{
	"sentence_bert_config.json", "sentence_roberta_config.json", "sentence_distilbert_config.json", "sentence_camembert_config.json",
	"sentence_albert_config.json", "sentence_xlm-roberta_config.json", "sentence_xlnet_config.json",
}

func (s *sentence) readPooling(dir string) error {
	c, err := readConfig(dir, "config.json", false)
	if err != nil {
		return err
	}
	asked := c.list("pooling_mode")
	for i, p := range pooling {
		if slices.Contains(asked, p.name) || asked == nil && c.boolOr(p.flag, false) {
			s.modes = append(s.modes, i)
			asked = slices.DeleteFunc(asked, func(name string) bool { return name == p.name })
		}
	}
	s.skip = !c.boolOr("include_prompt", true)
	width := c.intOr("embedding_dimension", s.width, 1, maxWidth)
	switch width = c.intOr("word_embedding_dimension", width, 1, maxWidth); {
	case c.err != nil:
		return c.err
	case len(asked) > 0:
		return fmt.Errorf("%s: pooling_mode %q is not known here", c.file, asked[0])
	case s.modes == nil:
		return fmt.Errorf("%s: no pooling mode is set", c.file)
	case width != s.width:
		return fmt.Errorf("%s: it pools states of %d values and the model's have %d", c.file, width, s.width)
	}
	s.width *= len(s.modes)
	return nil
}

// readDense reads a linear layer with an activation.
func (s *sentence) readDense(dir string) error {
	c, err := readConfig(dir, "config.json", false)
	if err != nil {
		return err
	}
	in, out := c.integer("in_features", 1, maxWidth), c.integer("out_features", 1, maxWidth)
	name := c.textOr("activation_function", "torch.nn.modules.activation.Tanh")
	act := activationOf(strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]))
	biased := c.boolOr("bias", true)
	switch {
	case c.err != nil:
		return c.err
	case act == nil:
		return fmt.Errorf("%s: activation_function %q is not known here", c.file, short(name))
	case in != s.width:
		return fmt.Errorf("%s: it takes %d values and gets %d", c.file, in, s.width)
	}
	set, err := tensor.Open(dir)
	if err != nil {
		return err
	}
	defer set.Close()
	l := &loader{set: set}
	layer := l.packed("linear", out, in, biased)
	if l.err != nil {
		return l.err
	}
	s.stages = append(s.stages, func(x []float32, _ int) ([]float32, int) {
		rows := len(x) / in
		y := make([]float32, rows*out)
		layer.mul(vec.Dense(y, rows, out), vec.Dense(x, rows, in), 1)
		act(y)
		return y, out
	})
	s.width = out
	return nil
}

// maxPrompts bounds the prompts of a model.
const maxPrompts = 1 << 10

// readUse reads what is put before texts, by name: for queries, for documents; and how many of the values of a
// vector are kept, for models whose first ones say the most.
func (s *sentence) readUse(dir string) error {
	c, err := readConfig(dir, "config_sentence_transformers.json", true)
	if err != nil {
		return err
	}
	s.prompt = c.textOr("default_prompt_name", "")
	if c.has("prompts") && (json.Unmarshal(c.values["prompts"], &s.prompts) != nil || len(s.prompts) > maxPrompts) {
		c.fail("prompts", fmt.Sprintf("an object of up to %d texts", maxPrompts))
	}
	if keep := c.intOr("truncate_dim", s.width, 1, maxWidth); keep < s.width {
		s.stages, s.width = append(s.stages, firstOf(keep)), keep
	}
	if _, ok := s.prompts[s.prompt]; s.prompt != "" && !ok && c.err == nil {
		return fmt.Errorf("%s: default_prompt_name %q is not among the prompts", c.file, short(s.prompt))
	}
	return c.err
}

// firstOf keeps so many values of each vector.
func firstOf(keep int) stage {
	return func(x []float32, width int) ([]float32, int) {
		kept := make([]float32, 0, len(x)/width*keep)
		for from := 0; from < len(x); from += width {
			kept = append(kept, x[from:from+keep]...)
		}
		return kept, keep
	}
}

// vectors makes one of the states of each text of a pack. So many tokens at the beginning of each are a
// prompt's, which some models leave out.
func (s *sentence) vectors(p *pack, x vec.Matrix, prompt int) vec.Matrix {
	n, width := len(p.ends), x.Cols*len(s.modes)
	all := make([]float32, n*width)
	for i := range n {
		from, first := p.from(i), 0
		if s.skip && from+prompt < p.ends[i] {
			first = prompt
		}
		rows := rowsOf(x, from+first, p.ends[i])
		for j, mode := range s.modes {
			pooling[mode].into(all[i*width+j*x.Cols:][:x.Cols], rows, first)
		}
	}
	for _, stage := range s.stages {
		all, width = stage(all, width)
	}
	return vec.Dense(all, n, width)
}
