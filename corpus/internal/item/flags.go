package item

import "fmt"

// band is the usual size of an item's text in bytes; a fifth of it or eight times as much is unusual.
type band struct {
	id     string
	median int
}

var bands = []band{
	{"1", 40_000}, {"1A", 80_000}, {"1C", 7_700}, {"7", 57_000}, {"8", 131_000}, {"9A", 4_000},
}

// flag marks what a person should check. It never drops anything.
func (s *scanner) flag(r *Result, cs []candidate) {
	last := int32(-1)
	for i := range r.Items {
		it := &r.Items[i]
		if it.Status == Extracted && s.f.Name == "10-K" {
			flagSize(it)
		}
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
}

func flagSize(it *Item) {
	size := 0
	for _, sp := range it.Spans {
		size += int(sp.End - sp.Start)
	}
	for _, b := range bands {
		switch {
		case b.id != it.ID:
		case size < b.median/5:
			it.Flags = append(it.Flags, fmt.Sprintf("small: %d bytes, usually about %d", size, b.median))
		case size > b.median*8:
			it.Flags = append(it.Flags, fmt.Sprintf("large: %d bytes, usually about %d", size, b.median))
		}
	}
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
