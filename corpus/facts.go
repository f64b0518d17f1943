package corpus

import (
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/corpus/internal/xbrl"
	"github.com/assayhq/assay/corpus/store"
)

// facts adds the tagged facts of the piece, each with the sentence or cell that contains it.
func (a *assembly) facts() {
	in := a.p.facts
	a.contexts = make(map[*xbrl.Context]factContext, len(in.Contexts))
	a.rows.Facts = slices.Grow(a.rows.Facts, len(in.Facts))
	a.factSentence = slices.Grow(a.factSentence, len(in.Facts))
	for i := range in.Facts {
		f := &in.Facts[i]
		if !a.take(rowBytes + int64(len(f.Shown)+len(f.Value))) {
			return
		}
		row, sentence := a.fact(f), int32(-1)
		if !f.Hidden && len(f.Spans) > 0 {
			sentence = a.placeFact(&row, f)
		}
		a.rows.Facts = append(a.rows.Facts, row)
		a.factSentence = append(a.factSentence, sentence)
	}
	a.rows.Document.Warnings = append(a.rows.Document.Warnings, in.Problems[:min(len(in.Problems), maxWarnings)]...)
	a.checkScales()
}

// maxWarnings is the most warnings of one filing.
const maxWarnings = 20

// factContext is what the columns of a fact say of its context. Hundreds of facts share one.
type factContext struct {
	dimensions string
	start, end store.Date
}

func (a *assembly) contextOf(c *xbrl.Context) factContext {
	columns, ok := a.contexts[c]
	if !ok {
		columns.dimensions = dimensionsText(c.Dimensions)
		columns.start, _ = store.ParseDate(dayOf(c.Period.Start))
		columns.end, _ = store.ParseDate(dayOf(c.Period.End))
		a.contexts[c] = columns
	}
	return columns
}

func (a *assembly) fact(f *xbrl.Fact) store.Fact {
	context := a.contextOf(f.Context)
	row := store.Fact{
		FactID: f.ID, Concept: f.Concept, Namespace: f.Namespace, ValueText: f.Shown, Unit: f.Unit, Scale: f.Scale,
		Decimals: f.Decimals, Format: f.Format, Entity: f.Context.Entity, Dimensions: context.dimensions,
		Hidden: f.Hidden, TableID: -1, Row: -1, Col: -1, Problem: strings.Join(f.Problems, "; "),
		PeriodStart: context.start, PeriodEnd: context.end, Instant: f.Context.Period.Instant(),
		SourceStart: a.p.base + int64(f.Source.Start), SourceEnd: a.p.base + int64(f.Source.End),
	}
	if f.Negative {
		row.Sign = "-"
	}
	switch {
	case f.Nil:
	case f.HasNumber:
		row.Value = f.Value
		if v, err := strconv.ParseFloat(f.Value, 64); err == nil {
			row.ValueFloat = &v
		}
	case f.Kind != xbrl.Numeric && f.Value != f.Shown:
		// A transformed text, such as a date: what the page shows is not what it says.
		row.Value = f.Value
	}
	return row
}

// dayOf is the day of an ISO date that may carry a time.
func dayOf(s string) string { return s[:min(len(s), len("2006-01-02"))] }

// dimensionsText is the members by axis as a JSON object with its keys in order.
func dimensionsText(dims []xbrl.Dimension) string {
	if len(dims) == 0 {
		return ""
	}
	members := make(map[string]string, len(dims))
	for _, d := range dims {
		members[d.Axis] = d.Member
	}
	b, err := json.Marshal(members)
	if err != nil {
		return ""
	}
	return string(b)
}

// placeFact finds the cell and the sentence that contain a fact. It returns the sentence's row, or -1.
func (a *assembly) placeFact(row *store.Fact, f *xbrl.Fact) (sentence int32) {
	sentence = -1
	seq := int32(len(a.rows.Facts))
	if f.Cell >= 0 {
		if at := a.cellRow[f.Cell]; at > 0 {
			c := &a.rows.Cells[at-1]
			row.TableID, row.Row, row.Col = c.TableID, c.Row, c.Col
			if c.Fact < 0 {
				c.Fact = seq
			}
		} else if t := a.tableOfCell(f.Cell); t >= 0 {
			row.TableID, row.Row = t, a.docCells[f.Cell].Row
		}
	}
	if p := a.placeAt(f.Spans[0]); p != nil {
		row.Item = a.rows.Items[p.item].Item
		sentence = p.sentence
	}
	if row.Item == "" && row.TableID >= 0 {
		row.Item = a.rows.Tables[row.TableID].Item // a header, which is in no sentence
	}
	return sentence
}

// tableOfCell is the row of tables that a cell of the document belongs to, or -1.
func (a *assembly) tableOfCell(cell int32) int32 {
	if cell < 0 {
		return -1
	}
	return a.tableID[a.cellTable[cell]]
}

// placeAt is the sentence in which a span begins.
func (a *assembly) placeAt(s block.Span) *stretch {
	i := sort.Search(len(a.places), func(i int) bool { return a.places[i].span.Start > s.Start })
	if i == 0 || a.places[i-1].span.End < s.Start {
		return nil
	}
	return &a.places[i-1]
}
