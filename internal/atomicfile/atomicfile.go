// Package atomicfile writes a file so that it appears complete or not at all: a reader sees the previous content until
// the new one is durable, also after a failure or a power cut.
package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/assayhq/assay/internal/filelock"
)

// Write creates or replaces the file at path with what write writes. If that fails, the previous file stays.
func Write(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = errors.Join(f.Chmod(0o644), f.Sync())
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
