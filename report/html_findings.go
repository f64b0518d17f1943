package report

import (
	"strings"

	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/report/finding"
	"github.com/assayhq/assay/report/internal/chart"
)

// htmlFinding is a finding as a page has it: pictures, then their numbers.
type htmlFinding struct {
	ID, Title, Doc string
	Parts          []htmlPart
	Groups         []htmlFound
	Left           string // of the cases
}

// htmlPart are tables with their pictures.
type htmlPart struct {
	Title    string
	Wide     bool // a picture as wide as the page
	Pictures []*picture
	Open     []Table     // to be read at once
	Folded   []htmlTable // of which the pictures say enough
}

// htmlTable is a table with its title.
type htmlTable struct {
	Title string
	Table Table
}

// htmlFound are the cases of a group.
type htmlFound struct {
	Name  string
	Cases []finding.Case
}

func htmlFindings(all []finding.Finding) ([]htmlFinding, error) {
	var out []htmlFinding
	for i := range all {
		one, err := htmlFindingOf(&all[i])
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func htmlFindingOf(f *finding.Finding) (htmlFinding, error) {
	out := htmlFinding{ID: "finding-" + f.Name, Title: f.Title, Doc: f.Doc}
	for i := range f.Counts {
		p, err := countPart(&f.Counts[i])
		if err != nil {
			return out, err
		}
		out.Parts = append(out.Parts, p)
	}
	if len(f.Spreads) > 0 {
		p, err := spreadPart(f.Spreads)
		if err != nil {
			return out, err
		}
		out.Parts = append(out.Parts, p)
	}
	for i := range f.Stats {
		p, err := statPart(&f.Stats[i])
		if err != nil {
			return out, err
		}
		out.Parts = append(out.Parts, p)
	}
	out.addCases(f.Cases)
	return out, nil
}

func countPart(c *finding.Counts) (htmlPart, error) {
	p := htmlPart{Wide: true, Folded: []htmlTable{{"", countTable(c)}}}
	bars := chart.Bars{}
	for _, kind := range c.Kinds {
		bars.Kinds = append(bars.Kinds, kind.Name)
	}
	for i := range c.Series {
		bars.Groups = append(bars.Groups, chart.Group{Name: c.Series[i].Name, Counts: c.Series[i].Counts})
	}
	drawn, err := both(func(width float64) drawing {
		b := bars
		b.Head = chart.Head{Title: c.Head, Width: width}
		return &b
	})
	p.Pictures = []*picture{drawn}
	return p, err
}

// spreadPart has the pictures beside each other.
func spreadPart(all []finding.Spread) (htmlPart, error) {
	var p htmlPart
	for i := range all {
		s := &all[i]
		d := &chart.Distances{Head: chart.Head{Title: s.Unit + ", " + s.Title, Width: chart.Half},
			Names: [2]string{s.Kinds[0].Name, s.Kinds[1].Name}}
		if s.Separation != nil {
			name, _, _ := strings.Cut(s.Separation.Name, " ") // without what the title says
			d.Note = name + " " + statText(s.Separation)
		}
		for _, b := range s.Bins {
			for kind := range d.Series {
				d.Series[kind] = append(d.Series[kind], chart.Bin{Low: b.Low, High: b.High, Count: b.Counts[kind]})
			}
		}
		drawn, err := half(d)
		if err != nil {
			return p, err
		}
		p.Pictures = append(p.Pictures, drawn)
		p.Folded = append(p.Folded, htmlTable{s.Title, spreadTable(s)})
	}
	return p, nil
}

// statPart draws a forest plot for each column. It has the numbers, too, so that the table is needed only where
// there are many columns, to be read across.
func statPart(s *finding.Stats) (htmlPart, error) {
	p := htmlPart{Title: s.Title}
	if len(s.Columns) > 2 {
		p.Open = []Table{statTable(s)}
	} else {
		p.Folded = []htmlTable{{"", statTable(s)}}
	}
	for column, name := range s.Columns {
		f := &chart.Intervals{Head: chart.Head{Title: name, Width: chart.Half}}
		shares := true
		for i := range s.Rows {
			stat := s.Rows[i].Stats[column]
			if stat == nil {
				continue
			}
			f.Rows = append(f.Rows, chartRow(s.Rows[i].Label, stat))
			shares = shares && share(stat)
		}
		if len(f.Rows) == 0 || len(f.Rows) > maxForest {
			continue // the table has them
		}
		if shares {
			f.Domain = &chart.Range{Low: 0, High: 1}
		}
		drawn, err := half(f)
		if err != nil {
			return p, err
		}
		p.Pictures = append(p.Pictures, drawn)
	}
	return p, nil
}

// share reports whether a statistic is read against 0 and 1.
func share(s *measure.Stat) bool {
	return s.Mean == nil || *s.Min >= 0 && *s.Max <= 1
}

// addCases takes over cases as long as their texts fit.
func (f *htmlFinding) addCases(cases []finding.Case) {
	room, left := maxFoundText, 0
	for i := range cases {
		c := shortenedCase(&cases[i])
		room -= caseSize(&c)
		if room < 0 {
			left++
			continue
		}
		at := len(f.Groups) - 1
		if at < 0 || f.Groups[at].Name != c.Group {
			at, f.Groups = at+1, append(f.Groups, htmlFound{Name: c.Group})
		}
		f.Groups[at].Cases = append(f.Groups[at].Cases, c)
	}
	if left > 0 {
		f.Left = chart.Count(left) + " more are left out for their size; 'assay report --format json' has them."
	}
}

// maxFoundText is how many bytes of markup the cases of a finding take.
const maxFoundText = 400 << 10

// shortenedCase has the beginnings of texts that are too long for a page.
func shortenedCase(c *finding.Case) finding.Case {
	out := *c
	out.Text, out.Why, out.Lists = cutText(c.Text), cutText(c.Why), make([]finding.List, len(c.Lists))
	for i, list := range c.Lists {
		out.Lists[i].Name = list.Name
		for _, item := range list.Items {
			item.Text = cutAt(item.Text, maxItemText)
			out.Lists[i].Items = append(out.Lists[i].Items, item)
		}
	}
	return out
}

// maxItemText is how many bytes of an item of a case are shown.
const maxItemText = 1000

// caseSize is how many bytes a case adds to its page.
func caseSize(c *finding.Case) int {
	n := 500 + escapedSize(c.ID, c.Cluster, c.Text, c.Why)
	for _, list := range c.Lists {
		for _, item := range list.Items {
			n += 100 + escapedSize(item.ID, item.Note, item.Text)
		}
	}
	return n
}
