package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite/cases"
	"github.com/assayhq/assay/system"
	"github.com/assayhq/assay/workspace"
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
	addEncoderFlags(c.Flags(), &f.encoder)
	c.Flags().StringVar(&f.Model, "model", "", "ask `MODEL`: a name of assay.yaml, or PROVIDER/ID")
	c.Flags().StringVar(&f.Answers, "answers", "", "score the answers of `FILE`, records of {\"id\", \"answer\"}, and ask nobody")
	c.Flags().StringVar(&f.Prompt, "prompt", "", "ask with the template in `FILE`, in the place of the question")
	c.Flags().StringVar(&f.System, "system", "", "make the system prompt from the template in `FILE`, whatever the prompt has for one")
	c.Flags().StringVar(&f.Variant, "variant", "", "ask with the prompt `LABEL` of the data set, where it brings several")
	c.Flags().StringSliceVar(&f.scorers, "score", cases.DefaultScorers, "score with `NAMES`; 'assay score ls' lists them")
	c.Flags().StringVar(&f.format, "format", "", "read the file as `FORMAT`; found out if it is not given")
	return c
}

// casesFlags are the flags of eval cases.
type casesFlags struct {
	evalFlags
	cases.Options
	encoder workspace.EncoderOptions
	scorers []string
	format  string
}

func (f *casesFlags) run(c *cobra.Command, args []string) (err error) {
	if len(args) > 1 {
		return usage.Errorf("eval cases: one file at a time; %q is the second", args[1])
	}
	s, p, err := here(c).PlanCases(args[0], f.evalFlags.Options, workspace.CasesOptions{
		Options: f.Options, Scorers: f.scorers, Format: f.format, Encoder: f.encoder,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(c.Context())) }()
	return f.carryOut(c, s, p)
}

// carryOut runs a plan, or estimates it, and prints what came of it.
func (f *evalFlags) carryOut(c *cobra.Command, s *workspace.Session, p *run.Plan) error {
	if f.DryRun {
		return printEstimate(c, s, p, f.asJSON)
	}
	r, err := execute(c, s, p)
	if err != nil {
		return err
	}
	return finish(c, s.Ledger, r, f.asJSON)
}

// printEstimate prints what a run would ask and cost.
func printEstimate(c *cobra.Command, s *workspace.Session, p *run.Plan, asJSON bool) error {
	e, err := s.Estimate(c.Context(), p)
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

// execute carries a plan out and shows its progress.
func execute(c *cobra.Command, s *workspace.Session, p *run.Plan) (*run.Result, error) {
	m := newRunMeter(c.ErrOrStderr())
	defer m.end()
	p.Watch = m.show
	return s.Execute(c.Context(), p)
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
