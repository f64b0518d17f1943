package run

import (
	"context"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/system"
)

// Estimate is what a plan would ask and cost. Tokens of answers are those that they may take at most.
type Estimate struct {
	Cases    int         `json:"cases"`
	Attempts int         `json:"attempts"`
	Calls    int         `json:"calls"`
	Stored   int         `json:"stored"`  // of the calls, those that are stored and cost nothing again
	Unasked  int         `json:"unasked"` // attempts that would not be asked: the case lacks what the prompt needs
	Input    int64       `json:"input_tokens"`
	Output   int64       `json:"output_tokens_at_most"`
	Cost     catalog.USD `json:"-"`
	Unpriced int         `json:"unpriced"`
	Why      string      `json:"why,omitempty"` // the first reason for an unknown price
}

// Preparer is a system that can say what call a case makes without making it.
type Preparer interface {
	Prepare(c *system.Case, repeat int) (*call.Call, error)
}

// Estimate makes no call. A system that cannot say what it would call is estimated by its cases alone.
func (p *Plan) Estimate(ctx context.Context, stored func(call.Key) bool) (*Estimate, error) {
	e := &Estimate{}
	for c, err := range p.Cases {
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e.Cases++
		for repeat := range p.repeats() {
			e.Attempts++
			if s, ok := p.System.(Preparer); ok {
				e.add(p, s, c, repeat, stored)
			}
		}
	}
	return e, nil
}

func (e *Estimate) add(p *Plan, s Preparer, c *system.Case, repeat int, stored func(call.Key) bool) {
	outgoing, err := s.Prepare(c.Asked(), repeat)
	if err != nil {
		e.Unasked++
		if e.Why == "" {
			e.Why = err.Error()
		}
		return
	}
	e.Calls++
	if stored != nil && stored(outgoing.Key()) {
		e.Stored++
		return
	}
	e.Input += int64(outgoing.Tokens)
	e.Output += int64(outgoing.MaxOut)
	cost := p.AtMost(outgoing)
	e.Cost += cost.USD
	if !cost.Known {
		e.Unpriced++
		if e.Why == "" {
			e.Why = cost.Why.String()
		}
	}
}
