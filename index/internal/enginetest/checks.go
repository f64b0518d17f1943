package enginetest

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/assayhq/assay/index"
)

// batchInOrder asks for many records at once, each with a filter that only some share.
func batchInOrder(s *suite) {
	var queries []index.Query
	var want []*index.Record
	for i := range s.records {
		r := &s.records[(i*37)%len(s.records)]
		var f *index.Filter
		if i%3 > 0 {
			f = index.Where(index.Fields{"cik_int": r.Fields["cik_int"], "report_year": r.Fields["report_year"],
				"section_name": r.Fields["section_name"]})
		}
		queries, want = append(queries, s.like(r, f, s.limitK(10))), append(want, r)
	}
	for i, r := range s.ask(queries...) {
		if r.Err != nil {
			s.Fatalf("query %d: %v", i, r.Err)
		}
		if !slices.ContainsFunc(r.Hits, func(h index.Hit) bool { return same(s.byID[h.ID], want[i]) }) {
			s.Errorf("query %d was made of %q, which is not among its hits %q: is the order of results another?", i,
				want[i].ID, ids(r.Hits))
		}
	}
}

// same reports whether a query cannot tell two records apart.
func same(a, b *index.Record) bool {
	return a.ID == b.ID || (a.Text == b.Text && slices.Equal(a.Vector, b.Vector))
}

// filterGrammar holds filters of every shape against Match: all records that pass are found, and no other. In an
// engine of texts, all that match too.
func filterGrammar(s *suite) {
	r := rand.New(rand.NewPCG(2, 3))
	filters := everyOperator(s.records)
	for len(filters) < 300 {
		filters = append(filters, s.random(r, 3))
	}
	var queries []index.Query
	for i, f := range filters {
		queries = append(queries, s.like(&s.records[i%len(s.records)], f, s.limitK(len(s.records))))
	}
	some := 0
	for i, result := range s.ask(queries...) {
		if s.refuses(filters[i]) {
			continue // refusals looks at it
		}
		s.through(&queries[i], &result)
		if passing := s.passing(filters[i]); passing > 0 && passing < len(s.records) {
			some++
		}
	}
	if some < 100 {
		s.Errorf("%d filters let something through and something not: too few", some)
	}
}

// passing is how many records a filter lets through.
func (s *suite) passing(f *index.Filter) int {
	n := 0
	for i := range s.records {
		if f.Match(s.records[i].Fields) {
			n++
		}
	}
	return n
}

// through holds the hits of a query, which asks for as many as there can be, against what its filter lets
// through; that nothing else is among them is seen of every result.
func (s *suite) through(q *index.Query, r *index.Result) {
	s.Helper()
	if !s.engine.Vectors {
		s.matching(q, r)
		return
	}
	if want := min(s.passing(q.Filter), q.K); r.Err != nil || len(r.Hits) != want {
		s.Errorf("%s: %d hits, and %d records pass: %v", q.Filter, len(r.Hits), want, r.Err)
	}
}

// operators are those on a field; the orders come last.
var operators = []index.Op{index.Equal, index.NotEqual, index.In, index.NotIn, index.Greater, index.GreaterOrEqual,
	index.Less, index.LessOrEqual}

// everyOperator is each operator on each kind, at a value that is there, that is not, and that is odd.
func everyOperator(records []index.Record) []*index.Filter {
	values := map[string][]any{
		"cik_int": {int64(1003), int64(7), int64(math.MaxInt64)}, "cues": {int64(-1 << 53), int64(0), int64(1)},
		"topic": {"liquidity", "", "legal & IP", "ünïcode", `say "no"`, "none such"}, "name": {records[0].Fields["name"]},
		"weight": {0.25, 0.0, -0.5, 1e300, 0.1}, "reviewed": {true, false}, "form_type": {"10-K", "10-k"},
	}
	var all []*index.Filter
	for _, name := range slices.Sorted(maps.Keys(values)) {
		field, _ := Schema.Find(name)
		for n, op := range operators {
			if n >= 4 && field.Kind == index.Bool {
				continue
			}
			for i, v := range values[name] {
				f := &index.Filter{Op: op, Field: name, Values: []any{v}}
				if (op == index.In || op == index.NotIn) && i > 0 {
					f.Values = append(f.Values, values[name][0])
				}
				all = append(all, f)
			}
		}
	}
	return all
}

