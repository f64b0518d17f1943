package main

import (
	"fmt"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// condition knows [volumes]: whether file systems can be mounted, which takes rights that not every machine
// gives its tests.
func condition(name string) (bool, error) {
	if name != "volumes" {
		return false, fmt.Errorf("no condition %q", name)
	}
	dir, err := os.MkdirTemp("", "volume")
	if err != nil {
		return false, err
	}
	defer os.Remove(dir)
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		return false, nil
	}
	return true, unix.Unmount(dir, unix.MNT_DETACH)
}

// volume mounts a small file system.
func volume(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: volume DIR SIZE")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	ts.Check(unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+args[1]))
	ts.Defer(func() { unix.Unmount(dir, unix.MNT_DETACH) })
}

// remount gives a volume another size, or makes it read-only.
func remount(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: remount DIR SIZE|ro")
	}
	flags, data := uintptr(unix.MS_REMOUNT), "size="+args[1]
	if args[1] == "ro" {
		flags, data = flags|unix.MS_RDONLY, ""
	}
	ts.Check(unix.Mount("", ts.MkAbs(args[0]), "", flags, data))
}
