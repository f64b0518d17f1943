// Package atomicfile writes a file so that it appears complete or not at all: a reader sees the previous content until
// the new one is durable, also after a failure or a power cut.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/assayhq/assay/internal/filelock"
)

// Write creates or replaces the file at path with what write writes. If that fails, the previous file stays. The umask
// decides who may read a new file; one that takes the place of another has its permissions.
func Write(path string, write func(io.Writer) error) error {
	hidden := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text()[:10])
	f, err := os.OpenFile(hidden, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	if old, bad := os.Lstat(path); bad == nil && old.Mode().IsRegular() {
		err = f.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = write(f)
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return filelock.SyncDir(filepath.Dir(path))
}
