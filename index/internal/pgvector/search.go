package pgvector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/fusion"
	"github.com/assayhq/assay/index/internal/remote"
)

// Search answers queries, as many at once as there are connections. What one query has wrong is an error of
// its result; a server that does not answer is an error of all.
func (x *Index) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ranker, err := x.prepare(ctx)
	if err != nil {
		return nil, err
	}
	results := make([]index.Result, len(queries))
	err = x.each(ctx, len(queries), func(ctx context.Context, i int) error {
		if err := x.check(&queries[i]); err != nil {
			results[i].Err = err
			return nil
		}
		var err error
		results[i], err = x.answer(ctx, ranker, &queries[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

func (x *Index) check(q *index.Query) error {
	if err := x.o.Shape.Query(q, x.o.MaxK); err != nil {
		return err
	}
	if _, err := where(q.Filter, x.o.Schema, new(arguments)); err != nil {
		return err
	}
	if x.o.Mode != BM25 {
		if err := x.o.Shape.Vector(q.Vector); err != nil {
			return err
		}
	}
	switch {
	case x.o.Mode == Dense:
		return nil
	case q.Text == "":
		return errors.New("the query has no text, which the mode needs")
	}
	return keepable(q.Text)
}

// answer asks what the mode needs of a checked query.
func (x *Index) answer(ctx context.Context, ranker Ranker, q *index.Query) (index.Result, error) {
	switch x.o.Mode {
	case Dense:
		hits, err := x.neighbours(ctx, q, q.K)
		return index.Result{Hits: hits, Metric: x.o.Metric}, err
	case BM25:
		hits, err := x.texts(ctx, ranker, q, q.K)
		return index.Result{Hits: hits}, err
	}
	depth := max(q.K, fusion.Depth)
	near, err := x.neighbours(ctx, q, depth)
	if err != nil {
		return index.Result{}, err
	}
	matching, err := x.texts(ctx, ranker, q, depth)
	return index.Result{Hits: remote.Fuse(q.K, near, matching)}, err
}

// neighbours are the nearest rows. Scans that go on while a filter takes hits away give them nearly in order;
// here they are put into it.
func (x *Index) neighbours(ctx context.Context, q *index.Query, k int) ([]index.Hit, error) {
	var args arguments
	near := fmt.Sprintf("%s %s %s::%s", vectorColumn, x.metric().operator, args.add(literal(q.Vector)), x.o.vectorType())
	pass, err := where(q.Filter, x.o.Schema, &args)
	if err != nil {
		return nil, err
	}
	sql := fmt.Sprintf("SELECT %s, %s FROM %s WHERE %s ORDER BY %s LIMIT %s::bigint", x.selection(), near, x.table, pass,
		near, args.add(k))
	hits, err := x.ask(ctx, sql, args)
	for i := range hits {
		hits[i].Distance = hits[i].Score
		if x.o.Metric == index.Cosine {
			hits[i].Score = 1 - hits[i].Distance
		} else {
			hits[i].Score = -hits[i].Distance
		}
	}
	return ranked(hits), err
}

// texts are the rows that match best.
func (x *Index) texts(ctx context.Context, ranker Ranker, q *index.Query, k int) ([]index.Hit, error) {
	var args arguments
	text := args.add(q.Text) + "::text"
	pass, err := where(q.Filter, x.o.Schema, &args)
	if err != nil {
		return nil, err
	}
	statement := x.native
	if ranker == TextSearch {
		statement = x.bm25
	}
	sql := statement(text, pass, args.add(k))
	hits, err := x.ask(ctx, sql, args)
	return ranked(hits), err
}

// bm25 asks pg_textsearch, whose scores are below zero, and zero where nothing matches.
func (x *Index) bm25(text, pass, k string) string {
	match := fmt.Sprintf("%s <@> to_bm25query(%s, '%s_bm25')", textColumn, text, x.o.Table)
	return fmt.Sprintf("SELECT %s, -score FROM (SELECT *, %s AS score FROM %s WHERE %s ORDER BY %s LIMIT %s::bigint) AS best WHERE score < 0",
		x.selection(), match, x.table, pass, match, k)
}

// native asks PostgreSQL's own text search for rows with any of the words.
func (x *Index) native(text, pass, k string) string {
	anyWord := fmt.Sprintf(`(SELECT string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | `+
		`')::tsquery FROM unnest(to_tsvector('%s', %s)))`, x.o.Config, text)
	return fmt.Sprintf("SELECT %s, ts_rank(%s, words)::float8 AS score FROM %s, %s AS q(words) WHERE %s @@ words AND "+
		"%s ORDER BY score DESC, %s LIMIT %s::bigint",
		x.selection(), wordsColumn, x.table, "LATERAL "+anyWord, wordsColumn, pass, idColumn, k)
}

// selection is the id and the fields.
func (x *Index) selection() string {
	return strings.Join(append([]string{idColumn}, x.columns...), ", ")
}

// ask reads hits: the id, the fields, and a number that becomes the score.
func (x *Index) ask(ctx context.Context, sql string, args arguments) (hits []index.Hit, err error) {
	err = x.do(ctx, "search", func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		hits, err = pgx.CollectRows(rows, x.hit)
		return err
	})
	return hits, err
}

func (x *Index) hit(row pgx.CollectableRow) (index.Hit, error) {
	h := index.Hit{Fields: index.Fields{}}
	values, err := row.Values()
	if err != nil {
		return h, err
	}
	for i, f := range x.o.Schema {
		if v := values[i+1]; v != nil {
			h.Fields[f.Name] = v
		}
	}
	id, isText := values[0].(string)
	score, isNumber := values[len(values)-1].(float64)
	if !isText || !isNumber {
		return h, fmt.Errorf("a row begins with the %T %v and ends with the %T %v", values[0], values[0],
			values[len(values)-1], values[len(values)-1])
	}
	h.ID, h.Score = id, score
	h.Fields, err = x.o.Schema.Normal(h.Fields)
	return h, err
}

// ranked puts hits into the order of their scores.
func ranked(hits []index.Hit) []index.Hit {
	slices.SortStableFunc(hits, func(a, b index.Hit) int { return cmp.Compare(b.Score, a.Score) })
	for i := range hits {
		hits[i].Rank = i + 1
	}
	return hits
}
