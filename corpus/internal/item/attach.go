package item

import (
	"bytes"
	"slices"
	"strings"

	"github.com/assayhq/assay/corpus/internal/block"
	"github.com/assayhq/assay/internal/ascii"
)

// attach gives items that refer to another place of the document the text that they refer to. The
// boundaries stay as the filing sets them; attached text is in addition.
func (s *scanner) attach(r *Result, secs []section) {
	s.attachOfficers(r, secs)
	if r.Kind == Index {
		return
	}
	t := targets{s: s, r: r}
	for i := range r.Items {
		switch it := &r.Items[i]; {
		case len(it.Spans) == 0:
		case it.Status == ByReference:
			t.attach(it)
		case it.Status == Extracted && it.ownSize() < maxBriefItem && strings.HasPrefix(it.Title, "Financial Statements"):
			if body := s.body(it.Heading.End, it.Spans[0].End); !defers(body) || bytes.Contains(body, []byte("F-")) {
				t.attachStatements(it, body)
			}
		}
	}
}

// maxBriefItem is the longest text that says no more than where the statements are, or lists them.
const maxBriefItem = 5000

// attachOfficers adds a section on executive officers that the filer numbered ("Item X.") to the item
// that it follows: in the filer's own numbering it belongs to that heading.
func (s *scanner) attachOfficers(r *Result, secs []section) {
	for k, sec := range secs {
		if !sec.numbered || k == 0 || secs[k-1].row < 0 {
			continue
		}
		for i := range r.Items {
			if r.Items[i].ID == secs[k-1].id {
				r.Items[i].Attached = append(r.Items[i].Attached, block.Span{Start: sec.start, End: sec.end})
			}
		}
	}
}

// targets finds the places that a reference names. It reads the notes' headings once per document.
type targets struct {
	s     *scanner
	r     *Result
	notes []place // headings of notes to the financial statements
	ready bool
}

type place struct {
	number int
	at     int32
}

func (t *targets) attach(it *Item) {
	body := t.s.body(it.Heading.End, it.Spans[len(it.Spans)-1].End)
	elsewhere := defers(body) || containsAny(body, outside)
	switch {
	case ascii.ContainsFold(body, "executive officers") && t.attachOfficersOf(it):
	case t.attachNote(it, body):
	case elsewhere && !containsAny(body, samePlace):
	case !containsAny(body, outside) && t.attachItem(it, body):
		if it.asksForStatements() {
			t.attachStatements(it, body) // the list of exhibits that it names is not all
		}
	case it.asksForStatements():
		t.attachStatements(it, body)
	}
}

// attachOfficersOf attaches the section on executive officers to Item 10, which asks for it.
func (t *targets) attachOfficersOf(it *Item) bool {
	for i := range t.r.Items {
		if strings.HasPrefix(it.Title, "Directors") && t.r.Items[i].ID == ExecutiveOfficers {
			t.add(it, t.r.Items[i].Spans[0], "the section on executive officers")
			return true
		}
	}
	return false
}

// samePlace are phrases of a reference to the document that contains it.
var samePlace = []string{
	"of this report", "in this report", "of this document", "in this document", "of this annual", "in this annual",
	"of this form", "in this form", "this quarterly", "of part i", "in part i", "part ii, item", "part i, item",
	"included elsewhere", "page f-", "pages f-", "included in item", "contained in item", "in item", "under item",
	"follows this report", "filed herewith", "financial section", "part iv, item",
}

// attachNote attaches the note to the financial statements that a reference names.
func (t *targets) attachNote(it *Item, body []byte) bool {
	number := citedNote(body)
	if number == 0 {
		return false
	}
	t.read()
	for i, n := range t.notes {
		if n.number != number {
			continue
		}
		end := t.endOf(n.at)
		if i+1 < len(t.notes) && t.notes[i+1].at < end {
			end = t.notes[i+1].at
		}
		if end-n.at < minNote {
			continue
		}
		t.add(it, block.Span{Start: n.at, End: end}, "a note to the financial statements")
		return true
	}
	return false
}

// minNote is the least length of a note; a shorter one is a row of a list of notes.
const minNote = 200

// citedNote is the number of the first note that a reference names, or 0.
func citedNote(body []byte) int {
	for from := 0; ; {
		i := ascii.IndexFold(body[from:], "note ")
		if i < 0 {
			return 0
		}
		c := cursor{b: body, i: from + i + 5}
		c.blanks()
		if n := c.noteLabel(); n > 0 {
			return n
		}
		from += i + 5
	}
}

