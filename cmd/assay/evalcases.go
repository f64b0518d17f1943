package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/call/tape"
	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

func evalCasesCommand() *cobra.Command {
	var f casesFlags
	c := &cobra.Command{
		Use:   "cases FILE",
		Short: "Run the cases of a data set through a prompt, or score the answers that it holds",
		Long: `Run the cases of a data set: JSON lines of ours, OpenAI-Evals JSONL, promptfoo's, or Ragas-shaped.

With --model each case is asked of a model: its conversation, or its question with its passages, or what
--prompt makes of them. A prompt is a text with places such as {{question}} and {{context}}, or a conversation:
a list of messages with role and content, as JSON or YAML. Without --model the answers that the data holds are
scored, or those of --answers, and nobody is asked.

Every call and every score is kept in .assay/ledger.db. A run that was stopped goes on where it stopped;
what was answered once is not asked again.`,
		Args: atLeast(1, "a file with cases"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.evalFlags.add(c.Flags())
	f.encoderFlags.add(c.Flags())
	c.Flags().StringVar(&f.model, "model", "", "ask `MODEL`: a name of assay.yaml, or PROVIDER/ID")
	c.Flags().StringVar(&f.answers, "answers", "", "score the answers of `FILE`, records of {\"id\", \"answer\"}, and ask nobody")
	c.Flags().StringVar(&f.prompt, "prompt", "", "ask with the template in `FILE`, in the place of the question")
	c.Flags().StringVar(&f.system, "system", "", "make the system prompt from the template in `FILE`, whatever the prompt has for one")
	c.Flags().StringVar(&f.variant, "variant", "", "ask with the prompt `LABEL` of the data set, where it brings several")
	c.Flags().StringSliceVar(&f.scorers, "score", []string{"exact-normal", "f1"}, "score with `NAMES`; 'assay score ls' lists them")
	c.Flags().StringVar(&f.format, "format", "", "read the file as `FORMAT`; found out if it is not given")
	return c
}

// casesFlags are the flags of eval cases.
type casesFlags struct {
	evalFlags
	encoderFlags
	model, prompt, system string
	answers, variant      string
	scorers               []string
	format                string
}

func (f *casesFlags) run(c *cobra.Command, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if len(args) > 1 {
		return usageError{fmt.Errorf("eval cases: one file at a time; %q is the second", args[1])}
	}
	scorers, err := findScorers(f.scorers)
	if err != nil {
		return usageError{err}
	}
	set, err := dataset.Open(args[0], f.format)
	if err != nil {
		return err
	}
	for _, note := range set.Notes {
		fmt.Fprintln(c.ErrOrStderr(), "note:", note)
	}
	cfg, err := config.Open(".")
	if err != nil {
		return err
	}
	return f.with(c, cfg, set, scorers)
}

// with runs the cases with everything read.
func (f *casesFlags) with(c *cobra.Command, cfg *config.Config, set *dataset.Set, scorers []run.Scorer) (err error) {
	b, err := f.openBench(cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close(c.Context())) }()
	settings := map[string]string{}
	if scorers, err = f.bind(b.models, scorers, set.Cases(), settings); err != nil {
		return err
	}
	p := b.plan(&f.evalFlags, "cases", set, scorers, settings)
	p.Cases = run.First(run.Sample(set.Cases(), f.sample, f.seed), f.limit)
	if p.System, err = f.systemOf(cfg, b.clients, set, &p.Header.System, c.ErrOrStderr()); err != nil {
		return err
	}
	if f.dryRun {
		return printEstimate(c, b.clients.calls, &p, f.asJSON)
	}
	r, err := execute(c, b.ledger, b.clients, &p)
	if err != nil {
		return err
	}
	return finish(c, b.ledger, r, f.asJSON)
}

// findScorers finds deterministic scorers by their names.
func findScorers(names []string) ([]run.Scorer, error) {
	var all []run.Scorer
	for i, name := range names {
		s, err := score.Find(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("--score names %s twice", name)
		}
		all = append(all, run.Deterministic(s))
	}
	return all, nil
}

// names are those under which scorers score.
func names(scorers []run.Scorer) (all []string) {
	for _, s := range scorers {
		all = append(all, s.Names...)
	}
	return all
}

// printEstimate prints what a run would ask and cost.
func printEstimate(c *cobra.Command, stored *run.Calls, p *run.Plan, asJSON bool) error {
	e, err := p.Estimate(c.Context(), func(k model.Key) bool {
		kept, err := stored.Load(k)
		return err == nil && slices.ContainsFunc(kept, func(e *tape.Entry) bool { return e.Failure == nil })
	})
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(c.OutOrStdout(), struct {
			*run.Estimate
			USD string `json:"usd_at_most"`
		}{e, e.Cost.String()})
	}
	out := c.OutOrStdout()
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

// execute executes a plan and keeps what its readers must know.
func execute(c *cobra.Command, l *ledger.Ledger, k *clients, p *run.Plan) (*run.Result, error) {
	m := newRunMeter(c.ErrOrStderr())
	p.Watch = m.show
	r, err := run.Execute(c.Context(), l, p)
	m.end()
	if r == nil {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", r.Run.Name, err)
	}
	return r, l.Warn(r.Run, k.served())
}

// finish prints the report of what was executed.
func finish(c *cobra.Command, l *ledger.Ledger, r *run.Result, asJSON bool) error {
	t, err := printReport(c, l, r.Run, asJSON)
	if err != nil {
		return err
	}
	tellErrors(c.ErrOrStderr(), r.Run, t)
	if t.Attempts > 0 && t.Outcomes[string(score.Skipped)][system.NotStored] == t.Attempts {
		return fmt.Errorf("run %s: no case has a stored answer, so nothing was scored; ask a model with --model, or name a file of answers with --answers", r.Run.Name)
	}
	if err := ending(r); err != nil || t.Attempts == 0 || failures(t) < t.Attempts {
		return err
	}
	return fmt.Errorf("run %s: all of its %d attempts ended as errors, so nothing was measured; what went wrong stands above, and the same command with --retry tries them again", r.Run.Name, t.Attempts)
}

// failures counts the attempts that ended as errors.
func failures(t *ledger.Totals) (n int) {
	for _, reason := range t.Outcomes[string(score.Error)] {
		n += reason
	}
	return n
}

// tellErrors says how cases are tried again that ended as errors.
func tellErrors(out io.Writer, info *ledger.Info, t *ledger.Totals) {
	if info.Status != ledger.Complete || info.Header.Replays != "" {
		return
	}
	if failed := failures(t); failed > 0 {
		fmt.Fprintf(out, "%d of %d attempts ended as errors; the same command with --retry tries those again\n", failed, t.Attempts)
	}
}
