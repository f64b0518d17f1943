package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/internal/chart"
)

// htmlHistory is the page of many runs.
type htmlHistory struct {
	Lead    []string
	Suites  []htmlSuite
	LeftOut Table
	Notes   []note
}

type htmlSuite struct {
	Name   string
	Series []htmlSeries
}

type htmlSeries struct {
	Name    string
	Picture *picture
	Table   Table
}

// maxDrawn is how many of the latest points are drawn; the tables have all.
const maxDrawn = 200

// HTMLHistory writes how measures went from run to run as one page that needs nothing else.
func HTMLHistory(w io.Writer, h *analysis.History, o Options) error {
	o.Width = 0
	page, err := historyPage(h, o)
	if err != nil {
		return fmt.Errorf("report the history: %w", err)
	}
	return writePage(w, "history", "history", page)
}

func historyPage(h *analysis.History, o Options) (*htmlHistory, error) {
	level := o.levelOf()
	if h.Level > 0 && h.Level < 1 {
		level = h.Level
	}
	p := &htmlHistory{Lead: []string{fmt.Sprintf("%s measures over their runs, oldest first, with intervals at %s.",
		chart.Count(len(h.Series)), percent(level)),
		"Two intervals that overlap may still differ: 'assay compare' asks the same cases of both runs."}, Notes: historyNotes(h)}
	for i := range h.Series {
		s := &h.Series[i]
		series, err := seriesOf(s, level)
		if err != nil {
			return nil, err
		}
		if n := len(p.Suites); n == 0 || p.Suites[n-1].Name != s.Suite {
			p.Suites = append(p.Suites, htmlSuite{Name: s.Suite})
		}
		last := &p.Suites[len(p.Suites)-1]
		last.Series = append(last.Series, series)
	}
	p.LeftOut = Table{Columns: []Column{{Name: "run"}, {Name: "why it is no point", Wrap: true}}}
	for _, left := range h.LeftOut {
		p.LeftOut.Rows = append(p.LeftOut.Rows, []string{left.Run, left.Reason})
	}
	return p, nil
}

func seriesOf(s *analysis.Series, level float64) (htmlSeries, error) {
	out := htmlSeries{Name: s.Name, Table: pointTable(s, level)}
	if s.Better == "lower" {
		out.Name += " (lower is better)"
	}
	var rows []chart.Row
	for i := max(len(s.Points)-maxDrawn, 0); i < len(s.Points); i++ {
		point := &s.Points[i]
		row := chartRow(point.Started.UTC().Format("2006-01-02 15:04"), &point.Stat)
		row.Break = marksText(point.Marks)
		rows = append(rows, row)
	}
	title := out.Name
	if len(rows) < len(s.Points) {
		title += fmt.Sprintf(", the latest %d of %d runs", len(rows), len(s.Points))
	}
	var err error
	out.Picture, err = both(func(width float64) drawing {
		return &chart.Line{Head: chart.Head{Title: title, Width: width}, Points: rows}
	})
	return out, err
}

func pointTable(s *analysis.Series, level float64) Table {
	t := Table{Columns: append([]Column{{Name: "run"}, {Name: "started"}, {Name: "status"}, {Name: "system"}},
		statColumns(Options{Level: level})...)}
	t.Columns = append(t.Columns, Column{Name: "changed since the run before", Wrap: true})
	for i := range s.Points {
		p := &s.Points[i]
		row := append([]string{p.Run, stamp(p.Started), statusOf(p), p.System}, statCells(&p.Stat)...)
		t.Rows = append(t.Rows, append(row, marksText(p.Marks)))
	}
	return t
}

func statusOf(p *analysis.Point) string {
	if p.Replays != "" {
		return string(p.Status) + ", replays " + p.Replays
	}
	if p.Status == ledger.Complete {
		return string(p.Status)
	}
	return strings.ToUpper(string(p.Status))
}

// marksText says what changed since the point before.
func marksText(all []analysis.Difference) string {
	var texts []string
	for _, d := range all {
		texts = append(texts, fmt.Sprintf("%s: %s → %s", strings.TrimSpace(d.What+" "+d.Name), Shorten(d.B, 40),
			Shorten(d.A, 40)))
	}
	return strings.Join(texts, "; ")
}

func historyNotes(h *analysis.History) []note {
	var all []note
	used, documented := map[string]bool{}, map[string]bool{}
	for i := range h.Series {
		s := &h.Series[i]
		if s.About.Doc != "" && !documented[s.Name] {
			documented[s.Name] = true
			all = append(all, note{s.Name, "measure", s.About.Doc, s.About.Caveat})
		}
		for j := range s.Points {
			if in := s.Points[j].Stat.Interval; in != nil {
				used[in.Method] = true
			}
		}
	}
	for _, m := range measure.Methods {
		if used[m.Name] {
			all = append(all, note{m.Name, "method", m.Doc, m.Caveat})
		}
	}
	return all
}
