// Package filesearch answers questions on documents with a provider's own file search: a document is uploaded, put
// into a vector store, searched by the model, and deleted again.
//
// Files and stores are deleted when the system is closed, also after a fault, a stop or a panic. Those of a killed
// process are deleted by the next process or by Cleaning. Those that cannot be deleted are named in an error and
// expire in a day. Providers without file search and documents without text are refused.
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

// Options configure a System.
type Options struct {
	Connection *provider.Connection
	Wrap       wrap.Options  // for all calls
	Request    model.Request // the model and its parameters
	Turns      []system.Turn // see system.Prompt
	MaxResults int           // passages per search, 1 to 50; 0 is the provider's default
	MinScore   float64       // of a passage, 0 to 1

	Dir        string         // of the journal of uploaded files and stores
	Run        string         // the run's name, for the stores' metadata; may be empty
	Processing time.Duration  // limit for indexing a document; 0 is DefaultProcessing
	Cleanup    time.Duration  // limit for deleting a document; 0 is DefaultCleanup
	Idle       int            // documents kept without an expected question (see Expect); 0 is DefaultIdle
	Pause      provider.Pause // between two polls of a document that is being indexed; nil is a growing one
	Note       func(string)   // called with messages for the terminal; may be nil

	Now func() time.Time // time.Now if nil
}

// The defaults of Options.
const (
	defaultProcessing = 10 * time.Minute
	defaultCleanup    = time.Minute
	defaultIdle       = 200
)

// Expiry is when the provider itself deletes a file, and a store that was not used since.
const Expiry = 24 * time.Hour

// renewal is the age at which a document is uploaded again. When a file expires, its store loses the passages, and
// the model would answer without the document.
const renewal = 20 * time.Hour

// Trace says how an answer was found; it is the answer's Extra.
type Trace struct {
	VectorStoreID  string   `json:"vector_store_id,omitempty"`
	FileID         string   `json:"file_id,omitempty"` // of the document, or of the best passage if there are several
	ResponseID     string   `json:"response_id,omitempty"`
	RewrittenQuery string   `json:"rewritten_query,omitempty"` // the queries, if they differ from the question
	Queries        []string `json:"queries,omitempty"`
}

// TraceOf returns the trace of an answer; the zero Trace if it has none.
func TraceOf(a *system.Answer) Trace {
	var t Trace
	if json.Unmarshal(a.Extra, &t) != nil {
		return Trace{}
	}
	return t
}

// System answers questions on documents that it puts into the provider's stores. It is safe for concurrent use and
// must be closed.
type System struct {
	o       Options
	client  *model.Client // with all wrappers
	inner   call.Sender   // with the wrappers below the cache
	stores  *provider.OpenAIStores
	journal *journal
	start   func() error // begin, once

	mu       sync.Mutex
	entries  map[string]*entry
	expected map[string]int // questions still to come, by document
	closed   bool
	makes    sync.WaitGroup
	closing  sync.Once
	closeErr error
}

// Open prepares a system. It sends nothing and writes nothing: cached or replayed answers need neither a key nor an
// upload.
//
// The wrappers are divided. The outer ones, such as the cache, see a call whose key depends on the document's text
// and not on its store. Only a call that they do not answer needs a store; it then goes through the inner ones.
func Open(o Options) (*System, error) {
	if o.Connection.Row.Name != "openai" {
		return nil, fmt.Errorf("file_search: provider %q has no file search; take provider openai, or mode retrieval",
			o.Connection.Wire.Provider)
	}
	o.Processing = cmp.Or(o.Processing, defaultProcessing)
	o.Cleanup = cmp.Or(o.Cleanup, defaultCleanup)
	o.Idle = cmp.Or(o.Idle, defaultIdle)
	if o.Now == nil {
		o.Now = func() time.Time { return time.Now().Round(0) } // the monotonic clock stops while a machine sleeps
	}
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Pause == nil {
		o.Pause = growingPause
	}
	s := &System{o: o, entries: map[string]*entry{}, expected: map[string]int{}}
	s.journal = &journal{
		dir: o.Dir, provider: o.Connection.Wire.Provider, base: o.Connection.BaseURL, run: o.Run, now: o.Now,
	}
	s.start = sync.OnceValue(s.begin)
	outer, inner := divide(o.Wrap)
	s.inner = wrap.Stack(s.journal.around(o.Connection.Sender), inner)
	s.client = &model.Client{Wire: o.Connection.Wire, Sender: exchangeKeeper{wrap.Stack(senderFunc(s.send), outer)}}
	var err error
	s.stores, err = provider.NewOpenAIStores(o.Connection, s.inner)
	return s, err
}

