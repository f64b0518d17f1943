// Package suite says what an evaluation suite is: a name with its help, options that a command line or a program sets,
// the runs that follow from them, and what a report shows of such runs. Each suite is a package below this one and a
// row of the table in suite/all.
//
// A suite opens neither files of the workspace nor connections. It gets what is open as an Environment, so that a
// program can run it without a workspace.
package suite

import (
	"context"
	"errors"
	"iter"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/report/finding"
)

// Suite is a kind of evaluation.
type Suite struct {
	Name        string // of the command
	Arguments   string // what may follow the name on a command line, such as FILE; empty is nothing
	Short       string // one line of help
	Long        string
	Runs        string         // prefix of the names under which a ledger has its runs
	Concurrency int            // cases at once unless an option sets it; 0 is run.DefaultConcurrency
	Batch       bool           // a case makes one call, known ahead: --batch can send them together
	Texts       bool           // answers are texts, which scorers with an encoder may score
	Options     func() Options // with defaults
	Findings    Findings       // nil has nothing to add to the measures

	// JSON is what --json prints of a run; nil is the report.
	JSON func(*ledger.Ledger, *ledger.Info) (any, error)
}

// Findings reads what a report shows of a run in addition to its measures.
type Findings func(*analysis.Run, func(ledger.With) iter.Seq2[*ledger.Result, error]) ([]finding.Finding, error)

// Options are the options of one suite, in addition to Settings.
type Options interface {
	// Flags are the options as a command line names them.
	Flags() []Flag
	// Jobs checks the options and makes the runs that they ask for. Arguments follow the command's flags. The jobs
	// that it returns have to be closed.
	Jobs(ctx context.Context, e *Environment, arguments []string) ([]*Job, error)
}

// Flag is an option with its name on a command line. Value points to the field that it sets, a string, bool, int or
// []string, which holds the default.
type Flag struct {
	Name  string
	Short string // one letter, or nothing
	Value any
	Help  string // with the name of the value in backquotes
}

// UsageError is an error in the choice of options.
type UsageError = usage.Error

// CloseAll closes jobs.
func CloseAll(jobs []*Job) error {
	var errs []error
	for _, j := range jobs {
		errs = append(errs, j.Close())
	}
	return errors.Join(errs...)
}
