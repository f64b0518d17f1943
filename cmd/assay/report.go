package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/atomicfile"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/suite"
	"github.com/assayhq/assay/suite/all"
)

// pageWorst is how many a page shows, where they can be searched and folded away.
const pageWorst = 200

// defaultWorst is how many of the worst cases a report shows.
const defaultWorst = 5

func reportCommand() *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report [RUN]",
		Short: "Say what a run found, in a form to read or to process",
		Long: `Say what a run found: each measure with how many attempts gave a number, its interval, and why the
others gave none; what it cost; which models answered; and how to repeat it.

RUN is ` + ledger.Refer + `; without it, the latest.
A replay has the report of the run that it replays, to the byte.

Formats:
` + formatRows(),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVar(&f.format, "format", "", "write `FORMAT`; if it is not given the file's name says it, else text")
	c.Flags().StringVarP(&f.out, "output", "o", "", "write to `FILE`, which appears when it is complete")
	c.Flags().StringSliceVar(&f.measures, "measure", nil, "only these `MEASURES`")
	c.Flags().StringSliceVar(&f.groups, "group", nil, "tables by these `TAGS` only; without it, by all that have few values")
	c.Flags().IntVar(&f.worst, "worst", defaultWorst, "show the `N` cases that went worst")
	c.Flags().Float64Var(&f.level, "level", 0.95, "the `LEVEL` of the intervals")
	c.Flags().StringSliceVar(&f.least, "least", nil, "junit: a case fails whose `MEASURE=VALUE` is not reached")
	c.Flags().StringSliceVar(&f.most, "most", nil, "junit: a case fails whose `MEASURE=VALUE` is exceeded")
	return c
}

func formatRows() string {
	var b strings.Builder
	for i := range report.Formats {
		fmt.Fprintf(&b, "  %-8s %s\n", report.Formats[i].Name, report.Formats[i].Doc)
	}
	return strings.TrimRight(b.String(), "\n")
}

// reportFlags are the flags of report.
type reportFlags struct {
	format, out      string
	measures, groups []string
	worst            int
	level            float64
	least, most      []string
}

// oneRun is the reference to a run that a command was given: the latest if it was given none.
func oneRun(c *cobra.Command, args []string) (string, error) {
	switch len(args) {
	case 0:
		return "latest", nil
	case 1:
		return args[0], nil
	}
	return "", refuse(c, "one run at a time; %q is the second", args[1])
}

func (f *reportFlags) run(c *cobra.Command, args []string) (err error) {
	ref, err := oneRun(c, args)
	if err != nil {
		return err
	}
	format, limits, err := f.check()
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
	relaxGC()
	o := analysis.Options{Measures: f.measures, Groups: f.groups, Worst: f.worst}
	if format.Name == "html" && !c.Flags().Changed("worst") {
		o.Worst = pageWorst
	}
	o.Level = f.level
	r, err := report.Of(l, info, o)
	if err != nil {
		return err
	}
	asked := slices.Concat(f.measures, slices.Sorted(maps.Keys(limits[0])), slices.Sorted(maps.Keys(limits[1])))
	if err := r.Require(asked, f.groups); err != nil {
		return err
	}
	return output(c.OutOrStdout(), f.out, func(w io.Writer) error {
		p := report.Terminal(w)
		p.Results, p.Level = report.ResultsOf(c.Context(), l, info), f.level
		p.Least, p.Most = limits[0], limits[1]
		if p.Findings, err = report.Findings(r, p.Results, findingsOf(info), local.Texts); err != nil {
			return err
		}
		return format.Write(w, r, p)
	})
}

// relaxGC lets the heap double before it is swept, as Go does by itself: reading a run keeps some ten MB, makes
// a hundred times as much waste, and would spend a fifth of the time on sweeping it as often as main asks for.
func relaxGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(100)
	}
}

