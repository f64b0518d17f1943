package filesearch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/assayhq/assay/call"
	"github.com/assayhq/assay/model"
	"github.com/assayhq/assay/model/provider"
)

// entry is a document at the provider, or on its way there. Its fields but ready are the system's lock's to guard
// until ready is closed; what was made does not change after that.
type entry struct {
	hash   string
	refs   int       // questions that use it or wait for it
	used   time.Time // when the last of them ended
	made   time.Time
	cancel context.CancelFunc
	ready  chan struct{}

	store    string
	files    []string
	err      error
	panicked any
}

func (e *entry) isReady() bool {
	select {
	case <-e.ready:
		return true
	default:
		return false
	}
}

// Problem is why a document could not be searched; it is an outcome of the case and not of the run.
type Problem struct {
	Reason string
	Err    error
}

func (p *Problem) Error() string { return p.Reason }
func (p *Problem) Unwrap() error { return p.Err }

// send makes a call that no cache had: on the document's store of today. A store that has gone meanwhile is made once
// more.
func (s *System) send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	a := askingOf(ctx)
	for try := 1; ; try++ {
		reply, e, err := s.sendOnce(ctx, c, a.document)
		if err == nil || e == nil || try > 1 || !vanished(err) {
			return reply, err
		}
		s.forget(e)
	}
}

func (s *System) sendOnce(ctx context.Context, c *call.Call, d *document) (*call.Reply, *entry, error) {
	e, err := s.acquire(ctx, d)
	if err != nil {
		return nil, nil, failure(c, err)
	}
	defer s.release(e)
	own, err := s.on(c, d, e.store)
	if err != nil {
		return nil, e, call.FailureOf(c, err)
	}
	reply, err := s.inner.Send(ctx, own)
	return reply, e, err
}

// on is a call with the store's id in the document's place. It keeps the key that it had without.
func (s *System) on(c *call.Call, d *document, store string) (*call.Call, error) {
	asked, ok := c.Request.(*model.Request)
	if !ok {
		return nil, fmt.Errorf("a call without its request")
	}
	r, search := *asked, *asked.Search
	search.Stores = []string{store}
	r.Search = &search
	actual, err := s.o.Connection.Wire.Chat(&r)
	if err != nil {
		return nil, err
	}
	c.Key()
	own := *c
	own.Body, own.Tokens = actual.Body, c.Tokens+s.read(d)
	return &own, nil
}

// What the provider puts before the model unless it is told otherwise.
const (
	defaultResults = 20
	chunkTokens    = 800
	bytesPerToken  = 4
)

// read is how many tokens of a document a model reads at most in one search, for limits and budgets.
func (s *System) read(d *document) int {
	n := 0
	for _, p := range d.parts {
		n += len(p.text)/bytesPerToken + 1
	}
	return min(n, cmp.Or(s.o.MaxResults, defaultResults)*chunkTokens)
}

// vanished reports whether a call failed because the store is not there any more.
func vanished(err error) bool {
	var f *call.Failure
	return errors.As(err, &f) && (f.Status == http.StatusNotFound && f.Kind != call.NoModel || f.Code == "vector_store_expired")
}

// failure is what a call ends in whose document could not be searched.
func failure(c *call.Call, err error) *call.Failure {
	var p *Problem
	if !errors.As(err, &p) {
		return call.FailureOf(c, err)
	}
	f := &call.Failure{Kind: call.BadRequest, Provider: c.Provider, Model: c.Model, Message: p.Reason, Err: p}
	if errors.Is(p.Err, context.DeadlineExceeded) {
		f.Kind = call.Timeout
	}
	return f
}

// acquire waits for a document's store, which the first who asks has made. It is made for all: it ends early only
// when nobody waits any more.
func (s *System) acquire(ctx context.Context, d *document) (*entry, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, &call.Failure{Kind: call.Cancelled, Provider: s.journal.provider, Message: "file_search is closed"}
	}
	e := s.entries[d.hash]
	if e != nil && e.refs == 0 && s.o.Now().Sub(e.made) > renewal {
		old := e
		s.drop(old)
		s.makes.Go(func() { s.discard(old) })
		e = nil
	}
	if e == nil {
		e = s.make(ctx, d)
	}
	e.refs++
	s.mu.Unlock()
	select {
	case <-e.ready:
	case <-ctx.Done():
		s.release(e)
		return nil, ctx.Err()
	}
	if e.err == nil && e.panicked == nil {
		return e, nil
	}
	s.release(e)
	if e.panicked != nil {
		panic(e.panicked)
	}
	return nil, e.err
}

// drop forgets an entry; the system is locked.
func (s *System) drop(e *entry) {
	if s.entries[e.hash] == e {
		delete(s.entries, e.hash)
	}
}

// forget deletes an entry that is of no use any more.
func (s *System) forget(e *entry) {
	s.mu.Lock()
	mine := s.entries[e.hash] == e
	s.drop(e)
	s.mu.Unlock()
	if mine {
		s.discard(e)
	}
}

// release ends one question's use of an entry, and deletes what nobody will ask of again.
func (s *System) release(e *entry) {
	s.mu.Lock()
	e.refs--
	e.used = s.o.Now()
	var over []*entry
	switch {
	case e.refs > 0:
	case !e.isReady():
		e.cancel()
		s.drop(e)
	case e.panicked != nil || e.err != nil && !lasting(e.err):
		s.drop(e)
	default:
		over = s.surplus()
	}
	s.mu.Unlock()
	for _, e := range over {
		s.discard(e)
	}
}

