package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/assayhq/assay/call"
)

// OpenAIStores manages OpenAI's files and vector stores: upload, attach, wait, search, and delete again.
// Deleting a store deletes none of its files; Remove deletes both.
type OpenAIStores struct{ manager }

// NewOpenAIStores manages the stores of a connection through a sender, which is the connection's own or
// wrappers around it.
func NewOpenAIStores(c *Connection, s call.Sender) (*OpenAIStores, error) {
	m, err := newManager(c, s)
	return &OpenAIStores{m}, err
}

// Store is a vector store.
type Store struct {
	ID      string
	Name    string
	Status  string // in_progress, completed, expired
	Bytes   int64
	Files   FileCounts
	Expires time.Time // zero if it does not
}

// FileCounts is how far the files of a store, or of a batch of them, are.
type FileCounts struct {
	InProgress int `json:"in_progress"`
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	Cancelled  int `json:"cancelled"`
	Total      int `json:"total"`
}

// NewStore is a vector store to be made.
type NewStore struct {
	Name       string
	ExpireDays int // after its last use, 1 to 365; 0 keeps it until it is removed
	Metadata   map[string]string
}

// Attachment puts a file into a store.
type Attachment struct {
	File       string         `json:"file_id"`
	Attributes map[string]any `json:"attributes,omitempty"` // to filter by: at most 16 texts, numbers and truth values
	Chunks     *Chunks        `json:"chunking_strategy,omitempty"`
}

// Chunks is how a store cuts a file, in tokens; a nil *Chunks leaves it to OpenAI (800, overlapping by 400).
type Chunks struct {
	Size    int // 100 to 4,096
	Overlap int // at most half of the size
}

// MarshalJSON writes the chunks as a static strategy.
func (c *Chunks) MarshalJSON() ([]byte, error) {
	type static struct {
		Size    int `json:"max_chunk_size_tokens"`
		Overlap int `json:"chunk_overlap_tokens"`
	}
	return json.Marshal(struct {
		Type   string `json:"type"`
		Static static `json:"static"`
	}{"static", static{c.Size, c.Overlap}})
}

