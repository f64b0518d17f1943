package wrap

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/call"
)

// callN is the n-th of calls that differ.
func callN(n int) *call.Call { return testCall("https://models.example", "ok", n) }

// answer is a reply that says something.
func answer(c *call.Call, text string) *call.Reply {
	e := &call.Exchange{Status: 200, Body: fmt.Appendf(nil, `{"text":%q}`, text), Began: time.Now()}
	reply, err := call.Reread(c, e, call.Live)
	if err != nil {
		panic(err)
	}
	reply.Tries = 1
	return reply
}

// inner counts what arrives and does what it is told.
type inner struct {
	n  atomic.Int64
	do func(ctx context.Context, c *call.Call, n int) (*call.Reply, error)
}

func (i *inner) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	n := int(i.n.Add(1))
	if i.do == nil {
		return answer(c, "so it is"), nil
	}
	return i.do(ctx, c, n)
}

// failing fails with each of the failures in turn and then answers.
func failing(failures ...*call.Failure) *inner {
	return &inner{do: func(_ context.Context, c *call.Call, n int) (*call.Reply, error) {
		if n <= len(failures) {
			return nil, failures[n-1]
		}
		return answer(c, "so it is"), nil
	}}
}

// slow answers after a time, unless its context ends before.
func slow(d time.Duration) *inner {
	return &inner{do: func(ctx context.Context, c *call.Call, _ int) (*call.Reply, error) {
		if !sleep(ctx, d) {
			return nil, call.FailureOf(c, ctx.Err())
		}
		return answer(c, "so it is"), nil
	}}
}

// fullStore cannot save.
type fullStore struct{ loads error }

func (s fullStore) Load(call.Key) ([]*Entry, error) { return nil, s.loads }
func (fullStore) Save(*Entry) error                 { return errors.New("no space left on device") }

// all sends calls at once and waits for all.
func all(n int, send func(int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { send(i) })
	}
	group.Wait()
}

func wantKind(t *testing.T, err error, want call.Kind) *call.Failure {
	t.Helper()
	f, ok := err.(*call.Failure)
	if !ok || f.Kind != want {
		t.Fatalf("got %T of kind %q, want %q: %v", err, call.KindOf(err), want, err)
	}
	return f
}
