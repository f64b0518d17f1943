package s3vectors

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

type queryBody struct {
	named
	TopK     int        `json:"topK"`
	Vector   vectorData `json:"queryVector"`
	Filter   doc        `json:"filter,omitempty"`
	Metadata bool       `json:"returnMetadata"`
	Distance bool       `json:"returnDistance"`
	Next     string     `json:"nextToken,omitempty"`
}

type found struct {
	Vectors []struct {
		Key      string                     `json:"key"`
		Distance *float64                   `json:"distance"`
		Data     vectorData                 `json:"data"`
		Metadata map[string]json.RawMessage `json:"metadata"`
	} `json:"vectors"`
	Metric index.Metric `json:"distanceMetric"`
	Next   string       `json:"nextToken"`
}

// Search asks each query by itself, several at once. A query that cannot be asked, or that the service
// refuses, has its error in its result; credentials and quotas that no query survives are an error of all.
//
// Score is 1 − distance under the cosine, and −distance under the Euclidean metric, whose distances the
// service does not document to be unsquared.
func (x *Index) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	results := make([]index.Result, len(queries))
	err := x.client.Each(ctx, len(queries), func(ctx context.Context, i int) error {
		hits, err := x.search(ctx, &queries[i])
		if remote.Fatal(err) {
			return err
		}
		results[i] = index.Result{Hits: hits, Metric: x.o.Metric, Err: err}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

func (x *Index) search(ctx context.Context, q *index.Query) ([]index.Hit, error) {
	if err := x.o.Shape.Query(q, x.o.MaxK); err != nil {
		return nil, fmt.Errorf("engine %s: %w", service, err)
	}
	if err := x.o.Shape.Vector(q.Vector); err != nil {
		return nil, fmt.Errorf("engine %s: query: %w", service, err)
	}
	filter, err := x.filter(q.Filter)
	if err != nil {
		return nil, fmt.Errorf("engine %s: filter: %w", service, err)
	}
	body := queryBody{named: x.named(), TopK: q.K, Vector: vectorData{q.Vector}, Filter: filter, Metadata: true,
		Distance: true}
	var hits []index.Hit
	seen := map[string]bool{}
	for {
		page, err := ask(ctx, x, "QueryVectors", false, body, x.accept)
		if err != nil {
			return nil, err
		}
		for i := range page.Vectors {
			v := &page.Vectors[i]
			if seen[v.Key] || len(hits) == q.K {
				continue // a write between two pages can show a vector twice
			}
			seen[v.Key] = true
			fields, err := x.fields(v.Metadata)
			if err != nil {
				return nil, fmt.Errorf("engine %s: hit %q: %w", service, v.Key, err)
			}
			hits = append(hits, x.hit(len(hits)+1, v.Key, *v.Distance, fields))
		}
		if page.Next == "" || len(hits) == q.K {
			return hits, nil
		}
		if page.Next == body.Next || len(page.Vectors) == 0 {
			return nil, x.client.Failf(call.Malformed, "ask again",
				"its pages do not come to an end: one after %d hits says that there is another and brings nothing", len(hits))
		}
		body.Next = page.Next
	}
}

// accept refuses a page that says something else than was asked for.
func (x *Index) accept(page *found) *call.Failure {
	if page.Metric != x.o.Metric {
		return &call.Failure{Kind: call.BadRequest, Message: fmt.Sprintf("the index measures by %q, not by %q", page.Metric,
			x.o.Metric),
			Next: "set the metric that the index was made with"}
	}
	for i := range page.Vectors {
		if page.Vectors[i].Distance == nil || page.Vectors[i].Key == "" {
			return &call.Failure{Kind: call.Malformed, Message: "a hit without its key or distance"}
		}
	}
	return nil
}

func (x *Index) hit(rank int, id string, distance float64, fields index.Fields) index.Hit {
	h := index.Hit{ID: id, Rank: rank, Distance: distance, Score: 1 - distance, Fields: fields}
	if x.o.Metric == index.Euclidean {
		h.Score = -distance
	}
	return h
}

// fields are a hit's metadata as the schema has them, whole numbers that are kept as text included.
func (x *Index) fields(metadata map[string]json.RawMessage) (index.Fields, error) {
	for _, name := range x.o.AsText {
		var text string
		if json.Unmarshal(metadata[name], &text) != nil {
			continue // not there, or written as a number by another program
		}
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			return nil, fmt.Errorf("field %q holds %q, which is no whole number", name, text)
		}
		metadata[name] = json.RawMessage(text)
	}
	return x.o.Shape.Fields(metadata)
}

// Vectors are the vectors of records, in the order of the ids; nil where there is none.
func (x *Index) Vectors(ctx context.Context, ids []string) ([][]float32, error) {
	vectors := make([][]float32, len(ids))
	ends := remote.Batches(len(ids), MaxGet, MaxBody/2, func(i int) int { return len(ids[i]) })
	err := x.client.Each(ctx, len(ends), func(ctx context.Context, b int) error {
		from, to := remote.Span(ends, b)
		keys := slices.Clone(ids[from:to])
		slices.Sort(keys)
		got, err := ask[found](ctx, x, "GetVectors", false, keysBody{named: x.named(), Keys: slices.Compact(keys),
			Data: true}, nil)
		if err != nil {
			return err
		}
		of := make(map[string][]float32, len(got.Vectors))
		for i := range got.Vectors {
			of[got.Vectors[i].Key] = got.Vectors[i].Data.Float32
		}
		for i := from; i < to; i++ {
			vectors[i] = of[ids[i]]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return vectors, nil
}

// segments is into how many parts an index is listed at once; 16 is the most.
const segments = 8

type listBody struct {
	named
	Max      int    `json:"maxResults"`
	Segments int    `json:"segmentCount"`
	Segment  int    `json:"segmentIndex"`
	Next     string `json:"nextToken,omitempty"`
}

// Count lists the whole index, a thousand keys a page: the service says nowhere how many there are.
func (x *Index) Count(ctx context.Context) (int, error) {
	var counts [segments]int
	err := x.client.Each(ctx, segments, func(ctx context.Context, s int) error {
		body := listBody{named: x.named(), Max: 1000, Segments: segments, Segment: s}
		for {
			page, err := ask[found](ctx, x, "ListVectors", false, body, nil)
			if err != nil {
				return err
			}
			counts[s] += len(page.Vectors)
			if page.Next == "" {
				return nil
			}
			if page.Next == body.Next {
				return x.client.Failf(call.Malformed, "ask again", "its list does not come to an end")
			}
			body.Next = page.Next
		}
	})
	total := 0
	for _, n := range counts {
		total += n
	}
	return total, err
}
