package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/internal/chart"
)

// htmlComparison is the page of two runs.
type htmlComparison struct {
	A, B     htmlSide
	Lead     []string
	Warnings []string
	Cards    []htmlDifference
	Pictures []*picture
	Measures Table
	Differs  Table
	Changed  []htmlChange
	Left     string
	Notes    []note
}

type htmlSide struct{ Name, System, Status string }

// htmlDifference is how two runs differ by one measure, at a glance.
type htmlDifference struct {
	Name, Verdict, Class, Difference, Interval, Means, Detail, Counts string
}

type htmlChange struct {
	Name, Cluster, Question, Gold string
	A, B                          string // answers, or the outcomes in their place
	Chips                         []htmlChip
}

// HTMLComparison writes the comparison of two runs as one page that needs nothing else.
func HTMLComparison(w io.Writer, c *analysis.Comparison, o Options) error {
	o.Width = 0
	page, err := comparisonPage(c, o)
	if err != nil {
		return fmt.Errorf("report runs %s and %s: %w", c.A.Name, c.B.Name, err)
	}
	return writePage(w, "comparison", c.A.Name+" against "+c.B.Name, page)
}

func comparisonPage(c *analysis.Comparison, o Options) (*htmlComparison, error) {
	level := comparisonLevel(c, o)
	p := &htmlComparison{A: sideOf(c.A), B: sideOf(c.B), Measures: comparedTable(c, level), Differs: differsTable(c),
		Notes: comparisonNotes(c)}
	p.Lead = []string{fmt.Sprintf("A against B on %s cases of both. Differences are A − B, at %s.", chart.Count(c.Cases),
		percent(level))}
	if len(c.Differs) == 0 {
		p.Lead = append(p.Lead, "The headers of both say the same: this is one experiment made twice.")
	}
	p.Warnings = comparisonWarnings(c)
	for i := range c.Measures {
		p.Cards = append(p.Cards, differenceCard(&c.Measures[i], level))
	}
	if err := p.draw(c); err != nil {
		return nil, err
	}
	p.addChanged(c)
	return p, nil
}

func comparisonLevel(c *analysis.Comparison, o Options) float64 {
	if c.Level > 0 && c.Level < 1 {
		return c.Level
	}
	return o.levelOf()
}

func sideOf(info *ledger.Info) htmlSide {
	return htmlSide{Name: info.Name, System: systemText(&info.Header.System), Status: string(info.Status)}
}

func comparisonWarnings(c *analysis.Comparison) []string {
	var all []string
	if u := c.Unpaired; u != nil {
		var parts []string
		for _, part := range []struct {
			n    int
			what string
		}{{u.OnlyA, "only in A"}, {u.OnlyB, "only in B"}, {u.Changed, "that say something else in each"}} {
			if part.n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
			}
		}
		all = append(all, fmt.Sprintf("Cases that are left out: %s. Some of them: %s.", strings.Join(parts, ", "),
			strings.Join(u.Some, ", ")))
	}
	for i, info := range []*ledger.Info{c.A, c.B} {
		if info.Status != ledger.Complete {
			all = append(all, fmt.Sprintf("Run %s is %s: its missing cases are not in the comparison.", "AB"[i:i+1],
				info.Status))
		}
	}
	for i, only := range [][]string{c.OnlyA, c.OnlyB} {
		if len(only) > 0 {
			all = append(all, fmt.Sprintf("Measures only in %s: %s.", "AB"[i:i+1], strings.Join(only, ", ")))
		}
	}
	return all
}

