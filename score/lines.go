package score

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest line of JSON that a reader takes: room for an answer and the whole filing that
// it was given.
const maxLine = 64 << 20

// Lines reads inputs from lines of JSON, one at a time.
type Lines struct {
	in     *bufio.Reader
	line   []byte
	record int
}

// LineError is a record that cannot be used. The reader goes on with the next one.
type LineError struct {
	Record int // counted from 1, blank lines apart
	Err    error
}

// Error names the record.
func (e *LineError) Error() string { return fmt.Sprintf("record %d: %v", e.Record, e.Err) }

// Unwrap is what is wrong with it.
func (e *LineError) Unwrap() error { return e.Err }

// NewLines reads from a source of JSON lines.
func NewLines(in io.Reader) *Lines {
	return &Lines{in: bufio.NewReaderSize(in, 64<<10)}
}

// Record is the number of the record that was read last, from 1.
func (l *Lines) Record() int { return l.record }

// Next reads the next record, passing over blank lines. It ends with io.EOF; a *LineError stands for a
// record that is no input, any other error for a source that cannot be read.
func (l *Lines) Next(in *Input) error {
	for {
		line, err := l.read()
		if len(bytes.TrimSpace(line)) == 0 && err == nil {
			continue
		}
		if err != nil && !errors.Is(err, errLong) {
			return err
		}
		l.record++
		if err == nil {
			err = unmarshal(line, in)
		}
		if err != nil {
			return &LineError{l.record, err}
		}
		return nil
	}
}

var errLong = fmt.Errorf("a line of more than %d MB", maxLine>>20)

// read reads a line without its end. Of one that is too long the rest is passed over.
func (l *Lines) read() ([]byte, error) {
	l.line = l.line[:0]
	if cap(l.line) > maxKept {
		l.line = nil
	}
	long := false
	for {
		part, err := l.in.ReadSlice('\n')
		if long = long || len(l.line)+len(part) > maxLine; !long {
			l.line = append(l.line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (long || len(l.line) > 0):
		case err != nil:
			return nil, err
		}
		if long {
			return nil, errLong
		}
		return l.line, nil
	}
}

// unmarshal reads a line and says what is wrong with it in words of the line.
func unmarshal(line []byte, in *Input) error {
	if first := bytes.TrimLeft(line, " \t\r\ufeff"); len(first) > 0 && first[0] != '{' {
		return errors.New("no JSON object; each line is one, with \"gold\" and \"answer\"")
	}
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch err := json.Unmarshal(line, in); {
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON: %w at byte %d", err, syntax.Offset)
	case errors.As(err, &wrong):
		return fmt.Errorf("%q is a JSON %s, which it cannot be", wrong.Field, wrong.Value)
	default:
		return err
	}
}
