package wrap

import (
	"context"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/call"
)

func TestDeadline(t *testing.T) {
	deaf := make(chan struct{}) // what a sender waits on that does not look at its context
	tests := map[string]struct {
		inner           *inner
		outer           time.Duration
		want            call.Kind
		took            time.Duration
		says            string
		abandon         bool
		returnsOnCancel bool
	}{
		"in time": {inner: slow(time.Second), took: time.Second},
		"late": {inner: slow(time.Minute), want: call.Timeout, took: 10 * time.Second,
			says: "no reply within the 10s that one try may take"},
		"late, abandoning": {inner: slow(time.Minute), want: call.Timeout, took: 10 * time.Second,
			says: "no reply within the 10s", abandon: true},
		"outer is earlier": {inner: slow(time.Minute), outer: 3 * time.Second, want: call.Timeout, took: 3 * time.Second,
			says: "deadline exceeded"},
		"deaf": {inner: &inner{do: func(context.Context, *call.Call, int) (*call.Reply, error) {
			<-deaf
			return nil, nil
		}}, want: call.Timeout, took: 10*time.Second + grace, says: "no reply within the 10s", abandon: true},
		"returns on cancel": {inner: slow(time.Minute), want: call.Timeout, took: 10 * time.Second,
			says: "no reply within the 10s", abandon: true, returnsOnCancel: true},
		"another failure": {inner: failing(&call.Failure{Kind: call.BadKey}), want: call.BadKey},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if test.outer > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.outer)
					defer cancel()
				}
				if name == "deaf" {
					deaf = make(chan struct{})
					defer close(deaf)
				}
				began := time.Now()
				s := call.Sender(test.inner)
				if test.returnsOnCancel {
					s = cancellable{s}
				}
				reply, err := deadline{After: 10 * time.Second, Of: "one try", Abandon: test.abandon}.Around(s).Send(ctx, callN(1))
				if took := time.Since(began); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
				if test.want == "" {
					must(t, err)
					if reply == nil {
						t.Error("no reply")
					}
					return
				}
				if f := wantKind(t, err, test.want); !strings.Contains(f.Error(), test.says) {
					t.Errorf("says %q, want %q", f, test.says)
				}
			})
		})
	}
}

// TestReturnsOnCancel calls a sender that returns once its context ends in the caller's own goroutine.
func TestReturnsOnCancel(t *testing.T) {
	for _, s := range []call.Sender{&call.HTTP{}, cancellable{&inner{}}} {
		if !returnsOnCancel(s) {
			t.Errorf("%T is not known to return when its context ends", s)
		}
	}
	if returnsOnCancel(&inner{}) {
		t.Error("a sender that says nothing is taken for one that returns by itself")
	}
	sends := func(around func(call.Sender) call.Sender) (stack string) {
		provider := &inner{do: func(_ context.Context, c *call.Call, _ int) (*call.Reply, error) {
			stack = string(debug.Stack())
			return answer(c, "so it is"), nil
		}}
		_, err := deadline{After: time.Hour, Abandon: true}.Around(around(provider)).Send(t.Context(), callN(1))
		must(t, err)
		return stack
	}
	if stack := sends(func(s call.Sender) call.Sender { return cancellable{s} }); strings.Contains(stack, "await") {
		t.Errorf("a sender that returns by itself was given a goroutine:\n%s", stack)
	}
	if stack := sends(func(s call.Sender) call.Sender { return s }); !strings.Contains(stack, "await") {
		t.Errorf("a sender that may not return was given no goroutine:\n%s", stack)
	}
}
