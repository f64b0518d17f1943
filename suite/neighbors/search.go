package neighbors

import (
	"context"
	"fmt"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// search is an engine as a system: it answers a case with what the engine finds.
type search struct {
	Searcher index.Searcher
	Schema   index.Schema
	Filter   *index.Filter // of the user, beside the regime's; nil is none
	K        int           // ranks that count, the anchor itself apart
	MaxK     int           // that the engine can be asked for; 0 is any

	// Vector gives the vector of a sentence, by which the engine is searched, or nil if it has none. It is nil
	// itself for an engine that is searched by words.
	Vector func(ctx context.Context, id, text string) ([]float32, error)

	// Exact searches the same vectors exactly, so that what an approximate engine loses can be told from what
	// the vectors lose; nil if there is nothing to tell.
	Exact index.Searcher
}

// moreTied is how many times as many hits are asked for next: an engine that looks at every record does so each
// time.
const moreTied = 4

// maxTied is how many hits are asked for to see a group of equal scores whole.
const maxTied = 10_000

// Answer searches. A sentence without a vector is skipped, and a query that the engine fails is an error of
// that case alone.
func (s *search) Answer(ctx context.Context, c *system.Case, _ int) (*system.Answer, error) {
	began := time.Now()
	q := index.Query{Text: c.Question}
	var own *index.Filter
	if text := c.Variables[filterVariable]; text != "" {
		var err error
		if own, err = index.ParseFilter([]byte(text), s.Schema); err != nil {
			return nil, fmt.Errorf("case %q: %w", c.ID, err)
		}
	}
	q.Filter = index.Both(own, s.Filter)
	if s.Vector != nil {
		var err error
		if q.Vector, err = s.Vector(ctx, c.Variables[anchorVariable], c.Question); err != nil {
			return failed(ctx, err)
		}
		if q.Vector == nil {
			reason := "the sentence has no vector: the embedder knows none of its words"
			return &system.Answer{Outcome: string(score.Skipped), Reason: reason, Took: time.Since(began)}, nil
		}
	}
	a := &system.Answer{Outcome: system.Answered}
	var err error
	var open bool
	if a.Passages, open, err = s.ask(ctx, s.Searcher, q, s.MaxK); err != nil {
		return failed(ctx, err)
	}
	a.Text, a.Took = fmt.Sprintf("%d hits", len(a.Passages)), time.Since(began)
	if open {
		a.Text += tiedNote
	}
	if s.Exact != nil {
		if a.Exact, _, err = s.ask(ctx, s.Exact, q, 0); err != nil {
			return failed(ctx, err)
		}
	}
	return a, nil
}

// tiedNote ends the text of an answer whose last rank is tied with hits that the engine did not name.
const tiedNote = ", and more that are tied with the last"

// failed is an error as the outcome of its case, unless it is about every case.
func failed(ctx context.Context, err error) (*system.Answer, error) {
	kind := call.KindOf(err)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case kind == call.MissingKey || kind == call.Withheld || kind == call.OverBudget || kind == call.NotStored:
		return nil, err
	}
	return &system.Answer{Outcome: string(score.Error), Reason: err.Error(), Took: -1}, nil
}

// ask requests K hits, one for the anchor itself, and one to see a tie. If the last counted hit is tied with the next,
// it requests more until the group of equal scores is complete, since the order within the group is arbitrary. Open
// says that the group is larger than the engine's limit.
func (s *search) ask(
	ctx context.Context, engine index.Searcher, q index.Query, most int,
) (found []system.Passage, open bool, err error) {
	if most == 0 {
		most = maxTied
	}
	q.K = min(s.K+2, most)
	for {
		results, err := engine.Search(ctx, []index.Query{q})
		if err != nil {
			return nil, false, err
		}
		r := results[0]
		if r.Err != nil {
			return nil, false, r.Err
		}
		open = tiedBeyond(r.Hits, s.K+1, q.K)
		if !open || q.K >= most {
			return passages(withTies(r.Hits, s.K+1), r.Metric), open, nil
		}
		q.K = min(moreTied*q.K, most)
	}
}

// tiedBeyond reports whether hits were asked for that may share the score of the last that counts.
func tiedBeyond(hits []index.Hit, counts, asked int) bool {
	return len(hits) > counts && len(hits) == asked && hits[len(hits)-1].Score == hits[counts-1].Score
}

// withTies returns the first hits and those tied with the last of them.
func withTies(hits []index.Hit, counts int) []index.Hit {
	n := min(counts, len(hits))
	for n > 0 && n < len(hits) && hits[n].Score == hits[n-1].Score {
		n++
	}
	return hits[:n]
}

func passages(hits []index.Hit, metric index.Metric) []system.Passage {
	all := make([]system.Passage, len(hits))
	for i := range hits {
		h := &hits[i]
		all[i] = system.Passage{ID: h.ID, Score: h.Score}
		if metric != index.None {
			all[i].Distance = &h.Distance
		}
		if class, ok := h.Fields["text_hash"].(int64); ok {
			all[i].Class = classOf(class)
		}
		if shape, ok := h.Fields["mask_hash"].(int64); ok {
			all[i].Shape = classOf(shape)
		}
	}
	return all
}
