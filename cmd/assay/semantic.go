package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/bertscore"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/score/semantic"
	"github.com/assayhq/assay/system"
)

// encoderFlags say by which model the scorers score that need one, beside what assay.yaml says.
type encoderFlags struct {
	encoder string
	layer   int
	idf     bool
}

func (f *encoderFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.encoder, "encoder", "", "score by the encoder `MODEL` where a scorer needs one; those of assay.yaml if it is not given")
	flags.IntVar(&f.layer, "layer", 0, "of which BERTScore takes the states of tokens; of known models the published one")
	flags.BoolVar(&f.idf, "idf", false, "weigh the tokens of BERTScore by how rare they are among the golds")
}

// settings are those of a family of scorers; false if no model is named for it.
func (f *encoderFlags) settings(cfg *config.Config, family string) (config.Scorer, bool) {
	s, ok := cfg.Scorers[family]
	if f.encoder != "" {
		s, ok = config.Scorer{Model: config.EncoderPrefix + f.encoder}, true
	}
	if f.layer != 0 {
		s.Layer = &f.layer
	}
	s.IDF = s.IDF || f.idf
	return s, ok
}

// models are the encoders of one command, each opened once.
type models struct {
	cfg  *config.Config
	open map[string]*encode.Model
}

func (m *models) get(id string) (*encode.Model, error) {
	if x, ok := m.open[id]; ok {
		return x, nil
	}
	x, err := openEncoder(m.cfg, id, encode.Options{})
	if err == nil {
		if m.open == nil {
			m.open = map[string]*encode.Model{}
		}
		m.open[id] = x
	}
	return x, err
}

func (m *models) close() error {
	var errs []error
	for _, x := range m.open {
		errs = append(errs, x.Close())
	}
	return errors.Join(errs...)
}

// semantic opens a scorer for some names of a family, or gives nil if no model is named for it. Golds are those of
// all cases, for weights; they are read only if weights are asked for.
func (f *encoderFlags) semantic(m *models, names []string, golds func() ([]string, error)) (*semantic.Scorer, error) {
	row := semantic.RowOf(names[0])
	set, ok := f.settings(m.cfg, row.Name)
	if !ok {
		return nil, nil
	}
	n, err := m.cfg.Find("scorers", set.Model)
	if err != nil {
		return nil, usageError{err}
	}
	o := semantic.Options{Layer: set.Layer}
	o.Name, _, _ = strings.Cut(n.ID, "@") // the revision is in the hash
	if o.Model, err = m.get(n.ID); err != nil {
		return nil, fmt.Errorf("scorer %s: %w", row.Name, err)
	}
	if set.Baseline != "" {
		if o.Baseline, err = readBaseline(set.Baseline); err != nil {
			return nil, fmt.Errorf("scorer %s: %w", row.Name, err)
		}
	}
	if set.IDF && row.Name == "bertscore" {
		if o.Golds, err = golds(); err != nil {
			return nil, err
		}
	}
	return semantic.Open(names, o)
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

// bind gives those scorers of a run a model that need one, and says in the settings which. A scorer that needs one
// and has none remains, and says so of every case.
func (f *encoderFlags) bind(m *models, scorers []run.Scorer, cases iter.Seq2[*system.Case, error], settings map[string]string) ([]run.Scorer, error) {
	var bound []run.Scorer
	for _, s := range scorers {
		row := semantic.RowOf(s.Names[0])
		if row == nil {
			bound = append(bound, s)
			continue
		}
		if slices.ContainsFunc(bound, func(b run.Scorer) bool { return slices.Contains(b.Names, s.Names[0]) }) {
			continue // of a family that is there
		}
		var names []string
		for _, other := range scorers {
			if slices.Contains(row.Scorers, other.Names[0]) {
				names = append(names, other.Names[0])
			}
		}
		judge, err := f.semantic(m, names, func() ([]string, error) { return goldsOf(cases) })
		if err != nil {
			return nil, err
		}
		if judge == nil {
			bound = append(bound, s)
			continue
		}
		settings["scorer "+row.Name] = judge.Signature
		bound = append(bound, run.Scorer{Names: judge.Names, Score: func(ctx context.Context, c *system.Case, a *system.Answer) ([]score.Score, error) {
			in := c.Input(a)
			return judge.Score(ctx, &in)
		}})
	}
	return bound, nil
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
