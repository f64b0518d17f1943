package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/internal/chart"
)

// htmlRun is the page of a run.
type htmlRun struct {
	Name, Suite, System, Status string
	Fine                        bool // the run is complete
	Baseline                    bool // what answered is no model
	Lead                        []string
	Facts                       []fact
	Findings                    []htmlFinding
	Warnings                    []string
	Cards                       []htmlCard
	Empty                       string // names of the measures without any number, which have no card
	Measures, Details           Table
	Repeats                     Table
	Outcomes                    *picture
	OutcomeTable                Table
	Groups                      []htmlGroup
	Models                      Table
	Cases                       htmlCases
	Header                      []fact
	Notes                       []note
	Level                       string
}

// htmlCard is a measure at a glance.
type htmlCard struct {
	Name, Doc, Lower       string
	Mean, Interval, Absent string
	Scored, Share, Reasons string
	Picture                *picture
}

// htmlGroup is a tag with a forest plot for each measure.
type htmlGroup struct {
	Tag      string
	Pictures []*picture
	Without  []string // why there are values without intervals
	Table    Table
}

// writeHTML writes the report as one page that needs no other file, no script and no network. The same run, or a
// replay of it, gives the same bytes.
func writeHTML(w io.Writer, r *analysis.Run, o Options) error {
	o.Width = 0 // a page is wide enough
	page, err := runPage(r, o)
	if err != nil {
		return fmt.Errorf("report run %s: %w", r.Info.Name, err)
	}
	return writePage(w, "run", r.Info.Header.Suite+" "+r.Info.Name, page)
}

func runPage(r *analysis.Run, o Options) (*htmlRun, error) {
	h := &r.Info.Header
	p := &htmlRun{Name: r.Info.Name, Suite: h.Suite, System: systemText(&h.System), Status: string(r.Info.Status),
		Baseline: h.System.Baseline,
		Facts:    summary(r), Measures: measures(r,
			o), Details: distributions(r), Repeats: repeats(r), Models: models(r.Totals),
		Cases: htmlCasesOf(r), Header: headerFacts(r.Info), Notes: notesOf(r), Level: percent(o.levelOf())}
	p.Fine = r.Info.Status == ledger.Complete && planned(r) <= r.Totals.Attempts
	for _, row := range warnings(r).Rows {
		p.Warnings = append(p.Warnings, row[0])
	}
	p.Lead = preamble(r, o)
	var err error
	if p.Findings, err = htmlFindings(o.Findings); err != nil {
		return nil, err
	}
	var empty []string
	for i := range r.Measures {
		if r.Measures[i].Scored == 0 {
			empty = append(empty, r.Measures[i].Name)
			continue
		}
		card, err := cardOf(&r.Measures[i])
		if err != nil {
			return nil, err
		}
		p.Cards = append(p.Cards, card)
	}
	p.Empty = strings.Join(empty, ", ")
	if err := p.addOutcomes(r); err != nil {
		return nil, err
	}
	for i := range r.Groups {
		g, err := groupOf(r, &r.Groups[i], o)
		if err != nil {
			return nil, err
		}
		p.Groups = append(p.Groups, g)
	}
	return p, nil
}

// preamble states in sentences what a reader must know before any number.
func preamble(r *analysis.Run, o Options) []string {
	t := r.Totals
	answered := 0
	for _, n := range t.Outcomes[ledger.Answered] {
		answered += n
	}
	lines := []string{fmt.Sprintf("%s cases, asked %s. %s of %s attempts (%s) brought an answer%s.", chart.Count(t.Cases),
		times(r.Info.Header.Repeats),
		chart.Count(answered), chart.Count(t.Attempts), chart.Share(answered, t.Attempts), others(t))}
	if missing := planned(r) - t.Attempts; missing > 0 {
		lines = append(lines, fmt.Sprintf("The run is incomplete: %s of %s attempts are missing, and no number here "+
			"is final.", chart.Count(missing), chart.Count(planned(r))))
	}
	if len(t.Models) > 0 {
		lines = append(lines, "Cost: "+costText(t.Cost, t.Unpriced, t.Attempts, "attempts")+". Tokens: "+tokens(t)+".")
	}
	if clusters := mostClusters(r); clusters > 0 {
		lines = append(lines, fmt.Sprintf("Intervals are at %s, over %s clusters such as companies or documents: cases of "+
			"one cluster are alike.", percent(o.levelOf()), chart.Count(clusters)))
	}
	return lines
}

