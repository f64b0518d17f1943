package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/gate"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
)

func gateCommand() *cobra.Command {
	var f gateFlags
	c := &cobra.Command{
		Use:   "gate RUN --baseline NAME --profile NAME|FILE",
		Short: "Hold a run against a baseline and rules: pass, fail, or insufficient",
		Long: `Hold a run against the rules of a profile, and against a baseline where rules are about changes.

A rule passes if its interval is entirely within its limit, and fails if all of it is beyond.
Between them the verdict is insufficient: the cases cannot tell, and the report says how many could.
Failures are adjusted for the number of rules (Holm), so that two equal systems fail no more often than
the level of the intervals allows. Cases are paired, and clustered by company or document.

RUN, and what --baseline names if it is no baseline's name, is ` + ledger.Refer + `.
Exit codes: 0 pass, 3 fail, 5 insufficient, 4 a run that is not complete, 1 runs that cannot be compared.

'assay gate profiles' lists the profiles that come with the program; copy one and edit it.`,
		Args: atLeast(1, "a run"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVar(&f.baseline, "baseline", "", "the `NAME` of a baseline, or a run; needed by rules about changes")
	c.Flags().StringVar(&f.profile, "profile", "", "the `PROFILE`: "+strings.Join(gate.Profiles(), ", ")+", or a file")
	c.Flags().StringVar(&f.format, "format", "text", "write `FORMAT`: "+gate.FormatNames())
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, as --format json does")
	c.Flags().StringVarP(&f.out, "output", "o", "", "write to `FILE`, which appears when it is complete")
	c.Flags().StringVar(&f.webhook, "webhook", "", "post the verdict as JSON to `URL`; a failure is reported and does not change the verdict")
	c.AddCommand(gateProfilesCommand())
	return c
}

func gateProfilesCommand() *cobra.Command {
	var fields, asJSON bool
	c := &cobra.Command{
		Use:   "profiles [NAME]",
		Short: "List the profiles that come with the program, or print one to be copied and edited",
		RunE: func(c *cobra.Command, args []string) error {
			out := c.OutOrStdout()
			switch {
			case fields && asJSON:
				type field struct {
					Key string `json:"key"`
					Doc string `json:"doc"`
				}
				var rows []field
				for _, f := range gate.Fields {
					rows = append(rows, field{f.Name, f.Doc})
				}
				return eachJSON(out, rows)
			case fields:
				for _, f := range gate.Fields {
					fmt.Fprintf(out, "%-10s %s\n", f.Name, strings.TrimLeft(indented(f.Doc, 11, 100), " "))
				}
				return nil
			case len(args) == 0:
				return listProfiles(out, asJSON)
			case len(args) > 1:
				return usage.Errorf("gate profiles: one at a time; %q is the second", args[1])
			}
			if asJSON {
				p, err := gate.Open(args[0])
				if err != nil {
					return err
				}
				return printJSON(out, p)
			}
			text, err := gate.Source(args[0])
			if err != nil {
				return usage.Wrap(err)
			}
			_, err = io.WriteString(out, text)
			return err
		},
	}
	c.Flags().BoolVar(&fields, "fields", false, "list the keys of a rule instead")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON: one object per line of a list")
	return c
}

func listProfiles(out io.Writer, asJSON bool) error {
	for _, name := range gate.Profiles() {
		p, err := gate.Open(name)
		if err != nil {
			return err
		}
		if asJSON {
			if err := eachJSON(out, []*gate.Profile{p}); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(out, name)
		for i := range p.Rules {
			r := &p.Rules[i]
			fmt.Fprintf(out, "  %s  %s %s\n", r.Severity, r.Subject(), r.Limit())
		}
	}
	return nil
}

// gateFlags are the flags of gate.
type gateFlags struct {
	baseline, profile string
	format, out       string
	webhook           string
	asJSON            bool
}

func (f *gateFlags) run(c *cobra.Command, args []string) (err error) {
	ref, err := oneRun(c, args)
	if err != nil {
		return err
	}
	profile, hook, err := f.check()
	if err != nil {
		return err
	}
	l, err := openLedger()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	run, err := l.Run(ref)
	if err != nil {
		return err
	}
	var baseline *ledger.Info
	if f.baseline != "" {
		if baseline, err = l.BaselineRun(f.baseline); err != nil {
			return err
		}
	}
	r, err := gate.Judge(l, run, baseline, profile, gate.Options{})
	if errors.Is(err, gate.ErrIncomplete) {
		return codeError{err, exitIncomplete}
	}
	if err != nil {
		return err
	}
	if baseline != nil && baseline.Name == run.Name {
		fmt.Fprintf(c.ErrOrStderr(), "note: run %s is the baseline itself, so nothing can have changed; gate the run that "+
			"comes after it\n", run.Name)
	}
	if err := output(c.OutOrStdout(), f.out, func(w io.Writer) error { return r.Write(w, f.format) }); err != nil {
		return err
	}
	if hook != nil {
		if err := hook.Tell(c.Context(), r); err != nil {
			fmt.Fprintln(c.ErrOrStderr(), "warning:", err)
		}
	}
	return verdictOf(r)
}

// check reads the flags as far as no run is needed for it.
func (f *gateFlags) check() (*gate.Profile, *gate.Webhook, error) {
	if f.asJSON {
		f.format = "json"
	}
	if f.profile == "" {
		return nil, nil, usage.Errorf("gate: --profile is missing; there are %s, or give a file", strings.Join(gate.Profiles(), ", "))
	}
	if !gate.HasFormat(f.format) {
		return nil, nil, usage.Errorf("gate: unknown format %q; there are %s", f.format, gate.FormatNames())
	}
	profile, err := gate.Open(f.profile)
	if err != nil {
		return nil, nil, err
	}
	if f.baseline == "" && profile.NeedsBaseline() {
		return nil, nil, usage.Errorf("gate: profile %q has rules about changes; name the run to hold against with --baseline", profile.Name)
	}
	if f.webhook == "" {
		return profile, nil, nil
	}
	hook, err := gate.NewWebhook(f.webhook)
	if err != nil {
		return nil, nil, usage.Wrap(err)
	}
	return profile, hook, nil
}

func verdictOf(r *gate.Report) error {
	switch r.Verdict {
	case gate.Fail:
		return codeError{r.Err(), exitFailed}
	case gate.Insufficient:
		return codeError{r.Err(), exitInsufficient}
	}
	return nil
}
