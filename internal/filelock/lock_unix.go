//go:build unix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Try takes the exclusive lock of an open file or directory, or reports that another holds it.
// The lock ends with the file or with the process, however that ends.
func Try(f *os.File) (bool, error) { return flock(f, unix.LOCK_EX) }

// TryShare takes a shared lock, which keeps Try from succeeding.
func TryShare(f *os.File) (bool, error) { return flock(f, unix.LOCK_SH) }

func flock(f *os.File, how int) (bool, error) {
	for {
		err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, unix.EINTR):
			return false, err
		}
	}
}

// openNoFollow does not wait for the other end of a pipe.
func openNoFollow(path string, flags int) (*os.File, error) {
	return os.OpenFile(path, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o666)
}

// SyncDir makes the entries of a directory durable.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
