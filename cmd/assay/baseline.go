package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/gate"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
)

func baselineCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "baseline",
		Short: "Name the runs that others are compared with",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(baselineSetCommand(), baselineLsCommand(), baselineRmCommand())
	return c
}

func baselineSetCommand() *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "set RUN --name NAME",
		Short: "Give a run a name; a name that another run had passes on",
		Long: `Give a run a name under which every command finds it as @NAME, and 'assay gate' with --baseline NAME.

The run is ` + ledger.Refer + `.`,
		Args: atLeast(1, "a run"),
		RunE: func(c *cobra.Command, args []string) error {
			ref, err := oneRun(c, args)
			if err != nil {
				return err
			}
			if name == "" {
				return usage.Wrap(errors.New("baseline set: --name is missing, such as --name prod"))
			}
			return setBaseline(c, ref, name)
		},
	}
	c.Flags().StringVar(&name, "name", "", "the `NAME`")
	return c
}

func setBaseline(c *cobra.Command, ref, name string) error {
	info, err := here(c).SetBaseline(name, ref)
	if errors.Is(err, gate.ErrIncomplete) {
		return codeError{err, exitIncomplete}
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s is %s\n", name, info.Name)
	return err
}

func baselineLsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "ls",
		Short: "List the names and their runs",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			l, err := openLedger()
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, l.Close()) }()
			all, err := l.Baselines()
			if err != nil {
				return err
			}
			if asJSON {
				return eachJSON(c.OutOrStdout(), all)
			}
			if len(all) == 0 {
				fmt.Fprintln(c.ErrOrStderr(), "there are no baselines; 'assay baseline set RUN --name NAME' makes one")
				return nil
			}
			t := report.NewTable("baseline", "run", "set")
			for _, b := range all {
				t.Add(b.Name, b.Run, b.Set.Format("2006-01-02 15:04"))
			}
			return t.Print(c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	return c
}

func baselineRmCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rm NAME…",
		Short: "Take names away; their runs stay",
		Args:  atLeast(1, "a baseline's name"),
		RunE: func(c *cobra.Command, args []string) (err error) {
			l, err := writableLedger()
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, l.Close()) }()
			for _, name := range args {
				if err := l.RemoveBaseline(name); err != nil {
					return err
				}
				fmt.Fprintf(c.OutOrStdout(), "%s is no name any more\n", report.Visible(name))
			}
			return nil
		},
	}
}
