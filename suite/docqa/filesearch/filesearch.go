// Package filesearch turns a question on a document into an answer of a provider that keeps and searches the
// document itself: it is uploaded, put into a vector store, searched by the model, and deleted again.
//
// Nothing is left behind: what a question, a fault, a stop or a panic leaves is deleted when the system is closed,
// what a killed process leaves is deleted by the next one or by Clean, and what cannot be deleted is named and
// expires in a day. It refuses providers that keep no files, and documents without a text.
package filesearch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/call/wrap"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/provider"
	"github.com/assayhq/assay/score"
	"github.com/assayhq/assay/system"
)

// Options say what is asked and how.
type Options struct {
	Connection *provider.Connection
	Wrap       wrap.Options  // of all calls
	Request    model.Request // the model and its parameters
	Turns      []system.Turn // what is said besides the question; see system.Prompt
	MaxResults int           // passages a search, 1 to 50; 0 leaves it to the provider
	MinScore   float64       // of a passage, 0 to 1

	Dir        string         // where it is written down what was made, until that is deleted
	Run        string         // the run's name, for people who look at the provider's own pages; may be empty
	Processing time.Duration  // until a document must be searchable; 0 is DefaultProcessing
	Cleanup    time.Duration  // that deleting a document may take, and at the end of all half a second more for each object; 0 is DefaultCleanup
	Idle       int            // documents kept that nobody asks of or has told that he will; 0 is DefaultIdle
	Pause      provider.Pause // between two looks at a document that is being indexed; nil is a growing one
	Note       func(string)   // told of what is worth a line on the terminal; may be nil

	Now func() time.Time // time.Now if nil
}

// The defaults of Options.
const (
	DefaultProcessing = 10 * time.Minute
	DefaultCleanup    = time.Minute
	DefaultIdle       = 200
)

// Expiry is the provider's own net: after it files are deleted, and stores that were not used for as long.
const Expiry = 24 * time.Hour

// renewal is the age at which a document is uploaded again: a file that expires under a store takes its passages
// along, and the model would answer from nothing.
const renewal = 20 * time.Hour

// Trace is how an answer came about, as the extra of the answer keeps it.
type Trace struct {
	VectorStoreID  string   `json:"vector_store_id,omitempty"`
	FileID         string   `json:"file_id,omitempty"` // of the document; of the best passage where there are several files
	ResponseID     string   `json:"response_id,omitempty"`
	RewrittenQuery string   `json:"rewritten_query,omitempty"` // what was searched for, where it is not the question
	Queries        []string `json:"queries,omitempty"`
}

// TraceOf is how an answer came about; the zero Trace if it does not say.
func TraceOf(a *system.Answer) Trace {
	var t Trace
	if json.Unmarshal(a.Extra, &t) != nil {
		return Trace{}
	}
	return t
}

// System answers questions on documents that it puts into the provider's stores. It may be used by many goroutines,
// and is to be closed.
type System struct {
	o       Options
	client  *model.Client // within all wrappers
	inner   call.Sender   // within those that are nearer to the provider than the cache
	stores  *provider.OpenAIStores
	journal *journal
	start   func() error // begins the journal

	mu       sync.Mutex
	entries  map[string]*entry
	expected map[string]int // questions to come, by document
	closed   bool
	makes    sync.WaitGroup
	closing  sync.Once
	left     error
}

// Open prepares a system. It sends nothing and writes nothing: answers that are kept or replayed need neither a key
// nor an upload.
//
// The wrappers are parted: a call is found in the cache or the record by its document's text, whatever store that is
// in today, and only where it is not is there a store made, and the call made of it goes through the others.
func Open(o Options) (*System, error) {
	if o.Connection.Row.Name != "openai" {
		return nil, fmt.Errorf("file_search: provider %q has no file search; take provider openai, or mode retrieval", o.Connection.Wire.Provider)
	}
	o.Processing, o.Cleanup, o.Idle = cmp.Or(o.Processing, DefaultProcessing), cmp.Or(o.Cleanup, DefaultCleanup), cmp.Or(o.Idle, DefaultIdle)
	if o.Now == nil {
		o.Now = func() time.Time { return time.Now().Round(0) } // of the wall: other clocks stand still while a machine sleeps
	}
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Pause == nil {
		o.Pause = growing
	}
	s := &System{o: o, entries: map[string]*entry{}, expected: map[string]int{}}
	s.journal = &journal{dir: o.Dir, provider: o.Connection.Wire.Provider, base: o.Connection.BaseURL, run: o.Run, now: o.Now}
	s.start = sync.OnceValue(s.begin)
	outer, inner := o.Wrap, o.Wrap
	outer.Call, outer.Retry, outer.Limit, outer.Budget, outer.Record, outer.Try = 0, nil, nil, nil, nil, 0
	inner.Trace, inner.Witness, inner.Cache, inner.Replay = nil, nil, nil, nil
	s.inner = wrap.Stack(s.journal.around(o.Connection.Sender), inner)
	s.client = &model.Client{Wire: o.Connection.Wire, Sender: keeping{wrap.Stack(sender(s.send), outer)}}
	var err error
	s.stores, err = provider.NewOpenAIStores(o.Connection, s.inner)
	return s, err
}

// sender is a function that sends.
type sender func(context.Context, *call.Call) (*call.Reply, error)

// Send calls the function.
func (s sender) Send(ctx context.Context, c *call.Call) (*call.Reply, error) { return s(ctx, c) }

// growing pauses for a fifth of a second at first and for five seconds at last: a short document is searchable at
// once, a long one after a minute.
func growing(ctx context.Context, n int) error {
	return provider.Every(min(5*time.Second, time.Duration(n)*200*time.Millisecond))(ctx, n)
}

