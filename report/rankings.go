package report

import (
	"cmp"
	"fmt"

	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/measure/rank"
)

// RankTables are the tables of measured rankings: values by query where they are asked for, then by measure, then the
// comparisons with the first run.
func RankTables(m *rank.Measured, perQuery bool) []*Table {
	t := rankTables{m}
	var all []*Table
	if perQuery {
		all = append(all, t.queries())
	}
	all = append(all, t.stats())
	if len(m.Comparisons) > 0 {
		all = append(all, t.comparisons())
	}
	return all
}

type rankTables struct{ *rank.Measured }

// table begins a table with the column of runs, where there are several.
func (t rankTables) table(columns ...string) *Table {
	if len(t.Runs) > 1 {
		columns = append([]string{"run"}, columns...)
	}
	return NewTable(columns...)
}

func (t rankTables) add(to *Table, file string, cells ...any) {
	if len(t.Runs) > 1 {
		cells = append([]any{file}, cells...)
	}
	to.Add(cells...)
}

func (t rankTables) queries() *Table {
	columns := []string{"query"}
	for _, s := range t.Request.Specs {
		columns = append(columns, s.String())
	}
	table := t.table(columns...)
	for _, r := range t.Runs {
		for _, row := range r.Table.Rows {
			cells := []any{row.Query}
			for _, v := range row.Values {
				x := "-"
				if v.Scored {
					x = fmt.Sprintf("%.4f", v.X)
				}
				cells = append(cells, x)
			}
			t.add(table, r.File, cells...)
		}
	}
	return table
}

func (t rankTables) stats() *Table {
	table := t.table("measure", "value", "queries", t.intervalHead())
	for _, r := range t.Runs {
		for i, stat := range r.Stats {
			t.add(table, r.File, t.Request.Specs[i], decimals(stat.Mean, "%.4f"),
				fmt.Sprintf("%d/%d", stat.Scored, stat.Attempted),
				span(stat.Interval, stat.Absent, "%.4f"))
		}
	}
	return table
}

func (t rankTables) intervalHead() string {
	head := fmt.Sprintf("%.4g %% interval", t.Request.Level*100)
	if t.Request.ClusterBy != "" {
		head += ", clustered"
	}
	return head
}

func (t rankTables) comparisons() *Table {
	table := t.table("measure", "difference", "P", "P, Holm", "better", "same", "worse", "test", t.intervalHead())
	for at, list := range t.Comparisons {
		for i, c := range list {
			better, worse := c.Wins, c.Losses
			if t.Request.Specs[i].Lower {
				better, worse = worse, better
			}
			t.add(table, t.Runs[at+1].File, t.Request.Specs[i], decimals(c.Difference, "%+.4f"), chance(c.P), chance(c.Adjusted),
				better, c.Ties, worse, cmp.Or(c.Method, "-"), span(c.Interval, c.Absent, "%+.4f"))
		}
	}
	return table
}

// decimals is a number, or a dash where there is none.
func decimals(x *float64, format string) string {
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
	return decimals(p, "%.4f")
}

// span is an interval, or why there is none.
func span(i *measure.Interval, absent, format string) string {
	if i == nil {
		return "none: " + absent
	}
	return fmt.Sprintf(format+" to "+format, i.Low, i.High)
}
