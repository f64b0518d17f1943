package milvus

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/fusion"
	"github.com/assayhq/assay/index/internal/remote"
)

// searches are queries that are sent as one: those that share a filter, a depth and what they rank by.
type searches struct {
	mode   Mode // Dense or BM25
	filter string
	depth  int
	at     []int // places of the queries
}

// asks is the type of what is searched for.
func (s *searches) asks() int64 {
	if s.mode == BM25 {
		return typeVarChar
	}
	return typeFloats
}

func (s *searches) field() string {
	if s.mode == BM25 {
		return sparseName
	}
	return vectorName
}

func (s *searches) metric(m index.Metric) string {
	if s.mode == BM25 {
		return "BM25"
	}
	return metrics[m]
}

// params are how widely a search looks. A graph takes no less than the hits that are asked for.
func (x *Index) params(s *searches) object {
	o := object{}
	if s.mode == BM25 {
		return o
	}
	if x.o.EF > 0 {
		o["ef"] = max(x.o.EF, s.depth)
	}
	if x.o.Probes > 0 {
		o["nprobe"] = x.o.Probes
	}
	return o
}

// Search asks queries of the same filter together; in mode hybrid each is two searches. A query that cannot be
// asked, or that the server refuses, has its error in its result.
//
// Score is the server's own: under the cosine it is the cosine, and distance is 1 − score; under the Euclidean metric
// Milvus gives the square of the distance, of which distance is the root, and score its negative. Scores of texts
// are no distances.
func (x *Index) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	results := make([]index.Result, len(queries))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	good := false
	for i := range queries {
		if err := x.checkQuery(&queries[i]); err != nil {
			results[i].Err = fmt.Errorf("engine %s: %w", engineName, err)
			continue
		}
		good = true
	}
	if !good {
		return results, nil
	}
	if _, err := x.layout(ctx); err != nil {
		return nil, err
	}
	dense, texts := make([]index.Result, len(queries)), make([]index.Result, len(queries))
	all := x.grouped(queries, results)
	err := x.client.Each(ctx, len(all), func(ctx context.Context, i int) error {
		to := dense
		if all[i].mode == BM25 {
			to = texts
		}
		return x.answer(ctx, &all[i], queries, to)
	})
	if err != nil {
		return nil, err
	}
	for i := range results {
		if results[i].Err == nil {
			results[i] = x.together(queries[i].K, dense[i], texts[i])
		}
	}
	return results, nil
}

func (x *Index) checkQuery(q *index.Query) error {
	if err := x.o.Shape.Query(q, x.o.MaxK); err != nil {
		return err
	}
	if x.o.Mode != BM25 {
		if err := x.o.Shape.Vector(q.Vector); err != nil {
			return fmt.Errorf("query: %w", err)
		}
	}
	switch {
	case x.o.Mode == Dense:
		return nil
	case strings.TrimSpace(q.Text) == "":
		return errors.New("query: it has no text")
	case !utf8.ValidString(q.Text):
		return errors.New("query: its text is not UTF-8")
	}
	return nil
}

// grouped are the searches of all queries that can be asked, cut so that their replies stay well below what one may
// have.
func (x *Index) grouped(queries []index.Query, results []index.Result) []searches {
	var groups []*searches
	by := map[string]*searches{}
	for i := range queries {
		if results[i].Err != nil {
			continue
		}
		depth := queries[i].K
		if x.o.Mode == Hybrid {
			depth = min(max(depth, fusion.Depth), x.o.MaxK)
		}
		filter := expression(queries[i].Filter)
		key := fmt.Sprint(depth, " ", filter)
		if by[key] == nil {
			by[key] = &searches{filter: filter, depth: depth}
			groups = append(groups, by[key])
		}
		by[key].at = append(by[key].at, i)
	}
	var all []searches
	for _, g := range groups {
		most := min(x.o.Queries, max(1, MaxBody/max(g.depth*remote.PerHit, 4*x.o.Dimension)))
		for at := range slices.Chunk(g.at, most) {
			for _, mode := range []Mode{Dense, BM25} {
				if x.o.Mode == mode || x.o.Mode == Hybrid {
					all = append(all, searches{mode, g.filter, g.depth, at})
				}
			}
		}
	}
	return all
}

