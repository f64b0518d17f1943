// Package item turns the blocks of a document into the items of its form, each with the text that belongs
// to it, a status, and the rule that decided.
//
// Every block that begins like an item's heading is a candidate, weighed by the evidence for
// and against it; contents lists are set aside; the heaviest sequence of candidates in the form's order
// wins. It never takes the first or the longest match.
//
// It refuses forms whose items it has no table of, and it refuses to present a reference as content:
// an item that sends the reader elsewhere says so in its status.
package item

import (
	"fmt"

	"github.com/assayhq/assay/corpus/internal/block"
)

// Status says what a filing does with an item.
type Status string

// The statuses of an item.
const (
	Extracted      Status = "extracted"                 // its text is here
	ByReference    Status = "incorporated_by_reference" // its text is only a reference to another document
	IndexOnly      Status = "cross_reference_index"     // it is a row of an index with page numbers
	CombinedWith   Status = "combined_with"             // it shares the heading of another item
	ReservedOrNone Status = "reserved_or_none"          // its text says that there is nothing to say
	Absent         Status = "absent"                    // the form asks for it, the filing has no heading for it
)

// Item is one item of the form, or a section of the filing without an item number.
type Item struct {
	ID           string
	Part         string
	Title        string // as the form of its time calls it
	Status       Status
	CombinedWith string // the id of the item whose heading it shares
	Rule         string // why: the heading's weight and what decided the status
	Heading      block.Span
	Spans        []block.Span // its own text; the first begins with the heading
	Attached     []block.Span // text elsewhere in the document that it refers to; may overlap other items
	Flags        []string
}

// Kind says how a filing presents its items.
type Kind string

// The kinds of filing.
const (
	Ordinary    Kind = "items"
	Index       Kind = "cross_reference_index"
	AssetBacked Kind = "asset_backed"
	NoItems     Kind = "no_items"
)

// Candidate is a block that begins like an item's heading and was not taken for one.
type Candidate struct {
	ID     string
	Span   block.Span
	Weight float64
	Terms  string
	Reason string
}

// Result is the items of a document. Front, Back and the own spans of Items and Parts cover its text
// without gap or overlap.
type Result struct {
	Kind     Kind
	Form     string
	Year     int    // the fiscal year whose form was applied, 0 if unknown
	Items    []Item // in the form's order; sections without a number follow the item before them
	Parts    []Item // headings of parts
	Front    block.Span
	Back     block.Span
	Rejected []Candidate // at most maxRejected
	Notes    []string    // titles of the notes to the financial statements
	Missing  []string    // absent items that filings always have
}

// maxRejected bounds how many rejected candidates are kept for explaining.
const maxRejected = 400

// Find finds the items of a document. A fiscal year of 0 is read from the cover, if it is there.
func Find(d *block.Doc, form Form, fiscalYear int) *Result {
	if fiscalYear == 0 {
		fiscalYear = Detect(d).FiscalYear
	}
	s := newScanner(d, &form, fiscalYear)
	cs, parts := s.candidates()
	s.markContents(cs)
	links := chain(cs, len(form.rows))
	advance(cs, links)
	links = s.rescue(cs, fill(cs, links))
	for _, l := range links {
		cs[l.candidate].chosen = true
	}
	secs, back := s.sections(cs, links, parts)
	r := &Result{Kind: Ordinary, Form: form.Name, Year: fiscalYear, Notes: noteTitles(d)}
	s.assemble(r, cs, secs)
	s.bound(r, secs, back)
	if s.indexed {
		s.index(r)
	}
	s.deferEmpty(r)
	s.attach(r, secs)
	s.flag(r, cs)
	r.Rejected = s.rejected(cs)
	r.Kind = kindOf(r)
	return r
}

func kindOf(r *Result) Kind {
	backed, found := 0, 0
	for _, it := range r.Items {
		if len(it.ID) == 4 && it.ID[:2] == "11" {
			backed++
		}
		if it.Status != Absent {
			found++
		}
	}
	switch {
	case found == 0:
		return NoItems
	case backed >= minAssetBacked:
		return AssetBacked
	}
	return r.Kind
}

// minAssetBacked is how many items of Regulation AB make a filing one of an asset-backed issuer.
const minAssetBacked = 3

func (s *scanner) bound(r *Result, secs []section, back int32) {
	n := int32(len(s.d.Text))
	r.Front, r.Back = block.Span{Start: 0, End: n}, block.Span{Start: n, End: n}
	if len(secs) > 0 {
		r.Front.End = secs[0].start
		r.Back.Start = back
	}
}

// assemble lists the items in the form's order, each unnumbered section after the item it follows.
func (s *scanner) assemble(r *Result, cs []candidate, secs []section) {
	byRow := make([]int, len(s.f.rows))
	for i := range byRow {
		byRow[i] = -1
	}
	for k := len(secs) - 1; k >= 0; k-- {
		if secs[k].row >= 0 && !secs[k].resumed {
			byRow[secs[k].row] = k
		}
	}
	covered := coveredBy(s, cs, secs, byRow)
	for row := range s.f.rows {
		k := byRow[row]
		switch {
		case k >= 0:
			r.Items = append(r.Items, s.item(cs, secs, k))
			r.Items = append(r.Items, s.unnumbered(secs, row)...)
		case covered[row] >= 0:
			r.Items = append(r.Items, s.combined(row, covered[row]))
		case s.f.all && s.f.rows[row].asked(s.year):
			r.Items = append(r.Items, s.absent(row, cs))
		}
	}
	for _, sec := range secs {
		if sec.isPart() {
			span := block.Span{Start: sec.start, End: sec.end}
			r.Parts = append(r.Parts, Item{
				ID: sec.id, Status: Extracted, Rule: sec.why, Heading: span, Spans: []block.Span{span},
			})
		}
	}
}

