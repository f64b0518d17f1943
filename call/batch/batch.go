// Package batch turns many calls into batches at a provider, which answers them within a day at half the
// price, and puts the replies where calls are answered from: after that the same calls cost nothing.
//
// What was submitted is remembered in files, so a run that is killed collects later what it paid for. It
// never submits a call twice knowingly: where a submission may or may not have arrived, it looks at the
// provider for it, and where that leaves a doubt it says so instead of paying again.
package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/model/catalog"
)

// Limits of one batch, where the runner names none: below those of every provider, and what is held in
// memory at once.
const (
	defaultCalls = 10_000
	defaultBytes = 64 << 20
)

// Runner answers calls by batches.
type Runner struct {
	Service  Service
	Provider string     // the name that calls bear
	Store    wrap.Store // where replies are kept and looked for
	Dir      string     // where batches are remembered

	MaxCalls int // of one batch; 0 is DefaultCalls
	MaxBytes int // of the bodies of one batch; 0 is DefaultBytes
	Poll     time.Duration
	Price    func(catalog.Sale) catalog.Cost // nil counts no cost
	AtMost   func(*call.Call) catalog.Cost   // of a call in a batch; needed with MaxCost
	MaxCost  catalog.USD                     // what submitted calls may be estimated to cost; 0 is no limit
	Notify   func(Progress)                  // told after every change; may be nil

	// Submitted is told when all calls are on their way what those of MaxCost may cost that were submitted now; may be nil.
	Submitted func(atMost catalog.USD)

	Now   func() time.Time                     // time.Now if nil
	Sleep func(context.Context, time.Duration) // a pause between questions; real if nil
}

// Progress is how far a run of batches is.
type Progress struct {
	Batches, Ended   int
	Calls, Collected int
	State            State // of the batch asked last
}

// Report is what became of the calls.
type Report struct {
	Kept     int // answered before
	Answered int
	Failed   map[call.Key]*call.Failure // had a line of their own, or none
	Batches  int
	Cost     catalog.Total // of what was answered now
	Leftover []error       // what could not be removed at the provider
}

// Calls gives the same calls every time it is asked: those of a batch are asked for again when it has ended,
// instead of being held for a day.
type Calls func() iter.Seq2[*call.Call, error]

// Run answers every call that the store has no reply to and returns when all batches have ended. Stopping it
// loses nothing: the next run goes on with what was submitted.
func (r *Runner) Run(ctx context.Context, calls Calls) (*Report, error) {
	release, err := r.claim()
	if err != nil {
		return nil, err
	}
	defer release()
	report := &Report{Failed: map[call.Key]*call.Failure{}}
	jobs, err := r.remembered()
	if err != nil {
		return nil, err
	}
	atMost := catalog.USD(0)
	if jobs, atMost, err = r.submitAll(ctx, calls, jobs, report); err != nil {
		return report, err
	}
	if r.Submitted != nil {
		r.Submitted(atMost)
	}
	report.Batches = len(jobs)
	progress := Progress{Batches: len(jobs)}
	for _, j := range jobs {
		progress.Calls += len(j.Keys)
	}
	for _, j := range jobs {
		if err := r.finish(ctx, j, calls, report, &progress); err != nil {
			return report, err
		}
	}
	return report, nil
}

// submitAll submits what is neither answered nor on its way, and returns all batches that are, and what those that were
// submitted now may cost, where that is limited.
func (r *Runner) submitAll(
	ctx context.Context, calls Calls, jobs []*job, report *Report,
) (_ []*job, atMost catalog.USD, err error) {
	for _, j := range jobs {
		if err := r.recover(ctx, j, calls, jobs); err != nil {
			return nil, 0, err
		}
	}
	jobs = slices.DeleteFunc(jobs, func(j *job) bool { return j.ID == "" }) // none of its calls is wanted any more
	onTheWay := map[call.Key]bool{}
	for _, j := range jobs {
		for _, key := range j.Keys {
			onTheWay[key] = true
		}
	}
	if atMost, err = r.checkCost(calls, onTheWay); err != nil {
		return nil, 0, err
	}
	var part []*call.Call
	size := 0
	flush := func() error {
		if len(part) == 0 {
			return nil
		}
		j, err := r.submit(ctx, part, jobs)
		if err == nil {
			jobs, part, size = append(jobs, j), nil, 0
		}
		return err
	}
	for c, err := range calls() {
		if err != nil {
			return nil, 0, err
		}
		key := c.Key()
		if onTheWay[key] {
			continue
		}
		if r.kept(c) {
			report.Kept++
			continue
		}
		if len(part) == r.maxCalls() || len(part) > 0 && size+len(c.Body) > r.maxBytes() {
			if err := flush(); err != nil {
				return nil, 0, err
			}
		}
		onTheWay[key] = true
		part, size = append(part, c), size+len(c.Body)
	}
	err = flush()
	return jobs, atMost, err
}

