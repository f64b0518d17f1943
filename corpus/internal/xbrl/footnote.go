package xbrl

import "bytes"

// maxLinks bounds how many facts are tied to footnotes: relationships name both sides in lists.
const maxLinks = 1 << 20

// relation ties facts to footnotes by their ids, or one fact directly, as the first version of inline
// XBRL did.
type relation struct {
	from, to []byte
	fact     int32
	direct   bool
}

func (r *reader) addFootnote(i int32) {
	a := &r.attrs
	if len(a.next) > 0 {
		r.next.starts = append(r.next.starts, start{at: int32(len(r.notes)), note: true, id: string(clean(a.next))})
	}
	r.notes = append(r.notes, pending{element: i})
	r.in.Footnotes = append(r.in.Footnotes, Footnote{ID: string(clean(a.id)), Role: r.intern(a.role)})
}

// relate gives footnotes their text and facts their footnotes. Relationships between facts are passed
// over.
func (r *reader) relate() {
	notes := make(map[string]int32, len(r.in.Footnotes))
	for i := range r.in.Footnotes {
		n := &r.in.Footnotes[i]
		var ok bool
		if n.Text, n.Spans, ok = r.join(r.notes[i]); !ok {
			r.problem("footnote %q is too long to put together", clip(n.ID))
		}
		r.index(notes, n.ID, int32(i), "footnotes")
	}
	if len(r.relations) == 0 {
		return
	}
	facts := r.referred()
	links := 0
	for _, rel := range r.relations {
		for _, to := range bytes.Fields(rel.to) {
			note, ok := notes[string(to)]
			if !ok && facts[string(to)] >= 0 {
				continue
			}
			if !ok {
				r.problem("footnote %q is missing", clip(string(to)))
				continue
			}
			if rel.direct {
				r.tie(rel.fact, note)
				continue
			}
			for from := range bytes.FieldsSeq(rel.from) {
				links++
				if links > maxLinks {
					r.problem("more than %d links to footnotes", maxLinks)
					return
				}
				r.tieID(facts, from, note)
			}
		}
	}
}

// referred finds the facts that relationships name, by their ids. Those that are not there are -1.
func (r *reader) referred() map[string]int32 {
	facts := map[string]int32{}
	for _, rel := range r.relations {
		for _, list := range [][]byte{rel.from, rel.to} {
			for id := range bytes.FieldsSeq(list) {
				facts[string(id)] = -1
			}
		}
	}
	for i := range r.in.Facts {
		id := r.in.Facts[i].ID
		switch first, wanted := facts[id]; {
		case !wanted:
		case first >= 0:
			r.problem("several facts have the id %q; the first counts", clip(id))
		default:
			facts[id] = int32(i)
		}
	}
	return facts
}

func (r *reader) tieID(facts map[string]int32, from []byte, note int32) {
	fact := facts[string(from)]
	if fact < 0 {
		r.problem("footnote %q is tied to fact %q, which is missing", clip(r.in.Footnotes[note].ID), clip(string(from)))
		return
	}
	r.tie(fact, note)
}

func (r *reader) tie(fact, note int32) {
	f := &r.in.Facts[fact]
	f.Footnotes = append(f.Footnotes, note)
}
