package batch

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/assayhq/assay/call"
)

// submit remembers what it is about to submit, submits it, and remembers the id.
func (r *Runner) submit(ctx context.Context, calls []*call.Call, jobs []*job) (*job, error) {
	j, err := r.remember(calls)
	if err != nil {
		return nil, err
	}
	return j, r.send(ctx, j, calls, jobs)
}

// send submits a job. After a failure that leaves open whether the batch exists it looks at
// the provider: it may have taken the batch and lost the answer on its way.
func (r *Runner) send(ctx context.Context, j *job, calls []*call.Call, jobs []*job) error {
	for try := 1; ; try++ {
		id, err := r.Service.Submit(ctx, calls)
		if err == nil {
			j.ID = id
			return j.write()
		}
		kind := call.KindOf(err)
		if !kind.Retryable() && kind != call.Cancelled {
			return fmt.Errorf("submit a batch of %d calls to %s: %w", len(calls), r.Provider, orForget(j, err))
		}
		if ctx.Err() != nil || try == maxSubmits {
			return fmt.Errorf("submit a batch of %d calls to %s, %d times; run again to go on (%s): %w", len(calls), r.Provider, try, j.path, err)
		}
		r.sleep(ctx, time.Duration(try)*10*time.Second)
		found, err := r.find(ctx, j, jobs)
		if err != nil || found {
			return err
		}
	}
}

// maxSubmits is how often a submission is tried in one run.
const maxSubmits = 4

// orForget forgets a job that the provider refused for good: it holds nothing.
func orForget(j *job, refusal error) error {
	if err := j.forget(); err != nil {
		return fmt.Errorf("%w; %w", refusal, err)
	}
	return refusal
}

// recover deals with a job that has no id: the process ended between submitting and hearing of it.
func (r *Runner) recover(ctx context.Context, j *job, calls Calls, jobs []*job) error {
	if j.ID != "" {
		return nil
	}
	found, err := r.find(ctx, j, jobs)
	if err != nil || found {
		return err
	}
	byKey, err := pick(calls, j)
	if err != nil {
		return err
	}
	var again []*call.Call
	for _, key := range j.Keys {
		if c := byKey[key]; c != nil {
			again = append(again, c)
		}
	}
	j.Keys, j.set = nil, nil
	for _, c := range again {
		j.Keys = append(j.Keys, c.Key())
	}
	j.Submitted = r.now().UTC()
	if len(again) == 0 {
		return j.forget()
	}
	if err := j.write(); err != nil {
		return err
	}
	return r.send(ctx, j, again, jobs)
}

// clockSkew is how far a provider's clock may differ from ours.
const clockSkew = 5 * time.Minute

// find looks at the provider for the batch of a job whose id is not known: one that was made since, has as
// many calls or does not count them yet, and belongs to no other job. Two such batches are a doubt that a
// person must settle; the keys in its lines prove it when the batch is collected.
func (r *Runner) find(ctx context.Context, j *job, jobs []*job) (bool, error) {
	listed, err := r.Service.List(ctx)
	if err != nil {
		return false, fmt.Errorf("look for a batch that may have been submitted to %s (%s): %w", r.Provider, j.path, err)
	}
	taken := map[string]bool{}
	for _, other := range jobs {
		taken[other.ID] = true
	}
	others, err := filepath.Glob(filepath.Join(filepath.Dir(r.Dir), "*", "*.json")) // of runs beside this one
	if err != nil {
		return false, err
	}
	for _, path := range others {
		if other, err := readJob(path); err == nil { // one that cannot be read is its own run's concern
			taken[other.ID] = true
		}
	}
	var candidates []Status
	for _, b := range listed {
		if !taken[b.ID] && b.Created.After(j.Submitted.Add(-clockSkew)) && (b.Total == len(j.Keys) || b.Total == 0) {
			candidates = append(candidates, b)
		}
	}
	switch len(candidates) {
	case 0:
		return false, nil
	case 1:
		j.ID = candidates[0].ID
		return true, j.write()
	}
	ids := ""
	for _, b := range candidates {
		ids += " " + b.ID
	}
	return false, fmt.Errorf("a batch of %d calls may have been submitted to %s, and any of these may be it:%s; write "+
		"its id into %s, or delete that file to submit the calls again", len(j.Keys), r.Provider, ids, j.path)
}