// answer asks, and gives each query its result. Several that are refused together are asked one by one, so that
// the one that they are refused for does not take the others along.
func (x *Index) answer(ctx context.Context, s *searches, queries []index.Query, to []index.Result) error {
	got, err := ask(ctx, x, "Search", x.search(s, queries),
		func() *found { return &found{queries: len(s.at), depth: s.depth} })
	switch {
	case remote.Fatal(err):
		return err
	case call.KindOf(err) == call.BadRequest && len(s.at) > 1:
		for i := range s.at {
			one := searches{s.mode, s.filter, s.depth, s.at[i : i+1]}
			if err := x.answer(ctx, &one, queries, to); err != nil {
				return err
			}
		}
		return nil
	case err == nil:
		err = x.read(s, got, to)
		if err != nil {
			err = x.client.Failf(call.Malformed, "", "what it found: %v", err)
		}
	}
	if err != nil {
		for _, at := range s.at {
			to[at] = index.Result{Err: err}
		}
	}
	return nil
}

// read parts what was found among the queries.
func (x *Index) read(s *searches, got *found, to []index.Result) error {
	if err := got.check(); err != nil {
		return err
	}
	columns, err := x.columns(got)
	if err != nil {
		return err
	}
	row := 0
	for i, at := range s.at {
		r := index.Result{Hits: make([]index.Hit, got.counts[i])}
		if s.mode == Dense {
			r.Metric = x.o.Metric
		}
		for k := range r.Hits {
			score := float64(got.scores[row])
			if math.IsNaN(score) {
				return fmt.Errorf("hit %q has no score", got.ids[row])
			}
			r.Hits[k] = hit(r.Metric, score)
			r.Hits[k].ID, r.Hits[k].Rank, r.Hits[k].Fields = got.ids[row], k+1, x.fields(columns, row)
			row++
		}
		to[at] = r
	}
	return nil
}

// hit is a score and what it says of the distance.
func hit(m index.Metric, score float64) index.Hit {
	switch m {
	case index.Cosine:
		return index.Hit{Score: score, Distance: 1 - score}
	case index.Euclidean:
		d := math.Sqrt(max(0, score))
		return index.Hit{Score: -d, Distance: d}
	}
	return index.Hit{Score: math.Abs(score)} // BM25 is never below 0: Milvus Lite gives its negative
}

// columns are those of the schema's fields, in its order, ready to be read; a field that did not come back, though
// there are hits, is an error.
func (x *Index) columns(got *found) ([]*column, error) {
	all := make([]*column, len(x.o.Schema))
	if len(got.ids) == 0 {
		return all, nil
	}
	for i, f := range x.o.Schema {
		at := slices.IndexFunc(got.columns, func(c column) bool { return c.name == fieldPrefix+f.Name })
		if at < 0 {
			return nil, fmt.Errorf("field %q did not come back", fieldPrefix+f.Name)
		}
		all[i] = &got.columns[at]
		if err := all[i].of(f.Kind, len(got.ids)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (x *Index) fields(columns []*column, row int) index.Fields {
	fields := make(index.Fields, len(columns))
	for i, f := range x.o.Schema {
		if v := columns[i].at(f.Kind, row); v != nil {
			fields[f.Name] = v
		}
	}
	return fields
}

// together is what a query found in the end: one ranking, or two made one.
func (x *Index) together(k int, dense, texts index.Result) index.Result {
	switch x.o.Mode {
	case Dense:
		return dense
	case BM25:
		return texts
	}
	if err := errors.Join(dense.Err, texts.Err); err != nil {
		return index.Result{Err: err}
	}
	return index.Result{Hits: remote.Fuse(k, dense.Hits, texts.Hits)}
}
