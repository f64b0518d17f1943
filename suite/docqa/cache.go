package docqa

import (
	"context"
	"slices"
	"sync"

	"github.com/assayhq/assay/system"
)

// documentCache keeps documents that are in use, and those that were used last, so that many questions about one find
// it indexed. Their number and size are bounded: a caller that asks for one more waits until another is released.
type documentCache struct {
	setup *setup

	mu       sync.Mutex
	entries  map[string]*cacheEntry
	order    []*cacheEntry // least recently used first
	size     int64         // of their texts, in bytes
	released chan struct{}
}

type cacheEntry struct {
	key   string
	size  int64
	users int
	once  sync.Once
	doc   *document
	err   error
}

// Bounds of a cache: documents, and bytes of their texts, of which each takes about eleven when it is indexed. One
// document is held whatever its size.
const (
	maxDocuments     = 24
	maxDocumentBytes = 64 << 20
)

// of returns the document of a case and the function that releases it. The first caller indexes it, and others that
// ask for the same one wait.
func (s *documentCache) of(ctx context.Context, c *system.Case) (*document, func(), error) {
	e, err := s.acquire(ctx, contentKey(c), s.setup.size(c))
	if err != nil {
		return nil, nil, err
	}
	e.once.Do(func() { e.doc, e.err = s.setup.read(ctx, c) })
	if e.err != nil {
		s.release(e)
		return nil, nil, e.err
	}
	return e.doc, func() { s.release(e) }, nil
}

// acquire finds an entry or adds one, as soon as the bounds allow it.
func (s *documentCache) acquire(ctx context.Context, key string, size int64) (*cacheEntry, error) {
	for {
		s.mu.Lock()
		e := s.entries[key]
		if e == nil && s.evict(size) {
			e = s.add(key, size)
		}
		if e != nil {
			e.users++
			s.order = append(slices.DeleteFunc(s.order, func(o *cacheEntry) bool { return o == e }), e)
			s.mu.Unlock()
			return e, nil
		}
		released := s.released
		s.mu.Unlock()
		select {
		case <-released:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (s *documentCache) add(key string, size int64) *cacheEntry {
	if s.entries == nil {
		s.entries, s.released = map[string]*cacheEntry{}, make(chan struct{})
	}
	e := &cacheEntry{key: key, size: size}
	s.entries[key] = e
	s.size += size
	return e
}

// evict removes unused entries until one of the given size fits, and reports whether it does.
func (s *documentCache) evict(size int64) bool {
	for _, e := range slices.Clone(s.order) {
		if len(s.order) < maxDocuments && s.size+size <= maxDocumentBytes {
			break
		}
		if e.users == 0 {
			s.remove(e)
		}
	}
	return len(s.order) == 0 || s.size+size <= maxDocumentBytes
}

func (s *documentCache) remove(e *cacheEntry) {
	delete(s.entries, e.key)
	s.size -= e.size
	s.order = slices.DeleteFunc(s.order, func(o *cacheEntry) bool { return o == e })
}

// release ends one use. An entry that failed is removed, so that the next caller tries again.
func (s *documentCache) release(e *cacheEntry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.users--
	if e.err != nil && s.entries[e.key] == e {
		s.remove(e)
	}
	close(s.released)
	s.released = make(chan struct{})
}
