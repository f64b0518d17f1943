//go:build unix

package mapped

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file for reading.
func mapFile(path string) (data []byte, done func() error, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 || int64(int(info.Size())) != info.Size() {
		return nil, nil, &os.PathError{Op: "map", Path: path, Err: errors.New("its size cannot be mapped")}
	}
	data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "map", Path: path, Err: err}
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
