package docqa

import (
	"context"
	"iter"
	"path/filepath"
	"time"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite"
)

// outputWriter writes the output file of a run, now and then while that goes and when it has ended.
type outputWriter struct {
	outputFile
	path func(run string) string
	env  *suite.Environment

	next    time.Time
	failure error
}

// Writing takes at most a twentieth of the time, whatever the size of the run.
const (
	outputEvery = 5 * time.Second
	outputShare = 20
)

// attach has the file written as the job goes.
func (w *outputWriter) attach(j *suite.Job) {
	j.Progress = w.progress
	j.End = func(ctx context.Context, info *ledger.Info, cases int) (string, error) {
		if err := w.write(ctx, info, cases); err != nil {
			return "", err
		}
		return "results are in " + filepath.ToSlash(w.path(info.Name)), nil
	}
}

// progress writes the file if it is time for that. It is called by one goroutine.
func (w *outputWriter) progress(ctx context.Context, p run.Progress) {
	now := time.Now()
	if w.next.IsZero() {
		w.next = now.Add(outputEvery)
	}
	if now.Before(w.next) || w.failure != nil {
		return
	}
	info, err := w.env.Ledger.Run(p.Run)
	if err == nil {
		err = w.write(ctx, info, p.Total)
	}
	w.failure = err
	w.next = time.Now().Add(max(outputEvery, outputShare*time.Since(now)))
}

func (w *outputWriter) write(ctx context.Context, info *ledger.Info, cases int) error {
	file := w.outputFile
	file.Path = w.path(info.Name)
	return file.Write(info, cases, untilDone(ctx, w.env.Ledger.Results(info, ledger.With{Bodies: true, Answers: true, Details: true})))
}

// untilDone ends results with the context's error when it ends.
func untilDone(ctx context.Context, results iter.Seq2[*ledger.Result, error]) iter.Seq2[*ledger.Result, error] {
	return func(yield func(*ledger.Result, error) bool) {
		for r, err := range results {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}
