package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
)

func runsShowCommand() *cobra.Command {
	var f showFlags
	c := &cobra.Command{
		Use:   "show [RUN]",
		Short: "Show a run's header and totals, its cases, or all of one case",
		Long: `Show how a run was made and how its attempts ended; with --cases, one line per attempt; with --case, all
that is known of one case: question, gold, answer, each score with what it rests on, each call.`,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().BoolVar(&f.cases, "cases", false, "list the attempts, one per line")
	c.Flags().StringVar(&f.one, "case", "", "show all of the case `ID`")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON: an object, or one per line for attempts")
	return c
}

// showFlags are the flags of runs show.
type showFlags struct {
	cases  bool
	one    string
	asJSON bool
}

func (f *showFlags) run(c *cobra.Command, args []string) (err error) {
	ref, err := oneRun(c, args)
	if err != nil {
		return err
	}
	if f.cases && f.one != "" {
		return usage.Wrap(errors.New("runs show: --cases lists all of them, and --case shows one; give one of the two"))
	}
	l, err := openLedger()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	info, err := l.Run(ref)
	if err != nil {
		return err
	}
	switch {
	case f.one != "":
		return f.oneCase(c, l, info)
	case f.cases:
		return f.list(c, l, info)
	}
	return f.head(c, l, info)
}

// shownRun is what `assay runs show --json` prints.
type shownRun struct {
	*ledger.Info
	Cases    int                       `json:"cases"`
	Attempts int                       `json:"attempts"`
	Outcomes map[string]map[string]int `json:"outcomes"`    // attempts by outcome and reason
	Sources  map[string]int            `json:"sources"`     // attempts by where their answers came from
	Retried  json.Number               `json:"usd_retried"` // what tries cost that count no more
	Measures []string                  `json:"measures"`
	Warnings []string                  `json:"warnings"`
}

func (f *showFlags) head(c *cobra.Command, l *ledger.Ledger, info *ledger.Info) error {
	r, err := analysis.Of(l, info, analysis.Options{Groups: []string{}})
	if err != nil {
		return err
	}
	if f.asJSON {
		one := shownRun{Info: info, Cases: r.Totals.Cases, Attempts: r.Totals.Attempts, Outcomes: r.Totals.Outcomes,
			Sources: r.Totals.Sources, Retried: json.Number(report.USD(r.Totals.Retried).String()),
			Measures: []string{}, Warnings: append([]string{}, r.Warnings...)}
		for i := range r.Measures {
			one.Measures = append(one.Measures, r.Measures[i].Name)
		}
		return printJSON(c.OutOrStdout(), &one)
	}
	out := c.OutOrStdout()
	sections := report.Sections(r, report.Terminal(out))
	sources := report.Table{Columns: []report.Column{{Name: "answers from"}, {Name: "attempts", Right: true}}}
	for _, name := range slices.Sorted(maps.Keys(r.Totals.Sources)) {
		sources.Rows = append(sources.Rows, []string{name, strconv.Itoa(r.Totals.Sources[name])})
	}
	sections = append(sections, report.Section{Title: "Where answers came from", Table: sources})
	if r.Totals.Retried > 0 {
		// No report has it: a replay, which tries nothing again, must give the same bytes.
		sections = append(sections, report.Section{Title: "Also paid", Table: report.Table{Columns: []report.Column{{}, {Wrap: true}},
			Rows: [][]string{{"earlier tries", "USD " + report.USD(r.Totals.Retried).String() +
				", for attempts that were tried again and count no more"}}}})
	}
	return report.WriteText(out, sections, report.Terminal(out))
}

func (f *showFlags) list(c *cobra.Command, l *ledger.Ledger, info *ledger.Info) error {
	if f.asJSON {
		e, err := report.FindExport("jsonl")
		if err != nil {
			return err
		}
		return e.Write(c.OutOrStdout(), info, report.ResultsOf(c.Context(), l, info))
	}
	return report.WriteAttempts(c.OutOrStdout(), report.ResultsOf(c.Context(), l, info))
}

// oneCase shows all that is known of a case.
func (f *showFlags) oneCase(c *cobra.Command, l *ledger.Ledger, info *ledger.Info) error {
	ordinal, err := ordinalOf(c.Context(), l, info, f.one)
	if err != nil {
		return err
	}
	all, err := l.At(info, []int{ordinal}, ledger.With{Bodies: true, Answers: true, Uses: true, Details: true})
	if err != nil {
		return err
	}
	if f.asJSON {
		var rows []report.Attempt
		for i := range all {
			rows = append(rows, report.AttemptOf(info.Name, &all[i]))
		}
		return eachJSON(c.OutOrStdout(), rows)
	}
	return report.WriteCase(c.OutOrStdout(), all)
}

// ordinalOf finds a case by its id.
func ordinalOf(ctx context.Context, l *ledger.Ledger, info *ledger.Info, id string) (int, error) {
	for r, err := range report.ResultsOf(ctx, l, info)(ledger.With{}) {
		if err != nil {
			return 0, err
		}
		if r.ID == id {
			return r.Case.Ordinal, nil
		}
	}
	return 0, fmt.Errorf("run %s has no attempt at a case %q; 'assay runs show %s --cases' lists those that it has", info.Name, id, info.Name)
}
