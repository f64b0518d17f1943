package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/bm25"
	"github.com/assayhq/assay/index/internal/dense"
	"github.com/assayhq/assay/index/internal/fusion"
	"github.com/assayhq/assay/internal/parallel"
)

// Mode is how an index is searched.
type Mode string

// The modes. Dense compares with every vector, Int8 with the codes of every vector and then with the vectors of
// the candidates, or with no more than codes in an index that has nothing else. Hybrid takes the best of Int8
// and the best of BM25, and makes them one by reciprocal rank: of ranks, what Int8 may miss is far below what
// the other ranking moves, and it takes a third of the time.
const (
	Dense  Mode = "dense"
	Int8   Mode = "int8"
	BM25   Mode = "bm25"
	Hybrid Mode = "hybrid"
)

// Searcher searches the index in a mode that it was built for.
func (x *Index) Searcher(mode Mode) (index.Searcher, error) {
	s := &searcher{x: x, vectors: mode == Dense || mode == Int8 || mode == Hybrid, texts: mode == BM25 || mode == Hybrid}
	s.choice = dense.Exact
	if mode == Int8 || mode == Hybrid {
		s.choice = dense.Int8
	}
	switch {
	case !s.vectors && !s.texts:
		return nil, fmt.Errorf("unknown mode %q; want %s, %s, %s or %s", mode, Dense, Int8, BM25, Hybrid)
	case s.vectors && x.manifest.Embedder == nil:
		return nil, fmt.Errorf("search index %q: it holds no vectors, which mode %s needs", x.dir, mode)
	case s.texts && x.manifest.Texts == nil:
		return nil, fmt.Errorf("search index %q: it holds no texts, which mode %s needs", x.dir, mode)
	case mode == Dense && x.manifest.CodesOnly:
		return nil, fmt.Errorf("search index %q: it holds codes only, and mode %s needs vectors; use mode %s", x.dir, mode,
			Int8)
	}
	return s, nil
}

type searcher struct {
	x              *Index
	vectors, texts bool
	choice         dense.Mode
}

// group is the queries that share a filter and ask for as much, by their place among all: what serves one of
// them serves all.
type group struct {
	filter  *index.Filter
	k       int
	queries []int
}

// job is one call's work.
type job struct {
	*searcher
	queries []index.Query
	asked   []*bm25.Query // nil without texts
	results []index.Result
}

// Search answers queries, those with equal filters together.
func (s *searcher) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	j := &job{searcher: s, queries: queries, results: make([]index.Result, len(queries)),
		asked: make([]*bm25.Query, len(queries))}
	for i := range queries {
		j.results[i].Err = s.check(&queries[i])
	}
	if s.texts {
		j.prepare()
	}
	groups := j.group()
	errs := make([]error, min(len(groups), runtime.GOMAXPROCS(0)))
	parallel.Workers(len(errs), len(groups), func(worker, i int) {
		if errs[worker] == nil {
			errs[worker] = j.answer(ctx, &groups[i])
		}
	})
	if err := cmp.Or(ctx.Err(), errors.Join(errs...)); err != nil {
		return nil, fmt.Errorf("search index %q: %w", s.x.dir, err)
	}
	return j.results, nil
}

// check reports why a query cannot be answered.
func (s *searcher) check(q *index.Query) error {
	switch {
	case q.K < 1:
		return fmt.Errorf("the query asks for %d hits", q.K)
	case s.texts && q.Text == "":
		return errors.New("the query has no text, which the mode needs")
	case s.vectors && q.Vector == nil:
		return errors.New("the query has no vector, which the mode needs")
	}
	if s.vectors {
		if err := dense.Check(q.Vector, s.x.manifest.Embedder.Dimension); err != nil {
			return err
		}
	}
	return q.Filter.Check(s.x.manifest.Schema)
}

// prepare weighs the queries' terms. What one query has wrong is no other's fault.
func (j *job) prepare() {
	files := make([]*bm25.File, len(j.x.segments))
	for i, s := range j.x.segments {
		files[i] = s.texts
	}
	var which []int
	var texts []string
	for i := range j.queries {
		if j.results[i].Err == nil {
			which, texts = append(which, i), append(texts, j.queries[i].Text)
		}
	}
	if len(files) == 0 || len(which) == 0 {
		return
	}
	asked, err := bm25.Prepare(files, texts)
	for n, i := range which {
		if err == nil {
			j.asked[i] = asked[n]
		} else if one, err := bm25.Prepare(files, texts[n:n+1]); err == nil {
			j.asked[i] = one[0]
		} else {
			j.results[i].Err = err
		}
	}
}

