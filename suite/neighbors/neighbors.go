// Package neighbors turns anchors into cases, a search engine into a system, and rankings into scores: does a
// sentence find its neighbours?
//
// Each anchor is searched by its own vector or words. In the regime filtered the engine is told company, year
// and section; in the regime open it is told nothing. The anchor itself is taken out of the ranking by its id
// before ranks are counted. Equal scores have no order, so every measure is its expected value over the
// orders that they leave open.
package neighbors

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/assayhq/assay/gold"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/system"
)

// regime is what the engine is told beside the query.
type regime struct {
	Name   string
	Doc    string
	Filter func(*gold.Anchor) *index.Filter
}

// regimeTable has all there are.
var regimeTable = []regime{
	{"filtered", "Only sentences of the anchor's company, year and section may be found.",
		func(a *gold.Anchor) *index.Filter {
			own := index.Fields{"section_name": a.Section}
			if a.Year != 0 { // a document without a year has no such field
				own["report_year"] = int64(a.Year)
			}
			return index.Both(index.Where(byCompany(a)), index.Where(own))
		}},
	{"open", "Any sentence of the index may be found.", func(*gold.Anchor) *index.Filter { return nil }},
}

// byCompany is what tells an anchor's company apart: a filing whose source does not name the registrant's key
// has 0 there, as others of other companies have.
func byCompany(a *gold.Anchor) index.Fields {
	switch {
	case a.CIK != 0:
		return index.Fields{"cik_int": a.CIK}
	case a.Company != "":
		return index.Fields{"name": a.Company}
	}
	return index.Fields{"doc_id": a.DocID}
}

// findRegimes are those of names.
func findRegimes(names []string) (all []regime, err error) {
	for _, name := range names {
		i := slices.IndexFunc(regimeTable, func(r regime) bool { return r.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is no regime; there are filtered and open", name)
		}
		if !slices.ContainsFunc(all, func(r regime) bool { return r.Name == name }) {
			all = append(all, regimeTable[i])
		}
	}
	return all, nil
}

// The variables of a case, which are all that a system may know of it beside its text.
const (
	anchorVariable = "anchor" // the id of the sentence
	filterVariable = "filter" // JSON
)

// known is what the scorers know of a case.
type known struct {
	Anchor gold.Anchor `json:"anchor"`
	Regime string      `json:"regime"`
}

// casesOf are the anchors in each regime.
func casesOf(set *gold.Set, regimes []regime) iter.Seq2[*system.Case, error] {
	return func(yield func(*system.Case, error) bool) {
		for i := range set.Anchors {
			for _, r := range regimes {
				c, err := caseOf(&set.Anchors[i], &r)
				if !yield(c, err) || err != nil {
					return
				}
			}
		}
	}
}

func caseOf(a *gold.Anchor, r *regime) (*system.Case, error) {
	about := *a
	about.Text = "" // the question has it
	extra, err := json.Marshal(known{about, r.Name})
	if err != nil {
		return nil, fmt.Errorf("anchor %q: %w", a.ID, err)
	}
	c := &system.Case{ID: a.ID + " " + r.Name, Question: a.Text, Cluster: a.Entity(), Extra: extra,
		Variables: map[string]string{anchorVariable: a.ID},
		Tags: map[string]string{
			"regime": r.Name, "length": gold.Bucket(a.Length), "section": a.Section,
			"year": strconv.Itoa(int(a.Year)), "form": a.Form,
		}}
	if f := r.Filter(a); f != nil {
		c.Variables[filterVariable] = f.String()
	}
	for _, g := range a.Golds {
		c.Evidence = append(c.Evidence, g.ID)
	}
	return c, nil
}
