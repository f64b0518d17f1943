package batch

import (
	"context"
	"time"

	"github.com/assayhq/assay/call"
)

// Service is a provider's batches.
type Service interface {
	Submit(context.Context, []*call.Call) (id string, err error)
	Status(ctx context.Context, id string) (Status, error)
	List(context.Context) ([]Status, error)
	// Collect gives every line of a batch that has ended to a function, in any order: the call's key with its exchange,
	// or with the failure where there was none. An error of the function ends it.
	Collect(ctx context.Context, id string, take func(customID string, e *call.Exchange, f *call.Failure) error) error
	Remove(ctx context.Context, id string) error
	Cancel(ctx context.Context, id string) error
}

// State is how far a batch is.
type State string

// The states. A batch that has ended in any of them may hold replies: expired and cancelled ones keep those of the calls
// that were answered in time.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Expired   State = "expired"
	Cancelled State = "cancelled"
)

// Ended reports whether a batch will not change any more.
func (s State) Ended() bool { return s != Queued && s != Running }

// Status is what a provider says of a batch.
type Status struct {
	ID      string // empty where the caller named it
	State   State
	Total   int // calls
	Done    int // answered
	Failed  int
	Raw     string // the provider's own word
	Message string // what is wrong with it, if anything is
	Created time.Time
	Expires time.Time // when the provider gives up, if it says
}
