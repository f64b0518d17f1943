package sendertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
)

const key = "sk-planted-0123456789abcdef"

// sender is a function that sends.
type sender func(context.Context, *call.Call) (*call.Reply, error)

func (s sender) Send(ctx context.Context, c *call.Call) (*call.Reply, error) { return s(ctx, c) }

// subjectOf offers calls of every sort.
func subjectOf(open func() sender) Subject {
	c := func(what string) func(int) *call.Call {
		return func(n int) *call.Call {
			return &call.Call{Provider: "ledgerline", Operation: call.Chat, Model: "ledger-1", Method: http.MethodPost,
				URL: "https://models.example/v1", Header: http.Header{"Content-Type": {"application/json"}},
				Body: fmt.Appendf(nil, "%q", fmt.Sprint(what, " ", n)), Tokens: 10, MaxOut: 100, Read: read,
				Request: &model.Request{Model: "ledger-1"}}
		}
	}
	return Subject{Open: func(testing.TB) call.Sender { return open() }, Call: c("ok"), Fail: c("fail"), Hang: c("hang"),
		Sources: []call.Source{call.Live, call.Cached}, Secret: key}
}

func read(e *call.Exchange) (call.Result, error) {
	var text string
	if err := json.Unmarshal(e.Body, &text); err != nil {
		return call.Result{}, err
	}
	return call.Result{Value: &model.Response{Text: text, Stop: model.Complete}, Served: "ledger-1"}, nil
}

// what is what a call of the subject is made for.
func what(c *call.Call) string {
	word, _, _ := strings.Cut(strings.Trim(string(c.Body), `"`), " ")
	return word
}

// sound is a sender that keeps all rules: it says a call's body back.
func sound(ctx context.Context, c *call.Call) (*call.Reply, error) {
	if what(c) == "hang" {
		<-ctx.Done()
	}
	if ctx.Err() != nil {
		return nil, call.FailureOf(c, ctx.Err())
	}
	e := &call.Exchange{Status: http.StatusOK, Body: c.Body}
	if what(c) == "fail" {
		e.Status = http.StatusBadRequest
		return nil, &call.Failure{Kind: call.BadRequest, Provider: c.Provider, Model: c.Model, Status: e.Status, Message: "no", Exchange: e}
	}
	reply, err := call.Reread(c, e, call.Live)
	if err != nil {
		return nil, call.FailureOf(c, err)
	}
	reply.Tries = 1
	return reply, nil
}

// replying is a sender that changes sound replies.
func replying(change func(*call.Call, *call.Reply)) func() sender {
	return func() sender {
		return func(ctx context.Context, c *call.Call) (*call.Reply, error) {
			reply, err := sound(ctx, c)
			if err == nil {
				change(c, reply)
			}
			return reply, err
		}
	}
}

// refusing is a sender that changes the failures of calls that fail.
func refusing(change func(*call.Call, *call.Failure) error) func() sender {
	return func() sender {
		return func(ctx context.Context, c *call.Call) (*call.Reply, error) {
			reply, err := sound(ctx, c)
			if f, ok := err.(*call.Failure); ok && f.Kind == call.BadRequest {
				err = change(c, f)
			}
			return reply, err
		}
	}
}

// changing is a sender that changes the call and answers as if it had not.
func changing(change func(*call.Call)) func() sender {
	return func() sender {
		return func(ctx context.Context, c *call.Call) (*call.Reply, error) {
			was := *c
			was.Body = append([]byte(nil), c.Body...)
			change(c)
			return sound(ctx, &was)
		}
	}
}

// counting is a sender that is told how many calls came before.
func counting(send func(ctx context.Context, c *call.Call, before int64) (*call.Reply, error)) func() sender {
	return func() sender {
		var n atomic.Int64
		return func(ctx context.Context, c *call.Call) (*call.Reply, error) { return send(ctx, c, n.Add(1)-1) }
	}
}

// always does the same with every call.
func always(s sender) func() sender { return func() sender { return s } }

