package analysis

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// Comparison says how a run A differs from a run B on the same cases. Differences are A − B.
type Comparison struct {
	A        *ledger.Info `json:"a"`
	B        *ledger.Info `json:"b"`
	Differs  []Difference `json:"differs"`  // what the headers say differs; empty is one experiment made twice
	Cases    int          `json:"cases"`    // that are compared
	Unpaired *Unpaired    `json:"unpaired"` // cases that are left out; nil if none are
	Measures []Compared   `json:"measures"` // of both runs
	OnlyA    []string     `json:"only_a"`   // measures that B does not have
	OnlyB    []string     `json:"only_b"`
	Changes  int          `json:"changes"` // cases that changed
	Changed  []Change     `json:"changed"` // the worst of them, worst first
	Level    float64      `json:"level"`   // of the intervals
}

// Compared is a measure of both runs.
type Compared struct {
	Name string `json:"name"`
	measure.Comparison
	Better string        `json:"better"` // higher or lower
	About  score.Measure `json:"-"`      // as A has it
}

// Difference is something that the headers of two runs do not agree on.
type Difference struct {
	What string `json:"what"` // suite, data, system, model, served, prompt, settings, scorers, repeats, sample, seed, prices, tool
	Name string `json:"name,omitempty"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// Unpaired are the cases that only one of two runs has, or that say something else in each.
type Unpaired struct {
	OnlyA   int      `json:"only_a"`
	OnlyB   int      `json:"only_b"`
	Changed int      `json:"changed"` // one id, two contents
	Some    []string `json:"some"`    // a few of their ids
}

// Change is a case that went differently in A than in B. Loss orders changes and is part of no statistic.
type Change struct {
	ID       string          `json:"id"`
	Cluster  string          `json:"cluster,omitempty"`
	Question string          `json:"question,omitempty"`
	Gold     []string        `json:"gold,omitempty"`
	A        Side            `json:"a"`
	B        Side            `json:"b"`
	Measures []ChangedMetric `json:"measures"`
	Loss     float64         `json:"loss"` // the largest of its measures, as a share of the range; below 0 is a gain
}

// Side is what came of a case in one of the runs: of the first repeat that differs.
type Side struct {
	Ordinal int    `json:"ordinal"`
	Outcome string `json:"outcome"`
	Reason  string `json:"reason,omitempty"`
	Answer  string `json:"answer,omitempty"`
}

// ChangedMetric is a measure of a case that changed. Values are the means of the case's repeats, nil where
// no repeat has one.
type ChangedMetric struct {
	Name     string   `json:"name"`
	A        *float64 `json:"a"`
	B        *float64 `json:"b"`
	OutcomeA string   `json:"outcome_a"` // scored, or why there is no value
	OutcomeB string   `json:"outcome_b"`
	Loss     float64  `json:"loss"`
}

// Compare reads two runs and says how A differs from B. Runs of different cases are refused, unless the
// options say that the common ones will do.
func Compare(l *ledger.Ledger, a, b *ledger.Info, o Options) (*Comparison, error) {
	p, err := Pair(l, a, b)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	if err := p.Refuse(); err != nil && (!o.Common || p.Len() == 0) {
		return nil, fmt.Errorf("compare: %w%s; %s", err, incomplete(a, b), nextStep(p.Len()))
	}
	if p.Len() == 0 {
		return nil, errors.New("compare: neither run has an attempt at a case")
	}
	p.a, p.b = splitByTag(p.a, a.Header.Split), splitByTag(p.b, b.Header.Split)
	c := &Comparison{A: a, B: b, Cases: p.Len(), Unpaired: p.Unpaired, OnlyA: []string{}, OnlyB: []string{},
		Level: o.IntervalLevel()}
	if c.Differs, err = Differ(l, a, b); err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	names := c.names(p, o)
	if err := c.measure(p, names, o); err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	found := p.changes(names)
	list := found.find()
	c.Changes = len(list)
	c.Changed, err = found.read(l, list[:min(len(list), max(o.Worst, 0))])
	return c, err
}

// incomplete says of runs that are not complete that they are not: that is often why cases are missing.
func incomplete(runs ...*ledger.Info) string {
	text := ""
	for _, r := range runs {
		if r.Status != ledger.Complete {
			text += fmt.Sprintf("; run %s is %s", r.Name, r.Status)
		}
	}
	return text
}

func nextStep(common int) string {
	if common == 0 {
		return "no case is the same in both, so nothing can be compared"
	}
	return fmt.Sprintf("--common compares the %d that are the same in both", common)
}

// names are the measures of both runs that are wanted; those of one run only are noted.
func (c *Comparison) names(p *Pairs, o Options) []string {
	var common []string
	a, b := p.Names()
	for _, name := range a {
		switch {
		case !o.includes(name):
		case slices.Contains(b, name):
			common = append(common, name)
		default:
			c.OnlyA = append(c.OnlyA, name)
		}
	}
	for _, name := range b {
		if o.includes(name) && !slices.Contains(a, name) {
			c.OnlyB = append(c.OnlyB, name)
		}
	}
	return common
}

// measure compares measure by measure, and adjusts their P values for one another.
func (c *Comparison) measure(p *Pairs, names []string, o Options) error {
	list := make([]measure.Comparison, len(names))
	for i, name := range names {
		a, b := p.Samples(name, nil)
		pair, err := measure.Pair(a, b)
		if err != nil {
			return err
		}
		list[i] = pair.Compare(o.Options)
	}
	measure.Adjust(list)
	for i, name := range names {
		about := MeasureOf(&p.A.Header, name)
		c.Measures = append(c.Measures, Compared{Name: name, Comparison: list[i], Better: about.Better.String(),
			About: about})
	}
	return nil
}

// Differ is what two runs do not agree on: their headers, and the models that answered.
func Differ(l *ledger.Ledger, a, b *ledger.Info) ([]Difference, error) {
	servedA, servedB, err := each(a, b, l.Served)
	if err != nil {
		return nil, err
	}
	return differences(a, b, servedA, servedB), nil
}

// each reads something of two runs at once.
func each[T any](a, b *ledger.Info, read func(*ledger.Info) (T, error)) (x, y T, err error) {
	done := make(chan error)
	go func() {
		var err error
		x, err = read(a)
		done <- err
	}()
	y, err = read(b)
	if first := <-done; first != nil {
		err = first // what is wrong with both is reported once
	}
	return x, y, err
}
