// Package finding holds what a suite says of a run beside its measures, as plain data: statistics side by side,
// counts by rank or cause, two kinds of values over each other, cases with what went wrong. A suite makes them,
// reports show them; neither knows the other.
//
// It refuses nothing and computes nothing: a suite takes the statistics of a finding from analysis, so that no
// report has one number with two values.
package finding

import "github.com/assayhq/assay/measure"

// Finding is one thing that a run shows.
type Finding struct {
	Name    string   `json:"name"` // unlike those of the others
	Title   string   `json:"title"`
	Doc     string   `json:"doc"` // how to read it
	Stats   []Stats  `json:"stats,omitempty"`
	Counts  []Counts `json:"counts,omitempty"`
	Spreads []Spread `json:"spreads,omitempty"`
	Cases   []Case   `json:"cases,omitempty"`
}

// Stats is a table of statistics.
type Stats struct {
	Title   string   `json:"title,omitempty"` // if there are several
	Head    string   `json:"head"`            // what a row is
	Columns []string `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// Row is a row of statistics, one for each column; nil where nothing was measured.
type Row struct {
	Label string          `json:"label"`
	Stats []*measure.Stat `json:"stats"`
}

// Counts is how many of a whole are of each kind. Each of the whole is of one kind.
type Counts struct {
	Head    string   `json:"head"` // what kinds are: ranks, causes
	Of      string   `json:"of"`   // what is counted
	Kinds   []Label  `json:"kinds"`
	Ordered bool     `json:"ordered"` // a sum up to a kind means something
	Series  []Series `json:"series"`
}

// Label is the name of a kind, and what it means if that does not say it.
type Label struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
}

// Series are the counts of the kinds, of one whole.
type Series struct {
	Name   string `json:"name"`
	Counts []int  `json:"counts"`
	Left   int    `json:"left"` // not in any kind; the finding's text says why
}

// Of is how many the whole is.
func (s *Series) Of() int {
	n := 0
	for _, c := range s.Counts {
		n += c
	}
	return n
}

// Spread lays the values of two kinds over each other, such as the distances of right and of wrong hits.
type Spread struct {
	Title string  `json:"title"`
	Unit  string  `json:"unit"` // what the values are
	Kinds [2]Kind `json:"kinds"`
	Bins  []Bin   `json:"bins"`

	Separation *measure.Stat `json:"apart"` // how well a value tells the two apart; null if it was not measured
}

// Kind describes the values of a kind.
type Kind struct {
	Name   string   `json:"name"`
	N      int      `json:"n"`
	P10    *float64 `json:"p10"`
	Median *float64 `json:"median"`
	P90    *float64 `json:"p90"`
}

// Bin counts the values of both kinds from Low to below High.
type Bin struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Counts [2]int  `json:"counts"`
}

// Case is one case and what went wrong with it.
type Case struct {
	Group   string `json:"group"` // cases are listed by it, the most telling first
	ID      string `json:"id"`
	Cluster string `json:"cluster,omitempty"`
	Text    string `json:"text"`
	Why     string `json:"why"`
	Lists   []List `json:"lists"`
}

// List are things that a case is to be seen beside.
type List struct {
	Name  string `json:"name"`
	Items []Item `json:"items"`
}

// Item is one of them. A run may know no more of it than its id.
type Item struct {
	ID   string `json:"id"`
	Note string `json:"note"` // such as its rank
	Text string `json:"text,omitempty"`
}
