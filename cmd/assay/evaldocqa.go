package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/config"
	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/suite/cases"
	"github.com/assayhq/assay/suite/docqa"
	"github.com/assayhq/assay/workspace"
)

// docqaSuite is the name of such runs.
const docqaSuite = "docqa"

func evalDocqaCommand() *cobra.Command {
	var f docqaFlags
	c := &cobra.Command{
		Use:   "docqa --data FILE",
		Short: "Answer questions about long documents, in several ways that are compared",
		Long: `Answer questions about long documents: filings, reports. Each question has its document, which is kept once in
.assay/documents however many questions ask about it, and is never cut.

Modes, each a run of its own; of several, each is compared with the first:
` + docqaModes() + `
Without --mode it is retrieval where a model is named, else extractive; data that brings the answers of a system is
scored as it is. With --answers nobody is asked.

A figure is right by sign, scale, unit and the digits shown ('figure', the headline); the rule of older scripts
stands beside it ('docqa'). Scorers of texts look at what stands behind FINAL:. A program of yours scores as
--score exec:PROGRAM; it reads lines of JSON and writes {"value": …} for each.

The same command goes on where it stopped, and tries cases again that ended as errors. Beside the ledger stands a
JSON file of metadata and results (--output), written as the run goes.

From the environment or .env: OPENAI_MODEL where --model is not given, OPENAI_API_KEY, OPENAI_BASE_URL,
OPENAI_TIMEOUT (seconds for an answer) and OPENAI_FILE_TIMEOUT (seconds until a file can be searched).`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.add(c.Flags())
	c.AddCommand(docqaCleanCommand())
	return c
}

func docqaModes() string {
	var b strings.Builder
	for i := range docqa.Modes {
		fmt.Fprintf(&b, "  %-15s %s\n", docqa.Modes[i].Name, docqa.Modes[i].Doc)
	}
	return b.String()
}

// docqaFlags are the flags of eval docqa.
type docqaFlags struct {
	evalFlags
	encoder              workspace.EncoderOptions
	data, output, format string
	model, prompt        string
	modes                []string
	answers, embedder    string
	rewrite, searched    bool
	skipBad              bool
	k, around            int
	scorers              []string
	programs             []*docqa.Program
	setup                docqa.Setup
}

func (f *docqaFlags) add(s *pflag.FlagSet) {
	common := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.evalFlags.add(common)
	common.Lookup("limit").Shorthand = "l"
	common.VisitAll(s.AddFlag)
	f.addBatch(s)
	addEncoderFlags(s, &f.encoder)
	s.StringVarP(&f.data, "data", "d", "", "the data set: `FILE`")
	s.StringVarP(&f.output, "output", "o", "", "write results as JSON to `FILE`; .assay/docqa/RUN.json if it is not given")
	s.StringVar(&f.format, "format", "", "read the data as `FORMAT`; found out if it is not given")
	s.StringVarP(&f.model, "model", "m", "", "ask `MODEL`: a name of assay.yaml, or PROVIDER/ID")
	s.StringVarP(&f.prompt, "prompt", "p", "", "take the system prompt of `FILE`")
	s.StringSliceVar(&f.modes, "mode", nil, "answer in this `MODE`; may be given again, for a run each")
	s.StringVar(&f.answers, "answers", "", "score the answers of `FILE`, records of {\"id\", \"answer\"}, and ask nobody")
	s.StringVar(&f.embedder, "embedder", "", "search by the vectors of `EMBEDDER` besides words")
	s.BoolVar(&f.rewrite, "rewrite-queries", false, "ask the model for a search query first")
	s.BoolVar(&f.searched, "include-search-results", false, "put the evidence of each answer into the output file")
	s.BoolVar(&f.skipBad, "skip-bad", false, "leave out records that cannot be read, and say which")
	s.IntVarP(&f.k, "k", "k", docqa.DefaultK, "find `K` sentences")
	s.IntVar(&f.around, "around", docqa.DefaultAround, "show `N` sentences before and behind each that was found")
	s.StringSliceVar(&f.scorers, "score", docqa.Scorers, "score with `NAMES`; 'assay score ls' lists them, and exec:PROGRAM is one of yours")
}

func (f *docqaFlags) run(c *cobra.Command, args []string) error {
	if err := f.checked(c, args); err != nil {
		return err
	}
	cfg, err := config.Open(".")
	if err != nil {
		return err
	}
	if err := f.environment(cfg); err != nil {
		return err
	}
	if f.prompt != "" {
		if f.setup.System, err = cases.ReadPrompt("prompt", f.prompt); err != nil {
			return err
		}
	}
	scorers, err := f.findScorers()
	if err != nil {
		return usage.Wrap(err)
	}
	set, err := f.open(c.ErrOrStderr())
	if err != nil {
		return err
	}
	return f.with(c, cfg, set, scorers)
}

// checked refuses flags that do not go together, and settles what was not given.
func (f *docqaFlags) checked(c *cobra.Command, args []string) error {
	if len(args) == 1 && f.data == "" {
		f.data, args = args[0], nil
	}
	switch {
	case f.data == "":
		return usage.Wrap(errors.New("eval docqa: no data set: name it with --data FILE"))
	case len(args) > 0:
		return usage.Errorf("eval docqa: --data names the data set; what is %q?", args[0])
	case f.answers != "" && (len(f.modes) > 0 || f.model != "" || f.rewrite || f.prompt != "" || f.Replay != ""):
		return usage.Wrap(errors.New("--answers asks nobody: it goes with neither --mode, --model, --prompt, --replay nor --rewrite-queries"))
	case f.Replay != "" && len(f.modes) > 1:
		return usage.Wrap(errors.New("--replay replays one run: give the one --mode that it had"))
	}
	if f.Batch && (f.rewrite || f.answers != "" || slices.Contains(f.modes, "file_search")) {
		return usage.Errorf("--batch asks once for each case: it goes with neither --rewrite-queries, --answers nor --mode file_search")
	}
	for i, name := range f.modes {
		if _, err := docqa.FindMode(name); err != nil {
			return usage.Errorf("--mode: %w", err)
		}
		if slices.Contains(f.modes[:i], name) {
			return usage.Errorf("--mode names %s twice", name)
		}
	}
	if !c.Flags().Changed("retry") && !f.Fresh && f.Replay == "" {
		f.Retry = []string{string(score.Error)}
	}
	return f.Check()
}

// open reads the data set through.
func (f *docqaFlags) open(notes io.Writer) (*dataset.Set, error) {
	var options []dataset.Option
	if f.skipBad {
		options = append(options, dataset.SkipBad)
	}
	set, err := dataset.Open(f.data, f.format, options...)
	if err != nil {
		return nil, err
	}
	for _, note := range set.Notes {
		fmt.Fprintln(notes, "note:", note)
	}
	if n := set.Skipped.Count; n > 0 {
		fmt.Fprintf(notes, "note: records left out: %d\n%v\n", n, &set.Skipped)
	}
	return set, nil
}

// findScorers finds scorers of the table and the user's own programs.
func (f *docqaFlags) findScorers() (all []run.Scorer, err error) {
	var own []run.Scorer
	var names []string
	for _, name := range f.scorers {
		if !strings.HasPrefix(name, docqa.ProgramPrefix) {
			names = append(names, name)
			continue
		}
		p, err := docqa.NewProgram(name)
		if err != nil {
			return nil, err
		}
		for _, other := range f.programs {
			if other.Name() == p.Name() {
				return nil, fmt.Errorf("--score names two programs %s: give one of them another name", p.Name())
			}
		}
		f.programs, own = append(f.programs, p), append(own, p.Scorer())
	}
	if _, err := cases.Scorers(names); err != nil {
		return nil, err
	}
	for _, name := range names {
		s, err := score.Find(name)
		if err != nil {
			return nil, err
		}
		all = append(all, docqa.OfFinal(s))
	}
	return append(append(all, docqa.Particular()), own...), nil
}

// with runs all modes with everything read.
func (f *docqaFlags) with(c *cobra.Command, cfg *config.Config, set *dataset.Set, scorers []run.Scorer) (err error) {
	session, err := here(c).OpenSession(f.Options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, session.Close(c.Context())) }()
	defer func() {
		for _, p := range f.programs {
			err = errors.Join(err, p.Close())
		}
	}()
	settings := map[string]string{}
	for _, p := range f.programs {
		settings["scorer "+p.Name()] = p.Command
	}
	if scorers, err = session.BindScorers(scorers, &f.encoder, set.Cases(), settings); err != nil {
		return err
	}
	base := session.DataPlan(docqaSuite, set, scorers, settings)
	return f.all(c, &docqaRun{flags: f, cfg: cfg, session: session, set: set, base: base})
}

