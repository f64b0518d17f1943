package item

import (
	"fmt"
	"slices"

	"github.com/assayhq/assay/corpus/internal/block"
)

// usual is how much text an item usually has, in bytes, what it refers to in the same document included: the fifth and
// the ninety-fifth percentile over the filings that TestUsualSizes reads, rounded, and wider where few were at hand.
type usual struct {
	id          string
	least, most int
	always      bool // a filing without the item is unusual
}

var usual10K = []usual{
	{"1", 7_000, 80_000, true}, {"1A", 20_000, 110_000, true}, {"1B", 40, 300, true}, {"1C", 2_500, 9_500, true},
	{"2", 300, 4_200, true}, {"3", 150, 40_000, true}, {"4", 20, 1_000, true}, {"5", 500, 5_500, true},
	{"6", 20, 10_000, true}, {"7", 18_000, 130_000, true}, {"7A", 80, 10_500, true}, {"8", 20_000, 200_000, true},
	{"9", 90, 2_100, true}, {"9A", 1_300, 8_500, true}, {"9B", 30, 2_600, true}, {"9C", 80, 300, false},
	{"10", 280, 13_500, true}, {"11", 150, 50_000, true}, {"12", 230, 8_000, true}, {"13", 200, 24_000, true},
	{"14", 190, 15_000, true}, {"15", 700, 70_000, true}, {"16", 25, 300, false},
}

var usual10Q = []usual{
	{"I.1", 26_000, 115_000, true}, {"I.2", 20_000, 110_000, true}, {"I.3", 170, 4_500, false}, {"I.4", 900, 3_500, true},
	{"II.1", 80, 11_000, true}, {"II.1A", 120, 110_000, false}, {"II.2", 800, 3_500, false}, {"II.3", 40, 300, false},
	{"II.4", 40, 1_500, false}, {"II.5", 30, 2_500, false}, {"II.6", 600, 12_000, true},
}

// Beyond these factors of what is usual a size is unusual.
const (
	muchLess = 4
	muchMore = 3
)

// flag marks what a person should check. It never drops anything.
func (s *scanner) flag(r *Result, cs []candidate) {
	last := int32(-1)
	for i := range r.Items {
		it := &r.Items[i]
		if len(it.Spans) == 0 {
			continue
		}
		if row := s.f.rowOf(it.ID); row != nil && !row.mayStand(s.year) {
			it.Flags = append(it.Flags, fmt.Sprintf("not_in_form: fiscal %d did not ask for it", s.year))
		}
		if it.Spans[0].Start < last {
			it.Flags = append(it.Flags, "out_of_order")
		}
		last = max(last, it.Spans[0].Start)
	}
	s.flagMissing(r, cs)
	s.flagSizes(r)
}

// flagSizes marks items that are much shorter or longer than usual, and lists the missing ones that filings always have.
func (s *scanner) flagSizes(r *Result) {
	sizes := usual10K
	switch s.f.Name {
	case "10-Q":
		sizes = usual10Q
	case "8-K", "10-KSB", "10-QSB": // too few at hand to say what is usual
		return
	}
	for i := range r.Items {
		it := &r.Items[i]
		k := slices.IndexFunc(sizes, func(u usual) bool { return u.id == it.ID })
		if k < 0 {
			continue
		}
		u := sizes[k]
		switch n := it.size(); {
		case it.Status == Absent:
			if u.always {
				r.Missing = append(r.Missing, it.ID)
			}
		case (it.Status == Extracted || it.Status == IndexOnly) && n < u.least/muchLess:
			it.Flags = append(it.Flags, fmt.Sprintf("%s %d bytes, usually %d to %d", Small, n, u.least, u.most))
		case it.Status == IndexOnly: // whole pages, which others share
		case it.ownSize() > u.most*muchMore:
			it.Flags = append(it.Flags, fmt.Sprintf("%s %d bytes, usually %d to %d", Large, it.ownSize(), u.least, u.most))
		}
	}
}

// The flags of items of unusual length begin with these words.
const (
	Small = "small:"
	Large = "large:"
)

// ownSize is the length of an item's own text; of a row of an index, of the pages that it names.
func (it *Item) ownSize() int {
	if it.Status == IndexOnly {
		return it.size()
	}
	return length(it.Spans)
}

// size is the length of an item's text and of what it refers to.
func (it *Item) size() int { return length(it.Spans) + length(it.Attached) }

func length(spans []block.Span) (n int) {
	for _, sp := range spans {
		n += int(sp.End - sp.Start)
	}
	return n
}

// flagMissing marks items that contain what looks like the heading of an item that was not found.
func (s *scanner) flagMissing(r *Result, cs []candidate) {
	missing := map[string]bool{}
	for i := range r.Items {
		if r.Items[i].Status == Absent {
			missing[r.Items[i].ID] = true
		}
	}
	for i := range cs {
		c := &cs[i]
		n := c.best()
		id := s.f.rows[n.row].id
		if c.contents || c.chosen || !missing[id] {
			continue
		}
		if n.terms&(termTitle|termNearTitle) == 0 || n.terms&(termProse|termCitation|termLeadIn) != 0 {
			continue
		}
		missing[id] = false
		for k := range r.Items {
			if it := &r.Items[k]; it.contains(c.at.Start) {
				it.Flags = append(it.Flags, "holds a heading of the missing Item "+id)
			}
		}
	}
}

func (it *Item) contains(at int32) bool {
	for _, sp := range it.Spans {
		if at >= sp.Start && at < sp.End {
			return true
		}
	}
	return false
}
