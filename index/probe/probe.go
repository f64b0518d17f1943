// Package probe turns an engine and the exact answer into how far the engine is to be trusted: whether it holds what
// it was given, whether filters let through what they should, how many of the true neighbours it finds, and how long
// it takes.
//
// The questions are sentences of the index, each asked by its own vector or words, without a filter and under filters
// made of its own fields. The oracle is the embedded index, which has the same vectors and searches all of them.
package probe

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/assayhq/assay/index"
	"github.com/assayhq/assay/index/embedded"
	"github.com/assayhq/assay/measure"
)

// engine is what is probed.
type engine interface {
	index.Searcher
	Count(context.Context) (int, error)
	Vectors(context.Context, []string) ([][]float32, error)
}

// Subject is an engine and what it should hold.
type Subject struct {
	Engine engine
	Mode   embedded.Mode   // how the engine ranks; only under Dense is there an exact answer for its ranks
	Index  *embedded.Index // what it is a copy of
	Put    int             // records that it has acknowledged
	MaxK   int             // hits that it can be asked for; 0 is any number
	// Text gives the text of a sentence; needed where the engine ranks by words.
	Text func(id string) (string, error)
}

// Options are how closely an engine is looked at.
type Options struct {
	Sentences int // that are asked with
	K         int // neighbours, the sentence itself apart
	Seed      uint64
	Floor     float64 // of the recall
}

// Defaults are options that tell 0.95 from 0.97 and take seconds.
var Defaults = Options{Sentences: 200, K: 10, Seed: 1, Floor: 0.95}

// Verdict is what a finding says.
type Verdict string

// The verdicts. Unclear is a measure whose interval has the floor in it.
const (
	Right   Verdict = "right"
	Wrong   Verdict = "wrong"
	Unclear Verdict = "unclear"
)

// finding is one thing that was looked at.
type finding struct {
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	Detail  string  `json:"said"`
}

// Report is what came of a probe.
type Report struct {
	Sentences int              `json:"sentences"`
	K         int              `json:"k"`
	Filters   []*filteredStats `json:"filters"`
	Timing    timing           `json:"timing"`
	Findings  []finding        `json:"findings"`
}

// filteredStats is what queries under one kind of filter gave.
type filteredStats struct {
	Name    string        `json:"name"`
	Queries int           `json:"queries"`
	Failed  int           `json:"failed"`          // queries that the engine refused or broke off
	Through int           `json:"through"`         // hits that the filter should have kept out
	Altered int           `json:"altered"`         // hits whose fields or distances are not those of the index
	Selves  int           `json:"selves"`          // queries whose filter lets through the sentence that they are made of
	Lost    int           `json:"lost"`            // of these, those that did not find it, nor a copy
	Short   int           `json:"short"`           // queries with fewer hits than there are records
	Recall  *measure.Stat `json:"recall"`          // of the true neighbours; nil where no order is true
	First   string        `json:"first,omitempty"` // of what went wrong
}

// question is a sentence to ask with.
type question struct {
	id     string
	text   string
	vector []float32
	fields index.Fields
}

// Run probes an engine. A query that fails is a finding; an engine that cannot be asked at all is an error.
func Run(ctx context.Context, s *Subject, o Options) (*Report, error) {
	if s.MaxK > 0 && o.K+1 > s.MaxK {
		return nil, fmt.Errorf("%d neighbours: the engine gives %d hits at most, the sentence itself among them", o.K, s.MaxK)
	}
	if s.Mode != embedded.BM25 && s.Index.Manifest().CodesOnly {
		return nil, errors.New("the index keeps its vectors as codes only, and the exact answer needs the vectors; build " +
			"one without --codes-only")
	}
	asked, err := draw(s, o)
	if err != nil {
		return nil, err
	}
	if len(asked) == 0 {
		return nil, errors.New("there is no sentence to ask with: the index is empty, or none of its sentences has a vector")
	}
	r := &Report{Sentences: len(asked), K: o.K}
	if err := r.holds(ctx, s, asked); err != nil {
		return nil, err
	}
	for i := range conditions {
		f, err := s.under(ctx, &conditions[i], asked, o)
		if err != nil {
			return nil, err
		}
		if f.Queries > 0 {
			r.Filters = append(r.Filters, f)
		}
	}
	r.judge(o.Floor)
	if r.Timing, err = s.timed(ctx, asked, o); err != nil {
		return nil, err
	}
	return r, nil
}

