package workspace

import (
	"context"
	"encoding/hex"
	"fmt"
	"iter"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/batch"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/internal/usage"
	"github.com/assayhq/assay/ledger"
	"github.com/assayhq/assay/model/catalog"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/run"
)

// batches send the calls of a session's runs as batches of their providers.
type batches struct {
	models   *models
	path     func(elem ...string) string // below the data directory
	note     func(string)
	maxCost  catalog.USD
	began    time.Time
	services map[string]batch.Service // by the provider's name in calls

	submitted chan struct{} // receives when a plan's calls are submitted

	submit sync.Mutex  // held while a plan is submitted, so that plans that run at once share one cap
	spent  catalog.USD // by batches that have ended, and at most by those that are under way
}

// ahead is what a plan does before its calls, and what one of them may cost.
func (m *models) ahead() (run.Ahead, func(*call.Call) catalog.Cost) {
	if m.batches == nil {
		return nil, m.budget.Estimate
	}
	return m.batches.run, m.batches.atMost
}

// submitTimeout bounds a request that manages batches: it may upload or download the calls of a whole batch.
const submitTimeout = 15 * time.Minute

// sender answers a connection's calls with what batches brought.
func (b *batches) sender(conn *provider.Connection) (call.Sender, error) {
	service, err := conn.Batches(wrap.Stack(conn.Sender, wrap.Options{Try: submitTimeout}))
	if err != nil {
		return nil, usage.Errorf("--batch: %w", err)
	}
	b.services[conn.Wire.Provider] = service
	stored := &batch.Stored{Store: b.models.calls, Since: b.began}
	return wrap.Stack(stored, wrap.Options{Witness: b.models.witness, Trace: b.models.tracing()}), nil
}

// atMost is what a call may cost in a batch.
func (b *batches) atMost(c *call.Call) catalog.Cost {
	own := *c
	own.Tier = "batch"
	return b.models.budget.Estimate(&own)
}

// run submits the calls of a plan, or goes on with what was submitted for it before, and stores the replies.
func (b *batches) run(ctx context.Context, plan ledger.Hash, calls func() iter.Seq2[*call.Call, error]) error {
	var providers []string
	for c, err := range calls() {
		if err != nil {
			return err
		}
		if !slices.Contains(providers, c.Provider) {
			providers = append(providers, c.Provider)
		}
	}
	dir := b.path("batches", hex.EncodeToString(plan[:8]))
	for _, name := range providers {
		if err := b.runAt(ctx, name, dir, calls); err != nil {
			return err
		}
	}
	if len(providers) > 0 {
		os.Remove(dir + "/lock") //nolint:errcheck // the ledger keeps other processes from this plan
		os.Remove(dir)           //nolint:errcheck // it stays if it holds batches of a provider that the plan no longer asks
	}
	return nil
}

// runAt runs the batches of one provider.
func (b *batches) runAt(ctx context.Context, name, dir string, calls func() iter.Seq2[*call.Call, error]) error {
	last := ""
	b.submit.Lock()
	unlock := sync.OnceFunc(b.submit.Unlock)
	defer unlock()
	var reserved catalog.USD
	r := &batch.Runner{
		Service: b.services[name], Provider: name, Store: b.models.calls, Dir: dir, Price: b.models.cfg.Catalog.Cost, AtMost: b.atMost,
		Notify: func(p batch.Progress) {
			text := fmt.Sprintf("batches at %s: %d of %d ended, %d of %d calls answered; the one asked about last is %s",
				name, p.Ended, p.Batches, p.Collected, p.Calls, p.State)
			if text != last {
				b.note(text)
			}
			last = text
		},
	}
	r.Submitted = func(atMost catalog.USD) {
		reserved = atMost
		b.spent += atMost
		unlock()
		select {
		case b.submitted <- struct{}{}:
		default:
		}
	}
	if b.maxCost > 0 {
		r.MaxCost = max(1, b.maxCost-b.spent)
	}
	report, err := r.Run(ctx, func() iter.Seq2[*call.Call, error] {
		return func(yield func(*call.Call, error) bool) {
			for c, err := range calls() {
				if (err != nil || c.Provider == name) && !yield(c, err) {
					return
				}
			}
		}
	})
	if report == nil {
		return err
	}
	unlock()
	b.submit.Lock()
	b.spent += report.Cost.USD - reserved
	b.submit.Unlock()
	for _, left := range report.Leftover {
		b.note(fmt.Sprintf("could not be removed at the provider: %v", left))
	}
	return err
}