// divide returns the wrappers that see a call before it has a store, and those after.
func divide(all wrap.Options) (outer, inner wrap.Options) {
	outer, inner = all, all
	outer.Call, outer.Try = 0, 0
	outer.Retry = nil
	outer.Limit = nil
	outer.Budget = nil
	outer.Record = nil
	inner.Trace = nil
	inner.Witness = nil
	inner.Cache = nil
	inner.Replay = nil
	return outer, inner
}

type senderFunc func(context.Context, *call.Call) (*call.Reply, error)

func (s senderFunc) Send(ctx context.Context, c *call.Call) (*call.Reply, error) { return s(ctx, c) }

// growingPause pauses from a fifth of a second to five seconds: a short document is searchable at once, a long one
// after a minute.
func growingPause(ctx context.Context, n int) error {
	return provider.Every(min(5*time.Second, time.Duration(n)*200*time.Millisecond))(ctx, n)
}

// asking is the state that the calls of one answer share.
type asking struct {
	document *document
	exchange *call.Exchange // of the last reply
}

type askingKey struct{}

func askingOf(ctx context.Context) *asking {
	a, _ := ctx.Value(askingKey{}).(*asking)
	return a
}

// exchangeKeeper stores the exchange of a reply in the context's asking.
type exchangeKeeper struct{ call.Sender }

func (k exchangeKeeper) Send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	reply, err := k.Sender.Send(ctx, c)
	if a := askingOf(ctx); a != nil && err == nil {
		a.exchange = reply.Exchange
	}
	return reply, err
}

// Expect announces a question on the case's document, which is deleted after the last announced question. Documents
// without announced questions are deleted when there are more than Options.Idle of them, or at Close.
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
	defer s.answered(d)
	defer s.closeOnPanic()
	own := &asking{document: d}
	a, err := s.prompt(d).Answer(context.WithValue(ctx, askingKey{}, own), withoutPassages(c), repeat)
	if err != nil {
		return nil, err
	}
	a.Passages = nil
	if err := s.complete(a, c, own); err != nil {
		return nil, err
	}
	return a, nil
}

// closeOnPanic deletes everything before a panic ends the process.
func (s *System) closeOnPanic() {
	if v := recover(); v != nil {
		s.Close() // the panic matters more than its error, and the journal keeps what is left
		panic(v)
	}
}

// Prepare returns the call that a case makes, for estimates.
func (s *System) Prepare(c *system.Case, repeat int) (*call.Call, error) {
	d, err := documentOf(c)
	if err != nil {
		return nil, err
	}
	outgoing, err := s.prompt(d).Prepare(withoutPassages(c), repeat)
	if err != nil {
		return nil, err
	}
	outgoing.Tokens += s.searchTokens(d)
	return outgoing, nil
}

// prompt searches a placeholder for the store. The call's key thereby depends on the document's text and not on the
// store's id, which is new each time.
func (s *System) prompt(d *document) *system.Prompt {
	r := s.o.Request
	r.Search = &model.FileSearch{Stores: []string{d.placeholder()}, MaxResults: s.o.MaxResults, MinScore: s.o.MinScore}
	return &system.Prompt{Client: s.client, Request: r, Turns: s.o.Turns}
}

func withoutPassages(c *system.Case) *system.Case {
	own := *c
	own.Passages = nil
	return &own
}

// complete adds the passages and the trace to an answer.
func (s *System) complete(a *system.Answer, c *system.Case, own *asking) error {
	if len(a.Calls) == 0 {
		return nil
	}
	if f := a.Calls[0].Failure; f != nil {
		var p *problem
		if errors.As(f, &p) {
			a.Reason = p.reason
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
	t.VectorStoreID, t.FileID = searchedIDs(own.exchange)
	if t.FileID == "" {
		t.FileID = s.fileOf(own.document, t.VectorStoreID)
	}
	var err error
	a.Extra, err = json.Marshal(t)
	return err
}

// searchedIDs returns the store that a response searched and the file of its best passage, also from stored
// responses whose store no longer exists.
func searchedIDs(e *call.Exchange) (store, file string) {
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

// passages returns the results of all searches, best first, each text of a file once.
func passages(searches []model.Search, c *system.Case) []system.Passage {
	var all []system.Passage
	seen := map[[2]string]bool{}
	for i := range searches {
		for _, p := range searches[i].Results {
			if id := [2]string{p.File, p.Text}; !seen[id] {
				seen[id] = true
				all = append(all, system.Passage{ID: passageID(c, &p), Title: p.Name, Text: p.Text, Score: p.Score})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b system.Passage) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

// passageID returns the id of the case's passage that a file was made from, which evidence refers to; the file's own
// id if its name does not say.
func passageID(c *system.Case, p *model.Passage) string {
	if m, ok := parseName(p.Name); ok && 1 <= m.part && m.part <= len(c.Passages) && c.Passages[m.part-1].ID != "" {
		return c.Passages[m.part-1].ID
	}
	return p.File
}
