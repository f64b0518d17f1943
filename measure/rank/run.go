package rank

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// Run is what a system retrieved for a set of queries.
type Run struct {
	heading
	queries []string // in the order in which they came
	of      map[string][]Hit
}

// heading is what the file of a run shows besides its rankings.
type heading struct {
	Tag string // what the system calls itself

	// Rising counts the steps from one rank to the next of the file at which the score rises, of the Steps
	// there were at which it changes. Where most rise, the scores are probably distances.
	Rising, Steps int
}

// NewRun is a run without hits yet.
func NewRun(tag string) *Run { return &Run{heading: heading{Tag: tag}, of: map[string][]Hit{}} }

// Add puts a hit into the ranking of a query. Judge refuses rankings with a document twice.
func (r *Run) Add(query string, h Hit) error {
	if err := named(query, h.Doc); err != nil {
		return err
	}
	if math.IsNaN(h.Score) || math.IsInf(h.Score, 0) {
		return fmt.Errorf("score %v is no finite number", h.Score)
	}
	r.add(query, h)
	return nil
}

func (r *Run) add(query string, hits ...Hit) {
	if _, ok := r.of[query]; !ok {
		r.queries = append(r.queries, query)
	}
	r.of[query] = append(r.of[query], hits...)
}

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
