package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/assayhq/assay/corpus/store"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
)

// Evaluation is the environment of suites in a workspace. It is closed after its last run.
type Evaluation struct {
	suite.Environment
	session *Session
}

// OpenEvaluation opens what suites need: the ledger, and models with one budget and one record of their calls.
func (w *Workspace) OpenEvaluation(s suite.Settings, enc EncoderOptions) (*Evaluation, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	session, err := w.OpenSession(s)
	if err != nil {
		return nil, err
	}
	cfg := session.encoders.cfg
	e := &Evaluation{session: session}
	e.Environment = suite.Environment{
		Settings: s,
		Ledger:   session.Ledger,
		Dir:      w.Path(),
		Header:   ledger.Header{Arguments: w.opts.Arguments, Tool: w.tool(), Prices: cfg.Catalog.Version()},
		Note:     w.opts.Note,
		Variable: cfg.Env,
		Replay:   session.replayed,
		Cost:     cfg.Catalog.Cost,
		Served:   session.Models.substitutions,
		Model:    e.model,
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
		return session.BindScorers(scorers, &enc, cases, settings)
	}
	e.Ahead, e.AtMost = session.Models.ahead()
	if e.Replay != nil {
		e.Header.Replays = e.Replay.Identity()
	}
	return e, nil
}

// Close ends the evaluation. Everything of its runs is stored already.
func (e *Evaluation) Close(ctx context.Context) error { return e.session.Close(ctx) }

// Estimate is what a plan would ask and cost, given what is stored already.
func (e *Evaluation) Estimate(ctx context.Context, p *run.Plan) (*run.Estimate, error) {
	return e.session.Estimate(ctx, p)
}

// model is a model of assay.yaml, or PROVIDER/ID, whose calls are recorded.
func (e *Evaluation) model(name string) (*suite.Model, error) {
	m, err := e.session.Model(name)
	if err != nil {
		return nil, err
	}
	cfg := e.session.encoders.cfg
	n, err := cfg.Find("models", name)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	conn, err := cfg.Connect(n.Provider)
	if err != nil {
		return nil, err
	}
	return &suite.Model{
		ID: m.ID, Client: m.Client, Request: m.Request, Address: m.Address, Window: m.Window,
		Connection: conn, Wrap: e.session.Models.Wrappers(n),
	}, nil
}

// searched opens a search for a suite.
func (w *Workspace) searched(o suite.Searching) (*suite.Searched, error) {
	s, err := w.OpenSearch(SearchOptions{Index: o.Index, Engine: o.Engine, Mode: o.Mode, Filter: o.Filter})
	if err != nil {
		return nil, err
	}
	found := &suite.Searched{
		Name: cmp.Or(o.Engine, cmp.Or(o.Index, DefaultIndex)), Index: s.Index, Searcher: s.searcher, Mode: s.Mode,
		MaxHits: s.MaxK(), Filter: s.Filter, Embedder: s.Embedder, Settings: map[string]string{},
		Check: s.Check, Close: s.Close,
	}
	s.DescribeEngine(found.Settings)
	texts := &corpusTexts{work: w}
	found.Texts = texts.of
	found.Close = func() error { return errors.Join(texts.close(), s.Close()) }
	if o.Rerank != "" {
		found.Rerank = func(ctx context.Context, query string, hits []index.Hit, k int) ([]index.Hit, error) {
			return w.rerankHits(ctx, o.Rerank, query, hits, k)
		}
	}
	return found, nil
}

// rerankHits orders hits by a reranker that is opened for them.
func (w *Workspace) rerankHits(
	ctx context.Context, name, query string, hits []index.Hit, k int,
) (_ []index.Hit, err error) {
	r, err := w.Reranker(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	ids := make([]string, len(hits))
	for i := range hits {
		ids[i] = hits[i].ID
	}
	texts, err := w.Texts(ids)
	if err != nil {
		return nil, err
	}
	best, _, err := r.Rerank(ctx, query, hits, texts, k)
	return best, err
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
	if t.corpus == nil {
		if t.corpus, err = t.work.Corpus(); err != nil {
			return "", "", err
		}
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

func (t *corpusTexts) close() error {
	if t.corpus == nil {
		return nil
	}
	return t.corpus.Close()
}
