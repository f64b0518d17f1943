// Package analysis turns the records of runs into statistics: one run into what it says and how far that can be
// trusted, two runs of the same cases into how they differ, many into a history.
//
// Everything is computed from the ledger and nothing is kept, so a report can always be made again. It
// refuses to compare what cannot be compared: cases that differ, though they have one name.
package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// Run is what a run says.
type Run struct {
	Info     *ledger.Info
	Totals   *ledger.Totals
	Warnings []string
	Measures []Measure
	Groups   []Group // by tag
	Worst    []Case  // the cases that went worst, worst first
}

// Measure is one measure over all cases of a run.
type Measure struct {
	measure.Stat
	About     score.Measure
	Histogram []Bin // of the values, where they are more than two
}

// Bin counts values from Low to below High; the last bin holds its High, too.
type Bin struct {
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Count int     `json:"count"`
}

// Group is a tag, with the measures over the cases of each of its values.
type Group struct {
	Tag  string
	Rows []GroupRow // most cases first
}

// GroupRow are the measures over the cases that share a tag's value. An empty value is the cases without it.
type GroupRow struct {
	Value    string
	Measures []measure.Stat
}

// Case is one case with what a reader needs to look into it.
type Case struct {
	ID       string
	Ordinal  int
	Repeat   int
	Cluster  string
	Question string
	Gold     []string
	Answer   string
	Outcome  string // of the attempt
	Reason   string
	Scores   []score.Score
}

// Options choose how statistics are made.
type Options struct {
	measure.Options
	Measures   []string // only these; nil is all
	Groups     []string // only these tags; nil is all that have at most MaxGroupValues values
	Worst      int      // cases to show
	Common     bool     // compare the cases that both runs have, though others have none to compare with
	Replays    bool     // replays are points of a history, too
	Incomplete bool     // and so are runs that are not complete
}

// includes reports whether a measure was asked for, by its whole name or by that before a tag's value.
func (o *Options) includes(name string) bool {
	return o.Measures == nil || slices.ContainsFunc(o.Measures, func(asked string) bool { return isNamed(name, asked) })
}

// isNamed reports whether a measure is the one that was asked for, or that of a tag's value, such as "self@1 filtered" of
// "self@1".
func isNamed(measure, asked string) bool {
	base, _, _ := strings.Cut(measure, " ")
	return measure == asked || base == asked
}

// MaxGroupValues is how many values a tag may have to be tabled without being asked for.
const MaxGroupValues = 24

// Of reads a run and computes what it says.
func Of(l *ledger.Ledger, info *ledger.Info, o Options) (*Run, error) {
	r := &Run{Info: info}
	var totals error
	var counting sync.WaitGroup // beside the scores: each reads other tables
	counting.Go(func() { r.Totals, totals = l.Totals(info) })
	columns, err := l.Columns(info)
	counting.Wait()
	if err = cmp.Or(err, totals); err != nil {
		return nil, err
	}
	columns = splitByTag(columns, info.Header.Split)
	if r.Warnings, err = l.Warnings(info); err != nil {
		return nil, err
	}
	frame, numbers := plainFrame(columns)
	w := tables{frame: frame, numbers: numbers}
	for _, c := range columns.Measures {
		if o.includes(c.Name) {
			m := measureOf(frame, numbers, c, MeasureOf(&info.Header, c.Name), o)
			r.Measures = append(r.Measures, m)
			w.columns, w.scales = append(w.columns, c), append(w.scales, m.Scale)
		}
	}
	r.Groups = w.groups(columns.Groups, o)
	if o.Worst > 0 {
		r.Worst, err = worst(l, info, columns, w.columns, o.Worst)
	}
	return r, err
}

// Require refuses measures and tags that the run does not have: a report without them would look like one of a run in
// which there is nothing to see.
func (r *Run) Require(measures, tags []string) error {
	for _, name := range measures {
		if !slices.ContainsFunc(r.Measures, func(m Measure) bool { return isNamed(m.Name, name) }) {
			return fmt.Errorf("run %s has no measure %q; 'assay runs show %s' lists those that it has", r.Info.Name, name,
				r.Info.Name)
		}
	}
	for _, tag := range tags {
		if !slices.ContainsFunc(r.Groups, func(g Group) bool { return g.Tag == tag }) {
			return fmt.Errorf("the cases of run %s have no tag %q", r.Info.Name, tag)
		}
	}
	return nil
}

// plainFrame numbers the cases of a single run, and gives the number of each attempt's case.
func plainFrame(c *ledger.Columns) (*measure.Frame, []int32) {
	frame, numbers := measure.NewFrame(), make([]int32, c.Len())
	for i := range numbers {
		if i > 0 && c.Ordinals[i] == c.Ordinals[i-1] {
			numbers[i] = numbers[i-1]
			continue
		}
		numbers[i] = int32(frame.Next(c.ClusterNames[c.Clusters[i]]))
	}
	return frame, numbers
}

// frameOf numbers the cases of a run by their ids, so that those of another can be found, and gives the number of each attempt's case.
func frameOf(c *ledger.Columns) (*measure.Frame, []int32, error) {
	frame, numbers := measure.NewFrame(), make([]int32, c.Len())
	for i, id := range c.IDs {
		n, err := frame.Case(id, c.ClusterNames[c.Clusters[i]])
		if err != nil {
			return nil, nil, err
		}
		numbers[i] = int32(n)
	}
	return frame, numbers, nil
}

func measureOf(f *measure.Frame, numbers []int32, c *ledger.Column, about score.Measure, o Options) Measure {
	stat := sampleOf(f, numbers, c, scaleOf(about, c)).Stat(o.Options)
	return Measure{Stat: stat, About: about, Histogram: histogram(about, c)}
}

// sampleOf is a measure of a run as statistics take it. An attempt without a score has its outcome as the
// reason; one whose number is negative is left out.
func sampleOf(frame *measure.Frame, numbers []int32, c *ledger.Column, scale measure.Scale) *measure.Sample {
	s := frame.Sample(c.Name, scale)
	for i, n := range numbers {
		if n >= 0 {
			add(s, int(n), c, i)
		}
	}
	return s
}

// add puts what a column says of an attempt into a sample.
func add(s *measure.Sample, number int, c *ledger.Column, attempt int) {
	switch outcome := c.Outcomes.At(attempt); outcome {
	case score.Scored:
		s.Add(number, c.Values[attempt])
	case "":
	default:
		s.Miss(number, string(outcome))
	}
}

// scaleOf is the scale of what columns of one measure hold: a rate where all values are 0 or 1, a ratio
// where the measure lies between them, and what the values look like where neither range nor unit is known.
func scaleOf(about score.Measure, columns ...*ledger.Column) measure.Scale {
	low, high, ranged := about.Range()
	switch {
	case !ranged && about.Unit != "":
		return measure.Continuous // though all values may happen to be 0 or 1
	case !ranged:
		return measure.Auto
	case low != 0 || high != 1:
		return measure.Continuous
	}
	for _, c := range columns {
		for i, v := range c.Values {
			if v != 0 && v != 1 && c.Outcomes.At(i) == score.Scored {
				return measure.Ratio
			}
		}
	}
	return measure.Binary
}
