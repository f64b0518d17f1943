package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report"
)

// defaultChanged is how many of the changed cases a comparison shows.
const defaultChanged = 10

func compareCommand() *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare A B",
		Short: "Say how two runs differ on the same cases, and which cases changed",
		Long: `Compare run A with run B: for each measure the difference A − B with its interval and P, adjusted for
the measures beside it, and the cases that changed, the greatest losses of A first. A is the run in
question, B what it is compared with.

Cases are paired by id and content, and clustered by company or document. Runs of different cases are
refused; --common compares those that both have.

A run is ` + ledger.Refer + `.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage.Errorf("compare: it takes two runs, A and B, not %d; 'assay runs' lists them", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0], args[1]) },
	}
	c.Flags().BoolVar(&f.common, "common", false, "compare the cases that both runs have, and leave out the others")
	c.Flags().StringSliceVar(&f.measures, "measure", nil, "only these `MEASURES`")
	c.Flags().IntVarP(&f.cases, "cases", "n", defaultChanged, "show the `N` changed cases that lost most; of a page, 200 are the default")
	f.add(c)
	return c
}

// pageFlags are the flags of what prints sections or a page about several runs.
type pageFlags struct {
	level  float64
	format string
	out    string
	asJSON bool
}

func (f *pageFlags) add(c *cobra.Command) {
	c.Flags().Float64Var(&f.level, "level", 0.95, "the `LEVEL` of the intervals")
	c.Flags().StringVar(&f.format, "format", "", "write `FORMAT`: text, md, html or json; if it is not given the file's "+
		"name says it, else text")
	c.Flags().StringVarP(&f.out, "output", "o", "", "write to `FILE`, which appears when it is complete")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, as --format json does")
}

func (f *pageFlags) check() error {
	if f.level <= 0 || f.level >= 1 {
		return usage.Errorf("--level %g: it is between 0 and 1, such as 0.95", f.level)
	}
	if f.asJSON {
		f.format = "json"
	}
	if at := strings.LastIndexByte(f.out, '.'); f.format == "" && at >= 0 {
		f.format = f.out[at+1:]
	}
	switch f.format {
	case "", "txt":
		f.format = "text"
	case "text", "md", "html", "json":
	default:
		return usage.Errorf("format %q: there are text, md, html and json", f.format)
	}
	return nil
}

// page is something to print in any of the formats.
type page struct {
	title    string
	value    any
	sections func(report.Options) []report.Section
	html     func(io.Writer, report.Options) error
}

func (f *pageFlags) print(c *cobra.Command, p page) error {
	return output(c.OutOrStdout(), f.out, func(w io.Writer) error {
		o := report.Terminal(w)
		o.Level = f.level
		switch f.format {
		case "json":
			return printJSON(w, p.value)
		case "html":
			return p.html(w, o)
		case "md":
			return report.WriteMarkdown(w, p.title, p.sections(o))
		}
		return report.WriteText(w, shortened(p.sections(o)), o)
	})
}

// shortened leaves out what a terminal's reader can look up elsewhere.
func shortened(all []report.Section) []report.Section {
	var kept []report.Section
	for _, s := range all {
		if !s.Fold {
			kept = append(kept, s)
		}
	}
	return kept
}

// compareFlags are the flags of compare.
type compareFlags struct {
	pageFlags
	common   bool
	measures []string
	cases    int
}

func (f *compareFlags) run(c *cobra.Command, a, b string) (err error) {
	if f.cases < 0 || f.cases > maxWorst {
		return usage.Errorf("-n %d: it is from 0 to %d", f.cases, maxWorst)
	}
	if err := f.check(); err != nil {
		return err
	}
	l, err := openLedger()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	runA, err := l.Run(a)
	if err != nil {
		return err
	}
	runB, err := l.Run(b)
	if err != nil {
		return err
	}
	o := analysis.Options{Measures: f.measures, Common: f.common, Worst: f.cases}
	if f.format == "html" && !c.Flags().Changed("cases") {
		o.Worst = pageWorst
	}
	o.Level = f.level
	found, err := analysis.Compare(l, runA, runB, o)
	if err != nil {
		return err
	}
	if err := f.checkMeasures(found); err != nil {
		return err
	}
	return f.print(c, page{
		title:    "Comparison of " + runA.Name + " with " + runB.Name,
		value:    found,
		sections: func(o report.Options) []report.Section { return report.ComparisonSections(found, o) },
		html:     func(w io.Writer, o report.Options) error { return report.HTMLComparison(w, found, o) },
	})
}

// checkMeasures refuses what compares nothing, and measures that are not of both runs.
func (f *compareFlags) checkMeasures(c *analysis.Comparison) error {
	if len(c.Measures) == 0 {
		return fmt.Errorf("runs %s and %s have no measure in common%s; 'assay runs show' lists what a run has", c.A.Name,
			c.B.Name, asked(f.measures))
	}
	for _, name := range f.measures {
		if !slices.ContainsFunc(c.Measures, func(m analysis.Compared) bool {
			return m.Name == name || strings.HasPrefix(m.Name, name+" ") // all values of its tag
		}) {
			return fmt.Errorf("runs %s and %s do not both have measure %q; 'assay runs show' lists what a run has", c.A.Name, c.B.Name, name)
		}
	}
	return nil
}

// asked says which measures were asked for, if any were.
func asked(measures []string) string {
	if len(measures) == 0 {
		return ""
	}
	return " among " + strings.Join(measures, ", ")
}
