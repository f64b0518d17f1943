package provider

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/internal/fakemodel"
	"github.com/assayhq/assay/model"
)

// faulty is a fake of one provider, a connection to it and what its faults must become.
type faulty struct {
	server   *fakemodel.Server
	conn     *Connection
	model    string
	outcomes map[fakemodel.Fault]outcome
	hints    bool // it says in a way of its own when to come back, on RateLimitInfo
}

// checkAll has the fake do every fault there is.
func (f *faulty) checkAll(t *testing.T) {
	outcomes := map[fakemodel.Fault]outcome{}
	for fault, want := range f.outcomes {
		outcomes[fault] = want
	}
	if f.hints {
		f.checkHint(t)
		delete(outcomes, fakemodel.RateLimitInfo)
		outcomes[fakemodel.RateLimitInfo] = outcome{kind: call.RateLimited}
	}
	for _, fault := range append([]fakemodel.Fault{fakemodel.None}, fakemodel.Faults...) {
		if f.hints && fault == fakemodel.RateLimitInfo {
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

func (f *faulty) check(t *testing.T, fault fakemodel.Fault, want outcome) {
	limit := time.Minute
	if fault == fakemodel.Hang || fault == fakemodel.SlowBody {
		limit = 150 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	f.server.Next(fault)
	r := ask1("What was revenue?")
	r.Model = f.model
	got, err := clientOf(f.conn).Ask(ctx, r)
	checkOutcome(t, fault, want, got, err)
	noKeyIn(t, fakemodel.Key, got, err)
	noKeyIn(t, fakemodel.SecretKey, got, err)
}

// checkHint is a limit that says only in the provider's own way when to come back.
func (f *faulty) checkHint(t *testing.T) {
	f.server.Next(fakemodel.RateLimitInfo)
	r := ask1("What was revenue?")
	r.Model = f.model
	_, err := clientOf(f.conn).Ask(context.Background(), r)
	var failure *call.Failure
	if !errors.As(err, &failure) || failure.Kind != call.RateLimited || failure.RetryAfter <= 0 || failure.RetryAfter > time.Minute {
		t.Errorf("hint: %v", err)
	}
}

// commonOutcomes is what the connection's faults become at every provider.
func commonOutcomes(more map[fakemodel.Fault]outcome) map[fakemodel.Fault]outcome {
	all := map[fakemodel.Fault]outcome{
		fakemodel.None:             {stop: model.Complete},
		fakemodel.RateLimitSeconds: {kind: call.RateLimited},
		fakemodel.RateLimitMillis:  {kind: call.RateLimited},
		fakemodel.RateLimitDate:    {kind: call.RateLimited},
		fakemodel.RateLimitInfo:    {kind: call.RateLimited},
		fakemodel.RateLimitBare:    {kind: call.RateLimited},
		fakemodel.QuotaExhausted:   {kind: call.NoQuota, next: "credit"},
		fakemodel.ServerError:      {kind: call.ServerFault},
		fakemodel.Unavailable:      {kind: call.Overload},
		fakemodel.Overloaded:       {kind: call.Overload},
		fakemodel.TimedOut:         {kind: call.Timeout},
		fakemodel.Forbidden:        {kind: call.Forbidden},
		fakemodel.UnknownModel:     {kind: call.NoModel, next: "assay models check"},
		fakemodel.TooLong:          {kind: call.TooLong, next: "window"},
		fakemodel.BadParameter:     {kind: call.Unsupported, next: "leave out temperature"},
		fakemodel.Hang:             {kind: call.Timeout},
		fakemodel.SlowBody:         {kind: call.Timeout},
		fakemodel.Drop:             {kind: call.Unreachable},
		fakemodel.CutBody:          {kind: call.CutOff},
		fakemodel.MalformedJSON:    {kind: call.Malformed},
		fakemodel.EmptyBody:        {kind: call.Malformed},
		fakemodel.HTMLPage:         {kind: call.ServerFault, next: "proxy"},
		fakemodel.ErrorIn200:       {kind: call.Overload},
		fakemodel.Refusal:          {stop: model.Refused},
		fakemodel.Incomplete:       {stop: model.Truncated},
		fakemodel.ContentFilter:    {stop: model.Filtered},
		fakemodel.Recitation:       {stop: model.Recitation},
		fakemodel.BlockedPrompt:    {stop: model.Blocked},
		fakemodel.WrongModel:       {stop: model.Complete},
		fakemodel.NoText:           {stop: model.Empty},
	}
	for fault, want := range more {
		all[fault] = want
	}
	return all
}
