package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/suite/docqa"
	"github.com/assayhq/assay/suite/docqa/filesearch"
	"github.com/assayhq/assay/workspace"
)

// filesDir is where it is written down what a provider was given, until it is gone from there.
const filesDir = workspaceDir + "/" + docqa.FileSearchDir

func docqaCleanCommand() *cobra.Command {
	var dryRun, asJSON bool
	var all string
	c := &cobra.Command{
		Use:   "clean",
		Short: "Delete what the mode file_search left at a provider",
		Long: `Delete files and vector stores that runs of mode file_search made and could not delete: a process was killed, a
provider did not answer. The journals of such runs stand in ` + filesDir + `; without one no provider is asked, and what a
process of this workspace works with is left alone. What is still there is named, and the provider deletes it after
a day, whatever becomes of it.

With --all everything at a provider goes that carries a mark of assay, also what runs of other workspaces and
machines made, and may be using.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := workspace.CheckOwn(workspaceDir); err != nil {
				return err
			}
			cfg, err := local.Config()
			if err != nil {
				return err
			}
			cleaning := &filesearch.Cleaning{Dir: filepath.FromSlash(filesDir), Connect: cfg.Connect, DryRun: dryRun, All: all}
			left, err := cleaning.Run(c.Context())
			return errors.Join(printLeft(c.OutOrStdout(), left, asJSON, err == nil), keptError(left), err)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "say what would be deleted")
	c.Flags().StringVar(&all, "all", "", "delete all at `PROVIDER` that carries a mark of assay, what other workspaces made, too")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// printLeft prints what was left and what became of it.
func printLeft(w io.Writer, left []filesearch.Left, asJSON, complete bool) error {
	if asJSON {
		if left == nil {
			left = []filesearch.Left{}
		}
		return printJSON(w, left)
	}
	for i := range left {
		l := &left[i]
		fmt.Fprintf(w, "%-9s  %s  %-12s  %s", l.State, l.Provider, l.Kind, l.ID)
		if l.Name != "" {
			fmt.Fprintf(w, "  %s", l.Name)
		}
		if l.State != filesearch.Deleted && !l.Expires.IsZero() {
			fmt.Fprintf(w, "  expires %s", l.Expires.UTC().Format("2006-01-02 15:04 UTC"))
		}
		if l.Problem != "" {
			fmt.Fprintf(w, ": %s", l.Problem)
		}
		fmt.Fprintln(w)
	}
	if len(left) == 0 && complete {
		fmt.Fprintln(w, "nothing is left")
	}
	return nil
}

// keptError says that not all could be deleted.
func keptError(left []filesearch.Left) error {
	n := 0
	for i := range left {
		if left[i].State == filesearch.Kept {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d could not be deleted; try again, or wait a day until the provider has", n, len(left))
}
