package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/system"
)

// Result is how an execution ended.
type Result struct {
	Run      *ledger.Info
	Resumed  bool // it went on with a run that was begun before
	Progress Progress
}

// Execute runs a plan until all is done, the context ends, or nothing more can be done. The error says why
// the run could not go on; a run that was stopped (by a person, by its budget) is no error, and its status
// says so. What was stored stays, and the same plan goes on from there.
func Execute(ctx context.Context, l *ledger.Ledger, p *Plan) (*Result, error) {
	hash, err := p.hash()
	if err != nil {
		return nil, err
	}
	r, resumed, err := begin(l, p, hash)
	if err != nil {
		return nil, err
	}
	x := &execution{l: l, r: r, p: p, hash: hash, meter: newMeter(r.Info.Name, p.Watch)}
	status, err := x.all(ctx)
	reason := ""
	if err != nil {
		reason = err.Error()
	}
	if status == ledger.Stopped {
		err = nil
	}
	end := r.End(status, reason)
	if err == nil { // a ledger that fails reports the same twice
		err = end
	}
	x.meter.end()
	return &Result{Run: &r.Info, Resumed: resumed, Progress: x.meter.snapshot()}, err
}

// begin goes on with the plan's newest run if that is not complete, or if its failures are to be tried
// again; else it begins one.
func begin(l *ledger.Ledger, p *Plan, hash ledger.Hash) (*ledger.Run, bool, error) {
	now := time.Now()
	if !p.IgnoreCache && !p.NewRun {
		runs, err := l.Runs(ledger.Filter{Plan: hash})
		if err != nil {
			return nil, false, err
		}
		if len(runs) > 0 && (runs[0].Status != ledger.Complete || len(p.RetryOutcomes) > 0) {
			r, err := l.Continue(runs[0], p.Header.Arguments, now)
			if errors.Is(err, ledger.ErrHeld) {
				err = fmt.Errorf("%w; wait until it has ended ('assay runs' shows it), or begin another with --resume=false", err)
			}
			return r, true, err
		}
	}
	r, err := l.Begin(p.header(), hash, now)
	return r, false, err
}

// execution is a run under way.
type execution struct {
	l     *ledger.Ledger
	r     *ledger.Run
	p     *Plan
	hash  ledger.Hash // of the plan
	meter *meter
	carry bool // other runs may hold answers
}

func (x *execution) all(ctx context.Context) (ledger.Status, error) {
	n, err := x.register(ctx)
	if err != nil {
		return ended(ctx, err)
	}
	x.meter.begin(n * x.p.repeats())
	if err := x.lookBack(); err != nil {
		return ledger.Failed, err
	}
	if x.p.Ahead != nil {
		if err := x.p.Ahead(ctx, x.hash, func() iter.Seq2[*call.Call, error] { return x.calls(ctx) }); err != nil {
			return ended(ctx, err)
		}
	}
	if err := x.answer(ctx); err != nil {
		return ended(ctx, err)
	}
	if ctx.Err() != nil {
		return ledger.Interrupted, nil
	}
	return ledger.Complete, nil
}

// ended says what an error that ended a run makes of it.
func ended(ctx context.Context, err error) (ledger.Status, error) {
	switch kind := call.KindOf(err); {
	case ctx.Err() != nil && (kind == call.Cancelled || errors.Is(err, context.Canceled)):
		return ledger.Interrupted, nil
	case kind == call.OverBudget:
		return ledger.Stopped, err
	}
	return ledger.Failed, err
}

// registerCases is how many cases are stored at a time.
const registerCases = 500

// register stores the cases of the plan, or those that an earlier try did not come to. One goroutine reads
// them and another stores them.
func (x *execution) register(ctx context.Context) (int, error) {
	have, all, err := x.r.Registered()
	if err != nil || all {
		return have, err
	}
	batches, stored := make(chan []ledger.Case, 2), make(chan error, 1)
	go func() {
		var err error
		for batch := range batches {
			if err == nil {
				err = x.r.AddCases(batch)
			}
		}
		stored <- err
	}()
	n, err := x.read(ctx, have, batches)
	close(batches)
	failed := <-stored
	err = cmp.Or(err, failed)
	if err != nil {
		return 0, err
	}
	return n, x.r.EndCases(n)
}

