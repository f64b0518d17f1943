package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Try takes the exclusive lock of an open file, or reports that another holds it. The locked
// byte is far after the contents, so that others can still read who holds the lock.
func Try(f *os.File) (bool, error) {
	at := windows.Overlapped{OffsetHigh: 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// TryShare takes a shared lock, which keeps Try from succeeding. A directory cannot be locked and need not
// be: what is open in it cannot be deleted there.
func TryShare(f *os.File) (bool, error) {
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return err == nil, err
	}
	at := windows.Overlapped{OffsetHigh: 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// openNoFollow checks before it opens: the system has no way to do both at once.
func openNoFollow(path string, flags int) (*os.File, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: path, Err: windows.ERROR_CANT_ACCESS_FILE}
	}
	return os.OpenFile(path, flags, 0o666)
}

// SyncDir has nothing to do: directories cannot be flushed there.
func SyncDir(string) error { return nil }
