package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"

	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/system"
)

// Session is what the runs of one evaluation share: the ledger, opened for appending, and the models they ask.
type Session struct {
	Ledger *ledger.Ledger
	Models *Models

	options  run.Options
	work     *Workspace
	encoders *encoders
	replayed *ledger.Info // whose calls answer; nil where models are asked
}

// OpenSession opens what an evaluation needs.
func (w *Workspace) OpenSession(o run.Options) (_ *Session, err error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	s := &Session{work: w, options: o, encoders: &encoders{cfg: cfg}}
	if s.Ledger, err = w.CreateLedger(); err != nil {
		return nil, err
	}
	if o.Replay != "" {
		s.replayed, err = s.Ledger.Run(o.Replay)
	}
	if err == nil {
		s.Models, err = w.newModels(cfg, s.Ledger, &o, s.replayed)
	}
	if err != nil {
		return nil, errors.Join(err, s.Ledger.Close())
	}
	return s, nil
}

// Close ends the session. Everything of its runs is stored already.
func (s *Session) Close(ctx context.Context) error {
	return errors.Join(s.encoders.close(), s.Models.close(ctx), s.Ledger.Close())
}

// Plan is a run of a suite with the session's options, without data, cases, system and scorers.
func (s *Session) Plan(suite string) run.Plan {
	o := &s.options
	p := run.Plan{
		Header: o.Header(suite), Concurrency: o.Concurrency,
		RetryOutcomes: o.Retry, NewRun: !o.Resume, IgnoreCache: o.Fresh,
		Cost: s.encoders.cfg.Catalog.Cost,
	}
	p.Ahead, p.AtMost = s.Models.ahead()
	p.Header.Arguments, p.Header.Tool = s.work.opts.Arguments, s.work.tool()
	if s.replayed != nil {
		p.Header.Replays = s.replayed.Identity()
	}
	return p
}

// DataPlan is a run of a suite over a data set, without its system.
func (s *Session) DataPlan(suite string, set *dataset.Set, scorers []run.Scorer, settings map[string]string) run.Plan {
	p := s.Plan(suite)
	p.Scorers = scorers
	p.Cases = s.options.Cases(set.Cases())
	p.Header.Settings = settings
	p.Header.Data = []ledger.Source{{Path: set.Path, Format: set.Format, SHA256: set.SHA256, Records: set.Len}}
	p.Header.Prices = s.encoders.cfg.Catalog.Version()
	for _, scorer := range scorers {
		p.Header.Scorers = append(p.Header.Scorers, scorer.Names()...)
	}
	return p
}

// Execute carries a plan out and warns in its record where other models answered than those that were asked. With an
// error it returns what there is of the run, or nil where none began.
func (s *Session) Execute(ctx context.Context, p *run.Plan) (*run.Result, error) {
	r, err := run.Execute(ctx, s.Ledger, p)
	if r == nil {
		return nil, err
	}
	if err != nil {
		return r, fmt.Errorf("run %s: %w", r.Run.Name, err)
	}
	return r, s.Ledger.Warn(r.Run, s.Models.substitutions())
}

// Estimate is what a plan would ask and cost, given what is stored already.
func (s *Session) Estimate(ctx context.Context, p *run.Plan) (*run.Estimate, error) {
	return p.Estimate(ctx, func(k call.Key) bool {
		stored, err := s.Models.calls.Load(k)
		return err == nil && slices.ContainsFunc(stored, func(e *wrap.Entry) bool { return e.Failure == nil })
	})
}

// Model is a model of assay.yaml, or PROVIDER/ID, that asks through the session.
func (s *Session) Model(name string) (*system.Model, error) {
	cfg := s.encoders.cfg
	n, err := cfg.Find("models", name)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	client, address, err := s.Models.Client(n)
	if err != nil {
		return nil, err
	}
	m := &system.Model{ID: n.Provider + "/" + n.ID, Address: address, Client: client, Request: *cfg.Request(n)}
	if known, ok := cfg.Catalog.Resolve(cfg.Protocol(n.Provider), n.ID); ok {
		m.Window = cmp.Or(known.MaxInput, known.Window)
	}
	return m, nil
}
