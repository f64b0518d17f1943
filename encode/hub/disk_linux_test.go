package hub

import (
	"errors"
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

// TestDiskFull pulls onto a disk that is too small, makes it larger, and looks that what had come was kept.
func TestDiskFull(t *testing.T) {
	r := acme(shaA)
	b := setUp(t, r)
	b.store.Root = mount(t, "size=2m")
	_, err := b.tryPull(t, "acme/tiny-encoder")
	says(t, err, "store model: ", b.store.Root, "no space left on device", "free space, or set "+DirVar, "goes on from there")
	if !errors.Is(err, unix.ENOSPC) {
		t.Errorf("%#v", err)
	}
	if n := len(b.Requests()); n > 1+2*wantFiles {
		t.Errorf("%d requests: a full disk was tried again", n)
	}
	if err := unix.Mount("", b.store.Root, "tmpfs", unix.MS_REMOUNT, "size=16m"); err != nil {
		t.Fatal(err)
	}
	p := b.pull(t, "acme/tiny-encoder")
	holds(t, p.Dir, r, wantFiles)
	b.nothingLeft(t)
	if p.Fetched >= int64(len(r.Files[weightsPath])) || p.Fetched == 0 {
		t.Errorf("fetched %d bytes", p.Fetched)
	}
}

func TestReadOnly(t *testing.T) {
	b := setUp(t, acme(shaA))
	b.store.Root = mount(t, "size=16m")
	b.pull(t, "acme/tiny-encoder")
	b.Add(acme(shaB))
	if err := unix.Mount("", b.store.Root, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if p := b.pull(t, "acme/tiny-encoder@"+shaA); !p.Present {
		t.Error("what is here cannot be used")
	}
	_, err := b.tryPull(t, "acme/tiny-encoder")
	says(t, err, "read-only file system", "set "+DirVar+" to a directory that can be written")
	_, err = b.store.Remove(t.Context(), Name{Repo: "acme/tiny-encoder"})
	says(t, err, "read-only file system")
	if m, err := b.store.Find("acme/tiny-encoder"); err != nil || m.SHA != shaA {
		t.Errorf("find: %v, %v", m, err)
	}
}