// lasting reports whether the next question on the document would meet the same, or wait as long for it. Another run
// tries again.
func lasting(err error) bool {
	var p *Problem
	if !errors.As(err, &p) {
		return false
	}
	var f *provider.FileProblem
	return !errors.As(p.Err, &f) || f.Status == "failed" && f.Code != "server_error"
}

// surplus takes out the entries that are asked of no more: those whose last question has been answered, and of those
// that nobody said anything of the longest unused above the number that is kept. The system is locked.
func (s *System) surplus() (over []*entry) {
	for {
		var oldest *entry
		idle := 0
		for _, e := range s.entries {
			if e.refs > 0 || !e.isReady() || e.err != nil {
				continue
			}
			n, told := s.expected[e.hash]
			if told && n > 0 {
				continue
			}
			if told {
				s.drop(e)
				over = append(over, e)
				continue
			}
			if idle++; oldest == nil || e.used.Before(oldest.used) {
				oldest = e
			}
		}
		if idle <= s.o.Idle {
			return over
		}
		s.drop(oldest)
		over = append(over, oldest)
	}
}

// asked counts a question as done, also one that a cache answered.
func (s *System) asked(d *document) {
	s.mu.Lock()
	if n, told := s.expected[d.hash]; told {
		s.expected[d.hash] = n - 1
	}
	over := s.surplus()
	s.mu.Unlock()
	for _, e := range over {
		s.discard(e)
	}
}

// fileOf is the file of a document that is in the store, if it is known.
func (s *System) fileOf(d *document, store string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.entries[d.hash]; e != nil && e.isReady() && e.store == store && len(e.files) > 0 {
		return e.files[0]
	}
	return ""
}

// make begins to put a document into a store of its own; the system is locked.
func (s *System) make(ctx context.Context, d *document) *entry {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	e := &entry{hash: d.hash, cancel: cancel, ready: make(chan struct{}), made: s.o.Now()}
	s.entries[d.hash] = e
	s.makes.Go(func() {
		defer cancel()
		defer close(e.ready)
		defer func() {
			e.panicked = recover() // for those who wait: a panic here would end the process before anything is deleted
			if e.err != nil || e.panicked != nil {
				s.discard(e)
			}
		}()
		e.err = s.start()
		if e.err == nil {
			e.err = s.fill(ctx, d, e)
		}
		if e.err == nil {
			e.err = ctx.Err() // nobody waits for it: nobody would delete it
		}
	})
	return e
}

// fill uploads a document and waits until it can be searched.
func (s *System) fill(ctx context.Context, d *document, e *entry) error {
	mark := s.journal.mark
	for _, p := range d.parts {
		f, err := s.stores.Upload(ctx, provider.Upload{Name: d.fileName(mark, p), Purpose: purpose, Content: []byte(p.text), Expires: Expiry})
		if err != nil {
			return err
		}
		e.files = append(e.files, f.ID)
	}
	made, err := s.stores.Create(ctx, provider.NewStore{Name: d.storeName(mark), ExpireDays: int(Expiry / (24 * time.Hour)), Metadata: s.metadata(d)})
	if err != nil {
		return err
	}
	e.store = made.ID
	for _, id := range e.files {
		if _, err := s.stores.Attach(ctx, e.store, provider.Attachment{File: id}); err != nil {
			return err
		}
	}
	return s.wait(ctx, e)
}

const purpose = "assistants"

func (s *System) metadata(d *document) map[string]string {
	m := map[string]string{"made_by": "assay", "mark": s.journal.mark, "document_sha256": d.hash}
	if s.o.Run != "" {
		m["run"] = s.o.Run
	}
	return m
}

// wait looks at the files until all are indexed, or the time for that is over.
func (s *System) wait(ctx context.Context, e *entry) error {
	bounded, cancel := context.WithTimeout(ctx, s.o.Processing)
	defer cancel()
	for _, id := range e.files {
		err := s.stores.Wait(bounded, e.store, id, s.o.Pause)
		var p *provider.FileProblem
		switch {
		case err == nil:
		case errors.As(err, &p):
			return &Problem{fileReason(p), p}
		case ctx.Err() == nil && bounded.Err() != nil:
			return &Problem{fmt.Sprintf("processing_timeout: the document was not searchable within %v", s.o.Processing), context.DeadlineExceeded}
		default:
			return err
		}
	}
	return nil
}

// fileReason is why a file cannot be searched, the same for all files with the same trouble.
func fileReason(p *provider.FileProblem) string {
	reason := "file_" + p.Status
	for _, more := range []string{p.Code, p.Message} {
		if more != "" {
			reason += ": " + strings.ReplaceAll(more, p.File, "the file")
		}
	}
	return reason
}

// discard deletes what an entry has made, in a time of its own. What cannot be deleted stays in the journal, and Close
// tries again.
func (s *System) discard(e *entry) {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Cleanup)
	defer cancel()
	if e.store != "" {
		if err := s.stores.DeleteStore(ctx, e.store); err != nil {
			s.o.Note(fmt.Sprintf("vector store %s is not deleted yet: %v", e.store, err))
		}
	}
	for _, id := range e.files {
		if err := s.stores.DeleteFile(ctx, id); err != nil {
			s.o.Note(fmt.Sprintf("file %s is not deleted yet: %v", id, err))
		}
	}
}
