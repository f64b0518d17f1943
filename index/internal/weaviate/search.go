package weaviate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/internal/remote"
)

// asked is a query in the words of the engine.
type asked struct {
	at   int // among the caller's
	text string
}

// Search answers queries, several in a request. What one query has wrong is an error of its result; an engine
// that does not answer is an error of all.
func (x *Index) Search(ctx context.Context, queries []index.Query) ([]index.Result, error) {
	results := make([]index.Result, len(queries))
	var all []asked
	for i := range queries {
		text, err := x.query(&queries[i])
		if err != nil {
			results[i].Err = err
			continue
		}
		all = append(all, asked{i, text})
	}
	ends := remote.Batches(len(all), x.o.Queries, maxRequest, func(i int) int { return len(all[i].text) })
	err := x.client.Each(ctx, len(ends), func(ctx context.Context, i int) error {
		from, to := remote.Span(ends, i)
		return x.answer(ctx, all[from:to], results)
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

// query is a query as GraphQL, without its alias.
func (x *Index) query(q *index.Query) (string, error) {
	if err := x.o.Shape.Query(q, x.o.MaxK); err != nil {
		return "", err
	}
	search, err := x.argument(q)
	if err != nil {
		return "", err
	}
	filter := where(q.Filter)
	if filter != "" {
		filter = ",where:" + filter
	}
	if x.o.Consistency != "" {
		filter += ",consistencyLevel:" + x.o.Consistency
	}
	return fmt.Sprintf("%s(limit:%d,%s%s){%s}", x.class, q.K, search, filter, x.selection()), nil
}

// argument is what the mode searches by.
func (x *Index) argument(q *index.Query) (string, error) {
	if x.o.Mode != BM25 {
		if err := x.o.Shape.Vector(q.Vector); err != nil {
			return "", err
		}
	}
	if x.o.Mode != Dense {
		switch {
		case q.Text == "":
			return "", errors.New("the query has no text, which the mode needs")
		case !utf8.ValidString(q.Text):
			return "", errors.New("the query's text is not UTF-8, and the engine takes nothing else")
		}
	}
	vector := string(vectorLiteral(nil, q.Vector))
	by := fmt.Sprintf(`query:%s,properties:[%q]`, quote(q.Text), textProperty)
	switch x.o.Mode {
	case BM25:
		return "bm25:{" + by + "}", nil
	case Hybrid:
		return "hybrid:{" + by + ",alpha:0.5,fusionType:rankedFusion,vector:" + vector + "}", nil
	}
	return "nearVector:{vector:" + vector + "}", nil
}

// selection is what comes back of each hit.
func (x *Index) selection() string {
	var names []string
	for _, p := range x.properties() {
		if p.Name != textProperty {
			names = append(names, p.Name)
		}
	}
	return strings.Join(append(names, "_additional{distance score}"), " ")
}

// answer asks some queries in one request. If the engine refuses it, each is asked by itself, so that the one
// at fault is told from the others.
func (x *Index) answer(ctx context.Context, batch []asked, results []index.Result) error {
	var b strings.Builder
	b.WriteString("{Get{")
	for i := range batch {
		b.WriteString(" q" + strconv.Itoa(i) + ":" + batch[i].text)
	}
	b.WriteString("}}")
	reply, err := x.graphql(ctx, b.String())
	if err != nil {
		return x.eachAlone(ctx, batch, results, err)
	}
	for i := range batch {
		raw, ok := reply.Data.Get["q"+strconv.Itoa(i)]
		if !ok {
			return x.client.Failf(call.Malformed, "", "the reply has nothing on query %d of %d", i+1, len(batch))
		}
		results[batch[i].at] = x.result(raw)
	}
	return nil
}

func (x *Index) eachAlone(ctx context.Context, batch []asked, results []index.Result, err error) error {
	var f *call.Failure
	if !errors.As(err, &f) || f.Code != codeGraphQL {
		return err
	}
	if len(batch) == 1 {
		results[batch[0].at].Err = err
		return nil
	}
	for i := range batch {
		if err := x.answer(ctx, batch[i:i+1], results); err != nil {
			return err
		}
	}
	return nil
}

// additional is what a hit has beside its properties. Scores of texts are strings.
type additional struct {
	Distance *float64
	Score    json.RawMessage
}

func (x *Index) result(raw []map[string]json.RawMessage) index.Result {
	r := index.Result{Hits: make([]index.Hit, len(raw))}
	if x.o.Mode == Dense {
		r.Metric = x.o.Shape.Metric
	}
	for i := range raw {
		var err error
		if r.Hits[i], err = x.hit(raw[i]); err != nil {
			return index.Result{Err: x.client.Failf(call.Malformed, "was the class made by assay?", "hit %d: %v", i+1, err)}
		}
		r.Hits[i].Rank = i + 1
	}
	return r
}

func (x *Index) hit(raw map[string]json.RawMessage) (index.Hit, error) {
	var h index.Hit
	var more additional
	if err := errors.Join(json.Unmarshal(raw[idProperty], &h.ID), json.Unmarshal(raw["_additional"], &more)); err != nil {
		return h, err
	}
	if err := x.score(&h, &more); err != nil {
		return h, err
	}
	var err error
	h.Fields, err = x.fields(raw)
	return h, err
}

func (x *Index) score(h *index.Hit, more *additional) (err error) {
	if x.o.Mode != Dense {
		h.Score, err = strconv.ParseFloat(strings.Trim(string(more.Score), `"`), 64)
		return err
	}
	if more.Distance == nil {
		return errors.New("it has no distance")
	}
	h.Distance = *more.Distance
	if x.o.Shape.Metric == index.Euclidean {
		h.Distance = math.Sqrt(max(0, h.Distance)) // the engine's is squared
		h.Score = -h.Distance
		return nil
	}
	h.Score = 1 - h.Distance
	return nil
}

// fields reads back what properties made.
func (x *Index) fields(raw map[string]json.RawMessage) (index.Fields, error) {
	fields, err := x.o.Shape.Fields(withoutWide(x.o.Shape.Schema, raw))
	if err != nil {
		return nil, err
	}
	for _, f := range x.o.Shape.Schema {
		switch text, there := raw[f.Name+exactSuffix]; {
		case f.Kind == index.Text:
			if v, ok := fields[f.Name].(string); ok {
				fields[f.Name] = unguard(v)
			}
		case f.Kind == index.Int && there && string(text) != "null":
			v, err := fromExact(strings.Trim(string(text), `"`))
			if err != nil {
				return nil, fmt.Errorf("property %q: %w", f.Name+exactSuffix, err)
			}
			fields[f.Name] = v
		}
	}
	return fields, nil
}

// withoutWide leaves out the properties of numbers that are kept exactly beside them.
func withoutWide(s index.Schema, raw map[string]json.RawMessage) map[string]json.RawMessage {
	some := make(map[string]json.RawMessage, len(s))
	for _, f := range s {
		exact, there := raw[f.Name+exactSuffix]
		if value, ok := raw[f.Name]; ok && (f.Kind != index.Int || !there || slices.Equal(exact, []byte("null"))) {
			some[f.Name] = value
		}
	}
	return some
}