// others are the outcomes that are no answer, in words.
func others(t *ledger.Totals) string {
	var all []measure.Reason
	for outcome, reasons := range t.Outcomes {
		if outcome == ledger.Answered {
			continue
		}
		n := 0
		for _, count := range reasons {
			n += count
		}
		all = append(all, measure.Reason{Reason: outcome, Count: n})
	}
	slices.SortFunc(all, func(a, b measure.Reason) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	if len(all) == 0 {
		return ""
	}
	return "; of the rest: " + reasonsText(all)
}

func mostClusters(r *analysis.Run) int {
	most := 0
	for i := range r.Measures {
		if m := &r.Measures[i]; m.Clusters < m.Cases {
			most = max(most, m.Clusters)
		}
	}
	return most
}

func cardOf(m *analysis.Measure) (htmlCard, error) {
	c := htmlCard{Name: m.Name, Lower: direction(m), Mean: absent, Absent: m.Absent, Reasons: reasonsText(m.Reasons),
		Scored: chart.Count(m.Scored) + " of " + chart.Count(m.Attempted) + " scored", Share: chart.Share(m.Scored,
			m.Attempted)}
	c.Doc = m.About.Doc
	if m.Mean != nil {
		c.Mean = chart.Number(*m.Mean)
	}
	if m.Interval != nil {
		c.Interval = chart.Between(m.Interval.Low, m.Interval.High)
	}
	var err error
	c.Picture, err = half(cardDrawing(m))
	return c, err
}

// cardDrawing is the distribution of a measure, or its interval where there are but two values.
func cardDrawing(m *analysis.Measure) drawing {
	if len(m.Histogram) == 0 {
		f := &chart.Intervals{Head: chart.Head{Width: chart.Half}, Rows: []chart.Row{chartRow("mean", &m.Stat)}, Bare: true}
		if m.Min != nil && *m.Min >= 0 && *m.Max <= 1 {
			f.Domain = &chart.Range{Low: 0, High: 1}
		}
		f.Desc = "mean of " + m.Name + " with its interval"
		return f
	}
	d := &chart.Distribution{Head: chart.Head{Width: chart.Half}, Mean: m.Mean, Median: m.Median,
		Interval: rangeOf(m.Interval)}
	for _, b := range m.Histogram {
		d.Bins = append(d.Bins, chart.Bin{Low: b.Low, High: b.High, Count: b.Count})
	}
	return d
}

func rangeOf(i *measure.Interval) *chart.Range {
	if i == nil {
		return nil
	}
	return &chart.Range{Low: i.Low, High: i.High}
}

func chartRow(label string, s *measure.Stat) chart.Row {
	return chart.Row{Label: label, Value: s.Mean, Interval: rangeOf(s.Interval), Scored: s.Scored, N: s.Attempted,
		Why: s.Absent}
}

// addOutcomes draws how attempts ended, where not all were answered: the lead says that.
func (p *htmlRun) addOutcomes(r *analysis.Run) (err error) {
	if all := outcomes(r.Totals); len(all) == 1 && all[0].Reason == ledger.Answered {
		return nil
	}
	p.OutcomeTable = Table{Columns: []Column{{Name: "outcome", Wrap: true}, {Name: "attempts", Right: true},
		{Name: "share", Right: true}}}
	var parts []chart.Part
	for _, reason := range outcomes(r.Totals) {
		parts = append(parts, chart.Part{Label: reason.Reason, Count: reason.Count})
		p.OutcomeTable.Rows = append(p.OutcomeTable.Rows,
			[]string{reason.Reason, chart.Count(reason.Count), chart.Share(reason.Count, r.Totals.Attempts)})
	}
	if len(parts) > maxParts {
		rest := 0
		for _, part := range parts[maxParts-1:] {
			rest += part.Count
		}
		parts = append(parts[:maxParts-1:maxParts-1], chart.Part{Label: "others", Count: rest})
	}
	p.Outcomes, err = both(func(width float64) drawing {
		return &chart.Stacked{Head: chart.Head{Width: width, Desc: ""}, Parts: parts}
	})
	return err
}

// maxParts is how many outcomes have a colour of their own.
const maxParts = 8

// groupOf draws a tag: a forest plot for each measure, with the mean of all cases as the line to read it by.
func groupOf(r *analysis.Run, g *analysis.Group, o Options) (htmlGroup, error) {
	out := htmlGroup{Tag: g.Tag, Table: group(g, o)}
	for i := range r.Measures {
		m := &r.Measures[i]
		if m.Scored == 0 {
			continue
		}
		f := &chart.Intervals{Head: chart.Head{Title: m.Name + direction(m), Width: chart.Half}, Mark: m.Mean,
			Marked: "all cases"}
		for j := range g.Rows {
			for k := range g.Rows[j].Measures {
				if s := &g.Rows[j].Measures[k]; s.Name == m.Name {
					f.Rows = append(f.Rows, chartRow(groupValue(&g.Rows[j]), s))
					out.without(s)
				}
			}
		}
		if len(f.Rows) == 0 || len(f.Rows) > maxForest {
			continue // the table has them
		}
		picture, err := half(f)
		if err != nil {
			return out, err
		}
		out.Pictures = append(out.Pictures, picture)
	}
	return out, nil
}

// without notes why a value has no interval.
func (g *htmlGroup) without(s *measure.Stat) {
	if s.Mean != nil && s.Interval == nil && s.Absent != "" && !slices.Contains(g.Without, s.Absent) {
		g.Without = append(g.Without, s.Absent)
	}
}

// maxForest is how many values of a tag are drawn below each other.
const maxForest = 60
