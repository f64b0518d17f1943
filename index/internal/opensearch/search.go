package opensearch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/fusion"
	"github.com/assayhq/assay/index/internal/remote"
)

// searched is the reply to a request for many searches.
type searched struct {
	Responses []response `json:"responses"`
}

type response struct {
	Status   int     `json:"status"`
	Error    *reason `json:"error"`
	TimedOut bool    `json:"timed_out"`
	Shards   shards  `json:"_shards"`
	Hits     struct {
		Hits []struct {
			ID     string   `json:"_id"`
			Score  *float64 `json:"_score"`
			Source struct {
				Fields map[string]json.RawMessage `json:"fields"`
			} `json:"_source"`
		} `json:"hits"`
	} `json:"hits"`
}

// Search asks many queries in one request; a query of mode hybrid is two searches in it. A query that cannot
// be asked, or that the engine refuses, has its error in its result.
//
// Score is the engine's own. Under the cosine it is (2 − d) / 2, under the Euclidean metric 1 / (1 + d²), from
// which the distance is computed back; the score is float32, so the distance of near neighbours has about
// seven digits after the point, and three and a half where it was squared. Scores of texts are no distances.
func (x *Index) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	results := make([]index.Result, len(queries))
	var asked []search
	for i := range queries {
		pair, err := x.searches(i, &queries[i])
		if err != nil {
			results[i].Err = fmt.Errorf("engine %s: %w", engineName, err)
		}
		asked = append(asked, pair...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := x.refresh(ctx); err != nil {
		return nil, err
	}
	answers := make([]index.Result, len(asked))
	ends := remote.Batches(len(asked), x.o.Queries, MaxBulk,
		func(i int) int { return max(len(asked[i].body), asked[i].depth*remote.PerHit) })
	err := x.client.Each(ctx, len(ends), func(ctx context.Context, b int) error {
		from, to := remote.Span(ends, b)
		return x.answer(ctx, asked[from:to], answers[from:to])
	})
	if err != nil {
		return nil, err
	}
	x.collect(queries, asked, answers, results)
	return results, nil
}

// search is one line of a request, with what it is for.
type search struct {
	query int
	mode  Mode // Dense or BM25
	depth int
	body  []byte
}

// searches are those that a query takes: one, or two that are fused.
func (x *Index) searches(i int, q *index.Query) ([]search, error) {
	if err := x.o.Shape.Query(q, x.o.MaxK); err != nil {
		return nil, err
	}
	depth := q.K
	if x.o.Mode == Hybrid {
		depth = min(max(q.K, fusion.Depth), x.o.MaxK)
	}
	var all []search
	for _, mode := range []Mode{Dense, BM25} {
		if x.o.Mode != mode && x.o.Mode != Hybrid {
			continue
		}
		body, err := x.body(mode, q, depth)
		if err != nil {
			return nil, err
		}
		all = append(all, search{i, mode, depth, body})
	}
	return all, nil
}

// body is the two lines of a search.
func (x *Index) body(mode Mode, q *index.Query, depth int) ([]byte, error) {
	head := object{}
	var query object
	if mode == Dense {
		if err := x.o.Shape.Vector(q.Vector); err != nil {
			return nil, fmt.Errorf("query: %w", err)
		}
		query = x.near(q, depth)
	} else {
		if strings.TrimSpace(q.Text) == "" {
			return nil, errors.New("query: it has no text")
		}
		head["search_type"] = "dfs_query_then_fetch"
		matching := object{"must": []object{{"match": object{textName: object{"query": q.Text}}}}}
		if q.Filter != nil {
			matching["filter"] = []object{translate(q.Filter)}
		}
		query = object{"bool": matching}
	}
	first, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	second, err := json.Marshal(object{"size": depth, "_source": []string{fieldsName}, "track_total_hits": false,
		"query": query})
	return bytes.Join([][]byte{first, second, nil}, []byte("\n")), err
}

// near is the search for neighbours, with the filter inside.
func (x *Index) near(q *index.Query, depth int) object {
	knn := object{"vector": q.Vector, "k": depth}
	if q.Filter != nil {
		knn["filter"] = translate(q.Filter)
	}
	if x.o.EF > 0 {
		knn["method_parameters"] = object{"ef_search": x.o.EF}
	}
	return object{"knn": object{vectorName: knn}}
}

// answer asks a batch of searches.
func (x *Index) answer(ctx context.Context, asked []search, answers []index.Result) error {
	var body bytes.Buffer
	for i := range asked {
		body.Write(asked[i].body)
	}
	r := remote.Request{Method: http.MethodPost, Path: x.path + "/_msearch", Body: body.Bytes(), Type: lines}
	got, err := remote.Ask(ctx, x.client, r, func(s *searched) *call.Failure { return acceptable(s, len(asked)) })
	if remote.Fatal(err) {
		return err
	}
	for i := range answers {
		if err != nil {
			answers[i].Err = err
			continue
		}
		answers[i] = x.read(asked[i].mode, &got.Responses[i])
	}
	return nil
}

// acceptable refuses a reply of which some search is worth another try: then all are asked again.
func acceptable(s *searched, n int) *call.Failure {
	if len(s.Responses) != n {
		return &call.Failure{Kind: call.Malformed, Message: fmt.Sprintf("%d responses to %d searches", len(s.Responses), n)}
	}
	for i := range s.Responses {
		if f := s.Responses[i].failure(); f != nil && (f.Kind.Retryable() || errors.Is(f, remote.ErrNoIndex)) {
			return f
		}
	}
	return nil
}

// failure is why a search has no result, or not all of it.
func (r *response) failure() *call.Failure {
	switch {
	case r.Error != nil:
		return r.Error.failure(r.Status)
	case r.TimedOut:
		return &call.Failure{Kind: call.Timeout, Message: "the search ran out of time on a shard",
			Next: "is the cluster overloaded? a lower concurrency may help"}
	}
	return r.Shards.failure()
}

func (x *Index) read(mode Mode, r *response) index.Result {
	if f := r.failure(); f != nil {
		f.Provider, f.Model = engineName, x.o.Index
		return index.Result{Err: f}
	}
	result := index.Result{Hits: make([]index.Hit, len(r.Hits.Hits))}
	if mode == Dense {
		result.Metric = x.o.Metric
	}
	for i := range r.Hits.Hits {
		h := &r.Hits.Hits[i]
		fields, err := x.o.Shape.Fields(h.Source.Fields)
		if err == nil && h.Score == nil {
			err = errors.New("it has no score")
		}
		if err != nil {
			return index.Result{Err: fmt.Errorf("engine %s: hit %q: %w", engineName, h.ID, err)}
		}
		result.Hits[i] = index.Hit{ID: h.ID, Rank: i + 1, Score: *h.Score, Distance: distance(result.Metric, *h.Score),
			Fields: fields}
	}
	return result
}

// distance is what a score of neighbours was made of.
func distance(m index.Metric, score float64) float64 {
	switch {
	case m == index.Cosine:
		return min(2, max(0, 2-2*score))
	case m == index.Euclidean && score > 0:
		return math.Sqrt(max(0, 1/score-1))
	}
	return 0
}

// collect gives each query its result; the rankings of mode hybrid are made one.
func (x *Index) collect(queries []index.Query, asked []search, answers, results []index.Result) {
	for i := 0; i < len(asked); i++ {
		q := asked[i].query
		if x.o.Mode != Hybrid {
			results[q] = answers[i]
			results[q].Hits = results[q].Hits[:min(queries[q].K, len(results[q].Hits))]
			continue
		}
		dense, text := &answers[i], &answers[i+1]
		i++
		if err := errors.Join(dense.Err, text.Err); err != nil {
			results[q].Err = err
			continue
		}
		results[q].Hits = remote.Fuse(queries[q].K, dense.Hits, text.Hits)
	}
}
