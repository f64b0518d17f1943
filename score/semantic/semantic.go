// Package semantic gives the scorers that need a model a model that runs here: BERTScore, the cosine of sentence
// vectors, BLEURT.
//
// What many goroutines score at the same time is encoded in one batch. Every record names the model that
// scored it: its values compare with those of the same model only. The same texts get the same value whatever is
// beside them.
//
// It refuses a model that cannot do what a scorer needs, before anything is scored.
package semantic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assayhq/assay/encode"
	"github.com/assayhq/assay/encode/bertscore"
	"github.com/assayhq/assay/internal/microbatch"
	"github.com/assayhq/assay/score"
)

// Options say which model scores, and how.
type Options struct {
	Model    *encode.Model
	Name     string // of the model, for records and for the table of layers
	Layer    *int   // of which BERTScore takes the states of tokens; nil is the published one
	Baseline *bertscore.Baseline
	Golds    []string // weigh tokens by how rare they are among these; nil weighs all alike
}

// Row is a family of scorers that one model computes together.
type Row struct {
	Name    string   // under which a model is named
	Scorers []string // of score's table
	Doc     string   // what it needs of a model

	open func(*Options) (*family, error)
}

// rows are all families.
var rows = []Row{
	{"bertscore", []string{"bertscore", "bertscore-p", "bertscore-r"}, "an encoder, and its layer if it is none of " +
		"those that were chosen for it", openBERTScore},
	{"cosine", []string{"cosine"}, "an encoder that makes sentence vectors", openCosine},
	{"bleurt", []string{"bleurt"}, "an encoder with one number for a pair", openBLEURT},
}

// RowOf is the family of a scorer, or nil.
func RowOf(scorer string) *Row {
	for i := range rows {
		if slices.Contains(rows[i].Scorers, scorer) {
			return &rows[i]
		}
	}
	return nil
}

// pair is what is compared.
type pair struct{ gold, answer string }

// judged is the result of a model for a pair: a value for each scorer of the family, or why there is none.
type judged struct {
	values []float64
	why    string
	cut    bool // a text was longer than the model reads
}

// family is a row with a model.
type family struct {
	signature string // of the model, for records
	judge     func(context.Context, []pair) ([]judged, error)
}

// Scorer is a family that is ready to score.
type Scorer struct {
	Names     []string // of the scores that it makes, in this order
	Signature string   // the model with its hash, and what else values depend on

	rows   []*score.Scorer
	places []int // of the names among the family's values
	ask    *microbatch.Gatherer[pair, judged]
}

// mostPairs is how many pairs are encoded at once.
const mostPairs = 512

// Open makes a scorer for some of a family's names.
func Open(names []string, o Options) (*Scorer, error) {
	if len(names) == 0 {
		return nil, errors.New("no scorer is named")
	}
	row := RowOf(names[0])
	if row == nil {
		return nil, fmt.Errorf("scorer %q needs no model", names[0])
	}
	s := &Scorer{Names: names}
	for _, name := range names {
		at := slices.Index(row.Scorers, name)
		known, err := score.Find(name)
		if at < 0 || err != nil {
			return nil, fmt.Errorf("scorer %q is none of %s", name, row.Name)
		}
		s.places, s.rows = append(s.places, at), append(s.rows, known)
	}
	f, err := row.open(&o)
	if err != nil {
		return nil, fmt.Errorf("scorer %s: it needs %s: %w", row.Name, row.Doc, err)
	}
	s.Signature, s.ask = f.signature, microbatch.New(f.judge, mostPairs)
	return s, nil
}

// Measures are those of the scores, in the order of Names.
func (s *Scorer) Measures() []score.Measure {
	all := make([]score.Measure, len(s.rows))
	for i, row := range s.rows {
		all[i] = row.Measure()
	}
	return all
}

// Score scores an input under each name. A failure of the model is an error of this input.
func (s *Scorer) Score(ctx context.Context, in *score.Input) ([]score.Score, error) {
	scores := make([]score.Score, len(s.rows))
	none := false
	for i, row := range s.rows {
		scores[i] = row.Score(in) // reports what is missing, if it is not the model
		none = none || scores[i].Outcome != score.NoModel
	}
	if none {
		return scores, nil
	}
	pairs := make([]pair, len(in.Gold))
	for i, gold := range in.Gold {
		pairs[i] = pair{gold, in.Answer}
	}
	results, err := s.ask.Ask(ctx, pairs)
	if err != nil {
		return nil, err
	}
	for i, row := range s.rows {
		scores[i] = s.best(row.Name, s.places[i], in.Gold, results)
	}
	return scores, nil
}

// best is the highest value over the golds: for each name by itself, as in the published implementation.
func (s *Scorer) best(name string, place int, golds []string, results []judged) score.Score {
	at := -1
	for i := range results {
		if results[i].why == "" && (at < 0 || results[i].values[place] > results[at].values[place]) {
			at = i
		}
	}
	if at < 0 {
		return score.Not(name, score.Skipped, results[0].why)
	}
	out := score.Of(name, results[at].values[place])
	out.Expected = score.Shown(golds[at])
	out.Explanation = s.Signature
	if results[at].cut {
		out.Explanation += "; a text was cut, as it is longer than the model reads"
	}
	return out
}
