// Package filelock opens the files that this program keeps for itself, locks them between processes and makes the
// entries of directories durable. A lock ends with its process, however that ends. Nothing here waits for a lock.
package filelock

import (
	"fmt"
	"os"
)

// Open opens a file for reading and writing in place, and makes it where flags have os.O_CREATE. What is a link, or no
// file, is refused: somebody could have had it point at a file that is then written to.
func Open(path string, flags int) (*os.File, error) {
	f, err := openNoFollow(path, flags|os.O_RDWR)
	if err != nil {
		if info, bad := os.Lstat(path); bad == nil && info.Mode()&os.ModeSymlink != 0 {
			err = fmt.Errorf("open %q: it is a link; remove it", path)
		}
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("open %q: it is no file; remove it", path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
