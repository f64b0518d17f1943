package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/workspace/doctor"
)

func doctorCommand() *cobra.Command {
	var asJSON, all, ask bool
	b := thisBuild()
	o := doctor.Options{
		Program: fmt.Sprintf("assay %s, %s, %s/%s, %d processors", b.Version, b.Go, b.OS, b.Arch, runtime.GOMAXPROCS(0)),
		Version: version, PDFWorker: pdfWorker(),
	}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check what this program needs and say what to do about what is missing",
		Long: `Check what this program needs: what is wrong first, with what to do about it, then one line for each group of
checks. --all prints every check. Nothing is sent anywhere unless --ask says so.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			o.Offline = o.Offline || !ask
			results := doctor.Check(c.Context(), local, o)
			if asJSON || all {
				return printResults(c.OutOrStdout(), results, asJSON)
			}
			if err := printSummaryOf(c.OutOrStdout(), results); err != nil {
				return err
			}
			return doctor.Err(results)
		},
	}
	c.Flags().BoolVar(&all, "all", false, "print every check")
	c.Flags().BoolVar(&asJSON, "json", false, "print every check, one JSON object per line")
	c.Flags().BoolVar(&o.Offline, "offline", false, "ask no provider and no engine anything, --ask or not")
	c.Flags().BoolVar(&ask, "ask", false, "ask providers for their models and engines for their state, with the keys that are set")
	return c
}

// printResults prints what checks found; problems are an error in the end.
func printResults(out io.Writer, results []doctor.Result, asJSON bool) error {
	print := resultTable(results).Print
	if asJSON {
		print = func(out io.Writer) error { return eachJSON(out, results) }
	}
	if err := print(out); err != nil {
		return err
	}
	return doctor.Err(results)
}

// printSummaryOf prints the problems, and below them one line for each group.
func printSummaryOf(out io.Writer, results []doctor.Result) error {
	var wrong []doctor.Result
	for _, r := range results {
		if r.State == doctor.Problem {
			wrong = append(wrong, r)
		}
	}
	if len(wrong) > 0 {
		if err := resultTable(wrong).Print(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return resultTable(doctor.Summary(results)).Print(out)
}

func resultTable(results []doctor.Result) *report.Table {
	t := report.NewTable("", "", "")
	for _, r := range results {
		t.Add(r.State, r.Check, r.Detail)
		if r.Next != "" {
			t.Add("", "", "try: "+r.Next)
		}
	}
	return t
}
