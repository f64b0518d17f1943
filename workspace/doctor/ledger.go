package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayhq/assay/internal/terminal"
	"github.com/assayhq/assay/ledger"
)

// quickLedger is the size up to which the doctor reads a ledger as a whole.
const quickLedger = 256 << 20

// checkLedger opens the ledger, looks for damage where that does not take long, and tells what to go on with.
func checkLedger(_ context.Context, x *examination) Result {
	l, err := x.work.Ledger()
	switch {
	case errors.Is(err, ledger.ErrNone):
		return Result{}.set(Note, "no runs here yet", "assay eval --help   or   assay demo")
	case err != nil:
		return Result{}.failed(err)
	}
	r := examineLedger(l)
	if err := l.Close(); err != nil && r.State == OK {
		r = Result{}.failed(err)
	}
	return r
}

func examineLedger(l *ledger.Ledger) Result {
	info, err := os.Stat(l.Path())
	if err != nil {
		return Result{}.failed(err)
	}
	checked := "no damage found"
	if info.Size() > quickLedger {
		checked = "not read for damage: 'assay runs verify' does that"
	} else if err := l.Check(); err != nil {
		return Result{}.failed(err)
	}
	runs, err := l.Runs(ledger.Filter{})
	if err != nil {
		return Result{}.failed(err)
	}
	path := filepath.ToSlash(l.Path())
	if len(runs) == 0 {
		return Result{}.set(Note, fmt.Sprintf("%s holds no runs, %s", path, checked), "assay eval --help")
	}
	last := &runs[0]
	detail := fmt.Sprintf("%s: format %d, %s, %s runs, %s; the latest is %s: %s", path, ledger.Format,
		terminal.Megabytes(info.Size()), terminal.Count(len(runs)), checked, last.Name, last.Status)
	if last.Status != ledger.Complete && last.Status != ledger.Running {
		return Result{}.set(Note, detail, "the command that began it goes on with it; 'assay runs show "+last.Name+"' prints it")
	}
	return Result{}.set(OK, detail, "")
}
