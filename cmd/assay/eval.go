package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/suite/all"
	"github.com/assayhq/assay/suite/docqa"
)

func evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval",
		Short: "Run cases through a system and score the answers",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	for _, s := range all.Suites {
		of := suiteCommand(s)
		if s == &docqa.Suite {
			of.AddCommand(docqaCleanCommand())
		}
		c.AddCommand(of)
	}
	return c
}

// evalFlags are the flags that every suite has.
type evalFlags struct {
	suite.Settings
	resume bool
}

func (f *evalFlags) add(s *pflag.FlagSet, concurrency int) {
	s.IntVarP(&f.Limit, "limit", "l", 0, "take the first `N` cases only")
	s.IntVar(&f.Sample, "sample", 0, "draw `N` cases, by --seed and their ids")
	s.Uint64Var(&f.Seed, "seed", 1, "the seed of all that is drawn")
	s.IntVar(&f.Repeats, "repeat", 1, "ask each case `K` times")
	s.IntVar(&f.Concurrency, "concurrency", cmp.Or(concurrency, run.DefaultConcurrency), "cases at once")
	s.BoolVar(&f.resume, "resume", true, "go on with a run that was stopped; --resume=false begins another")
	s.BoolVar(&f.IgnoreCache, "fresh", false, "begin a new run, and ask everything again")
	s.StringSliceVar(&f.RetryOutcomes, "retry", nil,
		"try the cases of the run before again that ended as error, or so: --retry=refused,truncated,skipped")
	s.Lookup("retry").NoOptDefVal = string(score.Error)
	s.StringVar(&f.ReplayRun, "replay", "", "answer from the calls that `RUN` recorded: no key, no cost, the same report")
	s.BoolVar(&f.DryRun, "dry-run", false, "print cases, calls, tokens and estimated cost, and ask no model")
	s.Float64Var(&f.MaxCost, "max-cost", 0, "stop before calls cost more than `USD`; 0 sets no cap")
	s.BoolVar(&f.JSON, "json", false, "print the report as JSON")
}

// addBatch adds the flag of suites whose calls are known before the first is made.
func (f *evalFlags) addBatch(s *pflag.FlagSet) {
	s.BoolVar(&f.Batch, "batch", false,
		"ask by batches of the provider: half the price, within a day; when stopped, the same command collects")
}

// ending is the error that a run's end is for a script.
func ending(r *run.Result) error {
	p := r.Progress
	switch r.Run.Status {
	case ledger.Complete:
		return nil
	case ledger.Interrupted:
		return codeError{fmt.Errorf("run %s: interrupted with %d of %d done; the same command goes on", r.Run.Name, p.Done,
			p.Total), exitIncomplete}
	}
	return codeError{fmt.Errorf("run %s: %s with %d of %d done: %s; the same command goes on", r.Run.Name, r.Run.Status,
		p.Done, p.Total, r.Run.Reason), exitIncomplete}
}