// StoreFile is a file of a store.
type StoreFile struct {
	ID         string         `json:"id"`
	Status     string         `json:"status"` // in_progress, completed, cancelled, failed
	Bytes      int64          `json:"usage_bytes"`
	Attributes map[string]any `json:"attributes"`
	LastError  *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"last_error"`
}

func (f *StoreFile) problem() error {
	p := &FileProblem{File: f.ID, Status: f.Status}
	if f.LastError != nil {
		p.Code, p.Message = f.LastError.Code, call.Shorten(f.LastError.Message)
	}
	return p
}

// FileProblem is a file that a store could not index.
type FileProblem struct {
	File    string
	Status  string // failed, cancelled
	Code    string // OpenAI's word for why: server_error, unsupported_file, invalid_file; empty if it has none
	Message string
}

func (p *FileProblem) Error() string {
	if p.Code == "" {
		return fmt.Sprintf("file %s: %s", p.File, p.Status)
	}
	return fmt.Sprintf("file %s: %s: %s", p.File, p.Code, p.Message)
}

type storeReply struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Status  string     `json:"status"`
	Bytes   int64      `json:"usage_bytes"`
	Files   FileCounts `json:"file_counts"`
	Expires int64      `json:"expires_at"`
}

func (s *storeReply) store() Store {
	return Store{s.ID, s.Name, s.Status, s.Bytes, s.Files, moment(s.Expires)}
}

// Upload has OpenAI keep a file.
func (s *OpenAIStores) Upload(ctx context.Context, u Upload) (*File, error) { return s.upload(ctx, u) }

// Files lists the files of a purpose, or all if it is empty.
func (s *OpenAIStores) Files(ctx context.Context, purpose string) ([]File, error) {
	query := url.Values{}
	if purpose != "" {
		query.Set("purpose", purpose)
	}
	replies, err := list(ctx, s.manager, "/files", query, func(f *fileReply) string { return f.ID })
	files := make([]File, len(replies))
	for i := range replies {
		files[i] = replies[i].file()
	}
	return files, err
}

// DeleteFile deletes a file and takes it out of every store. A file that is not there is no error.
func (s *OpenAIStores) DeleteFile(ctx context.Context, id string) error { return s.deleteFile(ctx, id) }

// Create makes an empty store.
func (s *OpenAIStores) Create(ctx context.Context, n NewStore) (*Store, error) {
	type expiry struct {
		Anchor string `json:"anchor"`
		Days   int    `json:"days"`
	}
	body := struct {
		Name     string            `json:"name,omitempty"`
		Expires  *expiry           `json:"expires_after,omitempty"`
		Metadata map[string]string `json:"metadata,omitempty"`
	}{Name: n.Name, Metadata: n.Metadata}
	if n.ExpireDays > 0 {
		body.Expires = &expiry{"last_active_at", n.ExpireDays}
	}
	c, err := s.postJSON("/vector_stores", &body)
	if err != nil {
		return nil, err
	}
	return s.store(ctx, c)
}

// Store tells of a store.
func (s *OpenAIStores) Store(ctx context.Context, id string) (*Store, error) {
	return s.store(ctx, s.call(http.MethodGet, storePath(id), nil))
}

func (s *OpenAIStores) store(ctx context.Context, c *call.Call) (*Store, error) {
	reply, err := ask[storeReply](ctx, s.manager, c)
	if err != nil {
		return nil, err
	}
	store := reply.store()
	return &store, nil
}

// Stores lists all stores.
func (s *OpenAIStores) Stores(ctx context.Context) ([]Store, error) {
	replies, err := list(ctx, s.manager, "/vector_stores", url.Values{}, func(r *storeReply) string { return r.ID })
	stores := make([]Store, len(replies))
	for i := range replies {
		stores[i] = replies[i].store()
	}
	return stores, err
}

// Attach puts one file into a store, which then indexes it.
func (s *OpenAIStores) Attach(ctx context.Context, store string, a Attachment) (*StoreFile, error) {
	c, err := s.postJSON(storePath(store)+"/files", &a)
	if err != nil {
		return nil, err
	}
	return ask[StoreFile](ctx, s.manager, c)
}

// Pause waits before the n-th look at something unfinished, or returns why not to look again.
type Pause func(ctx context.Context, n int) error

// Every pauses for a while each time.
func Every(d time.Duration) Pause {
	return func(ctx context.Context, _ int) error {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Wait looks at a file of a store until it is indexed. A file that cannot be indexed is an error with
// OpenAI's reason.
func (s *OpenAIStores) Wait(ctx context.Context, store, file string, pause Pause) error {
	path := storePath(store) + "/files/" + url.PathEscape(file)
	for n := 1; ; n++ {
		f, err := ask[StoreFile](ctx, s.manager, s.call(http.MethodGet, path, nil))
		switch {
		case err != nil:
			return err
		case f.Status == "completed":
			return nil
		case f.Status == "failed" || f.Status == "cancelled":
			return fmt.Errorf("vector store %s: %w", store, f.problem())
		}
		if err := pause(ctx, n); err != nil {
			return fmt.Errorf("vector store %s: file %s is still %s: %w", store, file, f.Status, err)
		}
	}
}

// Contents lists the files of a store.
func (s *OpenAIStores) Contents(ctx context.Context, store string) ([]StoreFile, error) {
	return list(ctx, s.manager, storePath(store)+"/files", url.Values{}, func(f *StoreFile) string { return f.ID })
}

// Detach takes a file out of a store and keeps the file.
func (s *OpenAIStores) Detach(ctx context.Context, store, file string) error {
	return s.gone(ctx, storePath(store)+"/files/"+url.PathEscape(file))
}

// DeleteStore deletes a store and none of its files. A store that is not there is no error.
func (s *OpenAIStores) DeleteStore(ctx context.Context, id string) error {
	return s.gone(ctx, storePath(id))
}

// cleanup is how long Remove goes on after its context has ended.
const cleanup = 2 * time.Minute

// Remove deletes a store with everything in it: the files that it lists and those named, which may not
// have been attached yet. It goes on past errors and past the end of its context, since it mostly runs
// where something has failed; what is left is named in the error.
func (s *OpenAIStores) Remove(ctx context.Context, store string, files ...string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanup)
	defer cancel()
	var problems []error
	seen := map[string]bool{}
	for _, id := range files {
		seen[id] = true
	}
	if store != "" {
		inside, err := s.Contents(ctx, store)
		if f := (*call.Failure)(nil); err != nil && !(errors.As(err, &f) && f.Status == http.StatusNotFound) {
			problems = append(problems, fmt.Errorf("list vector store %s: %w", store, err))
		}
		for i := range inside {
			if !seen[inside[i].ID] {
				seen[inside[i].ID] = true
				files = append(files, inside[i].ID)
			}
			if err := s.Detach(ctx, store, inside[i].ID); err != nil {
				problems = append(problems, fmt.Errorf("detach file %s: %w", inside[i].ID, err))
			}
		}
		if err := s.gone(ctx, storePath(store)); err != nil {
			problems = append(problems, fmt.Errorf("delete vector store %s: %w", store, err))
		}
	}
	for _, id := range files {
		if err := s.DeleteFile(ctx, id); err != nil {
			problems = append(problems, fmt.Errorf("delete file %s: %w", id, err))
		}
	}
	return errors.Join(problems...)
}

func storePath(id string) string { return "/vector_stores/" + url.PathEscape(id) }
