package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/internal/chart"
)

// ComparisonSections are the parts of a comparison for a terminal and for Markdown. None is empty.
func ComparisonSections(c *analysis.Comparison, o Options) []Section {
	level := comparisonLevel(c, o)
	all := []Section{
		{Title: "Comparison", Table: facts(comparisonFacts(c))},
		{Title: "Warnings", Table: listOf(comparisonWarnings(c))},
		{Title: "What the headers say differs", Table: differsTable(c)},
		{Title: "Measures", Table: comparedBrief(c, level, o)},
		{Title: fmt.Sprintf("Cases that changed: %d of %d, the greatest losses of A first", c.Changes, c.Cases),
			Table: changedTable(c)},
		{Title: "How to read this", Table: noteTable(comparisonNotes(c)), Fold: true},
	}
	return slices.DeleteFunc(all, func(s Section) bool { return len(s.Table.Rows) == 0 })
}

func comparisonFacts(c *analysis.Comparison) []fact {
	describe := func(i int) string {
		info := c.A
		if i > 0 {
			info = c.B
		}
		return info.Name + ", " + systemText(&info.Header.System) + ", " + string(info.Status)
	}
	all := []fact{{"A", describe(0)}, {"B", describe(1)},
		{"cases", strconv.Itoa(c.Cases) + " of both; differences are A − B"}}
	if len(c.Differs) == 0 {
		all = append(all, fact{"headers", "the same: one experiment, made twice"})
	}
	return all
}

func listOf(lines []string) Table {
	t := Table{Columns: []Column{{Wrap: true}}}
	for _, line := range lines {
		t.Rows = append(t.Rows, []string{line})
	}
	return t
}