// coveredBy is, for each row without a section of its own, the row whose heading covers it, or -1.
func coveredBy(s *scanner, cs []candidate, secs []section, byRow []int) []int {
	covered := make([]int, len(byRow))
	for i := range covered {
		covered[i] = -1
	}
	for _, sec := range secs {
		for _, r := range s.namedBy(cs, sec) {
			if byRow[r] < 0 && s.f.rows[r].from != never {
				covered[r] = sec.row
			}
		}
	}
	return covered
}

// namedBy are the further rows that a section's heading names.
func (s *scanner) namedBy(cs []candidate, sec section) []int {
	if sec.row < 0 {
		return nil
	}
	if sec.candidate >= 0 {
		return cs[sec.candidate].covered
	}
	if !sec.rest {
		return nil
	}
	var rest []int
	_, last := s.f.deferrable()
	for r := sec.row + 1; r <= last; r++ {
		rest = append(rest, r)
	}
	return rest
}

func (s *scanner) item(cs []candidate, secs []section, k int) Item {
	sec := secs[k]
	row := &s.f.rows[sec.row]
	it := Item{ID: row.id, Part: row.partIn(s.year)}
	bodyFrom := sec.start
	title := []byte(nil)
	if sec.candidate >= 0 {
		c := &cs[sec.candidate]
		it.Heading = s.heading(c, row)
		title = s.d.Text[c.titleAt:max(c.titleAt, it.Heading.End)]
		bodyFrom = it.Heading.End
		it.Rule = ruleOf(c, sec.row)
	} else {
		it.Heading = s.d.Blocks[sec.block].Span
		it.Rule = sec.why
	}
	it.Title = row.title(normalizeTitle(title), s.year)
	it.Spans = []block.Span{{Start: sec.start, End: sec.end}}
	bodyTo := sec.end
	for j := k + 1; j < len(secs); j++ {
		if secs[j].resumed && secs[j].row == sec.row {
			it.Spans = append(it.Spans, block.Span{Start: secs[j].start, End: secs[j].end})
			bodyTo = secs[j].end
		}
	}
	if !s.indexed {
		s.judge(&it, title, s.body(bodyFrom, bodyTo))
	}
	return it
}

func ruleOf(c *candidate, row int) string {
	place := "in the heaviest ordered chain"
	switch {
	case c.rescued:
		place = "out of the form's order, but unmistakable"
	case c.filled:
		place = "a weak heading, but where its item is missing"
	}
	return fmt.Sprintf("heading weighs %s; %s", c.terms(row), place)
}

func (s *scanner) combined(row, with int) Item {
	r, w := &s.f.rows[row], &s.f.rows[with]
	return Item{ID: r.id, Part: r.partIn(s.year), Title: r.title(nil, s.year), Status: CombinedWith, CombinedWith: w.id,
		Rule: "covered by the heading of Item " + w.label}
}

func (s *scanner) absent(row int, cs []candidate) Item {
	r := &s.f.rows[row]
	it := Item{
		ID: r.id, Part: r.partIn(s.year), Title: r.title(nil, s.year),
		Status: Absent, Rule: "no heading found: " + r.doc,
	}
	for i := range cs {
		if cs[i].contents && cs[i].best().row == row {
			it.Rule = "only listed in the contents"
			it.Flags = append(it.Flags, "listed_in_contents")
			break
		}
	}
	return it
}

// unnumbered are the sections without a number that were cut out of or after the given row.
func (s *scanner) unnumbered(secs []section, row int) []Item {
	var out []Item
	after := -1
	for _, sec := range secs {
		if sec.row >= 0 {
			after = sec.row
		}
		if after != row || sec.row >= 0 || sec.isPart() {
			continue
		}
		it := Item{ID: sec.id, Part: s.f.rows[row].partIn(s.year), Title: "Executive Officers of the Registrant", Rule: sec.why}
		it.Heading = s.d.Blocks[sec.block].Span
		if sec.id == AfterItems {
			it.Title = "Text after the last item"
			it.Heading.End = it.Heading.Start
		}
		it.Spans = []block.Span{{Start: sec.start, End: sec.end}}
		it.Status = Extracted
		if sec.id == ExecutiveOfficers {
			s.judge(&it, nil, s.body(it.Heading.End, sec.end))
		}
		out = append(out, it)
	}
	return out
}

func (s *scanner) rejected(cs []candidate) []Candidate {
	var out []Candidate
	for i := range cs {
		if cs[i].chosen {
			continue
		}
		if len(out) == maxRejected {
			break
		}
		n := cs[i].best()
		why := cs[i].reason
		switch {
		case why != "":
		case n.terms.sum() < minWeight:
			why = "weighs too little for a heading"
		default:
			why = "another heading of the item fits the form's order better"
		}
		out = append(out, Candidate{s.f.rows[n.row].id, cs[i].at, float64(n.terms.sum()), n.terms.String(), why})
	}
	return out
}
