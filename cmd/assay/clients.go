package main

import (
	"context"
	"fmt"
	"time"

	"github.com/assayhq/assay/call/trace"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/run"
)

// tryTime bounds one try of a call where assay.yaml sets no other time.
const tryTime = 5 * time.Minute

// clients are the models of a run: each behind all wrappers, with one budget, one witness and one record.
type clients struct {
	cfg       *config.Config
	calls     *run.Calls
	replay    bool
	budget    *wrap.Budget
	witness   *wrap.Witness
	telemetry *trace.Telemetry
	limits    map[string]*wrap.Limit
	window    int // calls at once that the run can make
}

// newClients prepares the models of a run. With a run to replay nothing is sent and no key is needed.
func newClients(cfg *config.Config, l *ledger.Ledger, f *evalFlags, replayed *ledger.Info) (*clients, error) {
	telemetry, err := trace.Open(cfg.Env, version)
	if err != nil {
		return nil, err
	}
	k := &clients{cfg: cfg, calls: &run.Calls{Ledger: l, Blind: f.fresh}, witness: &wrap.Witness{}, telemetry: telemetry,
		limits: map[string]*wrap.Limit{}, window: f.concurrency,
		budget: &wrap.Budget{Cap: catalog.USD(f.maxCost * 1e12), Refuse: f.maxCost > 0, Price: cfg.Catalog.Cost}}
	if replayed != nil {
		k.replay, k.calls.Before = true, replayed.Ended
	}
	return k, nil
}

// close delivers what is traced.
func (k *clients) close(ctx context.Context) error {
	if k.telemetry == nil {
		return nil
	}
	return k.telemetry.Close(context.WithoutCancel(ctx))
}

// client is the client of a model's provider, and the address that it asks.
func (k *clients) client(n config.Named) (client *model.Client, address string, err error) {
	conn, err := k.cfg.Connect(n.Provider)
	if err != nil {
		return nil, "", err
	}
	return &model.Client{Wire: conn.Wire, Sender: wrap.Stack(conn.Sender, k.options(n))}, conn.BaseURL, nil
}

// options are the wrappers around a model.
func (k *clients) options(n config.Named) wrap.Options {
	o := wrap.Options{Witness: k.witness}
	if k.telemetry != nil {
		o.Trace = func(s model.Sender) model.Sender {
			return &trace.Calls{Next: s, Tracer: k.telemetry.Tracer, Content: k.telemetry.Content}
		}
	}
	if k.replay {
		o.Replay = &wrap.Replay{Store: k.calls}
		return o
	}
	p := k.cfg.Providers[n.Provider]
	o.Cache, o.Record = &wrap.Cache{Store: k.calls, Recorded: true}, &wrap.Record{Store: k.calls}
	o.Retry, o.Budget, o.Limit, o.Try = &wrap.Retry{Tries: p.Tries}, k.budget, k.limit(n.Provider, p), tryTime
	if p.TimeoutSeconds > 0 {
		o.Try = time.Duration(p.TimeoutSeconds) * time.Second
	}
	return o
}

// limit is the limit of a provider, shared by its models. A provider without a limit of its own takes as
// many calls as the run makes at once, until it says otherwise.
func (k *clients) limit(name string, p config.Provider) *wrap.Limit {
	if k.limits[name] == nil {
		at := p.Concurrency
		if at == 0 {
			at = k.window
		}
		k.limits[name] = wrap.NewLimit(wrap.Limits{Concurrency: at, RequestsPerMinute: p.RequestsPerMinute, TokensPerMinute: p.TokensPerMinute})
	}
	return k.limits[name]
}

// served tells what a reader of the run must know about the models that answered.
func (k *clients) served() []string {
	var all []string
	for _, s := range k.witness.Report() {
		switch {
		case s.Changed:
			all = append(all, fmt.Sprintf("%s %q was answered by %q for %d calls, and by others: scores of one run rest on several models", s.Provider, s.Asked, s.Served, s.Count))
		case s.Other:
			all = append(all, fmt.Sprintf("%s %q was answered by %q (%d calls)", s.Provider, s.Asked, s.Served, s.Count))
		}
	}
	return all
}
