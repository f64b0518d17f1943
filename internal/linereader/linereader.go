// Package linereader turns a stream into lines of bounded length. A line that is too long is an error of that line:
// reading goes on with the next one.
package linereader

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// ErrTooLong is the error of a line that is longer than the limit.
var ErrTooLong = errors.New("the line is too long")

// maxKept is how large a buffer stays for the next line.
const maxKept = 8 << 20

// Reader reads lines.
type Reader struct {
	in    *bufio.Reader
	limit int
	buf   []byte
	line  int
}

// New reads lines of at most limit bytes, with their ends. A *bufio.Reader is used as it is.
func New(r io.Reader, limit int) *Reader {
	in, ok := r.(*bufio.Reader)
	if !ok {
		in = bufio.NewReaderSize(r, 64<<10)
	}
	return &Reader{in: in, limit: limit}
}

// Line is the number of the line that was read last, from 1.
func (r *Reader) Line() int { return r.line }

// Next returns the next line without its end, which is valid until the next call. After the last line it returns io.EOF.
func (r *Reader) Next() ([]byte, error) {
	if cap(r.buf) > maxKept {
		r.buf = nil
	}
	r.buf = r.buf[:0]
	long := false
	for {
		part, err := r.in.ReadSlice('\n')
		long = long || len(r.buf)+len(part) > r.limit
		if !long {
			r.buf = append(r.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (long || len(r.buf) > 0):
		case err != nil:
			return nil, err
		}
		r.line++
		if long {
			return nil, ErrTooLong
		}
		return bytes.TrimSuffix(bytes.TrimSuffix(r.buf, []byte("\n")), []byte("\r")), nil
	}
}
