package suite

import (
	"context"
	"iter"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/system"
)

// Settings are what every suite can be told about its runs.
type Settings struct {
	Limit         int // cases, in the order of the data; 0 takes all
	Sample        int // cases, drawn by Seed; 0 takes all
	Seed          uint64
	Repeats       int
	Concurrency   int      // cases at once; 0 is the suite's default
	RetryOutcomes []string // of earlier attempts, tried again
	RetrySet      bool     // RetryOutcomes were chosen, and no suite may choose others
	NewRun        bool     // begin a new run though one of the same plan is not complete
	IgnoreCache   bool     // take over nothing of earlier runs
	DryRun        bool
	JSON          bool // output is JSON: notes must not be printed between
}

// Environment is what a suite works with. Functions that a suite does not need may be nil.
type Environment struct {
	Settings
	Ledger   *ledger.Ledger
	Dir      string        // where suites keep files, such as .assay
	Header   ledger.Header // what the headers of all runs of this command begin with
	Note     func(text string)
	Variable func(name string) string // of the process or .env
	Replay   *ledger.Info             // the run whose calls answer; nil is none

	Cost   func(catalog.Sale) catalog.Cost
	AtMost func(*call.Call) catalog.Cost
	Served func() []string // what a reader has to know of the models that answered

	Model    func(name string) (*Model, error)
	Embedder func(name string) (*Embedder, error)
	Search   func(Searching) (*Searched, error)
	Anchors  func(ctx context.Context, path string, phase int) error // draws anchors into a file

	// Encoders gives scorers that need an encoder theirs, and says in the settings of a run which.
	Encoders func(scorers []run.Scorer, cases iter.Seq2[*system.Case, error], settings map[string]string) ([]run.Scorer, error)
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

// Embedder turns texts into vectors; a text that nothing can be said of gets nil.
type Embedder struct {
	Name, Hash string
	Embed      func(ctx context.Context, texts []string, purpose model.Purpose) ([][]float32, error)
	Close      func() error
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
	MaxHits  int // that the engine can be asked for; 0 is any number
	Filter   *index.Filter
	Embedder *Embedder         // of queries; nil in mode bm25
	Settings map[string]string // of the engine, for the header of a run

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
	h.Suite, h.Repeats, h.Sample, h.Limit, h.Seed = suite, e.Repeats, e.Sample, e.Limit, e.Seed
	return run.Plan{Header: h, Concurrency: e.Concurrency, Again: e.RetryOutcomes, Anew: e.NewRun, Fresh: e.IgnoreCache,
		Cost: e.Cost, AtMost: e.AtMost}
}

// Choose takes the cases that the settings ask for.
func (e *Environment) Choose(cases iter.Seq2[*system.Case, error]) iter.Seq2[*system.Case, error] {
	return run.First(run.Sample(cases, e.Sample, e.Seed), e.Limit)
}