// random is a filter of any shape.
func (s *suite) random(r *rand.Rand, depth int) *index.Filter {
	if depth > 0 && r.IntN(5) < 3 {
		f := &index.Filter{Op: []index.Op{index.And, index.Or}[r.IntN(2)]}
		for range 2 + r.IntN(2) {
			f.Of = append(f.Of, s.random(r, depth-1))
		}
		return f
	}
	all := everyOperator(s.records)
	return all[r.IntN(len(all))]
}

func fieldsComeBack(s *suite) {
	for i, r := range s.ask(s.like(&s.records[3], nil, s.limitK(50)), s.like(&s.records[99], nil, s.limitK(50))) {
		if len(r.Hits) == 0 {
			s.Errorf("query %d: no hits: %v", i, r.Err)
		}
		for _, h := range r.Hits {
			if want := s.byID[h.ID].Fields; !maps.Equal(h.Fields, want) {
				s.Errorf("hit %q has fields %v, want %v", h.ID, h.Fields, want)
			}
		}
	}
}

// cosine is that of two vectors, as float64 has it.
func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

// exactRecall holds the hits of a vector against the cosine with every record.
func exactRecall(s *suite) {
	if !s.engine.Vectors || s.engine.Texts {
		s.Skip("the engine does not rank by vectors alone")
	}
	var queries []index.Query
	for i := range 60 {
		var f *index.Filter
		if i%2 > 0 {
			f = index.Where(index.Fields{"form_type": "10-K"})
		}
		q := s.like(&s.records[i*5], f, s.limitK(1+i))
		q.Vector = slices.Clone(q.Vector)
		for k := range q.Vector {
			q.Vector[k] *= 1 + float32(k)/10 // no record's own, and not of length one
		}
		queries = append(queries, q)
	}
	for i, r := range s.ask(queries...) {
		var best []float64
		for k := range s.records {
			if queries[i].Filter.Match(s.records[k].Fields) {
				best = append(best, cosine(queries[i].Vector, s.records[k].Vector))
			}
		}
		slices.SortFunc(best, func(a, b float64) int { return -compare(a, b) })
		best = best[:min(len(best), queries[i].K)]
		if r.Err != nil || len(r.Hits) != len(best) {
			s.Errorf("query %d: %d hits, want %d: %v", i, len(r.Hits), len(best), r.Err)
			continue
		}
		for n, h := range r.Hits {
			got := cosine(queries[i].Vector, s.byID[h.ID].Vector)
			if math.Abs(got-best[n]) > s.engine.Off {
				s.Errorf("query %d, hit %d: cosine %v, and %v is there", i, n+1, got, best[n])
			}
			if r.Metric == index.Cosine && math.Abs(h.Distance-(1-got)) > s.engine.Off {
				s.Errorf("query %d, hit %d: distance %v, want %v", i, n+1, h.Distance, 1-got)
			}
		}
		if r.Metric == index.None {
			s.Errorf("query %d: a search by vectors has no metric", i)
		}
	}
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// textsThatMatch asks for words of records: what is found has one of them, and everything that has one is found.
func textsThatMatch(s *suite) {
	if !s.engine.Texts || s.engine.Vectors {
		s.Skip("the engine does not rank by texts alone")
	}
	queries := []index.Query{{Text: "goodwill", K: s.limitK(400)}, {Text: "Freight costs", K: s.limitK(400)},
		{Text: "unheard", K: 5},
		{Text: "goodwill", K: s.limitK(400), Filter: index.Where(index.Fields{"form_type": "10-K"})}}
	for i, r := range s.ask(queries...) {
		s.matching(&queries[i], &r)
		if (len(r.Hits) == 0) != (queries[i].Text == "unheard") {
			s.Errorf("%q has %d hits: %v", queries[i].Text, len(r.Hits), r.Err)
		}
		if r.Metric != index.None {
			s.Errorf("%q has metric %q: scores of texts are no distances", queries[i].Text, r.Metric)
		}
	}
}

// matching holds hits against the words that records have.
func (s *suite) matching(q *index.Query, r *index.Result) {
	s.Helper()
	want := 0
	for i := range s.records {
		if q.Filter.Match(s.records[i].Fields) && common(q.Text, s.records[i].Text) {
			want++
		}
	}
	if r.Err != nil || len(r.Hits) != min(want, q.K) {
		s.Errorf("%q with %s: %d hits, and %d records match: %v", q.Text, q.Filter, len(r.Hits), want, r.Err)
	}
	for _, h := range r.Hits {
		if !common(q.Text, s.byID[h.ID].Text) {
			s.Errorf("%q found %q, which has none of its words", q.Text, s.byID[h.ID].Text)
		}
	}
}

// nothingPasses: a filter that lets nothing through gives a result without hits, and no error.
func nothingPasses(s *suite) {
	never := []*index.Filter{
		index.Where(index.Fields{"cik_int": int64(1)}), index.Where(index.Fields{"topic": "none such"}),
		{Op: index.And, Of: []*index.Filter{{Op: index.Greater, Field: "report_year", Values: []any{int64(2017)}},
			{Op: index.Less, Field: "report_year", Values: []any{int64(2016)}}}},
		index.Both(index.Where(index.Fields{"reviewed": true}), index.Where(index.Fields{"reviewed": false})),
	}
	for _, f := range never {
		if s.refuses(f) {
			continue
		}
		if r := s.ask(s.like(&s.records[0], f, 5))[0]; r.Err != nil || len(r.Hits) != 0 {
			s.Errorf("%s: %d hits, %v; want none, and no error", f, len(r.Hits), r.Err)
		}
	}
}

// impossibleFilters are refused, each by itself: the query beside it is answered.
func impossibleFilters(s *suite) {
	impossible := []*index.Filter{
		index.Where(index.Fields{"colour": "red"}),
		index.Where(index.Fields{"cik_int": "1003"}), index.Where(index.Fields{"topic": int64(3)}), index.Where(index.Fields{"weight": int64(1)}),
		index.Where(index.Fields{"weight": math.NaN()}), index.Where(index.Fields{"topic": "\xff"}),
		{Op: index.Less, Field: "weight", Values: []any{math.Inf(1)}}, index.Where(index.Fields{"reviewed": "yes"}),
		index.Where(index.Fields{"cik_int": nil}),
		{Op: index.Less, Field: "reviewed", Values: []any{true}}, {Op: index.In, Field: "cik_int"}, {Op: index.Equal,
			Field: "cik_int"},
		{Op: index.Equal, Field: "cik_int", Values: []any{int64(1), int64(2)}}, {Op: index.And}, {Op: index.Or},
		{Op: "$near", Field: "cik_int", Values: []any{int64(1)}},
		{Op: index.Or, Of: []*index.Filter{index.Where(index.Fields{"cik_int": int64(1003)}),
			index.Where(index.Fields{"colour": "red"})}},
		{Op: index.Or, Of: []*index.Filter{nil, nil}},
	}
	for _, f := range impossible {
		results := s.ask(s.like(&s.records[60], f, 5), s.like(&s.records[60], nil, 5))
		if results[0].Err == nil {
			s.Errorf("filter %+v was not refused", f)
		}
		if results[1].Err != nil || len(results[1].Hits) == 0 {
			s.Errorf("the query beside filter %+v was not answered: %v", f, results[1].Err)
		}
	}
}

// badQueries are errors of their own results.
func badQueries(s *suite) {
	good := s.like(&s.records[60], nil, 5)
	bad := map[string]func(*index.Query){
		"no hits": func(q *index.Query) { q.K = 0 },
		"below":   func(q *index.Query) { q.K = -1 },
	}
	if s.engine.Vectors {
		bad["no vector"] = func(q *index.Query) { q.Vector = nil }
		bad["dimension"] = func(q *index.Query) { q.Vector = q.Vector[1:] }
		bad["zero"] = func(q *index.Query) { q.Vector = make([]float32, Dimension) }
		bad["NaN"] = func(q *index.Query) { q.Vector = slices.Clone(q.Vector); q.Vector[3] = float32(math.NaN()) }
		bad["infinite"] = func(q *index.Query) { q.Vector = slices.Clone(q.Vector); q.Vector[3] = float32(math.Inf(1)) }
	}
	if s.engine.Texts {
		bad["no text"] = func(q *index.Query) { q.Text = "" }
	}
	for name, spoil := range bad {
		q := good
		spoil(&q)
		results := s.ask(good, q, good)
		if results[1].Err == nil {
			s.Errorf("%s: it was not refused", name)
		}
		for _, i := range []int{0, 2} {
			if results[i].Err != nil || len(results[i].Hits) == 0 {
				s.Errorf("%s: the query beside it was not answered: %v", name, results[i].Err)
			}
		}
	}
}

func moreHitsThanRecords(s *suite) {
	f := index.Where(index.Fields{"cik_int": s.records[60].Fields["cik_int"]})
	results := s.ask(s.like(&s.records[60], nil, s.limitK(10*len(s.records))),
		s.like(&s.records[60], f, s.limitK(math.MaxInt32)))
	for i, r := range results {
		if r.Err != nil || len(r.Hits) == 0 {
			s.Errorf("query %d: %d hits, %v", i, len(r.Hits), r.Err)
		}
	}
	if s.engine.Vectors && s.engine.MostK == 0 && len(results[0].Hits) != len(s.records) {
		s.Errorf("%d hits of %d records", len(results[0].Hits), len(s.records))
	}
}

// checkTies: records with equal text and vector have one score, and the order of adding where the engine has one.
func checkTies(s *suite) {
	equal := records(120, 8)
	for i := 20; i < 80; i++ {
		equal[i].Text, equal[i].Vector = equal[20].Text, equal[20].Vector
	}
	s.load(equal)
	for _, k := range []int{1, 7, 30, 60, 100} {
		hits := s.ask(s.like(&equal[20], nil, s.limitK(k)))[0].Hits
		if len(hits) == 0 {
			s.Fatalf("K %d: no hits", k)
		}
		last := -1
		for i, h := range hits[:min(len(hits), 60)] {
			at := slices.IndexFunc(equal, func(r index.Record) bool { return r.ID == h.ID })
			if at < 20 || at >= 80 {
				s.Errorf("K %d, hit %d is %q, and there are 60 that are better", k, i+1, h.ID)
			}
			if !s.engine.Texts || !s.engine.Vectors { // ranks that are fused differ
				if math.Abs(h.Score-hits[0].Score) > s.engine.Off {
					s.Errorf("K %d: equal records have scores %v and %v", k, hits[0].Score, h.Score)
				}
			}
			if s.engine.TiesByAdding && at < last {
				s.Errorf("K %d, hit %d was added before the one above it", k, i+1)
			}
			last = at
		}
	}
}

func oddIDsComeBack(s *suite) {
	for i := range oddIDs {
		r := &s.records[i]
		found := s.ask(s.like(r, nil, s.limitK(10)))[0]
		if !slices.ContainsFunc(found.Hits, func(h index.Hit) bool { return h.ID == r.ID }) {
			s.Errorf("id %q is not among %q: %v", r.ID, ids(found.Hits), found.Err)
		}
	}
}

// sameAgain: what was asked in a batch, and again one by one, has the same answers.
func sameAgain(s *suite) {
	var queries []index.Query
	for i := range 40 {
		var f *index.Filter
		if i%4 == 0 {
			f = &index.Filter{Op: index.NotEqual, Field: "topic", Values: []any{"liquidity"}}
		}
		queries = append(queries, s.like(&s.records[i*9], f, s.limitK(12)))
	}
	together := s.ask(queries...)
	for i := range queries {
		alone := s.ask(queries[i])[0]
		if len(alone.Hits) == 0 {
			s.Errorf("query %d: no hits: %v", i, alone.Err)
		}
		for n := range alone.Hits {
			if n >= len(together[i].Hits) || math.Abs(alone.Hits[n].Score-together[i].Hits[n].Score) > s.engine.Off ||
				(s.engine.TiesByAdding && alone.Hits[n].ID != together[i].Hits[n].ID) {
				s.Errorf("query %d: %q together, %q alone", i, ids(together[i].Hits), ids(alone.Hits))
				break
			}
		}
	}
}

func noQueries(s *suite) {
	s.ask()
	s.ask(s.like(&s.records[0], nil, 1))
}

func cancelled(s *suite) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.asked++
	results, err := s.search.Search(ctx, []index.Query{s.like(&s.records[0], nil, 5)})
	if !errors.Is(err, context.Canceled) {
		s.Errorf("%d results and %v of a search that was cancelled", len(results), err)
	}
	s.ask(s.like(&s.records[0], nil, 5)) // nothing is left of it
}
