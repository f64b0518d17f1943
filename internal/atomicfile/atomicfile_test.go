package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	says := func(text string, end error) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return errors.Join(err, end) }
	}
	holds := func(want string) {
		t.Helper()
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
		if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
			t.Errorf("%d entries beside it, %v", len(all)-1, err)
		}
	}
	if err := Write(path, says("first", nil)); err != nil {
		t.Fatal(err)
	}
	holds("first")
	lost := errors.New("lost")
	if err := Write(path, says("half", lost)); !errors.Is(err, lost) {
		t.Error(err)
	}
	holds("first")
	if err := Write(path, says("second", nil)); err != nil {
		t.Fatal(err)
	}
	holds("second")
	if err := Write(filepath.Join(dir, "none", "file"), says("x", nil)); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
