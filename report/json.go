package report

import (
	"encoding/json"
	"io"
	"time"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/score"
)

// jsonFormat is the version of the JSON form; docs/formats.md describes it.
const jsonFormat = 1

// document is the JSON form.
type document struct {
	Kind     string            `json:"kind"`
	Format   int               `json:"format"`
	Run      runJSON           `json:"run"`
	Totals   totalsJSON        `json:"totals"`
	Warnings []string          `json:"warnings"`
	Findings []finding.Finding `json:"findings,omitempty"`
	Measures []measureJSON     `json:"measures"`
	Groups   []groupJSON       `json:"groups"`
	Worst    []caseJSON        `json:"worst"`
	Notes    []note            `json:"notes"`
	Header   *ledger.Header    `json:"header"`
}

type runJSON struct {
	Name     string        `json:"name"`
	Suite    string        `json:"suite"`
	Status   ledger.Status `json:"status"`
	Reason   string        `json:"reason,omitempty"`
	Complete bool          `json:"complete"`
	Replays  string        `json:"replays,omitempty"`
	Started  time.Time     `json:"started"`
	Ended    *time.Time    `json:"ended"`
}

type totalsJSON struct {
	Cases    int              `json:"cases"`
	Attempts int              `json:"attempts"`
	Planned  int              `json:"planned"`
	Outcomes []measure.Reason `json:"outcomes"`
	Cost     costJSON         `json:"cost"`
	Tokens   tokensJSON       `json:"tokens"`
	Models   []modelJSON      `json:"models"`
}

// costJSON is what is known of a cost; a cost of which nothing is known is null, never 0.
type costJSON struct {
	USD     *json.Number `json:"usd"`
	Unknown int          `json:"unknown"` // attempts or calls whose cost is not known
}

type tokensJSON struct {
	Input   *int64 `json:"input"`
	Output  *int64 `json:"output"`
	Unknown int    `json:"unknown"` // calls whose tokens are not known
	Calls   int    `json:"calls"`
}

type modelJSON struct {
	Provider string     `json:"provider"`
	Asked    string     `json:"asked"`
	Served   string     `json:"served"`
	Calls    int        `json:"calls"`
	Failed   int        `json:"failed"`
	Tokens   tokensJSON `json:"tokens"`
	Cost     costJSON   `json:"cost"`
}

type measureJSON struct {
	measure.Stat
	Better    string         `json:"better,omitempty"`
	Low       *float64       `json:"range_low,omitempty"`
	High      *float64       `json:"range_high,omitempty"`
	Histogram []analysis.Bin `json:"histogram,omitempty"`
}

type groupJSON struct {
	Tag  string         `json:"tag"`
	Rows []groupRowJSON `json:"rows"`
}

type groupRowJSON struct {
	Value    string         `json:"value"`
	Measures []measure.Stat `json:"measures"`
}

type caseJSON struct {
	ID       string        `json:"id"`
	Ordinal  int           `json:"ordinal"`
	Repeat   int           `json:"repeat"`
	Cluster  string        `json:"cluster,omitempty"`
	Question string        `json:"question"`
	Gold     []string      `json:"gold"`
	Answer   string        `json:"answer"`
	Outcome  string        `json:"outcome"`
	Reason   string        `json:"reason,omitempty"`
	Scores   []score.Score `json:"scores"`
}

// JSON writes the report as one JSON object.
func JSON(w io.Writer, r *analysis.Run, o Options) error {
	d := document{Kind: "assay report", Format: jsonFormat, Run: runOf(r), Totals: totalsOf(r), Warnings: []string{},
		Findings: o.Findings, Measures: []measureJSON{},
		Groups: []groupJSON{}, Worst: []caseJSON{}, Notes: append([]note{}, notesOf(r)...), Header: &r.Info.Header}
	d.Warnings = append(append(d.Warnings, r.Warnings...), changed(r.Totals)...)
	for i := range r.Measures {
		m := &r.Measures[i]
		one := measureJSON{Stat: m.Stat, Histogram: m.Histogram}
		one.Better, one.Low, one.High = m.About.Better.String(), m.About.Low, m.About.High
		d.Measures = append(d.Measures, one)
	}
	for i := range r.Groups {
		g := groupJSON{Tag: r.Groups[i].Tag, Rows: []groupRowJSON{}}
		for _, row := range r.Groups[i].Rows {
			g.Rows = append(g.Rows, groupRowJSON(row))
		}
		d.Groups = append(d.Groups, g)
	}
	for i := range r.Worst {
		c := caseJSON(r.Worst[i])
		c.Gold, c.Scores = append([]string{}, c.Gold...), append([]score.Score{}, c.Scores...)
		d.Worst = append(d.Worst, c)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(&d)
}

func runOf(r *analysis.Run) runJSON {
	one := runJSON{Name: r.Info.Name, Suite: r.Info.Header.Suite, Status: r.Info.Status, Reason: r.Info.Reason,
		Replays: r.Info.Header.Replays, Started: r.Info.Started.UTC()}
	one.Complete = complete(r)
	if !r.Info.Ended.IsZero() {
		ended := r.Info.Ended.UTC()
		one.Ended = &ended
	}
	return one
}

func totalsOf(r *analysis.Run) totalsJSON {
	t := r.Totals
	all := totalsJSON{Cases: t.Cases, Attempts: t.Attempts, Planned: planned(r),
		Outcomes: append([]measure.Reason{}, outcomes(t)...), Models: []modelJSON{}}
	for i := range t.Models {
		m := &t.Models[i]
		all.Models = append(all.Models, modelJSON{m.Provider, m.Asked, m.Served, m.Calls, m.Failed,
			tokensOf(m.Input, m.Output, m.Unknown, m.Calls), costOf(m.Cost, m.Unpriced, m.Calls)})
	}
	all.Tokens = tokensOf(t.Tokens())
	all.Cost = costOf(t.Cost, t.Unpriced, t.Attempts)
	if len(t.Models) == 0 {
		all.Cost.USD = nil
	}
	return all
}

func tokensOf(input, output int64, unknown, calls int) tokensJSON {
	t := tokensJSON{Unknown: unknown, Calls: calls}
	if unknown < calls {
		t.Input, t.Output = &input, &output
	}
	return t
}

func costOf(pico int64, unknown, of int) costJSON {
	c := costJSON{Unknown: unknown}
	if unknown < of {
		n := json.Number(usd(pico))
		c.USD = &n
	}
	return c
}