// checkCost refuses to submit calls that may cost more than MaxCost, and returns what they may cost.
func (r *Runner) checkCost(calls Calls, onTheWay map[call.Key]bool) (catalog.USD, error) {
	if r.MaxCost == 0 {
		return 0, nil
	}
	var total catalog.Total
	seen := map[call.Key]bool{}
	for c, err := range calls() {
		if err != nil {
			return 0, err
		}
		key := c.Key()
		if onTheWay[key] || seen[key] || r.kept(c) {
			continue
		}
		seen[key] = true
		cost := r.AtMost(c)
		if !cost.Known {
			return 0, &call.Failure{Kind: call.OverBudget, Provider: c.Provider, Model: c.Model, Message: cost.Why.String(),
				Next: "give the model a price in assay.yaml, or leave --max-cost out"}
		}
		total.Add(cost)
	}
	if total.USD > r.MaxCost || total.Overflow {
		return 0, &call.Failure{Kind: call.OverBudget, Provider: r.Provider, Next: "raise --max-cost, or take fewer cases with --limit",
			Message: fmt.Sprintf("%d calls in batches may cost $%s, and --max-cost is $%s", len(seen), total.USD, r.MaxCost)}
	}
	return total.USD, nil
}

// kept reports whether the store has a final reply to a call that can still be read.
func (r *Runner) kept(c *call.Call) bool {
	entries, _ := r.Store.Load(c.Key())
	for _, e := range entries {
		if e.Failure != nil || e.Response == nil {
			continue
		}
		if result, err := c.Read(e.Response); err == nil && result.Final() {
			return true
		}
	}
	return false
}

// finish waits for a batch and stores its replies.
func (r *Runner) finish(ctx context.Context, j *job, calls Calls, report *Report, progress *Progress) error {
	state, err := r.await(ctx, j, progress)
	if err != nil {
		return err
	}
	if state.State == Failed {
		err := fmt.Errorf("batch %s of %s failed and answered nothing: %s; the same command submits it again",
			j.ID, r.Provider, cmp.Or(call.Shorten(state.Message), "no reason given"))
		return errors.Join(err, j.forget())
	}
	byKey, err := pick(calls, j)
	if err != nil {
		return err
	}
	err = r.Service.Collect(ctx, j.ID, func(id string, e *call.Exchange, f *call.Failure) error {
		var key call.Key
		if err := key.UnmarshalText([]byte(id)); err != nil || !j.has(key) {
			return fmt.Errorf("batch %s of %s answers a call %q that was not in it: is it another's batch? its record is %s",
				j.ID, r.Provider, id, j.path)
		}
		c := byKey[key]
		if c == nil {
			return nil // the run has been answered otherwise since
		}
		delete(byKey, key)
		progress.Collected++
		return r.keep(j, c, e, f, report)
	})
	if err != nil {
		return fmt.Errorf("collect batch %s of %s: %w", j.ID, r.Provider, err)
	}
	for key, c := range byKey {
		f := unanswered(c, state)
		report.Failed[key] = f
		if err := r.Store.Save(wrap.EntryOf(c, nil, f)); err != nil {
			return err
		}
	}
	if err := r.Service.Remove(ctx, j.ID); err != nil {
		report.Leftover = append(report.Leftover, fmt.Errorf("batch %s of %s: %w", j.ID, r.Provider, err))
	}
	progress.Ended++
	r.notify(*progress)
	return j.forget()
}

