package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/call/trace"
	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

// staleDays is the age at which the tables of prices and ends deserve a word.
const staleDays = 120

// checkSettings reads assay.yaml and .env, and says how old the tables of models are.
func checkSettings(_ context.Context, p *patient) []finding {
	cfg, err := config.Open(".")
	if err != nil {
		var all []finding
		for _, line := range strings.Split(err.Error(), "\n") {
			all = append(all, finding{}.set(stateProblem, line, ""))
		}
		return all
	}
	p.config = cfg
	detail := fmt.Sprintf("no %s: providers work under their own names", config.FileName)
	if cfg.Path != "" {
		detail = fmt.Sprintf("%s names %d models and %d providers", cfg.Path, len(cfg.All()), len(cfg.ProviderNames()))
	}
	settings := finding{}.set(stateOK, detail, "")
	if cfg.Path == "" {
		settings.Next = "assay init"
	}
	tables := finding{Check: "tables"}.set(stateOK, "prices and ends of models: "+cfg.Catalog.Version(), "")
	if days := int(time.Since(cfg.Catalog.Date().Time()).Hours() / 24); days > staleDays {
		tables = tables.set(stateNote, fmt.Sprintf("prices and ends of models are %d days old: %s", days, cfg.Catalog.Version()), "a newer release, or catalog: FILE in "+config.FileName)
	}
	return []finding{settings, tables}
}

// checkProviders asks every provider that could be asked whether it knows the key, all at once.
func checkProviders(ctx context.Context, p *patient) []finding {
	if p.config == nil {
		return nil
	}
	names := p.config.SetProviders()
	if len(names) == 0 {
		return []finding{finding{}.set(stateNote, "no key is set: what needs none still works: bedrock with AWS's own credentials, servers of one's own, all that asks no model", "assay models ls --providers")}
	}
	findings := make([]finding, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() { findings[i] = checkProvider(ctx, p, name) })
	}
	wait.Wait()
	return findings
}

func checkProvider(ctx context.Context, p *patient, name string) finding {
	f := finding{Check: name}
	conn, err := p.config.Connect(name)
	if err != nil {
		return f.failed(err)
	}
	key, missing := keyState(p.config, conn)
	if missing {
		return f.set(stateProblem, key, "set it in the environment or in .env")
	}
	if p.offline || conn.Wire.Models == nil {
		return f.set(stateOK, key+"; not asked", "")
	}
	k := modelCheck{cfg: p.config, now: time.Now(), lists: map[string]*providerList{}}
	f = k.provider(ctx, name)
	f.Detail = key + "; " + f.Detail
	return f
}

// keyState says where the key of a provider is set, or what stands in its place; missing reports that it
// cannot be called without.
func keyState(cfg *config.Config, conn *provider.Connection) (said string, missing bool) {
	place, row := cfg.KeyPlace(conn.KeyVar), conn.Row
	switch {
	case place != "":
		return conn.KeyVar + " is set in " + place, false
	case row.KeyElse != "":
		return conn.KeyVar + " is not set: the first call looks for " + row.KeyElse, false
	case row.KeyNone && conn.KeyVar != "":
		return "no key: " + conn.KeyVar + " is not set, which such a server may not need", false
	case row.KeyNone:
		return "needs no key", false
	case conn.KeyVar == row.KeyVar:
		return strings.Join(row.KeyVars(), " or ") + " is not set", true
	}
	return conn.KeyVar + " is not set", true
}

// checkModels holds the models of assay.yaml against the table of ends, without asking anybody.
func checkModels(_ context.Context, p *patient) []finding {
	if p.config == nil {
		return nil
	}
	var findings []finding
	for _, n := range p.config.All() {
		status := p.config.Catalog.Status(p.config.Protocol(n.Provider), n.ID, time.Now())
		f := finding{Check: n.Name}.set(stateOK, n.Provider+"/"+n.ID+": "+status.String(), "")
		switch status.State {
		case catalog.Gone:
			f.State = stateProblem
		case catalog.Ending, catalog.Rerouted:
			f.State = stateNote
		}
		if f.State != stateOK && len(status.Replacement) > 0 {
			f.Next = "assay models check " + n.Provider + "/" + status.Replacement[0]
		}
		findings = append(findings, f)
	}
	for _, n := range p.config.Encoders() {
		findings = append(findings, encoderFinding(p.config, n))
	}
	return findings
}

// checkTelemetry reads the variables of OpenTelemetry.
func checkTelemetry(ctx context.Context, _ *patient) []finding {
	t, err := trace.Open(os.Getenv, version)
	switch {
	case err != nil:
		return []finding{finding{}.failed(err)}
	case t == nil:
		return []finding{finding{}.set(stateOK, "off: OTEL_EXPORTER_OTLP_ENDPOINT is not set", "")}
	}
	t.Close(ctx)
	return []finding{finding{}.set(stateOK, "spans go to "+t.Endpoint(), "")}
}
