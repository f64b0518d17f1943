package enginetest

import (
	"slices"
	"strings"

	"github.com/assayhq/assay/index"
)

// common reports whether two texts share a word.
func common(a, b string) bool {
	has := strings.Fields(strings.ToLower(b))
	return slices.ContainsFunc(strings.Fields(strings.ToLower(a)), func(w string) bool { return slices.Contains(has, w) })
}

// overwrite gives some records other contents, and adds new ones.
func overwrite(s *suite) {
	if s.engine.Overwrite == nil {
		s.Skip("the engine does not overwrite")
	}
	now := slices.Clone(s.records)
	var changed []index.Record
	for i, r := range records(60, 77) {
		if i < 40 {
			r.ID = now[i*3].ID
			r.Fields["topic"] = "changed"
			now[i*3] = r
		} else {
			r.ID = "new_" + r.ID
			now = append(now, r)
		}
		changed = append(changed, r)
	}
	s.search = s.engine.Overwrite(s.t, changed)
	s.holds(now)
	s.all()
	topic := index.Where(index.Fields{"topic": "changed"})
	for i := range 40 {
		found := s.ask(s.like(&changed[i], topic, s.limitK(40)))[0]
		if !slices.ContainsFunc(found.Hits, func(h index.Hit) bool { return h.ID == changed[i].ID }) {
			s.Errorf("%q is not found as it is now: %v", changed[i].ID, found.Err)
		}
	}
}

// all asks for every record by itself, and, of an engine of vectors, for as many as there are.
func (s *suite) all() {
	s.Helper()
	queries := make([]index.Query, len(s.records))
	for i := range s.records {
		queries[i] = s.like(&s.records[i], nil, s.limitK(80))
	}
	for i, r := range s.ask(queries...) {
		if !slices.ContainsFunc(r.Hits, func(h index.Hit) bool { return same(s.byID[h.ID], &s.records[i]) }) {
			s.Errorf("%q does not find itself: %v", s.records[i].ID, r.Err)
		}
	}
	if !s.engine.Vectors || s.engine.MostK > 0 {
		return
	}
	if r := s.ask(s.like(&s.records[0], nil, len(s.records)+100))[0]; len(r.Hits) != len(s.records) {
		s.Errorf("%d hits, and there are %d records: %v", len(r.Hits), len(s.records), r.Err)
	}
}

func remove(s *suite) {
	if s.engine.Remove == nil {
		s.Skip("the engine does not remove")
	}
	var gone []string
	var left []index.Record
	removed := s.records[0]
	for i, r := range s.records {
		if i%5 == 0 {
			gone = append(gone, r.ID)
		} else {
			left = append(left, r)
		}
	}
	s.search = s.engine.Remove(s.t, gone)
	s.holds(left) // a hit that is gone is no record now
	s.all()
	s.ask(s.like(&removed, nil, s.limitK(50)))
}

// empty is an engine that holds nothing: it answers, and has no hits.
func empty(s *suite) {
	like := s.records[0]
	s.load(nil)
	r := s.ask(s.like(&like, nil, 5), s.like(&like, index.Where(index.Fields{"cik_int": int64(1)}), 5),
		s.like(&like, index.Where(index.Fields{"colour": "red"}), 5))
	for i := range 2 {
		if r[i].Err != nil || len(r[i].Hits) > 0 {
			s.Errorf("query %d: %d hits, %v", i, len(r[i].Hits), r[i].Err)
		}
	}
	if r[2].Err == nil {
		s.Error("an impossible filter was not refused")
	}
}
