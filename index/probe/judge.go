package probe

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/measure"
	"github.com/assayhq/assay/vec"
)

// near is how far a distance may be from the exact one: engines keep and compute in 32 bits, and some in fewer.
const near = 1e-4

// tied is how much farther than the last true neighbour a hit may be and still be as good.
const tied = 1e-6

// holds looks whether the engine has what it acknowledged: how many records, and the vectors of those asked with.
func (r *Report) holds(ctx context.Context, s *Subject, asked []question) error {
	n, err := s.Engine.Count(ctx)
	if err != nil {
		return err
	}
	r.find("records", n == s.Put, fmt.Sprintf("the engine counts %d, and has acknowledged %d", n, s.Put))
	if asked[0].vector == nil {
		return nil
	}
	ids := make([]string, len(asked))
	for i := range asked {
		ids[i] = asked[i].id
	}
	stored, err := s.Engine.Vectors(ctx, ids)
	if err != nil {
		return err
	}
	missing, off := 0, 0.0
	for i, v := range stored {
		if v == nil {
			missing++
			continue
		}
		off = max(off, distance(v, asked[i].vector))
	}
	r.find("vectors", missing == 0 && off <= near,
		fmt.Sprintf("of %d sentences %d have none; the others are at most %.1g from what was put", len(ids), missing, off))
	return nil
}

// distance is the cosine distance of two vectors of any length; of different dimensions it is the greatest.
func distance(a, b []float32) float64 {
	length := vec.Norm(a) * vec.Norm(b)
	if len(a) != len(b) || length == 0 {
		return 2
	}
	return max(0, 1-vec.Dot64(a, b)/length)
}

func (r *Report) find(name string, right bool, detail string) {
	v := Wrong
	if right {
		v = Right
	}
	r.Findings = append(r.Findings, finding{name, v, detail})
}

// under asks all questions under a condition.
func (s *Subject) under(ctx context.Context, c *condition, asked []question, o Options) (*filteredStats, error) {
	f := &filteredStats{Name: c.name}
	var with []*question
	var queries []index.Query
	for i := range asked {
		filter, ok, err := c.filter(&asked[i], s.Index.Manifest().Schema)
		if err != nil {
			return nil, err
		}
		if ok {
			with, queries = append(with, &asked[i]), append(queries, asked[i].query(o.K+1, filter))
		}
	}
	if len(queries) == 0 {
		return f, nil
	}
	f.Queries = len(queries)
	got, err := s.Engine.Search(ctx, queries)
	if err != nil {
		return nil, err
	}
	for i := range got {
		if err := f.look(s, with[i], &queries[i], &got[i]); err != nil {
			return nil, err
		}
	}
	if s.Mode != embedded.Dense {
		return f, nil
	}
	return f, f.recall(ctx, s, with, queries, got, o)
}

// recall holds what was found against the exact answer.
func (f *filteredStats) recall(
	ctx context.Context, s *Subject, with []*question, queries []index.Query, got []index.Result, o Options,
) error {
	searcher, err := s.Index.Searcher(embedded.Dense)
	if err != nil {
		return err
	}
	exact, err := searcher.Search(ctx, queries)
	if err != nil {
		return err
	}
	var values []float64 // of sentences drawn alone from the index in question: no company makes them alike
	for i := range got {
		if got[i].Err != nil {
			continue
		}
		found, of, err := f.countFound(s, with[i], queries[i].Filter, &got[i], &exact[i], o.K)
		if err != nil {
			return err
		}
		if of > 0 {
			values = append(values, float64(found)/float64(of))
		}
	}
	if len(values) > 0 {
		stat := measure.Of("recall", measure.Ratio, values, nil).Stat(measure.Options{Seed: o.Seed})
		f.Recall = &stat
	}
	return nil
}

// note keeps the first thing that went wrong.
func (f *filteredStats) note(format string, args ...any) {
	if f.First == "" {
		f.First = fmt.Sprintf(format, args...)
	}
}

// look checks hits one by one: that the filter lets them through, and that they are what the index says of them.
func (f *filteredStats) look(s *Subject, q *question, asked *index.Query, r *index.Result) error {
	if r.Err != nil {
		f.Failed++
		f.note("sentence %s: %v", q.id, r.Err)
		return nil
	}
	self := false
	for i := range r.Hits {
		h := &r.Hits[i]
		self = self || h.ID == q.id || h.Fields["text_hash"] != nil && h.Fields["text_hash"] == q.fields["text_hash"]
		fields, there, err := s.Index.Fields(h.ID)
		if err != nil {
			return err
		}
		if !there {
			f.Altered++
			f.note("sentence %s: the hit %q is no sentence of the index", q.id, h.ID)
			continue
		}
		if asked.Filter != nil && !asked.Filter.Match(fields) {
			f.Through++
			f.note("sentence %s: %s let %s through", q.id, asked.Filter, h.ID)
		}
		why := unlike(h.Fields, fields)
		if why == "" && s.Mode == embedded.Dense {
			why, err = s.far(q, h)
		}
		if err != nil {
			return err
		}
		if why != "" {
			f.Altered++
			f.note("sentence %s: the hit %s has %s", q.id, h.ID, why)
		}
	}
	if asked.Filter != nil && !asked.Filter.Match(q.fields) {
		return nil
	}
	f.Selves++
	if !self {
		f.Lost++
		f.note("sentence %s is not among the first %d", q.id, asked.K)
	}
	return nil
}

