package report

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/assayhq/assay/analysis"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/report/internal/chart"
)

// Findings are what the suite of a run finds in it in addition to its measures, for Options. Find is the suite's function: a
// report does not know suites, because they reach models; nil finds nothing. Texts gives those of the sentences that
// findings name by id, as far as it knows them; it may be nil.
func Findings(
	r *analysis.Run, results Results,
	find func(*analysis.Run, func(ledger.With) iter.Seq2[*ledger.Result, error]) ([]finding.Finding, error),
	texts func(ids []string) (map[string]string, error),
) ([]finding.Finding, error) {
	if find == nil {
		return nil, nil
	}
	all, err := find(r, results)
	if err != nil || texts == nil {
		return all, err
	}
	items := items(all)
	var ids []string
	for _, item := range items {
		ids = append(ids, item.ID)
	}
	slices.Sort(ids)
	known, err := texts(slices.Compact(ids))
	if err != nil {
		return nil, fmt.Errorf("report run %s: read the texts of its hits: %w", r.Info.Name, err)
	}
	for _, item := range items {
		item.Text = known[item.ID]
	}
	return all, nil
}

// items are all that findings name by id.
func items(all []finding.Finding) (found []*finding.Item) {
	for i := range all {
		for j := range all[i].Cases {
			for _, list := range all[i].Cases[j].Lists {
				for k := range list.Items {
					found = append(found, &list.Items[k])
				}
			}
		}
	}
	return found
}

// findingSections are the tables of findings, each with how to read it above the first.
func findingSections(all []finding.Finding) []Section {
	var sections []Section
	for i := range all {
		f := &all[i]
		first := len(sections)
		add := func(title string, t Table) {
			if title != "" {
				title = ": " + title
			}
			sections = append(sections, Section{Title: f.Title + title, Table: t})
		}
		for j := range f.Counts {
			add("", countTable(&f.Counts[j]))
		}
		for j := range f.Stats {
			add(f.Stats[j].Title, statTable(&f.Stats[j]))
		}
		for j := range f.Spreads {
			add(f.Spreads[j].Title, spreadTable(&f.Spreads[j]))
		}
		for _, group := range groupsOf(f.Cases) {
			add(group, caseTable(f.Cases, group))
		}
		if len(sections) == first {
			add("", Table{Columns: []Column{{Wrap: true}}, Rows: [][]string{{f.Doc}}})
			continue
		}
		sections[first].Doc = f.Doc
	}
	return sections
}

