package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/index/probe"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/report"
	"github.com/assayhq/assay/workspace"
)

// checkFlags are the flags of engines check.
type checkFlags struct {
	probe.Options
	mode   string
	asJSON bool
}

func enginesCheckCommand() *cobra.Command {
	f := checkFlags{Options: probe.Defaults}
	c := &cobra.Command{
		Use:   "check NAME",
		Short: "Compare an engine with exact search: recall, filters, latency",
		Long: `Ask an engine of assay.yaml with sentences of the index that it holds a copy of, without a filter and under
filters made of their own fields, and compare what it finds with an exact search of the same vectors: is every
record there and unchanged, does a filter let through what it should and nothing else, how many of the true
neighbours are found, and how long does it take.

It ends with 3 if something is wrong and with 5 if the recall may be on either side of the floor.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage.Wrap(errors.New("engines check: missing the name of an engine of assay.yaml; 'assay engines ls' lists them"))
			}
			return f.run(c, args[0])
		},
	}
	c.Flags().IntVarP(&f.Sentences, "sentences", "n", f.Sentences, "ask with `N` sentences")
	c.Flags().IntVarP(&f.K, "k", "k", f.K, "of each the nearest `K`")
	c.Flags().Uint64Var(&f.Seed, "seed", f.Seed, "which sentences")
	c.Flags().Float64Var(&f.Floor, "min-recall", f.Floor, "the share of the true neighbours that must be found")
	c.Flags().StringVar(&f.mode, "mode", "", "dense, bm25 or hybrid; what assay.yaml sets if it is not given")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print a JSON object")
	return c
}

func (f *checkFlags) run(c *cobra.Command, name string) (err error) {
	switch {
	case f.Sentences < 1 || f.K < 1:
		return usage.Wrap(errors.New("-n and -k are at least 1"))
	case !(f.Floor >= 0 && f.Floor <= 1):
		return usage.Wrap(errors.New("--min-recall is from 0 to 1"))
	}
	r, err := here(c).CheckEngine(c.Context(), name, f.mode, f.Options)
	if err != nil {
		return err
	}
	if f.asJSON {
		err = printJSON(c.OutOrStdout(), r)
	} else {
		err = printProbe(c.OutOrStdout(), r)
	}
	return errors.Join(err, verdict(name, r.Report))
}

// verdict is the exit code of what was found.
func verdict(name string, r *probe.Report) error {
	wrong, unclear := 0, 0
	for _, f := range r.Findings {
		switch f.Verdict {
		case probe.Wrong:
			wrong++
		case probe.Unclear:
			unclear++
		}
	}
	switch {
	case wrong > 0:
		return codeError{fmt.Errorf("engine %q: %d of %d findings are wrong", name, wrong, len(r.Findings)), exitFailed}
	case unclear > 0:
		return codeError{fmt.Errorf("engine %q: %d of %d findings are unclear; ask with more sentences (-n)", name, unclear,
			len(r.Findings)), exitInsufficient}
	}
	return nil
}

func printProbe(out io.Writer, r *workspace.EngineCheck) error {
	fmt.Fprintf(out, "engine %s (%s, %s), a copy of index %s; %s sentences, each with its nearest %d\n\n", r.Copy.Engine,
		r.Copy.Type, r.Mode, r.Copy.Index, grouped(r.Sentences), r.K)
	findings := report.NewTable("", "", "")
	for _, f := range r.Findings {
		findings.Add(f.Verdict, f.Name, f.Detail)
	}
	if err := findings.Print(out); err != nil {
		return err
	}
	fmt.Fprintln(out)
	times := report.NewTable("milliseconds", "p50", "p95", "p99")
	ms := func(v float64) string { return fmt.Sprintf("%.2f", v) }
	for _, t := range []struct {
		name string
		p    probe.Percentiles
	}{{"one query, no filter", r.Timing.Open}, {"company, year and section",
		r.Timing.Filtered}, {"the index here, no filter", r.Timing.Exact}} {
		if t.p != (probe.Percentiles{}) {
			times.Add(t.name, ms(t.p.P50), ms(t.p.P95), ms(t.p.P99))
		}
	}
	times.Add("all of them at once", grouped(int(r.Timing.PerSecond))+"/s", "", "")
	return times.Print(out)
}