// comparedBrief is the table of measures that fits a terminal. A narrow one has P and the counts in words, beside
// the verdict.
func comparedBrief(c *analysis.Comparison, level float64, o Options) Table {
	t := Table{Columns: []Column{{Name: "measure"}, {Name: "A", Right: true}, {Name: "B", Right: true},
		{Name: "A − B", Right: true}, {Name: percent(level) + " interval"},
		{Name: "adj. P", Right: true}, {Name: "wins/ties/losses", Right: true}, {Name: "n", Right: true}, {Name: "",
			Wrap: true}}}
	if o.narrow() {
		t.Columns = slices.Delete(t.Columns, 5, 8)
	}
	for i := range c.Measures {
		m := &c.Measures[i]
		card := differenceCard(m, level)
		p := absent
		if shown := shownP(m); shown != nil {
			p = strings.TrimPrefix(probability(*shown), "P ")
		}
		interval := cmp.Or(card.Interval, absent)
		counts := fmt.Sprintf("%d/%d/%d", m.Wins, m.Ties, m.Losses)
		n := fmt.Sprintf("%d of %d", m.N, c.Cases)
		verdict := briefly(m, card.Verdict, level)
		row := []string{m.Name, optional(m.A), optional(m.B), card.Difference, interval}
		if o.narrow() {
			row = append(row, verdict+"; adj. P "+p+"; "+counts+" wins/ties/losses; n "+n)
		} else {
			row = append(row, p, counts, n, verdict)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// briefly is the verdict on a measure with what a reader needs to believe it.
func briefly(m *analysis.Compared, verdict string, level float64) string {
	parts := []string{verdict + alone(m, level)}
	if m.Absent != "" {
		parts = append(parts, m.Absent)
	}
	switch {
	case verdict != "not told apart" || m.Detectable == nil:
	case tooFew(m):
		parts = append(parts, tooFewText)
	default:
		parts = append(parts, "detectable "+chart.Number(*m.Detectable))
	}
	if missing := unnumbered(&m.Comparison); missing != "" {
		parts = append(parts, missing)
	}
	if m.Better == "lower" {
		parts = append(parts, "lower is better")
	}
	return strings.Join(parts, "; ")
}

// maxExcerpt is how much of a question or an answer a table shows.
const maxExcerpt = 160

func changedTable(c *analysis.Comparison) Table {
	t := Table{Columns: []Column{{Name: "case"}, {Name: "measures, B → A", Wrap: true}, {Name: "question", Wrap: true},
		{Name: "gold", Wrap: true}, {Name: "answer of A", Wrap: true}, {Name: "answer of B", Wrap: true}}}
	for i := range c.Changed {
		one := &c.Changed[i]
		var measures []string
		for j := range one.Measures {
			m := &one.Measures[j]
			measures = append(measures, m.Name+" "+valueOr(m.B, m.OutcomeB)+" → "+valueOr(m.A, m.OutcomeA))
		}
		t.Rows = append(t.Rows, []string{one.ID, strings.Join(measures, "; "), Shorten(one.Question, maxExcerpt),
			Shorten(strings.Join(one.Gold, "; "), maxExcerpt),
			Shorten(sideText(&one.A), maxExcerpt), Shorten(sideText(&one.B), maxExcerpt)})
	}
	return t
}

// HistorySections are the parts of a history for a terminal and for Markdown: for each measure its points
// with a picture of their intervals on one scale.
func HistorySections(h *analysis.History, o Options) []Section {
	level := o.levelOf()
	if h.Level > 0 && h.Level < 1 {
		level = h.Level
	}
	runs := map[string]bool{}
	for i := range h.Series {
		for j := range h.Series[i].Points {
			runs[h.Series[i].Points[j].Run] = true
		}
	}
	all := []Section{{Title: "History",
		Table: facts([]fact{{"runs", fmt.Sprintf("%d, oldest first; %d left out", len(runs), len(h.LeftOut))},
			{"intervals", "at " + percent(level) + "; two that overlap may still differ: 'assay compare' asks the same cases of both"}})}}
	for i := range h.Series {
		s := &h.Series[i]
		title := s.Suite + " " + s.Name + " " + sparkline(s)
		if s.Better == "lower" {
			title += " (lower is better)"
		}
		all = append(all, Section{Title: title, Table: pointsPictured(s, level, o)})
	}
	left := Table{Columns: []Column{{Name: "run"}, {Name: "why", Wrap: true}}}
	for _, l := range h.LeftOut {
		left.Rows = append(left.Rows, []string{l.Run, l.Reason})
	}
	all = append(all, Section{Title: "Runs that are left out", Table: left, Fold: true},
		Section{Title: "How to read this", Table: noteTable(historyNotes(h)), Fold: true})
	return slices.DeleteFunc(all, func(s Section) bool { return len(s.Table.Rows) == 0 })
}

// bars are the steps of a sparkline.
const bars = "▁▂▃▄▅▆▇█"

// sparkline draws the means of a series, the lowest and the highest of them as its ends; a run without one
// is a point.
func sparkline(s *analysis.Series) string {
	low, high, any := 0.0, 0.0, false
	for i := range s.Points {
		if m := s.Points[i].Stat.Mean; m != nil {
			if !any {
				low, high, any = *m, *m, true
			}
			low, high = min(low, *m), max(high, *m)
		}
	}
	steps := []rune(bars)
	var b strings.Builder
	for i := range s.Points {
		switch m := s.Points[i].Stat.Mean; {
		case m == nil:
			b.WriteRune('·')
		case high == low:
			b.WriteRune(steps[len(steps)/2])
		default:
			b.WriteRune(steps[int((*m-low)/(high-low)*float64(len(steps)-1)+0.5)])
		}
	}
	return b.String()
}

// Columns that the picture of intervals takes, and in a narrow terminal.
const (
	pictureWidth  = 32
	narrowPicture = 12
)

func pointsPictured(s *analysis.Series, level float64, o Options) Table {
	low, high := ends(s)
	width := pictureWidth
	if o.narrow() {
		width = narrowPicture
	}
	t := Table{Columns: []Column{{Name: "run"}, {Name: "mean", Right: true}, {Name: percent(level) + " interval"},
		{Name: "n", Right: true},
		{Name: scale(low, high, width)}, {Name: "changed", Wrap: true}}}
	for i := range s.Points {
		p := &s.Points[i]
		note := marksText(p.Marks)
		if i == 0 {
			note = p.System // what follows says how it changed
		}
		if p.Replays != "" || p.Status != "complete" {
			note = strings.TrimSuffix(statusOf(p)+"; "+note, "; ")
		}
		if p.Stat.Absent != "" {
			note = strings.TrimSuffix(p.Stat.Absent+"; "+note, "; ")
		}
		t.Rows = append(t.Rows, []string{p.Run, optional(p.Stat.Mean), rangeText(&p.Stat),
			fmt.Sprintf("%d/%d", p.Stat.Scored, p.Stat.Attempted), pictureOf(&p.Stat, low, high, width), note})
	}
	return t
}

// scale names the ends of the picture of intervals.
func scale(low, high float64, width int) string {
	from, to := Number(low), Number(high)
	return from + strings.Repeat("·", max(width-len(from)-len(to), 1)) + to
}

// ends is the range of the intervals of a series.
func ends(s *analysis.Series) (low, high float64) {
	any := false
	take := func(v *float64) {
		if v == nil {
			return
		}
		if !any {
			low, high, any = *v, *v, true
		}
		low, high = min(low, *v), max(high, *v)
	}
	for i := range s.Points {
		stat := &s.Points[i].Stat
		take(stat.Mean)
		if stat.Interval != nil {
			take(&stat.Interval.Low)
			take(&stat.Interval.High)
		}
	}
	return low, high
}

// pictureOf draws a mean with its interval on a line from low to high. Points replace blanks, which a
// table would take out.
func pictureOf(stat *measure.Stat, low, high float64, width int) string {
	if stat.Mean == nil {
		return ""
	}
	line := []rune(strings.Repeat("·", width))
	at := func(v float64) int {
		if high <= low {
			return width / 2
		}
		return min(max(int((v-low)/(high-low)*float64(width-1)+0.5), 0), width-1)
	}
	if in := stat.Interval; in != nil {
		for i := at(in.Low); i <= at(in.High); i++ {
			line[i] = '─'
		}
		line[at(in.Low)], line[at(in.High)] = '├', '┤'
	}
	line[at(*stat.Mean)] = '●'
	return string(line)
}
