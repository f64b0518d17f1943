package analysis

import (
	"errors"
	"slices"
	"time"

	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/score"
)

// History is how measures went from run to run.
type History struct {
	Series  []Series `json:"series"`
	LeftOut []Left   `json:"left_out"` // runs that are no points
	Level   float64  `json:"level"`    // of the intervals
	Unread  []error  `json:"-"`        // why runs that are left out could not be read
}

// Series is one measure of one suite over the runs that have it, oldest first.
type Series struct {
	Suite  string        `json:"suite"`
	Name   string        `json:"name"`
	Better string        `json:"better"` // higher or lower
	About  score.Measure `json:"-"`      // as the first run has it
	Points []Point       `json:"points"`
}

// Point is a measure of one run.
type Point struct {
	Run     string        `json:"run"`
	Started time.Time     `json:"started"`
	Status  ledger.Status `json:"status"`
	Replays string        `json:"replays,omitempty"`
	System  string        `json:"system"`
	Stat    measure.Stat  `json:"stat"`
	Marks   []Difference  `json:"marks"` // what changed since the point before: A is this run, B the one before
}

// Left is a run that is no point of a history, and why.
type Left struct {
	Run    string `json:"run"`
	Reason string `json:"reason"`
}

// Past follows the measures of the runs that a filter leaves. Runs that are not complete, and replays, are
// left out and named, unless the options want them; so are runs that cannot be read, unless all cannot.
func Past(l *ledger.Ledger, f ledger.Filter, o Options) (*History, error) {
	limit := f.Limit
	f.Limit = 0
	runs, err := l.Runs(f)
	if err != nil {
		return nil, err
	}
	h := &History{Series: []Series{}, LeftOut: []Left{}, Level: o.IntervalLevel()}
	var taken []*ledger.Info
	for i := range runs {
		switch r := &runs[i]; {
		case r.Err() != nil: // add says why it is no point
			taken = append(taken, r)
		case r.Header.Replays != "" && !o.Replays:
			h.LeftOut = append(h.LeftOut, Left{r.Name, "it replays " + r.Header.Replays})
		case r.Status != ledger.Complete && !o.Incomplete:
			h.LeftOut = append(h.LeftOut, Left{r.Name, "it is " + string(r.Status)})
		case limit == 0 || len(taken) < limit:
			taken = append(taken, r)
		}
	}
	slices.Reverse(taken)
	last := map[seriesKey]*stop{}
	for _, r := range taken {
		if err := h.add(l, r, last, o); err != nil {
			h.LeftOut = append(h.LeftOut, Left{r.Name, err.Error()})
			h.Unread = append(h.Unread, err)
		}
	}
	if len(h.Unread) > 0 && len(h.Unread) == len(taken) {
		return nil, errors.Join(h.Unread...)
	}
	return h, nil
}

// seriesKey tells series apart.
type seriesKey struct{ suite, name string }

// stop is the last point of a series.
type stop struct {
	at     int // in the list of series
	run    *ledger.Info
	served []string
}

// add makes a run the next point of the series of its measures.
func (h *History) add(l *ledger.Ledger, r *ledger.Info, last map[seriesKey]*stop, o Options) error {
	if r.Err() != nil {
		return r.Err()
	}
	columns, err := l.Columns(r)
	if err != nil {
		return err
	}
	served, err := l.Served(r)
	if err != nil {
		return err
	}
	columns = splitByTag(columns, r.Header.Split)
	frame, numbers := plainFrame(columns)
	for _, c := range columns.Measures {
		if !o.includes(c.Name) {
			continue
		}
		p := Point{Run: r.Name, Started: r.Started, Status: r.Status, Replays: r.Header.Replays, System: r.Header.System.Name,
			Marks: []Difference{}}
		about := MeasureOf(&r.Header, c.Name)
		p.Stat = sampleOf(frame, numbers, c, scaleOf(about, c)).Stat(o.Options)
		s := last[seriesKey{r.Suite, c.Name}]
		if s == nil {
			s = &stop{at: len(h.Series)}
			last[seriesKey{r.Suite, c.Name}] = s
			h.Series = append(h.Series, Series{Suite: r.Suite, Name: c.Name, Better: about.Better.String(), About: about})
		} else {
			p.Marks = keepMarked(differences(r, s.run, served, s.served))
		}
		s.run, s.served = r, served
		h.Series[s.at].Points = append(h.Series[s.at].Points, p)
	}
	return nil
}

// marked is what a history marks: what can move a measure.
var marked = []string{"data", "system", "model", "served", "prompt", "setting", "scorers", "repeats", "sample",
	"limit", "tool"}

func keepMarked(all []Difference) []Difference {
	return slices.DeleteFunc(all, func(d Difference) bool { return !slices.Contains(marked, d.What) })
}
