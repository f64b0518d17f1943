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

// entry is a document that is uploaded or being uploaded.
type entry struct {
	hash   string
	refs   int       // questions that use it or wait for it
	used   time.Time // when the last of them ended
	made   time.Time
	cancel context.CancelFunc
	ready  chan struct{}

	// Set before ready is closed, and not changed afterwards.
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

// problem is why a document could not be searched. It fails the case and not the run.
type problem struct {
	reason string
	err    error
}

func (p *problem) Error() string { return p.reason }
func (p *problem) Unwrap() error { return p.err }

// send makes a call that no outer wrapper answered. If the store no longer exists, it makes a new one and tries once
// more.
func (s *System) send(ctx context.Context, c *call.Call) (*call.Reply, error) {
	a := askingOf(ctx)
	for try := 1; ; try++ {
		reply, e, err := s.sendOnce(ctx, c, a.document)
		if err == nil || e == nil || try > 1 || !isStoreGone(err) {
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
	own, err := s.withStore(c, d, e.store)
	if err != nil {
		return nil, e, call.FailureOf(c, err)
	}
	reply, err := s.inner.Send(ctx, own)
	return reply, e, err
}

// withStore returns the call with the store's id instead of the placeholder, and with the same key.
func (s *System) withStore(c *call.Call, d *document, store string) (*call.Call, error) {
	asked, ok := c.Request.(*model.Request)
	if !ok {
		return nil, errors.New("the call has no request")
	}
	r, search := *asked, *asked.Search
	search.Stores = []string{store}
	r.Search = &search
	actual, err := s.o.Connection.Wire.Chat(&r)
	if err != nil {
		return nil, err
	}
	c.Key() // computed before the copy gets another body
	own := *c
	own.Body = actual.Body
	own.Tokens = c.Tokens + s.searchTokens(d)
	return &own, nil
}

// The provider's defaults.
const (
	defaultResults = 20
	chunkTokens    = 800
	bytesPerToken  = 4
)

// searchTokens bounds the tokens of a document that a model reads in one search, for limits and budgets.
func (s *System) searchTokens(d *document) int {
	n := 0
	for _, p := range d.parts {
		n += len(p.text)/bytesPerToken + 1
	}
	return min(n, cmp.Or(s.o.MaxResults, defaultResults)*chunkTokens)
}

// isStoreGone reports whether a call failed because its store was deleted or has expired.
func isStoreGone(err error) bool {
	var f *call.Failure
	if !errors.As(err, &f) {
		return false
	}
	return f.Status == http.StatusNotFound && f.Kind != call.NoModel || f.Code == "vector_store_expired"
}

// failure is the failure of a call whose document could not be searched.
func failure(c *call.Call, err error) *call.Failure {
	var p *problem
	if !errors.As(err, &p) {
		return call.FailureOf(c, err)
	}
	f := &call.Failure{Kind: call.BadRequest, Provider: c.Provider, Model: c.Model, Message: p.reason, Err: p}
	if errors.Is(p.err, context.DeadlineExceeded) {
		f.Kind = call.Timeout
	}
	return f
}

// acquire waits for a document's store. The first question starts to make it; making it is cancelled only when no
// question waits for it any more.
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

// drop removes an entry from the map; the caller holds the lock.
func (s *System) drop(e *entry) {
	if s.entries[e.hash] == e {
		delete(s.entries, e.hash)
	}
}

// forget deletes an entry whose store no longer exists.
func (s *System) forget(e *entry) {
	s.mu.Lock()
	mine := s.entries[e.hash] == e
	s.drop(e)
	s.mu.Unlock()
	if mine {
		s.discard(e)
	}
}

// release ends one question's use of an entry, and deletes the entries that are no longer needed.
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
	case e.panicked != nil || e.err != nil && !isPermanent(e.err):
		s.drop(e)
	default:
		over = s.dropUnneeded()
	}
	s.mu.Unlock()
	for _, e := range over {
		s.discard(e)
	}
}

// isPermanent reports whether the document's next question in this run would fail in the same way.
func isPermanent(err error) bool {
	var p *problem
	if !errors.As(err, &p) {
		return false
	}
	var f *provider.FileProblem
	return !errors.As(p.err, &f) || f.Status == "failed" && f.Code != "server_error"
}

// dropUnneeded removes the entries whose last expected question has been answered, and of those without expected
// questions the longest unused above Options.Idle. The caller holds the lock.
func (s *System) dropUnneeded() (over []*entry) {
	for {
		var oldest *entry
		idle := 0
		for _, e := range s.entries {
			if e.refs > 0 || !e.isReady() || e.err != nil {
				continue
			}
			n, announced := s.expected[e.hash]
			if announced && n > 0 {
				continue
			}
			if announced {
				s.drop(e)
				over = append(over, e)
				continue
			}
			idle++
			if oldest == nil || e.used.Before(oldest.used) {
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

// answered counts a question as done, also one that a cache answered.
func (s *System) answered(d *document) {
	s.mu.Lock()
	if n, announced := s.expected[d.hash]; announced {
		s.expected[d.hash] = n - 1
	}
	over := s.dropUnneeded()
	s.mu.Unlock()
	for _, e := range over {
		s.discard(e)
	}
}

// fileOf returns the document's first file in the store; "" if it is unknown.
func (s *System) fileOf(d *document, store string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.entries[d.hash]; e != nil && e.isReady() && e.store == store && len(e.files) > 0 {
		return e.files[0]
	}
	return ""
}

// make starts to put a document into a store of its own; the caller holds the lock.
func (s *System) make(ctx context.Context, d *document) *entry {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	e := &entry{hash: d.hash, cancel: cancel, ready: make(chan struct{}), made: s.o.Now()}
	s.entries[d.hash] = e
	s.makes.Go(func() {
		defer cancel()
		defer close(e.ready)
		defer func() {
			e.panicked = recover() // acquire panics instead: here it would end the process before anything is deleted
			if e.err != nil || e.panicked != nil {
				s.discard(e)
			}
		}()
		e.err = s.start()
		if e.err == nil {
			e.err = s.fill(ctx, d, e)
		}
		if e.err == nil {
			e.err = ctx.Err() // no question waits for it, so none would delete it
		}
	})
	return e
}

// fill uploads a document and waits until it can be searched.
func (s *System) fill(ctx context.Context, d *document, e *entry) error {
	mark := s.journal.mark
	for _, p := range d.parts {
		f, err := s.stores.Upload(ctx, provider.Upload{
			Name: d.fileName(mark, p), Purpose: purpose, Content: []byte(p.text), Expires: Expiry,
		})
		if err != nil {
			return err
		}
		e.files = append(e.files, f.ID)
	}
	made, err := s.stores.Create(ctx, provider.NewStore{
		Name: d.storeName(mark), ExpireDays: int(Expiry / (24 * time.Hour)), Metadata: s.metadata(d),
	})
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

// wait polls the files until all are indexed or Options.Processing has passed.
func (s *System) wait(ctx context.Context, e *entry) error {
	bounded, cancel := context.WithTimeout(ctx, s.o.Processing)
	defer cancel()
	for _, id := range e.files {
		err := s.stores.Wait(bounded, e.store, id, s.o.Pause)
		var p *provider.FileProblem
		switch {
		case err == nil:
		case errors.As(err, &p):
			return &problem{fileReason(p), p}
		case ctx.Err() == nil && bounded.Err() != nil:
			reason := fmt.Sprintf("processing_timeout: the document was not searchable within %v", s.o.Processing)
			return &problem{reason, context.DeadlineExceeded}
		default:
			return err
		}
	}
	return nil
}

// fileReason says why a file cannot be searched, without the file's id.
func fileReason(p *provider.FileProblem) string {
	reason := "file_" + p.Status
	for _, more := range []string{p.Code, p.Message} {
		if more != "" {
			reason += ": " + strings.ReplaceAll(more, p.File, "the file")
		}
	}
	return reason
}

// discard deletes an entry's store and files, with its own time limit. Those that cannot be deleted stay in the
// journal, and Close tries again.
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
