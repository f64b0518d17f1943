package wrap

import (
	"context"
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
	}{
		"in time":          {inner: slow(time.Second), took: time.Second},
		"late":             {inner: slow(time.Minute), want: model.Timeout, took: 10 * time.Second, says: "no reply within the 10s that one try may take"},
		"late, abandoning": {inner: slow(time.Minute), want: model.Timeout, took: 10 * time.Second, says: "no reply within the 10s", abandon: true},
		"outer is earlier": {inner: slow(time.Minute), outer: 3 * time.Second, want: model.Timeout, took: 3 * time.Second, says: "deadline exceeded"},
		"deaf": {inner: &inner{do: func(context.Context, *model.Call, int) (*model.Reply, error) {
			<-deaf
			return nil, nil
		}}, want: model.Timeout, took: 10*time.Second + grace, says: "no reply within the 10s", abandon: true},
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
				reply, err := Deadline{After: 10 * time.Second, Of: "one try", Abandon: test.abandon}.Around(test.inner).Send(ctx, call(1))
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
