package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
)

// Evaluation is the environment of suites in a workspace. It is closed after its last run.
type Evaluation struct {
	suite.Environment
	models   *models
	encoders *encoders
}

// OpenEvaluation opens what suites need: the ledger if there is one, and models with one budget and one record of
// their calls.
func (w *Workspace) OpenEvaluation(s suite.Settings, enc EncoderOptions) (_ *Evaluation, err error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	dir, err := w.own()
	if err != nil {
		return nil, err
	}
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	l, err := w.WritableLedger()
	if err != nil && (s.ReplayRun != "" || !errors.Is(err, ledger.ErrNone)) {
		return nil, err
	}
	defer func() {
		if err != nil && l != nil {
			err = errors.Join(err, l.Close())
		}
	}()
	var replayed *ledger.Info
	if s.ReplayRun != "" {
		if replayed, err = l.Run(s.ReplayRun); err != nil {
			return nil, err
		}
	}
	m, err := w.newModels(cfg, l, &s, replayed)
	if err != nil {
		return nil, err
	}
	e := &Evaluation{models: m, encoders: &encoders{cfg: cfg}}
	e.Environment = suite.Environment{
		Settings: s,
		Ledger:   l,
		CreateLedger: func() (*ledger.Ledger, error) {
			l, err := w.createLedger()
			m.calls.Ledger = l
			return l, err
		},
		Dir:      dir,
		Header:   ledger.Header{Arguments: w.opts.Arguments, Tool: w.tool(), Prices: cfg.Catalog.Version()},
		Note:     w.opts.Note,
		Variable: cfg.Env,
		Replay:   replayed,
		Cost:     cfg.Catalog.Cost,
		Served:   m.substitutions,
		Model:    m.open,
		Embedder: w.Embedder,
		Search:   w.searched,
		Anchors: func(ctx context.Context, path string, phase int) error {
			drawn, err := w.DrawAnchors(ctx, AnchorOptions{Path: path, Phase: phase, Seed: 1})
			if err == nil {
				w.opts.Note(fmt.Sprintf("%d anchors in %s", len(drawn.Set.Anchors), path))
			}
			return err
		},
	}
	e.Encoders = func(
		scorers []run.Scorer, cases iter.Seq2[*system.Case, error], settings map[string]string,
	) ([]run.Scorer, error) {
		return e.encoders.bind(scorers, &enc, cases, settings)
	}
	e.Ahead, e.AtMost = m.ahead()
	if replayed != nil {
		e.Header.Replays = replayed.Identity()
	}
	return e, nil
}

// Close ends the evaluation. Everything of its runs is stored already.
func (e *Evaluation) Close(ctx context.Context) error {
	err := errors.Join(e.encoders.close(), e.models.close(ctx))
	if e.Ledger != nil {
		err = errors.Join(err, e.Ledger.Close())
	}
	return err
}

// Observer is told how an evaluation goes, one run after the other. Functions may be nil.
type Observer struct {
	Begin    func(j *suite.Job, of int)
	Progress func(run.Progress)        // of the run that began last
	Estimate func(*run.Estimate) error // in place of End where the settings ask for a dry run
	End      func(j *suite.Job, r *run.Result, note string) error
}

