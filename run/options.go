package run

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// Options are what every run can be told, whichever suite plans it.
type Options struct {
	Limit       int      // take the first cases only; 0 takes all
	Sample      int      // draw so many cases by Seed and their ids; 0 takes all
	Seed        uint64   // of everything that is drawn
	Repeat      int      // how often each case is asked
	Concurrency int      // cases at once
	Fresh       bool     // begin a new run and take over nothing that was answered before
	Resume      bool     // go on with a run of the same plan that was stopped
	Retry       []string // outcomes of the run before that are tried again
	Replay      string   // the run whose recorded calls answer; empty asks
	DryRun      bool     // only estimate calls, tokens and cost
	MaxCost     float64  // in USD; 0 sets no cap
	Batch       bool     // send calls as batches of the provider, which answers within a day at half the price
}

// DefaultOptions are those of a run that is told nothing.
func DefaultOptions() Options {
	return Options{Seed: 1, Repeat: 1, Concurrency: DefaultConcurrency, Resume: true}
}

// maxDollars is the largest cap; amounts are counted in millionths of a millionth.
const maxDollars = 1_000_000

// retriable are the outcomes that can be tried again.
var retriable = []string{string(score.Error), string(score.Refused), string(score.Truncated), string(score.Skipped)}

// Check reports all options that are out of range or do not go together, by the names of their flags.
func (o *Options) Check() error {
	var problems []string
	refuseIf := func(bad bool, format string, args ...any) {
		if bad {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	refuseIf(o.Limit < 0 || o.Sample < 0, "--limit and --sample are numbers of cases")
	refuseIf(o.Repeat < 1, "--repeat is at least 1")
	refuseIf(o.Concurrency < 1 || o.Concurrency > 10_000, "--concurrency is from 1 to 10000")
	refuseIf(!(o.MaxCost >= 0 && o.MaxCost <= maxDollars), "--max-cost is an amount of US dollars, up to %d", maxDollars)
	refuseIf(o.Fresh && (o.Replay != "" || len(o.Retry) > 0),
		"--fresh asks everything again, and goes with neither --replay nor --retry")
	refuseIf(o.Batch && (o.Fresh || o.Replay != ""),
		"--batch collects what was submitted before and asks the rest: it goes with neither --fresh nor --replay")
	for _, outcome := range o.Retry {
		refuseIf(!slices.Contains(retriable, outcome), "--retry %s: it takes %s", outcome, strings.Join(retriable, ", "))
	}
	if len(problems) == 0 {
		return nil
	}
	return usage.Wrap(errors.New(strings.Join(problems, "; ")))
}

// Header begins the header of a run.
func (o *Options) Header(suite string) ledger.Header {
	return ledger.Header{Suite: suite, Repeats: o.Repeat, Sample: o.Sample, Limit: o.Limit, Seed: o.Seed}
}

// Cases are those of all that the options take.
func (o *Options) Cases(all iter.Seq2[*system.Case, error]) iter.Seq2[*system.Case, error] {
	return First(Sample(all, o.Sample, o.Seed), o.Limit)
}
