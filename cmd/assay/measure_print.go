package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/measure/rank"
	"github.com/assayhq/assay/report"
)

// print is the tables for people: values by query where asked for, then by measure, then the comparisons.
func (m *measured) print(out io.Writer) error {
	tables := []*report.Table{m.statTable()}
	if m.flags.perQuery {
		tables = slices.Insert(tables, 0, m.queryTable())
	}
	if len(m.comparisons) > 0 {
		tables = append(tables, m.comparisonTable())
	}
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := t.Print(out); err != nil {
			return err
		}
	}
	return nil
}

// table begins a table with the column of runs, where there are several.
func (m *measured) table(columns ...string) *report.Table {
	if len(m.runs) > 1 {
		columns = append([]string{"run"}, columns...)
	}
	return report.NewTable(columns...)
}

func (m *measured) add(t *report.Table, file string, cells ...any) {
	if len(m.runs) > 1 {
		cells = append([]any{file}, cells...)
	}
	t.Add(cells...)
}

func (m *measured) queryTable() *report.Table {
	columns := []string{"query"}
	for _, s := range m.specs {
		columns = append(columns, s.String())
	}
	t := m.table(columns...)
	for _, r := range m.runs {
		for _, row := range r.table.Rows {
			cells := []any{row.Query}
			for _, v := range row.Values {
				x := "-"
				if v.Scored {
					x = fmt.Sprintf("%.4f", v.X)
				}
				cells = append(cells, x)
			}
			m.add(t, r.file, cells...)
		}
	}
	return t
}

func (m *measured) statTable() *report.Table {
	t := m.table("measure", "value", "queries", m.intervalHead())
	for _, r := range m.runs {
		for i, stat := range r.stats {
			m.add(t, r.file, m.specs[i], fixed(stat.Mean, "%.4f"), fmt.Sprintf("%d/%d", stat.Scored, stat.Attempted),
				span(stat.Interval, stat.Absent, "%.4f"))
		}
	}
	return t
}

func (m *measured) intervalHead() string {
	head := fmt.Sprintf("%.4g %% INTERVAL", m.flags.level*100)
	if m.flags.clusterBy != "" {
		head += ", CLUSTERED"
	}
	return head
}

func (m *measured) comparisonTable() *report.Table {
	t := m.table("measure", "difference", "P", "P, Holm", "better", "same", "worse", "test", m.intervalHead())
	for at, list := range m.comparisons {
		for i, c := range list {
			better, worse := c.Wins, c.Losses
			if m.specs[i].Lower {
				better, worse = worse, better
			}
			m.add(t, m.runs[at+1].file, m.specs[i], fixed(c.Difference, "%+.4f"), chance(c.P), chance(c.Adjusted),
				better, c.Ties, worse, cmp.Or(c.Method, "-"), span(c.Interval, c.Absent, "%+.4f"))
		}
	}
	return t
}

// fixed is a number, or a dash where there is none.
func fixed(x *float64, format string) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf(format, *x)
}

// chance is a P value; none is ever 0.
func chance(p *float64) string {
	if p != nil && *p < 0.0001 {
		return "<0.0001"
	}
	return fixed(p, "%.4f")
}

// span is an interval, or why there is none.
func span(i *measure.Interval, absent, format string) string {
	if i == nil {
		return "none: " + absent
	}
	return fmt.Sprintf(format+" to "+format, i.Low, i.High)
}

// note says what the tables leave out.
func (m *measured) note(errs io.Writer) {
	if len(m.runs) > 1 {
		fmt.Fprintf(errs, "differences are to %s, over the queries that both have\n", m.runs[0].file)
	}
	for _, r := range m.runs {
		for _, line := range r.left(m.specs) {
			fmt.Fprintf(errs, "%s: %s\n", r.file, line)
		}
		if n := len(r.table.Unjudged); n > 0 {
			fmt.Fprintf(errs, "%s: not measured, %d of %d queries of the run, %s: no judgments\n", r.file, n, r.table.Queries, listed(r.table.Unjudged))
		}
		if r.table.Rising*2 > r.table.Steps {
			fmt.Fprintf(errs, "%s: scores rise from rank to rank in %d of %d places; the highest is taken for the best. If they are distances, write them negative\n",
				r.file, r.table.Rising, r.table.Steps)
		}
	}
}

// left are the queries without a value, one line for each reason and list of queries, with the measures
// that it holds for.
func (r *measuredRun) left(specs []rank.Spec) []string {
	type gap struct{ reason, queries string }
	var order []gap
	of := map[gap][]string{}
	for i, s := range specs {
		by := r.table.Unscored(i)
		for _, reason := range slices.Sorted(maps.Keys(by)) {
			g := gap{reason.String(), fmt.Sprintf("%d of %d queries, %s", len(by[reason]), len(r.table.Rows), listed(by[reason]))}
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

// measureReport is what `assay measure --json` prints.
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
	Value    *float64                 `json:"value"`
	N        int                      `json:"n"`
	Queries  int                      `json:"queries"`
	Interval *measure.Interval        `json:"interval"`
	SE       *float64                 `json:"se"`
	Clusters int                      `json:"clusters"`
	Absent   string                   `json:"absent,omitempty"`
	Lower    bool                     `json:"lower_is_better,omitempty"`
	Unscored map[rank.Reason][]string `json:"unscored,omitempty"`
}

// comparisonReport is one measure of two runs: a is the run, b the one that it is compared with.
type comparisonReport struct {
	Measure string `json:"measure"`
	Run     string `json:"run"`
	With    string `json:"with"`
	Lower   bool   `json:"lower_is_better,omitempty"`
	measure.Comparison
}

func (m *measured) printJSON(out io.Writer) error {
	f := m.flags
	all := measureReport{Qrels: f.qrels, Queries: len(m.qrels.Queries()), Ties: f.ties, Relevant: f.relevant, Complete: f.complete, ClusterBy: f.clusterBy}
	for i := range m.runs {
		all.Runs = append(all.Runs, m.runs[i].report(m.specs, f.perQuery))
	}
	for at, list := range m.comparisons {
		for i, c := range list {
			all.Comparisons = append(all.Comparisons, comparisonReport{m.specs[i].String(), m.runs[at+1].file, m.runs[0].file, m.specs[i].Lower, c})
		}
	}
	return json.NewEncoder(out).Encode(all)
}

func (r *measuredRun) report(specs []rank.Spec, perQuery bool) runReport {
	all := runReport{Run: r.file, Tag: r.table.Tag, Queries: r.table.Queries, Measures: map[string]valueReport{},
		Unjudged: r.table.Unjudged, Rising: r.table.Rising, Steps: r.table.Steps}
	for i, s := range specs {
		stat := &r.stats[i]
		all.Measures[s.String()] = valueReport{Value: stat.Mean, N: stat.Scored, Queries: stat.Attempted, Interval: stat.Interval,
			SE: stat.SE, Clusters: stat.Clusters, Absent: stat.Absent, Lower: s.Lower, Unscored: r.table.Unscored(i)}
	}
	if !perQuery {
		return all
	}
	all.PerQuery = map[string]map[string]float64{}
	for _, row := range r.table.Rows {
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