// differenceCard says which run is better by a measure, if the test can tell.
func differenceCard(m *analysis.Compared, level float64) htmlDifference {
	d := htmlDifference{Name: m.Name, Means: "A " + optional(m.A) + ", B " + optional(m.B), Verdict: "not told apart",
		Difference: absent,
		Counts: fmt.Sprintf("%s cases with a number in both; A better in %s, equal in %s, worse in %s.", chart.Count(m.N),
			chart.Count(betterCases(m)), chart.Count(m.Ties), chart.Count(m.Wins+m.Losses-betterCases(m)))}
	if m.Difference != nil {
		d.Difference = chart.Signed(*m.Difference)
	}
	if m.Interval != nil {
		d.Interval = chart.Signed(m.Interval.Low) + " to " + chart.Signed(m.Interval.High)
	}
	switch p := shownP(m); {
	case p == nil:
		d.Verdict, d.Detail = "cannot be told", m.Absent
	case *p < 1-level && m.Difference != nil && *m.Difference != 0:
		d.Verdict, d.Class = "A is worse", "bad"
		if (*m.Difference > 0) == (m.Better != "lower") {
			d.Verdict, d.Class = "A is better", "good"
		}
		d.Detail = probability(*p) + adjustedBy(m)
	default:
		d.Detail = probability(*p) + adjustedBy(m) + alone(m, level)
		switch {
		case tooFew(m):
			d.Detail += "; " + tooFewText
		case m.Detectable != nil:
			d.Detail += fmt.Sprintf("; a true difference of %s would be found in %s of such comparisons",
				chart.Number(*m.Detectable), percent(m.Power))
		}
	}
	return d
}

// alone says of a measure that is told apart by itself, as its interval shows, and not among the others, that it is so.
func alone(m *analysis.Compared, level float64) string {
	if m.P == nil || m.Adjusted == nil || *m.P >= 1-level || *m.Adjusted < 1-level {
		return ""
	}
	return " (by itself " + probability(*m.P) + ")"
}

const tooFewText = "too few cases to find any difference"

// tooFew reports whether even the greatest difference that there can be might not be found.
func tooFew(m *analysis.Compared) bool {
	low, high, ranged := m.About.Range()
	return ranged && m.Detectable != nil && *m.Detectable > high-low
}

// probability is a P as people read it; the table has its digits.
func probability(p float64) string {
	if p < 0.001 {
		return "P < 0.001"
	}
	return "P " + chart.Number(p)
}

// betterCases is in how many cases A did better.
func betterCases(m *analysis.Compared) int {
	if m.Better == "lower" {
		return m.Losses
	}
	return m.Wins
}

func shownP(m *analysis.Compared) *float64 {
	return cmp.Or(m.Adjusted, m.P)
}

// bothP is P, and what the measures beside it make of it.
func bothP(m *analysis.Compared) string {
	if m.Adjusted == nil {
		return optional(m.P)
	}
	return optional(m.P) + " (" + optional(m.Adjusted) + ")"
}

func adjustedBy(m *analysis.Compared) string {
	if m.Adjusted != nil {
		return ", adjusted for the measures beside it"
	}
	return ""
}

// draw makes a chart for the measures of each range and direction: others would dwarf each other.
func (p *htmlComparison) draw(c *analysis.Comparison) error {
	var keys []string
	rows := map[string][]chart.Row{}
	for i := range c.Measures {
		m := &c.Measures[i]
		key := rangeKey(m)
		if rows[key] == nil {
			keys = append(keys, key)
		}
		row := chart.Row{Label: m.Name, Value: m.Difference, Interval: rangeOf(m.Interval), Scored: m.N, N: c.Cases,
			Why: m.Absent}
		row.Clear = m.Interval != nil && !m.Interval.Contains(0)
		rows[key] = append(rows[key], row)
	}
	for _, key := range keys {
		below, over := "A is worse", "A is better"
		if strings.HasPrefix(key, "lower") {
			below, over = over, below
		}
		picture, err := both(func(width float64) drawing {
			return &chart.Differences{Head: chart.Head{Title: "A − B", Width: width}, Rows: rows[key], Below: below, Over: over}
		})
		if err != nil {
			return err
		}
		p.Pictures = append(p.Pictures, picture)
	}
	return nil
}

func rangeKey(m *analysis.Compared) string {
	if low, high, ok := m.About.Range(); ok {
		return fmt.Sprintf("%s %v %v", m.Better, low, high)
	}
	return m.Better + " " + m.Name
}

