package ledger

import (
	"bufio"

	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// volume mounts a small file system, which takes rights that not every machine gives its tests.
func volume(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

// freeze makes a volume read-only, and free makes it writable again.
func freeze(t *testing.T, dir string) {
	t.Helper()
	must(t, unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""))
}

func TestFullVolume(t *testing.T) {
	dir := volume(t, "8m")
	l, err := Create(dir, "test")
	must(t, err)
	run, saved := fillUp(t, l)
	wants(t, run.End(Complete, ""), "the disk is full")
	wants(t, l.Close(), "the disk is full")
	must(t, unix.Mount("", dir, "", unix.MS_REMOUNT, "size=32m"))
	resumeAfter(t, dir, run.Name, saved)
}

func TestReadOnlyVolume(t *testing.T) {
	dir := volume(t, "8m")
	l, err := Create(dir, "test")
	must(t, err)
	run := appendRun(t, l, 20, 2)
	must(t, run.End(Complete, ""))
	must(t, l.Close())
	freeze(t, dir)
	_, err = Create(dir, "test")
	wants(t, err, dir, "read-only file system", "write access", "assay runs")
	must(t, readAll(dir))
	t.Chdir(dir) // by a relative path, too
	must(t, readAll("."))
}

// TestLogOnReadOnlyVolume kills a writer and makes its directory read-only before anybody replayed its log.
func TestLogOnReadOnlyVolume(t *testing.T) {
	dir := volume(t, "32m")
	name, saved := killed(t, dir)
	freeze(t, dir)
	l, err := Open(dir)
	must(t, err)
	defer l.Close()
	info, err := l.Run(name)
	must(t, err)
	if info.Status != Interrupted {
		t.Errorf("status %q", info.Status)
	}
	for _, i := range saved {
		if calls, err := l.Calls(benchCall(i).Key); err != nil || len(calls) != 1 {
			t.Fatalf("call %d: %d, %v", i, len(calls), err)
		}
	}
}

// TestLogWithoutItsIndex has the file and its log alone, as if copied to a read-only directory.
func TestLogWithoutItsIndex(t *testing.T) {
	dir := volume(t, "32m")
	name, _ := killed(t, dir)
	must(t, os.Remove(filepath.Join(dir, FileName+"-shm")))
	freeze(t, dir)
	l, err := Open(dir)
	if err == nil {
		_, err = l.Run(name)
		l.Close()
	}
	if err != nil {
		wants(t, err, filepath.Join(dir, FileName), "rights")
	}
}

// killed appends in a process that is killed, and gives its run and the calls that it stored.
func killed(t *testing.T, dir string) (run string, saved []int) {
	t.Helper()
	cmd, out := start(t, "append", dir)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		what, value, _ := strings.Cut(lines.Text(), " ")
		if what == "run" {
			run = value
		} else if i, err := strconv.Atoi(value); err == nil {
			saved = append(saved, i)
			if len(saved) == 40 {
				must(t, cmd.Process.Kill())
			}
		}
	}
	cmd.Wait()
	if log, err := os.Stat(filepath.Join(dir, FileName+"-wal")); err != nil || log.Size() == 0 || len(saved) < 40 {
		t.Fatalf("no log is left after %d calls: %v", len(saved), err)
	}
	return run, saved
}
