package workspace

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/assayhq/assay/encode/hub"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
)

// KnownModel is a model of the tables or of assay.yaml. Prices are in USD per million tokens, of a
// short prompt in the standard tier today; what is not known is absent.
type KnownModel struct {
	Model       string   `json:"model"`
	Name        string   `json:"name,omitempty"` // in assay.yaml
	Kind        string   `json:"kind,omitempty"`
	Input       int      `json:"max_input_tokens,omitempty"`
	Output      int      `json:"max_output_tokens,omitempty"`
	InputUSD    *float64 `json:"usd_per_million_input,omitempty"`
	CachedUSD   *float64 `json:"usd_per_million_cached,omitempty"`
	OutputUSD   *float64 `json:"usd_per_million_output,omitempty"`
	SearchUSD   *float64 `json:"usd_per_thousand_searches,omitempty"`
	Temperature string   `json:"temperature,omitempty"`
	Schema      string   `json:"json_schema,omitempty"`
	Dimensions  int      `json:"dimensions,omitempty"`
	State       string   `json:"state"`
	Life        string   `json:"life"`
}

// ModelFilter chooses among models.
type ModelFilter struct {
	Provider, Kind string // empty is any
	All            bool   // also models that are gone
}

// KnownModels are the models of assay.yaml, then those of the tables, whose version it returns.
func (w *Workspace) KnownModels(f ModelFilter) (rows []KnownModel, tables string, err error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, "", err
	}
	now := time.Now()
	for _, n := range cfg.All() {
		var row KnownModel
		protocol := cfg.Protocol(n.Provider)
		if m, ok := cfg.Catalog.Resolve(protocol, n.ID); ok {
			row = describeListing(cfg.Catalog.Listing(m, now))
		}
		status := cfg.Catalog.Status(protocol, n.ID, now)
		row.Name, row.Model = n.Name, n.Provider+"/"+n.ID
		row.State, row.Life = status.State.String(), status.String()
		if f.Takes(n.Provider, row.Kind) {
			rows = append(rows, row)
		}
	}
	for l := range cfg.Catalog.All(now) {
		if row := describeListing(l); f.Takes(flagName(l.Model.Provider), row.Kind) && (f.All || l.Status.State != catalog.Gone) {
			rows = append(rows, row)
		}
	}
	return rows, cfg.Catalog.Version(), nil
}

// Takes reports whether the filter takes a model of a provider and kind.
func (f *ModelFilter) Takes(provider, kind string) bool {
	return (f.Provider == "" || f.Provider == provider) && (f.Kind == "" || f.Kind == kind)
}

func describeListing(l catalog.Listing) KnownModel {
	m := l.Model
	row := KnownModel{Model: flagName(m.Provider) + "/" + m.ID, Kind: m.Kind.String(), Input: m.MaxInput, Output: m.MaxOutput,
		Dimensions: m.Dimensions, State: l.Status.State.String(), Life: l.Status.String()}
	if row.Input == 0 {
		row.Input = max(m.Window, m.TokensPerText)
	}
	if m.Kind == catalog.Chat {
		row.Temperature, row.Schema = m.Temperature.String(), m.Schema.String()
	}
	if l.Priced {
		row.InputUSD, row.CachedUSD, row.OutputUSD = known(l.Rates.Input), known(l.Rates.Cached), known(l.Rates.Output)
	}
	if l.Priced && m.Kind == catalog.Reranker && l.Rates.Search > 0 {
		search := l.Rates.Search.Float64() * 1000
		row.SearchUSD, row.InputUSD, row.OutputUSD = &search, nil, nil
	}
	return row
}

// flagName is the name under which the tables' provider is asked: a row of the provider table.
func flagName(tables string) string {
	for i := range provider.Rows {
		if name := provider.Rows[i].Name; catalog.Provider(name) == tables {
			return name
		}
	}
	return tables
}

// known is a rate per million tokens, or nothing where the table has none.
func known(rate catalog.USD) *float64 {
	u, ok := catalog.PerMillion(rate)
	if !ok {
		return nil
	}
	f := u.Float64()
	return &f
}

// KnownProvider is a provider of models, with the variables that it is set by.
type KnownProvider struct {
	Provider string `json:"provider"`
	KeyEnv   string `json:"key_env,omitempty"`
	KeySet   string `json:"key_set_in,omitempty"`
	BaseURL  string `json:"base_url,omitempty"`
	BaseEnv  string `json:"base_url_env,omitempty"`
	Doc      string `json:"doc"`
}

// KnownProviders are all providers.
func (w *Workspace) KnownProviders() ([]KnownProvider, error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	var rows []KnownProvider
	for i := range provider.Rows {
		r := &provider.Rows[i]
		row := KnownProvider{r.Name, r.KeyVar, "", r.BaseURL, r.BaseVar, r.Doc}
		for _, name := range r.KeyVars() {
			if where := cfg.KeyPlace(name); where != "" {
				row.KeyEnv, row.KeySet = name, where
				break
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// LocalModel is an encoder on this machine.
type LocalModel struct {
	Model      string    `json:"model"`
	Local      bool      `json:"local"`
	SHA        string    `json:"sha"`
	ModelType  string    `json:"model_type,omitempty"`
	Parameters int64     `json:"parameters,omitempty"`
	Bytes      int64     `json:"bytes"`
	Files      int       `json:"files"`
	License    string    `json:"license,omitempty"`
	Gated      string    `json:"gated,omitempty"`
	Revisions  []string  `json:"revisions,omitempty"` // that gave this commit
	Pulled     time.Time `json:"pulled,omitzero"`
	Dir        string    `json:"dir"`
	Cached     bool      `json:"huggingface_cache,omitempty"` // in the cache of the hub's own tools
}

// DescribeLocal describes a model of the store.
func DescribeLocal(m *hub.Model) LocalModel {
	return LocalModel{Model: m.Name, Local: true, SHA: m.SHA, ModelType: m.ModelType, Parameters: m.Parameters,
		Bytes: m.Bytes(), Files: len(m.Files),
		License: m.License, Gated: m.Gated, Revisions: slices.Sorted(maps.Keys(m.Revisions)), Pulled: m.Pulled, Dir: m.Dir, Cached: m.Cached}
}

// LicenseName is the licence, or "unknown".
func (l *LocalModel) LicenseName() string {
	if l.License == "" {
		return "unknown"
	}
	return l.License
}

// ModelStore opens the store of encoders on this machine.
func (w *Workspace) ModelStore() (*hub.Store, error) {
	cfg, err := w.Config()
	if err != nil {
		return nil, err
	}
	return hub.Open(cfg.Env)
}

// LocalModels are the encoders on this machine. With an error it returns those that can be read.
func (w *Workspace) LocalModels() ([]LocalModel, error) {
	store, err := w.ModelStore()
	if err != nil {
		return nil, err
	}
	all, problems := store.List()
	var rows []LocalModel
	for _, m := range all {
		rows = append(rows, DescribeLocal(m))
		if err := m.Intact(); err != nil {
			problems = append(problems, err)
		}
	}
	return rows, errors.Join(problems...)
}
