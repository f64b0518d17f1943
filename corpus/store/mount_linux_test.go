package store

import (
	"context"
	"errors"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// mount makes a small file system in memory, or skips the test where that is not allowed.
func mount(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("cannot mount a file system of its own: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

// TestFullFileSystem fills a real file system: what went in before stays readable.
func TestFullFileSystem(t *testing.T) {
	dir := mount(t, "size=1m")
	v := invent(17)
	w, err := OpenWriter(dir, "0.0.1")
	must(t, err)
	w.limit = 1
	added := 0
	for err == nil && added < 1000 {
		if err = w.Add(v.filing(int64(added), 2020, small)); err == nil {
			added++
		}
	}
	if !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(), dir) {
		t.Fatalf("after %d documents: %v", added, err)
	}
	if err := w.Close(); err == nil {
		t.Error("closing a writer that failed says nothing")
	}
	if n := len(contents(t, dir)); n != added || n < 3 {
		t.Errorf("%d documents, want %d", n, added)
	}
	w, err = OpenWriter(dir, "0.0.1")
	must(t, err)
	if n, err := w.Remove("0000000000_10-K_2020"); n != 1 || err != nil {
		t.Errorf("making room: removed %d, %v", n, err)
	}
	must(t, w.Close())
}

func TestReadOnly(t *testing.T) {
	dir := mount(t, "size=4m")
	w := openWriter(t, dir)
	must(t, w.Add(invent(18).filing(1, 2020, small)))
	must(t, w.Merge(context.Background()))
	must(t, w.Close())
	must(t, unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""))
	if n := len(contents(t, dir)); n != 1 {
		t.Errorf("%d documents, want 1", n)
	}
	if _, err := OpenWriter(dir, "0.0.1"); !errors.Is(err, unix.EROFS) || !strings.Contains(err.Error(), dir) {
		t.Errorf("opening for writing: %v", err)
	}
}
