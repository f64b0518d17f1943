package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/score"
)

// Section is a part of a report: a table under a title.
type Section struct {
	Title string
	Doc   string // how to read it, and perhaps what follows
	Table Table
	Fold  bool // most readers do not need it at once
}

// Sections are the parts of a report, in the order in which they are read. None is empty.
func Sections(r *analysis.Run, o Options) []Section {
	all := []Section{
		{Title: "Run", Table: facts(summary(r))},
		{Title: "Warnings", Table: warnings(r)},
	}
	all = append(all, findingSections(o.Findings)...)
	all = append(all, []Section{
		{Title: "Measures", Table: measures(r, o)},
		{Title: "Distributions", Table: distributions(r)},
		{Title: "Repeats", Table: repeats(r)},
		{Title: "Outcomes of attempts", Table: outcomeTable(r.Totals)},
		{Title: "Models", Table: models(r.Totals)},
	}...)
	for i := range r.Groups {
		all = append(all, Section{Title: "By " + r.Groups[i].Tag, Table: group(&r.Groups[i], o)})
	}
	all = append(all,
		Section{Title: "Worst cases", Table: worst(r)},
		Section{Title: "How to read this", Table: noteTable(notesOf(r)), Fold: true},
		Section{Title: "How to repeat this", Table: facts(headerFacts(r.Info)), Fold: true})
	return slices.DeleteFunc(all, func(s Section) bool { return len(s.Table.Rows) == 0 })
}

// Digest is the parts that are read first, at the end of a run: what was run, what came out, what it cost. Where
// findings show statistics, those replace the measures; single cases, groups and notes are left to the report.
func Digest(r *analysis.Run, o Options) []Section {
	all := []Section{{Title: "Run", Table: facts(summary(r))}, {Title: "Warnings", Table: warnings(r)}}
	shown := false
	for _, f := range o.Findings {
		if len(f.Cases) > 0 && len(f.Counts)+len(f.Stats)+len(f.Spreads) == 0 {
			continue
		}
		shown = shown || len(f.Stats) > 0
		f.Cases = nil
		all = append(all, findingSections([]finding.Finding{f})...)
	}
	if !shown {
		all = append(all, Section{Title: "Measures", Table: measures(r, o)})
	}
	all = append(all, Section{Title: "Outcomes of attempts", Table: outcomeTable(r.Totals)},
		Section{Title: "Models", Table: models(r.Totals)})
	return slices.DeleteFunc(all, func(s Section) bool { return len(s.Table.Rows) == 0 })
}

// fact is something that is known of a run.
type fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func facts(all []fact) Table {
	t := Table{Columns: []Column{{Name: ""}, {Name: "", Wrap: true}}}
	for _, f := range all {
		t.Rows = append(t.Rows, []string{f.Name, f.Value})
	}
	return t
}

// summary is what is read first.
func summary(r *analysis.Run) []fact {
	h, t := &r.Info.Header, r.Totals
	all := []fact{{"run", r.Info.Name}, {"suite", h.Suite}, {"status", status(r)}}
	add := func(name, value string) {
		if value != "" {
			all = append(all, fact{name, value})
		}
	}
	add("replays", h.Replays)
	add("system", systemText(&h.System))
	add("started", stamp(r.Info.Started))
	add("ended", stamp(r.Info.Ended))
	add("cases", fmt.Sprintf("%d, asked %s", t.Cases, times(h.Repeats)))
	add("attempts", fmt.Sprintf("%d of %d", t.Attempts, planned(r)))
	add("outcomes", reasonsText(outcomes(t)))
	if len(t.Models) > 0 {
		add("cost", costText(t.Cost, t.Unpriced, t.Attempts, "attempts"))
		add("tokens", tokens(t))
	}
	return all
}

func status(r *analysis.Run) string {
	text := string(r.Info.Status)
	if r.Info.Reason != "" {
		text += ": " + r.Info.Reason
	}
	if missing := planned(r) - r.Totals.Attempts; missing > 0 {
		text += fmt.Sprintf("; INCOMPLETE: %d of %d attempts are missing, and no number here is final", missing, planned(r))
	}
	return text
}

// complete reports whether every attempt was made that was planned.
func complete(r *analysis.Run) bool {
	return r.Info.Status == ledger.Complete && r.Totals.Attempts >= planned(r)
}

func planned(r *analysis.Run) int { return r.Totals.Cases * max(r.Info.Header.Repeats, 1) }

func times(n int) string {
	if n <= 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times each"
}