// read finds the headings of the notes, which count upwards from 1.
func (t *targets) read() {
	if t.ready {
		return
	}
	t.ready = true
	for i := range t.s.d.Blocks {
		b := &t.s.d.Blocks[i]
		if b.End-b.Start > maxNoteTitle || b.Style&(block.Hidden|block.Joined|block.Linked) != 0 {
			continue
		}
		text := t.s.d.Text[b.Start:b.End]
		if n, title := noteHeading(text, b.Style); n > 0 && !endsWithPage(title) {
			t.notes = append(t.notes, place{n, b.Start})
		}
	}
}

// attachItem attaches the items that a reference names, if they have text of their own.
func (t *targets) attachItem(it *Item, body []byte) bool {
	found := false
	for from := 0; ; {
		i := ascii.IndexFold(body[from:], "item")
		if i < 0 {
			return found
		}
		l, ok := parseLabel(body[from+i:])
		from += i + 4
		if !ok {
			continue
		}
		other := t.cited(l, body[:from-4])
		if other == nil || other.ID == it.ID || other.Status != Extracted || attached(it, other.Spans[0]) {
			continue
		}
		found = true
		if t.attachQuoted(it, other, body) {
			continue
		}
		for _, sp := range other.Spans {
			t.add(it, sp, "Item "+other.ID)
		}
	}
}

// cited is the item that a label in running text means. In Form 10-Q the part named before it decides.
func (t *targets) cited(l label, before []byte) *Item {
	rows := t.s.byKey[l.numbers[0]]
	if len(rows) == 0 {
		return nil
	}
	row := rows[0]
	if tail := before[max(0, len(before)-12):]; len(rows) > 1 && ascii.ContainsFold(tail, "part ii") {
		row = rows[1]
	}
	for i := range t.r.Items {
		if t.r.Items[i].ID == t.s.f.rows[row].id {
			return &t.r.Items[i]
		}
	}
	return nil
}

func attached(it *Item, sp block.Span) bool {
	for _, a := range it.Attached {
		if a.Start == sp.Start {
			return true
		}
	}
	return false
}

// attachStatements attaches the financial statements that are outside the item, mostly on pages F-1
// and following after the signatures or in the item of the exhibits.
func (t *targets) attachStatements(it *Item, body []byte) bool {
	if !ascii.ContainsFold(body, "financial statement") && !ascii.ContainsFold(body, "financial section") {
		return false
	}
	from := t.s.blockAt(it.Spans[len(it.Spans)-1].End)
	for i := from; i < len(t.s.d.Blocks); i++ {
		b := &t.s.d.Blocks[i]
		if b.End-b.Start > shortBlock || b.Style&(block.Hidden|block.Linked) != 0 || b.Table >= 0 {
			continue
		}
		text := t.s.d.Text[b.Start:b.End]
		if !opensStatements(normalizeTitle(text)) || endsWithPage(text) {
			continue
		}
		if attachedAt(it, b.Start) {
			return true
		}
		if end := t.endOf(b.Start); end-b.Start > minStatements {
			t.add(it, block.Span{Start: b.Start, End: end}, "the financial statements")
			return true
		}
	}
	return false
}

// attachedAt reports whether the text at an offset is attached to an item.
func attachedAt(it *Item, at int32) bool {
	return slices.ContainsFunc(it.Attached, func(a block.Span) bool { return at >= a.Start && at < a.End })
}

// asksForStatements reports whether the financial statements, or figures from them, can be an item's answer. Others
// mention them too: Item 14 does where it speaks of the auditor's independence.
func (it *Item) asksForStatements() bool {
	for _, what := range []string{"Financial Statement", "Financial Condition", "Financial Data"} {
		if strings.Contains(it.Title, what) {
			return true
		}
	}
	return false
}

// minStatements is the least length of financial statements; less is a list of them.
const minStatements = 8000

var statementHeads = []string{
	"reportofindependent", "independentauditorsreport", "reportofregistered", "indextofinancialstatements",
	"indextoconsolidatedfinancialstatements",
	"consolidatedbalancesheet", "balancesheets", "financialsection",
	"independentregisteredpublicaccountingfirmsreport", "reportofmanagement",
}

func opensStatements(title []byte) bool {
	for _, h := range statementHeads {
		if bytes.HasPrefix(title, []byte(h)) {
			return true
		}
	}
	return false
}

// endOf is where the section that holds an offset ends.
func (t *targets) endOf(at int32) int32 {
	for i := range t.r.Items {
		for _, sp := range t.r.Items[i].Spans {
			if at >= sp.Start && at < sp.End {
				return sp.End
			}
		}
	}
	return t.r.Back.End
}

// maxAttached bounds how many spans are attached to one item.
const maxAttached = 20

func (t *targets) add(it *Item, sp block.Span, what string) {
	if len(it.Attached) == maxAttached {
		return
	}
	it.Attached = append(it.Attached, sp)
	it.Rule += "; attached: " + what
}
