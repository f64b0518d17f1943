//go:build unix

package mmap

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

func open(path string) (data []byte, done func() error, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() || int64(int(info.Size())) != info.Size() {
		return nil, nil, &os.PathError{Op: "map", Path: path, Err: errors.New("it is no file that can be mapped into memory")}
	}
	if info.Size() == 0 {
		return nil, func() error { return nil }, nil
	}
	data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "map", Path: path, Err: err}
	}
	return data, func() error { return unix.Munmap(data) }, nil
}

func release(data []byte) {
	page := uintptr(unix.Getpagesize())
	if uintptr(len(data)) < 2*page {
		return
	}
	skip := (page - uintptr(unsafe.Pointer(&data[0]))%page) % page
	pages := (uintptr(len(data)) - skip) / page * page
	if pages > 0 {
		// Advice: if the system does not take it, the memory stays with us and nothing else changes.
		_ = unix.Madvise(data[skip:skip+pages], unix.MADV_DONTNEED)
	}
}
