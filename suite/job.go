package suite

import (
	"context"
	"errors"
	"fmt"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
)

// Job is one run of an evaluation.
type Job struct {
	Name string // tells it from the others of the same evaluation, such as a mode of docqa
	Plan run.Plan

	// Check reports whether what is asked can be reached, before a run is begun; nil asks nothing.
	Check func(context.Context) error
	// Progress is called as the run proceeds, in addition to the plan's own Watch. It may be nil.
	Progress func(context.Context, run.Progress)
	// End is called when the run has ended, complete or not. Its result is shown to the user.
	End func(ctx context.Context, info *ledger.Info, cases int) (note string, err error)

	closers []func() error
}

// OnClose has a function called when the job is closed, the last one first.
func (j *Job) OnClose(f func() error) { j.closers = append(j.closers, f) }

// Close ends the use of what the job has opened. It may be called more than once.
func (j *Job) Close() error {
	var errs []error
	for i := len(j.closers) - 1; i >= 0; i-- {
		errs = append(errs, j.closers[i]())
	}
	j.closers = nil
	return errors.Join(errs...)
}

// Execute runs the job. A run that was stopped is no error: its status says so. The note is what its user has to know.
func (j *Job) Execute(ctx context.Context, e *Environment) (_ *run.Result, note string, err error) {
	if j.Check != nil {
		if err := j.Check(ctx); err != nil {
			return nil, "", err
		}
	}
	if e.Ledger == nil {
		if e.Ledger, err = e.CreateLedger(); err != nil {
			return nil, "", err
		}
	}
	p := j.Plan
	watch := p.Watch
	p.Watch = func(g run.Progress) {
		if watch != nil {
			watch(g)
		}
		if j.Progress != nil {
			j.Progress(ctx, g)
		}
	}
	r, err := run.Execute(ctx, e.Ledger, &p)
	if r == nil {
		return nil, "", err
	}
	if err != nil {
		err = fmt.Errorf("run %s: %w", r.Run.Name, err)
	}
	if j.End != nil {
		info, failed := e.Ledger.Run(r.Run.Name)
		if failed == nil {
			note, failed = j.End(context.WithoutCancel(ctx), info, r.Progress.Total)
		}
		err = errors.Join(err, failed)
	}
	if err != nil {
		return nil, "", err
	}
	if e.Served != nil {
		err = e.Ledger.Warn(r.Run, e.Served())
	}
	return r, note, err
}
