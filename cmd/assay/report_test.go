package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOutputAppearsWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.md")
	if err := os.WriteFile(path, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the ledger is damaged")
	err := output(io.Discard, path, func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "report.md") {
		t.Errorf("a write that failed: %v", err)
	}
	holds(t, dir, path, "before")
	if err := output(io.Discard, path, func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, path, "after")
	var out strings.Builder
	for _, name := range []string{"", "-"} {
		if err := output(&out, name, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }); err != nil {
			t.Error(err)
		}
	}
	if out.String() != "xx" {
		t.Errorf("standard output got %q", out.String())
	}
}

func holds(t *testing.T, dir, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("the file holds %q, %v; want %q", got, err, want)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%d files, %v: something was left behind", len(files), err)
	}
}

func TestLimits(t *testing.T) {
	got, err := limitsOf("least", []string{"f1=0.5", "a=b=1"})
	if err == nil {
		t.Errorf("a=b=1 is %v", got)
	}
	for _, bad := range []string{"f1", "=1", "f1=", "f1=NaN", "f1=high"} {
		if got, err := limitsOf("least", []string{bad}); err == nil {
			t.Errorf("%q is %v", bad, got)
		}
	}
	got, err = limitsOf("least", []string{"f1=0.5", "distance=1e-3"})
	if err != nil || got["f1"] != 0.5 || got["distance"] != 1e-3 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestOutputKeepsDevices writes to a device that is named by a link, which must stay what it is.
func TestOutputKeepsDevices(t *testing.T) {
	link := filepath.Join(t.TempDir(), "sink")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Skipf("there are no links here: %v", err)
	}
	wrote := false
	err := output(nil, link, func(w io.Writer) error {
		wrote = true
		_, err := io.WriteString(w, "text")
		return err
	})
	if err != nil || !wrote {
		t.Fatalf("written: %t, %v", wrote, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the device was replaced: %v, %v", info, err)
	}
}
