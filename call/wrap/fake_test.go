package wrap

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assayhq/assay/call/tape"
	"github.com/assayhq/assay/model"
)

// call is the n-th of calls that differ.
func call(n int) *model.Call { return testCall("https://models.example", "ok", n) }

// answer is a reply that says something.
func answer(c *model.Call, text string) *model.Reply {
	e := &model.Exchange{Status: 200, Body: fmt.Appendf(nil, `{"text":%q}`, text), Began: time.Now()}
	reply, err := model.Reread(c, e, model.Live)
	if err != nil {
		panic(err)
	}
	reply.Tries = 1
	return reply
}

// inner counts what arrives and does what it is told.
type inner struct {
	n  atomic.Int64
	do func(ctx context.Context, c *model.Call, n int) (*model.Reply, error)
}

func (i *inner) Send(ctx context.Context, c *model.Call) (*model.Reply, error) {
	n := int(i.n.Add(1))
	if i.do == nil {
		return answer(c, "so it is"), nil
	}
	return i.do(ctx, c, n)
}

// failing fails with each of the failures in turn and then answers.
func failing(failures ...*model.Failure) *inner {
	return &inner{do: func(_ context.Context, c *model.Call, n int) (*model.Reply, error) {
		if n <= len(failures) {
			return nil, failures[n-1]
		}
		return answer(c, "so it is"), nil
	}}
}

// slow answers after a time, unless its context ends before.
func slow(d time.Duration) *inner {
	return &inner{do: func(ctx context.Context, c *model.Call, _ int) (*model.Reply, error) {
		if !sleep(ctx, d) {
			return nil, model.FailureOf(c, ctx.Err())
		}
		return answer(c, "so it is"), nil
	}}
}

// fullStore cannot save.
type fullStore struct{ loads error }

func (s fullStore) Load(model.Key) ([]*tape.Entry, error) { return nil, s.loads }
func (fullStore) Save(*tape.Entry) error                  { return errors.New("no space left on device") }

// all sends calls at once and waits for all.
func all(n int, send func(int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { send(i) })
	}
	group.Wait()
}

func wantKind(t *testing.T, err error, want model.Kind) *model.Failure {
	t.Helper()
	f, ok := err.(*model.Failure)
	if !ok || f.Kind != want {
		t.Fatalf("got %T of kind %q, want %q: %v", err, model.KindOf(err), want, err)
	}
	return f
}
