package ledger

import (
	"cmp"
	"encoding/json"
	"time"

	"github.com/assayhq/assay/score"
)

// Hash is a SHA-256.
type Hash [32]byte

// Header is what is needed to repeat a run.
type Header struct {
	Suite     string            `json:"suite"`
	Arguments []string          `json:"arguments"`          // as given
	Settings  map[string]string `json:"settings"`           // as resolved
	System    System            `json:"system"`             // what answered
	Data      []Source          `json:"data"`               // what was asked
	Scorers   []string          `json:"scorers"`            // and how it was scored
	Measures  []score.Measure   `json:"measures,omitempty"` // what the scores mean; runs of older versions have none
	Split     string            `json:"split,omitempty"`    // the tag by whose values every number is split, if no number may mix them
	Repeats   int               `json:"repeats"`            // of each case
	Sample    int               `json:"sample,omitempty"`   // cases drawn; 0 is all
	Limit     int               `json:"limit,omitempty"`    // first cases taken; 0 is all
	Seed      uint64            `json:"seed"`               // of everything that is drawn
	Prices    string            `json:"prices"`             // the price table's version
	Tool      Tool              `json:"tool"`               // what ran it
	Replays   string            `json:"replays,omitempty"`  // the run whose calls are replayed
}

// System is what answers the cases of a run.
type System struct {
	Name     string            `json:"name"`
	Kind     string            `json:"kind"` // prompt, stored, …
	Models   []string          `json:"models,omitempty"`
	Prompts  map[string]string `json:"prompts,omitempty"` // SHA-256 by name
	Settings map[string]string `json:"settings,omitempty"`
	Hash     string            `json:"hash"` // SHA-256 of all that determines an answer, the case apart
	Baseline bool              `json:"baseline,omitempty"`
}

// Source is data that a run was made from.
type Source struct {
	Path    string `json:"path"`
	Format  string `json:"format"`
	SHA256  string `json:"sha256"`
	Records int    `json:"records"`
}

// Tool is the program that made a run.
type Tool struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// Status is the state of a run.
type Status string

// The statuses.
const (
	Running     Status = "running"
	Complete    Status = "complete"    // every case has its final attempt
	Interrupted Status = "interrupted" // stopped by a person, or its process is gone
	Stopped     Status = "stopped"     // by its budget
	Failed      Status = "failed"      // the reason says why
	Damaged     Status = "damaged"     // cannot be read: the reason says where, and what to do
)

// Info is a run as lists show it.
type Info struct {
	Name    string    `json:"name"`
	Suite   string    `json:"suite"`
	Plan    Hash      `json:"-"`
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended,omitzero"`
	Status  Status    `json:"status"`
	Reason  string    `json:"reason,omitempty"`
	Header  Header    `json:"header"`

	id      int64
	damaged error
}

// Err is why a run that a list names cannot be read, or nil.
func (i *Info) Err() error { return i.damaged }

// damage notes that a run cannot be read. Its name says when it began.
func (i *Info) damage(err error) {
	i.Status, i.Reason, i.damaged = Damaged, err.Error(), err
	if began, err := time.Parse(nameTime, i.Name[:min(len(i.Name), len(nameTime))]); err == nil && i.Started.IsZero() {
		i.Started = began
	}
}

// Identity is the name under which reports show a run: a replay is shown as what it replays.
func (i *Info) Identity() string {
	return cmp.Or(i.Header.Replays, i.Name)
}

// Case is one question of a run. Body is its JSON, whatever the suite keeps there.
type Case struct {
	Ordinal int
	ID      string
	Hash    Hash
	Cluster string
	Tags    map[string]string
	Body    json.RawMessage
}

// Answered is the outcome of an attempt that brought an answer; the others are those of scores.
const Answered = "answered"

// Sources of an attempt.
const (
	Live     = "live"
	Cached   = "cache"
	Replayed = "replay"
	Carried  = "carried"
)

// Attempt is one try at one repeat of a case, and what came of it.
type Attempt struct {
	Ordinal  int // of the case
	Repeat   int
	Try      int
	Key      Hash
	Outcome  string
	Reason   string
	Answer   json.RawMessage // nil if there is none
	Source   string
	Took     time.Duration // as first recorded; negative is unknown
	Cost     *int64        // 1e-12 USD; nil is unknown
	Finished time.Time
	Uses     []Use
	Scores   []score.Score

	id int64
}

// Use is a call that an attempt rests on.
type Use struct {
	Call      Hash
	Provider  string
	Asked     string
	Served    string
	Outcome   string
	Source    string
	Tries     int
	Took      time.Duration
	Input     *int64
	Cached    *int64
	Written   *int64
	Output    *int64
	Reasoning *int64
	Cost      *int64
}

// Call is an exchange with a provider.
type Call struct {
	Key       Hash
	Provider  string
	Operation string
	Model     string
	Repeat    int
	Stored    time.Time
	Request   json.RawMessage // method, url and header
	Body      []byte
	Response  *Response       // nil if nothing came back
	Failure   json.RawMessage // nil if the response could be used
}

// Response is what came back.
type Response struct {
	Status int
	Header json.RawMessage
	Body   []byte
	Began  time.Time
	Took   time.Duration
}