// docqaRun is what the runs of one command share.
type docqaRun struct {
	flags   *docqaFlags
	cfg     *config.Config
	session *workspace.Session
	set     *dataset.Set
	base    run.Plan
}

// all makes a run of each mode, and compares each with the first.
func (f *docqaFlags) all(c *cobra.Command, r *docqaRun) error {
	modes := f.modes
	if f.answers != "" || len(modes) == 0 && f.model == "" && holdsAnswers(r.set) {
		_, err := r.mode(c, "")
		return err
	}
	if len(modes) == 0 {
		modes = []string{"extractive"}
		if f.model != "" {
			modes[0] = "retrieval"
		}
	}
	var done []*ledger.Info
	for i, mode := range modes {
		if i > 0 && !f.asJSON {
			fmt.Fprintln(c.OutOrStdout())
		}
		info, err := r.mode(c, mode)
		if err != nil {
			return err
		}
		done = append(done, info)
	}
	if f.DryRun || f.asJSON {
		return nil
	}
	for i := 1; i < len(done); i++ {
		fmt.Fprintf(c.OutOrStdout(), "\n%s (A) compared with %s (B)\n\n", modes[i], modes[0])
		found, err := analysis.Compare(r.session.Ledger, done[i], done[0], analysis.Options{Worst: defaultWorst})
		if err != nil {
			return err
		}
		o := report.Terminal(c.OutOrStdout())
		if err := report.WriteText(c.OutOrStdout(), shortened(report.ComparisonSections(found, o)), o); err != nil {
			return err
		}
	}
	return nil
}

