package qdrant

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

type queryBody struct {
	Query   []float32   `json:"query"`
	Filter  *condition  `json:"filter,omitempty"`
	Params  *paramsBody `json:"params,omitempty"`
	Limit   int         `json:"limit"`
	Payload bool        `json:"with_payload"`
}

type paramsBody struct {
	EF    int  `json:"hnsw_ef,omitempty"`
	Exact bool `json:"exact,omitempty"`
}

type batchBody struct {
	Searches []queryBody `json:"searches"`
}

type foundPoints struct {
	Points []struct {
		Score   *float64                   `json:"score"`
		Payload map[string]json.RawMessage `json:"payload"`
	} `json:"points"`
}

// Search asks many queries in one request. A query that cannot be asked has its error in its result. Under the
// cosine, score is the cosine and distance 1 − score; under the Euclidean metric, distance is the score that
// Qdrant gives, and score its negative.
func (x *Index) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	results := make([]index.Result, len(queries))
	bodies := make([]queryBody, 0, len(queries))
	at := make([]int, 0, len(queries)) // whose body it is
	for i := range queries {
		body, err := x.query(&queries[i])
		if err != nil {
			results[i].Err = fmt.Errorf("engine %s: %w", engineName, err)
			continue
		}
		bodies, at = append(bodies, body), append(at, i)
	}
	ends := remote.Batches(len(bodies), x.o.Queries, MaxBody, func(i int) int {
		return max(x.o.Dimension*remote.PerNumber, bodies[i].Limit*remote.PerHit)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	err := x.client.Each(ctx, len(ends), func(ctx context.Context, b int) error {
		from, to := remote.Span(ends, b)
		return x.answer(ctx, bodies[from:to], func(i int, r index.Result) { results[at[from+i]] = r })
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

// query is a query as it is sent.
func (x *Index) query(q *index.Query) (queryBody, error) {
	if err := x.o.Shape.Query(q, x.o.MaxK); err != nil {
		return queryBody{}, err
	}
	if err := x.o.Shape.Vector(q.Vector); err != nil {
		return queryBody{}, fmt.Errorf("query: %w", err)
	}
	filter, err := x.filter(q.Filter)
	if err != nil {
		return queryBody{}, fmt.Errorf("filter: %w", err)
	}
	body := queryBody{Query: q.Vector, Filter: filter, Limit: q.K, Payload: true}
	if x.o.EF > 0 || x.o.Exact {
		body.Params = &paramsBody{x.o.EF, x.o.Exact}
	}
	return body, nil
}

// answer asks a batch and gives each query its result. A batch that is refused is asked one by one, so that the
// query that it is refused for does not take the others along.
func (x *Index) answer(ctx context.Context, bodies []queryBody, give func(i int, r index.Result)) error {
	found, err := x.ask(ctx, bodies)
	switch {
	case remote.Fatal(err):
		return err
	case call.KindOf(err) == call.BadRequest && len(bodies) > 1:
		for i := range bodies {
			if err := x.answer(ctx, bodies[i:i+1], func(_ int, r index.Result) { give(i, r) }); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range bodies {
		r := index.Result{Err: err}
		if err == nil {
			r = x.result(found[i])
		}
		give(i, r)
	}
	return nil
}

func (x *Index) ask(ctx context.Context, bodies []queryBody) ([]foundPoints, error) {
	r, err := remote.Post(x.path+"/points/query/batch", batchBody{bodies})
	if err != nil {
		return nil, err
	}
	got, err := remote.Ask(ctx, x.client, r, func(got *result[[]foundPoints]) *call.Failure {
		if len(got.Result) != len(bodies) {
			return &call.Failure{Kind: call.Malformed, Message: fmt.Sprintf("%d results of %d queries", len(got.Result),
				len(bodies))}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return got.Result, nil
}

func (x *Index) result(found foundPoints) index.Result {
	hits := make([]index.Hit, len(found.Points))
	for i := range found.Points {
		p := &found.Points[i]
		id, err := recordID(p.Payload)
		if err == nil && p.Score == nil {
			err = fmt.Errorf("hit %q has no score", id)
		}
		fields, wrong := x.o.Shape.Fields(p.Payload)
		if err == nil && wrong != nil {
			err = fmt.Errorf("hit %q: %w", id, wrong)
		}
		if err != nil {
			return index.Result{Err: fmt.Errorf("engine %s: %w", engineName, err)}
		}
		hits[i] = index.Hit{ID: id, Rank: i + 1, Score: *p.Score, Distance: 1 - *p.Score, Fields: fields}
		if x.o.Metric == index.Euclidean {
			hits[i].Score, hits[i].Distance = -*p.Score, *p.Score
		}
	}
	return index.Result{Hits: hits, Metric: x.o.Metric}
}
