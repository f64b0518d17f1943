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

func TestShelfIsBounded(t *testing.T) {
	s := &shelf{setup: &Setup{}}
	for i := range 3 * maxBooks {
		_, giveBack, err := s.of(t.Context(), sized(fmt.Sprint("document ", i), ""))
		if err != nil {
			t.Fatal(err)
		}
		giveBack()
	}
	if len(s.books) != maxBooks || len(s.order) != maxBooks {
		t.Errorf("%d books, %d in order, want %d", len(s.books), len(s.order), maxBooks)
	}
}

// Large documents wait for each other, and small ones do not wait.
func TestShelfIsBoundedInBytes(t *testing.T) {
	s := &shelf{setup: &Setup{}}
	half := strings.Repeat(" ", maxShelf/2)
	first, giveBack, err := s.of(t.Context(), sized("first", half))
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
	giveBack()
	group.Wait()
	if s.held > maxShelf || len(s.order) == 0 {
		t.Errorf("%d bytes in %d books", s.held, len(s.order))
	}
}

// A document that is larger than all that is held otherwise is held alone.
func TestShelfHoldsOneAtLeast(t *testing.T) {
	s := &shelf{setup: &Setup{}}
	_, back, err := s.of(t.Context(), sized("one", "text"))
	if err != nil {
		t.Fatal(err)
	}
	back()
	b, err := s.take(t.Context(), "large", 2*maxShelf)
	if err != nil || len(s.order) != 1 || s.order[0] != b {
		t.Fatalf("%d books, %v", len(s.order), err)
	}
	s.giveBack(b)
}

// What could not be read is tried again.
func TestShelfForgetsFailures(t *testing.T) {
	s := &shelf{setup: &Setup{Documents: &Documents{Dir: t.TempDir()}}}
	c := on("What?", "")
	c.Passages[0].Class = strings.Repeat("0", 64)
	for range 2 {
		if _, _, err := s.of(t.Context(), c); err == nil || !strings.Contains(err.Error(), "any more") {
			t.Fatal(err)
		}
	}
	if s.held != 0 || len(s.books) != 0 || len(s.order) != 0 {
		t.Errorf("%d bytes, %d books, %d in order", s.held, len(s.books), len(s.order))
	}
}
