package workspace

import (
	"context"
	"errors"
	"fmt"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/corpus"
	"github.com/assayhq/assay/gate"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite"
)

// Ingest reads files and directories into the corpus. With an error it returns the summary of what was read before,
// if anything was.
func (w *Workspace) Ingest(ctx context.Context, paths ...string) (*corpus.Summary, error) {
	dir, err := w.own("corpus")
	if err != nil {
		return nil, err
	}
	return corpus.Ingest(ctx, corpus.Walk(paths), corpus.Options{Dir: dir, Version: w.opts.Version})
}

// Evaluate carries out the runs that the options of a suite ask for. Arguments are those of the suite's command, such
// as the file with the cases. With an error it returns the runs that ended before.
func (w *Workspace) Evaluate(
	ctx context.Context, o suite.Options, s suite.Settings, arguments ...string,
) (results []*run.Result, err error) {
	e, err := w.OpenEvaluation(s, EncoderOptions{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close(ctx)) }()
	err = e.Run(ctx, o, arguments, Observer{End: func(_ *suite.Job, r *run.Result, note string) error {
		results = append(results, r)
		if note != "" {
			w.opts.Note(note)
		}
		return nil
	}})
	return results, err
}

// Compare says how run A differs from run B. Runs are named as on a command line: by name, "latest", "@baseline".
func (w *Workspace) Compare(a, b string, o analysis.Options) (_ *analysis.Comparison, err error) {
	l, err := w.Ledger()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	runA, err := l.Run(a)
	if err != nil {
		return nil, err
	}
	runB, err := l.Run(b)
	if err != nil {
		return nil, err
	}
	return analysis.Compare(l, runA, runB, o)
}

// SetBaseline gives a complete run a name that others are compared with; a name that another run had passes on. Of a run
// that is not complete the error is gate.ErrIncomplete.
func (w *Workspace) SetBaseline(name, run string) (_ *ledger.Info, err error) {
	l, err := w.WritableLedger()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	info, err := l.Run(run)
	if err != nil {
		return nil, err
	}
	if info.Status != ledger.Complete {
		return nil, fmt.Errorf("baseline %q: run %s %w: it is %s", name, info.Name, gate.ErrIncomplete, info.Status)
	}
	return info, l.SetBaseline(name, info)
}

// Gate holds a run against a baseline by the rules of a profile. The baseline is empty, the name of one, or a run; the
// profile is the name of a shipped one, or a file.
func (w *Workspace) Gate(name, baseline, profile string) (_ *gate.Report, err error) {
	p, err := gate.Open(profile)
	if err != nil {
		return nil, err
	}
	l, err := w.Ledger()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	judged, err := l.Run(name)
	if err != nil {
		return nil, err
	}
	var against *ledger.Info
	if baseline != "" {
		if against, err = l.BaselineRun(baseline); err != nil {
			return nil, err
		}
	}
	return gate.Judge(l, judged, against, p, gate.Options{})
}