// unlike says in what the fields of a hit are not those of the index.
func unlike(got, want index.Fields) string {
	for name, value := range want {
		if !reflect.DeepEqual(got[name], value) {
			return fmt.Sprintf("%s %v, not %v", name, got[name], value)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			return fmt.Sprintf("%s %v, and in the index none", name, got[name])
		}
	}
	return ""
}

// far says whether the distance of a hit is not the exact one.
func (s *Subject) far(q *question, h *index.Hit) (string, error) {
	d, err := s.exact(q, h.ID)
	if err == nil && math.Abs(d-h.Distance) > near {
		return fmt.Sprintf("the distance %.6f, not %.6f", h.Distance, d), nil
	}
	return "", err
}

// exact is the distance of a sentence of the index from a question; one without a vector is as far as can be.
func (s *Subject) exact(q *question, id string) (float64, error) {
	v, _, err := s.Index.Vector(id)
	return distance(q.vector, v), err
}

// countFound counts the true neighbours among hits, the sentence itself left out of both. A hit that is no farther than
// the last true one, and that the filter lets through, is as good: which of equals come first says nothing.
func (f *filteredStats) countFound(
	s *Subject, q *question, filter *index.Filter, got, exact *index.Result, k int,
) (found, of int, err error) {
	truth, hits := others(exact.Hits, q.id, k), others(got.Hits, q.id, k)
	if len(hits) < len(truth) {
		f.Short++
		f.note("sentence %s: %d hits, and there are %d", q.id, len(hits), len(truth))
	}
	if len(truth) == 0 {
		return 0, 0, nil
	}
	last := truth[len(truth)-1].Distance + tied
	for i := range hits {
		d, err := s.exact(q, hits[i].ID)
		if err != nil {
			return 0, 0, err
		}
		if d > last {
			continue
		}
		fields, _, err := s.Index.Fields(hits[i].ID)
		if err != nil {
			return 0, 0, err
		}
		if filter == nil || filter.Match(fields) {
			found++
		}
	}
	return min(found, len(truth)), len(truth), nil
}

// others are the first k hits without the sentence itself.
func others(hits []index.Hit, id string, k int) []index.Hit {
	rest := slices.DeleteFunc(slices.Clone(hits), func(h index.Hit) bool { return h.ID == id })
	return rest[:min(k, len(rest))]
}

// judge turns figures into findings.
func (r *Report) judge(floor float64) {
	for _, c := range []struct {
		name, what string
		count      func(*filteredStats) int
	}{
		{"answers", "queries failed", func(f *filteredStats) int { return f.Failed }},
		{"filters", "hits that a filter should have kept out", func(f *filteredStats) int { return f.Through }},
		{"fields and distances", "hits that are not as the index has them", func(f *filteredStats) int { return f.Altered }},
	} {
		n, first := 0, ""
		for _, f := range r.Filters {
			n += c.count(f)
			if first == "" && c.count(f) > 0 {
				first = ": " + f.First
			}
		}
		r.find(c.name, n == 0, fmt.Sprintf("%d %s%s", n, c.what, first))
	}
	for _, f := range r.Filters {
		if f.Recall != nil {
			r.Findings = append(r.Findings, f.reaches(floor, r.K))
		}
	}
	r.selves(floor)
}

// selves holds against the floor how many of all queries found the sentence that they are made of, or a copy of it.
func (r *Report) selves(floor float64) {
	n, lost, first := 0, 0, ""
	for _, f := range r.Filters {
		n, lost = n+f.Selves, lost+f.Lost
		if first == "" && f.Lost > 0 {
			first = ": " + f.First
		}
	}
	r.find("sentences find themselves", n > 0 && float64(n-lost) >= floor*float64(n),
		fmt.Sprintf("%d of %d%s", n-lost, n, first))
}

// reaches holds the recall of a filter against the floor.
func (f *filteredStats) reaches(floor float64, k int) finding {
	low, high := *f.Recall.Mean, *f.Recall.Mean
	if i := f.Recall.Interval; i != nil {
		low, high = i.Low, i.High
	}
	v := Unclear
	switch {
	case low >= floor:
		v = Right
	case high < floor:
		v = Wrong
	}
	detail := fmt.Sprintf("%.4f (%.4f to %.4f) of %d, and %.4g are asked for", *f.Recall.Mean, low, high,
		f.Recall.Scored, floor)
	if f.Short > 0 {
		detail += fmt.Sprintf("; %d with fewer hits than there are", f.Short)
	}
	return finding{fmt.Sprintf("recall@%d, %s", k, f.Name), v, detail}
}