func comparedTable(c *analysis.Comparison, level float64) Table {
	t := Table{Columns: []Column{{Name: "measure"}, {Name: "A", Right: true}, {Name: "B", Right: true},
		{Name: "A − B", Right: true}, {Name: percent(level) + " interval"},
		{Name: "P (adjusted)", Right: true}, {Name: "wins/ties/losses", Right: true}, {Name: "both scored", Right: true},
		{Name: "clusters", Right: true},
		{Name: "method; missing", Wrap: true}}}
	for i := range c.Measures {
		m := &c.Measures[i]
		name := m.Name
		if m.Better == "lower" {
			name += " (lower is better)"
		}
		difference, interval := absent, absent
		if m.Difference != nil {
			difference = chart.Signed(*m.Difference)
		}
		if m.Interval != nil {
			interval = chart.Signed(m.Interval.Low) + " to " + chart.Signed(m.Interval.High)
		}
		t.Rows = append(t.Rows, []string{name, optional(m.A), optional(m.B), difference, interval, bothP(m),
			fmt.Sprintf("%d/%d/%d", m.Wins, m.Ties, m.Losses), fmt.Sprintf("%d of %d", m.N, c.Cases), strconv.Itoa(m.Clusters),
			strings.Join(slices.DeleteFunc([]string{m.Method, m.Why, m.Absent, unnumbered(&m.Comparison)},
				func(part string) bool { return part == "" }), "; ")})
	}
	return t
}

// unnumbered are the cases of a comparison that have no number in one run or in both.
func unnumbered(c *measure.Comparison) string {
	var all []string
	for _, e := range []struct {
		n    int
		what string
	}{{c.NoNumberA, "only A has none"}, {c.NoNumberB, "only B has none"}, {c.NoNumber, "neither has one"},
		{c.OnlyA, "B did not try"}, {c.OnlyB, "A did not try"}} {
		if e.n > 0 {
			all = append(all, fmt.Sprintf("%s %d", e.what, e.n))
		}
	}
	return strings.Join(all, ", ")
}

func differsTable(c *analysis.Comparison) Table {
	t := Table{Columns: []Column{{Name: "what"}, {Name: "A", Wrap: true}, {Name: "B", Wrap: true}}}
	for _, d := range c.Differs {
		t.Rows = append(t.Rows, []string{strings.TrimSpace(d.What + " " + d.Name), d.A, d.B})
	}
	return t
}

func comparisonNotes(c *analysis.Comparison) []note {
	var all []note
	used := map[string]bool{}
	for i := range c.Measures {
		m := &c.Measures[i]
		used[m.Method] = true
		used[measure.MethodHolm] = used[measure.MethodHolm] || m.Adjusted != nil
		used[measure.MethodDetectable] = used[measure.MethodDetectable] || m.Detectable != nil
		if m.Interval != nil {
			used[m.Interval.Method] = true
		}
		if m.About.Doc != "" {
			all = append(all, note{m.Name, "measure", m.About.Doc, m.About.Caveat})
		}
	}
	for _, m := range measure.Methods {
		if used[m.Name] {
			all = append(all, note{m.Name, "method", m.Doc, m.Caveat})
		}
	}
	return all
}

// addChanged adds the cases that went differently, as many as a page can hold.
func (p *htmlComparison) addChanged(c *analysis.Comparison) {
	room := maxPageText
	for i := range c.Changed {
		if i >= maxPageCases || room <= 0 {
			break
		}
		h := changeOf(&c.Changed[i])
		p.Changed = append(p.Changed, h)
		room -= 600 + 100*len(h.Chips) + escapedSize(h.Question, h.Gold, h.A, h.B)
	}
	p.Left = fmt.Sprintf("%s of the %s cases that changed, the greatest losses of A first.", chart.Count(len(p.Changed)),
		chart.Count(c.Changes))
}

func changeOf(c *analysis.Change) htmlChange {
	h := htmlChange{Name: c.ID, Cluster: c.Cluster, Question: cutText(c.Question),
		Gold: cutText(strings.Join(c.Gold, "\n")), A: sideText(&c.A), B: sideText(&c.B)}
	for i := range c.Measures {
		m := &c.Measures[i]
		h.Chips = append(h.Chips, htmlChip{Name: m.Name, Low: m.Loss > 0, Up: m.Loss < 0,
			Value: strconv.FormatFloat(-m.Loss, 'g', -1, 64),
			Text:  "A " + valueOr(m.A, m.OutcomeA) + ", B " + valueOr(m.B, m.OutcomeB)})
	}
	return h
}

func valueOr(v *float64, outcome string) string {
	if v == nil {
		return outcome
	}
	return chart.Number(*v)
}

func sideText(s *analysis.Side) string {
	if s.Outcome == ledger.Answered {
		return cutText(s.Answer)
	}
	return strings.TrimSuffix("("+s.Outcome+": "+s.Reason, ": ") + ")"
}
