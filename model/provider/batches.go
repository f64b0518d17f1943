package provider

import "time"

// BatchState is where a batch of calls stands.
type BatchState string

// The states. A batch that has ended in any of them may hold replies: expired and cancelled ones keep
// those of the calls that were answered in time.
const (
	BatchQueued    BatchState = "queued"
	BatchRunning   BatchState = "running"
	BatchDone      BatchState = "done"
	BatchFailed    BatchState = "failed"
	BatchExpired   BatchState = "expired"
	BatchCancelled BatchState = "cancelled"
)

// Ended reports whether a batch will not change any more.
func (s BatchState) Ended() bool { return s != BatchQueued && s != BatchRunning }

// BatchStatus is what a provider says of a batch.
type BatchStatus struct {
	State   BatchState
	Total   int // calls
	Done    int // answered
	Failed  int
	Raw     string // the provider's own word
	Message string // what is wrong with it, if anything is
	Created time.Time
	Expires time.Time // when the provider gives up, if it says
}

// ListedBatch is a batch that a provider lists.
type ListedBatch struct {
	ID string
	BatchStatus
}
