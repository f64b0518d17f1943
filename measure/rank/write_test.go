package rank

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
)

// Queries are the queries of the run in the order in which they came.
func (r *Run) Queries() []string { return slices.Clone(r.queries) }

// Of are the hits of a query in the order in which they came, which the caller must not change.
func (r *Run) Of(query string) []Hit { return r.of[query] }

// Write writes the run in trec_eval's format, queries in the order in which they came, each ranking in
// trec_eval's order. Scores read back as the same floats.
func (r *Run) Write(w io.Writer) error {
	if err := nameOf("tag", r.Tag); err != nil {
		return fmt.Errorf("write run: %w", err)
	}
	out := bufio.NewWriter(w)
	for _, query := range r.queries {
		hits := slices.SortedFunc(slices.Values(r.of[query]), before)
		for i, h := range hits {
			score := strconv.FormatFloat(h.Score, 'g', -1, 64)
			fmt.Fprintf(out, "%s Q0 %s %d %s %s\n", query, h.Doc, i+1, score, r.Tag)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write run: %w", err)
	}
	return nil
}

// Of are the judgments of a query, which the caller must not change.
func (q *Qrels) Of(query string) Judgments { return q.of[query] }

// Write writes the judgments in trec_eval's format, queries in the order in which they came, documents in
// byte order.
func (q *Qrels) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, query := range q.queries {
		of := q.of[query]
		for _, doc := range slices.Sorted(maps.Keys(of)) {
			fmt.Fprintf(out, "%s 0 %s %d\n", query, doc, of[doc])
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write judgments: %w", err)
	}
	return nil
}
