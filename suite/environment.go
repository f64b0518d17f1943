package suite

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/embed"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// Settings are the options that every suite has for its runs. The zero value takes all cases and asks each once.
type Settings struct {
	Limit         int // cases, in the order of the data; 0 takes all
	Sample        int // cases, drawn by Seed; 0 takes all
	Seed          uint64
	Repeats       int      // of each case; 0 is 1
	Concurrency   int      // cases at once; 0 is the suite's default
	RetryOutcomes []string // of earlier attempts, tried again
	RetrySet      bool     // RetryOutcomes were chosen, and no suite may choose others
	NewRun        bool     // begin a new run though one of the same plan is not complete
	IgnoreCache   bool     // take over nothing of earlier runs
	DryRun        bool
	MaxCost       float64 // in USD; 0 sets no cap
	ReplayRun     string  // the run whose recorded calls answer; empty asks
	Batch         bool    // send calls as batches of the provider, which answers within a day at half the price
	JSON          bool    // output is JSON: notes must not be printed between
}

// maxDollars is the largest cap; amounts are counted in millionths of a millionth.
const maxDollars = 1_000_000

// retriable are the outcomes that can be tried again.
var retriable = []string{string(score.Error), string(score.Refused), string(score.Truncated), string(score.Skipped)}

// Check reports all settings that are out of range or do not go together, by the names of their flags.
func (s *Settings) Check() error {
	var problems []string
	refuseIf := func(bad bool, format string, args ...any) {
		if bad {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	refuseIf(s.Limit < 0 || s.Sample < 0, "--limit and --sample are numbers of cases")
	refuseIf(s.Repeats < 0, "--repeat is at least 1")
	refuseIf(s.Concurrency < 0 || s.Concurrency > 10_000, "--concurrency is from 1 to 10000")
	refuseIf(!(s.MaxCost >= 0 && s.MaxCost <= maxDollars), "--max-cost is an amount of US dollars, up to %d", maxDollars)
	refuseIf(s.IgnoreCache && (s.ReplayRun != "" || len(s.RetryOutcomes) > 0),
		"--fresh asks everything again, and goes with neither --replay nor --retry")
	refuseIf(s.Batch && (s.IgnoreCache || s.ReplayRun != ""),
		"--batch collects what was submitted before and asks the rest: it goes with neither --fresh nor --replay")
	for _, outcome := range s.RetryOutcomes {
		refuseIf(!slices.Contains(retriable, outcome), "--retry %s: it takes %s", outcome, strings.Join(retriable, ", "))
	}
	if len(problems) == 0 {
		return nil
	}
	return usage.Wrap(errors.New(strings.Join(problems, "; ")))
}

// Environment is what a suite works with. Functions that a suite does not need may be nil.
type Environment struct {
	Settings
	Ledger   *ledger.Ledger // nil while there is none: the first run makes it
	Dir      string         // where suites keep files, such as .assay
	Header   ledger.Header  // what the headers of all runs of this command begin with
	Note     func(text string)
	Variable func(name string) string // of the process or .env
	Replay   *ledger.Info             // the run whose calls answer; nil is none

	CreateLedger func() (*ledger.Ledger, error) // needed where Ledger is nil

	Cost   func(catalog.Sale) catalog.Cost
	AtMost func(*call.Call) catalog.Cost
	Ahead  run.Ahead       // sends the calls of a run as batches; nil makes them one by one
	Served func() []string // what a reader has to know of the models that answered

	Model    func(name string) (*Model, error)
	Embedder func(name string) (*embed.Model, error)
	Search   func(Searching) (*Searched, error)
	Anchors  func(ctx context.Context, path string, phase int) error // draws anchors into a file

	// Encoders gives scorers that need an encoder theirs, and says in the settings of a run which.
	Encoders func(scorers []run.Scorer, cases iter.Seq2[*system.Case, error], settings map[string]string) ([]run.Scorer,
		error)
}

// Model is a model that can be asked.
type Model struct {
	ID         string // PROVIDER/MODEL
	Client     *model.Client
	Request    model.Request // the model and its parameters
	Address    string
	Window     int                  // tokens that it reads; 0 is unknown
	Connection *provider.Connection // for what is no question: files, vector stores
	Wrap       wrap.Options         // of calls over the connection
}

// Settings are what decides the model's answers in addition to its name, for the header of a run.
func (m *Model) Settings() map[string]string {
	all := map[string]string{"address": m.Address}
	number := func(name string, v *float64) {
		if v != nil {
			all[name] = strconv.FormatFloat(*v, 'g', -1, 64)
		}
	}
	r := &m.Request
	number("temperature", r.Temperature)
	number("top_p", r.TopP)
	if r.Seed != nil {
		all["seed"] = strconv.FormatInt(*r.Seed, 10)
	}
	if r.MaxTokens > 0 {
		all["max_tokens"] = strconv.Itoa(r.MaxTokens)
	}
	for name, v := range map[string]string{"effort": r.Effort, "tier": r.Tier} {
		if v != "" {
			all[name] = v
		}
	}
	return all
}

// Searching says what is searched, and how.
type Searching struct {
	Index  string // empty is the default one
	Engine string // that holds a copy of the index; empty searches the index
	Mode   string // dense, int8, bm25 or hybrid; empty is what the index has
	Filter string // JSON; empty lets everything through
	Rerank string // the reranker that orders hits; empty is none
}

// Searched is an index, or its copy in an engine, opened for searching.
type Searched struct {
	Name     string // of the engine, or else of the index
	Index    *embedded.Index
	Searcher index.Searcher
	Mode     embedded.Mode
	MaxK     int // that the engine can be asked for; 0 is any number
	Filter   *index.Filter
	Embedder *embed.Model      // of queries; nil in mode bm25
	Settings map[string]string // of the engine, for the header of a run

	// Sentences are those of a document as the corpus has them.
	Sentences func(document string) iter.Seq2[store.Sentence, error]
	// Texts are those of sentences, as far as the corpus has them, with so many neighbours of the same section.
	Texts func(id string, neighbors int) (text, section string, err error)
	// Rerank orders hits by their texts and keeps the best k; nil leaves them as they are.
	Rerank func(ctx context.Context, query string, hits []index.Hit, k int) ([]index.Hit, error)
	// Check reports whether the engine can be reached; nil for the index itself.
	Check func(context.Context) error
	Close func() error
}

// Plan begins the plan of a run with what the settings say.
func (e *Environment) Plan(suite string) run.Plan {
	h := e.Header
	h.Suite = suite
	h.Repeats = max(e.Repeats, 1)
	h.Sample = e.Sample
	h.Limit = e.Limit
	h.Seed = e.Seed
	return run.Plan{
		Header: h, Concurrency: e.Concurrency, RetryOutcomes: e.RetryOutcomes, NewRun: e.NewRun,
		IgnoreCache: e.IgnoreCache, Cost: e.Cost, AtMost: e.AtMost, Ahead: e.Ahead,
	}
}

// DataPlan begins the plan of a run over a data set, without its system: with the cases that the settings ask for, and
// scorers that have their encoders.
func (e *Environment) DataPlan(suite string, set *dataset.Set, scorers []run.Scorer) (run.Plan, error) {
	p := e.Plan(suite)
	p.Header.Settings = map[string]string{}
	if e.Encoders != nil {
		var err error
		if scorers, err = e.Encoders(scorers, set.Cases(), p.Header.Settings); err != nil {
			return p, err
		}
	}
	p.Scorers = scorers
	for _, s := range scorers {
		p.Header.Scorers = append(p.Header.Scorers, s.Names()...)
	}
	p.Cases = e.Choose(set.Cases())
	p.Header.Data = []ledger.Source{{Path: set.Path, Format: set.Format, SHA256: set.SHA256, Records: set.Len}}
	return p, nil
}

// Choose takes the cases that the settings ask for.
func (e *Environment) Choose(cases iter.Seq2[*system.Case, error]) iter.Seq2[*system.Case, error] {
	return run.First(run.Sample(cases, e.Sample, e.Seed), e.Limit)
}
