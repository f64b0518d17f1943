package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/encode/hub"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/workspace"
)

func localTable(out io.Writer, rows []workspace.LocalModel) error {
	t := report.NewTable("on this machine", "commit", "architecture", "parameters", "size", "licence", "revisions")
	for i := range rows {
		r := &rows[i]
		parameters := ""
		if r.Parameters > 0 {
			parameters = fmt.Sprintf("%.1fM", float64(r.Parameters)/1e6)
		}
		asked := strings.Join(r.Revisions, ", ")
		if r.Cached {
			asked = "in the Hugging Face cache"
		}
		t.Add(r.Model, fmt.Sprintf("%.12s", r.SHA), r.ModelType, parameters, megabytes(r.Bytes), r.LicenseName(), asked)
	}
	return t.Print(out)
}

// listLocal prints the models on this machine alone.
func listLocal(c *cobra.Command, asJSON bool) error {
	rows, problems := local.LocalModels()
	if len(rows) == 0 && problems == nil {
		fmt.Fprintln(c.ErrOrStderr(),
			"no model is on this machine; 'assay models pull sentence-transformers/all-MiniLM-L6-v2' fetches a small one")
		return nil
	}
	if asJSON {
		return errors.Join(eachJSON(c.OutOrStdout(), rows), problems)
	}
	return errors.Join(localTable(c.OutOrStdout(), rows), problems)
}

func modelsRmCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "rm NAME…",
		Short: "Remove encoders from this machine",
		Long: `Remove models that 'assay models pull' fetched: all commits of NAME, or with NAME@REVISION those that the
revision gave, and what is left of pulls that did not end.`,
		Args: atLeast(1, "the name of a model"),
		RunE: func(c *cobra.Command, args []string) error {
			names, err := modelNames(args, "")
			if err != nil {
				return usage.Wrap(err)
			}
			store, err := local.ModelStore()
			if err != nil {
				return err
			}
			for _, n := range names {
				gone, err := store.Remove(c.Context(), n)
				for _, m := range gone {
					if err := printRemoved(c.OutOrStdout(), m, asJSON); err != nil {
						return err
					}
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	return c
}

func printRemoved(out io.Writer, m *hub.Model, asJSON bool) error {
	if asJSON {
		row := workspace.DescribeLocal(m)
		return json.NewEncoder(out).Encode(&row)
	}
	_, err := fmt.Fprintf(out, "%s@%.12s  removed, %s\n", m.Name, m.SHA, megabytes(m.Bytes()))
	return err
}

// verified is what `assay models verify --json` prints of a model.
type verified struct {
	workspace.LocalModel
	Right   bool   `json:"right"`
	Problem string `json:"problem,omitempty"`
}

func modelsVerifyCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify [NAME…]",
		Short: "Read encoders completely and check every file against its hash",
		RunE: func(c *cobra.Command, args []string) error {
			store, err := local.ModelStore()
			if err != nil {
				return err
			}
			models, problems := verifiable(store, args)
			wrong := 0
			for _, m := range models {
				problem := m.Verify(c.Context())
				if c.Context().Err() != nil {
					return problem
				}
				if problem != nil {
					wrong++
				}
				if err := printVerified(c.OutOrStdout(), m, problem, asJSON); err != nil {
					return err
				}
			}
			if wrong > 0 {
				problems = append(problems,
					fmt.Errorf("%d of %d models are not what was pulled; 'assay models rm NAME' and 'assay models pull NAME' "+
						"restore one", wrong, len(models)))
			}
			return errors.Join(problems...)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	return c
}

// verifiable are the models that are named, or all that were pulled.
func verifiable(store *hub.Store, args []string) ([]*hub.Model, []error) {
	if len(args) == 0 {
		models, problems := store.List()
		return slices.DeleteFunc(models, func(m *hub.Model) bool { return m.Cached }), problems
	}
	var models []*hub.Model
	for _, arg := range args {
		m, err := store.Find(arg)
		if err != nil {
			return nil, []error{err}
		}
		models = append(models, m)
	}
	return models, nil
}

func printVerified(out io.Writer, m *hub.Model, problem error, asJSON bool) error {
	row := verified{LocalModel: workspace.DescribeLocal(m), Right: problem == nil}
	state := "everything is what was pulled"
	if problem != nil {
		row.Problem = problem.Error()
		state = row.Problem
	}
	if asJSON {
		return json.NewEncoder(out).Encode(&row)
	}
	_, err := fmt.Fprintf(out, "%s@%.12s  %d files, %s: %s\n", row.Model, row.SHA, row.Files, megabytes(row.Bytes), state)
	return err
}
