package provider

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/fake"
)

// faulty is a fake of one provider, a connection to it and what its faults must become.
type faulty struct {
	server   *fake.Server
	conn     *Connection
	model    string
	outcomes map[fake.Fault]outcome
	hints    bool // it says in a way of its own when to come back, on RateLimitInfo
}

// checkAll has the fake do every fault there is.
func (f *faulty) checkAll(t *testing.T) {
	outcomes := map[fake.Fault]outcome{}
	for fault, want := range f.outcomes {
		outcomes[fault] = want
	}
	if f.hints {
		f.checkHint(t)
		delete(outcomes, fake.RateLimitInfo)
		outcomes[fake.RateLimitInfo] = outcome{kind: model.RateLimited}
	}
	for _, fault := range append([]fake.Fault{fake.None}, fake.Faults...) {
		if f.hints && fault == fake.RateLimitInfo {
			continue
		}
		want, ok := outcomes[fault]
		if !ok {
			t.Errorf("fault %q has no outcome in the table", fault)
			continue
		}
		t.Run(string(fault), func(t *testing.T) { f.check(t, fault, want) })
	}
}

func (f *faulty) check(t *testing.T, fault fake.Fault, want outcome) {
	limit := time.Minute
	if fault == fake.Hang || fault == fake.SlowBody {
		limit = 150 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	f.server.Next(fault)
	r := ask1("What was revenue?")
	r.Model = f.model
	got, err := clientOf(f.conn).Ask(ctx, r)
	checkOutcome(t, fault, want, got, err)
	noKeyIn(t, fake.Key, got, err)
	noKeyIn(t, fake.SecretKey, got, err)
}

// checkHint is a limit that says only in the provider's own way when to come back.
func (f *faulty) checkHint(t *testing.T) {
	f.server.Next(fake.RateLimitInfo)
	r := ask1("What was revenue?")
	r.Model = f.model
	_, err := clientOf(f.conn).Ask(context.Background(), r)
	var failure *model.Failure
	if !errors.As(err, &failure) || failure.Kind != model.RateLimited || failure.RetryAfter <= 0 || failure.RetryAfter > time.Minute {
		t.Errorf("hint: %v", err)
	}
}

// commonOutcomes is what the connection's faults become at every provider.
func commonOutcomes(more map[fake.Fault]outcome) map[fake.Fault]outcome {
	all := map[fake.Fault]outcome{
		fake.None:             {stop: model.Complete},
		fake.RateLimitSeconds: {kind: model.RateLimited},
		fake.RateLimitMillis:  {kind: model.RateLimited},
		fake.RateLimitDate:    {kind: model.RateLimited},
		fake.RateLimitInfo:    {kind: model.RateLimited},
		fake.RateLimitBare:    {kind: model.RateLimited},
		fake.QuotaExhausted:   {kind: model.NoQuota, next: "credit"},
		fake.ServerError:      {kind: model.ServerFault},
		fake.Unavailable:      {kind: model.Overload},
		fake.Overloaded:       {kind: model.Overload},
		fake.TimedOut:         {kind: model.Timeout},
		fake.Forbidden:        {kind: model.Forbidden},
		fake.UnknownModel:     {kind: model.NoModel, next: "assay models check"},
		fake.TooLong:          {kind: model.TooLong, next: "window"},
		fake.BadParameter:     {kind: model.Unsupported, next: "leave out temperature"},
		fake.Hang:             {kind: model.Timeout},
		fake.SlowBody:         {kind: model.Timeout},
		fake.Drop:             {kind: model.Unreachable},
		fake.CutBody:          {kind: model.CutOff},
		fake.MalformedJSON:    {kind: model.Malformed},
		fake.EmptyBody:        {kind: model.Malformed},
		fake.HTMLPage:         {kind: model.ServerFault, next: "proxy"},
		fake.ErrorIn200:       {kind: model.Overload},
		fake.Refusal:          {stop: model.Refused},
		fake.Incomplete:       {stop: model.Truncated},
		fake.ContentFilter:    {stop: model.Filtered},
		fake.Recitation:       {stop: model.Recitation},
		fake.BlockedPrompt:    {stop: model.Blocked},
		fake.WrongModel:       {stop: model.Complete},
		fake.NoText:           {stop: model.Empty},
	}
	for fault, want := range more {
		all[fault] = want
	}
	return all
}
