package workspace

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/call/trace"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite"
)

// tryTimeout bounds one try of a call where assay.yaml sets no other time.
const tryTimeout = 5 * time.Minute

// defaultCalls is how many calls are made to a provider at once outside of runs, where assay.yaml sets no number.
const defaultCalls = 8

// models are the models that a run asks, wrapped so that they share one budget and one record of their calls.
type models struct {
	cfg         *config.Config
	calls       *run.Calls
	replay      bool
	budget      *wrap.Budget
	witness     *wrap.Witness
	telemetry   *trace.Telemetry
	limits      map[string]*wrap.Limit
	concurrency int           // calls at once that the run can make
	timeout     time.Duration // of calls to openai where assay.yaml sets none
	batches     *batches      // nil where calls are made one by one
}

// newModels prepares the models of a run. With a run to replay nothing is sent and no key is needed.
func (w *Workspace) newModels(
	cfg *config.Config, l *ledger.Ledger, o *suite.Settings, replayed *ledger.Info,
) (*models, error) {
	timeout, err := environmentTimeout(cfg)
	if err != nil {
		return nil, err
	}
	env, err := cfg.EnvFor("OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if err != nil {
		return nil, err
	}
	telemetry, err := trace.Open(env, w.opts.Version)
	if err != nil {
		return nil, err
	}
	m := &models{
		cfg:         cfg,
		calls:       &run.Calls{Ledger: l, Blind: o.IgnoreCache},
		budget:      &wrap.Budget{Cap: catalog.USD(o.MaxCost * 1e12), Refuse: o.MaxCost > 0, Price: cfg.Catalog.Cost},
		witness:     &wrap.Witness{},
		telemetry:   telemetry,
		limits:      map[string]*wrap.Limit{},
		concurrency: cmp.Or(o.Concurrency, run.DefaultConcurrency),
		timeout:     timeout,
	}
	if o.Batch {
		m.batches = &batches{
			models: m, path: w.Path, note: w.opts.Note, maxCost: m.budget.Cap, began: time.Now(), services: map[string]batch.Service{},
			submitted: make(chan struct{}, 1),
		}
	}
	if replayed != nil {
		m.replay = true
		m.calls.Before = replayed.Ended
	}
	return m, nil
}

// close delivers what is traced.
func (m *models) close(ctx context.Context) error {
	if m.telemetry == nil {
		return nil
	}
	return m.telemetry.Close(context.WithoutCancel(ctx))
}

// open is a model of assay.yaml, or PROVIDER/ID, whose calls are recorded.
func (m *models) open(name string) (*suite.Model, error) {
	n, err := m.cfg.Find("models", name)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	conn, err := m.cfg.Connect(n.Provider)
	if err != nil {
		return nil, err
	}
	wrappers := m.wrappers(n)
	sender := wrap.Stack(conn.Sender, wrappers)
	if m.batches != nil {
		if sender, err = m.batches.sender(conn); err != nil {
			return nil, err
		}
	}
	opened := &suite.Model{
		ID:         n.Provider + "/" + n.ID,
		Address:    conn.BaseURL,
		Client:     &model.Client{Wire: conn.Wire, Sender: sender},
		Request:    *m.cfg.Request(n),
		Connection: conn,
		Wrap:       wrappers,
	}
	if known, ok := m.cfg.Catalog.Resolve(m.cfg.Protocol(n.Provider), n.ID); ok {
		opened.Window = cmp.Or(known.MaxInput, known.Window)
	}
	return opened, nil
}

// wrappers are those around the calls of a model.
func (m *models) wrappers(n config.Named) wrap.Options {
	o := wrap.Options{Witness: m.witness, Trace: m.tracing()}
	if m.replay {
		o.Replay = &wrap.Replay{Store: m.calls}
		return o
	}
	p := m.cfg.Providers[n.Provider]
	o.Cache = &wrap.Cache{Store: m.calls, Recorded: true}
	o.Record = &wrap.Record{Store: m.calls}
	o.Retry = &wrap.Retry{Tries: p.Tries}
	o.Budget = m.budget
	o.Limit = m.limit(n.Provider, p)
	o.Try = tryTimeout
	switch {
	case p.TimeoutSeconds > 0:
		o.Try = time.Duration(p.TimeoutSeconds) * time.Second
	case n.Provider == "openai" && m.timeout > 0:
		o.Try = m.timeout
	}
	return o
}

// tracing makes spans of calls; nil if they are sent nowhere.
func (m *models) tracing() func(call.Sender) call.Sender {
	if m.telemetry == nil {
		return nil
	}
	return m.telemetry.Around
}

// environmentTimeout is the time that OPENAI_TIMEOUT sets, in seconds; 0 if it sets none.
func environmentTimeout(cfg *config.Config) (time.Duration, error) {
	text := strings.TrimSpace(cfg.Env("OPENAI_TIMEOUT"))
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 24*3600 {
		return 0, usage.Errorf("OPENAI_TIMEOUT is no number of seconds from 1 to 86400")
	}
	return time.Duration(n) * time.Second, nil
}

// limit is the limit of a provider, shared by its models. A provider without a limit of its own takes as many calls
// as the run makes at once, until it answers that these are too many.
func (m *models) limit(name string, p config.Provider) *wrap.Limit {
	if m.limits[name] == nil {
		m.limits[name] = newLimit(p, m.concurrency)
	}
	return m.limits[name]
}

func newLimit(p config.Provider, concurrency int) *wrap.Limit {
	if p.Concurrency > 0 {
		concurrency = p.Concurrency
	}
	return wrap.NewLimit(wrap.Limits{
		Concurrency: concurrency, RequestsPerMinute: p.RequestsPerMinute, TokensPerMinute: p.TokensPerMinute,
	})
}

// substitutions says which models answered in the place of those that were asked.
func (m *models) substitutions() []string {
	var all []string
	for _, s := range m.witness.Report() {
		switch {
		case s.Changed:
			all = append(all, fmt.Sprintf("%s %q was answered by %q for %d calls, and by others: scores of one run rest on several models",
				s.Provider, s.Asked, s.Served, s.Count))
		case s.Other:
			all = append(all, fmt.Sprintf("%s %q was answered by %q (%d calls)", s.Provider, s.Asked, s.Served, s.Count))
		}
	}
	return all
}

// unrecordedClient is a client of a provider whose replies are not kept.
func unrecordedClient(cfg *config.Config, provider string) (*model.Client, error) {
	conn, err := cfg.Connect(provider)
	if err != nil {
		return nil, err
	}
	p := cfg.Providers[provider]
	sender := wrap.Stack(conn.Sender, wrap.Options{
		Retry: &wrap.Retry{Tries: p.Tries}, Limit: newLimit(p, defaultCalls), Try: tryTimeout,
	})
	return &model.Client{Wire: conn.Wire, Sender: sender}, nil
}
