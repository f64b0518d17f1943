package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/system"
	"github.com/assayhq/assay/workspace"
)

// suiteCommand is the command of a suite.
func suiteCommand(s *suite.Suite) *cobra.Command {
	f := suiteFlags{suite: s, options: s.Options()}
	c := &cobra.Command{
		Use:   strings.TrimSpace(s.Name + " " + s.Arguments),
		Short: s.Short,
		Long:  s.Long,
		Args:  cobra.ArbitraryArgs,
		RunE:  func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.evalFlags.add(c.Flags(), s.Concurrency)
	if s.Batch {
		f.addBatch(c.Flags())
	}
	if s.Texts {
		addEncoderFlags(c.Flags(), &f.encoder)
	}
	for _, flag := range f.options.Flags() {
		addFlag(c.Flags(), flag)
	}
	return c
}

// addFlag adds an option of a suite. It replaces a flag of the same name that every suite has.
func addFlag(flags *pflag.FlagSet, f suite.Flag) {
	switch v := f.Value.(type) {
	case *string:
		flags.StringVarP(v, f.Name, f.Short, *v, f.Help)
	case *bool:
		flags.BoolVarP(v, f.Name, f.Short, *v, f.Help)
	case *int:
		flags.IntVarP(v, f.Name, f.Short, *v, f.Help)
	case *[]string:
		flags.StringSliceVarP(v, f.Name, f.Short, *v, f.Help)
	default:
		panic(fmt.Sprintf("flag --%s: a value of type %T", f.Name, f.Value))
	}
}

// suiteFlags are the flags of a suite's command.
type suiteFlags struct {
	evalFlags
	suite   *suite.Suite
	options suite.Options
	encoder workspace.EncoderOptions
}

func (f *suiteFlags) run(c *cobra.Command, args []string) (err error) {
	e, err := here(c).OpenEvaluation(f.settings(c), f.encoder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close(c.Context())) }()
	p := runPrinter{flags: f, command: c, ledger: func() *ledger.Ledger { return e.Ledger }}
	err = e.Run(c.Context(), f.options, args, workspace.Observer{
		Begin: p.begin, Progress: p.progress, Estimate: p.estimate, End: p.end,
	})
	p.endMeter()
	if err != nil || f.DryRun || f.JSON {
		return err
	}
	return p.changes()
}

// runPrinter prints what becomes of the runs of an evaluation.
type runPrinter struct {
	flags   *suiteFlags
	command *cobra.Command
	ledger  func() *ledger.Ledger
	begun   int
	meter   *runMeter
	names   []string
	done    []*ledger.Info
}

func (p *runPrinter) begin(j *suite.Job, of int) {
	out := p.command.OutOrStdout()
	if p.begun++; p.begun > 1 && !p.flags.JSON {
		fmt.Fprintln(out)
	}
	if !p.flags.DryRun {
		p.meter = newRunMeter(p.command.ErrOrStderr())
	} else if of > 1 {
		fmt.Fprintln(out, j.Name)
	}
}

func (p *runPrinter) progress(g run.Progress) { p.meter.show(g) }

func (p *runPrinter) endMeter() {
	if p.meter != nil {
		p.meter.end()
		p.meter = nil
	}
}

func (p *runPrinter) estimate(e *run.Estimate) error {
	return printEstimate(p.command.OutOrStdout(), e, p.flags.JSON)
}

func (p *runPrinter) end(j *suite.Job, r *run.Result, note string) error {
	p.endMeter()
	p.names, p.done = append(p.names, j.Name), append(p.done, r.Run)
	if p.flags.JSON && p.flags.suite.JSON != nil {
		v, err := p.flags.suite.JSON(p.ledger(), r.Run)
		if err == nil {
			err = printJSON(p.command.OutOrStdout(), v)
		}
		return errors.Join(err, ending(r))
	}
	if err := finish(p.command, p.ledger(), r, p.flags.JSON); err != nil {
		return err
	}
	if note != "" {
		fmt.Fprintln(p.command.ErrOrStderr(), note)
	}
	return nil
}

// changes prints how each run differs from the first.
func (p *runPrinter) changes() error {
	out := p.command.OutOrStdout()
	for i := 1; i < len(p.done); i++ {
		fmt.Fprintf(out, "\n%s (A) compared with %s (B)\n\n", p.names[i], p.names[0])
		found, err := analysis.Compare(p.ledger(), p.done[i], p.done[0], analysis.Options{Worst: defaultWorst})
		if err != nil {
			return err
		}
		o := report.Terminal(out)
		if err := report.WriteText(out, shortened(report.ComparisonSections(found, o)), o); err != nil {
			return err
		}
	}
	return nil
}

// settings are those of the suite's runs.
func (f *suiteFlags) settings(c *cobra.Command) suite.Settings {
	s := f.Settings
	s.NewRun = !f.resume
	s.Repeats = cmp.Or(s.Repeats, -1) // who types 0 does not mean the default
	s.Concurrency = cmp.Or(s.Concurrency, -1)
	s.RetrySet = c.Flags().Changed("retry")
	return s
}

// printEstimate prints what a run would ask and cost.
func printEstimate(out io.Writer, e *run.Estimate, asJSON bool) error {
	if asJSON {
		return printJSON(out, struct {
			*run.Estimate
			USD string `json:"usd_at_most"`
		}{e, e.Cost.String()})
	}
	fmt.Fprintf(out, "cases     %d\nattempts  %d\ncalls     %d, of which %d are stored already\n", e.Cases, e.Attempts, e.Calls, e.Stored)
	fmt.Fprintf(out, "tokens    about %d in, at most %d out\n", e.Input, e.Output)
	fmt.Fprintf(out, "cost      at most USD %s", e.Cost)
	if e.Unpriced > 0 {
		fmt.Fprintf(out, ", and %d calls of unknown price: %s", e.Unpriced, e.Why)
	}
	fmt.Fprintln(out)
	if e.Unasked > 0 {
		fmt.Fprintf(out, "unasked   %d: %s\n", e.Unasked, e.Why)
	}
	return nil
}

// finish prints the report of what was executed.
func finish(c *cobra.Command, l *ledger.Ledger, r *run.Result, asJSON bool) error {
	t, err := printReport(c, l, r.Run, asJSON)
	if err != nil {
		return err
	}
	printErrors(c.ErrOrStderr(), r.Run, t)
	if t.Attempts > 0 && t.Outcomes[string(score.Skipped)][system.NotStored] == t.Attempts {
		return fmt.Errorf("run %s: no case has a stored answer, so nothing was scored; ask a model with --model, or name "+
			"a file of answers with --answers", r.Run.Name)
	}
	if err := ending(r); err != nil || t.Attempts == 0 || failures(t) < t.Attempts {
		return err
	}
	return fmt.Errorf("run %s: all of its %d attempts ended as errors, so nothing was measured; what went wrong is "+
		"listed above, and the same command with --retry tries them again", r.Run.Name, t.Attempts)
}

// failures counts the attempts that ended as errors.
func failures(t *ledger.Totals) (n int) {
	for _, reason := range t.Outcomes[string(score.Error)] {
		n += reason
	}
	return n
}

// printErrors says how cases are tried again that ended as errors.
func printErrors(out io.Writer, info *ledger.Info, t *ledger.Totals) {
	if info.Status != ledger.Complete || info.Header.Replays != "" {
		return
	}
	if failed := failures(t); failed > 0 {
		fmt.Fprintf(out, "%d of %d attempts ended as errors; the same command with --retry tries those again\n", failed, t.Attempts)
	}
}
