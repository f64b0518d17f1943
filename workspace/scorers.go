package workspace

import (
	"context"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode/bertscore"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/score/semantic"
	"github.com/assayhq/assay/system"
)

// EncoderOptions say by which model the scorers score that need one. What they leave open is as assay.yaml says.
type EncoderOptions struct {
	Encoder string // the model
	Layer   int    // whose states of tokens BERTScore compares; of known models the published one
	IDF     bool   // weigh the tokens of BERTScore by how rare they are among the golds
}

// settings are those of a family of scorers; false if no model is named for it.
func (o *EncoderOptions) settings(cfg *config.Config, family string) (config.Scorer, bool) {
	s, ok := cfg.Scorers[family]
	if o.Encoder != "" {
		s, ok = config.Scorer{Model: config.EncoderPrefix + o.Encoder}, true
	}
	if o.Layer != 0 {
		s.Layer = &o.Layer
	}
	s.IDF = s.IDF || o.IDF
	return s, ok
}

// bind gives those scorers a model that need one, and says in settings which. A scorer that needs one and has
// none remains, and says so of every case. The golds of cases are read where tokens are weighed by them.
func (e *encoders) bind(
	scorers []run.Scorer, o *EncoderOptions, cases iter.Seq2[*system.Case, error], settings map[string]string,
) ([]run.Scorer, error) {
	var bound []run.Scorer
	for _, scorer := range scorers {
		row := semantic.RowOf(scorer.Measures[0].Name)
		if row == nil {
			bound = append(bound, scorer)
			continue
		}
		if slices.ContainsFunc(bound, func(b run.Scorer) bool { return slices.Contains(b.Names(), scorer.Measures[0].Name) }) {
			continue // bound with another of its family
		}
		judge, err := e.semantic(row, familyNames(row, scorers), o, func() ([]string, error) { return goldsOf(cases) })
		if err != nil {
			return nil, err
		}
		if judge == nil {
			bound = append(bound, scorer)
			continue
		}
		settings["scorer "+row.Name] = judge.Signature
		bound = append(bound, semanticScorer(judge))
	}
	return bound, nil
}

// familyNames are the names of those scorers that belong to a family.
func familyNames(row *semantic.Row, scorers []run.Scorer) []string {
	var names []string
	for _, s := range scorers {
		if slices.Contains(row.Scorers, s.Measures[0].Name) {
			names = append(names, s.Measures[0].Name)
		}
	}
	return names
}

func semanticScorer(judge *semantic.Scorer) run.Scorer {
	return run.Scorer{
		Measures: judge.Measures(),
		Score: func(ctx context.Context, c *system.Case, a *system.Answer) ([]score.Score, error) {
			in := c.Input(a)
			return judge.Score(ctx, &in)
		},
	}
}

// SemanticScorer opens a scorer by an encoder for some names of one family. It is nil if no model is named for it.
// The golds are read where tokens are weighed by them. Closing releases the model.
func (w *Workspace) SemanticScorer(
	names []string, o *EncoderOptions, golds func() ([]string, error),
) (judge *semantic.Scorer, close func() error, err error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, nil, err
	}
	e := &encoders{cfg: cfg}
	judge, err = e.semantic(semantic.RowOf(names[0]), names, o, golds)
	return judge, e.close, err
}

func (e *encoders) semantic(
	row *semantic.Row, names []string, o *EncoderOptions, golds func() ([]string, error),
) (*semantic.Scorer, error) {
	set, ok := o.settings(e.cfg, row.Name)
	if !ok {
		return nil, nil
	}
	n, err := e.cfg.Find("scorers", set.Model)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	opts := semantic.Options{Layer: set.Layer}
	opts.Name, _, _ = strings.Cut(n.ID, "@") // the revision is in the hash
	if opts.Model, err = e.get(n.ID); err != nil {
		return nil, fmt.Errorf("scorer %s: %w", row.Name, err)
	}
	if set.Baseline != "" {
		if opts.Baseline, err = readBaseline(set.Baseline); err != nil {
			return nil, fmt.Errorf("scorer %s: %w", row.Name, err)
		}
	}
	if set.IDF && row.Name == "bertscore" {
		if opts.Golds, err = golds(); err != nil {
			return nil, err
		}
	}
	return semantic.Open(names, opts)
}

func readBaseline(path string) (*bertscore.Baseline, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := bertscore.ReadBaseline(file)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, err)
	}
	return b, nil
}

// goldsOf are the golds of cases.
func goldsOf(cases iter.Seq2[*system.Case, error]) ([]string, error) {
	golds := []string{}
	for c, err := range cases {
		if err != nil {
			return nil, err
		}
		in := c.Input(&system.Answer{})
		golds = append(golds, in.Gold...)
	}
	return golds, nil
}
