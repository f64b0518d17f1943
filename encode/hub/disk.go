package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// explain adds to an error of the disk what to do about it. Errors of another kind stay as they are.
func (s *Store) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case full(err):
		return fmt.Errorf("store model: %w; free space, or set %s to a directory that has it: what was fetched is "+
			"kept, and the same command goes on from there", err, DirVar)
	case errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("store model: %w; set %s to a directory that can be written", err, DirVar)
	}
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &path) || errors.As(err, &link) {
		return fmt.Errorf("store model: %w; %s names the directory of models, and it is %s", err, DirVar, s.Root)
	}
	return err
}

// full reports whether a disk or a quota is used up.
func full(err error) bool {
	if runtime.GOOS == "windows" {
		const handleDiskFull, diskFull = 39, 112
		return errors.Is(err, syscall.Errno(handleDiskFull)) || errors.Is(err, syscall.Errno(diskFull))
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}
