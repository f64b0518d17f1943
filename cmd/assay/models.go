package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/report"
)

func modelsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "models",
		Short: "List models with prices, limits and ends, check those that are configured, fetch encoders",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(modelsLsCommand(), modelsCheckCommand(), modelsPullCommand(), modelsVerifyCommand(), modelsRmCommand())
	return c
}

// listing is what `assay models ls --json` prints of a model. Prices are in USD per million tokens, of a
// short prompt in the standard tier today; what is not known is absent.
type listing struct {
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

// lsFilter is what `assay models ls` shows.
type lsFilter struct {
	provider, kind string
	all            bool
}

func modelsLsCommand() *cobra.Command {
	var asJSON, providers, local bool
	var f lsFilter
	c := &cobra.Command{
		Use:   "ls",
		Short: "List the models that are known, with what they cost and when they end",
		Long: `List the encoders on this machine, which 'assay models pull' fetches, then the models of the tables that are
built in, those of assay.yaml first.

Prices are USD per million tokens of a short prompt in the standard tier today; an empty field is not
known. The tables are dated: 'assay models check' asks the providers themselves.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := config.Open(".")
			if err != nil {
				return err
			}
			switch {
			case providers:
				return listProviders(c.OutOrStdout(), cfg, asJSON)
			case local:
				return listLocal(c, cfg, asJSON)
			}
			rows := f.rows(cfg, time.Now())
			if len(rows) == 0 {
				return fmt.Errorf("no model is both of provider %q and of kind %q; 'assay models ls --all' lists everything", f.provider, f.kind)
			}
			var here []localModel
			var problems error
			if f.wants("", "") {
				here, problems = localModels(cfg)
			}
			return errors.Join(printModels(c, cfg, here, rows, asJSON), problems)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	c.Flags().BoolVar(&local, "local", false, "list only the encoders on this machine")
	c.Flags().BoolVar(&providers, "providers", false, "list the providers instead, with the variables of their keys")
	c.Flags().StringVar(&f.provider, "provider", "", "only models of this provider")
	c.Flags().StringVar(&f.kind, "kind", "", "only chat, embedding or rerank")
	c.Flags().BoolVar(&f.all, "all", false, "also models that are gone")
	c.MarkFlagsMutuallyExclusive("local", "providers")
	return c
}

// printModels prints those on this machine, if there are any, and those of the tables.
func printModels(c *cobra.Command, cfg *config.Config, here []localModel, rows []listing, asJSON bool) error {
	out := c.OutOrStdout()
	if asJSON {
		return errors.Join(eachJSON(out, here), eachJSON(out, rows))
	}
	if len(here) > 0 {
		if err := localTable(out, here); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	if err := modelsTable(out, rows); err != nil {
		return err
	}
	fmt.Fprintln(c.ErrOrStderr(), "tables:", cfg.Catalog.Version())
	return nil
}

// rows are the models of the workspace, then those of the tables.
func (f *lsFilter) rows(cfg *config.Config, now time.Time) []listing {
	var rows []listing
	for _, n := range cfg.All() {
		var row listing
		protocol := cfg.Protocol(n.Provider)
		if m, ok := cfg.Catalog.Resolve(protocol, n.ID); ok {
			row = describeListing(cfg.Catalog.Listing(m, now))
		}
		status := cfg.Catalog.Status(protocol, n.ID, now)
		row.Name, row.Model, row.State, row.Life = n.Name, n.Provider+"/"+n.ID, status.State.String(), status.String()
		if f.wants(n.Provider, row.Kind) {
			rows = append(rows, row)
		}
	}
	for l := range cfg.Catalog.All(now) {
		if row := describeListing(l); f.wants(flagName(l.Model.Provider), row.Kind) && (f.all || l.Status.State != catalog.Gone) {
			rows = append(rows, row)
		}
	}
	return rows
}

func (f *lsFilter) wants(provider, kind string) bool {
	return (f.provider == "" || f.provider == provider) && (f.kind == "" || f.kind == kind)
}

func describeListing(l catalog.Listing) listing {
	m := l.Model
	row := listing{Model: flagName(m.Provider) + "/" + m.ID, Kind: m.Kind.String(), Input: m.MaxInput, Output: m.MaxOutput,
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

func modelsTable(out io.Writer, rows []listing) error {
	t := report.NewTable("model", "kind", "input", "USD in", "cached", "out", "temperature", "JSON", "life")
	for i := range rows {
		r := &rows[i]
		name := r.Model
		if r.Name != "" {
			name = r.Name + " = " + r.Model
		}
		t.Add(name, r.Kind, tokens(r.Input), r.priceIn(), dollars(r.CachedUSD),
			dollars(r.OutputUSD), r.Temperature, r.Schema, r.Life)
	}
	return t.Print(out)
}

// priceIn is what the input costs; of a reranker that is billed by the search, what a thousand cost.
func (r *listing) priceIn() string {
	if r.SearchUSD != nil {
		return dollars(r.SearchUSD) + " a 1000"
	}
	return dollars(r.InputUSD)
}

// tokens is a count as people say it: 1.05M, 200K.
func tokens(n int) string {
	switch {
	case n == 0:
		return ""
	case n >= 1_000_000:
		return strconv.FormatFloat(float64(n)/1e6, 'g', 3, 64) + "M"
	case n < 1000:
		return strconv.Itoa(n)
	}
	return strconv.Itoa(n/1000) + "K"
}

func dollars(u *float64) string {
	if u == nil {
		return ""
	}
	return strconv.FormatFloat(*u, 'f', -1, 64)
}

func eachJSON[T any](out io.Writer, rows []T) error {
	enc := json.NewEncoder(out)
	for i := range rows {
		if err := enc.Encode(&rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// providerListing is what `assay models ls --providers --json` prints.
type providerListing struct {
	Provider string `json:"provider"`
	KeyEnv   string `json:"key_env,omitempty"`
	KeySet   string `json:"key_set_in,omitempty"`
	BaseURL  string `json:"base_url,omitempty"`
	BaseEnv  string `json:"base_url_env,omitempty"`
	Doc      string `json:"doc"`
}

func listProviders(out io.Writer, cfg *config.Config, asJSON bool) error {
	var rows []providerListing
	for i := range provider.Rows {
		r := &provider.Rows[i]
		row := providerListing{r.Name, r.KeyVar, "", r.BaseURL, r.BaseVar, r.Doc}
		for _, name := range r.KeyVars() {
			if where := cfg.KeyPlace(name); where != "" {
				row.KeyEnv, row.KeySet = name, where
				break
			}
		}
		rows = append(rows, row)
	}
	if asJSON {
		return eachJSON(out, rows)
	}
	for _, r := range rows {
		key := "no key"
		switch {
		case r.KeySet != "":
			key = r.KeyEnv + ", set in " + r.KeySet
		case r.KeyEnv != "":
			key = r.KeyEnv
		}
		fmt.Fprintf(out, "%-12s %s\n%s\n", r.Provider, key, indented(r.Doc, 13, 100))
	}
	return nil
}

// indented breaks a text into lines of a width behind a margin.
func indented(text string, margin, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		if column == 0 || column+1+len(word) > width {
			if column > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(strings.Repeat(" ", margin-1))
			column = margin - 1
		}
		b.WriteString(" " + word)
		column += 1 + len(word)
	}
	return b.String()
}