// read passes on the cases after those that are registered already, and counts all.
func (x *execution) read(ctx context.Context, have int, batches chan<- []ledger.Case) (n int, err error) {
	var batch []ledger.Case
	for c, err := range x.p.Cases {
		if err != nil {
			return 0, err
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if n++; n <= have {
			continue
		}
		one, err := record(c, n-1)
		if err != nil {
			return 0, fmt.Errorf("case %q: %w", c.ID, err)
		}
		if batch = append(batch, one); len(batch) == registerCases {
			batches <- batch
			batch = make([]ledger.Case, 0, registerCases)
		}
	}
	batches <- batch
	return n, nil
}

// record is a case for the ledger.
func record(c *system.Case, ordinal int) (ledger.Case, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return ledger.Case{}, err
	}
	hash, err := caseHash(c)
	return ledger.Case{Ordinal: ordinal, ID: c.ID, Hash: hash, Cluster: c.Cluster, Tags: c.Tags, Body: body}, err
}

// lookBack counts what earlier tries at this run have done, and whether other runs may have answers.
func (x *execution) lookBack() error {
	done, others, err := x.r.Done()
	x.carry = others && !x.p.IgnoreCache && x.p.Header.Replays == ""
	x.meter.resume(done)
	return err
}

// answer feeds what is left to do to as many workers as the plan allows. When the context ends, or something
// ends the run, nothing new is begun, and what is under way has the plan's grace to end: it may be paid for.
func (x *execution) answer(ctx context.Context) error {
	inner, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	stopped, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(stopped, func() {
		x.meter.stopping(ctx.Err() != nil)
		time.AfterFunc(x.p.grace(), abandon)
	})()
	work := make(chan task, 2*x.p.concurrency()) // read ahead: calls that begin together end together, and all want the next
	var workers sync.WaitGroup
	for range x.p.concurrency() {
		workers.Go(func() {
			for t := range work {
				if stopped.Err() != nil {
					return
				}
				if err := x.do(inner, t); err != nil {
					stop(err)
					return
				}
			}
		})
	}
	fed := x.feed(stopped, work)
	close(work)
	workers.Wait()
	if fed != nil || ctx.Err() != nil {
		return fed
	}
	if cause := context.Cause(stopped); cause != nil {
		return cause
	}
	return nil
}

// feed hands out what is left to do, a page at a time, until the context ends.
func (x *execution) feed(ctx context.Context, work chan<- task) error {
	for from := 0; from >= 0; {
		page, next, err := x.r.Pending(from, x.p.repeats(), x.p.RetryOutcomes)
		if err != nil {
			return err
		}
		tasks, err := x.tasks(page)
		if err != nil {
			return err
		}
		for _, t := range tasks {
			select {
			case work <- t:
			case <-ctx.Done():
				return nil
			}
		}
		from = next
	}
	return nil
}

// calls are those of what is left to do. Cases that make none, because they lack what the prompt needs, are left out:
// they say so when they are answered.
func (x *execution) calls(ctx context.Context) iter.Seq2[*call.Call, error] {
	return func(yield func(*call.Call, error) bool) {
		s, ok := x.p.System.(Preparer)
		for from := 0; ok && from >= 0; {
			page, next, err := x.r.Pending(from, x.p.repeats(), x.p.RetryOutcomes)
			var tasks []task
			if err == nil {
				tasks, err = x.tasks(page)
			}
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, t := range tasks {
				if t.carried != nil {
					continue
				}
				if c, err := s.Prepare(t.c.Asked(), t.Repeat); err == nil && !yield(c, nil) {
					return
				}
			}
			from = next
		}
	}
}

// task is one repeat of a case to be done.
type task struct {
	ledger.Pending
	c       *system.Case
	key     ledger.Hash
	carried *ledger.Attempt // what an earlier run was answered; nil if it is to be asked
}

func (x *execution) tasks(page []ledger.Pending) ([]task, error) {
	tasks := make([]task, len(page))
	keys := make([]ledger.Hash, len(page))
	for i := range page {
		t := &tasks[i]
		t.Pending, t.c = page[i], &system.Case{}
		if err := json.Unmarshal(t.Body, t.c); err != nil {
			return nil, fmt.Errorf("case %q as it is stored: %w", t.ID, err)
		}
		question, err := questionHash(t.c)
		if err != nil {
			return nil, err
		}
		t.key = attemptKey(question, x.p.Header.System.Hash, t.Repeat)
		keys[i] = t.key
	}
	if !x.carry {
		return tasks, nil
	}
	found, err := x.l.Find(keys, carried...)
	for i := range tasks {
		if tasks[i].Try == 0 {
			tasks[i].carried = found[tasks[i].key]
		}
	}
	return tasks, err
}
