package rank

import (
	"fmt"
	"math"
)

// Run is what a system retrieved for a set of queries.
type Run struct {
	heading
	queries []string // in the order in which they came
	of      map[string][]Hit
}

// heading is what the file of a run has in addition to its rankings.
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
