package workspace

import (
	"context"
	"errors"

	"github.com/assayhq/assay/dataset"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/run"
	"github.com/assayhq/assay/suite/cases"
	"github.com/assayhq/assay/system"
)

// CasesOptions say how the cases of a data set are answered and scored.
type CasesOptions struct {
	cases.Options
	Scorers []string // by name; none is cases.DefaultScorers
	Format  string   // of the data set; found out if empty
	Encoder EncoderOptions
}

// PlanCases plans a run of the cases of a file. The caller closes the session.
func (w *Workspace) PlanCases(path string, o run.Options, c CasesOptions) (_ *Session, _ *run.Plan, err error) {
	if err := o.Check(); err != nil {
		return nil, nil, err
	}
	if c.Scorers == nil {
		c.Scorers = cases.DefaultScorers
	}
	scorers, err := cases.Scorers(c.Scorers)
	if err != nil {
		return nil, nil, err
	}
	set, err := dataset.Open(path, c.Format)
	if err != nil {
		return nil, nil, err
	}
	for _, note := range set.Notes {
		w.opts.Note(note)
	}
	s, err := w.OpenSession(o)
	if err != nil {
		return nil, nil, err
	}
	p, err := s.planCases(set, scorers, &c)
	if err != nil {
		return nil, nil, errors.Join(err, s.Close(context.Background()))
	}
	return s, p, nil
}

func (s *Session) planCases(set *dataset.Set, scorers []run.Scorer, c *CasesOptions) (*run.Plan, error) {
	settings := map[string]string{}
	scorers, err := s.BindScorers(scorers, &c.Encoder, set.Cases(), settings)
	if err != nil {
		return nil, err
	}
	p := s.DataPlan(cases.Name, set, scorers, settings)
	sys, described, err := s.casesSystem(set, &c.Options)
	if err != nil {
		return nil, err
	}
	p.System, p.Header.System = sys, *described
	return &p, nil
}

func (s *Session) casesSystem(set *dataset.Set, o *cases.Options) (system.System, *ledger.System, error) {
	if err := o.Check(s.options.Replay != ""); err != nil {
		return nil, nil, err
	}
	if o.Model == "" {
		return cases.Stored(o.Answers, set, s.work.opts.Note)
	}
	m, err := s.Model(o.Model)
	if err != nil {
		return nil, nil, err
	}
	return o.Asked(m, set)
}
