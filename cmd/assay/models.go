package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/workspace"
)

func modelsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "models",
		Short: "List models with prices, limits and ends, check those that are configured, fetch encoders",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(modelsLsCommand(), modelsCheckCommand(), modelsPullCommand(), modelsVerifyCommand(), modelsRmCommand(), modelsTrustCommand())
	return c
}

func modelsLsCommand() *cobra.Command {
	var asJSON, providers, onlyLocal bool
	var f workspace.ModelFilter
	c := &cobra.Command{
		Use:   "ls",
		Short: "List the models that are known, with what they cost and when they end",
		Long: `List the encoders on this machine, which 'assay models pull' fetches, then the models of the tables that are
built in, those of assay.yaml first.

Prices are USD per million tokens of a short prompt in the standard tier today; an empty field is not
known. The tables are dated: 'assay models check' asks the providers themselves.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case providers:
				return listProviders(c.OutOrStdout(), asJSON)
			case onlyLocal:
				return listLocal(c, asJSON)
			}
			rows, tables, err := local.KnownModels(f)
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				return fmt.Errorf("no model is both of provider %q and of kind %q; 'assay models ls --all' lists everything", f.Provider, f.Kind)
			}
			var pulled []workspace.LocalModel
			var problems error
			if f.Takes("", "") {
				pulled, problems = local.LocalModels()
			}
			return errors.Join(printModels(c, tables, pulled, rows, asJSON), problems)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	c.Flags().BoolVar(&onlyLocal, "local", false, "list only the encoders on this machine")
	c.Flags().BoolVar(&providers, "providers", false, "list the providers instead, with the variables of their keys")
	c.Flags().StringVar(&f.Provider, "provider", "", "only models of this provider")
	c.Flags().StringVar(&f.Kind, "kind", "", "only chat, embedding or rerank")
	c.Flags().BoolVar(&f.All, "all", false, "also models that are gone")
	c.MarkFlagsMutuallyExclusive("local", "providers")
	return c
}

// printModels prints those on this machine, if there are any, and those of the tables.
func printModels(c *cobra.Command, tables string, pulled []workspace.LocalModel, rows []workspace.KnownModel, asJSON bool) error {
	out := c.OutOrStdout()
	if asJSON {
		return errors.Join(eachJSON(out, pulled), eachJSON(out, rows))
	}
	if len(pulled) > 0 {
		if err := localTable(out, pulled); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	if err := modelsTable(out, rows); err != nil {
		return err
	}
	fmt.Fprintln(c.ErrOrStderr(), "tables:", tables)
	return nil
}

func modelsTable(out io.Writer, rows []workspace.KnownModel) error {
	t := report.NewTable("model", "kind", "input", "USD in", "cached", "out", "temperature", "JSON", "life")
	for i := range rows {
		r := &rows[i]
		name := r.Model
		if r.Name != "" {
			name = r.Name + " = " + r.Model
		}
		t.Add(name, r.Kind, tokens(r.Input), priceIn(r), dollars(r.CachedUSD),
			dollars(r.OutputUSD), r.Temperature, r.Schema, r.Life)
	}
	return t.Print(out)
}

// priceIn is what the input costs; of a reranker that is billed by the search, the price of a thousand.
func priceIn(r *workspace.KnownModel) string {
	if r.SearchUSD != nil {
		return dollars(r.SearchUSD) + " per 1000"
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

func listProviders(out io.Writer, asJSON bool) error {
	rows, err := local.KnownProviders()
	if err != nil {
		return err
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

// indented breaks a text into lines of a width after a margin.
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