// holdsAnswers reports whether a data set brings answers of its own: the results of a system.
func holdsAnswers(set *dataset.Set) bool {
	for c, err := range set.Cases() {
		return err == nil && c.Answer != nil
	}
	return false
}

// mode makes the run of one mode; without a mode, of stored answers.
func (r *docqaRun) mode(c *cobra.Command, mode string) (_ *ledger.Info, err error) {
	f, p := r.flags, r.base
	documents := &docqa.Documents{Dir: filepath.FromSlash(workspaceDir + "/documents")}
	p.Cases = documents.Keep(run.First(run.Sample(r.set.Cases(), f.Sample, f.Seed), f.Limit))
	if f.DryRun {
		p.Cases = run.First(run.Sample(r.set.Cases(), f.Sample, f.Seed), f.Limit)
	}
	sys, err := r.system(c, mode, documents, &p.Header.System)
	if err != nil {
		return nil, err
	}
	if closer, ok := sys.(io.Closer); ok {
		defer func() { err = errors.Join(err, closer.Close()) }()
	}
	p.System = sys
	if d, ok := sys.(docqa.Expecter); ok && !f.DryRun {
		p.Cases = documents.Keep(docqa.Expected(run.First(run.Sample(r.set.Cases(), f.Sample, f.Seed), f.Limit), d, f.Repeat))
	}
	if f.DryRun {
		if len(f.modes) > 1 {
			fmt.Fprintln(c.OutOrStdout(), mode)
		}
		return nil, printEstimate(c, r.session, &p, f.asJSON)
	}
	out := &docqaOutput{Output: docqa.Output{Model: strings.Join(p.Header.System.Models, ", "), Mode: mode, Searched: f.searched}, flag: f.output, several: len(f.modes) > 1, ledger: r.session.Ledger, header: p.Header}
	if mode == "" {
		out.Mode = "answers"
	}
	return r.execute(c, &p, out)
}
