package rank

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/assayhq/assay/measure"
)

// Notes say what the values leave out.
func (m *Measured) Notes() (lines []string) {
	note := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if len(m.Runs) > 1 {
		note("differences are to %s, over the queries that both have", m.Runs[0].File)
	}
	for _, r := range m.Runs {
		for _, line := range r.left(m.Request.Specs) {
			note("%s: %s", r.File, line)
		}
		if n := len(r.Table.Unjudged); n > 0 {
			note("%s: not measured, %d of %d queries of the run, %s: no judgments", r.File, n, r.Table.Queries,
				listNames(r.Table.Unjudged))
		}
		if r.Table.Rising*2 > r.Table.Steps {
			note("%s: scores rise from rank to rank in %d of %d places; the highest is taken for the best. If they are "+
				"distances, write them negative",
				r.File, r.Table.Rising, r.Table.Steps)
		}
	}
	return lines
}

// left are the queries without a value, one line for each reason and list of queries, with the measures
// that it holds for.
func (r *MeasuredRun) left(specs []Spec) []string {
	type gap struct{ reason, queries string }
	var order []gap
	of := map[gap][]string{}
	for i, s := range specs {
		by := r.Table.Unscored(i)
		for _, reason := range slices.Sorted(maps.Keys(by)) {
			g := gap{reason.String(), fmt.Sprintf("%d of %d queries, %s", len(by[reason]), len(r.Table.Rows),
				listNames(by[reason]))}
			if of[g] == nil {
				order = append(order, g)
			}
			of[g] = append(of[g], s.String())
		}
	}
	var lines []string
	for _, g := range order {
		what := "no value"
		if len(of[g]) < len(specs) {
			what += " of " + strings.Join(of[g], ", ")
		}
		lines = append(lines, fmt.Sprintf("%s for %s: %s", what, g.queries, g.reason))
	}
	return lines
}

// measureReport is what WriteJSON writes.
type measureReport struct {
	Qrels       string             `json:"qrels"`
	Queries     int                `json:"queries"`
	Ties        string             `json:"ties"`
	Relevant    int                `json:"relevant"`
	Complete    bool               `json:"complete"`
	ClusterBy   string             `json:"cluster_by,omitempty"`
	Runs        []runReport        `json:"runs"`
	Comparisons []comparisonReport `json:"comparisons,omitempty"`
}

// runReport is one run of it: measures by name, and with --per-query their values by query.
type runReport struct {
	Run      string                        `json:"run"`
	Tag      string                        `json:"tag"`
	Queries  int                           `json:"queries"`
	Measures map[string]valueReport        `json:"measures"`
	Unjudged []string                      `json:"unjudged_queries,omitempty"`
	Rising   int                           `json:"rising_scores"`
	Steps    int                           `json:"score_steps"`
	PerQuery map[string]map[string]float64 `json:"per_query,omitempty"`
}

// valueReport is one measure of a run. Value and interval are absent where there are none, and absent says why.
type valueReport struct {
	Value    *float64            `json:"value"`
	N        int                 `json:"n"`
	Queries  int                 `json:"queries"`
	Interval *measure.Interval   `json:"interval"`
	SE       *float64            `json:"se"`
	Clusters int                 `json:"clusters"`
	Absent   string              `json:"absent,omitempty"`
	Lower    bool                `json:"lower_is_better,omitempty"`
	Unscored map[Reason][]string `json:"unscored,omitempty"`
}

// comparisonReport is one measure of two runs: a is the run, b the one that it is compared with.
type comparisonReport struct {
	Measure string `json:"measure"`
	Run     string `json:"run"`
	With    string `json:"with"`
	Lower   bool   `json:"lower_is_better,omitempty"`
	measure.Comparison
}

// WriteJSON writes everything as one JSON object, with the values by query where they are asked for.
func (m *Measured) WriteJSON(w io.Writer, perQuery bool) error {
	q := m.Request
	all := measureReport{Qrels: q.Qrels, Queries: len(m.Qrels.Queries()), Ties: string(q.Options.Ties),
		Relevant: q.Options.Relevant,
		Complete: q.Options.Complete, ClusterBy: q.ClusterBy}
	for i := range m.Runs {
		all.Runs = append(all.Runs, m.Runs[i].report(q.Specs, perQuery))
	}
	for at, list := range m.Comparisons {
		for i, c := range list {
			all.Comparisons = append(all.Comparisons, comparisonReport{q.Specs[i].String(), m.Runs[at+1].File, m.Runs[0].File,
				q.Specs[i].Lower, c})
		}
	}
	return json.NewEncoder(w).Encode(all)
}

func (r *MeasuredRun) report(specs []Spec, perQuery bool) runReport {
	all := runReport{Run: r.File, Tag: r.Table.Tag, Queries: r.Table.Queries, Measures: map[string]valueReport{},
		Unjudged: r.Table.Unjudged, Rising: r.Table.Rising, Steps: r.Table.Steps}
	for i, s := range specs {
		stat := &r.Stats[i]
		all.Measures[s.String()] = valueReport{Value: stat.Mean, N: stat.Scored, Queries: stat.Attempted,
			Interval: stat.Interval,
			SE:       stat.SE, Clusters: stat.Clusters, Absent: stat.Absent, Lower: s.Lower, Unscored: r.Table.Unscored(i)}
	}
	if !perQuery {
		return all
	}
	all.PerQuery = map[string]map[string]float64{}
	for _, row := range r.Table.Rows {
		of := map[string]float64{}
		for i, v := range row.Values {
			if v.Scored {
				of[specs[i].String()] = v.X
			}
		}
		all.PerQuery[row.Query] = of
	}
	return all
}
