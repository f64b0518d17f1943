package score

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/assayhq/assay/internal/linereader"
)

// maxLine is the longest line of JSON that is read: an answer and the whole filing that it was given fit.
const maxLine = 64 << 20

// Lines reads inputs from lines of JSON, one at a time.
type Lines struct {
	in     *linereader.Reader
	record int
}

// LineError is the error of one record. Next goes on with the record after it.
type LineError struct {
	Record int // from 1; blank lines do not count
	Err    error
}

// Error names the record.
func (e *LineError) Error() string { return fmt.Sprintf("record %d: %v", e.Record, e.Err) }

// Unwrap returns what is wrong with the record.
func (e *LineError) Unwrap() error { return e.Err }

// NewLines reads from a source of JSON lines.
func NewLines(in io.Reader) *Lines {
	return &Lines{in: linereader.New(in, maxLine)}
}

// Record is the number of the last record, from 1.
func (l *Lines) Record() int { return l.record }

// Next reads the next record, skipping blank lines. It returns io.EOF after the last one, a *LineError for a record
// that is no input, and any other error for a source that cannot be read.
func (l *Lines) Next(in *Input) error {
	for {
		line, err := l.in.Next()
		long := errors.Is(err, linereader.ErrTooLong)
		if err != nil && !long {
			return err
		}
		if !long && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		l.record++
		if long {
			err = fmt.Errorf("a line of more than %d MB", maxLine>>20)
		} else {
			err = unmarshal(line, in)
		}
		if err != nil {
			return &LineError{l.record, err}
		}
		return nil
	}
}

// unmarshal reads a line. Its errors name fields and bytes of the line, not Go types.
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
