// Package run takes cases through a system and its scorers into a ledger.
//
// It decides what is left to do, does it many at a time, and stores what came of each case before it goes
// on. A run that was stopped, in whatever way, goes on where it stopped; a run of the same questions to the
// same system takes over what was answered before. What a case met is the outcome of that case; what every
// case would meet (a missing key, a full disk, no money left) ends the run instead.
//
// It knows neither providers nor statistics, and it holds no more than a page of cases in memory.
package run

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// Plan is what to run.
type Plan struct {
	Header  ledger.Header
	Cases   iter.Seq2[*system.Case, error]
	System  system.System
	Scorers []Scorer

	Concurrency   int           // cases at once; 0 is DefaultConcurrency
	RetryOutcomes []string      // of earlier attempts, to be tried again
	NewRun        bool          // begin a new run though one of the plan is not complete; its answers are taken over
	IgnoreCache   bool          // begin a new run and take nothing over
	Grace         time.Duration // for cases under way when the run is stopped; 0 is DefaultGrace
	Cost          func(catalog.Sale) catalog.Cost
	AtMost        func(*call.Call) catalog.Cost // what a call may cost, for estimates
	Watch         func(Progress)                // called now and then, and at the end; may be nil
	Ahead         Ahead                         // nil makes calls one by one; otherwise the System has to be a Preparer
}

// Ahead is given the calls of all that is left to do before the first of them is made, such as for sending them as a
// batch. It may ask for them more than once. The hash is the plan's.
type Ahead func(ctx context.Context, plan ledger.Hash, calls func() iter.Seq2[*call.Call, error]) error

// Defaults of a plan.
const (
	DefaultConcurrency = 16
	DefaultGrace       = 30 * time.Second
)

// Scorer scores answers under one or several names.
type Scorer struct {
	Measures []score.Measure // of the scores that it makes, in this order
	Score    func(context.Context, *system.Case, *system.Answer) ([]score.Score, error)
}

// Deterministic is a scorer of the table as one of a run.
func Deterministic(s *score.Scorer) Scorer {
	apply := func(_ context.Context, c *system.Case, a *system.Answer) ([]score.Score, error) {
		in := c.Input(a)
		return []score.Score{s.Score(&in)}, nil
	}
	return Scorer{Measures: []score.Measure{s.Measure()}, Score: apply}
}

// Names are those of the scores that it makes.
func (s *Scorer) Names() []string {
	names := make([]string, len(s.Measures))
	for i := range s.Measures {
		names[i] = s.Measures[i].Name
	}
	return names
}

// header is the plan's header with what its scorers say of their measures.
func (p *Plan) header() ledger.Header {
	h := p.Header
	h.Measures = nil
	for i := range p.Scorers {
		h.Measures = append(h.Measures, p.Scorers[i].Measures...)
	}
	return h
}

// hash is the identity of a plan: two runs with the same are one experiment. When it was run and by which
// command line is no part of it.
func (p *Plan) hash() (ledger.Hash, error) {
	h := p.Header
	h.Arguments, h.Measures, h.Data = nil, nil, slices.Clone(h.Data)
	h.Tool, h.Prices = ledger.Tool{}, ""
	for i := range h.Data {
		h.Data[i].Path = "" // what is in a file counts, not where it is
	}
	text, err := json.Marshal(h)
	if err != nil {
		return ledger.Hash{}, fmt.Errorf("plan a run: %w", err)
	}
	return sha256.Sum256(text), nil
}

// attemptKey says what an answer depends on: the case, the system and which repeat it is. The gold and the
// tags of a case are no part of it: nothing is asked again when a label is corrected.
func attemptKey(question ledger.Hash, systemHash string, repeat int) ledger.Hash {
	h := sha256.New()
	h.Write([]byte("assay attempt 1\n"))
	h.Write(question[:])
	h.Write([]byte(systemHash))
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(repeat)))
	return ledger.Hash(h.Sum(nil))
}

// questionHash is the hash of what a system sees of a case.
func questionHash(c *system.Case) (ledger.Hash, error) {
	text, err := json.Marshal(c.Asked())
	if err != nil {
		return ledger.Hash{}, fmt.Errorf("case %q: %w", c.ID, err)
	}
	return sha256.Sum256(text), nil
}

// caseHash is the hash of a case for comparing runs: what is asked and what is right, without an answer that
// the data brings, which belongs to the system that gave it.
func caseHash(c *system.Case) (ledger.Hash, error) {
	if c.Answer == nil && c.Answers == nil {
		return ledger.Hash{}, nil // the ledger takes that of the body
	}
	asked := *c
	asked.Answer, asked.Answers = nil, nil
	text, err := json.Marshal(&asked)
	return sha256.Sum256(text), err
}

func (p *Plan) repeats() int { return max(p.Header.Repeats, 1) }

func (p *Plan) concurrency() int {
	if p.Concurrency > 0 {
		return p.Concurrency
	}
	return DefaultConcurrency
}

func (p *Plan) grace() time.Duration {
	if p.Grace > 0 {
		return p.Grace
	}
	return DefaultGrace
}
