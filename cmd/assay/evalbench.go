package main

import (
	"context"
	"errors"
	"os"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
)

// evalBench is what runs over a data set work with.
type evalBench struct {
	ledger   *ledger.Ledger
	replayed *ledger.Info // whose calls answer; nil is none
	clients  *clients
	models   *models
}

// openBench opens the ledger and what is asked.
func (f *evalFlags) openBench(cfg *config.Config) (_ *evalBench, err error) {
	b := &evalBench{models: &models{cfg: cfg}}
	if b.ledger, err = createLedger(); err != nil {
		return nil, err
	}
	if f.replay != "" {
		b.replayed, err = b.ledger.Run(f.replay)
	}
	if err == nil {
		b.clients, err = newClients(cfg, b.ledger, f, b.replayed)
	}
	if err != nil {
		return nil, errors.Join(err, b.ledger.Close())
	}
	return b, nil
}

func (b *evalBench) close(ctx context.Context) error {
	return errors.Join(b.models.close(), b.clients.close(ctx), b.ledger.Close())
}

// plan is a run over a data set, but for its cases and its system.
func (b *evalBench) plan(f *evalFlags, suite string, set *dataset.Set, scorers []run.Scorer, settings map[string]string) run.Plan {
	p := run.Plan{Header: f.header(suite, os.Args[1:]), Scorers: scorers, Concurrency: f.concurrency, Again: f.retry, Anew: !f.resume, Fresh: f.fresh,
		Cost: b.models.cfg.Catalog.Cost, AtMost: b.clients.budget.Estimate}
	p.Header.Settings = settings
	p.Header.Data = []ledger.Source{{Path: set.Path, Format: set.Format, SHA256: set.SHA256, Records: set.Len}}
	p.Header.Scorers, p.Header.Prices = names(scorers), b.models.cfg.Catalog.Version()
	if b.replayed != nil {
		p.Header.Replays = b.replayed.Identity()
	}
	return p
}
