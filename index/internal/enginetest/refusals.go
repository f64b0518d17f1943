package enginetest

import (
	"math"
	"slices"
	"strings"

	"github.com/assayhq/assay/index"
)

// oddFilters mean something and are such as engines are known to ask otherwise, or not at all.
func oddFilters() []*index.Filter {
	var all []*index.Filter
	for _, odd := range []struct {
		field  string
		values []any
	}{
		{"topic", []any{"a\x00b", "\ufffd"}},
		{"cues", []any{int64(math.MaxInt64), int64(math.MinInt64), int64(1<<53 + 1), int64(-1<<53 - 1)}},
		{"weight", []any{math.SmallestNonzeroFloat64, math.MaxFloat64, -math.MaxFloat64}},
	} {
		for _, op := range operators {
			for _, v := range odd.values {
				all = append(all, &index.Filter{Op: op, Field: odd.field, Values: []any{v}})
			}
		}
	}
	return all
}

// Holds reports a comparison, wherever it occurs in a filter, with a value of which something is true.
func Holds(f *index.Filter, of func(index.Op, any) bool) bool {
	for o := range f.All {
		if slices.ContainsFunc(o.Values, func(v any) bool { return of(o.Op, v) }) {
			return true
		}
	}
	return false
}

// refusals: a filter that the engine cannot ask is refused by that name, wherever it occurs in another, and names
// its field; the query beside it is answered. Every other filter lets through what it should.
func refusals(s *suite) {
	good := s.like(&s.records[60], nil, s.limitK(5))
	var queries []index.Query
	for _, f := range append(everyOperator(s.records), oddFilters()...) {
		within := &index.Filter{Op: index.Or, Of: []*index.Filter{index.Where(index.Fields{"form_type": "10-K"}),
			{Op: index.And, Of: []*index.Filter{f, f}}}}
		queries = append(queries, good, s.like(&s.records[60], f, s.limitK(len(s.records))),
			s.like(&s.records[60], within, s.limitK(len(s.records))))
	}
	refused := 0
	for i, r := range s.ask(queries...) {
		q := &queries[i]
		switch {
		case q.Filter == nil:
			if r.Err != nil || len(r.Hits) == 0 {
				s.Errorf("the query beside %s was not answered: %v", queries[i+1].Filter, r.Err)
			}
		case !s.refuses(q.Filter):
			s.through(q, &r)
		default:
			refused++
			if r.Err != nil && !strings.Contains(r.Err.Error(), fieldOf(q.Filter)) {
				s.Errorf("%s: %v: it does not name the field", q.Filter, r.Err)
			}
		}
	}
	if s.engine.Refuses != nil && refused == 0 {
		s.Error("the engine says that it refuses filters, and refuses none of those that were asked")
	}
}

// fieldOf is the field of the last comparison in a filter.
func fieldOf(f *index.Filter) string {
	for len(f.Of) > 0 {
		f = f.Of[len(f.Of)-1]
	}
	return f.Field
}