// broken are senders that each break something. The first of the rules is the one that is there for it; the
// words are in what each of them says.
var broken = []struct {
	name  string
	open  func() sender
	rules []string
	words string
}{
	{"answers nothing", always(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		if what(c) == "ok" && ctx.Err() == nil {
			return nil, nil
		}
		return sound(ctx, c)
	}), []string{"replies", "equal", "unchanged", "concurrent", "goes on", "secret"}, "neither a reply nor an error"},
	{"panics", always(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		if what(c) == "ok" && ctx.Err() == nil {
			panic("no such field")
		}
		return sound(ctx, c)
	}), []string{"replies", "equal", "unchanged", "concurrent", "goes on", "secret"}, "panicked: no such field"},
	{"no exchange", replying(func(_ *call.Call, r *call.Reply) { r.Exchange = nil }), []string{"replies"}, "no exchange"},
	{"no value", replying(func(_ *call.Call, r *call.Reply) { r.Result.Value = nil }), []string{"replies"}, "no value"},
	{"another meaning", replying(func(_ *call.Call, r *call.Reply) { r.Result.Value = &model.Response{Text: "made up"} }),
		[]string{"replies"}, "its exchange means"},
	{"from nowhere", replying(func(_ *call.Call, r *call.Reply) { r.Source = "" }), []string{"replies"}, "the source"},
	{"live without a try", replying(func(_ *call.Call, r *call.Reply) { r.Tries = 0 }), []string{"replies"}, "0 tries"},
	{"kept, and tried", replying(func(_ *call.Call, r *call.Reply) { r.Source = call.Cached }), []string{"replies"}, "1 tries"},
	{"answers differ", counting(func(ctx context.Context, c *call.Call, before int64) (*call.Reply, error) {
		reply, err := sound(ctx, c)
		if err == nil {
			reply.Exchange.Body = fmt.Appendf(nil, `"answer %d"`, before)
			reply.Result, err = c.Read(reply.Exchange)
		}
		return reply, err
	}), []string{"equal", "concurrent"}, "result"},
	{"kept bytes differ", counting(func(ctx context.Context, c *call.Call, before int64) (*call.Reply, error) {
		reply, err := sound(ctx, c)
		if err == nil && before > 0 {
			reply.Source, reply.Tries = call.Cached, 0
			reply.Exchange.Body = append([]byte(" "), c.Body...)
		}
		return reply, err
	}), []string{"equal"}, "the bytes from cache differ"},
	{"changes the body", changing(func(c *call.Call) { c.Body[1] = 'X' }), []string{"unchanged"}, "the call was"},
	{"cuts the body", changing(func(c *call.Call) { c.Body = nil }), []string{"unchanged"}, "the call was"},
	{"adds a header", changing(func(c *call.Call) { c.Header.Set("Authorization", "x") }), []string{"unchanged"}, "the call was"},
	{"changes a header in place", changing(func(c *call.Call) { c.Header["Content-Type"][0] = "x" }), []string{"unchanged"}, "the call was"},
	{"changes the address", changing(func(c *call.Call) { c.URL += "?key=x" }), []string{"unchanged"}, "the call was"},
	{"changes the estimate", changing(func(c *call.Call) { c.Tokens++ }), []string{"unchanged"}, "the call was"},
	{"changes the request", changing(func(c *call.Call) {
		c.Request = &struct{ model string }{"ledger-2"}
	}), []string{"unchanged"}, "the call was"},
	{"takes the reader", changing(func(c *call.Call) { c.Read = nil }), []string{"unchanged"}, "the call was"},
	{"mixes calls up", func() sender {
		var last atomic.Pointer[call.Call]
		return func(ctx context.Context, c *call.Call) (*call.Reply, error) {
			if what(c) != "ok" || ctx.Err() != nil {
				return sound(ctx, c)
			}
			last.Store(c)
			time.Sleep(time.Millisecond)
			return sound(ctx, last.Load())
		}
	}, []string{"concurrent"}, "another result than when it was sent alone"},
	{"fails the second of two at once", func() sender {
		var now atomic.Int64
		return func(ctx context.Context, c *call.Call) (*call.Reply, error) {
			if what(c) != "ok" || ctx.Err() != nil {
				return sound(ctx, c)
			}
			defer now.Add(-1)
			if now.Add(1) > 1 {
				return nil, &call.Failure{Kind: call.Overload}
			}
			time.Sleep(time.Millisecond)
			return sound(ctx, c)
		}
	}, []string{"concurrent"}, "send: "},
	{"a plain error", refusing(func(*call.Call, *call.Failure) error {
		return errors.New("no")
	}), []string{"failures"}, "*errors.errorString"},
	{"a failure within an error", refusing(func(_ *call.Call, f *call.Failure) error {
		return fmt.Errorf("send: %w", f)
	}), []string{"failures"}, "*fmt.wrapError"},
	{"a failure that is nil", refusing(func(*call.Call, *call.Failure) error {
		return (*call.Failure)(nil)
	}), []string{"failures", "unchanged", "goes on", "secret"}, "neither a reply nor an error"},
	{"a failure of no kind", refusing(func(_ *call.Call, f *call.Failure) error {
		f.Kind = ""
		return f
	}), []string{"failures"}, `of kind ""`},
	{"a failure of no provider", refusing(func(_ *call.Call, f *call.Failure) error {
		f.Provider = ""
		return f
	}), []string{"failures"}, `provider ""`},
	{"a failure of no model", refusing(func(_ *call.Call, f *call.Failure) error {
		f.Model = ""
		return f
	}), []string{"failures"}, `model ""`},
	{"a reply beside a failure", always(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		reply, err := sound(ctx, c)
		if reply == nil {
			reply = &call.Reply{}
		}
		return reply, err
	}), []string{"failures", "cancelled before", "cancelled midway", "late"}, "alone"},
	{"never fails", always(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		if what(c) == "fail" {
			return &call.Reply{}, nil
		}
		return sound(ctx, c)
	}), []string{"failures", "secret"}, ""},
	{"fails in turns", counting(func(ctx context.Context, c *call.Call, before int64) (*call.Reply, error) {
		reply, err := sound(ctx, c)
		if f, ok := err.(*call.Failure); ok && f.Kind == call.BadRequest && before%2 == 1 {
			f.Kind = call.ServerFault
		}
		return reply, err
	}), []string{"failures"}, "as \"bad_request\" and as \"server_error\""},
	{"sends what is over", always(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		if what(c) == "ok" {
			ctx = context.WithoutCancel(ctx)
		}
		return sound(ctx, c)
	}), []string{"cancelled before"}, "want a failure of kind \"cancelled\""},
	{"does not hear the end", always(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		if what(c) != "hang" {
			return sound(ctx, c)
		}
		time.Sleep(10 * patience)
		return nil, call.FailureOf(c, ctx.Err())
	}), []string{"cancelled midway", "late", "goes on"}, "no outcome after"},
	{"calls every end a fault", always(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		reply, err := sound(ctx, c)
		if f, ok := err.(*call.Failure); ok && what(c) == "hang" {
			f.Kind = call.Unreachable
		}
		return reply, err
	}), []string{"cancelled midway", "late"}, "unreachable"},
	{"calls a deadline a stop", always(func(ctx context.Context, c *call.Call) (*call.Reply, error) {
		reply, err := sound(ctx, c)
		if f, ok := err.(*call.Failure); ok && f.Kind == call.Timeout {
			f.Kind = call.Cancelled
		}
		return reply, err
	}), []string{"late"}, "want a failure of kind \"timeout\""},
	{"keeps the turns of calls that were ended", func() sender {
		turns := make(chan struct{}, 8)
		return func(ctx context.Context, c *call.Call) (*call.Reply, error) {
			select {
			case turns <- struct{}{}:
			case <-ctx.Done():
				return nil, call.FailureOf(c, ctx.Err())
			}
			reply, err := sound(ctx, c)
			if call.KindOf(err) != call.Timeout {
				<-turns
			}
			return reply, err
		}
	}, []string{"goes on"}, "no outcome after"},
	{"the key in a reply's body", replying(func(c *call.Call, r *call.Reply) { r.Exchange.Body = fmt.Appendf(nil, "%s {%q:1}", c.Body, key) }),
		[]string{"secret", "replies"}, ""},
	{"the key in a reply's header", replying(func(_ *call.Call, r *call.Reply) { r.Exchange.Header = http.Header{"X-Request-Id": {key}} }),
		[]string{"secret"}, "the reply shows the key"},
	{"the key in an answer", replying(func(c *call.Call, r *call.Reply) {
		r.Exchange.Body = fmt.Appendf(nil, "%q", strings.Trim(string(c.Body), `"`)+key)
		r.Result, _ = c.Read(r.Exchange)
	}), []string{"secret"}, "the reply shows the key"},
	{"the key in a message", refusing(func(_ *call.Call, f *call.Failure) error {
		f.Message = "not " + key
		return f
	}), []string{"secret"}, "the failure shows the key"},
	{"the key in a code", refusing(func(_ *call.Call, f *call.Failure) error {
		f.Code = key
		return f
	}), []string{"secret"}, "the failure shows the key"},
	{"the key in a cause", refusing(func(_ *call.Call, f *call.Failure) error {
		f.Err = errors.New("dial " + key)
		return f
	}), []string{"secret"}, "the failure shows the key"},
	{"the key in a failure's exchange", refusing(func(_ *call.Call, f *call.Failure) error {
		f.Exchange.Body = []byte("not " + key)
		return f
	}),
		[]string{"secret"}, "the failure's exchange shows the key"},
}