// asking is what an answer's calls share.
type asking struct {
	document *document
	exchange *call.Exchange // of the reply that is used
}

type askingKey struct{}

func askingOf(ctx context.Context) *asking {
	a, _ := ctx.Value(askingKey{}).(*asking)
	return a
}

// keeping keeps the exchange of a reply for the answer that is made of it.
type keeping struct{ call.Sender }

// Send notes what comes back.
func (k keeping) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	reply, err := k.Sender.Send(ctx, c)
	if a := askingOf(ctx); a != nil && err == nil {
		a.exchange = reply.Exchange
	}
	return reply, err
}

// Expect says that a question on the case's document is to come, so that the document can be deleted after its last
// one. Documents of which nobody says it are deleted when others are in their place, or at Close.
func (s *System) Expect(c *system.Case) {
	if d, err := documentOf(c); err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.expected[d.hash]++
	}
}

// Answer asks the model about the case's document.
func (s *System) Answer(ctx context.Context, c *system.Case, repeat int) (*system.Answer, error) {
	d, err := documentOf(c)
	if err != nil {
		return &system.Answer{Outcome: string(score.Skipped), Reason: err.Error(), Took: -1}, nil
	}
	defer s.asked(d)
	defer s.panicking()
	own := &asking{document: d}
	a, err := s.prompt(d).Answer(context.WithValue(ctx, askingKey{}, own), bare(c), repeat)
	if err != nil {
		return nil, err
	}
	a.Passages = nil
	if err := s.complete(a, c, own); err != nil {
		return nil, err
	}
	return a, nil
}

// panicking deletes everything before a panic ends the process.
func (s *System) panicking() {
	if v := recover(); v != nil {
		s.Close() // what it says is nothing beside the panic, and the journal says it again
		panic(v)
	}
}

// Prepare is the call that a case makes, for estimates.
func (s *System) Prepare(c *system.Case, repeat int) (*call.Call, error) {
	d, err := documentOf(c)
	if err != nil {
		return nil, err
	}
	outgoing, err := s.prompt(d).Prepare(bare(c), repeat)
	if err != nil {
		return nil, err
	}
	outgoing.Tokens += s.read(d)
	return outgoing, nil
}

// prompt asks with a search of the document under the name that its text gives it: that is in the call's key, and
// the store's id, which is another each time, does not.
func (s *System) prompt(d *document) *system.Prompt {
	r := s.o.Request
	r.Search = &model.FileSearch{Stores: []string{d.placeholder()}, MaxResults: s.o.MaxResults, MinScore: s.o.MinScore}
	return &system.Prompt{Client: s.client, Request: r, Turns: s.o.Turns}
}

// bare is a case without the texts that are to be searched.
func bare(c *system.Case) *system.Case {
	own := *c
	own.Passages = nil
	return &own
}

// complete puts on an answer what was found and how.
func (s *System) complete(a *system.Answer, c *system.Case, own *asking) error {
	if len(a.Calls) == 0 {
		return nil
	}
	if f := a.Calls[0].Failure; f != nil {
		var p *Problem
		if errors.As(f, &p) {
			a.Reason = p.Reason
		}
		return nil
	}
	r := a.Calls[0].Response
	a.Passages = passages(r.Searches, c)
	t := Trace{ResponseID: r.ID}
	for i := range r.Searches {
		t.Queries = append(t.Queries, r.Searches[i].Queries...)
	}
	if q := strings.Join(t.Queries, "; "); q != c.Question {
		t.RewrittenQuery = q
	}
	t.VectorStoreID, t.FileID = told(own.exchange)
	if t.FileID == "" {
		t.FileID = s.fileOf(own.document, t.VectorStoreID)
	}
	var err error
	a.Extra, err = json.Marshal(t)
	return err
}

// told is the store that a response says it searched, and the file of its best passage. A stored response says them
// long after both are gone.
func told(e *call.Exchange) (store, file string) {
	if e == nil {
		return "", ""
	}
	var reply struct {
		Tools []struct {
			Stores []string `json:"vector_store_ids"`
		} `json:"tools"`
		Output []struct {
			Results []struct {
				File  string  `json:"file_id"`
				Score float64 `json:"score"`
			} `json:"results"`
		} `json:"output"`
	}
	if json.Unmarshal(e.Body, &reply) != nil {
		return "", ""
	}
	for _, t := range reply.Tools {
		if store == "" && len(t.Stores) > 0 {
			store = t.Stores[0]
		}
	}
	best := -1.0
	for _, item := range reply.Output {
		for _, r := range item.Results {
			if r.Score > best {
				best, file = r.Score, r.File
			}
		}
	}
	return store, file
}

// passages are what all searches found, best first, each text of a file once.
func passages(searches []model.Search, c *system.Case) []system.Passage {
	var all []system.Passage
	seen := map[[2]string]bool{}
	for i := range searches {
		for _, p := range searches[i].Results {
			if id := [2]string{p.File, p.Text}; !seen[id] {
				seen[id] = true
				all = append(all, system.Passage{ID: idOf(c, &p), Title: p.Name, Text: p.Text, Score: p.Score})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b system.Passage) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

// idOf is the passage of the case that a file was made from, so that evidence can be found again; the file's own id
// where its name does not say.
func idOf(c *system.Case, p *model.Passage) string {
	if m, ok := parseName(p.Name); ok && 1 <= m.part && m.part <= len(c.Passages) && c.Passages[m.part-1].ID != "" {
		return c.Passages[m.part-1].ID
	}
	return p.File
}
