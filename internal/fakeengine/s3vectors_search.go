package fakeengine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// list gives a page of a segment: the keys are dealt out to the segments in turn.
func (s *s3) list(x *s3Index, q *s3Request) (any, *s3Refusal) {
	if q.Segments < 0 || q.Segments > 16 || q.Segment < 0 || (q.Segments > 0 && q.Segment >= q.Segments) || q.Max < 0 ||
		q.Max > 1000 {
		return nil, s3Invalid("segmentCount, segmentIndex or maxResults is out of bounds")
	}
	all := best(x.items, func(it *item) (float64, bool) { return 0, true })
	var mine []scored
	for i, it := range all {
		if q.Segments == 0 || i%q.Segments == q.Segment {
			mine = append(mine, it)
		}
	}
	page, next, refusal := s.page(mine, q.Next)
	if refusal != nil {
		return nil, refusal
	}
	out := []any{}
	for _, it := range page {
		out = append(out, it.s3(q))
	}
	return withNext(map[string]any{"vectors": out}, next), nil
}

func (s *s3) page(all []scored, token string) (page []scored, next string, refusal *s3Refusal) {
	from := 0
	if token != "" {
		n, err := strconv.Atoi(strings.TrimPrefix(token, "page-"))
		if err != nil || n < 1 || n > len(all) {
			return nil, "", s3Invalid("The pagination token is not valid")
		}
		from = n
	}
	to := min(len(all), from+s.options.Page)
	if to < len(all) {
		next = fmt.Sprint("page-", to)
	}
	return all[from:to], next, nil
}

func withNext(answer map[string]any, next string) map[string]any {
	if next != "" {
		answer["nextToken"] = next
	}
	return answer
}

func (s *s3) query(x *s3Index, q *s3Request, f Fault) (any, *s3Refusal) {
	if q.TopK == nil || *q.TopK < 1 || *q.TopK > s.options.MaxK {
		return nil, s3Invalid("topK must be between 1 and %d", s.options.MaxK)
	}
	vector, refusal := x.vector(q.Query)
	if refusal != nil {
		return nil, refusal
	}
	pass, err := s.filter(x, q.Filter)
	if err != nil {
		return nil, s3Invalid("Invalid filter: %v", err)
	}
	all := best(x.items, func(it *item) (float64, bool) { return -x.distance(vector, it.vector), pass(it.fields) })
	page, next, refusal := s.page(all[:min(len(all), *q.TopK)], q.Next)
	if refusal != nil {
		return nil, refusal
	}
	if f == SamePage {
		page, next = nil, "page-1"
	}
	out := []any{}
	for _, it := range page {
		v := it.s3(q)
		if q.Distance {
			v["distance"] = float32(-it.score)
		}
		out = append(out, v)
	}
	metric := x.metric
	if f == OtherMetric {
		metric = "euclidean"
	}
	return withNext(map[string]any{"vectors": out, "distanceMetric": metric}, next), nil
}

func (x *s3Index) distance(a, b []float32) float64 {
	if x.metric == "euclidean" {
		return math.Sqrt(squares(a, b))
	}
	return 1 - cosine(a, b)
}
