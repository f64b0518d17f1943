package analysis

import (
	"cmp"
	"slices"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/score"
)

// changed is a case that went differently, before anything is read of it.
type changed struct {
	number int32
	loss   float64
}

// changes finds the cases that went differently under these measures, worst first.
type changes struct {
	*Pairs
	a, b   []*ledger.Column
	shares []share
}

func (p *Pairs) changes(names []string) *changes {
	c := &changes{Pairs: p}
	for _, name := range names {
		a, b := p.a.Measure(name), p.b.Measure(name)
		c.a, c.b = append(c.a, a), append(c.b, b)
		c.shares = append(c.shares, shareOf(MeasureOf(&p.A.Header, name), a, b))
	}
	return c
}

func (c *changes) find() []changed {
	var found []changed
	for number := range c.cases {
		if metrics := c.metrics(number); len(metrics) > 0 || c.outcomesDiffer(number) {
			found = append(found, changed{int32(number), c.loss(number, metrics)})
		}
	}
	slices.SortFunc(found, func(x, y changed) int {
		return cmp.Or(cmp.Compare(y.loss, x.loss), cmp.Compare(c.frame.ID(int(x.number)), c.frame.ID(int(y.number))))
	})
	return found
}

// metrics are the measures under which a case changed.
func (c *changes) metrics(number int) []ChangedMetric {
	var all []ChangedMetric
	at := c.cases[number]
	for i := range c.a {
		a, outcomeA := meanOf(c.a[i], at.a)
		b, outcomeB := meanOf(c.b[i], at.b)
		if outcomeA == "" || outcomeB == "" || outcomeA == outcomeB && a == b {
			continue
		}
		m := ChangedMetric{Name: c.a[i].Name, OutcomeA: string(outcomeA), OutcomeB: string(outcomeB)}
		switch {
		case outcomeA == score.Scored && outcomeB == score.Scored:
			m.A, m.B, m.Loss = &a, &b, c.shares[i].of(b)-c.shares[i].of(a)
		case outcomeB == score.Scored:
			m.B, m.Loss = &b, 1
		case outcomeA == score.Scored:
			m.A, m.Loss = &a, -1
		}
		all = append(all, m)
	}
	return all
}

// meanOf is the mean of what the repeats of a case have, or why none has a number. The outcome is empty
// where there is no such score at all.
func meanOf(c *ledger.Column, s stretch) (mean float64, why score.Outcome) {
	n := 0
	for i := s.from; i < s.to; i++ {
		switch outcome := c.Outcomes.At(int(i)); {
		case outcome == score.Scored:
			n++
			mean += (c.Values[i] - mean) / float64(n)
		case why == "":
			why = outcome
		}
	}
	if n > 0 {
		return mean, score.Scored
	}
	return 0, why
}

func (c *changes) outcomesDiffer(number int) bool {
	at := c.cases[number]
	return c.Pairs.a.Outcomes[at.a.from] != c.Pairs.b.Outcomes[at.b.from]
}

// loss is the largest loss of a case, or its largest gain where it lost nothing.
func (c *changes) loss(number int, metrics []ChangedMetric) float64 {
	if len(metrics) == 0 {
		at := c.cases[number]
		switch {
		case c.Pairs.b.Outcomes.At(int(at.b.from)) == ledger.Answered:
			return 1
		case c.Pairs.a.Outcomes.At(int(at.a.from)) == ledger.Answered:
			return -1
		}
		return 0
	}
	most, least := metrics[0].Loss, metrics[0].Loss
	for _, m := range metrics {
		most, least = max(most, m.Loss), min(least, m.Loss)
	}
	if most > 0 {
		return most
	}
	return least
}

// read looks into the cases that are shown.
func (c *changes) read(l *ledger.Ledger, found []changed) ([]Change, error) {
	list := make([]Change, 0, len(found))
	for _, f := range found {
		at := c.cases[f.number]
		repeat := c.differing(at)
		change := Change{ID: c.frame.ID(int(f.number)), Cluster: c.frame.Cluster(int(f.number)),
			Measures: c.metrics(int(f.number)), Loss: f.loss}
		a, err := readSide(l, c.A, c.Pairs.a, at.a, repeat)
		if err != nil {
			return nil, err
		}
		b, err := readSide(l, c.B, c.Pairs.b, at.b, repeat)
		if err != nil {
			return nil, err
		}
		change.Question, change.Gold = question(a.Body)
		change.A, change.B = side(a), side(b)
		list = append(list, change)
	}
	return list, nil
}

// differing is the first repeat of a case that went differently.
func (c *changes) differing(at both) int32 {
	n := min(at.a.to-at.a.from, at.b.to-at.b.from)
	for repeat := range n {
		i, j := at.a.from+repeat, at.b.from+repeat
		if c.Pairs.a.Outcomes[i] != c.Pairs.b.Outcomes[j] {
			return repeat
		}
		for m := range c.a {
			if c.a[m].Outcomes[i] != c.b[m].Outcomes[j] || c.a[m].Values[i] != c.b[m].Values[j] {
				return repeat
			}
		}
	}
	return 0
}

// readSide reads what came of one repeat of a case.
func readSide(l *ledger.Ledger, info *ledger.Info, c *ledger.Columns, s stretch, repeat int32) (*ledger.Result, error) {
	at := s.from + repeat
	results, err := l.At(info, []int{int(c.Ordinals[at])}, ledger.With{Bodies: true, Answers: true})
	if err != nil {
		return nil, err
	}
	for i := range results {
		if results[i].Repeat == int(c.Repeats[at]) {
			return &results[i], nil
		}
	}
	return &ledger.Result{}, nil
}

func side(r *ledger.Result) Side {
	return Side{Ordinal: r.Case.Ordinal, Outcome: r.Outcome, Reason: r.Reason, Answer: answer(r.Answer)}
}