// keep stores what a line says before anything is done with it.
func (r *Runner) keep(j *job, c *call.Call, e *call.Exchange, f *call.Failure, report *Report) error {
	var result call.Result
	if e != nil {
		e.Began, e.Took = j.Submitted, -1
		e.Header = e.Header.Clone()
		if e.Header == nil {
			e.Header = http.Header{}
		}
		e.Header.Set(call.BatchHeader, j.ID)
	}
	if f != nil && f.Kind == call.Cancelled { // at the provider: the run itself was not stopped
		f.Kind = call.ServerFault
	}
	if f == nil {
		var err error
		if result, err = c.Read(e); err != nil {
			f = call.FailureOf(c, err)
			f.Provider, f.Model, f.Exchange = c.Provider, c.Model, e
		}
	}
	if err := r.Store.Save(wrap.EntryOf(c, e, f)); err != nil {
		return fmt.Errorf("store a reply of a batch: %w", err)
	}
	if f != nil {
		report.Failed[c.Key()] = f
		return nil
	}
	report.Answered++
	if r.Price != nil {
		id := cmp.Or(result.Served, c.Model)
		report.Cost.Add(r.Price(catalog.Sale{Provider: c.Provider, Model: id, On: r.now(), Tier: catalog.Batch, Usage: result.Usage}))
	}
	return nil
}

// unanswered is the failure of a call that a batch has no line for.
func unanswered(c *call.Call, s Status) *call.Failure {
	f := &call.Failure{Kind: call.ServerFault, Provider: c.Provider, Model: c.Model, Code: s.Raw,
		Message: "the batch ended without a reply to this call", Next: "the same command with --retry submits it again"}
	if s.Message != "" {
		f.Message += ": " + call.Shorten(s.Message)
	}
	if s.State == Expired {
		f.Kind = call.Timeout
	}
	return f
}

// pick finds the calls of a batch among all.
func pick(calls Calls, j *job) (map[call.Key]*call.Call, error) {
	found := make(map[call.Key]*call.Call, len(j.Keys))
	for c, err := range calls() {
		if err != nil {
			return nil, err
		}
		if key := c.Key(); j.has(key) {
			found[key] = c
		}
	}
	return found, nil
}

// await asks after a batch until it has ended. A question that fails is asked again: the batch goes on
// whether or not it can be asked after.
func (r *Runner) await(ctx context.Context, j *job, progress *Progress) (Status, error) {
	failures := 0
	for pause := time.Second; ; pause = min(2*pause, r.poll()) {
		status, err := r.Service.Status(ctx, j.ID)
		switch {
		case err == nil:
			failures = 0
			progress.State = status.State
			r.notify(*progress)
			if status.State.Ended() {
				return status, nil
			}
		case !call.KindOf(err).Retryable():
			return status, fmt.Errorf("ask after batch %s of %s (its record is %s): %w", j.ID, r.Provider, j.path, err)
		default:
			failures++
			if failures > maxStatusFailures {
				return status, fmt.Errorf("ask after batch %s of %s, %d times: %w", j.ID, r.Provider, failures, err)
			}
		}
		r.sleep(ctx, pause)
		if err := ctx.Err(); err != nil {
			return status, fmt.Errorf("batch %s of %s goes on at the provider; run again to collect it: %w", j.ID, r.Provider, context.Cause(ctx))
		}
	}
}

// maxStatusFailures is how many questions in a row may fail; with pauses of a minute, half an hour.
const maxStatusFailures = 30

func (r *Runner) maxCalls() int { return orDefault(r.MaxCalls, defaultCalls) }
func (r *Runner) maxBytes() int { return orDefault(r.MaxBytes, defaultBytes) }
func (r *Runner) poll() time.Duration {
	return orDefault(r.Poll, time.Minute)
}

func orDefault[T int | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}

func (r *Runner) now() time.Time {
	if r.Now != nil {
		return r.Now()
	}
	return time.Now()
}

func (r *Runner) sleep(ctx context.Context, d time.Duration) {
	if r.Sleep != nil {
		r.Sleep(ctx, d)
		return
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func (r *Runner) notify(p Progress) {
	if r.Notify != nil {
		r.Notify(p)
	}
}
