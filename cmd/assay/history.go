package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
)

// defaultPoints is how many runs a history follows.
const defaultPoints = 30

func historyCommand() *cobra.Command {
	var f historyFlags
	c := &cobra.Command{
		Use:   "history",
		Short: "Show how measures went from run to run",
		Long: `Show each measure over the runs that have it, oldest first, with its interval, a picture of both, and
what changed from one run to the next: data, system, models, prompts.

Runs that are not complete, and replays of others, are left out and named unless they are asked for. Runs
that cannot be read are left out, too; the command says why, and its exit code is 1.
Two intervals that overlap may still differ: 'assay compare' asks the same cases of both runs.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	c.Flags().StringVar(&f.suite, "suite", "", "only runs of `SUITE`")
	c.Flags().StringSliceVar(&f.measures, "measure", nil, "only these `MEASURES`")
	c.Flags().IntVar(&f.limit, "limit", defaultPoints, "follow the newest `N` runs; 0 follows all")
	c.Flags().BoolVar(&f.replays, "replays", false, "replays are points, too")
	c.Flags().BoolVar(&f.incomplete, "incomplete", false, "runs that are not complete are points, too")
	f.add(c)
	return c
}

// historyFlags are the flags of history.
type historyFlags struct {
	pageFlags
	suite               string
	measures            []string
	limit               int
	replays, incomplete bool
}

func (f *historyFlags) run(c *cobra.Command) (err error) {
	if f.limit < 0 {
		return usage.Wrap(errors.New("--limit is a number of runs"))
	}
	if err := f.check(); err != nil {
		return err
	}
	l, err := openLedger()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	o := analysis.Options{Measures: f.measures, Replays: f.replays, Incomplete: f.incomplete}
	o.Level = f.level
	past, err := analysis.Past(l, ledger.Filter{Suite: f.suite, Limit: f.limit}, o)
	if err != nil {
		return err
	}
	if len(past.Series) == 0 && f.format != "json" {
		fmt.Fprintf(c.ErrOrStderr(), "no complete run has such a measure%s; 'assay runs' lists all runs\n", asked(f.measures))
	}
	err = f.print(c, page{
		title:    "History",
		value:    past,
		sections: func(o report.Options) []report.Section { return report.HistorySections(past, o) },
		html:     func(w io.Writer, o report.Options) error { return report.HTMLHistory(w, past, o) },
	})
	return errors.Join(err, errors.Join(past.Unread...))
}
