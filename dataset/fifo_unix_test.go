//go:build unix

package dataset

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestOpenDoesNotWaitForAPipe opens a pipe without a writer, and a configuration that refers to one.
func TestOpenDoesNotWaitForAPipe(t *testing.T) {
	config := write(t, "c.yaml", "tests: file://pipe.csv")
	pipe := filepath.Join(filepath.Dir(config), "pipe.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	for _, path := range []string{pipe, config} {
		done := make(chan error, 1)
		go func() {
			_, err := Open(path, "")
			done <- err
		}()
		select {
		case err := <-done:
			wantError(t, err, "no regular file")
		case <-time.After(30 * time.Second):
			t.Fatal("it waits")
		}
	}
}
