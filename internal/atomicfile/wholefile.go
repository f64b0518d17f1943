// Package wholefile turns what is written into a file that appears whole or not at all: whoever reads it meanwhile sees
// the file that was there before, and so does whoever comes after a failure or a power cut.
package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/assayhq/assay/internal/filelock"
)

// Write makes or replaces a file. If writing fails, nothing is left of it.
func Write(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	if err = write(f); err == nil {
		err = errors.Join(f.Chmod(0o644), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return filelock.SyncDir(filepath.Dir(path))
}
