package wrap

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/catalog"
)

// benchCall is a call with a prompt of 2 KB.
func benchCall(n int) *call.Call {
	prompt := fmt.Sprintf(`{"model":"ledger-1","input":"%d %s"}`, n, strings.Repeat("Net sales rose by 4.2% to $1,093 million. ", 48)[:1960])
	return &call.Call{Provider: "ledgerline", Operation: call.Chat, Model: "ledger-1", Method: http.MethodPost,
		URL: "http://127.0.0.1/v1/responses", Header: http.Header{"Content-Type": {"application/json"}},
		Body: []byte(prompt), Tokens: 512, MaxOut: 1000, Read: readBench}
}

var benchBody = []byte(`{"text":"` + strings.Repeat("Sales were $1,093 million. ", 38)[:1000] + `"}`)

func readBench(e *call.Exchange) (call.Result, error) {
	u := catalog.Usage{Input: 512, Output: 250, Known: catalog.PartAll}
	return call.Result{Value: &model.Response{Text: string(e.Body), Stop: model.Complete}, Usage: u, Served: "ledger-1"}, nil
}

var benchHeader = http.Header{
	"X-Request-Id": {"req_0123456789"}, "Content-Type": {"application/json"},
	"X-Ratelimit-Limit-Requests": {"10000"}, "X-Ratelimit-Remaining-Requests": {"9999"}, "X-Ratelimit-Reset-Requests": {"0s"},
	"X-Ratelimit-Limit-Tokens": {"2000000"}, "X-Ratelimit-Remaining-Tokens": {"1999000"}, "X-Ratelimit-Reset-Tokens": {"0s"},
}

// bare replies at once.
var bare = sender(func(_ context.Context, c *call.Call) (*call.Reply, error) {
	e := &call.Exchange{Status: 200, Header: benchHeader, Body: benchBody, Began: time.Now()}
	reply, err := call.Reread(c, e, call.Live)
	reply.Tries = 1
	return reply, err
})

// cancellable is a sender that returns once its context ends, as the network's does: it needs no goroutine of its own.
type cancellable struct{ call.Sender }

func (cancellable) ReturnsOnCancel() bool { return true }

func cent(catalog.Sale) catalog.Cost { return catalog.Cost{USD: catalog.Dollar / 100, Known: true} }

// fullStack is every wrapper, as a run has them, recording to a directory.
func fullStack(b *testing.B, inner call.Sender) call.Sender {
	store := &Memory{}
	return Stack(inner, Options{Witness: &Witness{}, Cache: &Cache{Store: store, Recorded: true}, Call: time.Minute, Retry: &Retry{},
		Limit: NewLimit(Limits{Concurrency: 64}), Budget: &Budget{Cap: 1_000_000 * catalog.Dollar, Price: cent},
		Try: time.Minute, Record: &Record{Store: store}})
}

// BenchmarkStack is what all wrappers cost around a provider that replies at once: without them, with a call
// that is made and recorded, the same around a sender that may not return, and with a call that the
// cache answers.
func BenchmarkStack(b *testing.B) {
	ctx := context.Background()
	run := func(b *testing.B, s call.Sender, outgoing func(int) *call.Call) {
		calls := make([]*call.Call, 4096)
		for i := range calls {
			calls[i] = outgoing(i)
		}
		b.ReportAllocs()
		b.ResetTimer()
		for i := range b.N {
			c := *calls[i%len(calls)]
			c.Repeat = i / len(calls) // never asked before
			if _, err := s.Send(ctx, &c); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("bare", func(b *testing.B) { run(b, bare, benchCall) })
	b.Run("miss", func(b *testing.B) { run(b, fullStack(b, cancellable{bare}), benchCall) })
	b.Run("unheeding", func(b *testing.B) { run(b, fullStack(b, bare), benchCall) })
	b.Run("hit", func(b *testing.B) {
		s := fullStack(b, bare)
		c := benchCall(0)
		if _, err := s.Send(ctx, c); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			reply, err := s.Send(ctx, c)
			if err != nil || reply.Source != call.Cached {
				b.Fatal(reply, err)
			}
		}
	})
}
