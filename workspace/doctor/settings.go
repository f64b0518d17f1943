package doctor

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
func checkSettings(_ context.Context, x *examination) []Result {
	cfg, err := x.work.Config()
	if err != nil {
		var all []Result
		for _, line := range strings.Split(err.Error(), "\n") {
			all = append(all, Result{}.set(Problem, line, ""))
		}
		return all
	}
	x.config = cfg
	detail := fmt.Sprintf("no %s: providers work under their own names", config.FileName)
	if cfg.Path != "" {
		detail = fmt.Sprintf("%s names %d models and %d providers", cfg.Path, len(cfg.All()), len(cfg.ProviderNames()))
	}
	settings := Result{}.set(OK, detail, "")
	if cfg.Path == "" {
		settings.Next = "assay init"
	}
	tables := Result{Check: "tables"}.set(OK, "prices and ends of models: "+cfg.Catalog.Version(), "")
	if days := int(time.Since(cfg.Catalog.Date().Time()).Hours() / 24); days > staleDays {
		tables = tables.set(Note, fmt.Sprintf("prices and ends of models are %d days old: %s", days, cfg.Catalog.Version()),
			"a newer release, or catalog: FILE in "+config.FileName)
	}
	return []Result{settings, tables}
}

// checkProviders asks every provider that could be asked whether it knows the key, all at once.
func checkProviders(ctx context.Context, x *examination) []Result {
	if x.config == nil {
		return nil
	}
	names := x.config.SetProviders()
	if len(names) == 0 {
		return []Result{Result{}.set(Note, "no key is set: what needs none still works: bedrock with AWS's own "+
			"credentials, servers of one's own, all that asks no model", "assay models ls --providers")}
	}
	results := make([]Result, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() { results[i] = checkProvider(ctx, x, name) })
	}
	wait.Wait()
	return results
}

func checkProvider(ctx context.Context, x *examination, name string) Result {
	f := Result{Check: name}
	conn, err := x.config.Connect(name)
	if err != nil {
		return f.failed(err)
	}
	if conn.Withheld != nil {
		return f.failed(conn.Withheld)
	}
	key, missing := keyState(x.config, conn)
	if missing {
		return f.set(Problem, key, "set it in the environment or in .env")
	}
	if x.Offline || conn.Wire.Models == nil {
		return f.set(OK, key+"; not asked", "")
	}
	k := modelCheck{cfg: x.config, now: time.Now(), lists: map[string]*providerList{}}
	f = k.provider(ctx, name)
	f.Detail = key + "; " + f.Detail
	return f
}

// keyState says where the key of a provider is set, or what is used instead; missing reports that the provider
// cannot be called without it.
func keyState(cfg *config.Config, conn *provider.Connection) (state string, missing bool) {
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
func checkModels(_ context.Context, x *examination) []Result {
	if x.config == nil {
		return nil
	}
	var results []Result
	for _, n := range x.config.All() {
		status := x.config.Catalog.Status(x.config.Protocol(n.Provider), n.ID, time.Now())
		f := Result{Check: n.Name}.set(OK, n.Provider+"/"+n.ID+": "+status.String(), "")
		switch status.State {
		case catalog.Gone:
			f.State = Problem
		case catalog.Ending, catalog.Rerouted:
			f.State = Note
		}
		if f.State != OK && len(status.Replacement) > 0 {
			f.Next = "assay models check " + n.Provider + "/" + status.Replacement[0]
		}
		results = append(results, f)
	}
	for _, n := range x.config.Encoders() {
		results = append(results, checkEncoder(x.config, n))
	}
	return results
}

// checkTelemetry reads the variables of OpenTelemetry, from the environment or .env.
func checkTelemetry(ctx context.Context, x *examination) Result {
	env := os.Getenv
	if x.config != nil {
		env = x.config.Env
	}
	t, err := trace.Open(env, x.Version)
	switch {
	case err != nil:
		return Result{}.failed(err)
	case t == nil:
		return Result{}.set(OK, "off: OTEL_EXPORTER_OTLP_ENDPOINT is not set", "")
	}
	t.Close(ctx)
	return Result{}.set(OK, "spans go to "+t.Endpoint(), "")
}
