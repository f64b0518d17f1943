package wrap

import (
	"context"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayhq/assay/model"
)

func TestDeadline(t *testing.T) {
	deaf := make(chan struct{}) // what a sender waits on that does not look at its context
	tests := map[string]struct {
		inner   *inner
		outer   time.Duration
		want    model.Kind
		took    time.Duration
		says    string
		abandon bool
		heeds   bool
	}{
		"in time":          {inner: slow(time.Second), took: time.Second},
		"late":             {inner: slow(time.Minute), want: model.Timeout, took: 10 * time.Second, says: "no reply within the 10s that one try may take"},
		"late, abandoning": {inner: slow(time.Minute), want: model.Timeout, took: 10 * time.Second, says: "no reply within the 10s", abandon: true},
		"outer is earlier": {inner: slow(time.Minute), outer: 3 * time.Second, want: model.Timeout, took: 3 * time.Second, says: "deadline exceeded"},
		"deaf": {inner: &inner{do: func(context.Context, *model.Call, int) (*model.Reply, error) {
			<-deaf
			return nil, nil
		}}, want: model.Timeout, took: 10*time.Second + grace, says: "no reply within the 10s", abandon: true},
		"heeding":         {inner: slow(time.Minute), want: model.Timeout, took: 10 * time.Second, says: "no reply within the 10s", abandon: true, heeds: true},
		"another failure": {inner: failing(&model.Failure{Kind: model.BadKey}), want: model.BadKey},
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
				s := model.Sender(test.inner)
				if test.heeds {
					s = heeding{s}
				}
				reply, err := Deadline{After: 10 * time.Second, Of: "one try", Abandon: test.abandon}.Around(s).Send(ctx, call(1))
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

// TestHeeding leaves no sender behind that says it returns by itself, and asks it in the caller's own goroutine.
func TestHeeding(t *testing.T) {
	for _, s := range []model.Sender{&model.HTTP{}, heeding{&inner{}}} {
		if !heeds(s) {
			t.Errorf("%T is taken for one that may have to be left behind", s)
		}
	}
	if heeds(&inner{}) {
		t.Error("a sender that says nothing is taken for one that returns by itself")
	}
	sends := func(around func(model.Sender) model.Sender) (stack string) {
		provider := &inner{do: func(_ context.Context, c *model.Call, _ int) (*model.Reply, error) {
			stack = string(debug.Stack())
			return answer(c, "so it is"), nil
		}}
		_, err := Deadline{After: time.Hour, Abandon: true}.Around(around(provider)).Send(t.Context(), call(1))
		must(t, err)
		return stack
	}
	if stack := sends(func(s model.Sender) model.Sender { return heeding{s} }); strings.Contains(stack, "await") {
		t.Errorf("a sender that returns by itself was given a goroutine:\n%s", stack)
	}
	if stack := sends(func(s model.Sender) model.Sender { return s }); !strings.Contains(stack, "await") {
		t.Errorf("a sender that may have to be left behind was given no goroutine:\n%s", stack)
	}
}
