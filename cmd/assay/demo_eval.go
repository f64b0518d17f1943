package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/cmd/assay/internal/demo"
	"github.com/assayhq/assay/corpus/store"
)

// evaluate asks two invented systems for the figures of the filings, and compares the second with the first.
func evaluate(c *cobra.Command, opened *store.Corpus) error {
	if err := demo.WriteCases(opened); err != nil {
		return err
	}
	for _, answers := range []string{demo.May, demo.June} {
		if err := demoStep(c, "the answers of an invented system", evalCommand, "eval", "cases", demo.Cases, "--answers",
			answers, "--score", "figure,exact-normal"); err != nil {
			return err
		}
	}
	if err := demoStep(c, "how June differs from May", compareCommand, "compare", "latest", "latest~1"); err != nil {
		return err
	}
	if err := demoStep(c, "a name for what is in use", baselineCommand, "baseline", "set", "latest~1", "--name", "prod"); err != nil {
		return err
	}
	if err := demoStep(c, "may June be released?", gateCommand, "gate", "latest", "--baseline", "prod", "--profile",
		demo.Profile); err != nil {
		return err
	}
	return demoStep(c, "a report to look at in a browser", reportCommand, "report", "latest", "-o", "june.html")
}

// demoStep runs a command as a user would. What a gate says of invented answers is no failure of the demo.
func demoStep(c *cobra.Command, what string, command func() *cobra.Command, args ...string) error {
	title(c.OutOrStdout(), what, strings.Join(args, " "))
	step := command()
	step.SetArgs(args[1:])
	step.SilenceErrors, step.SilenceUsage = true, true
	step.SetOut(c.OutOrStdout())
	step.SetErr(io.Discard)
	err := step.ExecuteContext(c.Context())
	var verdict codeError
	if errors.As(err, &verdict) && verdict.code != exitIncomplete {
		fmt.Fprintf(c.OutOrStdout(), "exit code %d\n", verdict.code)
		return nil
	}
	return err
}

// retrieve indexes the filings, and tests the index with their own sentences.
func retrieve(c *cobra.Command) error {
	if err := demoStep(c, "an index of the sentences, by vectors and by words", indexCommand, "index", "build"); err != nil {
		return err
	}
	if err := demoStep(c, "a search in it", searchCommand, "search", "interest on the term loan", "--section", "8", "-k", "3"); err != nil {
		return err
	}
	return demoStep(c, "does a sentence find itself, and the sentences around it?", evalCommand, "eval", "neighbors")
}

// question asks about whole filings, without a model.
func question(c *cobra.Command, opened *store.Corpus) error {
	if err := demo.WriteQuestions(opened); err != nil {
		return err
	}
	return demoStep(c, "questions about whole filings, answered without a model", evalCommand, "eval", "docqa", "--data",
		demo.Questions, "--mode", "extractive")
}
