package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/assayhq/assay/internal/usage"
)

// commands is every command in the order in which help prints them: the order in which data flows.
var commands = []func() *cobra.Command{
	demoCommand,
	initCommand,
	ingestCommand,
	corpusCommand,
	indexCommand,
	searchCommand,
	figuresCommand,
	goldCommand,
	runsCommand,
	reportCommand,
	compareCommand,
	historyCommand,
	baselineCommand,
	gateCommand,
	scoreCommand,
	measureCommand,
	evalCommand,
	modelsCommand,
	encodeCommand,
	enginesCommand,
	doctorCommand,
	versionCommand,
	pdfWorkerCommand,
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "Tell whether an LLM system on financial documents can be trusted, and whether it got worse",
		Long: `assay reads filings and analyst reports and tests systems that answer from them.

It works in the current directory: what it makes is kept in .assay/, as Parquet and SQLite that any
other tool can open. Standard output is data, standard error is everything else.`,
		Version:       thisBuild().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage.Errorf("%w; see '%s --help'", err, c.CommandPath())
	})
	for _, command := range commands {
		root.AddCommand(command())
	}
	return root
}

// noArgs refuses words after a command that takes none.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return refuse(c, "unknown word %q; see '%s --help'", args[0], c.CommandPath())
}

// atLeast asks for a number of words and names what they are.
func atLeast(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= n {
			return nil
		}
		return refuse(c, "missing %s; see '%s --help'", what, c.CommandPath())
	}
}

// refuse is a usage error that names the command. The program's own name is before every error.
func refuse(c *cobra.Command, format string, args ...any) error {
	_, name, below := strings.Cut(c.CommandPath(), " ")
	if below {
		format = name + ": " + format
	}
	return usage.Errorf(format, args...)
}