func systemText(s *ledger.System) string {
	text := s.Name + " (" + s.Kind + ")"
	if len(s.Models) > 0 {
		text += ": " + strings.Join(s.Models, ", ")
	}
	if s.Baseline {
		text += "; a baseline without any model"
	}
	return text
}

func tokens(t *ledger.Totals) string {
	input, output, unknown, calls := t.Tokens()
	if unknown >= calls {
		return fmt.Sprintf("unknown for all %d calls", calls)
	}
	text := fmt.Sprintf("%d in, %d out", input, output)
	if unknown > 0 {
		text += fmt.Sprintf(", and unknown for %d of %d calls", unknown, calls)
	}
	return text
}

func warnings(r *analysis.Run) Table {
	t := Table{Columns: []Column{{Name: "", Wrap: true}}}
	for _, w := range append(slices.Clone(r.Warnings), changed(r.Totals)...) {
		t.Rows = append(t.Rows, []string{w})
	}
	return t
}

// changed says which models were asked and answered by several, or by another.
func changed(t *ledger.Totals) []string {
	var all []string
	for i := range t.Models {
		m := &t.Models[i]
		if i > 0 && t.Models[i-1].Provider == m.Provider && t.Models[i-1].Asked == m.Asked {
			continue
		}
		if served := servedFor(t, m); len(served) > 1 {
			all = append(all, fmt.Sprintf("the model changed within the run: %s %q was answered by %s", m.Provider, m.Asked,
				strings.Join(served, " and ")))
		}
	}
	return all
}

// servedFor are the models that answered for one that was asked; calls that nothing came back from say
// nothing of it.
func servedFor(t *ledger.Totals, asked *ledger.ModelTotals) []string {
	var all []string
	for i := range t.Models {
		m := &t.Models[i]
		if m.Provider == asked.Provider && m.Asked == asked.Asked && m.Served != "" {
			all = append(all, strconv.Quote(m.Served))
		}
	}
	return all
}

// levelOf is the level of intervals, as headings have it.
func (o Options) levelOf() float64 {
	if o.Level > 0 && o.Level < 1 {
		return o.Level
	}
	return 0.95
}

// narrow reports whether a terminal is too narrow for all columns of statistics.
func (o Options) narrow() bool { return o.Width > 0 && o.Width < roomy }

// roomy is how many columns the tables of statistics want.
const roomy = 110

func statColumns(o Options) []Column {
	interval := Column{Name: percent(o.levelOf()) + " interval"}
	if o.narrow() {
		return []Column{{Name: "mean", Right: true}, interval, {Name: "scored", Right: true}, {Name: "clusters", Right: true},
			{Name: "method; missing", Wrap: true}}
	}
	return []Column{{Name: "mean", Right: true}, interval, {Name: "method", Wrap: true}, {Name: "scored", Right: true},
		{Name: "cases", Right: true}, {Name: "clusters", Right: true}, {Name: "missing", Wrap: true}}
}

// statLine are the cells of a statistic under statColumns.
func statLine(s *measure.Stat, o Options) []string {
	if !o.narrow() {
		return statCells(s)
	}
	note := missing(s)
	if s.Interval != nil {
		note = strings.TrimSuffix(s.Interval.Method+"; "+note, "; ")
	}
	return []string{optional(s.Mean), rangeText(s), shareText(s), strconv.Itoa(s.Clusters), note}
}

func statCells(s *measure.Stat) []string {
	return []string{optional(s.Mean), rangeText(s), method(s), shareText(s), strconv.Itoa(s.Cases),
		strconv.Itoa(s.Clusters), missing(s)}
}

func measures(r *analysis.Run, o Options) Table {
	t := Table{Columns: append([]Column{{Name: "measure", Wrap: true}}, statColumns(o)...)}
	for i := range r.Measures {
		m := &r.Measures[i]
		t.Rows = append(t.Rows, append([]string{m.Name + direction(m)}, statLine(&m.Stat, o)...))
	}
	return t
}

// direction marks a measure of which less is better.
func direction(m *analysis.Measure) string {
	if m.About.Better == score.Lower {
		return " (lower is better)"
	}
	return ""
}

func distributions(r *analysis.Run) Table {
	t := Table{Columns: []Column{{Name: "measure"}}}
	for _, name := range []string{"SE", "min", "p10", "median", "p90", "max", "effective cases"} {
		t.Columns = append(t.Columns, Column{Name: name, Right: true})
	}
	for i := range r.Measures {
		m := &r.Measures[i]
		if m.Mean != nil {
			t.Rows = append(t.Rows, []string{m.Name, optional(m.SE), optional(m.Min), optional(m.P10), optional(m.Median),
				optional(m.P90), optional(m.Max), optional(m.Effective)})
		}
	}
	return t
}