// statTable has a cell for each statistic.
func statTable(s *finding.Stats) Table {
	t := Table{Columns: []Column{{Name: s.Head, Wrap: true}}}
	for _, name := range s.Columns {
		t.Columns = append(t.Columns, Column{Name: name, Wrap: true})
	}
	for _, row := range s.Rows {
		cells := []string{row.Label}
		for _, stat := range row.Stats {
			cells = append(cells, statText(stat))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// statText is a statistic in one cell: never without n, and with its interval or why there is none.
func statText(s *measure.Stat) string {
	switch {
	case s == nil:
		return absent
	case s.Mean == nil:
		return strings.TrimSuffix(absent+", n 0 of "+chart.Count(s.Attempted)+": "+reasonsText(s.Reasons), ": ")
	}
	n := "n " + chart.Count(s.Scored)
	if s.Scored != s.Attempted {
		n += " of " + chart.Count(s.Attempted)
	}
	if s.Interval == nil {
		return Number(*s.Mean) + ", " + n + ", no interval: " + s.Absent
	}
	return fmt.Sprintf("%s (%s), %s", Number(*s.Mean), rangeText(s), n)
}

// countTable has a row for each kind, with count and share of each series.
func countTable(c *finding.Counts) Table {
	t := Table{Columns: []Column{{Name: c.Head}}}
	docs := slices.ContainsFunc(c.Kinds, func(l finding.Label) bool { return l.Doc != "" })
	for i := range c.Series {
		t.Columns = append(t.Columns, Column{Name: c.Series[i].Name, Right: true}, Column{Name: "share", Right: true})
		if c.Ordered {
			t.Columns = append(t.Columns, Column{Name: "so far", Right: true})
		}
	}
	if docs {
		t.Columns = append(t.Columns, Column{Name: "meaning", Wrap: true})
	}
	sums := make([]int, len(c.Series))
	for i, kind := range c.Kinds {
		row := []string{kind.Name}
		for j := range c.Series {
			s := &c.Series[j]
			sums[j] += s.Counts[i]
			row = append(row, chart.Count(s.Counts[i]), chart.Share(s.Counts[i], s.Of()))
			if c.Ordered {
				row = append(row, chart.Share(sums[j], s.Of()))
			}
		}
		if docs {
			row = append(row, kind.Doc)
		}
		t.Rows = append(t.Rows, row)
	}
	rest := [][]string{countRest(c, "all "+c.Of, (*finding.Series).Of),
		countRest(c, "left out", func(s *finding.Series) int { return s.Left })}
	if docs {
		rest[0], rest[1] = append(rest[0], ""), append(rest[1], "")
	}
	t.Rows = append(t.Rows, rest...)
	return t
}

// countRest is a row below the kinds.
func countRest(c *finding.Counts, name string, of func(*finding.Series) int) []string {
	row := []string{name}
	for j := range c.Series {
		row = append(row, chart.Count(of(&c.Series[j])), "")
		if c.Ordered {
			row = append(row, "")
		}
	}
	return row
}

// spreadTable has a row for each bin, and the quantiles of both kinds below.
func spreadTable(s *finding.Spread) Table {
	t := Table{Columns: []Column{{Name: s.Unit}, {Name: s.Kinds[0].Name, Right: true},
		{Name: s.Kinds[1].Name, Right: true}, {Name: s.Kinds[0].Name + " among both", Right: true}}}
	for _, b := range s.Bins {
		n := b.Counts[0] + b.Counts[1]
		t.Rows = append(t.Rows, []string{edge(b.Low) + " to " + edge(b.High), chart.Count(b.Counts[0]),
			chart.Count(b.Counts[1]), chart.Share(b.Counts[0], n)})
	}
	a, b := &s.Kinds[0], &s.Kinds[1]
	return Table{Columns: t.Columns, Rows: append(t.Rows,
		[]string{"all", chart.Count(a.N), chart.Count(b.N), chart.Share(a.N, a.N+b.N)},
		[]string{"p10", optional(a.P10), optional(b.P10), ""},
		[]string{"median", optional(a.Median), optional(b.Median), ""},
		[]string{"p90", optional(a.P90), optional(b.P90), ""})}
}

// edge is the end of a bin, whose digits are few.
func edge(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// groupsOf are the groups of cases, in their order.
func groupsOf(cases []finding.Case) []string {
	var all []string
	for i := range cases {
		if !slices.Contains(all, cases[i].Group) {
			all = append(all, cases[i].Group)
		}
	}
	return all
}

// Of each group of cases tables show the first few, and of the lists of a case the first items;
// JSON and the page have all.
const (
	tableCases = 3
	tableItems = 2
	maxItem    = 200
)

// caseTable has some lines for each case of a group.
func caseTable(cases []finding.Case, group string) Table {
	t := Table{Columns: []Column{{Name: ""}, {Name: "", Wrap: true}}}
	shown, more := 0, 0
	for i := range cases {
		c := &cases[i]
		if c.Group != group {
			continue
		}
		if shown == tableCases {
			more++
			continue
		}
		shown++
		t.Rows = append(t.Rows, []string{"case", c.ID + ": " + Shorten(c.Text, maxItem)}, []string{"why", c.Why})
		for _, list := range c.Lists {
			for _, item := range list.Items[:min(tableItems, len(list.Items))] {
				t.Rows = append(t.Rows, []string{list.Name, itemText(&item)})
			}
		}
	}
	if more > 0 {
		t.Rows = append(t.Rows, []string{"more", fmt.Sprintf("%d in the forms html and json", more)})
	}
	return t
}

func itemText(i *finding.Item) string {
	text := i.ID + " (" + i.Note + ")"
	if i.Text != "" {
		text += ": " + Shorten(i.Text, maxItem)
	}
	return text
}
