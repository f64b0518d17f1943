package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/score"
)

func runsShowCommand() *cobra.Command {
	var f showFlags
	c := &cobra.Command{
		Use:   "show [RUN]",
		Short: "Show a run's header and totals, its cases, or one case whole",
		Long: `Show how a run was made and how its attempts ended; with --cases, a line for each attempt; with --case, all
that is known of one case: question, gold, answer, each score with what it rests on, each call.`,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().BoolVar(&f.cases, "cases", false, "list the attempts, a line each")
	c.Flags().StringVar(&f.one, "case", "", "show the case `ID` whole")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON: an object, or one a line for attempts")
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
		return f.whole(c, l, info)
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
		one := shownRun{Info: info, Cases: r.Totals.Cases, Attempts: r.Totals.Attempts, Outcomes: r.Totals.Outcomes, Sources: r.Totals.Sources, Retried: json.Number(report.USD(r.Totals.Retried).String()),
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
		sections = append(sections, report.Section{Title: "Paid besides", Table: report.Table{Columns: []report.Column{{}, {Wrap: true}},
			Rows: [][]string{{"earlier tries", "USD " + report.USD(r.Totals.Retried).String() + ", for attempts that were tried again and count no more"}}}})
	}
	return report.WriteText(out, sections, report.Terminal(out))
}

func (f *showFlags) list(c *cobra.Command, l *ledger.Ledger, info *ledger.Info) error {
	if f.asJSON {
		e, err := report.FindExport("jsonl")
		if err != nil {
			return err
		}
		return e.Write(c.OutOrStdout(), info, resultsOf(c.Context(), l, info))
	}
	out := bufio.NewWriter(c.OutOrStdout())
	for r, err := range resultsOf(c.Context(), l, info)(ledger.With{}) {
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%6d  %-24s  %-10s", r.Case.Ordinal+1, report.Visible(r.ID)+repeatMark(r.Repeat), report.Visible(r.Outcome))
		if r.Reason != "" {
			fmt.Fprintf(out, "  %s", report.Visible(r.Reason))
		}
		for i := range r.Scores {
			s := &r.Scores[i]
			if s.Outcome == score.Scored {
				fmt.Fprintf(out, "  %s %s", report.Visible(s.Name), report.Number(s.Value))
			} else if r.Outcome == ledger.Answered {
				fmt.Fprintf(out, "  %s %s", report.Visible(s.Name), s.Outcome)
			}
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

func repeatMark(repeat int) string {
	if repeat == 0 {
		return ""
	}
	return fmt.Sprintf(" (repeat %d)", repeat+1)
}

// whole shows all that is known of a case.
func (f *showFlags) whole(c *cobra.Command, l *ledger.Ledger, info *ledger.Info) error {
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
	out := bufio.NewWriter(c.OutOrStdout())
	p := casePrinter{out}
	for i := range all {
		if i > 0 {
			fmt.Fprintln(out)
		}
		p.attempt(&all[i], i == 0)
	}
	return out.Flush()
}

// ordinalOf finds a case by its id.
func ordinalOf(ctx context.Context, l *ledger.Ledger, info *ledger.Info, id string) (int, error) {
	for r, err := range resultsOf(ctx, l, info)(ledger.With{}) {
		if err != nil {
			return 0, err
		}
		if r.ID == id {
			return r.Case.Ordinal, nil
		}
	}
	return 0, fmt.Errorf("run %s has no attempt at a case %q; 'assay runs show %s --cases' lists those that it has", info.Name, id, info.Name)
}

// casePrinter prints for people what is known of a case.
type casePrinter struct{ out io.Writer }

// field prints a text under a name, its lines below each other.
func (p casePrinter) field(name, text string) {
	if text == "" {
		return
	}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			name = ""
		}
		fmt.Fprintln(p.out, strings.TrimRight(fmt.Sprintf("%-11s %s", name, report.Visible(line)), " "))
	}
}

func (p casePrinter) attempt(r *ledger.Result, first bool) {
	if asked := report.CaseText(r.Body); first {
		p.field("case", r.ID)
		p.field("cluster", r.Cluster)
		for _, tag := range slices.Sorted(maps.Keys(r.Tags)) {
			p.field("tag", tag+" = "+r.Tags[tag])
		}
		p.field("question", asked.Question)
		for _, gold := range asked.Gold {
			p.field("gold", gold)
		}
		for _, id := range asked.Evidence {
			p.field("evidence", id)
		}
		fmt.Fprintln(p.out)
	}
	p.field("repeat", strconv.Itoa(r.Repeat+1))
	p.field("outcome", strings.TrimSuffix(r.Outcome+": "+r.Reason, ": "))
	p.field("from", r.Source)
	said := report.AnswerText(r.Answer)
	p.field("answer", said.Text)
	for i, passage := range said.Passages {
		p.field("passage "+strconv.Itoa(i+1), strings.TrimSpace(passage.ID+" "+passage.Title)+": "+report.Shorten(passage.Text, maxPassage))
	}
	for i := range r.Scores {
		p.score(&r.Scores[i])
	}
	for i := range r.Uses {
		p.field("call", callText(&r.Uses[i]))
	}
}

// maxPassage is how much of a passage is shown.
const maxPassage = 300

func (p casePrinter) score(s *score.Score) {
	value := string(s.Outcome)
	if s.Outcome == score.Scored {
		value = report.Number(s.Value)
	}
	p.field("score", s.Name+" "+value)
	p.field("  why", s.Explanation)
	p.field("  expected", s.Expected)
	p.field("  read", s.Extracted)
	for _, e := range s.Evidence {
		p.field("  evidence", e)
	}
}

func callText(u *ledger.Use) string {
	text := u.Provider + " " + u.Asked
	if u.Served != "" && u.Served != u.Asked {
		text += " served by " + u.Served
	}
	text += ": " + u.Outcome + ", " + u.Source
	if u.Tries > 1 {
		text += fmt.Sprintf(", %d tries", u.Tries)
	}
	if u.Took >= 0 {
		text += ", " + strconv.FormatFloat(u.Took.Seconds(), 'f', 3, 64) + " s"
	}
	for _, n := range []struct {
		name  string
		count *int64
	}{{"in", u.Input}, {"cached", u.Cached}, {"written", u.Written}, {"out", u.Output}, {"reasoning", u.Reasoning}} {
		if n.count != nil {
			text += fmt.Sprintf(", %d %s", *n.count, n.name)
		}
	}
	cost := ", cost unknown"
	if u.Cost != nil {
		cost = ", USD " + report.USD(*u.Cost).String()
	}
	return fmt.Sprintf("%s%s, call %x", text, cost, u.Call[:6])
}