// Run carries out the runs that the options of a suite ask for, or estimates them where the settings ask for a dry run:
// one after the other, and all at once where calls are sent as batches, which take as long as the slowest of them.
func (e *Evaluation) Run(ctx context.Context, o suite.Options, arguments []string, w Observer) (err error) {
	jobs, err := o.Jobs(ctx, &e.Environment, arguments)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, suite.CloseAll(jobs)) }()
	if e.Batch && !e.DryRun {
		return e.runAtOnce(ctx, jobs, &w)
	}
	for _, j := range jobs {
		w.begin(j, len(jobs))
		if e.DryRun {
			err = e.estimate(ctx, j, &w)
		} else {
			j.Plan.Watch = w.Progress
			r, note, failed := j.Execute(ctx, &e.Environment)
			err = w.end(j, r, note, failed)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runAtOnce begins each job when the calls of the one before are submitted, and passes on what becomes of them in order.
func (e *Evaluation) runAtOnce(ctx context.Context, jobs []*suite.Job, w *Observer) (err error) {
	if e.Ledger == nil {
		if e.Ledger, err = e.CreateLedger(); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	var current atomic.Int64 // the job whose progress is passed on
	current.Store(-1)
	all := make([]executed, len(jobs))
	for i, j := range jobs {
		x := &all[i]
		x.done = make(chan struct{})
		j.Plan.Watch = func(p run.Progress) {
			if current.Load() == int64(i) && w.Progress != nil {
				w.Progress(p)
			}
		}
		running.Go(func() {
			defer close(x.done)
			x.result, x.note, x.err = j.Execute(ctx, &e.Environment)
		})
		select {
		case <-e.models.batches.submitted:
		case <-x.done:
		}
	}
	for i, j := range jobs {
		x := &all[i]
		w.begin(j, len(jobs))
		current.Store(int64(i))
		<-x.done
		if x.result != nil && w.Progress != nil {
			w.Progress(x.result.Progress)
		}
		if err := w.end(j, x.result, x.note, x.err); err != nil {
			return err
		}
	}
	return nil
}

// executed is what became of a job.
type executed struct {
	done   chan struct{}
	result *run.Result
	note   string
	err    error
}

func (w *Observer) begin(j *suite.Job, of int) {
	if w.Begin != nil {
		w.Begin(j, of)
	}
}

func (w *Observer) end(j *suite.Job, r *run.Result, note string, err error) error {
	if err != nil || w.End == nil {
		return err
	}
	return w.End(j, r, note)
}

func (e *Evaluation) estimate(ctx context.Context, j *suite.Job, w *Observer) error {
	estimate, err := e.Estimate(ctx, &j.Plan)
	if err != nil || w.Estimate == nil {
		return err
	}
	return w.Estimate(estimate)
}

// Estimate is what a plan would ask and cost, given what is stored already.
func (e *Evaluation) Estimate(ctx context.Context, p *run.Plan) (*run.Estimate, error) {
	return p.Estimate(ctx, func(k call.Key) bool {
		stored, err := e.models.calls.Load(k)
		return err == nil && slices.ContainsFunc(stored, func(e *wrap.Entry) bool { return e.Failure == nil })
	})
}

// searched opens a search for a suite.
func (w *Workspace) searched(o suite.Searching) (*suite.Searched, error) {
	s, err := w.OpenSearch(SearchOptions{Index: o.Index, Engine: o.Engine, Mode: o.Mode, Filter: o.Filter})
	if err != nil {
		return nil, err
	}
	found := &suite.Searched{
		Name: cmp.Or(o.Engine, cmp.Or(o.Index, DefaultIndex)), Index: s.Index, Searcher: s.searcher, Mode: s.Mode,
		MaxK: s.MaxK(), Filter: s.Filter, Embedder: s.Embedder, Settings: map[string]string{},
		Check: s.Check, Close: s.Close,
	}
	s.DescribeEngine(found.Settings)
	texts := &corpusTexts{work: w}
	found.Texts, found.Sentences = texts.of, texts.document
	found.Close = func() error { return errors.Join(texts.close(), s.Close()) }
	if o.Rerank == "" {
		return found, nil
	}
	reranker, err := w.Reranker(o.Rerank)
	if err != nil {
		return nil, errors.Join(err, found.Close())
	}
	found.Rerank = func(ctx context.Context, query string, hits []index.Hit, k int) ([]index.Hit, error) {
		ids := make([]string, len(hits))
		for i := range hits {
			ids[i] = hits[i].ID
		}
		of, err := texts.byID(ids)
		if err != nil {
			return nil, err
		}
		best, _, err := reranker.Rerank(ctx, query, hits, of, k)
		return best, err
	}
	found.Close = func() error { return errors.Join(texts.close(), s.Close(), reranker.Close()) }
	return found, nil
}

// corpusTexts reads sentences with their neighbours, from a corpus that is opened at the first of them.
type corpusTexts struct {
	work   *Workspace
	mu     sync.Mutex
	corpus *store.Corpus
}

func (t *corpusTexts) of(id string, neighbors int) (text, section string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.open(); err != nil {
		return "", "", err
	}
	before, s, after, err := t.corpus.Sentence(id, neighbors)
	if err != nil {
		return "", "", err
	}
	var all []string
	for i := range before {
		all = append(all, before[i].Text)
	}
	all = append(all, s.Text)
	for i := range after {
		all = append(all, after[i].Text)
	}
	return strings.Join(all, "\n"), s.Section, nil
}

// document are the sentences of a document.
func (t *corpusTexts) document(id string) iter.Seq2[store.Sentence, error] {
	return func(yield func(store.Sentence, error) bool) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if err := t.open(); err != nil {
			yield(store.Sentence{}, err)
			return
		}
		t.corpus.Sentences(store.Query{Documents: []string{id}})(yield)
	}
}

// byID are the texts of sentences, those that the corpus has; none where there is no corpus.
func (t *corpusTexts) byID(ids []string) (map[string]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.open(); errors.Is(err, store.ErrNone) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return textsOf(t.corpus, ids)
}

func (t *corpusTexts) open() (err error) {
	if t.corpus == nil {
		t.corpus, err = t.work.Corpus()
	}
	return err
}

func (t *corpusTexts) close() error {
	if t.corpus == nil {
		return nil
	}
	return t.corpus.Close()
}