func repeats(r *analysis.Run) Table {
	t := Table{Columns: []Column{{Name: "measure"}, {Name: "cases asked again", Right: true},
		{Name: "numbers a case", Right: true},
		{Name: "variance among cases", Right: true}, {Name: "of one case asked again", Right: true}}}
	for i := range r.Measures {
		if p := r.Measures[i].Repeats; p != nil {
			t.Rows = append(t.Rows, []string{r.Measures[i].Name, strconv.Itoa(p.Cases), Number(p.PerCase), Number(p.Between),
				Number(p.Within)})
		}
	}
	return t
}

// outcomeTable is there where not all attempts were answered.
func outcomeTable(t *ledger.Totals) Table {
	table := Table{Columns: []Column{{Name: "outcome", Wrap: true}, {Name: "attempts", Right: true}}}
	all := outcomes(t)
	if len(all) == 1 && all[0].Reason == ledger.Answered {
		return table
	}
	for _, r := range all {
		table.Rows = append(table.Rows, []string{r.Reason, fmt.Sprintf("%d of %d", r.Count, t.Attempts)})
	}
	return table
}

func models(t *ledger.Totals) Table {
	table := Table{Columns: []Column{{Name: "provider"}, {Name: "asked"}, {Name: "served"}, {Name: "calls", Right: true},
		{Name: "failed", Right: true},
		{Name: "tokens in", Right: true}, {Name: "out", Right: true}, {Name: "cost", Wrap: true}}}
	for i := range t.Models {
		m := &t.Models[i]
		served := cmp.Or(m.Served, "not said")
		in, out := strconv.FormatInt(m.Input, 10), strconv.FormatInt(m.Output, 10)
		if m.Unknown >= m.Calls {
			in, out = "unknown", "unknown"
		}
		table.Rows = append(table.Rows, []string{m.Provider, m.Asked, served, strconv.Itoa(m.Calls), strconv.Itoa(m.Failed),
			in, out, costText(m.Cost, m.Unpriced, m.Calls, "calls")})
	}
	return table
}

// maxGroupRows bounds a group where it is read from top to bottom; the page and the workbook have all of it.
const maxGroupRows = 120

func group(g *analysis.Group, o Options) Table {
	t := Table{Columns: append([]Column{{Name: g.Tag}, {Name: "measure"}}, statColumns(o)...)}
	for i := range g.Rows {
		if len(t.Rows) > 0 && len(t.Rows)+len(g.Rows[i].Measures) > maxGroupRows {
			more := make([]string, len(t.Columns))
			more[0], more[1] = fmt.Sprintf("%d more", len(g.Rows)-i), "in html, json"
			t.Rows = append(t.Rows, more)
			break
		}
		for j := range g.Rows[i].Measures {
			s := &g.Rows[i].Measures[j]
			t.Rows = append(t.Rows, append([]string{groupValue(&g.Rows[i]), s.Name}, statLine(s, o)...))
		}
	}
	return t
}

func groupValue(g *analysis.GroupRow) string {
	return cmp.Or(g.Value, "(without)")
}

// Texts of cases are cut to be read at a glance.
const (
	maxQuestion = 160
	maxAnswer   = 160
)

func worst(r *analysis.Run) Table {
	t := Table{Columns: []Column{{Name: "case"}, {Name: "scores", Wrap: true}, {Name: "question", Wrap: true},
		{Name: "gold", Wrap: true}, {Name: "answer", Wrap: true}}}
	for i := range r.Worst {
		c := &r.Worst[i]
		answer := Shorten(c.Answer, maxAnswer)
		if c.Outcome != ledger.Answered {
			answer = strings.TrimSuffix(c.Outcome+": "+c.Reason, ": ")
		}
		t.Rows = append(t.Rows, []string{caseName(c.ID, c.Repeat), scoresText(c), Shorten(c.Question, maxQuestion),
			Shorten(strings.Join(c.Gold, " | "), maxAnswer), answer})
	}
	return t
}

// caseName names a repeat of a case; repeats are counted from 1 in what people read.
func caseName(id string, repeat int) string {
	if repeat == 0 {
		return id
	}
	return fmt.Sprintf("%s (repeat %d)", id, repeat+1)
}

func scoresText(c *analysis.Case) string {
	var all []string
	for i := range c.Scores {
		s := &c.Scores[i]
		if s.Outcome == "scored" {
			all = append(all, s.Name+" "+Number(s.Value))
			continue
		}
		all = append(all, s.Name+" "+string(s.Outcome))
	}
	return strings.Join(all, ", ")
}
