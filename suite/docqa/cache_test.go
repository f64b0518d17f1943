package docqa

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayhq/assay/system"
)

func sized(name, text string) *system.Case { return on("What?", name+"\n"+text) }

func TestCacheIsBounded(t *testing.T) {
	s := &documentCache{setup: &setup{}}
	for i := range 3 * maxDocuments {
		_, release, err := s.of(t.Context(), sized(fmt.Sprint("document ", i), ""))
		if err != nil {
			t.Fatal(err)
		}
		release()
	}
	if len(s.entries) != maxDocuments || len(s.order) != maxDocuments {
		t.Errorf("%d documents, %d in order, want %d", len(s.entries), len(s.order), maxDocuments)
	}
}

// Large documents wait for each other, and small ones do not wait.
func TestCacheIsBoundedInBytes(t *testing.T) {
	s := &documentCache{setup: &setup{}}
	half := strings.Repeat(" ", maxDocumentBytes/2)
	first, release, err := s.of(t.Context(), sized("first", half))
	if err != nil || first == nil {
		t.Fatal(err)
	}
	_, smallBack, err := s.of(t.Context(), sized("small", "text"))
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := s.of(short, sized("second", half)); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v, want to wait", err)
	}
	var group sync.WaitGroup
	group.Go(func() {
		_, back, err := s.of(t.Context(), sized("second", half))
		if err != nil {
			t.Error(err)
			return
		}
		back()
	})
	again, againBack, err := s.of(t.Context(), sized("first", half))
	if err != nil || again != first {
		t.Errorf("a document in use is made again: %v", err)
	}
	againBack()
	smallBack()
	release()
	group.Wait()
	if s.size > maxDocumentBytes || len(s.order) == 0 {
		t.Errorf("%d bytes in %d documents", s.size, len(s.order))
	}
}

// A document that is larger than all that is held otherwise is held alone.
func TestCacheHoldsOneAtLeast(t *testing.T) {
	s := &documentCache{setup: &setup{}}
	_, back, err := s.of(t.Context(), sized("one", "text"))
	if err != nil {
		t.Fatal(err)
	}
	back()
	b, err := s.acquire(t.Context(), "large", 2*maxDocumentBytes)
	if err != nil || len(s.order) != 1 || s.order[0] != b {
		t.Fatalf("%d documents, %v", len(s.order), err)
	}
	s.release(b)
}

// What could not be read is tried again.
func TestCacheForgetsFailures(t *testing.T) {
	s := &documentCache{setup: &setup{Documents: &documentStore{Dir: t.TempDir()}}}
	c := on("What?", "")
	c.Passages[0].Class = strings.Repeat("0", 64)
	for range 2 {
		if _, _, err := s.of(t.Context(), c); err == nil || !strings.Contains(err.Error(), "any more") {
			t.Fatal(err)
		}
	}
	if s.size != 0 || len(s.entries) != 0 || len(s.order) != 0 {
		t.Errorf("%d bytes, %d documents, %d in order", s.size, len(s.entries), len(s.order))
	}
}