func (j *job) group() []group {
	type key struct {
		filter string
		k      int
	}
	at := map[key]int{}
	var groups []group
	for i, q := range j.queries {
		if j.results[i].Err != nil {
			continue
		}
		k := key{q.Filter.String(), q.K}
		n, ok := at[k]
		if !ok {
			n, at[k] = len(groups), len(groups)
			groups = append(groups, group{filter: q.Filter, k: q.K})
		}
		groups[n].queries = append(groups[n].queries, i)
	}
	return groups
}

// found is a record and its score.
type found struct {
	place
	score float64
}

// better orders by score, and records of equal scores as they were added.
func better(a, b found) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.segment, b.segment), cmp.Compare(a.row, b.row))
}

// answer answers a group.
func (j *job) answer(ctx context.Context, g *group) error {
	chosen := make([][]uint32, len(j.x.segments))
	for i, s := range j.x.segments {
		var err error
		if chosen[i], err = s.choose(g.filter); err != nil {
			return err
		}
	}
	depth := g.k
	if j.vectors && j.texts {
		depth = max(g.k, fusion.Depth)
	}
	rankings := make([][][]found, 0, 2)
	if j.vectors {
		r, err := j.nearest(ctx, g, chosen, depth)
		if err != nil {
			return err
		}
		rankings = append(rankings, r)
	}
	if j.texts {
		r, err := j.matching(ctx, g, chosen, depth)
		if err != nil {
			return err
		}
		rankings = append(rankings, r)
	}
	for i, q := range g.queries {
		best := rankings[0][i]
		if len(rankings) > 1 {
			best = fuse(best, rankings[1][i])
		}
		if err := j.report(q, best[:min(g.k, len(best))]); err != nil {
			return err
		}
	}
	return nil
}

// nearest ranks by vectors.
func (j *job) nearest(ctx context.Context, g *group, chosen [][]uint32, depth int) ([][]found, error) {
	vectors := make([][]float32, len(g.queries))
	for i, q := range g.queries {
		vectors[i] = j.queries[q].Vector
	}
	all := make([][]found, len(g.queries))
	for n, s := range j.x.segments {
		if chosen[n] != nil && len(chosen[n]) == 0 {
			continue
		}
		hits, err := s.dense.Search(ctx, vectors, depth, chosen[n], j.choice)
		if err != nil {
			return nil, err
		}
		for i := range hits {
			for _, h := range hits[i] {
				all[i] = append(all[i], found{place{n, h.Row}, h.Score})
			}
		}
	}
	return cut(all, depth), nil
}

// matching ranks by BM25.
func (j *job) matching(ctx context.Context, g *group, chosen [][]uint32, depth int) ([][]found, error) {
	all := make([][]found, len(g.queries))
	for n, s := range j.x.segments {
		if chosen[n] != nil && len(chosen[n]) == 0 {
			continue
		}
		asks := make([]bm25.Ask, len(g.queries))
		for i, q := range g.queries {
			asks[i] = bm25.Ask{Query: j.asked[q], Rows: chosen[n], K: min(depth, s.Records)}
		}
		hits, err := s.texts.Search(ctx, asks)
		if err != nil {
			return nil, err
		}
		for i := range hits {
			for _, h := range hits[i] {
				all[i] = append(all[i], found{place{n, h.Row}, float64(h.Score)})
			}
		}
	}
	return cut(all, depth), nil
}

func cut(all [][]found, depth int) [][]found {
	for i := range all {
		slices.SortFunc(all[i], better)
		all[i] = all[i][:min(depth, len(all[i]))]
	}
	return all
}

// fuse makes one ranking of several, by reciprocal ranks.
func fuse(rankings ...[]found) []found {
	var all []found
	for _, f := range fusion.Fuse(func(f found) place { return f.place }, rankings...) {
		all = append(all, found{f.Item.place, f.Score})
	}
	slices.SortFunc(all, better)
	return all
}

// report makes hits of what was found for a query.
func (j *job) report(q int, best []found) error {
	r := &j.results[q]
	r.Hits = make([]index.Hit, len(best))
	if j.vectors && !j.texts {
		r.Metric = index.Cosine
	}
	for i, b := range best {
		f := j.x.segments[b.segment].fields
		id, err := f.ID(b.row)
		if err != nil {
			return err
		}
		of, err := f.Fields(b.row)
		if err != nil {
			return err
		}
		r.Hits[i] = index.Hit{ID: id, Rank: i + 1, Score: b.score, Fields: of}
		if r.Metric == index.Cosine {
			r.Hits[i].Distance = max(0, min(2, 1-b.score)) // a product of rounded vectors may lie beyond
		}
	}
	return nil
}
