package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayhq/assay/ledger"
)

// quickLedger is the size up to which the doctor reads a ledger as a whole.
const quickLedger = 256 << 20

// checkLedger opens the ledger, looks for damage where that does not take long, and tells what to go on with.
func checkLedger(context.Context) finding {
	l, err := openLedger()
	switch {
	case errors.Is(err, ledger.ErrNone):
		return finding{State: stateNote, Detail: "no runs here yet", Next: "assay eval --help   or   assay demo"}
	case err != nil:
		return finding{State: stateProblem, Detail: err.Error()}
	}
	f := lookInto(l)
	if err := l.Close(); err != nil && f.State == stateOK {
		f = finding{State: stateProblem, Detail: err.Error()}
	}
	return f
}

func lookInto(l *ledger.Ledger) finding {
	problem := func(err error) finding { return finding{State: stateProblem, Detail: err.Error()} }
	info, err := os.Stat(l.Path())
	if err != nil {
		return problem(err)
	}
	checked := "no damage found"
	if info.Size() > quickLedger {
		checked = "not read for damage: 'assay runs verify' does that"
	} else if err := l.Check(); err != nil {
		return problem(err)
	}
	runs, err := l.Runs(ledger.Filter{})
	if err != nil {
		return problem(err)
	}
	path := filepath.ToSlash(l.Path())
	if len(runs) == 0 {
		return finding{State: stateNote, Detail: fmt.Sprintf("%s holds no runs, %s", path, checked), Next: "assay eval --help"}
	}
	last := &runs[0]
	f := finding{State: stateOK, Detail: fmt.Sprintf("%s: format %d, %s, %s runs, %s; the latest is %s: %s", path, ledger.Format, megabytes(info.Size()), grouped(len(runs)), checked, last.Name, last.Status)}
	if last.Status != ledger.Complete && last.Status != ledger.Running {
		f.State, f.Next = stateNote, "the command that began it goes on with it; 'assay runs show "+last.Name+"' prints it"
	}
	return f
}
