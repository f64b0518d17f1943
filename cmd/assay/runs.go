package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
)

// defaultRuns is how many runs a list shows.
const defaultRuns = 20

func runsCommand() *cobra.Command {
	var f runsFlags
	c := &cobra.Command{
		Use:   "runs",
		Short: "List runs, look into their cases, export and remove them",
		Long: `List the runs of the ledger, newest first. 'assay history' shows what they found, 'assay runs show RUN' one
of them.

A run is referred to as ` + ledger.Refer + `.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.ls(c) },
	}
	f.add(c)
	c.AddCommand(runsLsCommand(), runsShowCommand(), runsExportCommand(), runsRmCommand(), runsVerifyCommand())
	return c
}

func runsLsCommand() *cobra.Command {
	var f runsFlags
	c := &cobra.Command{
		Use:   "ls",
		Short: "List runs, newest first",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return f.ls(c) },
	}
	f.add(c)
	return c
}

// runsFlags are the flags of runs ls.
type runsFlags struct {
	suite  string
	limit  int
	asJSON bool
}

func (f *runsFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.suite, "suite", "", "only runs of `SUITE`")
	c.Flags().IntVar(&f.limit, "limit", defaultRuns, "show the newest `N`; 0 shows all")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print one JSON object per line")
}

// runRow is what `assay runs ls --json` prints of a run.
type runRow struct {
	Run      string        `json:"run"`
	Suite    string        `json:"suite"`
	Status   ledger.Status `json:"status"`
	Reason   string        `json:"reason,omitempty"`
	Replays  string        `json:"replays,omitempty"`
	Started  time.Time     `json:"started"`
	Ended    *time.Time    `json:"ended"`
	System   string        `json:"system"`
	Cases    int           `json:"cases"`
	Repeats  int           `json:"repeats"`
	Attempts int           `json:"attempts"` // of cases × repeats
}

func (f *runsFlags) ls(c *cobra.Command) (err error) {
	if f.limit < 0 {
		return usage.Wrap(errors.New("--limit is a number of runs"))
	}
	l, err := openLedger()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	runs, err := l.Runs(ledger.Filter{Suite: f.suite, Limit: f.limit})
	if err != nil {
		return err
	}
	var rows []runRow
	var unread []error // of runs that are listed as damaged
	for i := range runs {
		if c.Context().Err() != nil {
			return c.Context().Err()
		}
		row, err := runRowOf(l, &runs[i])
		if err != nil {
			row.Status, row.Reason, row.Ended = ledger.Damaged, err.Error(), nil
			unread = append(unread, err)
		}
		rows = append(rows, row)
	}
	if f.asJSON {
		return errors.Join(eachJSON(c.OutOrStdout(), rows), errors.Join(unread...))
	}
	if len(runs) == 0 {
		fmt.Fprintln(c.ErrOrStderr(), "there are no runs; 'assay eval --help' shows how to make one")
		return nil
	}
	return errors.Join(runsTable(c.OutOrStdout(), rows), errors.Join(unread...))
}

// runRowOf is what can be read of a run at once. Its statistics take half a second where it has 100,000 cases.
func runRowOf(l *ledger.Ledger, info *ledger.Info) (runRow, error) {
	cases, attempts, err := 0, 0, info.Err()
	if err == nil {
		cases, attempts, err = l.Counts(info)
	}
	h := &info.Header
	row := runRow{Run: info.Name, Suite: info.Suite, Status: info.Status, Reason: info.Reason, Replays: h.Replays,
		Started: info.Started, System: h.System.Name,
		Cases: cases, Repeats: max(h.Repeats, 1), Attempts: attempts}
	if !info.Ended.IsZero() {
		row.Ended = &info.Ended
	}
	return row, err
}

func runsTable(out io.Writer, rows []runRow) error {
	t := report.Table{Columns: []report.Column{{Name: "run"}, {Name: "suite"}, {Name: "status"},
		{Name: "cases", Right: true}, {Name: "attempts", Right: true},
		{Name: "system", Wrap: true}}}
	for i := range rows {
		r := &rows[i]
		system := r.System
		if r.Replays != "" {
			system += ", replay of " + r.Replays
		}
		cases, attempts := fmt.Sprint(r.Cases), fmt.Sprintf("%d of %d", r.Attempts, r.Cases*r.Repeats)
		if r.Status == ledger.Damaged {
			cases, attempts = "–", "–"
		}
		t.Rows = append(t.Rows, []string{r.Run, r.Suite, string(r.Status), cases, attempts, system})
	}
	return report.WriteText(out, []report.Section{{Table: t}}, report.Terminal(out))
}

func runsExportCommand() *cobra.Command {
	var format, path string
	var rows strings.Builder
	for i := range report.Exports {
		fmt.Fprintf(&rows, "\n  %-8s %s", report.Exports[i].Name, report.Exports[i].Doc)
	}
	c := &cobra.Command{
		Use:   "export [RUN]",
		Short: "Write every attempt of a run for other tools",
		Long: `Write every attempt of a run, with its answer and its scores, for other tools. A replay has the export of
the run that it replays, to the byte.

Formats:` + rows.String(),
		RunE: func(c *cobra.Command, args []string) (err error) {
			ref, err := oneRun(c, args)
			if err != nil {
				return err
			}
			e, err := report.FindExport(format)
			if err != nil {
				return usage.Wrap(err)
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
			return export(c, l, info, e, path)
		},
	}
	c.Flags().StringVar(&format, "format", "jsonl", "write `FORMAT`")
	c.Flags().StringVarP(&path, "output", "o", "", "write to `FILE`, which appears when it is complete")
	return c
}

// export writes a run; beside rankings it writes the judgments that they are measured by.
func export(c *cobra.Command, l *ledger.Ledger, info *ledger.Info, e *report.Export, path string) error {
	relaxGC()
	shown, _, _ := report.Shown(l, info)
	results := report.ResultsOf(c.Context(), l, info)
	err := output(c.OutOrStdout(), path, func(w io.Writer) error { return e.Write(w, shown, results) })
	if err != nil || e.Name != "trec" || path == "" || path == "-" {
		return err
	}
	qrels, err := report.FindExport("qrels")
	if err != nil {
		return err
	}
	err = output(c.OutOrStdout(), path+qrels.Ext, func(w io.Writer) error { return qrels.Write(w, shown, results) })
	if errors.Is(err, report.ErrNoEvidence) {
		fmt.Fprintf(c.ErrOrStderr(), "note: %v, so there is no %s\n", report.ErrNoEvidence, path+qrels.Ext)
		return nil
	}
	return err
}

func runsRmCommand() *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:   "rm RUN…",
		Short: "Remove runs, and the calls that they alone rest on",
		Long: `Remove runs with their cases, attempts and scores, and the calls and answers that no other run rests on.
What is removed is gone: answers that were paid for have to be paid for again.`,
		Args: atLeast(1, "runs to remove"),
		RunE: func(c *cobra.Command, args []string) (err error) {
			l, err := writableLedger()
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, l.Close()) }()
			return remove(c, l, args, yes)
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return c
}

func remove(c *cobra.Command, l *ledger.Ledger, refs []string, yes bool) error {
	var gone []*ledger.Info
	for _, ref := range refs {
		info, damage := l.Run(ref)
		if info == nil {
			return damage
		}
		twice := false
		for _, other := range gone {
			twice = twice || other.Name == info.Name
		}
		if twice {
			continue
		}
		t, err := l.Totals(info)
		if err = cmp.Or(damage, err); err != nil { // what cannot be read can be removed
			fmt.Fprintln(c.ErrOrStderr(), err)
		}
		fmt.Fprintf(c.ErrOrStderr(), "%s  %s, %s: %d cases, %d attempts, USD %s\n", info.Name, report.Visible(info.Suite),
			info.Status, t.Cases, t.Attempts, report.USD(t.Cost))
		gone = append(gone, info)
	}
	if !yes {
		if ok, err := agreed(c, len(gone)); err != nil || !ok {
			return err
		}
	}
	if err := l.Remove(gone); err != nil {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "removed %d runs\n", len(gone))
	return nil
}

// agreed asks the user at the terminal.
func agreed(c *cobra.Command, n int) (bool, error) {
	in, ok := c.InOrStdin().(*os.File)
	if !ok || !terminal.Is(in) {
		return false, usage.Wrap(errors.New("runs rm: there is no terminal to ask at; --yes removes without asking"))
	}
	fmt.Fprintf(c.ErrOrStderr(), "remove %d runs with all of that? [y/N] ", n)
	var answer string
	if _, err := fmt.Fscanln(in, &answer); err != nil || !strings.EqualFold(answer, "y") && !strings.EqualFold(answer, "yes") {
		fmt.Fprintln(c.ErrOrStderr(), "nothing is removed")
		return false, nil
	}
	return true, nil
}

func runsVerifyCommand() *cobra.Command {
	var rescue string
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check the ledger for damage, and save what can be read of a damaged one",
		Long: `Check the ledger for damage.

With --rescue, what can be read is copied into a new ledger in another directory, and the damaged one stays
as it is. Runs that were saved count as interrupted: attempts that are lost are made again, from the calls
that were saved, by the command that made the run.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			l, err := openLedger()
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, l.Close()) }()
			if rescue != "" {
				return rescueLedger(c.OutOrStdout(), l, rescue, asJSON)
			}
			if err := l.Check(); err != nil {
				return err
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), undamaged{Ledger: l.Path()})
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: no damage found\n", l.Path())
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	c.Flags().StringVar(&rescue, "rescue", "", "save what can be read into a new ledger in `DIRECTORY`")
	return c
}

// rescueLedger saves what can be read and says what to do with it.
func rescueLedger(out io.Writer, l *ledger.Ledger, dir string, asJSON bool) error {
	saved, err := l.Rescue(dir, version)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(out, saved)
	}
	damaged := "no table is damaged"
	if len(saved.Short) > 0 {
		damaged = "damaged: " + strings.Join(saved.Short, ", ")
	}
	_, err = fmt.Fprintf(out, "%s: %d rows saved, %d left out that rest on what is lost; %s\nlook at it, then move it into the place of %s\n",
		saved.Path, saved.Rows, saved.Gone, damaged, l.Path())
	return err
}
