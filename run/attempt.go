package run

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/assayhq/assay/internal/saturate"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// carried are the outcomes that are taken over from earlier runs: asking again would say the same. Errors
// are asked again.
var carried = []string{system.Answered, string(score.Refused), string(score.Truncated)}

// do answers, scores and stores one repeat of a case.
func (x *execution) do(ctx context.Context, t task) error {
	a, at, err := x.attempt(ctx, t)
	if err != nil {
		return err
	}
	if at.Scores, err = x.score(ctx, t.c, a); err != nil {
		return fmt.Errorf("score case %q: %w", t.ID, err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := x.r.AddAttempt(at); err != nil {
		return err
	}
	x.meter.count(at)
	return nil
}

// attempt is the answer to a case and its record, from an earlier run or from the system.
func (x *execution) attempt(ctx context.Context, t task) (*system.Answer, *ledger.Attempt, error) {
	at := &ledger.Attempt{Ordinal: t.Ordinal, Repeat: t.Repeat, Try: t.Try, Key: t.key}
	if old := t.carried; old != nil {
		a := &system.Answer{Outcome: old.Outcome, Reason: old.Reason}
		if err := json.Unmarshal(old.Answer, a); old.Answer != nil && err != nil {
			return nil, nil, fmt.Errorf("case %q: its answer of an earlier run: %w", t.ID, err)
		}
		at.Outcome = old.Outcome
		at.Reason = old.Reason
		at.Answer = old.Answer
		at.Uses = old.Uses
		at.Took = old.Took
		at.Cost = old.Cost
		at.Source = ledger.Carried
		at.Finished = time.Now()
		return a, at, nil
	}
	began := time.Now()
	a, err := x.p.System.Answer(ctx, t.c.Asked(), t.Repeat)
	if err != nil {
		return nil, nil, err
	}
	at.Outcome = a.Outcome
	at.Reason = a.Reason
	at.Took = a.Took
	at.Finished = time.Now()
	if at.Took < 0 && len(a.Calls) > 0 {
		at.Took = time.Since(began)
	}
	at.Source, at.Uses, at.Cost = x.uses(a)
	if a.Text != "" || a.Outcome == system.Answered {
		if at.Answer, err = json.Marshal(a); err != nil {
			return nil, nil, fmt.Errorf("case %q: %w", t.ID, err)
		}
	}
	return a, at, nil
}

// score applies the scorers to an answer. If there is no answer, each score gets its outcome.
func (x *execution) score(ctx context.Context, c *system.Case, a *system.Answer) ([]score.Score, error) {
	var all []score.Score
	for _, s := range x.p.Scorers {
		if a.Outcome != system.Answered {
			for _, name := range s.Names() {
				all = append(all, score.Not(name, score.Outcome(a.Outcome), a.Reason))
			}
			continue
		}
		scores, err := s.Score(ctx, c, a)
		if err != nil {
			return nil, err
		}
		all = append(all, scores...)
	}
	return all, nil
}

// uses are the calls of an answer for the ledger, where the answer came from, and what all of them cost, if
// all of that is known.
func (x *execution) uses(a *system.Answer) (source string, uses []ledger.Use, cost *int64) {
	source = ledger.Live
	total, known := int64(0), len(a.Calls) > 0
	stored := len(a.Calls) > 0
	for i := range a.Calls {
		u := x.use(&a.Calls[i])
		if u.Cost == nil {
			known = false
		} else {
			total = saturate.Add(total, *u.Cost)
		}
		stored = stored && u.Source != ledger.Live
		uses = append(uses, u)
	}
	if known {
		cost = &total
	}
	if stored {
		source = uses[0].Source
	}
	return source, uses, cost
}

func (x *execution) use(c *system.Called) ledger.Use {
	u := ledger.Use{Call: ledger.Hash(c.Key), Provider: c.Provider, Asked: c.Model, Source: ledger.Live, Took: -1}
	if f := c.Failure; f != nil {
		u.Outcome, u.Tries = string(f.Kind), max(f.Tries, 1)
		return u
	}
	r := c.Response
	u.Served = r.Served
	u.Outcome = string(r.Stop)
	u.Source = string(r.Source)
	u.Tries = r.Tries
	u.Took = r.Took
	known := func(p catalog.Part, n int64) *int64 {
		if !r.Usage.Has(p) {
			return nil
		}
		return &n
	}
	u.Input, u.Output = known(catalog.PartInput, r.Usage.Input), known(catalog.PartOutput, r.Usage.Output)
	u.Cached = known(catalog.PartCached, r.Usage.CachedInput)
	u.Written = known(catalog.PartCacheWrite, r.Usage.CacheWrite+r.Usage.CacheWriteLong)
	u.Reasoning = known(catalog.PartReasoning, r.Usage.Reasoning)
	if cost := x.price(c); cost.Known {
		usd := int64(cost.USD)
		u.Cost = &usd
	}
	return u
}

// price is what a call cost on the day that it was made, in the tier that served it.
func (x *execution) price(c *system.Called) catalog.Cost {
	r := c.Response
	tier, ok := catalog.ParseTier(cmp.Or(r.Tier, c.Tier))
	if !ok || x.p.Cost == nil {
		return catalog.Cost{}
	}
	return x.p.Cost(catalog.Sale{Provider: c.Provider, Protocol: c.Protocol, Model: c.Model, Served: r.Served,
		On: r.Began, Tier: tier, Usage: r.Usage})
}
