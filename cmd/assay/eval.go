package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/score"
)

// suites are the commands under eval, in the order in which help prints them.
var suites = []func() *cobra.Command{
	evalCasesCommand,
	evalNeighborsCommand,
	evalDocqaCommand,
}

func evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval",
		Short: "Run cases through a system and score the answers",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	for _, suite := range suites {
		c.AddCommand(suite())
	}
	return c
}

// evalFlags are the flags that every suite has.
type evalFlags struct {
	limit, sample int
	seed          uint64
	repeat        int
	concurrency   int
	fresh, resume bool
	retry         []string
	replay        string
	dryRun        bool
	maxCost       float64
	asJSON        bool
}

func (f *evalFlags) add(s *pflag.FlagSet) {
	s.IntVar(&f.limit, "limit", 0, "take the first `N` cases only")
	s.IntVar(&f.sample, "sample", 0, "draw `N` cases, by --seed and their ids")
	s.Uint64Var(&f.seed, "seed", 1, "the seed of all that is drawn")
	s.IntVar(&f.repeat, "repeat", 1, "ask each case `K` times")
	s.IntVar(&f.concurrency, "concurrency", run.DefaultConcurrency, "cases at once")
	s.BoolVar(&f.resume, "resume", true, "go on with a run that was stopped; --resume=false begins another")
	s.BoolVar(&f.fresh, "fresh", false, "begin a new run, and ask everything anew")
	s.StringSliceVar(&f.retry, "retry", nil, "try the cases of the run before again that ended as error, or so: --retry=refused,truncated,skipped")
	s.Lookup("retry").NoOptDefVal = string(score.Error)
	s.StringVar(&f.replay, "replay", "", "answer from the calls that `RUN` recorded: no key, no cost, the same report")
	s.BoolVar(&f.dryRun, "dry-run", false, "print cases, calls, tokens and estimated cost, and ask nobody")
	s.Float64Var(&f.maxCost, "max-cost", 0, "stop before calls cost more than `USD`; 0 sets no cap")
	s.BoolVar(&f.asJSON, "json", false, "print the report as JSON")
}

// mostDollars is the largest cap; amounts are counted in millionths of a millionth.
const mostDollars = 1_000_000

// retriable are the outcomes that --retry takes.
var retriable = []string{string(score.Error), string(score.Refused), string(score.Truncated), string(score.Skipped)}

func (f *evalFlags) check() error {
	var problems []string
	bad := func(ok bool, format string, args ...any) {
		if ok {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	bad(f.limit < 0 || f.sample < 0, "--limit and --sample are numbers of cases")
	bad(f.repeat < 1, "--repeat is at least 1")
	bad(f.concurrency < 1 || f.concurrency > 10_000, "--concurrency is from 1 to 10000")
	bad(!(f.maxCost >= 0 && f.maxCost <= mostDollars), "--max-cost is an amount of US dollars, up to %d", mostDollars)
	bad(f.fresh && (f.replay != "" || len(f.retry) > 0), "--fresh asks everything anew, and goes with neither --replay nor --retry")
	for _, outcome := range f.retry {
		bad(!slices.Contains(retriable, outcome), "--retry %s: it takes %s", outcome, strings.Join(retriable, ", "))
	}
	if len(problems) == 0 {
		return nil
	}
	return usageError{errors.New(strings.Join(problems, "; "))}
}

// header begins the header of a run.
func (f *evalFlags) header(suite string, args []string) ledger.Header {
	return ledger.Header{Suite: suite, Arguments: args, Repeats: f.repeat, Sample: f.sample, Limit: f.limit, Seed: f.seed, Tool: tool()}
}

// tool is this program.
func tool() ledger.Tool {
	t := ledger.Tool{Version: version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				t.Commit = s.Value
			}
		}
	}
	return t
}

// ending is the error that a run's end is for a script.
func ending(r *run.Result) error {
	p := r.Progress
	switch r.Run.Status {
	case ledger.Complete:
		return nil
	case ledger.Interrupted:
		return codeError{fmt.Errorf("run %s: interrupted with %d of %d done; the same command goes on", r.Run.Name, p.Done, p.Total), exitIncomplete}
	}
	return codeError{fmt.Errorf("run %s: %s with %d of %d done: %s; the same command goes on", r.Run.Name, r.Run.Status, p.Done, p.Total, r.Run.Reason), exitIncomplete}
}

// openLedger opens the workspace's ledger for reading.
func openLedger() (*ledger.Ledger, error) { return ledger.Open(filepath.FromSlash(workspaceDir)) }

// createLedger opens it for appending, too.
func createLedger() (*ledger.Ledger, error) {
	return ledger.Create(filepath.FromSlash(workspaceDir), version)
}

// readText reads a small text file that a flag names.
func readText(flag, path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("--%s: %w", flag, err)
	}
	if len(data) > maxText {
		return "", fmt.Errorf("--%s: %q has %d bytes; a prompt has at most %d", flag, path, len(data), maxText)
	}
	return string(data), nil
}

// maxText is the largest prompt that is read from a file.
const maxText = 4 << 20