// draw takes sentences by a seed, each as likely as any other, in one pass over the ids.
func draw(s *Subject, o Options) ([]question, error) {
	random := rand.New(rand.NewPCG(o.Seed, 0))
	var ids []string
	n := 0
	for id, err := range s.Index.IDs() {
		if err != nil {
			return nil, err
		}
		n++
		if len(ids) < o.Sentences {
			ids = append(ids, id)
		} else if i := random.IntN(n); i < o.Sentences {
			ids[i] = id
		}
	}
	slices.Sort(ids)
	var all []question
	for _, id := range ids {
		q, err := s.question(id)
		if err != nil {
			return nil, err
		}
		if q.vector != nil || s.Mode == embedded.BM25 {
			all = append(all, q)
		}
	}
	return all, nil
}

func (s *Subject) question(id string) (q question, err error) {
	q.id = id
	if q.fields, _, err = s.Index.Fields(id); err != nil {
		return q, err
	}
	if s.Mode != embedded.BM25 {
		if q.vector, _, err = s.Index.Vector(id); err != nil {
			return q, err
		}
	}
	if s.Mode != embedded.Dense {
		q.text, err = s.Text(id)
	}
	return q, err
}

func (q *question) query(k int, f *index.Filter) index.Query {
	return index.Query{Text: q.text, Vector: q.vector, Filter: f, K: k}
}

// timing is how long the engine took for queries, in milliseconds.
type timing struct {
	Open      Percentiles `json:"open"`       // one after the other, without a filter
	Filtered  Percentiles `json:"filtered"`   // with company, year and section
	PerSecond float64     `json:"per_second"` // all of them at once
	Exact     Percentiles `json:"exact"`      // the embedded index for the first of these
}

// Percentiles are of times in milliseconds.
type Percentiles struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
}

func percentiles(times []time.Duration) Percentiles {
	if len(times) == 0 {
		return Percentiles{}
	}
	slices.Sort(times)
	at := func(p float64) float64 {
		return float64(times[min(int(p*float64(len(times))), len(times)-1)].Microseconds()) / 1000
	}
	return Percentiles{at(0.5), at(0.95), at(0.99)}
}

// timed asks again, one by one and all at once: the connection is warm by now.
func (s *Subject) timed(ctx context.Context, asked []question, o Options) (t timing, err error) {
	open, filtered := make([]index.Query, len(asked)), make([]index.Query, len(asked))
	for i := range asked {
		open[i] = asked[i].query(o.K+1, nil)
		filtered[i] = asked[i].query(o.K+1, asked[i].scopeFilter())
	}
	if t.Open, err = oneByOne(ctx, s.Engine, open); err != nil {
		return t, err
	}
	if t.Filtered, err = oneByOne(ctx, s.Engine, filtered); err != nil {
		return t, err
	}
	began := time.Now()
	if _, err := s.Engine.Search(ctx, open); err != nil {
		return t, err
	}
	t.PerSecond = float64(len(open)) / time.Since(began).Seconds()
	exact, err := s.Index.Searcher(s.Mode)
	if err != nil {
		return t, nil // the embedded index has no such mode: there is nothing to compare with
	}
	t.Exact, err = oneByOne(ctx, exact, open)
	return t, err
}

func oneByOne(ctx context.Context, s index.Searcher, queries []index.Query) (Percentiles, error) {
	times := make([]time.Duration, len(queries))
	for i := range queries {
		began := time.Now()
		if _, err := s.Search(ctx, queries[i:i+1]); err != nil {
			return Percentiles{}, err
		}
		times[i] = time.Since(began)
	}
	return percentiles(times), nil
}
