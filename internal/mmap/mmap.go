// Package mmap turns a file into memory that the system reads as it is looked at, and can take back.
//
// It refuses what is no regular file. A file that is cut while it is mapped ends the program that reads after
// its new end: files that are mapped are replaced by others, never written.
package mmap

// Open maps a file for reading; done ends that. An empty file has no bytes. Where files cannot be mapped it is read.
func Open(path string) (data []byte, done func() error, err error) { return open(path) }

// Release gives back the whole pages of some bytes of a mapped file. What is read there later comes from the file
// again.
func Release(data []byte) { release(data) }