// check reads the flags as far as no run is needed for it: the form, and the limits from below and above.
func (f *reportFlags) check() (*report.Format, [2]map[string]float64, error) {
	var limits [2]map[string]float64
	if f.level <= 0 || f.level >= 1 {
		return nil, limits, fmt.Errorf("--level %g: it is between 0 and 1, such as 0.95", f.level)
	}
	if f.worst < 0 || f.worst > maxWorst {
		return nil, limits, fmt.Errorf("--worst %d: it is from 0 to %d", f.worst, maxWorst)
	}
	for i, flag := range []struct {
		name  string
		given []string
	}{{"least", f.least}, {"most", f.most}} {
		var err error
		if limits[i], err = limitsOf(flag.name, flag.given); err != nil {
			return nil, limits, err
		}
	}
	format, err := f.formatOf()
	if err == nil && len(limits[0])+len(limits[1]) > 0 && format.Name != "junit" {
		err = errors.New("--least and --most are for --format junit; 'assay gate' checks a run by rules")
	}
	return format, limits, err
}

// maxWorst bounds what a report has in memory.
const maxWorst = 1000

func (f *reportFlags) formatOf() (*report.Format, error) {
	switch {
	case f.format != "":
		return report.Find(f.format)
	case f.out != "":
		return report.ForFile(f.out)
	}
	return report.Find("text")
}

// limitsOf reads MEASURE=VALUE.
func limitsOf(name string, given []string) (map[string]float64, error) {
	limits := map[string]float64{}
	for _, flag := range given {
		measure, text, ok := strings.Cut(flag, "=")
		value, err := strconv.ParseFloat(text, 64)
		if !ok || measure == "" || err != nil || math.IsNaN(value) {
			return nil, fmt.Errorf("--%s %q: it is MEASURE=VALUE, such as f1=0.5", name, flag)
		}
		limits[measure] = value
	}
	return limits, nil
}

// output writes to a file that appears only when it is complete, or to standard output if no file is named. A
// device or a pipe is written to, and not replaced by a file.
func output(out io.Writer, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return write(out)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return outputTo(path, write)
	}
	if err := atomicfile.Write(path, write); err != nil {
		var at *fs.PathError // of the file beside it that is to take its place
		if errors.As(err, &at) {
			return fmt.Errorf("write %q: %w; name a file in an existing directory that can be written to and has space", path, at.Err)
		}
		return fmt.Errorf("write %q: %w", path, err)
	}
	return nil
}

// outputTo writes to what is no file.
func outputTo(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		err = errors.Join(write(f), f.Close())
	}
	if err != nil {
		return fmt.Errorf("write %q: %w", path, err)
	}
	return nil
}

// printReport prints what a run found, at the end of an eval, and gives its totals.
func printReport(c *cobra.Command, l *ledger.Ledger, info *ledger.Info, asJSON bool) (*ledger.Totals, error) {
	// Times are read as they are stored, so that the report is the same whenever it is made.
	info, err := l.Run(info.Name)
	if err != nil {
		return nil, err
	}
	r, err := report.Of(l, info, analysis.Options{Worst: defaultWorst})
	if err != nil {
		return nil, err
	}
	out := c.OutOrStdout()
	o := report.Terminal(out)
	if o.Findings, err = report.Findings(r, report.ResultsOf(c.Context(), l, info), findingsOf(info), local.Texts); err != nil {
		return nil, err
	}
	if asJSON {
		return r.Totals, report.JSON(out, r, o)
	}
	if err := report.WriteText(out, report.Digest(r, o), o); err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(c.ErrOrStderr(), "\n'assay report' shows all of it: groups, worst cases, how to read this; '-o "+
		"report.html' as a page; 'assay runs show --cases' lists the cases\n")
	return r.Totals, err
}

// printJSON prints a value as indented JSON.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// findingsOf is what finds more in a run than its measures say, if its suite has such a function.
func findingsOf(info *ledger.Info) suite.Findings {
	for _, s := range all.Suites {
		if strings.HasPrefix(info.Header.Suite, s.Runs) {
			return s.Findings
		}
	}
	return nil
}
