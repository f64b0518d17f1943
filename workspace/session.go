package workspace

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"

	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
)

// Session is what the runs of one evaluation share: the ledger, opened for appending, and the models they ask.
type Session struct {
	Ledger *ledger.Ledger
	Models *Models

	options  suite.Settings
	work     *Workspace
	encoders *encoders
	replayed *ledger.Info // whose calls answer; nil where models are asked
}

// OpenSession opens what an evaluation needs.
func (w *Workspace) OpenSession(o suite.Settings) (_ *Session, err error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	s := &Session{work: w, options: o, encoders: &encoders{cfg: cfg}}
	if s.Ledger, err = w.CreateLedger(); err != nil {
		return nil, err
	}
	if o.ReplayRun != "" {
		s.replayed, err = s.Ledger.Run(o.ReplayRun)
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
