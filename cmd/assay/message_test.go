package main

import (
	"errors"
	"fmt"
	"testing"
)

// TestMessageOf says each thing once.
func TestMessageOf(t *testing.T) {
	full := errors.New("append to ledger: the disk is full; make room")
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.Join(fmt.Errorf("run r: %w", full), full), "run r: " + full.Error()},
		{errors.Join(full, fmt.Errorf("run r: %w", full)), full.Error() + "\nrun r: " + full.Error()},
		{errors.Join(errors.New("a.jsonl:3: twice"), errors.New("a.jsonl:4: twice")), "a.jsonl:3: twice\na.jsonl:4: twice"},
		{full, full.Error()},
		{errors.Join(errors.New("case 12: refused"), errors.New("case 1")), "case 12: refused\ncase 1"},
		{errors.Join(errors.New("full"), errors.Join(errors.New("full"), errors.New("b"))), "full\nb"},
		{fmt.Errorf("x: %w, %w", full, full), "x: " + full.Error() + ", " + full.Error()},
	} {
		if got := messageOf(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
