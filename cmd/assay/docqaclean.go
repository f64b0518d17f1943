package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/suite/docqa/filesearch"
)

func docqaCleanCommand() *cobra.Command {
	var dryRun, asJSON bool
	var all string
	c := &cobra.Command{
		Use:   "clean",
		Short: "Delete what the mode file_search left at a provider",
		Long: `Delete files and vector stores that runs of mode file_search made and could not delete: a process was killed, a
provider did not answer. What is still there is named. Whatever becomes of it, the provider deletes it after a day.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := config.Open(".")
			if err != nil {
				return err
			}
			cleaning := &filesearch.Cleaning{Dir: filepath.FromSlash(filesDir), Connect: cfg.Connect, DryRun: dryRun, All: all}
			left, err := cleaning.Run(c.Context())
			if asJSON {
				if left == nil {
					left = []filesearch.Left{}
				}
				return errors.Join(printJSON(c.OutOrStdout(), left), err)
			}
			for i := range left {
				l := &left[i]
				fmt.Fprintf(c.OutOrStdout(), "%-12s  %s  %s %s", l.State, l.Provider, l.Kind, l.ID)
				if l.Problem != "" {
					fmt.Fprintf(c.OutOrStdout(), ": %s", l.Problem)
				}
				fmt.Fprintln(c.OutOrStdout())
			}
			if len(left) == 0 && err == nil {
				fmt.Fprintln(c.OutOrStdout(), "nothing is left")
			}
			return err
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "say what would be deleted")
	c.Flags().StringVar(&all, "all", "", "delete all at `PROVIDER` that carries a mark of assay, what other workspaces made, too")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
